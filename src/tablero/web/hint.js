// @ts-check
// A hint: what a bot would do in one's place, lit on the board, with its reason in words. A guided first game: a table
// at which chapters explain things at their moment, and a bot advises at each question.

import { html } from "./vendor/lit-html.js";
import { lang, w } from "./i18n.js";
import { api } from "./net.js";
import { announce, chip } from "./page.js";
import { plain, things } from "./sentences.js";
import { linked } from "./stage.js";

/**
 * @import { Stage } from "./stage.js"
 * @import { Content } from "./internal"
 * @import { ChapterInfo, Choice, GuideInfo, Hint, Update } from "./types"
 */

/** What a hint needs of its page. @typedef {object} Asks
 * @property {Stage} stage
 * @property {string} id of the table @property {string} seat @property {string[]} seats all of one's own
 * @property {(choice: Choice) => unknown} act
 * @property {<T>(asked: Promise<T>) => Promise<T | undefined>} tried
 * @property {() => void} draw
 */

export class Hints {
  /** @type {Hint | null} */ found = null;
  waiting = false;
  own = false;          // was something else chosen last than what was advised?
  /** Called with each hint that has come. @type {(hint: Hint) => void} */ heard = () => {};
  late = () => {};      // called when another question has come meanwhile

  /** @param {Asks} page */
  constructor(page) {
    this.page = page;
  }

  /** May one ask? Only where nobody else plays, and something is asked. */
  get allowed() {
    const { stage: { model: { told } }, seats } = this.page;
    return Boolean(told?.choices.length && !told.asked.passing && !told.paused
      && told.chairs.every(({ bot, seat }) => bot || seats.includes(seat)));
  }

  /** The hint for the question that is asked now. */
  get hint() {
    const { told } = this.page.stage.model;
    return this.found && told && this.found.stamp === told.stamp && told.choices.length ? this.found : null;
  }

  /** The choice that it advises. */
  get choice() {
    const { hint } = this;
    return hint && this.page.stage.model.told?.choices.find((choice) => choice.do === hint.do);
  }

  /** Ask for a hint; if there is one, do what it says. */
  press() {
    return this.choice ? this.do() : this.ask();
  }

  /** @param {boolean} unasked for: then the map stays where somebody follows a plan of his own */
  async ask(unasked = false) {
    const { page } = this, stamp = page.stage.model.told?.stamp;
    if (this.waiting || !this.allowed) return;
    this.waiting = true;
    page.draw();
    const asked = api("GET", `/api/sittings/${page.id}/hint?seat=${page.seat}&lang=${lang()}`);
    await asked.catch(() => {});
    this.waiting = false;
    if (stamp !== page.stage.model.told?.stamp) return this.late();
    const found = await page.tried(asked);
    if (found) {
      this.found = found;
      const { choice } = this;
      announce(`${plain(found.label)}. ${plain(found.reason)}`);
      if (choice && !(unasked && this.own)) page.stage.view.flash(...about(choice));
      this.heard(found);
    }
    page.draw();
  }

  do() {
    const { choice } = this;
    if (choice && !this.page.stage.busy) this.page.act(choice);
  }

  /** Something is done: what was advised, or something else? @param {string} [what] */
  done(what) {
    this.own = this.hint?.do !== what;
    if (!this.own) this.found = null;
  }

  forget() {
    this.found = null;
    this.page.draw();
  }

  /** The button beside the question. */
  button() {
    const { waiting } = this;
    return this.allowed && !this.hint ? html`<button type="button" class="hint-button" ?disabled=${waiting
      || this.page.stage.busy} title=${w("advice.title")} @click=${() => this.ask()}>${
      w(waiting ? "advice.thinking" : "advice.name")} <kbd>H</kbd></button>` : "";
  }

  view() {
    const { hint, choice, page: { stage } } = this;
    if (!hint || !choice) return "";
    return adviceView(stage, hint, html`<button type="button" class="primary" ?disabled=${stage.busy}
      @click=${() => this.do()}>${w("advice.do")} <kbd>H</kbd></button>
      <button type="button" class="quiet" @click=${() => this.forget()}>${w("close")}</button>`);
  }

