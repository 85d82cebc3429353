// @ts-check
// The player's aid and the tables of the rulebook: beside a board, in the book, and as a page to print.

import { html, render } from "./vendor/lit-html.js";
import { gameCode, loadGame } from "./game.js";
import { GoalsAt, goalsView } from "./goals.js";
import { lang, t, w } from "./i18n.js";
import { api } from "./net.js";
import { bar, chip } from "./page.js";

/**
 * @import { Aid, Chart, ChartRow, Sheet } from "./types"
 * @import { Content, Heard } from "./internal"
 */

/** @typedef {(id: string) => Content} Link a rule as something to click */

const styles = document.createElement("link");          // of the book, for those who open it
styles.rel = "stylesheet";
styles.href = new URL("./book.css", import.meta.url).href;
await new Promise((ready) => {
  styles.onload = styles.onerror = ready;
  document.head.append(styles);
});

/** @type {Map<string, Promise<Aid>>} */
const aids = new Map();         // by game and language

/** @param {string} game @returns {Promise<Aid>} */
export function readAid(game) {
  const key = `${game}.${lang()}`;
  if (!aids.has(key)) aids.set(key, api("GET", `/api/games/${game}/aid?lang=${lang()}`));
  return /** @type {Promise<Aid>} */ (aids.get(key));
}

/** @param {string[]} rules @param {Link} link */
const links = (rules, link) => rules.map((id) => html` ${link(id)}`);

/** A sheet of words. @param {Sheet} sheet @param {Link} link */
export const sheetView = ({ id, title, lines }, link) => html`<section class="sheet-of" id=${`s-${id}`}>
  <h3>${title}</h3>${lines.map(({ text, rules }) => html`<p>${text}${links(rules, link)}</p>`)}</section>`;

const FIGURE = /^[-−+≤≥<×\d–.,/½ ]*$/;      // what stands in a column of figures
const WIDE = 5;                             // columns from which a table may be wider than its place

/**
 * A table, with its heads if it has any. What does not fit scrolls inside it.
 * @param {Chart} chart @param {Link} link @param {ChartRow[]} [rows] those to show
 */
export function chartView({ id, part, title, heads, rows: all, notes, rules }, link, rows = all) {
  const figures = all[0]?.cells.map((_, i) => all.every(({ cells }) => FIGURE.test(cells[i]))) ?? [];
  const cited = all.some((row) => row.rules.length);
  const named = html`<span class="unseen">${title}</span>`;        // a column without a head
  /** @param {number} i */
  const kind = (i) => (figures[i] ? "n" : "");
  return html`<section class="chart of-${part}" id=${`t-${id}`}><h3>${title}${links(rules, link)}</h3>
    <div class="scrolls" tabindex="0" role="region" aria-label=${title}><table class=${
      heads.length > WIDE ? "wide" : heads.length ? "" : "pairs"}>${heads.length ? html`<thead><tr>${heads
        .map((head, i) => html`<th scope="col" class=${kind(i)}>${head || named}</th>`)}${
      cited ? html`<th scope="col">${w("book.rules")}</th>` : ""}</tr></thead>` : ""}<tbody>${rows
        .map((row) => html`<tr>${row.cells.map((cell, i) => (i ? html`<td class=${kind(i)}>${cell}</td>`
          : html`<th scope="row" class=${kind(0)}>${cell}</th>`))}${
          cited ? html`<td>${links(row.rules, link)}</td>` : ""}</tr>`)}</tbody></table></div>
    ${notes.map((note) => html`<p class="note">${note}</p>`)}</section>`;
}

/** The tables that belong on a player's aid. @param {Aid} aid */
const tables = ({ charts }) => charts.filter(({ part }) => part === "tables");

/** @type {{key: string, aid: Aid | null}} */
const shown = { key: "", aid: null };

/** Beside a board, below how to win. @param {Content} goals @param {() => void} draw */
export function aidView(goals, draw) {
  const game = gameCode(), key = `${game}.${lang()}`;
  if (shown.key !== key) {
    shown.key = key;
    readAid(game).then((found) => {
      shown.aid = found;
      draw();
    });
  }
  const { aid: found } = shown;
  return html`<div class="panels aid" tabindex="0">${
    goals ? html`<div class="panel"><h3>${w("goals.title")}</h3>${goals}</div>` : ""}${found ? html`${
    found.sheets.map((sheet) => sheetView(sheet, chip))}${tables(found).map((chart) => chartView(chart, chip))}
    <p><a class="button" href=${`/aid/${game}`} target="_blank" data-plain>${w("book.aid_print")}</a></p>` : ""}</div>`;
}

/** A page of its own, for paper. @param {HTMLElement} host @param {string} game */
export async function aid(host, game) {
  const [found, games] = await Promise.all([readAid(game), api("GET", `/api/games?lang=${lang()}`),
    loadGame(game, lang())]);
  const scenarios = games.find(({ code }) => code === game)?.scenarios ?? [];
  let scenario = scenarios[0]?.id ?? "";
  const goals = new GoalsAt(() => draw());
  /** @param {Heard<HTMLSelectElement>} event */
  const choose = (event) => {
    scenario = event.currentTarget.value;
    draw();
  };
  const draw = () => {
    document.title = `${w("book.aid")} · ${t("game.title")} · Tablero`;
    render(html`${bar()}<main class="aid-page aid">
      <header><h1>${t("game.title")}</h1><h2>${w("book.aid")}</h2>
        <p class="row"><label class="field"><span>${w("book.for_scenario")}</span><select @change=${choose}>${scenarios
          .map(({ id, title }) => html`<option value=${id} ?selected=${id === scenario}>${title}</option>`)}</select>
          </label>
          <button type="button" class="primary" @click=${() => print()}>${w("book.print")}</button>
          <a class="button" href=${`/book/${game}`}>${w("book.whole")}</a></p></header>
      <div class="sheets"><section class="panel"><h3>${w("goals.title")}: ${
        scenarios.find(({ id }) => id === scenario)?.title}</h3>${goalsView(goals.scenario(game, scenario))}</section>
        ${found.sheets.map((sheet) => sheetView(sheet, chip))}${tables(found).map((chart) => chartView(chart, chip))}
      </div></main>`, host);
  };
  draw();
  return { language: () => aid(host, game) };
}
