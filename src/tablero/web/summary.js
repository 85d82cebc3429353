// @ts-check
// The account of a finished game: the course of the points as a curve, losses, fights, turning points, luck of the
// dice; with links to the moments. A page of its own.

import { html, render, svg } from "./vendor/lit-html.js";
import { loadGame } from "./game.js";
import { lang, w } from "./i18n.js";
import { api } from "./net.js";
import { bar } from "./page.js";
import { plain, upper } from "./sentences.js";

/** @import { Content } from "./internal" */
/** @import { MeterSum, Row, Sample, Summary, Told } from "./types" */

const WIDE = 720, HIGH = 260, LEFT = 34, LOW = 26;      // of the drawing, in its own units
const KIND = 1, VERY = 2;           // standard deviations from which dice were kind or unkind, and very much so

/** @param {number} n */
const short = (n) => n.toLocaleString(lang(), { maximumFractionDigits: 1 }).replace("-", "−");

/** Steps of the scale: at most six. @param {number} low @param {number} high */
function steps(low, high) {
  const by = [1, 2, 5, 10, 20, 50, 100, 200].find((size) => (high - low) / size <= 6) ?? 500;
  const first = Math.ceil(low / by) * by;
  return Array.from({ length: Math.floor((high - first) / by) + 1 }, (_, i) => first + i * by);
}

/** Where actions and values are in a drawing. @param {number[]} values @param {number} actions */
function scales(values, actions) {
  const low = Math.min(0, ...values), high = Math.max(low + 1, ...values), last = Math.max(1, actions);
  return {
    low, high, x: (/** @type {number} */ n) => LEFT + (WIDE - LEFT - 8) * n / last,
    y: (/** @type {number} */ value) => 8 + (HIGH - LOW - 8) * (high - value) / (high - low),
  };
}

/**
 * Lines for values, and for the turns, with numbers where there is room.
 * @param {number} low @param {number} high @param {number[]} turns @param {(n: number) => number} x
 * @param {(n: number) => number} y
 */
function grid(low, high, turns, x, y) {
  let free = 0;
  return [...steps(low, high).map((value) => svg`<path class="scale" d="M${LEFT} ${y(value)}H${WIDE - 8}"/><text
    x=${LEFT - 6} y=${y(value) + 4} text-anchor="end">${value}</text>`), ...turns.map((n, i) => {
    const at = Math.min(x(n) + 3, WIDE - 24), said = at > free;
    if (said) free = at + 24;
    return svg`<path class="turn" d="M${x(n)} 8V${HIGH - LOW}"/>${
      said ? svg`<text x=${at} y=${HIGH - 8}>${i + 1}</text>` : ""}`;
  })];
}

class Account {
  source = -1;          // which source is drawn; -1 for all together

  /** @param {HTMLElement} host @param {string} id @param {Summary} told @param {string} title */
  constructor(host, id, told, title) {
    this.host = host;
    this.id = id;
    this.told = told;
    this.title = title;
  }

