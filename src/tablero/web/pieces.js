// @ts-check
// The pieces on the board, the stacks they stand in, and what is lit. Elements are kept by piece and redrawn only on
// change.

import { FRAME, SMALL, around, drawPiece, isMarker, pipTurn } from "./counters.js";
import { has, t } from "./i18n.js";
import { circle, el, move, path, r, tag } from "./svg.js";

/**
 * @import { Chart } from "./chart.js"
 * @import { Box, Lit, Place, Placed, Shown, View, Words } from "./internal"
 * @import { Piece } from "./types"
 */

const SHIFT = 17; // of each piece in a stack, up and to the right
export const RING = 70; // radius of the ring around a lit space of a map of points

// -------------------------------------------------------------------------------------------------------- all of them

export class Pieces {
  /** @type {Map<string, Shown>} */ shown = new Map();
  /** @type {Map<string, Piece[]>} */ stacks = new Map();      // by space, from bottom to top

  /** @param {SVGElement} layer @param {Chart} chart @param {Words} text @param {() => boolean} motion */
  constructor(layer, chart, text, motion) {
    this.layer = layer;
    this.chart = chart;
    this.text = text;
    this.motion = motion;
  }

  /** @param {Map<string, Piece>} pieces @param {boolean} animate */
  set(pieces, animate) {
    this.stacks = stacksOf(pieces, this.chart);
    const { chart } = this, order = [];
    for (const [at, stack] of [...this.stacks].sort(([a], [b]) => chart.place(a).y - chart.place(b).y)) {
      const spots = chart.hexes ? piled(stack, chart.place(at)) : around(stack, chart.place(at), chart.spaces);
      for (const [piece, x, y, i, many] of spots) order.push(this.place(piece, x, y, i, many, animate));
    }
    const stay = new Set(order.map((shown) => shown.piece.id));
    for (const [id, shown] of this.shown) if (!stay.has(id)) this.remove(id, shown, animate);
    this.sort(order.map((shown) => shown.g));
  }

  /**
   * @param {Piece} piece @param {number} x @param {number} y @param {number} height @param {number} many
   * @param {boolean} animate
   */
  place(piece, x, y, height, many, animate) {
    const look = JSON.stringify([piece.symbol, piece.side, piece.name, piece.facing, piece.values, piece.badges]);
    const shown = this.shown.get(piece.id) ?? this.add(piece);
    if (shown.look !== look) {
      const drawn = drawPiece(piece, this.text);
      drawn.setAttribute("aria-hidden", "true");
      shown.g.replaceChildren(drawn);
      if (animate && shown.look) this.turn(drawn, shown.piece, piece);
      shown.look = look;
      shown.many = 0;
    }
    shown.piece = piece;
    this.stackSign(shown, height, many);
    this.move(shown, x, y, animate);
    return shown;
  }

  /**
   * Animate the turn of a block that has lost a step.
   * @param {Element} drawn @param {Piece} before @param {Piece} after
   */
  turn(drawn, before, after) {
    const [from, to] = [pipTurn(before), pipTurn(after)];
    if (from === null || to === null || from === to || !this.motion()) return;
    drawn.querySelector(".pips")?.animate({ transform: [`rotate(${from}deg)`, `rotate(${to}deg)`] },
      { duration: 260, easing: "ease-in-out" });
  }

  /** @param {Piece} piece @returns {Shown} */
  add(piece) {
    const g = el("g", { class: "piece", "data-id": piece.id });
    const shown = { g, piece, x: NaN, y: NaN };
    this.shown.set(piece.id, shown);
    return shown;
  }

  /**
   * From afar only the top piece of a stack is seen, with the number of pieces.
   * @param {Shown} shown @param {number} height @param {number} many
   */
  stackSign(shown, height, many) {
    shown.g.classList.toggle("under", height < many - 1);
    const sign = height === many - 1 && many > 1 ? many : 0;
    if (shown.many === sign) return;
    shown.many = sign;
    shown.g.querySelector(".many")?.remove();
    if (!sign) return;
    const parts = [el("circle", { r: 21 }), el("text", { y: 10 }, sign)];
    shown.g.firstElementChild?.append(el("g", { class: "many", transform: move(42, -42) }, ...parts));
  }

