// @ts-check
// A piece that is dragged to a place: it is picked up, as clicks would do it, and put down there. Fingers move the map.

import { drawPiece } from "./counters.js";
import { allWords } from "./i18n.js";
import { el, tag } from "./svg.js";

/**
 * @import { Stage } from "./stage.js"
 * @import { Choice } from "./types"
 */

const SLIP = 6;         // pixels a press may move and still be a click
const PATIENCE = 4000;  // milliseconds for the answers of the server
const PICKS = 3;        // clicks that pick a piece up: its space, itself

/** Does a first click on a thing commit to nothing? @param {Choice} choice */
const harmless = (choice) => choice.targets.length > 1
  || !(choice.rolls || choice.shows || choice.may_show || choice.waste);

export class Drag {
  id = "";              // of the piece under the pressed pointer
  at = [0, 0];          // where it was pressed
  dragging = false;
  /** @type {Promise<unknown>} */ picked = Promise.resolve();
  ghost = tag("div", { className: "ghost", hidden: true });

  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    const { frame, stop: { signal } } = stage.view;
    stage.frame.append(this.ghost);
    frame.addEventListener("pointerdown", (event) => this.#press(event), { signal });
    // before the map hears of it, which would move along
    frame.addEventListener("pointermove", (event) => this.#move(event), { signal, capture: true });
    frame.addEventListener("pointerup", (event) => this.#drop(event), { signal });
    frame.addEventListener("pointercancel", () => this.#end(), { signal });
    addEventListener("keydown", (event) => event.key === "Escape" && this.#end(), { signal });
  }

  /** @param {PointerEvent} event */
  #press(event) {
    this.#end();
    const { stage } = this, { piece } = stage.view.under(event), off = stage.busy || stage.past;
    if (off || event.pointerType === "touch" || event.button || !stage.model.pieces.has(piece)) return;
    const found = stage.picker.preview(piece);
    if (stage.far.has(piece) || (found.length && found.every(harmless)))
      Object.assign(this, { id: piece, at: [event.clientX, event.clientY] });
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.id) return;
    const { stage } = this, [x, y] = [event.clientX, event.clientY];
    if (!this.dragging && Math.hypot(x - this.at[0], y - this.at[1]) < SLIP) return;
    stage.view.zoom.fingers.delete(event.pointerId);
    if (!this.dragging) this.#begin(event.pointerId);
    const box = stage.frame.getBoundingClientRect();
    this.ghost.style.transform = `translate(${x - box.left}px, ${y - box.top}px)`;
  }

  /** @param {number} pointer */
  #begin(pointer) {
    const { stage, id } = this, piece = stage.model.pieces.get(id);
    this.dragging = stage.view.zoom.dragged = true;       // so that letting go is no click
    stage.view.fan.close();
    stage.view.frame.setPointerCapture(pointer);
    if (piece) this.ghost.replaceChildren(el("svg", { viewBox: "-76 -76 152 140", class: "board-ink near" },
      drawPiece(piece, allWords())));
    this.ghost.hidden = false;
    this.picked = Promise.resolve(stage.far.has(id) ? stage.hooks.go?.(id) : stage.click(id));
  }

  /** @param {PointerEvent} event */
  async #drop({ clientX, clientY, pointerType }) {
    const { stage, id, dragging, picked } = this, { view } = stage;
    const target = document.elementFromPoint(clientX, clientY);
    this.#end();
    if (!dragging || !target || !view.frame.contains(target)) return;
    const event = /** @type {PointerEvent} */ (/** @type {unknown} */ ({ clientX, clientY, pointerType, target }));
    const { piece, at } = view.under(event), home = stage.model.placeOf(id);
    await new Promise((done) => setTimeout(done));      // the click that ends the drag comes first
    await picked;
    if (piece === id || at === home || !await this.#settled()) return;
    for (let n = 0; n < PICKS && stage.lit.has(id); n += 1) {
      await stage.click(id);
      if (!await this.#settled()) return;
    }
    view.zoom.dragged = false;
    view.clicked(event);
  }

  /** The server has answered, and has said what can be clicked; nothing else is asked first. */
  async #settled() {
    const { stage } = this, until = performance.now() + PATIENCE;
    const open = () => stage.busy
      || (stage.hooks.go && stage.model.told?.asked.far && stage.reached !== stage.asked);
    while (open() && performance.now() < until) await new Promise((done) => setTimeout(done, 25));
    return !stage.busy && stage.bubble.hidden && Boolean(stage.model.told?.choices.length);
  }

  #end() {
    Object.assign(this, { id: "", dragging: false });
    this.ghost.hidden = true;
  }
}
