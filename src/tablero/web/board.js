// @ts-check
// The board: the map, the counters on it, what is lit, and the hands that move it. It knows no rule and no game.

import { aims } from "./aims.js";
import { Chart, MARGIN } from "./chart.js";
import { counterDefs, has, isMarker, roomOf } from "./counters.js";
import { mapOf } from "./game.js";
import { Fan, Lights, Pieces, RING } from "./pieces.js";
import { el, mean, path, pattern, tag } from "./svg.js";
import { Zoom } from "./zoom.js";

/**
 * @import { Names } from "./names.js"
 * @import { BoardHooks, Box, Lit, Point, Words } from "./internal"
 * @import { Board, Piece } from "./types"
 */

// Scales below which only symbols, above which everything is drawn; and how large counters are drawn then.
const HEXES = { far: 0.21, near: 0.58, scales: { far: 1.62, middling: 1.32, near: 1 } };
const POINTS = { far: 0.17, near: 0.4, scales: { far: 1.9, middling: 1.42, near: 1.1 } };
/** @type {Board} */
const NO_BOARD = {
  id: "", layout: "points", width: 1, height: 1, spaces: [], lines: [], shapes: [], cards: [], insets: [],
};
const HANDS_OFF = 4000; // milliseconds after which a map that was moved by hand may move by itself
/** @type {Record<string, Point>} */
const ARROWS = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };

/** @param {string} className @param {...Node} children */
const div = (className, ...children) => tag("div", { className }, ...children);

export class BoardView {
  /** @type {Words} */ text = {};
  /** @type {[string, string][]} */ marks = [];
  board = NO_BOARD;
  chart = new Chart(NO_BOARD);
  /** @type {Map<string, Piece> | null} */ given = null;
  /** @type {"" | "far" | "middling" | "near"} */ look = "";
  /** @type {Names | null} */ names = null;
  crossed = el("g");
  zoneLayer = el("g");
  netLayer = el("g", { class: "network" });
  aimLayer = el("g", { class: "aims" });
  netShown = false;
  /** @type {string | null} */ zoneSide = null;
  /** @type {string | null} */ over = null;     // what the pointer is over
  lane = { x: 0, y: 0 };        // the row and column that the cursor follows
  mapSvg = el("svg", { class: "board-ink map", "aria-hidden": "true" });
  topSvg = el("svg", { class: "board-ink top", role: "group" });
  sheet = div("sheet", this.mapSvg, this.topSvg);
  arrows = div("arrows");
  spoken = Object.assign(div("spoken unseen"), { ariaLive: "polite" });
  zoomKeys = /** @type {[string, () => void][]} */ ([
    ["+", () => this.zoomBy(1.4)], ["−", () => this.zoomBy(1 / 1.4)], ["⤢", () => this.fit()]])
    .map(([textContent, onclick]) => tag("button", { type: "button", textContent, onclick }));
  mapKeys = div("map-keys");
  frame = div("board", this.sheet, this.arrows, this.mapKeys, div("zoom-keys", ...this.zoomKeys), this.spoken);
  pieces = new Pieces(el("g"), this.chart, this.text, () => this.motion);
  lights = new Lights(el("g"), el("g"), this);
  motion = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  held = false;         // has a finger been held down, so that lifting it is no click?
  holding = 0;
  stop = new AbortController();

  /** @param {HTMLElement} host @param {BoardHooks} hooks */
  constructor(host, hooks = {}) {
    const { onPick = () => {}, onHover = () => {}, onMove = () => {}, onFan = () => {} } = hooks;
    const { describe = (id) => id, name = describe } = hooks;
    this.onPick = onPick;
    this.onHover = onHover;
    this.onMove = onMove;
    this.onFan = onFan;
    this.describe = describe;
    this.name = name;
    Object.assign(this.frame, { tabIndex: 0, role: "application" });
    host.append(this.frame);
    const { signal } = this.stop;
    const told = { onMove: () => this.moved(), onRest: () => this.rested(), motion: () => this.motion, signal };
    this.zoom = new Zoom(this.frame, this.sheet, told);
    this.fan = new Fan(this.frame, this);
    this.listen(signal);
    this.setBoard(NO_BOARD, {});
  }

  // ---------------------------------------------------------------------------------------------------- what is shown

