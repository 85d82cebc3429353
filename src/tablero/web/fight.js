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
const KEPT = 12;                // fights that were not put away
const NARROW = matchMedia("(max-width: 999px)");      // there a sheet covers much of the board
const SOON = 5;                 // actions within which a fight that has no panel goes on
const CORNERS = ["bottom left", "top left", "top right"];       // of the board; in the fourth are the keys of the map
/** How much of it a sheet takes in pixels, unfolded and folded. @type {[number, number][]} */
const [LARGE, SMALL] = [[430, 440], [380, 70]];
const LOW = 600;                // pixels: a board that is no higher is low
const MUCH = 100;               // what the place of the fight counts among the spots that a sheet would cover

/** What happened in a fight; `rows` are what the numbers of a roll are made of. */
/** @typedef {{text: string, dice: string, result: boolean, rows: Row[]}} Told */
/** A row with what each side has. @typedef {{name: string, ours: string, theirs: string, rule: string}} Row */
/**
 * One fight: `panel` is what the game tells while it lasts, as it was last; `rows` what events have told of both sides
 * since; `odds` what the choice that led to it promised; `key` where in the log it began.
 * @typedef {{key: string, title: string, panel: Panel | null, rows: Row[], told: Told[], odds: string, over: boolean}}
 *   Sheet
 */
/** A moment of the past: the log up to its last action, and what was to be seen. @typedef {{n: number, panels:
 *   Map<string, Panel>}} Then */

/** @param {number} mark */
const begins = (mark) => (mark & BEGINS) > 0;

/** @param {Map<string, Panel>} panels */
const under = (panels) => [...panels.values()].find(isNow) ?? null;

/** What a panel says of a fight as a whole: its short rows. @param {Panel | null} panel */
const short = (panel) => panel?.rows.filter((row) => row.length < 3).flat() ?? [];

/** @param {LogLine} line */
const telling = ({ undone, notice }) => !undone && !notice;

/** @param {string} key @param {string} [title] @param {string} [odds] @returns {Sheet} */
const fresh = (key, title = "", odds = "") => ({ key, title, panel: null, rows: [], told: [], odds, over: false });

/**
 * Rows of an event: those that name both sides first are the table of the fight, others explain the roll they are told
 * with.
 * @param {Sheet} sheet @param {Row[]} rows
 */
function explain(sheet, rows) {
  if (!rows[0]?.theirs) return rows;
  sheet.rows = rows;
  return [];
}

/** A panel has the newer table, if it has one. @param {Sheet} sheet @param {Panel} panel */
function lay(sheet, panel) {
  sheet.panel = panel;
  if (panel.rows.some((row) => row.length > 2)) sheet.rows = [];
}

/**
 * Write a line of the log on the sheets that it belongs to; answers whether it told something of a fight.
 * @param {Sheet[]} sheets the last is the one under way @param {LogLine} line @param {string} [odds]
 */
function write(sheets, { n, lines, heads, dice: thrown, fights, titles, sheets: rows }, odds = "") {
  let wrote = false;
  for (const [i, text] of lines.entries()) {
    const mark = fights?.[i] ?? 0;
    if (begins(mark)) sheets.push(fresh(`${n} ${i}`, titles?.[i], odds));
    const sheet = sheets.at(-1);
    if (!sheet || heads?.[i] || (sheet.over && !mark)) continue;
    const made = (rows?.[i] ?? []).map(([name, ours, theirs, rule]) => ({ name: `sheet.${name}`, ours, theirs, rule }));
    sheet.told.push({ text, dice: thrown?.[i] ?? "", result: Boolean(mark & RESULT), rows: explain(sheet, made) });
    sheet.told = sheet.told.slice(-MOST);
    wrote = true;
  }
  return wrote;
}

