// @ts-check
// A fight is a sheet on the board: who is in it, what the numbers are made of, the odds there were, every die and what
// came of it. It is kept up to date while the fight lasts, and stays until somebody puts it away.

import { html } from "./vendor/lit-html.js";
import { has, t, w } from "./i18n.js";
import { dice } from "./log.js";
import { chip } from "./page.js";
import { cell, isNow, say } from "./panels.js";
import { plain, things } from "./sentences.js";
import { settings } from "./settings.js";

/**
 * @import { Content, Heard } from "./internal"
 * @import { Stage } from "./stage.js"
 * @import { Choice, LogLine, Panel, Update } from "./types"
 */

const BEGINS = 1, RESULT = 2;   // bits of `LogLine.fights`
const MOST = 40;                // sentences of one fight
const CORNERS = ["bottom left", "top left", "top right"];       // of the board; in the fourth are the keys of the map
/** How much of it a sheet takes in pixels, unfolded and folded. @type {[number, number][]} */
const [LARGE, SMALL] = [[420, 440], [380, 70]];

/** What happened in a fight. @typedef {{text: string, dice: string, result: boolean}} Told */
/** A row with what each side has. @typedef {{name: string, ours: string, theirs: string, rule: string}} Row */

/** @param {number} mark */
const begins = (mark) => (mark & BEGINS) > 0;