  /** @param {Board} board @param {Words} text */
  setBoard(board, text) {
    const same = this.board !== NO_BOARD && this.board.id === board.id;
    this.board = board;
    this.text = text;
    if (!same) this.zoom.shown = this.given = null;
    this.chart = new Chart(board);
    const { width, height } = this.chart, viewBox = `0 0 ${width} ${height}`;
    for (const svg of [this.mapSvg, this.topSvg]) svg.setAttribute("viewBox", viewBox);
    this.frame.classList.toggle("points", !this.chart.hexes);
    this.drawMap();
    this.dressTop(same);
    this.label();
    this.zoom.size(width, height, this.chart.frames[1] && this.chart.frames[0]);
  }

  drawMap() {
    if (this.board === NO_BOARD) return;
    const { chart, text } = this, { width, height } = chart;
    /** @param {number} m */
    const inset = (m) => ({ x: m, y: m, width: width - 2 * m, height: height - 2 * m }), inner = inset(MARGIN);
    const { land, crossed, names } = mapOf(this.board).map(chart, text, this.marks);
    this.crossed = crossed;
    this.names = names;
    this.zoneLayer = el("g", { class: "zones" });
    /** @param {string} look @param {object} at */
    const rect = (look, at) => (chart.hexes ? [el("rect", { class: look, ...at })] : []);
    this.mapSvg.replaceChildren(
      el("defs", {}, el("clipPath", { id: "tb-sheet" }, el("rect", inner)), ...hatches(), ...counterDefs()),
      el("rect", { class: "paper", width, height }),
      ...rect("field", inner), land, this.zoneLayer, this.netLayer, ...rect("neatline", inner),
        ...rect("neatline outer", inset(MARGIN - 14)),
      el("rect", { class: "dusk", width, height }), names.drawn);
    this.showZones(this.zoneSide);
  }

  /** After a change of language the pieces stay where they are and are redrawn. @param {boolean} same */
  dressTop(same) {
    const [litLayer, pieceLayer, ringLayer] = ["lights", "pieces", "rings"].map((look) => el("g", { class: look }));
    this.topSvg.replaceChildren(litLayer, pieceLayer, this.aimLayer, ringLayer);
    const before = same ? this.lights : null;
    this.pieces = new Pieces(pieceLayer, this.chart, this.text, () => this.motion);
    this.lights = new Lights(litLayer, ringLayer, this);
    if (this.given) this.pieces.set(this.given, false);
    this.lights.set(before?.lit ?? new Map(), before?.picked ?? new Set());
  }

  label() {
    const { text } = this, words = ["zoom_in", "zoom_out", "whole"].map((key) => text[`board.${key}`] ?? "");
    for (const node of [this.frame, this.topSvg]) node.ariaLabel = text["board.map"] ?? "";
    this.zoomKeys.forEach((key, i) => Object.assign(key, { ariaLabel: words[i], title: words[i] }));
    // a button for each of several maps on one sheet
    this.mapKeys.replaceChildren(...(this.chart.frames[1] ? this.chart.frames : []).map((part, i) => tag("button", {
      type: "button", textContent: text[`map.${i}.name`] ?? String(i + 1), onclick: () => this.zoom.lookAt(part) })));
  }

  /** @param {Map<string, Piece>} pieces @param {{animate?: boolean}} how */
  setPieces(pieces, { animate = true } = {}) {
    const first = !this.given?.size && pieces.size;
    this.given = pieces;
    this.pieces.set(pieces, animate && !first);
    if (this.look) this.letter();
    this.lights.set(this.lights.lit, this.lights.picked);
    if (this.fan.at) this.fan.close();
    if (first && !this.zoom.whole && !(this.zoom.part && this.zoom.view.w > 700)) this.zoom.home(this.middle());
  }

  // The centre of all pieces on the map: what a small screen shows first.
  middle() {
    const all = [...this.pieces.shown.values()];
    return all.length ? [mean(all, "x"), mean(all, "y")] : undefined;
  }

  /** @param {[string, string][]} marks */
  setMarks(marks) {
    this.marks = marks ?? [];
    const crossed = mapOf(this.board).marked(this.chart, this.marks);
    this.crossed.replaceWith(crossed);
    this.crossed = crossed;
    this.aimLayer.replaceChildren(...aims(this, this.marks));
    this.showNetwork(this.netShown);
  }

  /** @param {boolean} shown */
  showNetwork(shown) {
    this.netShown = shown;
    this.frame.classList.toggle("netted", shown);
    this.netLayer.replaceChildren(...(shown && mapOf(this.board).network?.(this.chart, this.marks) || []));
  }

  /** @param {Map<string, Lit>} lit @param {Set<string>} [picked] */
  setLit(lit, picked = new Set()) {
    this.lights.set(lit, picked);
    if (this.fan.at) this.fan.open(this.fan.at);
  }