  /**
   * A piece that is still moving continues from where it is, through where it was going.
   * @param {Shown} shown @param {number} x @param {number} y @param {boolean} animate
   */
  move(shown, x, y, animate) {
    const { g, x: fromX, y: fromY, glide } = shown;
    if (fromX === x && fromY === y) return;
    const seen = glide?.playState === "running" && new DOMMatrix(getComputedStyle(g).transform);
    Object.assign(shown, { x, y });
    g.setAttribute("transform", move(x, y));
    glide?.cancel();
    if (!animate || !this.motion()) return;
    const way = [...(seen ? [[seen.e, seen.f]] : []), [fromX, fromY], [x, y]];
    const frames = Number.isNaN(fromX) ? { opacity: [0, 1] }
      : { transform: way.map((p) => `translate(${p[0]}px, ${p[1]}px)`) };
    shown.glide = g.animate(frames, { duration: 220, easing: "ease-in-out" });
  }

  /** @param {string} id @param {Shown} shown @param {boolean} animate */
  remove(id, { g }, animate) {
    this.shown.delete(id);
    if (!animate || !this.motion()) return g.remove();
    g.classList.add("leaving");
    g.animate({ opacity: [1, 0] }, 200).onfinish = () => g.remove();
  }

  /**
   * Elements are moved only where the order differs: an element that is moved loses the focus.
   * @param {SVGElement[]} order
   */
  sort(order) {
    let after = null;
    for (let i = order.length - 1; i >= 0; i--) {
      const g = order[i];
      if (g.nextSibling !== after || g.parentNode !== this.layer) this.layer.insertBefore(g, after);
      after = g;
    }
  }
}

/** A pile of counters, each up and to the right of the one below. @type {(stack: Piece[], space: Place) => Placed[]} */
const piled = (stack, { x, y }) => stack.map((piece, i) => {
  const off = (i - (stack.length - 1) / 2) * SHIFT;
  return [piece, x + off, y - off, i, stack.length];
});

/** @param {Map<string, Piece>} pieces @param {Chart} chart */
function stacksOf(pieces, chart) {
  const stacks = Map.groupBy([...pieces.values()].filter((piece) => chart.spaces.has(piece.at)), (piece) => piece.at);
  for (const stack of stacks.values()) stack.sort((a, b) => a.order - b.order);
  return stacks;
}

// ---------------------------------------------------------------------------------------------------------------- fan