  /** The points of a sample that are drawn, by side. @param {Sample} sample */
  #points(sample) {
    return this.source < 0 ? sample.points : sample.sources[this.source];
  }

  #chart() {
    const { curve, actions, sides, turns } = this.told, all = curve.flatMap((sample) => this.#points(sample));
    const { x, y, low, high } = scales(all, actions);
    /** @param {number} side */
    const path = (side) => `M${curve.map((sample, i) => `${i ? `H${x(sample.n).toFixed(1)}V` : `${x(0)} `}${
      y(this.#points(sample)[side]).toFixed(1)}`).join("")}H${x(actions)}`;
    return html`<svg class="course" viewBox="0 0 ${WIDE} ${HIGH}" role="group" aria-label=${w("summary.course")}>
      ${grid(low, high, turns, x, y)}
      ${sides.map(({ seats }, side) => svg`<path class="line side-${seats[0]} dash-${side}" d=${path(side)} />`)}
      ${this.told.turning.map(({ n, side }) => svg`<a href="/replay/${this.id}#${n}" aria-label=${
        w("replay.moment", { n, all: actions })}><circle class="side-${sides[side].seats[0]}" cx=${x(n)}
        cy=${y(this.#points(curve.findLast((sample) => sample.n <= n) ?? curve[0])[side])} r="6"/></a>`)}</svg>
      <p class="legend">${sides.map(({ seats, title }, side) => html`<span class="side-${seats[0]}"><svg
        viewBox="0 0 34 8" aria-hidden="true"><path class="line dash-${side}" d="M1 4H33"/></svg> ${
        title}</span>`)}</p>`;
  }

  /** The heads of the columns of the sides. */
  #heads() {
    return this.told.sides.map(({ seats, title }) => html`<th scope="col" class="side-${seats[0]}"><span class="flag">${
      title}</span></th>`);
  }

  /**
   * A table with a column for each side.
   * @param {Row[]} rows @param {string[]} [more] heads of other columns @param {number[]} [sums] below them
   */
  #table(rows, more = [], sums = []) {
    return html`<table class="table-of"><thead><tr><td></td>${this.#heads()}${more.map((head) => html`<th scope="col">${
      head}</th>`)}</tr></thead><tbody>${rows.map(({ title, values }) => html`<tr><th scope="row">${title}</th>${
      values.map((n) => html`<td>${n ? short(n) : "–"}</td>`)}</tr>`)}${sums.length ? html`<tr class="sum"><th
      scope="row">${w("summary.sum")}</th>${sums.map((n) => html`<td>${short(n)}</td>`)}</tr>` : ""}</tbody></table>`;
  }

  /** What rose and fell besides the points. @param {MeterSum} meter */
  #meter({ curve, sources, title }) {
    const { actions, turns } = this.told, all = curve.map(({ value }) => value);
    const { x, y, low, high } = scales(all, actions);
    const line = curve.map(({ n, value }, i) => `${i ? `H${x(n).toFixed(1)}V` : `${x(0)} `}${y(value).toFixed(1)}`);
    return html`<svg class="course" viewBox="0 0 ${WIDE} ${HIGH}" role="group" aria-label=${title}>${
      grid(low, high, turns, x, y)}<path class="line" d="M${line.join("")}H${x(actions)}"/></svg>
      <table class="table-of"><thead><tr><td></td><th scope="col">${w("summary.raised")}</th><th scope="col">${
        w("summary.lowered")}</th></tr>
      </thead><tbody>${sources.map((row) => html`<tr><th scope="row">${row.title}</th>${
        row.values.map((n) => html`<td>${n ? short(n) : "–"}</td>`)}</tr>`)}</tbody></table>`;
  }

  /** @param {Told[]} moments */
  #moments(moments) {
    const { sides, turns } = this.told;
    return html`<ol class="moments">${moments.map(({ n, text, side, points, source }) => html`<li class=${side < 0 ? ""
      : `side-${sides[side].seats[0]}`}><small>${w(points ? "summary.swing" : "summary.turn", {
      turn: turns.filter((start) => start < n).length, n: short(points), side: sides[side]?.title })}${
      source ? ` · ${source}` : ""}</small> <a href="/replay/${this.id}#${n}">${plain(text)}</a></li>`)}</ol>`;
  }

  #luck() {
    return html`<table class="table-of"><thead><tr><td></td>${this.#heads()}</tr></thead><tbody>${
      this.told.luck.map(({ title, sides }) => html`<tr><th scope="row">${title}</th>${sides.map((one) => {
        if (!one) return html`<td>–</td>`;
        const off = Math.abs(one.deviation);
        const how = w(`summary.${off < KIND ? "fair" : `${off < VERY ? "" : "very_"}${
          one.deviation > 0 ? "kind" : "unkind"}`}`);
        return html`<td>${short(one.got)} <small>/ ${short(one.mean)}</small> <a href="/replay/${this.id}#${one.n}"
          title=${w("summary.extreme")}>${how}</a></td>`;
      })}</tr>`)}</tbody></table>`;
  }

  draw() {
    const { told } = this;
    /** @param {string} name @param {Content} body */
    const part = (name, body) => html`<section><h2>${w(`summary.${name}`)}</h2>${body}</section>`;
    const choose = (/** @type {Event} */ { target }) => {
      this.source = Number(/** @type {HTMLSelectElement} */ (target).value);
      this.draw();
    };
    render(html`${bar(html`<h1>${this.title}</h1>`)}<main class="summary">
      <p class="lead">${upper(told.result)}</p>
      <p class="row"><a class="button primary" href="/replay/${this.id}">${w("watch_again")}</a>
        <a class="button" href="/table/${this.id}">${w("replay.table")}</a></p>
      ${part("course", html`${this.#chart()}<label class="field"><span>${w("summary.drawn")}</span><select
        @change=${choose}><option value="-1">${w("summary.all")}</option>${told.sources.map(({ title }, i) => html`
        <option value=${i}>${title}</option>`)}</select></label>${
        this.#table(told.sources, [], told.curve[told.curve.length - 1].points)}`)}
      ${told.meters.map((meter) => html`<section><h2>${meter.title}</h2>${this.#meter(meter)}</section>`)}
      ${told.turning.length ? part("turning", this.#moments(told.turning)) : ""}
      ${told.losses.length ? part("losses", this.#table(told.losses)) : ""}
      ${told.fights.length ? part("fights", html`${this.#table(told.fights, [w("summary.nobody")])}<details><summary>${
        w("summary.each")}</summary>${this.#moments(told.moments)}</details>`) : ""}
      ${told.luck.length ? part("luck", html`<p class="hint">${w("summary.luck_why")}</p>${this.#luck()}`) : ""}
    </main>`, this.host);
  }
}

/** @param {HTMLElement} host @param {string} id */
export async function summary(host, id) {
  const about = await api("GET", `/api/sittings/${id}/about?lang=${lang()}`);
  const [told] = await Promise.all([api("GET", `/api/sittings/${id}/summary?lang=${lang()}`),
    loadGame(about.game, lang())]);
  document.title = `${w("summary.title")} · ${about.title} · Tablero`;
  new Account(host, id, told, `${w("summary.title")}: ${about.title}`).draw();
  return { language: () => summary(host, id) };
}
