// @ts-check
// What just happened, where it happened: dice beside what they were rolled for, arrows for who went where, a burst on
// who was hit. It follows from what was told and from what changed, and never catches a click.

import { html, render } from "./vendor/lit-html.js";
import { isMarker } from "./counters.js";
import { look } from "./game.js";
import { dice } from "./log.js";
import { plain, things } from "./sentences.js";
import { sheetOver } from "./pieces.js";
import { el, move, path, r, tag } from "./svg.js";

/**
 * @import { Moment, Scene } from "./internal"
 * @import { Stage } from "./stage.js"
 * @import { LogLine, Piece } from "./types"
 */

/** A sentence with the dice that were rolled for it. @typedef {{dice: string, text: string}} Fallen */

const ROWS = 4;         // sentences beside one thing
const MOST = 10;        // arrows and bursts: more would only confuse
const BURST = "M0-62 14-26 52-36 32-4 60 24 28 26 8 60-8 30-50 44-34 8-60-20-22-22Z";

/** A way in from both ends. @param {number} at @param {number} most */
const within = (at, most) => Math.max(6, Math.min(at, most - 6));

/** How strong a piece is, as far as it is seen. @param {Piece} piece */
const strength = ({ values }) => parseInt(values.find(([key]) => key === "strength")?.[1] ?? "", 10);

/** What a piece has suffered, by its badges. @param {Piece} piece */
const harm = ({ badges }) => badges.map((badge) => badge.split("."))
  .reduce((sum, [name, n = "1"]) => sum + (look().badges[name]?.harm ? Number(n) : 0), 0);

