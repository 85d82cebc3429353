// @ts-check
// What others did since one last looked, played on the board from where it was then. The present is never far: acting,
// a click on the board, Escape or the space bar end it.

import { html } from "./vendor/lit-html.js";
import { w } from "./i18n.js";
import { dice } from "./log.js";
import { Model } from "./model.js";
import { announce, dismisses } from "./page.js";
import { plain } from "./sentences.js";
import { settings } from "./settings.js";

/**
 * @import { Moment, Scene } from "./internal"
 * @import { Stage } from "./stage.js"
 * @import { LogLine, Update } from "./types"
 */

const MOST = 300;       // moments that are kept
/** Milliseconds of a moment: without dice, and with some. @type {Record<string, [number, number]>} */
const PACES = { quick: [550, 1700], slow: [1500, 3600] };

const REWOUND = 700;    // milliseconds for which the board is seen as it was

/** @param {LogLine} line */
const telling = (line) => line.lines.length > 0 && !line.undone && !line.notice;

/** What a moment tells, in words. @param {Moment} moment */
const words = ({ lines }) => lines.filter(telling).flatMap((line) => line.lines).map(plain).join(" ");

export class Playback {
  /** The first is what one saw last. @type {Moment[]} */ moments = [];
  seen = 0;             // the last moment that was shown
  at = -1;              // the one the board is wound back to, or stops at; -1: none
  running = false;      // one moment follows the other by itself
  timer = 0;

  /**
   * `actions` is how many there were when one last looked, kept from visit to visit.
   * @param {Stage} stage @param {string} place where it is kept
   */
  constructor(stage, place) {
    this.stage = stage;
    this.place = place;
    this.back = () => document.hidden || this.#follow();
    document.addEventListener("visibilitychange", this.back);
  }

