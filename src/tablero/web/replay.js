// @ts-check
// A game moment by moment, with slider, steps, bookmarks and a link to where one is; and lessons: positions of the
// rulebook
// in which the learner makes the moves, with its dice.

import { html, render } from "./vendor/lit-html.js";
import { viewpointView } from "./after.js";
import { Fight } from "./fight.js";
import { loadBoard, loadGame } from "./game.js";
import { GoalsAt, goalsView } from "./goals.js";
import { adviceView, mark } from "./hint.js";
import { lang, w } from "./i18n.js";
import { LogView, point } from "./log.js";
import { aidView, handsView, insetView, panelsView, readerView, tabsOf, tabsView, tracksView } from "./panels.js";
import { promptView } from "./prompt.js";
import { api } from "./net.js";
import { announce, bar, chip } from "./page.js";
import { plain, upper } from "./sentences.js";
import { Room } from "./room.js";
import { elsewhere, Stage } from "./stage.js";

/**
 * @import { Content } from "./internal"
 * @import { Choice, LessonInfo, Reason, Chair, SittingInfo } from "./types"
 */

const PAUSE = 1100;     // milliseconds between two moments of automatic playback
const SHOWN = 60_000;   // milliseconds for which dice stay where they fell, at most

/** @param {HTMLElement} host @param {string} id */
export const replay = (host, id) => new Replay(host, "", id).begin();

/** @param {HTMLElement} host @param {string} game @param {string} id */
export const lesson = (host, game, id) => new Lesson(host, game, id).begin();

/** What both have in common: a board that shows one moment of a game, and a panel beside it. */
class Moments {
  stage = new Stage({
    act: (choice) => this.act(choice), why: (tries) => this.why(tries), idle: () => this.idle(),
    changed: () => this.draw(),
  });
  log = new LogView(this.stage, () => {});
  fight = new Fight(this.stage);
  goals = new GoalsAt(() => this.draw());
  room = new Room();
  scenario = "";
  at = 0;
  tab = "log";

  /** @param {HTMLElement} host @param {string} game @param {string} id */
  constructor(host, game, id) {
    this.host = host;
    this.game = game;
    this.id = id;
    /** @param {KeyboardEvent} event */
    this.keys = (event) => !elsewhere(event) && this.key(event) && event.preventDefault();
  }

  async begin() {
    await this.learn();
    this.draw();
    addEventListener("keydown", this.keys);
    this.stage.setBoard(await loadBoard(this.game, this.scenario));
    await this.start();
    return this;
  }

  // What each of the two does in its own way.

  async learn() {}

  async start() {}

  /** @param {number} _at */
  async go(_at) {}

  /** @param {Choice} _choice */
  async act(_choice) {}

  /** @param {string[]} _tries @returns {Promise<Reason | undefined>} */
  async why(_tries) {
    return undefined;
  }

  idle() {
    return "";
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return this.stage.key(event.key);
  }

  draw() {}

  close() {
    removeEventListener("keydown", this.keys);
    this.room.close();
    this.stage.close();
  }

  async language() {
    await this.learn();
    this.stage.language();
    await this.go(this.at);
  }

  /** The moment that the board shows. */
  get now() {
    const { log, panels } = this.stage.model;
    return { n: log.at(-1)?.n ?? 0, panels };
  }

  /** The page: a title, and what stands above the log. @param {string} title @param {Content} above */
  frame(title, above) {
    const { told } = this.stage.model;
    const body = told ? (this.tab === "log" ? this.log.view(told.log?.at(-1)?.n ?? Infinity, -1)
      : this.tab === "aid" ? aidView(goalsView(this.goals.scenario(this.game, this.scenario)), () => this.draw())
        : panelsView(this.stage, "")) : "";
    render(html`${bar(html`<h1>${title}</h1>`)}
      <main class="table">
        <aside class="side"><div class="asking">${above}</div>${
          tabsView(this, tabsOf(["log", "armies", "aid"]), body)}</aside>
        <div class="left">${told ? tracksView(this.stage.model) : ""}<div class="ground">${
          this.stage.frame}${told ? insetView(this.stage, "") : ""}${readerView(this.stage)}${
            told ? this.fight.view(this.now) : ""}</div>${told ? handsView(this.stage, "")
            : ""}</div>
      </main>`, this.host);
    this.room.keep(this.host.querySelector(".tracks"));
    const log = this.host.querySelector(".log");
    if (log) log.scrollTop = log.scrollHeight;
  }
}

