// @ts-check
// A guided first game: a table at which chapters explain things at their moment, and a bot advises at each question.

import { html } from "./vendor/lit-html.js";
import { lang, w } from "./i18n.js";
import { api } from "./net.js";
import { chip } from "./page.js";

/**
 * @import { Hints } from "./hint.js"
 * @import { ChapterInfo, GuideInfo, Update } from "./types"
 */

/** Start the guided first game of a game. @param {HTMLElement} host @param {string} game */
export async function guide(host, game) {
  const { id } = await api("POST", "/api/guides", { game });
  history.replaceState(null, "", `/table/${id}`);
  return (await import("./table.js")).open(host, id);
}

const END = "end";      // what is noted as seen when one goes on playing alone

export class Guided {
  /** @type {GuideInfo | null} */ told = null;
  through = false;      // is all that it explains over?
  stamp = -1;           // of the question for which advice was asked last

  /** @param {string} id of the table @param {string} game @param {Hints} hints @param {() => void} draw */
  constructor(id, game, hints, draw) {
    this.game = game;
    this.hints = hints;
    this.draw = draw;
    this.key = `tablero.guide.${id}`;
    /** @type {Set<string>} */ this.seen = new Set(JSON.parse(localStorage.getItem(this.key) ?? "[]"));
    hints.heard = ({ through }) => { this.through ||= through; };
  }

  async load() {
    this.told = await api("GET", `/api/games/${this.game}/guide?lang=${lang()}`);
    this.draw();
  }

  get ended() {
    return this.seen.has(END);
  }

  /**
   * The chapter whose moment has come: also later, when one goes on playing.
   * @param {Update} update @returns {ChapterInfo | undefined}
   */
  chapter({ asked, choices }) {
    return this.told?.chapters.find(({ id, prompts }) => !this.seen.has(id)
      && (!prompts.length || choices.length && prompts.includes(asked.key ?? "")));
  }

  /** Ask for advice at each question, once. @param {Update} update */
  hear(update) {
    this.through ||= Boolean(update.over);
    if (this.ended || this.stamp === update.stamp || !this.hints.allowed) return;
    this.stamp = update.stamp;
    this.hints.ask();
  }

  /** @param {string} id */
  #read(id) {
    this.seen.add(id);
    localStorage.setItem(this.key, JSON.stringify([...this.seen]));
    this.draw();
  }

  /** @param {Update} update */
  view(update) {
    if (!this.told) return "";
    if (this.through && !this.ended) return html`<section class="chapter" aria-labelledby="chapter"><h2
      id="chapter">${w("guide.end")}</h2><p>${this.told.end}</p><p class="row"><button type="button" class="primary"
        @click=${() => this.#read(END)}>${w("guide.go_on")}</button><a class="button" href="/">${
          w("guide.new")}</a></p></section>`;
    const found = this.chapter(update);
    if (!found) return "";
    const { id, title, text, rule } = found;
    return html`<section class="chapter" aria-labelledby="chapter"><h2 id="chapter">${title}</h2>${text.split("\n")
      .map((part) => html`<p>${part}</p>`)}<p class="row"><button type="button" class="primary"
        @click=${() => this.#read(id)}>${w("guide.next")}</button>${chip(rule)}</p></section>`;
  }
}
