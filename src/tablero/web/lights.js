// What can be clicked, what was picked, where the keyboard is: outlines on the board, and arrows at the edge of the
// window for whatever is lit out of sight.

import { el, move, path, r } from "./ink.js";

export class Lights {
  constructor(layer, arrows, view) {
    Object.assign(this, { layer, arrows, view });
    this.lit = new Map();
    this.picked = new Set();
    this.shapes = new Map(); // lit space id -> element
    this.cursor = el("path", { class: "cursor" });
  }

  set(lit, picked) {
    const { pieces, chart } = this.view;
    this.lit = lit;
    this.picked = picked;
    const spaces = new Set([...lit.keys(), ...picked].filter((id) => chart.spaces.has(id)));
    for (const [id, shape] of this.shapes) if (!spaces.has(id)) this.dim(id, shape);
    for (const id of spaces) this.space(id);
    for (const [id, { g }] of pieces.shown) this.piece(id, g);
    this.below();
    this.point();
  }

  dim(id, shape) {
    shape.remove();
    this.shapes.delete(id);
  }

  space(id) {
    const { chart } = this.view, s = chart.spaces.get(id);
    let shape = this.shapes.get(id);
    if (!shape) {
      shape = el("g", { "data-id": id }, path("glow", chart.shape(s, 90)), path("edge", chart.shape(s, 90)));
      this.shapes.set(id, shape);
      this.layer.append(shape);
    }
    this.dress(shape, id, "lit-space");
    number(shape, this.lit.get(id)?.n, s.x - 46, s.y - 62);
  }

  piece(id, g) {
    this.dress(g, id, `piece${g.classList.contains("under") ? " under" : ""}`);
    if (g.firstChild) number(g.firstChild, this.lit.get(id)?.n, -46, -50);
  }

  // Lit things are buttons; the rest of the board is a picture. The button is an empty outline over the picture, so that the
  // figures printed in it are no part of its name.
  dress(node, id, base) {
    const light = this.lit.get(id);
    const look = `${base}${light ? ` lit lit-${light.kind ?? "pick"}` : ""}${this.picked.has(id) ? " picked" : ""}`;
    if (node.getAttribute("class") !== look) node.setAttribute("class", look);
    let hand = node.querySelector(":scope > .hand");
    if (!light) return hand?.remove();
    if (!hand) {
      const space = this.view.chart.spaces.get(id);
      hand = path("hand", space ? this.view.chart.shape(space, 90) : "M-55-55H55V55H-55Z");
      hand.dataset.id = id;
      hand.setAttribute("role", "button");
      hand.setAttribute("tabindex", "0");
      node.append(hand);
    }
    hand.setAttribute("aria-label", this.view.describe(id));
    if (this.picked.has(id)) hand.setAttribute("aria-pressed", "true");
    else hand.removeAttribute("aria-pressed");
  }

  // A stack seen from afar is lit if any piece in it is.
  below() {
    const { pieces } = this.view;
    for (const stack of pieces.stacks.values()) {
      const lit = stack.slice(0, -1).some((piece) => this.lit.has(piece.id));
      pieces.shown.get(stack.at(-1).id)?.g.classList.toggle("lit-below", lit);
    }
  }

  // ----------------------------------------------------------------------------------------------------------- arrows

  // Lit things out of sight; those whose arrows would touch share one, which leads to the nearest.
  point() {
    const { zoom } = this.view, { w, h } = zoom.view, found = [];
    for (const id of this.lit.keys()) {
      const spot = this.view.spot(id);
      if (!spot) continue;
      const x = spot.x * zoom.k + zoom.x, y = spot.y * zoom.k + zoom.y;
      if (x > -4 && x < w + 4 && y > -4 && y < h + 4) continue;
      const left = Math.min(Math.max(x, 24), w - 24), top = Math.min(Math.max(y, 24), h - 24);
      const far = Math.hypot(x - left, y - top);
      const close = found.find((o) => Math.hypot(o.left - left, o.top - top) < 46);
      if (!close) found.push({ id, x, y, left, top, far, many: 1 });
      else Object.assign(close, far < close.far ? { id, x, y, far } : {}, { many: close.many + 1 });
    }
    if (found.length || this.arrows.firstChild) this.arrows.replaceChildren(...found.map((arrow) => this.arrow(arrow)));
  }

  arrow({ id, x, y, left, top, many }) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "arrow";
    button.tabIndex = -1; // the lit thing itself is in the order of the keyboard
    button.setAttribute("aria-hidden", "true");
    const transform = `rotate(${r(Math.atan2(y - top, x - left) * 180 / Math.PI)})`;
    button.append(el("svg", { viewBox: "-22 -22 44 44" }, el("path", { d: "M18 0L-2-13V-6H-15V6H-2V13Z", transform })));
    if (many > 1) button.append(Object.assign(document.createElement("span"), { textContent: many }));
    button.style.left = `${r(left)}px`;
    button.style.top = `${r(top)}px`;
    button.addEventListener("click", () => this.view.show(id));
    return button;
  }

  // ----------------------------------------------------------------------------------------------------------- cursor

  moveCursor(space) {
    this.at = space;
    this.cursor.setAttribute("d", this.view.chart.shape(space, 97));
    if (!this.cursor.parentNode) this.layer.append(this.cursor);
  }

  hideCursor() {
    this.cursor.remove();
  }

  flash(spot, motion) {
    const ring = el("circle", { class: "flash", cx: r(spot.x), cy: r(spot.y), r: 95 });
    this.layer.append(ring);
    ring.animate({ opacity: motion ? [0, 1, 0.2, 1, 0] : [1, 1] }, 1300).onfinish = () => ring.remove();
  }
}

function number(node, n, x, y) {
  const old = node.querySelector(":scope > .key");
  if (old?.textContent === String(n ?? "")) return;
  old?.remove();
  if (n === undefined || n === null) return;
  node.append(el("g", { class: "key", "aria-hidden": "true", transform: move(x, y) }, el("circle", { r: 14 }), el("text", { y: 6 }, n)));
}