class Replay extends Moments {
  /** @type {SittingInfo | null} */ about = null;
  /** @type {number[]} */ marks = [];
  wish = Symbol("wish");        // the last of several wishes to go somewhere
  all = 0;              // how many actions there are
  place = "";           // where the bookmarks are kept
  shown = -1;           // the moment on the board; `at` may still be loading
  playing = 0;
  /** @type {Chair[]} */ seats = [];     // one's own
  seat = "";            // the one from which one looks
  eyes = "";            // when the game is over: a seat from which one looks, or "all"
  hashed = () => this.go(Number(location.hash.slice(1)) || 0);

  async learn() {
    const about = this.about = await api("GET", `/api/sittings/${this.id}/about?lang=${lang()}`);
    ({ game: this.game, scenario: this.scenario, actions: this.all } = about);
    this.seats = about.seats.filter((seat) => seat.you);
    this.seat ||= this.seats[0]?.seat ?? "";
    this.place = `tablero.bookmarks.${this.id}`;
    this.marks = JSON.parse(localStorage.getItem(this.place) ?? "[]");
    await loadGame(this.game, lang());
  }

  start() {
    addEventListener("hashchange", this.hashed);
    const wanted = location.hash ? Number(location.hash.slice(1)) : this.all;
    return this.go(Number.isFinite(wanted) ? wanted : this.all, false);
  }

  idle() {
    return plain(this.stage.model.log.at(-1)?.lines.join(" ") ?? "");
  }

  close() {
    super.close();
    removeEventListener("hashchange", this.hashed);
    clearTimeout(this.playing);
    this.playing = 0;
  }

  /** Show the game after `n` actions; of several requests only the last is shown. @param {number} n */
  async go(n, flash = true) {
    const { at: before } = this, at = Math.max(0, Math.min(this.all, n));
    this.at = at;
    history.replaceState({ same: true }, "", `#${at}`);
    this.draw();
    const wish = (this.wish = Symbol("wish"));
    const update = await api("GET", `/api/sittings/${this.id}/moment?at=${at}&seat=${this.seat}&view=${
      this.eyes}&lang=${lang()}`);
    if (wish !== this.wish) return;
    const was = this.stage.model.scene();
    this.stage.apply({ ...update, choices: [], whole: true, animate: Math.abs(n - before) === 1 });
    this.shown = at;
    const last = this.stage.model.log.at(-1);
    this.stage.effects.clear();
    if (flash && n - before === 1 && last) this.stage.effects.show(was,
      { scene: this.stage.model.scene(), lines: this.stage.model.log.filter((line) => line.n === last.n) }, SHOWN)
        || point(this.stage, last);
    if (last) announce(last.lines.map(plain).join(" "));
    this.draw();
  }

  async play() {
    if (this.playing) {
      clearTimeout(this.playing);
      this.playing = 0;
      this.draw();
      return;
    }
    const next = async () => {
      if (this.at >= this.all) this.playing = 0;
      else {
        this.playing = -1;
        await this.go(this.at + 1);
        if (this.playing) this.playing = setTimeout(next, PAUSE);
      }
      this.draw();
    };
    if (this.at >= this.all) await this.go(0);
    await next();
  }

  /** Look at the same moment from another of one's seats. @param {string} seat */
  lookFrom(seat) {
    this.seat = seat;
    return this.go(this.at);
  }

  /** And when the game is over, from any. @param {string} eyes */
  lookAs(eyes) {
    this.eyes = eyes;
    return this.go(this.at);
  }

