// @ts-check
// How to win: the aim of each side, what earns points, what ends the game. In words of the server, from the pack.

import { html } from "./vendor/lit-html.js";
import { lang, w } from "./i18n.js";
import { api } from "./net.js";
import { chip, dialog } from "./page.js";
import { sideName } from "./panels.js";
import { upper } from "./sentences.js";

/**
 * @import { Content } from "./internal"
 * @import { Clause, Goals } from "./types"
 */

/** How to win somewhere: asked for when it is first wanted, and again in another language. */
export class GoalsAt {
  address = "";
  /** @type {Goals | undefined} */ found = undefined;
  window = () => {};    // draws the window in which they are read, if there was one

  /** @param {() => unknown} draw what to do when they have come */
  constructor(draw) {
    this.draw = draw;
  }

  /** The goals of a table. @param {string} id */
  table(id) {
    return this.#at(`/api/sittings/${id}/goals`, "");
  }

  /**
   * The goals of a scenario with the options that were chosen.
   * @param {string} game @param {string} scenario @param {Record<string, string>} [options]
   */
  scenario(game, scenario, options = {}) {
    const chosen = Object.entries(options).map(([name, value]) => `${name}:${value}`).join();
    return this.#at(`/api/games/${game}/goals/${scenario}`, chosen && `&options=${encodeURIComponent(chosen)}`);
  }

  /** @param {`/api/sittings/${string}/goals` | `/api/games/${string}/goals/${string}`} path @param {string} options */
  #at(path, options) {
    const address = `${path}?lang=${lang()}${options}`;
    if (address !== this.address) {
      this.address = address;
      this.#load(address);
    }
    return this.found;
  }

  /** @param {string} address */
  async #load(address) {
    /** @type {Goals | undefined} */
    const found = await api("GET", /** @type {`/api/sittings/${string}/goals`} */ (address)).catch(() => undefined);
    if (address !== this.address) return;
    this.found = found;
    this.draw();
    this.window();
  }
}

const SEEN = "tablero.goals";       // the games whose goals this browser has shown

/** The flags and names of sides. @param {Clause} clause */
const flags = ({ sides = [] }) => sides.map((side) => html`<span class="side-${side}"><b class="flag">${
  upper(sideName(side))}</b></span> `);

/** @param {string} title @param {Content} rows */
const part = (title, rows) => html`<section><h3>${w(`goals.${title}`)}</h3>${rows}</section>`;

/**
 * All of it; one's own aim first.
 * @param {Goals | undefined} goals @param {string[]} own seats
 */
export function goalsView(goals, own = []) {
  if (!goals?.aims.length) return "";
  /** @param {Clause} clause */
  const mine = ({ sides }) => sides.some((side) => own.includes(side));
  const aims = goals.aims.toSorted((a, b) => Number(mine(b)) - Number(mine(a)));
  return html`<div class="goals">
    ${aims.map((aim) => html`<p class="aim-of side-${aim.sides[0]} ${mine(aim) ? "own" : ""}">${flags(aim)} ${
      aim.text}</p>`)}
    ${goals.points.length ? part("points", html`<table class="pays"><tbody>${goals.points.map((one) => html`<tr><th
      scope="row">${one.points || "…"}</th><td>${flags(one)}${one.text} ${chip(one.rule)}</td></tr>`)}</tbody></table>`)
      : ""}
    ${part("ends", html`<ul>${goals.ends.map((one) => html`<li>${flags(one)}${one.text} ${
      chip(one.rule)}</li>`)}</ul>`)}</div>`;
}

/**
 * Those of a table in a window of their own, as soon as they have come.
 * @param {GoalsAt} at @param {string} id @param {string[]} own
 */
export const openGoals = (at, id, own) => dialog(w("goals.title"), (close, draw) => {
  at.window = draw;
  return goalsView(at.table(id), own);
}, "wide");

/** Has this browser shown how to win this game? @param {string} game */
export const known = (game) => (localStorage.getItem(SEEN) ?? "").split(" ").includes(game);

/** It has now. @param {string} game */
export function remember(game) {
  if (!known(game)) localStorage.setItem(SEEN, `${localStorage.getItem(SEEN) ?? ""} ${game}`.trim());
}

/**
 * The card on the table, for who sits down at this game for the first time: one's own aim, and all of it on demand.
 * @param {GoalsAt} at @param {string} id of the table @param {string[]} own @param {() => void} close
 */
export function goalsCard(at, id, own, close) {
  const goals = at.table(id);
  if (!goals?.aims.length) return "";
  const aims = goals.aims.filter(({ sides }) => sides.some((side) => own.includes(side)));
  return html`<section class="goals-card" aria-labelledby="goals-card"><button type="button" class="bare"
    aria-label=${w("close")} @click=${close}>✕</button><h2 id="goals-card">${w("goals.title")}</h2>
    ${(aims.length ? aims : goals.aims).map((aim) => html`<p class="aim-of side-${aim.sides[0]} own">${flags(aim)} ${
      aim.text}</p>`)}
    <p class="row"><button type="button" class="primary" @click=${close}>${w("goals.understood")}</button>
      <button type="button" @click=${() => openGoals(at, id, own)}>${w("goals.more")}</button></p></section>`;
}