// A stack fanned out beside its hex: every piece large, with its numbers in words, each to be picked.
/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export class Fan {
  /** @type {string | null} */ at = null;       // the space whose stack is shown
  opening = 0;
  closing = 0;

  /** @param {HTMLElement} frame @param {View} view */
  constructor(frame, view) {
    this.view = view;
    this.box = tag("div", { className: "fan", hidden: true });
    this.box.addEventListener("pointerenter", () => clearTimeout(this.closing));
    this.box.addEventListener("pointerleave", () => this.leave());
    this.box.addEventListener("keydown", (event) => this.key(event));
    frame.append(this.box);
  }

  /**
   * Open over a space after a while; leaving it, or entering the fan, calls it off.
   * @param {string} at @param {number} delay
   */
  soon(at, delay) {
    this.leave();
    if (this.at === at) return clearTimeout(this.closing);
    this.opening = setTimeout(() => this.open(at), delay);
  }

  // An open fan stays for a moment, so that the pointer can reach it; another one may open in the meantime.
  leave() {
    clearTimeout(this.opening);
    clearTimeout(this.closing);
    if (this.at) this.closing = setTimeout(() => this.hide(), 260);
  }

  /** @param {string} at @param {boolean} [focus] */
  open(at, focus = false) {
    const stack = this.view.pieces.stacks.get(at);
    if (!stack) return;
    clearTimeout(this.closing);
    this.at = at;
    const head = tag("p", { className: "fan-head", textContent: this.view.name(at) });
    this.box.replaceChildren(head, ...stack.map((piece) => this.card(piece)).reverse());
    this.box.className = `fan${stack.length > 8 ? " crowd small"
      : stack.length > (this.view.zoom.view.w > 520 ? 4 : 2) ? " small" : ""}`;
    this.box.hidden = false;
    if (this.box.scrollHeight > this.box.clientHeight + 1) this.box.classList.add("small");      // else it is cut off
    this.place(this.taken(at, stack));
    this.view.onFan(at);
    if (focus) /** @type {HTMLElement} */ (this.box.querySelector(".lit") ?? this.box.children[1]).focus();
  }

  close() {
    clearTimeout(this.opening);
    this.hide();
  }

  hide() {
    clearTimeout(this.closing);
    this.box.hidden = true;
    this.at = null;
  }

  /** @param {Piece} piece */
  card(piece) {
    const { lights: { lit, picked }, text, describe } = this.view, { id } = piece;
    /** @param {string} textContent */
    const row = (textContent) => tag("span", { textContent });
    /** @param {string[]} badge */
    const badge = ([kind, n]) => row(has(`badge.${kind}`) ? t(`badge.${kind}`, { n }) : kind);
    const title = text[piece.name] ?? text[`symbol.${piece.symbol}`] ?? "";
    const className = `card${lit.has(id) ? " lit" : ""}${picked.has(id) ? " picked" : ""}`;
    const card = tag("button", { type: "button", className },
      el("svg", { viewBox: "-76 -76 152 140", class: "board-ink near", "aria-hidden": "true" }, drawPiece(piece, text)),
      tag("strong", { textContent: title }),
      ...piece.values.map(([key, value]) =>
        row(`${text[`row.${key}`] ?? key} ${value.includes(":") ? this.view.name(value) : value}`)),
      ...piece.badges.map((one) => badge(one.split("."))));
    card.dataset.id = id;
    card.ariaLabel = card.title = describe(id);
    card.addEventListener("click", (event) => this.view.pick(id, event));
    return card;
  }

  /** What a space and the pieces on it take of the window. @returns {Box} @param {string} at @param {Piece[]} stack */
  taken(at, stack) {
    const { zoom, pieces, chart, frame } = this.view, { left, top } = frame.getBoundingClientRect();
    const s = chart.place(at), x = s.x * zoom.k + zoom.x, y = s.y * zoom.k + zoom.y, by = 92 * zoom.k;
    const boxes = stack.map(({ id }) => pieces.shown.get(id)?.g.getBoundingClientRect())
      .filter((box) => box !== undefined).filter((box) => box.width);
    return [
      Math.min(x - by, ...boxes.map((box) => box.left - left)) - 6,
        Math.min(y - by, ...boxes.map((box) => box.top - top)) - 6,
      Math.max(x + by, ...boxes.map((box) => box.right - left)) + 6,
        Math.max(y + by, ...boxes.map((box) => box.bottom - top)) + 6,
    ];
  }

  /**
   * Above the stack if there is room, else below, else beside it; where it fits nowhere, it scrolls. It is never over
   * the stack, which can still be clicked.
   * @param {Box} box
   */
  place([left, top, right, low]) {
    const { w, h } = this.view.zoom.view, { style } = this.box, room = Math.max(left, w - right),
      rest = Math.max(top, h - low);
    /** @param {number} least @param {number} at @param {number} most */
    const within = (least, at, most) => Math.max(least, Math.min(at, most));
    /** @param {number} width @param {number} height */
    const measure = (width, height) => {
      Object.assign(style, { maxWidth: `${width}px`, maxHeight: `${height}px`, left: 0, top: 0 });
      return [this.box.offsetWidth, this.box.offsetHeight];
    };
    let [wide, tall] = measure(w - 12, h - 8), aside = tall > rest - 4;
    if (aside && room > 200) [wide, tall] = measure(room - 6, h - 8);
    else aside = false;
    if (aside && this.box.scrollHeight > h - 8) aside = false;
    if (!aside && tall > rest - 4) [wide, tall] = measure(w - 12, Math.max(rest - 4, 110));
    const x = aside ? (room > left ? right : left - wide) : (left + right - wide) / 2;
    const y = aside ? (top + low - tall) / 2 : tall <= top - 4 || top > h - low ? top - tall : low;
    style.left = `${within(6, x, w - wide - 6)}px`;
    style.top = `${within(4, y, h - tall - 4)}px`;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const cards = /** @type {HTMLElement[]} */ ([...this.box.children].slice(1));
    const i = cards.findIndex((card) => card === document.activeElement);
    const step = STEPS[event.key];
    if (event.key === "Escape") {
      this.close();
      this.view.frame.focus();
    } else if (step) cards[(i + step + cards.length) % cards.length].focus();
    else if (event.key !== "Enter" && event.key !== " ") return;
    event.stopPropagation();
    if (step) event.preventDefault();
  }
}

