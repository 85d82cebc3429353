// The board: the map, the counters on it, what is lit, and the hands that move it. It knows no rule and no game.

import { Chart, MARGIN } from "./chart.js";
import { crossings } from "./courses.js";
import { Fan } from "./fan.js";
import { hexIds, hexMap, zones } from "./hexes.js";
import { el, mean, path, pattern } from "./ink.js";
import { Lights } from "./lights.js";
import { Pieces, counterDefs } from "./pieces.js";
import { pointMap } from "./points.js";
import { Zoom } from "./zoom.js";

const FAR = 0.21, NEAR = 0.58; // scales below which only symbols, above which everything is drawn
const ARROWS = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };

export class BoardView {
  constructor(host, { onPick = () => {}, onHover = () => {}, describe = (id) => id } = {}) {
    Object.assign(this, { host, onPick, onHover, describe });
    this.text = {};
    this.marks = [];
    this.stop = new AbortController();
    this.build();
    this.motion = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    const { signal } = this.stop;
    const told = { onMove: () => this.moved(), onRest: () => this.rested(), motion: () => this.motion, signal };
    this.zoom = new Zoom(this.frame, this.sheet, told);
    this.fan = new Fan(this.frame, this);
    this.listen(signal);
    this.setBoard({ id: "", layout: "points", width: 1, height: 1, spaces: [], lines: [] }, {});
  }

  build() {
    const div = (className, parent) => parent.appendChild(Object.assign(document.createElement("div"), { className }));
    this.frame = div("board", this.host);
    this.frame.tabIndex = 0;
    this.frame.setAttribute("role", "application");
    this.sheet = div("sheet", this.frame);
    this.mapSvg = el("svg", { class: "board-ink map", "aria-hidden": "true" });
    this.topSvg = el("svg", { class: "board-ink top", role: "group" });
    this.sheet.append(this.mapSvg, this.topSvg);
    this.arrows = div("arrows", this.frame);
    this.keys = div("zoom-keys", this.frame);
    this.spoken = div("spoken", this.frame);
    this.spoken.setAttribute("aria-live", "polite");
    const button = (sign, act) => {
      const made = Object.assign(document.createElement("button"), { type: "button", textContent: sign });
      made.addEventListener("click", act);
      this.keys.append(made);
      return made;
    };
    this.zoomKeys = [
      button("+", () => this.zoomBy(1.4)), button("−", () => this.zoomBy(1 / 1.4)), button("⤢", () => this.fit()),
    ];
  }

  get motion() {
    return this.moving;
  }

  set motion(moving) {
    this.moving = moving;
    this.frame.classList.toggle("still", !moving);
  }

  // ---------------------------------------------------------------------------------------------------- what is shown

  setBoard(board, text) {
    const same = this.board?.id === board.id;
    Object.assign(this, { board, text });
    if (!same) this.zoom.shown = this.given = null;
    this.chart = new Chart(board);
    const { width, height } = this.chart, viewBox = `0 0 ${width} ${height}`;
    for (const svg of [this.mapSvg, this.topSvg]) svg.setAttribute("viewBox", viewBox);
    this.drawMap();
    this.dressTop(same);
    this.label();
    this.zoom.size(width, height);
  }

  drawMap() {
    const { chart, text } = this, { width, height } = chart;
    const inset = (m) => ({ x: m, y: m, width: width - 2 * m, height: height - 2 * m }), inner = inset(MARGIN);
    const { land, crossed, labels } = (chart.hexes ? hexMap : pointMap)(chart, text, this.marks);
    this.crossed = crossed;
    this.zoneLayer = el("g", { class: "zones" });
    this.ids = el("g");
    this.mapSvg.replaceChildren(
      el("defs", {}, el("clipPath", { id: "tb-sheet" }, el("rect", inner)), ...hatches(), ...counterDefs()),
      el("rect", { class: "paper", width, height }),
      el("rect", { class: "field", ...inner }), land, this.zoneLayer,
      el("rect", { class: "neatline", ...inner }),
      el("rect", { class: "neatline outer", ...inset(MARGIN - 14) }),
      this.ids, labels, el("rect", { class: "dusk", width, height }));
    this.idsDrawn = false;
    this.showZones(this.zoneSide);
  }

