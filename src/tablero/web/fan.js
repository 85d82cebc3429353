// A stack fanned out beside its hex: every piece large, with its numbers in words, each to be picked.

import { el } from "./ink.js";
import { drawPiece } from "./pieces.js";

export class Fan {
  constructor(frame, view) {
    this.view = view;
    this.box = document.createElement("div");
    this.box.className = "fan";
    this.box.hidden = true;
    this.box.addEventListener("pointerenter", () => clearTimeout(this.closing));
    this.box.addEventListener("pointerleave", () => this.leave());
    this.box.addEventListener("keydown", (event) => this.key(event));
    frame.append(this.box);
  }

  // Open over a space after a while; leaving it, or entering the fan, calls it off.
  soon(at, delay) {
    clearTimeout(this.opening);
    if (this.at === at) return clearTimeout(this.closing);
    this.opening = setTimeout(() => this.open(at), delay);
    if (this.at) this.leave();
  }

  leave() {
    clearTimeout(this.opening);
    clearTimeout(this.closing);
    this.closing = setTimeout(() => this.close(), 260);
  }

  open(at, focus = false) {
    const stack = this.view.pieces.stacks.get(at);
    if (!stack) return;
    clearTimeout(this.closing);
    this.at = at;
    const cards = [...stack].reverse().map((piece) => this.card(piece));
    this.box.replaceChildren(...cards);
    this.box.hidden = false;
    this.place(this.view.spot(at));
    if (focus) (cards.find((card) => card.classList.contains("lit")) ?? cards[0]).focus();
  }

  close() {
    clearTimeout(this.opening);
    this.box.hidden = true;
    this.at = null;
  }

  card(piece) {
    const { lights } = this.view, card = document.createElement("button");
    card.type = "button";
    card.className = `card${lights.lit.has(piece.id) ? " lit" : ""}${lights.picked.has(piece.id) ? " picked" : ""}`;
    card.dataset.id = piece.id;
    card.setAttribute("aria-label", this.view.describe(piece.id));
    const drawn = drawPiece(piece, this.view.text);
    const picture = el("svg", { viewBox: "-70 -76 140 140", class: "board-ink near", "aria-hidden": "true" }, drawn);
    card.append(picture, this.words(piece));
    card.addEventListener("click", (event) => {
      this.close();
      this.view.pick(piece.id, event);
    });
    return card;
  }

  words(piece) {
    const { text } = this.view, lines = document.createElement("span");
    const row = (what) => lines.append(Object.assign(document.createElement("span"), { textContent: what }));
    const title = lines.appendChild(document.createElement("strong"));
    title.textContent = text[piece.name] ?? text[`symbol.${piece.symbol}`] ?? "";
    for (const [key, value] of piece.values) row(`${text[`row.${key}`] ?? key} ${value}`);
    for (const badge of piece.badges) {
      const [kind, many] = badge.split(".");
      row(`${many ? `${many} ` : ""}${text[`badge.${kind}`] ?? kind}`);
    }
    return lines;
  }

  // Above the hex if there is room, else below, and never over it, so that the hex can still be clicked.
  place(spot) {
    const { zoom } = this.view, { w, h } = zoom.view;
    const x = spot.x * zoom.k + zoom.x, y = spot.y * zoom.k + zoom.y, gap = 92 * zoom.k + 6;
    this.box.style.maxWidth = `${w - 12}px`;
    const [bw, bh] = [this.box.offsetWidth, this.box.offsetHeight];
    const top = y - gap - bh > 4 ? y - gap - bh : Math.min(y + gap, h - bh - 4);
    this.box.style.left = `${Math.max(6, Math.min(x - bw / 2, w - bw - 6))}px`;
    this.box.style.top = `${Math.max(4, top)}px`;
  }

  key(event) {
    const cards = [...this.box.children], i = cards.indexOf(document.activeElement);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") {
      this.close();
      this.view.frame.focus();
    } else if (step) cards[(i + step + cards.length) % cards.length].focus();
    else if (event.key !== "Enter" && event.key !== " ") return;
    event.stopPropagation();
    if (step) event.preventDefault();
  }
}