// ------------------------------------------------------------------------------------------------------------- lights

/**
 * Points from the edge of the window at something lit out of sight, and stands for so many of them.
 * @typedef {{id: string, x: number, y: number, left: number, top: number, far: number, many: number}} Arrow
 */

// The buttons of the map, in its lower right corner, take so much of it, with half an arrow.
const TOOLS_HIGH = 190, TOOLS_WIDE = 84;

/** The room that the sheet of a fight takes of a board, with half an arrow around it. @param {HTMLElement} board */
export function sheetOver(board) {
  const sheet = board.closest(".ground")?.querySelector(".fight")?.getBoundingClientRect();
  const { left, top } = board.getBoundingClientRect();
  return sheet ? { left: sheet.left - left - 24, right: sheet.right - left + 24, top: sheet.top - top - 24,
    bottom: sheet.bottom - top + 24 } : null;
}

/**
 * The spot nearest to an arrow's that no sheet covers.
 * @param {ReturnType<typeof sheetOver>} sheet @param {[number, number]} spot @param {number} w @param {number} h
 */
function beside(sheet, [x, y], w, h) {
  if (!sheet || x <= sheet.left || x >= sheet.right || y <= sheet.top || y >= sheet.bottom) return [x, y];
  const [free = [x, y]] = [[sheet.left, y], [sheet.right, y], [x, sheet.top], [x, sheet.bottom]]
    .filter(([left, top]) => left >= 24 && left <= w - 24 && top >= 24 && top <= h - 24)
    .sort((one, other) => Math.hypot(one[0] - x, one[1] - y) - Math.hypot(other[0] - x, other[1] - y));
  return free;
}

// What can be clicked, what was picked, where the keyboard is: outlines on the board, and arrows at the edge of the
// window for whatever is lit out of sight.
export class Lights {
  /** @type {Map<string, Lit>} */ lit = new Map();
  /** @type {Set<string>} */ picked = new Set();
  /** @type {Map<string, SVGElement[]>} */ shapes = new Map();         // by lit space: below the pieces, and above them
  /** @type {Place | null} */ at = null;        // where the cursor of the keyboard is
  /** @type {SVGElement | null} */ mark = null; // what flashes
  cursor = el("path", { class: "cursor" });
  way = el("path", { class: "way" });         // to something far

  /** @param {SVGElement} layer @param {SVGElement} rings @param {View} view */
  constructor(layer, rings, view) {
    this.layer = layer;
    this.rings = rings;
    this.view = view;
  }