export class Fight {
  /** @type {Panel | null} */ panel = null;     // what the game tells while it lasts, as it was last
  /** @type {Row[]} */ rows = [];               // what events have told of their numbers
  /** @type {Told[]} */ told = [];
  odds = "";            // what the choice that led to it promised
  begun = false;        // is there one to be shown?
  over = true;
  /** @type {boolean | null} */ open = null;    // as somebody has folded it; null: as it suits the question
  promised = "";
  heard = -1;           // the line of the log that comes next
  parts = matchMedia("(min-height: 1100px)").matches;   // are parts of the numbers shown?

  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
  }

  /** One is about to act: what was promised is kept. @param {Choice} choice */
  act({ odds = "" }) {
    this.promised = plain(odds);
  }

  /** After an update was folded in. @param {Update} update */
  hear(update) {
    const now = [...this.stage.model.panels.values()].find(isNow) ?? null;
    const told = (update.log ?? []).filter((line) => !line.undone && !line.notice);
    // of what happened before one came, only a fight that still goes on
    const first = this.heard >= 0 ? this.heard : now ? told.findLast((line) => line.fights?.some(begins))?.i ?? Infinity
      : Infinity;
    for (const line of told) if (line.i >= first) this.#line(line);
    this.heard = (update.log?.at(-1)?.i ?? this.heard - 1) + 1;
    if (update.struck) this.close();
    if (now && this.over) this.#begin();
    if (now) this.panel = now;
    else if (this.begun && !this.over) this.over = this.told.some(({ result }) => result) || this.panel !== null;
    if (update.log?.length) this.promised = "";
  }

  #begin() {
    Object.assign(this, { panel: null, rows: [], told: [], odds: this.promised, begun: true, over: false, open: null });
  }

  /** @param {LogLine} line */
  #line({ lines, heads, dice: thrown, fights, sheet }) {
    if (fights?.some(begins)) this.#begin();
    if (!this.begun || (this.over && !fights)) return;
    const first = fights?.findIndex(begins) ?? -1;
    for (const [i, text] of lines.entries()) {
      const result = Boolean((fights?.[i] ?? 0) & RESULT);
      if (i >= first && !heads?.[i]) this.told.push({ text, dice: thrown?.[i] ?? "", result });
    }
    this.told = this.told.slice(-MOST);
    if (sheet) this.rows = sheet.map(([name, ours, theirs, rule]) => ({ name: `sheet.${name}`, ours, theirs, rule }));
  }

  /** Put it away. */
  close() {
    this.begun = false;
    this.over = true;
  }

  /** Escape puts away a sheet whose fight is over. @param {KeyboardEvent} event */
  key({ key }) {
    if (key !== "Escape" || !this.begun || !this.over) return false;
    this.close();
    this.stage.hooks.changed();
    return true;
  }

  /**
   * The corner of the board in which the sheet covers least of what can be chosen, and how much that is.
   * @param {number} wide @param {number} high @returns {[string, number]}
   */
  #corner(wide, high) {
    const { view, frame, lit, scene } = this.stage, { clientWidth: w1, clientHeight: h1 } = frame, { zoom } = view;
    const spots = [...lit.keys(), ...this.told.flatMap(({ text }) => things(text)).slice(0, 3)]
      .flatMap((id) => view.spot(id) ?? []).map(({ x, y }) => [x * zoom.k + zoom.x, y * zoom.k + zoom.y]);
    /** @param {string} corner */
    const covered = (corner) => spots.filter(([x, y]) => (corner.includes("left") ? x < wide : x > w1 - wide)
      && (corner.includes("top") ? y < high : y > h1 - high)).length;
    const all = CORNERS.map((corner) => /** @type {[string, number]} */ ([corner, covered(corner)]));
    const [best] = all.sort(([, a], [, b]) => a - b);
    return [best[0], best[1] + (scene.inset && !this.over ? 1 : 0)];
  }

  view() {
    if (!this.begun || this.stage.past || !(this.panel || this.rows.length || this.told.length)) return "";
    const title = this.panel ? say(this.panel.name) : w("fight.title"), [large, covers] = this.#corner(...LARGE);
    const open = this.open ?? (!covers && settings.pace !== "off"), corner = open ? large : this.#corner(...SMALL)[0];
    const results = this.told.filter(({ result }) => result), course = this.told.filter(({ result }) => !result);
    /** @param {Heard<HTMLDetailsElement>} event */
    const fold = (event) => {
      event.preventDefault();
      this.open = !open;
      this.stage.hooks.changed();
    };
    return html`<section class="fight ${corner} ${open ? "open" : ""}" aria-label=${title}>
      <header><button type="button" class="bare fold" aria-expanded=${String(open)} @click=${fold}><b>${title}</b>
        ${this.#place()}${open ? "" : html`<small>${plain(results.at(-1)?.text ?? "")}</small>`}</button>
        <button type="button" class="bare" aria-label=${w("close")} title=${w("close")}
          @click=${() => { this.close(); this.stage.hooks.changed(); }}>✕</button></header>
      ${open ? html`<div class="body" tabindex="0">${this.#table()}
        ${this.odds ? html`<p class="odds">${w("fight.odds", { odds: this.odds })}</p>` : ""}
        <ol>${course.map(({ text, dice: thrown }) => html`<li>${dice(thrown)}${plain(text)}</li>`)}</ol>
        ${results.map(({ text, dice: thrown }) => html`<p class="outcome">${dice(thrown)}${
          plain(text)}</p>`)}</div>` : ""}
    </section>`;
  }

  /** What a panel says of the fight as a whole: where, which round. */
  #place() {
    const short = this.panel?.rows.filter((row) => row.length < 3).flat() ?? [];
    return short.map(([key, value]) => html`<small>${key === "round" ? `${say("row.round")} ` : ""}${
      /^[a-z_]+:/.test(value) ? this.stage.name(value) : has(value) ? t(value) : value}</small>`);
  }

  /** The two sides, a column each, with what is compared between them; parts of it can be folded away. */
  #table() {
    const long = this.panel?.rows.filter((row) => row.length > 2) ?? [];
    const { part = [], whole = [] } = Object.groupBy(long, ([[key]]) => (key === "part" ? "part" : "whole"));
    const [, [ours], [theirs]] = long[0] ?? [[], ["attacker"], ["defender"]];
    /** @param {Heard<HTMLDetailsElement>} event */
    const fold = (event) => { this.parts = event.currentTarget.open; };
    const rows = [...whole.map(rowOf), ...this.rows];
    /** @param {Row[]} some @param {Content} head */
    const table = (some, head) => html`<table class="sides-of">${head}<tbody>${
      some.map((row) => this.#row(row))}</tbody></table>`;
    const head = html`<thead><tr><th>${say(`row.${ours}`)}</th><td></td><th>${say(`row.${theirs}`)}</th></tr></thead>`;
    return html`${rows.length ? table(rows, head) : ""}${part.length ? html`<details class="parts" ?open=${this.parts}
      @toggle=${fold}><summary>${say("row.part")}</summary>${table(part.map(rowOf), "")}</details>` : ""}`;
  }

  /** @param {Row} row */
  #row({ name, ours, theirs, rule }) {
    return html`<tr><td>${cell(this.stage, ours)}</td><th scope="row">${say(name)} ${chip(rule)}</th><td>${
      cell(this.stage, theirs)}</td></tr>`;
  }
}

/** A row of a panel: what is compared, of the one side, of the other, and the rule. @param {[string, string][]} row */
function rowOf([[, name], [, ours], [, theirs], [, rule] = ["", ""]]) {
  return { name, ours, theirs, rule };
}
