// @ts-check
// The game that is played: its words, its look, and what only it can draw. All of it comes with the game.

import { load } from "./i18n.js";
import { api } from "./net.js";

/**
 * @import { GameModule, MapModule } from "./internal"
 * @import { Board, Look, SideLook } from "./types"
 */

/** @type {Required<Look>} */
const PLAIN = {
  module: false, closing: [], apart: [], by_name: [], quiet: [], headings: {}, fights: {}, great: [],
  front: false, allied: [], network: false,
  sides: {}, blocks: [], symbols: {}, markers: {}, badges: {}, values: {}, places: {}, signs: {}, pulled: {},
};

/** Patterns of the small flags that stand beside the names of sides. @param {...number} turns */
const stripe = (...turns) => `background:${turns.map((turn) =>
  `linear-gradient(${turn}deg,transparent 42%,#fff8 42% 58%,transparent 58%),`).join("")}var(--side)`;
/** @type {Record<string, string>} */
const FLAGS = {
  saltire: stripe(35, -35), bend: stripe(35), pale: stripe(90), fess: stripe(0),
  crown: "clip-path:polygon(0 0,25% 25%,50% 0,75% 25%,100% 0,100% 100%,0 100%)",
};

let code = "";
let current = PLAIN;
/** @type {GameModule} */
let module = {};
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [sheet];

/** Which game it is. */
export const gameCode = () => code;

/** How the game is drawn. */
export const look = () => current;

/** What the module of the game draws itself, by name. */
export const own = () => module;

/**
 * Fetch a game's words in a language and, if another one was played before, its look.
 * @param {string} game @param {string} language
 */
export async function loadGame(game, language) {
  await Promise.all([load(language, game), game === code ? null : loadLook(game)]);
}

/** What draws maps, by layout. @type {Record<string, MapModule>} */
const maps = {};

/** @param {Board} board */
export const mapOf = ({ layout }) => maps[layout];

/**
 * Fetch the board of a scenario, and what draws it.
 * @param {string} game @param {string} scenario @returns {Promise<Board>}
 */
export async function loadBoard(game, scenario) {
  const board = await api("GET", `/api/games/${game}/boards/${scenario}`);
  await loadMap(board.layout);
  return board;
}

/** @param {string} layout */
export async function loadMap(layout) {
  maps[layout] ??= await (layout === "hexes" ? import("./hexmap.js") : import("./pointmap.js"));
}

/** @param {string} game */
async function loadLook(game) {
  const found = { ...PLAIN, ...(await api("GET", `/api/games/${game}/look`)) };
  module = found.module ? await import(`./games/${game}.js`) : {};
  current = found;
  code = game;
  sheet.replaceSync(Object.entries(found.sides).map(([id, side]) => rules(id, side)).join(""));
}

/**
 * The board always uses the colours of the day, because its paper is light at night too.
 * @param {string} id @param {SideLook} side
 */
function rules(id, { colours: [day, night, blind, blindNight], flag }) {
  /** @param {string} where @param {string} colour */
  const set = (where, colour) => `${where}{--side-${id}:${colour}}`;
  return [
    set(":root", day), set(":root.colour-blind", blind), set(":root.dark", night),
      set(":root.dark.colour-blind", blindNight),
    set(".board,.inked", day), set(".board.colour-blind,.colour-blind .inked", blind),
    `.side-${id}{--side:var(--side-${id})}.side-${id} .flag::before{${FLAGS[flag ?? ""] ?? ""}}`,
  ].join("");
}