  /** @param {Map<string, Lit>} lit @param {Set<string>} picked */
  set(lit, picked) {
    const { pieces, chart } = this.view;
    this.lit = lit;
    this.picked = picked;
    const spaces = new Set([...lit.keys(), ...picked].filter((id) => chart.spaces.has(id)));
    for (const [id, parts] of this.shapes) {
      if (spaces.has(id)) continue;
      parts.forEach((part) => part.remove());
      this.shapes.delete(id);
    }
    for (const id of spaces) this.space(id, chart.place(id));
    for (const shown of pieces.shown.values()) this.piece(shown);
    // from afar a stack is lit if any piece in it is; its top, if its space is
    for (const [at, stack] of pieces.stacks) {
      const sides = new Set(stack.filter((piece) => lit.has(piece.id)).map((piece) => piece.side)),
        ring = this.ringed(at) && lit.has(at);
      for (const piece of stack) {
        const { g, many = 0 } = pieces.shown.get(piece.id) ?? {};
        g?.classList.toggle("lit-below", sides.has(piece.side) && many > 0);
        g?.classList.toggle("lit-place", ring && !isMarker(piece));
        g?.classList.toggle("afar", Boolean(lit.get(at)?.way));
        g?.classList.toggle("spoken-of", !chart.hexes && picked.has(at) && !isMarker(piece));
      }
    }
    this.point();
  }

  /** On a map of points a lit space has a ring, which no piece hides. @param {string} id */
  ringed(id) {
    const { chart } = this.view;
    return !chart.hexes && !chart.place(id).area;
  }

  /** @param {string} id @param {Place} s */
  space(id, s) {
    const { chart, pieces } = this.view, ringed = this.ringed(id), outline = ringed ? circle(r(s.x), r(s.y), RING)
      : chart.shape(s, 90);
    let parts = this.shapes.get(id);
    if (!parts) {
      const own = { "data-id": id };
      parts = [el("g", own, path("glow", outline)), el("g", own, path("casing", outline), path("edge", outline))];
      this.shapes.set(id, parts);
      this.layer.append(parts[0]);
      this.rings.append(parts[1]);
    }
    const [below, top] = parts;
    this.shade(below, id, "lit-space");
    this.dress(top, id, "halo", outline);
    // Around blocks only its lower half is drawn, so that it does not cover their figures.
    const half = pieces.stacks.get(id)?.some((piece) => !isMarker(piece)) ? arc(r(s.x), r(s.y), RING) : outline;
    if (ringed) for (const line of top.querySelectorAll(".casing, .edge")) line.setAttribute("d", half);
    const [x, y] = ringed ? [s.x - 50, s.y + 50] : [s.x - 34, s.y - 58];
    number(top, this.lit.get(id)?.n, x, y);
  }

  /** @param {Shown} shown */
  piece({ g, piece }) {
    const small = isMarker(piece), { id } = piece;
    this.dress(g, id, `piece${g.classList.contains("under") ? " under" : ""}`, small ? SMALL : FRAME);
    const [x, y] = this.view.chart.hexes ? [-46, -50] : small ? [-36, 26] : [-46, 46];
    number(g.firstElementChild, this.lit.get(id)?.n, x, y);
  }

  /**
   * Lit things are buttons; the rest of the board is a picture. The button is an empty outline over the picture, so
   * that the figures printed in it are no part of its name.
   * @param {SVGElement} node @param {string} id @param {string} base @param {string} outline
   */
  dress(node, id, base, outline) {
    const { lit, picked } = this.shade(node, id, base);
    let hand = node.querySelector(":scope > .hand");
    if (!lit) return hand?.remove();
    if (!hand) node.append(hand = path("hand", outline, { "data-id": id, role: "button", tabindex: 0 }));
    hand.setAttribute("aria-label", this.view.describe(id));
    hand.ariaPressed = picked ? "true" : null;
  }

  /** @param {SVGElement} node @param {string} id @param {string} base */
  shade(node, id, base) {
    const lit = this.lit.has(id), picked = this.picked.has(id), { way, vain } = this.lit.get(id) ?? {},
      look = `${base}${lit ? " lit" : ""}${way ? " afar" : ""}${vain ? " vain" : ""}${picked ? " picked" : ""}`;
    if (node.getAttribute("class") !== look) node.setAttribute("class", look);
    return { lit, picked };
  }

  // ----------------------------------------------------------------------------------------------------------- arrows