  close() {
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.back);
  }

  get actions() {
    return Number(localStorage.getItem(this.place) ?? NaN);
  }

  /** The moment of the past that the board shows: after which action, and what was to be seen. */
  get then() {
    const moment = this.stage.past ? this.moments[this.at] : undefined, [next] = this.moments[this.at + 1]?.lines ?? [];
    return moment && { n: moment.lines.at(-1)?.n ?? (next?.n ?? 0) - 1, panels: moment.scene.panels };
  }

  /** How many moments there are to be shown. */
  get count() {
    return Math.max(0, this.moments.length - 1);
  }

  /** Is something of others in an update, so that it may be played? @param {Update} update @param {string[]} own */
  news(update, own) {
    return (update.log ?? []).some((line) => telling(line) && !own.includes(line.seat));
  }

  /**
   * An update is folded in by `apply`: of what others did, the board shows one thing after the other.
   * @param {Update} update @param {string[]} own seats @param {() => void} apply
   */
  hear(update, own, apply) {
    if (update.whole || update.struck) {
      this.forget();
      apply();
      return Number.isNaN(this.actions) && this.keep();
    }
    const { stage } = this, before = stage.model.scene(), lines = (update.log ?? []).filter(telling);
    const others = this.news(update, own) || (lines.length > 0 && this.at >= 0);
    if (others && settings.pace !== "off") stage.past ??= before;
    apply();
    const moment = { scene: stage.model.scene(), lines }, last = this.moments.at(-1);
    if (others) {
      if (!last) this.moments.push({ scene: before, lines: [] });
      this.moments.push(moment);
      this.#spare();
      this.#follow();
    } else if (lines.length) {
      if (!stage.past) this.#effects(before, moment);
      if (last) last.scene = moment.scene;
    } else if (last) last.scene = moment.scene;
  }

  #spare() {
    if (this.at >= 0 || this.moments.length <= MOST) return;
    this.moments.shift();
    this.seen -= this.seen && 1;
  }

  /** Moments of an earlier visit, as the server tells them: the first update is whole. @param {Update[]} updates */
  recall([first, ...updates]) {
    const model = new Model();
    model.apply(first);
    if (this.count) return;             // something newer has happened meanwhile
    this.moments = [{ scene: model.scene(), lines: [] }, ...updates.map((update) => {
      model.apply(update);
      return { scene: model.scene(), lines: (update.log ?? []).filter(telling) };
    })];
    this.seen = 0;
    this.#follow();
    this.stage.hooks.changed();
  }

  /** Play what has not been seen, unless nobody looks, or somebody goes through it by hand. */
  #follow() {
    const { stage } = this, quiet = settings.pace === "off" || document.hidden;
    if (this.seen >= this.count || this.running || this.at >= 0) return;
    if (!quiet) this.play(this.seen, stage.past ? 0 : REWOUND);
    else if (stage.past) stage.rewind(null);
  }

  /** Go through the moments by itself, after a look at the first. @param {number} from @param {number} [wait] */
  play(from, wait = REWOUND) {
    clearTimeout(this.timer);
    this.running = true;
    this.#show(from, false);
    if (wait) this.timer = setTimeout(() => this.#next(), wait);
    else this.#next();
  }

  #next() {
    clearTimeout(this.timer);
    if (!this.running) return;
    if (this.at >= this.count) return this.end();
    this.#show(this.at + 1);
    const [plainly, rolling] = PACES[settings.pace] ?? PACES.quick;
    const rolled = this.moments[this.at].lines.some((line) => line.dice);
    this.timer = setTimeout(() => this.#next(), rolled ? rolling : plainly);
  }

  /**
   * The last moment is the present: what is asked is lit at once.
   * @param {number} at @param {boolean} [animate]
   */
  #show(at, animate = true) {
    const moment = this.moments[at], before = this.moments[at - 1];
    if (before && animate && this.at !== at - 1) this.stage.rewind(before.scene, false);
    this.at = at;
    this.seen = Math.max(this.seen, at);
    this.stage.rewind(at === this.count && this.running ? null : moment.scene, animate);
    if (before && animate) this.#effects(before.scene, moment);
    this.stage.hooks.changed();
  }

  /** @param {Scene} before @param {Moment} moment */
  #effects(before, moment) {
    const [, rolling] = PACES[settings.pace] ?? [0, 0], time = this.at >= 0 && !this.running ? 60_000 : rolling;
    if (time) this.stage.effects.show(before, moment, time);
  }

  /** One moment on or back, by hand; past the last one it ends. @param {number} by */
  step(by) {
    clearTimeout(this.timer);
    this.running = false;
    const to = this.at + by;
    if (to > this.count) return this.end();
    this.#show(Math.max(0, to));
    announce(words(this.moments[this.at]));
  }

  /** Begin anew: step by step if one has set no pace. */
  open() {
    if (settings.pace !== "off") return this.play(0);
    this.at = 0;
    this.step(1);
  }

  toggle() {
    if (!this.running) return this.at >= this.count ? this.play(0) : this.play(Math.max(0, this.at));
    clearTimeout(this.timer);
    this.running = false;
    if (!this.stage.past) this.stage.rewind(this.moments[this.at].scene, false);
    this.stage.hooks.changed();
  }

  /** The present. */
  end() {
    clearTimeout(this.timer);
    this.running = false;
    this.at = -1;
    this.seen = this.count;
    const away = this.stage.past !== null;
    if (away) {
      this.stage.effects.clear();
      this.stage.rewind(null, false);
      this.stage.seek();
    }
    this.keep();
    this.stage.hooks.changed();
  }

  /** One has looked, and acts: what happened so far is no news any more. */
  forget() {
    if (this.at >= 0 || this.stage.past) this.end();
    this.stage.effects.clear();
    this.moments = [];
    this.seen = 0;
    this.keep();
  }

  /** Remember how far one has looked. */
  keep() {
    const { told } = this.stage.model;
    if (!told || document.hidden) return;
    if (told.over) localStorage.removeItem(this.place);
    else localStorage.setItem(this.place, String(told.actions ?? 0));
  }

  /** Escape and the space bar end it, wherever they are pressed. @param {KeyboardEvent} event */
  key(event) {
    if (this.at < 0 || !dismisses(event)) return false;
    this.end();
    return true;
  }

  /** A click on the board or a card ends it, and on a board that shows the past does no more. @param {Event} event */
  click(event) {
    const { target } = event, on = target instanceof Element ? target : null;
    if (this.at < 0 || this.stage.view.zoom.dragged || on?.closest(".playback, .zoom-keys, .map-keys, .arrows")) return;
    if (this.stage.past && on?.closest(".ground")) event.stopPropagation();
    this.end();
  }

  /** The button that begins it. */
  buttonView() {
    return this.count && this.at < 0 ? html`<p class="since"><button type="button"
      @click=${() => this.open()}>${w("since", { n: this.count })}</button></p>` : "";
  }

  /** What is being shown, over the board, with what one can do about it. */
  view() {
    if (this.at < 0) return "";
    const moment = this.moments[this.at], thrown = moment.lines.flatMap((line) => line.dice ?? []).find(Boolean) ?? "";
    /** @param {string} name @param {string} sign @param {boolean} off @param {() => void} does */
    const key = (name, sign, off, does) => html`<button type="button" class="bare" title=${w(`playback.${name}`)}
      aria-label=${w(`playback.${name}`)} ?disabled=${off} @click=${does}>${sign}</button>`;
    return html`<section class="playback" aria-label=${w("since_title")}>
      <p class="told">${dice(thrown)}${words(moment) || w("playback.then")}</p>
      <p class="row"><span class="count">${this.at} / ${this.count}</span>
        ${key("back", "◀", this.at < 1, () => this.step(-1))}${key(this.running ? "stop" : "play", this.running ? "❚❚"
          : "►►", false, () => this.toggle())}${key("forward", "▶", false, () => this.step(1))}
        <button type="button" class="skip" @click=${() => this.end()}>${w("playback.skip")} <kbd>Esc</kbd></button></p>
    </section>`;
  }
}