  // A change of language keeps the pieces where they are and writes them anew.
  dressTop(same) {
    const litLayer = el("g", { class: "lights" }), pieceLayer = el("g", { class: "pieces" });
    this.topSvg.replaceChildren(litLayer, pieceLayer);
    const before = same ? this.lights : null;
    this.pieces = new Pieces(pieceLayer, this.chart, this.text, () => this.motion);
    this.lights = new Lights(litLayer, this.arrows, this);
    if (this.given) this.pieces.set(this.given, false);
    this.lights.set(before?.lit ?? new Map(), before?.picked ?? new Set());
  }

  label() {
    const say = (key, otherwise) => this.text[key] ?? otherwise;
    this.frame.setAttribute("aria-label", say("board.map", "Map"));
    this.topSvg.setAttribute("aria-label", say("board.map", "Map"));
    const words = [say("board.zoom_in", "Zoom in"), say("board.zoom_out", "Zoom out"), say("board.whole", "Whole map")];
    words.forEach((word, i) => {
      this.zoomKeys[i].setAttribute("aria-label", word);
      this.zoomKeys[i].title = word;
    });
  }

  setPieces(pieces, { animate = true } = {}) {
    const first = !this.given?.size && pieces.size;
    this.given = pieces;
    this.pieces.set(pieces, animate && !first);
    this.lights.set(this.lights.lit, this.lights.picked);
    if (this.fan.at) this.fan.close();
    if (first && !this.zoom.whole) this.zoom.home(this.middle());
  }

  // The middle of all that stands on the map: where a small screen looks first.
  middle() {
    const all = [...this.pieces.shown.values()];
    return all.length ? [mean(all, "x"), mean(all, "y")] : undefined;
  }

  setMarks(marks) {
    this.marks = marks ?? [];
    const crossed = crossings(this.chart, this.marks);
    this.crossed.replaceWith(crossed);
    this.crossed = crossed;
  }

  setLit(lit, picked = new Set()) {
    this.lights.set(lit, picked);
    if (this.fan.at) this.fan.open(this.fan.at);
  }

  showZones(side) {
    this.zoneSide = side ?? null;
    this.zoneLayer.setAttribute("class", `zones side-${side}`);
    this.zoneLayer.replaceChildren(...(side && this.chart.hexes ? zones(this.chart, side, this.text) : []));
  }

  showCounters(shown) {
    this.frame.classList.toggle("bare", !shown);
  }

  setScheme({ colourBlind = false, dark = false, large = false } = {}) {
    const looks = { "colour-blind": colourBlind, dark, large };
    for (const name in looks) this.frame.classList.toggle(name, looks[name]);
  }

  flash(id) {
    const spot = this.spot(id);
    if (!spot) return;
    this.show(id);
    this.lights.flash(spot, this.motion);
  }

  show(id) {
    const spot = this.spot(id);
    if (spot) this.zoom.reveal(spot.x, spot.y);
  }

  // All that stands on the map, large.
  gather() {
    if (this.pieces.shown.size) this.zoom.gather([...this.pieces.shown.values()]);
  }

  zoomBy(factor) {
    this.zoom.by(factor, undefined, undefined, true);
  }

  fit() {
    this.zoom.fit(true);
  }

  // Where a piece or a space is on the sheet.
  spot(id) {
    return this.pieces.shown.get(id) ?? this.chart.spaces.get(id);
  }

  // --------------------------------------------------------------------------------------------------- while it moves

  moved() {
    this.lights?.point();
    if (this.fan?.at) this.fan.close();
  }

  // How much is drawn changes only when the sheet rests: redrawing it in mid-flight would make it stutter.
  rested() {
    const { k } = this.zoom;
    this.look = k < FAR ? "far" : k < NEAR ? "middling" : "near";
    for (const name of ["far", "middling", "near"]) this.sheet.classList.toggle(name, name === this.look);
    if (this.look !== "near" || this.idsDrawn || !this.chart.hexes) return;
    this.idsDrawn = true;
    this.ids.replaceWith(this.ids = hexIds(this.chart));
  }

  // ------------------------------------------------------------------------------------------------------------ hands

  listen(signal) {
    const on = (kind, act) => this.frame.addEventListener(kind, act, { signal });
    on("click", (event) => this.clicked(event));
    on("pointermove", (event) => this.hover(event));
    on("pointerleave", () => this.hovered(null));
    on("pointerdown", (event) => this.pressed(event));
    for (const kind of ["pointerup", "pointercancel"]) on(kind, () => clearTimeout(this.holding));
    on("keydown", (event) => this.key(event));
    on("focusin", (event) => this.focused(event));
    on("contextmenu", (event) => event.preventDefault());
  }