  /** The way to something far, from the pieces that move over all that lies between. @param {string[]} ids */
  showWay(ids) {
    const start = [...this.pieces.shown.values()].find(({ piece }) => has(piece, "chosen"))?.piece.at ?? "";
    this.lights.showWay(ids.length ? [start, ...ids].flatMap((id) => this.chart.spaces.get(id) ?? []) : []);
  }

  /** @param {string | null} side */
  showZones(side) {
    this.zoneSide = side ?? null;
    this.zoneLayer.setAttribute("class", `zones side-${side}`);
    this.zoneLayer.replaceChildren(...(side && mapOf(this.board).zones?.(this.chart, side, this.text) || []));
  }

  /** @param {boolean} shown */
  showCounters(shown) {
    this.frame.classList.toggle("bare", !shown);
    this.letter();
  }

  setScheme({ colourBlind = false, dark = false, large = false } = {}) {
    /** @type {Record<string, boolean>} */
    const looks = { "colour-blind": colourBlind, dark, large };
    for (const name in looks) this.frame.classList.toggle(name, looks[name]);
    if (this.look) this.letter();
  }

  /** Flash the things that a sentence mentions, in its order. @param {...string} ids */
  flash(...ids) {
    const spots = ids.map((id) => this.spot(id)).filter((spot) => spot !== undefined), last = spots.at(-1);
    if (!last) return;
    this.zoom.reveal(last.x, last.y);
    this.lights.flash(spots, this.motion);
  }

  /** @param {string} id */
  show(id) {
    const spot = this.spot(id);
    if (spot) this.zoom.reveal(spot.x, spot.y);
  }

  // Zoom in on all pieces.
  gather() {
    if (this.pieces.shown.size) this.zoom.gather([...this.pieces.shown.values()]);
  }

  /**
   * A question has come, and all of its places are out of sight: go to the nearest, unless somebody has just moved the
   * map himself. On a map of points what it speaks of goes before what can be chosen.
   * @param {string[]} told
   */
  seek(told = []) {
    const { zoom, chart } = this, { w, h } = zoom.view;
    if (w !== zoom.shown?.w || h !== zoom.shown.h) zoom.resized(); // the question itself may have taken room
    /** @param {{x: number, y: number}} at */
    const off = ({ x, y }) => [x * zoom.k + zoom.x - w / 2, y * zoom.k + zoom.y - h / 2].map(Math.abs);
    /** @param {{x: number, y: number}} spot */
    const far = (spot) => Math.hypot(...off(spot));
    /** @param {{x: number, y: number}} spot */
    const seen = (spot, edge = 24) => off(spot)[0] < w / 2 - edge && off(spot)[1] < h / 2 - edge;
    const about = chart.hexes ? [] : told.flatMap((id) => this.spot(id) ?? []), margin = Math.min(70, w / 6, h / 6);
    const spots = about.length && !about.some((spot) => seen(spot, margin)) ? about
      : this.#lit().flatMap(([id]) => this.spot(id) ?? []);
    const there = spots !== about && spots.some((spot) => seen(spot));
    if (!spots.length || there || performance.now() - zoom.handled < HANDS_OFF) return;
    const { x, y } = spots.reduce((best, spot) => (far(spot) < far(best) ? spot : best));
    zoom.reveal(x, y);
  }