  mark() {
    this.marks = this.marks.includes(this.at) ? this.marks.filter((n) => n !== this.at) : [...this.marks, this.at]
      .sort((a, b) => a - b);
    localStorage.setItem(this.place, JSON.stringify(this.marks));
    this.draw();
  }

  async link() {
    const address = `${location.origin}/replay/${this.id}#${this.at}`;
    await navigator.clipboard?.writeText(address).then(() => announce(w("copied")), () => {});
  }

  /** @param {KeyboardEvent} event */
  key({ key, target }) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (by && !/** @type {Element} */ (target).closest(".stage, [role=tablist]")) this.go(this.at + by);
    else if (key === " " && target === document.body) this.play();
    else return false;
    return true;
  }

  draw() {
    const { about } = this;
    if (!about) return;
    /** @param {string} name @param {string} sign @param {number} n @param {boolean} off */
    const step = (name, sign, n, off) => html`<button type="button" title=${w(`replay.${name}`)}
      aria-label=${w(`replay.${name}`)} ?disabled=${off} @click=${() => this.go(n)}>${sign}</button>`;
    this.frame(`${w("replay.title")}: ${about.title}`, html`
    <section class="player" data-moment=${this.shown} aria-label=${w("replay.title")}>
      <h2 class="unseen">${w("replay.title")}</h2>
      ${about.over && this.shown === this.all ? html`<h2>${upper(about.result)}</h2>
        <p><a class="button" href="/summary/${this.id}">${w("summary.title")}</a></p>` : ""}
      <label><span>${w("replay.moment", { n: this.at, all: this.all })}</span>
        <input type="range" min="0" max=${this.all} .value=${String(this.at)}
          @input=${(event) => this.go(Number(event.target.value))}></label>
      <p class="row">${step("first", "|◀", 0, !this.at)}${step("back", "◀", this.at - 1, !this.at)}
        <button type="button" class="primary" @click=${() => this.play()}>${this.playing ? w("replay.stop")
          : w("replay.play")}</button>
        ${step("forward", "▶", this.at + 1, this.at >= this.all)}${step("last", "▶|", this.all,
          this.at >= this.all)}</p>
      <p class="row"><button type="button" @click=${() => this.mark()}>${this.marks.includes(this.at)
        ? w("replay.unmark") : w("replay.mark")}</button>
        <button type="button" @click=${() => this.link()}>${w("replay.link")}</button>
        <button type="button" @click=${async () => (await import("./share.js")).sharePicture(this.stage.view.frame,
          about.title)}>${w("menu_items.picture")}</button>
        <a class="button" href="/table/${this.id}">${w("replay.table")}</a></p>
      ${about.spectators ? "" : html`<p class="hint">${w("replay.link_closed")}</p>`}
      ${about.over ? viewpointView(about.seats, this.eyes, (eyes) => this.lookAs(eyes)) : ""}
      ${!about.over && this.seats.length > 1 ? html`<label class="field"><span>${w("replay.seen_by")}</span><select
        @change=${(event) => this.lookFrom(event.target.value)}>${this.seats
          .map(({ seat, title }) => html`<option value=${seat}
            ?selected=${seat === this.seat}>${upper(title)}</option>`)}</select></label>` : ""}
      ${this.marks.length ? html`<p
        class="row">${w("replay.bookmarks")}: ${this.marks
          .map((n) => html`<button type="button" class="chip" @click=${() => this.go(n)}>${n}</button>`)}</p>` : ""}
    </section>`);
  }
}

class Lesson extends Moments {
  /** @type {import("./types").Lesson | null} */ told = null;
  /** @type {LessonInfo[]} */ others = [];
  lesson = true;
  astray = "";          // what is said when a choice is not that of the lesson
  helped = false;       // is the choice of this step shown?

  async learn() {
    await loadGame(this.game, lang());
    const lessons = `/api/games/${this.game}/lessons?lang=${lang()}`;
    const [told, others] = await Promise.all([this.fetch(), api("GET", lessons)]);
    Object.assign(this, { told, others, scenario: told.scenario });
  }