  /** Mark what it speaks of, wherever it is drawn. @param {HTMLElement} host */
  mark(host) {
    const { choice } = this;
    mark(host, choice && !this.page.stage.busy ? choice : null);
  }
}

/** What is advised, and why. @param {Stage} stage @param {Pick<Hint, "label" | "reason" | "second">} hint
 * @param {Content} buttons */
export const adviceView = (stage, { label, reason, second }, buttons) => html`<section class="advice"
  aria-label=${w("advice.name")}>
    <p><b>${plain(label)}</b></p>${reason ? html`<p class="reason">${linked(stage, reason)}</p>` : ""}
    <p class="row">${buttons}${second && plain(second) !== plain(label) ? html`<small>${
      w("advice.second", { label: plain(second) })}</small>` : ""}</p>
  </section>`;

/** What a choice is about: what one clicks for it, or what a button speaks of. @param {Choice} choice */
const about = ({ targets, label }) => (targets.length ? targets : things(label));

/** Mark a choice on the board, in the hand and among the buttons. @param {HTMLElement} host
 * @param {Choice | null} choice */
export function mark(host, choice) {
  const wanted = choice ? [...about(choice).map((id) => `[data-id="${CSS.escape(id)}"]`),
    `[data-do="${CSS.escape(choice.do)}"]`].join() : "none";
  for (const one of host.querySelectorAll(`[data-advised], ${wanted}`)) {
    one.toggleAttribute("data-advised", one.matches(wanted));
  }
}

// --- the guided game

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
  shown = { id: "", stamp: -1 };    // the chapter of a moment that is on the page, and of which question

  /** @param {string} id of the table @param {string} game @param {Hints} hints @param {() => void} draw */
  constructor(id, game, hints, draw) {
    this.game = game;
    this.hints = hints;
    this.draw = draw;
    this.key = `tablero.guide.${id}`;
    /** @type {Set<string>} */ this.seen = new Set(JSON.parse(localStorage.getItem(this.key) ?? "[]"));
    hints.heard = ({ through }) => { this.through ||= through; };
    hints.late = () => this.hear();
  }

  async load() {
    this.told = await api("GET", `/api/games/${this.game}/guide?lang=${lang()}`);
    this.draw();
  }

  get ended() {
    return this.seen.has(END);
  }

  /**
   * The chapter whose moment has come: also later, when one goes on playing; not where the table answers in a moment.
   * @param {Update} update @returns {ChapterInfo | undefined}
   */
  chapter({ asked, choices }) {
    return this.told?.chapters.find(({ id, prompts }) => !this.seen.has(id)
      && (!prompts.length || choices.length && !asked.passing && prompts.includes(asked.key ?? "")));
  }

  /** Ask for advice at each question, once; not at those that a gesture goes through. */
  hear() {
    const { stage } = this.hints.page, { stamp = -1, over } = stage.model.told ?? {};
    this.through ||= Boolean(over);
    if (this.ended || this.stamp === stamp || stage.busy || this.hints.waiting || !this.hints.allowed) return;
    this.stamp = stamp;
    this.hints.ask(true);
  }

  /** @param {string} id */
  #read(id) {
    this.seen.add(id);
    localStorage.setItem(this.key, JSON.stringify([...this.seen]));
  }

  /** Who answers a question has read the chapter beside it. @param {Update} update */
  view(update) {
    if (!this.told) return "";
    const { shown } = this, { stamp } = update;
    if (shown.id && shown.stamp !== stamp) this.#read(shown.id);
    const end = this.through && !this.ended;
    const found = end ? { id: END, title: w("guide.end"), text: this.told.end, rule: "" } : this.chapter(update);
    this.shown = { id: found && "prompts" in found && found.prompts.length ? found.id : "", stamp };
    if (!found) return "";
    const { id, title, text, rule } = found;
    const read = () => {
      this.#read(id);
      this.draw();
    };
    return html`<section class="chapter" aria-labelledby="chapter"><h2 id="chapter">${title}</h2>${text.split("\n")
      .map((part) => html`<p>${part}</p>`)}<p class="row"><button type="button" class="primary"
        @click=${read}>${w(end ? "guide.go_on" : "guide.next")}</button>${end
          ? html`<a class="button" href="/">${w("guide.new")}</a>` : chip(rule)}</p></section>`;
  }
}