  /** What is lit near by, or if nothing is, from afar. */
  #lit() {
    const all = [...this.lights.lit], near = all.filter(([, { way }]) => !way);
    return near.length ? near : all;
  }

  /** @param {number} factor */
  zoomBy(factor) {
    this.zoom.handled = performance.now();
    this.zoom.by(factor, undefined, undefined, true);
  }

  // Show the first map as a whole.
  overview() {
    if (this.zoom.part) this.zoom.frameOn(this.zoom.part);
  }

  fit() {
    this.zoom.handled = performance.now();
    this.zoom.fit(true);
  }

  /** Where a piece or a space is on the sheet. @param {string} id */
  spot(id) {
    return this.pieces.shown.get(id) ?? this.chart.spaces.get(id);
  }

  // --------------------------------------------------------------------------------------------------- while it moves

  moved() {
    this.lights?.point();
    this.onMove();
    if (this.fan?.at) this.fan.close();
  }

  // How much is drawn changes only when the sheet rests: redrawing it in mid-flight would make it stutter.
  rested() {
    const { k } = this.zoom;
    const { far, near } = this.chart.hexes ? HEXES : POINTS;
    this.look = k < far ? "far" : k < near ? "middling" : "near";
    for (const name of ["far", "middling", "near"]) this.sheet.classList.toggle(name, name === this.look);
    if (this.look === "near" && this.chart.hexes && !this.names?.ids.firstChild) this.names?.number();
    this.letter();
  }

  // Names keep clear of the counters, which are drawn larger the farther one looks from.
  letter() {
    const { hexes } = this.chart, near = this.look || "near", half = hexes ? 48 * HEXES.scales[near] : 50,
      bare = this.frame.classList.contains("bare");
    /** @type {(x: number, y: number, by: number) => Box} */
    const box = (x, y, by) => [x - by, y - by, x + by, y + by];
    const block = 46 * POINTS.scales[near];
    /** @type {Box[]} */
    const counters = bare ? [] : [...this.pieces.shown.values()].flatMap(({ x, y, piece }) => {
      const { facing } = piece;
      if (!hexes) return [isMarker(piece) ? box(x, y, roomOf(piece) * (near === "far" ? 1.6 : 1))
        : [x - block, y + 46 - 2 * block, x + block, y + 46]];
      const a = facing * Math.PI / 3, far = 1.25 * half;
      const arrow = facing < 0 ? [] : [box(x + far * Math.sin(a), y - far * Math.cos(a), half / 4)];
      return [box(x, y, half), ...arrow];
    });
    this.names?.arrange(this.zoom.k * (this.frame.classList.contains("large") ? 0.8 : 1), half, counters);
  }

  // ------------------------------------------------------------------------------------------------------------ hands

  /** @param {AbortSignal} signal */
  listen(signal) {
    const lifted = () => clearTimeout(this.holding);
    /** @type {Record<string, (event: any) => void>} */
    const heard = {
      click: (event) => this.clicked(event), pointermove: (event) => this.hover(event),
      pointerleave: () => this.hovered(null), pointerdown: (event) => this.pressed(event),
      pointerup: lifted, pointercancel: lifted, keydown: (event) => this.key(event),
      focusin: (event) => this.focused(event), contextmenu: (event) => event.preventDefault(),
    };
    for (const name in heard) this.frame.addEventListener(name, heard[name], { signal });
  }

  /**
   * What is under the pointer, "" if nothing is: a piece, the space, a ring. On a map of points a lit space in reach
   * goes before others.
   * @param {MouseEvent} event
   */
  under(event) {
    const { chart, lights: { lit } } = this, [x, y] = this.zoom.onSheet(event.clientX, event.clientY);
    const piece = own(event, ".piece");
    /** @param {number} [reach] */
    const shining = (reach) => (chart.hexes ? null : chart.under(x, y, reach, (s) => lit.has(s.id)));
    const space = shining() ?? chart.under(x, y), ring = shining(RING * RING);
    const here = space?.id ?? "", at = piece ? this.pieces.shown.get(piece)?.piece.at ?? "" : here;
    return { piece, at, space: here, ring: ring && !ring.area ? ring.id : "" };
  }

  /** @param {PointerEvent} event */
  clicked(event) {
    if (this.zoom.dragged || this.held || on(event, "button")) return;
    const { piece, at, space, ring } = this.under(event), { lit } = this.lights;
    // A ring is drawn over all pieces: a click in it is for the space, unless it hits a piece that is lit itself.
    if (ring && !lit.has(piece)) return this.pick(ring, event);
    // A piece of the next space does not hide it either.
    if (lit.has(space) && !lit.has(piece) && !lit.has(at)) return this.pick(space, event);
    const stack = this.pieces.stacks.get(at) ?? [];
    // With a finger, or from far away, the pieces of a stack cannot be told apart: take the only one that is lit, all
    // of them where one can, else fan them out. The same for blocks behind others.
    const blunt = this.look === "far" || event.pointerType === "touch";
    const shining = stack.filter(({ id }) => lit.has(id));
    if (event.pointerType === "touch" && piece && stack[1] && !shining[0] && !lit.has(at)) return this.fan.open(at);
    if (stack.length > 1 && shining.length && (blunt || (!this.chart.hexes && piece && !lit.has(piece)))) {
      if (lit.get(at)?.way) return this.pick(at, event);
      if (!lit.has(at)) return blunt && !shining[1] ? this.pick(shining[0].id, event) : this.fan.open(at);
    }
    // A piece that is not lit does not hide the lit space it stands on.
    if (piece && (lit.has(piece) || !lit.has(at))) return this.pick(piece, event);
    if (at) this.pick(at, event);
  }

  /** @param {string} id @param {Event | null} event */
  pick(id, event) {
    this.fan.close();
    this.onPick(id, event);
  }

  /** @param {PointerEvent} event */
  hover(event) {
    if (this.zoom.fingers.size || on(event, "button, .fan")) return;
    const { piece, at, ring } = this.under(event);
    this.hovered((!this.lights.lit.has(piece) && ring) || piece || at || null);
    if (event.pointerType === "touch") return;
    // A single piece that can be read as it is can wait longer.
    const wait = (this.pieces.stacks.get(at)?.length ?? 0) > 1 ? 380 : this.look === "near" ? 1200 : 700;
    if (piece) this.fan.soon(at, wait);
    else this.fan.leave();
  }

  /** @param {string | null} id */
  hovered(id) {
    if (id === this.over) return;
    this.over = id;
    this.onHover(id);
    if (!id) this.fan.leave();
  }

  /** A long press does for a finger what hovering does for a mouse. @param {PointerEvent} event */
  pressed(event) {
    this.held = false;
    this.lights.hideCursor();
    if (!on(event, "button, .fan")) this.fan.close();
    if (event.pointerType !== "touch") return;
    clearTimeout(this.holding);
    const { at } = this.under(event);
    this.hovered(null);
    this.holding = setTimeout(() => {
      if (this.zoom.dragged || !at) return;
      this.held = true;
      this.hovered(at);
      this.fan.open(at);
    }, 450);
  }

  /**
   * Keys are handled here while the board has the focus; elsewhere the page calls the same methods.
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || on(event, "button")) return;
    /** @type {Record<string, (() => void) | null>} */
    const acts = {
      "+": () => this.zoomBy(1.3), "=": () => this.zoomBy(1.3), "-": () => this.zoomBy(1 / 1.3), Home: () => this.fit(),
      Enter: () => this.enter(event), " ": () => this.enter(event), f: () => this.openStack(),
      Escape: this.fan.at ? () => this.fan.close() : null,
    };
    const act = acts[event.key] ?? (event.key.startsWith("Arrow") ? () => this.moveCursor(event.key) : null);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  // Fan out the stack under the cursor of the keyboard, or that of the piece that has the focus.
  openStack() {
    const id = own({ target: document.activeElement });
    const at = (id && (this.given?.get(id)?.at ?? id)) || this.lights.at?.id;
    if (at) this.fan.open(at, true);
  }

  /** @param {Event} event */
  enter(event) {
    const id = own(event);
    if (id) this.pick(id, event);
    else this.pickCursor(event);
  }

  /** @param {Event} event */
  focused(event) {
    const id = own(event);
    if (id && on(event, ":focus-visible") && !on(event, ".fan")) this.show(id);
  }

  /** @param {string} direction */
  moveCursor(direction) {
    const [dx, dy] = ARROWS[direction.toLowerCase().replace("arrow", "")] ?? [0, 0];
    const box = this.frame.getBoundingClientRect();
    const [x, y] = this.zoom.onSheet(box.left + box.width / 2, box.top + box.height / 2);
    const here = this.lights.at && this.chart.spaces.get(this.lights.at.id);
    const space = here ? this.chart.towards(here, dx, dy, this.lane) ?? here : this.chart.under(x, y, Infinity);
    if (!space) return;
    this.lane = here ? { x: dx ? space.x : this.lane.x, y: dy ? space.y : this.lane.y } : { x: space.x, y: space.y };
    this.lights.moveCursor(space);
    this.zoom.reveal(space.x, space.y);
    this.spoken.textContent = this.describe(space.id);
    this.onHover(space.id);
  }

  /**
   * What Enter picks at the cursor: the lit piece there (if there are several, a choice of them), the lit space, else
   * what is on top.
   * @param {Event | null} event
   */
  pickCursor(event = null) {
    const at = this.lights.at?.id;
    if (!at) return;
    const stack = this.pieces.stacks.get(at) ?? [], lit = stack.filter((piece) => this.lights.lit.has(piece.id));
    if (lit.length > 1) return this.fan.open(at, true);
    this.pick(lit[0]?.id ?? (this.lights.lit.has(at) ? at : stack.at(-1)?.id ?? at), event);
  }

  destroy() {
    this.stop.abort();
    this.zoom.destroy();
    this.fan.close();
    clearTimeout(this.holding);
    this.frame.remove();
  }
}

/** Was something on a part of the page? @param {{target: EventTarget | null}} event @param {string} selector */
const on = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);

/** The thing that an event is about. @param {{target: EventTarget | null}} event @param {string} [selector] */
const own = (event, selector = "[data-id]") => on(event, selector)?.getAttribute("data-id") ?? "";

// Set-up areas are told apart by the slant of their hatching, not by colour alone.
function hatches() {
  return [45, -45, 0, 90].map((turn, i) => pattern(`hatch${i}`, 18, turn, path("zone-line", "M0 9H18")));
}