  // What is under the pointer: a piece, or the space.
  under(event) {
    const piece = event.target.closest?.(".piece")?.dataset.id;
    const space = this.chart.under(...this.zoom.onSheet(event.clientX, event.clientY));
    const at = piece ? this.pieces.shown.get(piece)?.piece.at : space?.id;
    return { piece, at: at ?? null };
  }

  clicked(event) {
    if (this.zoom.dragged || this.held || event.target.closest("button")) return;
    const { piece, at } = this.under(event), { lit } = this.lights;
    const stack = this.pieces.stacks.get(at) ?? [];
    // A finger, or a look from afar, cannot tell the pieces of a stack apart: show them.
    const blunt = this.look === "far" || event.pointerType === "touch";
    if (blunt && stack.length > 1 && !lit.has(at) && stack.some((one) => lit.has(one.id))) return this.fan.open(at);
    // A piece that is not lit does not hide the lit space it stands on.
    if (piece && (lit.has(piece) || !lit.has(at))) return this.pick(piece, event);
    if (at) this.pick(at, event);
  }

  pick(id, event) {
    this.fan.close();
    this.onPick(id, event);
  }

  hover(event) {
    if (this.zoom.fingers.size || event.target.closest("button, .fan")) return;
    const { piece, at } = this.under(event);
    this.hovered(piece ?? at);
    if (event.pointerType === "touch") return;
    // A single piece that can be read as it is need not be shown soon.
    const wait = this.pieces.stacks.get(at)?.length > 1 ? 380 : this.look === "near" ? 1200 : 700;
    if (piece) this.fan.soon(at, wait);
    else this.fan.leave();
  }

  hovered(id) {
    if (id === this.over) return;
    this.over = id;
    this.onHover(id);
    if (!id) this.fan.leave();
  }

  // A long press does for a finger what hovering does for a mouse.
  pressed(event) {
    this.held = false;
    this.lights.hideCursor();
    if (!event.target.closest("button, .fan")) this.fan.close();
    if (event.pointerType !== "touch") return;
    clearTimeout(this.holding);
    const { at } = this.under(event);
    this.holding = setTimeout(() => {
      if (this.zoom.dragged || !this.pieces.stacks.has(at)) return;
      this.held = true;
      this.fan.open(at);
    }, 450);
  }

  // Keys are dealt with here when the board has the focus; elsewhere the page calls the same methods.
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("button")) return;
    const act = {
      "+": () => this.zoomBy(1.3), "=": () => this.zoomBy(1.3), "-": () => this.zoomBy(1 / 1.3), "0": () => this.fit(),
      Enter: () => this.enter(event), " ": () => this.enter(event),
      Escape: this.fan.at ? () => this.fan.close() : null,
    }[event.key] ?? (event.key.startsWith("Arrow") ? () => this.moveCursor(event.key) : null);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  enter(event) {
    const id = event.target.dataset?.id;
    if (id) this.pick(id, event);
    else this.pickCursor(event);
  }

  focused(event) {
    const id = event.target.dataset?.id;
    if (id && event.target.matches(":focus-visible") && !event.target.closest(".fan")) this.show(id);
  }

  moveCursor(direction) {
    const [dx, dy] = ARROWS[direction.toLowerCase().replace("arrow", "")] ?? [0, 0];
    const [x, y] = this.zoom.onSheet(...centre(this.frame));
    const here = this.lights.at && this.chart.spaces.get(this.lights.at.id);
    const space = here ? this.chart.towards(here, dx, dy, this.lane) ?? here : nearest(this.chart, x, y);
    if (!space) return;
    this.lane = here ? { x: dx ? space.x : this.lane.x, y: dy ? space.y : this.lane.y } : { x: space.x, y: space.y };
    this.lights.moveCursor(space);
    this.zoom.reveal(space.x, space.y);
    this.spoken.textContent = this.describe(space.id);
    this.onHover(space.id);
  }

  // What Enter picks at the cursor: the lit piece there (if there are several, a choice of them), the lit space, else
  // what is on top.
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

function centre(node) {
  const box = node.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

function nearest(chart, x, y) {
  const far = (s) => Math.hypot(s.x - x, s.y - y);
  return chart.list.reduce((best, s) => (!best || far(s) < far(best) ? s : best), null);
}

// Set-up areas are told apart by the slant of their hatching, not by colour alone.
function hatches() {
  return [45, -45, 0, 90].map((turn, i) => pattern(`hatch${i}`, 18, turn, path("zone-line", "M0 9H18")));
}