export class Fight {
  /** Those that were not put away; the last may still go on. @type {Sheet[]} */ sheets = [];
  at = -1;              // which of them is looked at; -1: the last
  /** @type {boolean | null} */ open = null;    // as somebody has folded it; null: as it suits the question
  passed = "";          // the fight after whose end somebody has acted
  promised = "";
  closed = "";          // the fight of the past that was put away
  away = false;         // was the one that still goes on?
  heard = -1;           // the line of the log that comes next
  parts = matchMedia("(min-height: 1100px)").matches;   // are parts of the numbers shown?

  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
  }

  /**
   * One is about to act: what was promised is kept, a fight that is over folds, and on a narrow screen it is put away
   * the next time. In a fight what names a thing, such as
   * a card, has odds of its own.
   * @param {{odds?: string, targets?: string[]}} choice
   */
  act({ odds = "", targets = [] }) {
    const last = this.sheets.at(-1), aside = last && !last.over && targets.length;
    this.promised = aside ? "" : plain(odds);
    if (aside && this.#offered) last.odds = "";         // they are others once the card is played
    if (!last?.over) return;
    if (NARROW.matches && this.passed === last.key) this.close();
    else Object.assign(this, { open: false, passed: last.key });
  }

  /** What is promised to who leaves a fight as it is. */
  get #offered() {
    const { choices = [], asked } = this.stage.model.told ?? {};
    return plain(choices.find(({ do: done }) => done === asked?.decline)?.odds ?? "");
  }

  /** After an update was folded in. @param {Update} update */
  hear(update) {
    const now = under(this.stage.model.panels), many = this.sheets.length;
    const told = (update.log ?? []).filter(telling), before = this.sheets.at(-1);
    const decided = before?.told.some(({ result }) => result);
    // of what happened before one came, only a fight that still goes on
    const first = this.heard >= 0 ? this.heard : now ? told.findLast((line) => line.fights?.some(begins))?.i ?? Infinity
      : Infinity;
    for (const line of told) if (line.i >= first) write(this.sheets, line, this.promised);
    this.heard = (update.log?.at(-1)?.i ?? this.heard - 1) + 1;
    if (update.struck) this.close();
    if (!now) this.away = false;
    if (now && !this.away && (this.sheets.at(-1)?.over ?? true)) this.sheets.push(fresh(`now ${this.heard}`));
    const last = this.sheets.at(-1);
    if (last && !(last === before && decided)) last.odds = (now && this.#offered) || this.promised || last.odds;
    if (last && now) lay(last, now);
    else if (last && !last.over) {
      last.over = last.told.some(({ result }) => result) || last.panel !== null;
      if (last.over && last === before && decided) this.open ??= false;         // how it ended has been seen
      if (last.over && this.open) this.open = null;      // its result is enough
    }
    if (this.sheets.length !== many) Object.assign(this, { at: -1, open: null });
    this.sheets = this.sheets.slice(-KEPT);
    if (update.log?.length) this.promised = "";
  }

  /**
   * The sheet of a fight as it was: one that went on, or of which the last action told.
   * @param {Then} then @returns {Sheet | null}
   */
  #then({ n, panels }) {
    /** @type {Sheet[]} */
    const sheets = [], now = under(panels);
    let last = "";
    for (const line of this.stage.model.log) {
      if (line.n > n || !telling(line)) continue;
      const before = sheets.at(-1);
      if (before) before.over = before.told.some(({ result }) => result);
      last = write(sheets, line) ? sheets.at(-1)?.key ?? "" : line.lines.length ? "" : last;
    }
    const found = sheets.at(-1);
    if (found) found.over = found.told.some(({ result }) => result);
    const since = n - Number(found?.key.split(" ")[0]);
    const told = last === found?.key && (found.over || since < SOON);
    if (!found || !(now || told) || found.key === this.closed) return null;
    if (now) lay(found, now);
    return found;
  }

  /** Put it away. @param {string} [key] of a fight of the past */
  close(key = "") {
    if (key) this.closed = key;
    else Object.assign(this, { away: !this.sheets.at(-1)?.over, sheets: [], at: -1 });
  }

  /** Escape puts away sheets whose fights are over. @param {KeyboardEvent} event */
  key({ key }) {
    if (key !== "Escape" || !this.sheets.length || !this.sheets.at(-1)?.over) return false;
    this.close();
    this.stage.hooks.changed();
    return true;
  }

  /**
   * The corner of the board in which the sheet covers least of what can be chosen, and how much that is. Where the
   * fight is counts more than all the rest.
   * @param {Sheet} sheet @param {number} wide @param {number} high @returns {[string, number]}
   */
  #corner({ told, over, panel }, wide, high) {
    const { view, frame, lit, scene } = this.stage, { clientWidth: w1, clientHeight: h1 } = frame, { zoom } = view;
    const here = short(panel).map(([, value]) => value);
    const spots = [...here, ...lit.keys(), ...told.flatMap(({ text }) => things(text)).slice(0, 3)].flatMap((id) => {
      const { x, y } = view.spot(id) ?? { x: NaN, y: 0 };
      return [[x * zoom.k + zoom.x, y * zoom.k + zoom.y, here.includes(id) ? MUCH : 1]];
    });
    const tall = high === LARGE[1] && h1 < LOW ? h1 : high;         // on a low board it may take all the height
    /** @param {string} corner @returns {[string, number]} */
    const covered = (corner) => [corner, spots.filter(([x, y]) => (corner.includes("left") ? x < wide : x > w1 - wide)
      && (corner.includes("top") ? y < tall : y > h1 - tall)).reduce((sum, [,, worth]) => sum + worth, 0)];
    const [[best, n]] = CORNERS.map(covered).sort(([, a], [, b]) => a - b);
    return [best, scene.inset && !over ? n + 1 : n];
  }

  /** The sheet on the board: of the present, or of a moment of the past that the board shows. @param {Then} [then] */
  view(then) {
    if (this.stage.past && !then) return "";
    const sheet = then ? this.#then(then) : this.sheets.at(this.at) ?? this.sheets.at(-1);
    if (!sheet || !(sheet.panel || sheet.rows.length || sheet.told.length)) return "";
    const { panel, told, odds } = sheet, [large, covers] = this.#corner(sheet, ...LARGE);
    const title = panel ? say(panel.name) : sheet.title || w("fight.title");
    const open = this.open ?? (!covers && Boolean(then
      || (settings.pace !== "off" && !(sheet.over && this.stage.finger))));     // on a phone it is over half the map
    const corner = open ? large : this.#corner(sheet, ...SMALL)[0];
    const results = told.filter(({ result }) => result), course = told.filter(({ result }) => !result);
    const change = (/** @type {Partial<Fight>} */ what) => {
      Object.assign(this, what);
      this.stage.hooks.changed();
    };
    const away = () => {
      this.close(then && sheet.key);
      this.stage.hooks.changed();
    };
    return html`<section class="fight ${corner} ${open ? "open" : ""}" aria-label=${`${w("fight.title")}: ${title}`}>
      <header><button type="button" class="bare fold" aria-expanded=${String(open)}
        @click=${() => change({ open: !open })}><b>${title}</b>
        ${open || !results.length ? this.#place(sheet)
          : html`<small>${plain(results.at(-1)?.text ?? "")}</small>`}</button>
        ${then ? "" : this.#pages(change)}<button type="button" class="bare" aria-label=${w("close")}
          title=${w("close")} @click=${away}>✕</button></header>
      ${open ? html`<div class="body" tabindex="0">${
        results.map((one) => html`<p class="outcome">${this.#told(one)}</p>`)}${this.#table(sheet)}
        ${odds ? html`<p class="odds">${w("fight.odds", { odds })}</p>` : ""}
        <ol>${course.map((one) => html`<li>${this.#told(one)}</li>`)}</ol></div>` : ""}
    </section>`;
  }

  /** Of several fights, which one, and the ways to the others. @param {(what: Partial<Fight>) => void} change */
  #pages(change) {
    const all = this.sheets.length, at = this.at < 0 ? all - 1 : Math.min(this.at, all - 1);
    if (all < 2) return "";
    /** @param {string} name @param {string} sign @param {number} to */
    const key = (name, sign, to) => html`<button type="button" class="bare" aria-label=${w(`fight.${name}`)}
      title=${w(`fight.${name}`)} ?disabled=${to < 0 || to >= all} @click=${() => change({ at: to })}>${sign}</button>`;
    return html`<span class="pages">${key("earlier", "‹", at - 1)}${at + 1}/${all}${key("later", "›", at + 1)}</span>`;
  }

  /** A sentence with its dice, and what its numbers are made of. @param {Told} told */
  #told({ text, dice: thrown, rows }) {
    const made = rows.map(({ name, ours, rule }) => html`<span>${say(name)} <b>${cell(this.stage, ours)}</b> ${
      chip(rule)}</span>`);
    return html`${dice(thrown)}${plain(text)}${rows.length ? html`<small class="made">${made}</small>` : ""}`;
  }

  /** What a panel says of the fight as a whole: where, and while it goes on which round. @param {Sheet} sheet */
  #place({ panel, rows, over }) {
    const shown = short(panel).filter(([key]) => key !== "round" || !(over && rows.length));
    return shown.map(([key, value]) => html`<small>${key === "round" ? `${say("row.round")} ` : ""}${
      /^[a-z_]+:/.test(value) ? this.stage.name(value) : has(value) ? t(value) : value}</small>`);
  }

  /**
   * The two sides, a column each, with what is compared between them; parts of it can be folded away.
   * @param {Sheet} sheet
   */
  #table({ panel, rows: told }) {
    const long = panel?.rows.filter((row) => row.length > 2) ?? [];
    const { part = [], whole = [] } = Object.groupBy(told.length ? [] : long, ([[key]]) => (key === "part" ? "part"
      : "whole"));
    const [, [ours], [theirs]] = long[0] ?? [[], ["attacker"], ["defender"]];
    /** @param {Heard<HTMLDetailsElement>} event */
    const fold = (event) => { this.parts = event.currentTarget.open; };
    const rows = [...whole.map(rowOf), ...told];
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
