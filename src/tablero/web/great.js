// @ts-check
// Great events: what nobody should miss is a card over the board, until a click or a key, or for as long as the pace
// says. Which kinds of events are great is in the look of the game.

import { html } from "./vendor/lit-html.js";
import { drawPiece } from "./counters.js";
import { look } from "./game.js";
import { allWords, has, t, w } from "./i18n.js";
import { dismisses } from "./page.js";
import { plain, things, upper } from "./sentences.js";
import { settings } from "./settings.js";

/**
 * @import { Stage } from "./stage.js"
 * @import { Update } from "./types"
 */

/** Milliseconds for which a card lies there. @type {Record<string, number>} */
const PACES = { quick: 3500, slow: 8000 };
const MOST = 4;         // cards that wait for each other; of more, the last

export class Great {
  /** Sentences; the first lies on the board. @type {string[]} */ queue = [];
  timer = 0;

  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
  }

  /** After an update: a card that one plays oneself is no news. @param {Update} update @param {string[]} own seats */
  hear(update, own) {
    if (update.whole || !PACES[settings.pace]) return;
    for (const { great = [], lines, seat, undone } of update.log ?? []) {
      const mine = own.includes(seat);
      const news = great.map((i) => lines[i]).filter((text) => !(mine && things(text).some((id) => this.#isCard(id))));
      if (!undone) this.queue.push(...news);
    }
    if (this.queue.length > MOST) this.queue.splice(1, this.queue.length - MOST);
  }

  /** @param {string} id */
  #isCard(id) {
    return this.stage.model.cards.has(id);
  }

  /** Put the card away; the next one follows. */
  close() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.queue.shift();
    this.stage.hooks.changed();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.shown || !dismisses(event)) return false;
    this.close();
    return true;
  }

  /** What lies on the board: nothing while that shows the past. */
  get shown() {
    return this.stage.past ? "" : this.queue[0] ?? "";
  }

  view() {
    const text = this.shown;
    if (!text) return "";
    this.timer ||= setTimeout(() => this.close(), PACES[settings.pace] ?? PACES.quick);
    const ids = things(text), card = ids.find((id) => this.#isCard(id)), effect = `${card?.replace(":", ".")}.effect`;
    const side = this.sideOf(ids);
    return html`<section class="great side-${side}" aria-label=${w("great")} @click=${() => this.close()}>
      <div class="picture inked" aria-hidden="true">${this.#picture(ids)}</div>
      <div><h2>${card ? upper(this.stage.name(card)) : plain(text)}</h2>${card ? html`<p>${plain(text)}</p><p
        class="effect">${has(effect) ? t(effect) : ""}</p>` : ""}</div>
      <button type="button" class="bare" aria-label=${w("close")}>✕</button></section>`;
  }

  /** Whose news it is: of the side it names, of its card or of a piece that has left the map. @param {string[]} ids */
  sideOf(ids) {
    const { cards } = this.stage.model;
    return ids.map((id) => id.split(":")[1]).find((name) => look().sides[name])
      ?? ids.map((id) => cards.get(id)?.side || this.stage.model.info(id)?.side).find(Boolean) ?? "";
  }

  /** The piece that the sentence is about, as it is seen; else the sign of a side. @param {string[]} ids */
  #picture(ids) {
    const piece = ids.map((id) => this.stage.model.named(id)).find(Boolean);
    return piece ? html`<svg viewBox="-64 -66 132 136" class="board-ink near">${drawPiece(piece, allWords())}</svg>`
      : html`<b class="flag"></b>`;
  }
}