export class Effects {
  layer = tag("div", { className: "effects", ariaHidden: "true" });
  drawn = el("g", { class: "effects-drawn" });
  /** @type {[string, Fallen[]][]} */ labels = [];       // by what they are about
  about = "";           // the thing that was told of last: what names none is about it
  ending = 0;

  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
  }

  /**
   * Show what a moment changed, for so many milliseconds.
   * @param {Scene} before @param {Moment} moment @param {number} time
   */
  show(before, { scene, lines }, time) {
    this.clear();
    const told = lines.filter((line) => !line.undone && !line.notice);
    const rolled = told.some((line) => line.dice);
    this.labels = told.flatMap((line) => this.#labels(line));
    const { view } = this.stage, hits = rolled ? this.#hits(before, scene) : [];
    this.drawn = el("g", { class: "effects-drawn" }, ...this.#arrows(before, scene),
      ...hits.map(([x, y, sign]) => el("g", { transform: move(x, y) },
        path("burst", BURST), el("text", { class: "burst-sign", y: 14 }, sign))));
    view.topSvg.append(this.drawn);
    const [[first = ""] = []] = this.labels, about = told.flatMap((line) => line.lines).flatMap(things)
      .map((id) => this.#shown(id)).findLast(Boolean), spot = view.spot(first || (about ?? ""));
    if (spot) view.zoom.reveal(spot.x, spot.y);
    this.place();
    this.ending = setTimeout(() => this.clear(), time);
    return rolled;
  }

  clear() {
    clearTimeout(this.ending);
    this.drawn.remove();
    this.labels = [];
    render("", this.layer);
  }

  /** Labels follow what they are about when the map is moved, beside a sheet and the bar of the playback. */
  place() {
    if (!this.labels.length) return;
    const { frame } = this.stage, { clientWidth: wide, clientHeight: high } = frame, sheet = sheetOver(frame);
    /** @type {HTMLElement | null | undefined} */
    const bar = frame.closest(".ground")?.querySelector(".playback"), low = bar?.offsetTop ?? high;
    render(this.labels.map(([, rows]) => html`<div class="fallen">${rows.map(({ dice: thrown, text }) =>
      html`<p>${dice(thrown)}<span>${text}</span></p>`)}</div>`), this.layer);
    this.labels.forEach(([id], i) => {
      const label = /** @type {HTMLElement} */ (this.layer.children[i]), { offsetWidth: w, offsetHeight: h } = label;
      const [x, y] = this.#point(id) ?? [wide / 2, 0];
      const top = within(y < low / 2 ? y + 26 : y - 26 - h, low - h);
      let left = within(x - w / 2, wide - w);
      if (sheet && left + w > sheet.left && left < sheet.right && top + h > sheet.top && top < sheet.bottom) {
        left = within(sheet.left > w ? sheet.left - w : sheet.right, wide - w);
      }
      label.style.cssText = `left:${left}px;top:${top}px`;
    });
  }

  /** What stands for a thing on the board: itself, or the piece that has its name. @param {string} id */
  #shown(id) {
    const { model } = this.stage, piece = model.named(id)?.id ?? "";
    return [id, piece].find((one) => model.onBoard(one)) ?? "";
  }

  /** Where a thing is in the window: on the map, or on the board that lies over it. @param {string} id */
  #point(id) {
    const { view, frame } = this.stage, spot = view.spot(id);
    if (spot) return [spot.x * view.zoom.k + view.zoom.x, spot.y * view.zoom.k + view.zoom.y];
    const found = frame.parentElement?.querySelector(`.inset [data-id="${CSS.escape(id)}"]`);
    if (!found) return null;
    const { left, top, width, height } = found.getBoundingClientRect(), box = frame.getBoundingClientRect();
    return [left + width / 2 - box.left, top + height / 2 - box.top];
  }

  /** The dice of a line, with what came of them, by the thing they are about. @param {LogLine} line */
  #labels({ lines, heads, dice: thrown }) {
    /** @type {Map<string, Fallen[]>} */
    const found = new Map();
    let rolling = false;
    for (const [i, text] of lines.entries()) {
      if (heads?.[i]) continue;
      const last = things(text).map((id) => this.#shown(id)).findLast(Boolean) ?? "";
      if (thrown?.[i] || !rolling) this.about = last || this.about;
      rolling ||= Boolean(thrown?.[i]);
      if (!rolling) continue;
      const rows = found.get(this.about) ?? [];
      if (rows.length < ROWS) rows.push({ dice: thrown?.[i] ?? "", text: plain(text) });
      found.set(this.about, rows);
    }
    return [...found];
  }

  /** Who has lost strength, suffered harm or left the board. @param {Scene} before @param {Scene} after */
  #hits(before, after) {
    const { view, model } = this.stage, /** @type {[number, number, string][]} */ hits = [];
    for (const piece of before.pieces.values()) {
      const now = after.pieces.get(piece.id), space = view.chart.spaces.get(piece.at);
      if (!space || !piece.side || isMarker(piece)) continue;
      const gone = !model.spaces.has(now?.at ?? "");
      const lost = now ? strength(piece) - strength(now) || harm(now) - harm(piece) : 0;
      const { x, y } = (now && view.spot(piece.id)) ?? space;
      if (gone || lost > 0) hits.push([x, y, gone ? "✕" : `−${lost}`]);
    }
    return hits.slice(0, MOST);
  }

  /** Who went from where to where: one arrow for all that went together. @param {Scene} before @param {Scene} after */
  #arrows(before, after) {
    const { spaces } = this.stage.view.chart, ways = new Map();
    for (const { id, at, side } of after.pieces.values()) {
      const was = before.pieces.get(id)?.at ?? "", from = spaces.get(was), to = spaces.get(at);
      if (from && to && was !== at && side) ways.set(`${was} ${at}`, [from, to, side]);
    }
    return [...ways.values()].slice(0, MOST).map(([from, to, side]) => arrow(from, to, side));
  }
}

/**
 * Slightly bent, from the edge of one place to that of another.
 * @param {{x: number, y: number}} from @param {{x: number, y: number}} to @param {string} side
 */
function arrow(from, to, side) {
  const dx = to.x - from.x, dy = to.y - from.y, long = Math.hypot(dx, dy) || 1, [ux, uy] = [dx / long, dy / long];
  const bend = Math.min(60, long / 6), gap = Math.min(56, long / 4);
  const [mx, my] = [(from.x + to.x) / 2 - uy * bend, (from.y + to.y) / 2 + ux * bend];
  const [ex, ey] = [to.x - ux * gap, to.y - uy * gap], turn = Math.atan2(ey - my, ex - mx);
  /** @param {number} a */
  const barb = (a) => `${r(ex - 44 * Math.cos(turn + a))} ${r(ey - 44 * Math.sin(turn + a))}`;
  const line = `M${r(from.x + ux * gap)} ${r(from.y + uy * gap)}Q${r(mx)} ${r(my)} ${r(ex)} ${r(ey)}`;
  const head = `M${barb(0.5)}L${r(ex)} ${r(ey)}L${barb(-0.5)}`;
  return el("g", { class: `march side-${side}` }, path("march-edge", line), path("march-edge", head), path("", line),
    path("", head));
}