  // Lit things out of sight; those whose arrows would touch share one, which leads to the nearest.
  point() {
    const { zoom } = this.view, { w, h } = zoom.view, found = /** @type {Arrow[]} */ ([]);
    const sheet = sheetOver(this.view.frame);
    for (const [id, { way }] of this.lit) {
      const spot = this.view.spot(id);
      if (!spot || way) continue;
      const x = spot.x * zoom.k + zoom.x, y = spot.y * zoom.k + zoom.y;
      if (x > 8 && x < w - 8 && y > 8 && y < h - 8) continue;
      const top = Math.min(Math.max(y, 24), h - 24), right = h - top < TOOLS_HIGH ? TOOLS_WIDE : 24;
      const [left, high] = beside(sheet, [Math.min(Math.max(x, 24), w - right), top], w, h);
      const far = Math.hypot(x - left, y - high);
      const close = found.find((o) => Math.hypot(o.left - left, o.top - high) < 72);
      if (!close) found.push({ id, x, y, left, top: high, far, many: 1 });
      else Object.assign(close, far < close.far ? { id, x, y, far } : {}, { many: close.many + 1 });
    }
    this.view.arrows.replaceChildren(...found.map((arrow) => this.arrow(arrow)));
  }

  /** The keyboard reaches the lit thing itself, so the arrow needs no tab stop. @param {Arrow} arrow */
  arrow({ id, x, y, left, top, many }) {
    const transform = `rotate(${r(Math.atan2(y - top, x - left) * 180 / Math.PI)})`;
    const button = tag("button", { type: "button", className: "arrow", tabIndex: -1, ariaHidden: "true" },
      el("svg", { viewBox: "-22 -22 44 44" }, path("", "M18 0L-2-13V-6H-15V6H-2V13Z", { transform })));
    if (many > 1) button.append(tag("span", { textContent: many }));
    Object.assign(button.style, { left: `${r(left)}px`, top: `${r(top)}px` });
    button.addEventListener("click", () => this.view.show(id));
    return button;
  }

  // ----------------------------------------------------------------------------------------------------------- cursor

  /** @param {Place} space */
  moveCursor(space) {
    this.at = space;
    this.cursor.setAttribute("d", this.view.chart.shape(space, 97));
    this.layer.append(this.cursor);
  }

  hideCursor() {
    this.cursor.remove();
  }

  /** @param {{x: number, y: number}[]} spots */
  showWay(spots) {
    this.way.setAttribute("d", spots.length ? `M${spots.map(({ x, y }) => `${r(x)} ${r(y)}`).join("L")}` : "");
    if (spots.length) this.rings.append(this.way);
    else this.way.remove();
  }

  /**
   * A ring around the last of some spots, and a line that leads there from the others.
   * @param {{x: number, y: number}[]} spots @param {boolean} motion
   */
  flash(spots, motion) {
    const { x, y } = spots[spots.length - 1], way = `M${spots.map((spot) => `${r(spot.x)} ${r(spot.y)}`).join("L")}`;
    const mark = el("g", { class: "flash" }, path("", way), el("circle", { cx: r(x), cy: r(y), r: 95 }));
    this.mark?.remove();
    this.view.topSvg.append(this.mark = mark);
    const opacity = motion ? [0, 1, 0.4, 1, 0] : [1, 1];
    mark.animate({ opacity }, 1100 + 500 * spots.length).onfinish = () => mark.remove();
  }
}

/** The lower half of a circle. @param {number} x @param {number} y @param {number} size */
const arc = (x, y, size) => `M${x - size} ${y}a${size} ${size} 0 0 0 ${2 * size} 0`;

/** @param {Element | null} node @param {number | null | undefined} n @param {number} x @param {number} y */
function number(node, n, x, y) {
  const old = node?.querySelector(":scope > .key");
  if (old?.textContent === String(n ?? "")) return;
  old?.remove();
  if (n) node?.append(el("g", { class: "key", transform: move(x, y) },
    el("rect", { x: -15, y: -14, width: 30, height: 28, rx: 5 }), el("text", { y: 6 }, n)));
}
