// @ts-check
// The log: sentences under headings, dice drawn as dice, things as links, undone lines struck out.

import { html, svg } from "./vendor/lit-html.js";
import { look } from "./game.js";
import { w } from "./i18n.js";
import { things } from "./sentences.js";
import { linked } from "./stage.js";

/**
 * @import { Stage } from "./stage.js"
 * @import { LogLine } from "./types"
 */

const SHOWN = 250;      // lines drawn at once; older ones on demand
/** @type {Record<string, number[]>} */
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** @param {string} n */
function die(n) {
  return html`<svg class="die" viewBox="0 0 20 20" role="img" aria-label=${w("die", { n })}><rect x="1"
    y="1" width="18" height="18" rx="4"/>${
    PIPS[n].map((at) => svg`<circle cx=${5 + (at % 3) * 5} cy=${5 + Math.floor(at / 3) * 5} r="1.8"/>`)}</svg>`;
}

/** The dice that fell: "3 5". @param {string} text */
export const dice = (text) => (text ? html`<span class="dice">${text.split(" ").map(die)}</span>` : "");

/** @param {Stage} stage @param {string} id */
const whose = ({ model }, id) => (look().sides[id.split(":")[1]] ? id.split(":")[1] : model.pieces.get(id)?.side);

export class LogView {
  /** By the sentences of a line: whose they are. @type {WeakMap<string[], string[]>} */ #known = new WeakMap();
  all = false;
  back = false;         // choosing the line to go back to

  /** @param {Stage} stage @param {(n: number) => unknown} takeBack */
  constructor(stage, takeBack) {
    this.stage = stage;
    this.takeBack = takeBack;
  }

  /**
   * The lines; those from the action `since` on are new to the reader, those of the action `at` are being shown.
   * @param {number} since @param {number} at
   */
  view(since, at) {
    const { log } = this.stage.model;
    const from = this.all ? 0 : Math.max(0, log.length - SHOWN);
    return html`
      <div class="log" tabindex="0" role="log" aria-label=${w("log")} aria-live="off">
        <h2 class="unseen">${w("log")}</h2>
        ${from ? html`<button type="button" class="bare"
          @click=${() => { this.all = true; this.stage.hooks.changed(); }}>${w("earlier", { n: from })}</button>` : ""}
        ${log.length ? "" : html`<p class="hint">${w("log_empty")}</p>`}
        ${log.slice(from).map((line) => this.#line(line, line.n >= since, line.n === at))}
      </div>`;
  }

  /**
   * The side that each sentence is about: the first it mentions. If none mentions any, they are about who acted; of
   * several seats that may only have been the last to pass.
   * @param {LogLine} line
   */
  #sides({ lines, seat }) {
    const known = this.#known.get(lines);
    if (known) return known;
    const found = lines.map((text) => things(text).map((id) => whose(this.stage, id)).find(Boolean) ?? "");
    const several = (this.stage.model.told?.chairs.length ?? 0) > 2;
    const sides = several || found.some(Boolean) ? found : found.map(() => seat);
    this.#known.set(lines, sides);
    return sides;
  }

  /** @param {LogLine} line @param {boolean} fresh @param {boolean} shown */
  #line(line, fresh, shown) {
    if (!line.lines.length) return "";
    const sides = this.#sides(line), marks = `line ${line.undone ? "undone" : ""} ${fresh ? "fresh" : ""} ${shown
      ? "shown" : ""} ${line.notice ? "notice" : ""}`;
    return html`<div class=${marks} data-line=${line.i}>
      ${line.lines.map((text, i) => this.#sentence(text, line.heads?.[i], line.dice?.[i] ?? "", sides[i]))}
      ${this.back && !line.undone && !line.notice ? html`<button type="button" class="chip"
        @click=${() => this.takeBack(line.n - 1)}>${w("back_to_here")}</button>` : ""}
    </div>`;
  }

  /** @param {string} text @param {number | undefined} head @param {string} thrown @param {string} side */
  #sentence(text, head, thrown, side) {
    const words = linked(this.stage, text);
    if (head) return html`<h3 class=${head === 1 ? "" : `lesser side-${side}`}>${words}</h3>`;
    return html`<p class="side-${side}">${dice(thrown)}${words}</p>`;
  }
}

/**
 * Show on the board what a line is about: from where to where, or who and whom.
 * @param {Stage} stage @param {LogLine} line
 */
export function point({ model, view }, line) {
  const told = line.lines.flatMap(things).filter((id) => model.onBoard(id)),
    places = told.filter((id) => model.spaces.has(id));
  view.flash(...(places.length > 1 ? places : told));
}