  fetch() {
    return api("GET", `/api/games/${this.game}/lessons/${this.id}?at=${this.at}&lang=${lang()}`);
  }

  /** @param {string[]} tries */
  why(tries) {
    const asked = `at=${this.at}&lang=${lang()}&do=${encodeURIComponent(tries.slice(0, 8).join(","))}`;
    return api("GET", `/api/games/${this.game}/lessons/${this.id}/why?${asked}`);
  }

  idle() {
    return w("lessons.done");
  }

  async start() {
    const { told } = this;
    if (!told) return;
    this.stage.apply({ ...told.table, choices: told.do ? told.table.choices : [] });
    const places = told.table.choices.find((choice) => choice.do === told.do)?.targets ?? [];
    const place = places.find((id) => this.stage.model.onBoard(id)) ?? [...this.stage.model.pieces.keys()][0];
    if (!told.at) this.stage.view.gather();
    if (place) this.stage.view.show(place);
    announce(told.say || w("lessons.done"));
    this.draw();
  }

  /** @param {number} at */
  async go(at) {
    this.at = at;
    this.astray = "";
    this.helped = false;
    this.told = await this.fetch();
    this.start();
  }

  /** The choice that the lesson waits for. */
  get wanted() {
    return this.told?.table.choices.find((choice) => choice.do === this.told?.do);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!/^h$/i.test(event.key)) return super.key(event);
    this.help();
    return true;
  }

  /** Show it, by the button beside the question or by key H. */
  hints = {
    button: () => (this.wanted && !this.helped ? html`<button type="button" class="hint-button"
      title=${w("advice.title")} @click=${() => this.help()}>${w("advice.name")} <kbd>H</kbd></button>` : ""),
    view: () => {
      const { wanted } = this;
      return wanted && this.helped ? adviceView(this.stage, { label: wanted.label, reason: "", second: "" },
        html`<button type="button" class="primary" @click=${() => this.act(wanted)}>${w("advice.do")}</button>`) : "";
    },
  };

  help() {
    if (!this.wanted) return;
    this.helped = true;
    announce(plain(this.wanted.label));
    this.stage.view.flash(...this.wanted.targets);
    this.draw();
  }

  /** @param {Choice} choice */
  async act(choice) {
    if (choice.do === this.told?.do || this.wanted && plain(choice.label) === plain(this.wanted.label)) {
      this.stage.wait();
      await this.go(this.at + 1);
      return;
    }
    this.astray = w("lessons.not_yet", { say: this.told?.say });
    this.stage.clear();
    announce(this.astray);
    this.draw();
  }

  draw() {
    const { told } = this, shown = this.stage.model.told;
    if (!told) return;
    const next = this.others[this.others.findIndex((other) => other.id === this.id) + 1];
    this.frame(told.title, html`
    <section class="lesson" aria-labelledby="task">
      ${told.at === 0 ? html`<p>${told.intro} ${chip(told.rule)}</p>` : ""}
      <p class="whose">${told.do ? w("lessons.step", { n: told.at + 1, all: told.steps }) : ""}</p>
      <h2 id="task" class="task">${told.say || w("lessons.done")}</h2>
      ${this.astray ? html`<p class="trouble" role="alert">${this.astray}</p>` : ""}
      <p class="row">
        ${told.do ? html`<button type="button" @click=${() => this.go(this.at + 1)}>${w("lessons.go_on")}</button>`
          : ""}
        ${told.at ? html`<button type="button" @click=${() => this.go(0)}>${w("lessons.again")}</button>` : ""}
        ${!told.do && next ? html`<a class="button primary"
          href="/lesson/${this.game}/${next.id}">${w("lessons.next")}: ${next.title}</a>` : ""}
        <a class="button" href="/">${w("lobby")}</a></p>
    </section>
    ${shown && told.do ? promptView(this.stage, shown, this) : ""}`);
    mark(this.host, this.helped && this.wanted || null);
  }
}
