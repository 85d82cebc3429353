// @ts-check
// A table at which one plays or looks on.

import { html, render } from "./vendor/lit-html.js";
import { checkDice, chooseNumber, diceLine, keepHash } from "./fair.js";
import { Fight } from "./fight.js";
import { loadBoard, loadGame, look, own } from "./game.js";
import { GoalsAt, goalsCard, goalsView, known, openGoals, remember } from "./goals.js";
import { Great } from "./great.js";
import { Guided, Hints } from "./hint.js";
import { lang, w } from "./i18n.js";
import { LogView } from "./log.js";
import {
  aidView, handsView, insetView, panelsView, readerView, shortName, sideName, tabsOf, tabsView, tracksView,
} from "./panels.js";
import { Playback } from "./playback.js";
import { alone, freeSeats, kindOf, promptView } from "./prompt.js";
import { api, freshId, Wire } from "./net.js";
import { account, announce, bar, confirmed, dialog, find, go, meant, resigned, sitter, sorry } from "./page.js";
import { plain, upper } from "./sentences.js";
import { Room } from "./room.js";
import { settings, sound, wait } from "./settings.js";
import { rematchView, viewpointView } from "./after.js";
import { elsewhere, Stage } from "./stage.js";

/**
 * @import { Heard, Sent } from "./internal"
 * @import { Chair, ChatLine, Choice, Message, SittingInfo, Update } from "./types"
 */

const LOW = matchMedia("(max-width: 999px) and (max-height: 520px)");    // a phone that lies on its side
const SOON = 20;             // lines of the log after which a chance in the same words is another one
const HERE = 15_000;        // milliseconds between two looks at who is here
const TABS = ["log", "armies", "aid", "rules", "orders", "chat", "notes"];

/** @param {HTMLElement} host @param {string} id */
export async function open(host, id) {
  const table = new Table(host, await about(id));
  await table.begin();
  return table;
}

/** What the table is and who sits there. @param {string} id */
const about = (id) => api("GET", `/api/sittings/${id}/about?lang=${lang()}`);

class Table {
  seat = "";            // of one's own seats the one that is played now, "" for who looks on
  eyes = "";            // when the game is over: a seat from which one looks, or "all"
  stage = new Stage({
    act: (choice) => this.act(choice),
    why: (tries) => this.send({ type: "why", tries }),
    go: (place) => this.#go(place),
    refused: async (thing) => (await this.send({ type: "uses", of: thing }))?.refused ?? [],
    quiet: (thing) => this.quiet(thing),
    idle: () => this.#idle(),
    changed: () => this.draw(),
  });
  log = new LogView(this.stage, (n) => this.takeBack(n));
  fight = new Fight(this.stage);
  great = new Great(this.stage);
  goals = new GoalsAt(() => this.draw());
  room = new Room();
  /** @type {Wire | null} */ wire = null;
  /** @type {string | null} */ note = null;
  /** @type {Map<string, string>} */ links = new Map();        // by seat: the link that invites to it
  /** @type {string[]} */ here = [];      // seats whose players are connected
  watching = 0;         // and how many spectators
  /** Chances to react that one took, by their words, and how long the log was then. @type {Map<string, number>} */
  taken = new Map();
  looked = 0;           // when that was asked last
  clock = 0;
  keeping = 0;          // timer until a note is saved
  heardAt = 0;
  preparing = false;
  resultSeen = false;
  fair = "";            // what the check of the dice has found, when the game is over
  /** @type {string[]} */ proof = [];       // and what the record proves
  turned = false;       // has the question changed under the focus?
  logged = "";          // what was drawn last: of the log,
  /** Of the questions. @type {number | undefined} */ stamped = -1;
  shownLine = -1;       // and of the lines looked at again
  tab = "log";
  line = "open";        // or "lost"
  trouble = "";         // what went wrong last, shown until the next update
  /** @type {import("./book.js").BookPanel | null} */ book = null;
  hints = new Hints(this);
  /** @type {Guided | null} */ guided = null;
  counters = true;
  opened = false;       // on a phone: is the panel pulled up?
  lastAsked = "";
  /** Clicks on the board and the cards, before they hear of them. */
  clicks = { handleEvent: (/** @type {Event} */ event) => this.playback.click(event), capture: true };

  /** @param {HTMLElement} host @param {SittingInfo} known */
  constructor(host, known) {
    this.host = host;
    this.about = known;
    this.id = known.id;
    this.playback = new Playback(this.stage, `tablero.seen.${known.id}`);
    /** @param {KeyboardEvent} event */
    this.keys = (event) => this.key(event);
    /** @param {KeyboardEvent} event */
    this.firstKeys = (event) => {
      if (elsewhere(event) || ![this.great, this.playback, this.fight].some((one) => one.key(event))) return;
      event.preventDefault();
      event.stopPropagation();
    };
    this.#takeSeat();
  }

  /** One's own seats. */
  get seats() {
    return this.about.seats.filter((seat) => seat.you).map((seat) => seat.seat);
  }

  get undo() {
    return this.seat ? () => this.send({ type: "undo" }) : null;
  }

  #takeSeat() {
    const mine = this.about.seats.filter((seat) => seat.you);
    if (!mine.some(({ seat }) => seat === this.seat)) this.seat = (mine.find((seat) => seat.awaited) ?? mine[0])?.seat
      ?? "";
  }

  /** What the table is now, who sits there, and its words. */
  async learn() {
    this.about = await about(this.id);
    this.#takeSeat();
    await loadGame(this.about.game, lang());
  }

  async begin() {
    const { game, scenario } = this.about;
    localStorage.setItem("tablero.game", game);
    const [board] = await Promise.all([loadBoard(game, scenario), loadGame(game, lang())]);
    if (this.about.guide) await this.#guide();
    addEventListener("keydown", this.keys);
    addEventListener("keydown", this.firstKeys, true);
    this.clock = setInterval(() => this.tick(), 1000);
    this.draw();
    this.wire = new Wire(       // the server is asked before the map is drawn: both take their time
      () => `/ws/${this.id}?lang=${lang()}&view=${this.eyes}${this.seat ? `&seat=${this.seat}` : ""}`,
      (update) => this.hear(update),
      (line, tries) => this.onLine(line, tries),
    );
    this.stage.setBoard(board);
  }

  async #guide() {
    this.guided = new Guided(this.id, this.about.game, this.hints, () => this.draw());
    await this.guided.load();
  }

  /** What a click shows while this seat is asked nothing. */
  #idle() {
    const { told } = this.stage.model;
    if (!told || told.over) return told?.result ?? "";
    const waited = told.chairs.filter((chair) => chair.awaited).map(sitter).join(", ");
    return told.paused ? w("paused") : w("waiting_for", { name: waited });
  }

  close() {
    removeEventListener("keydown", this.keys);
    removeEventListener("keydown", this.firstKeys, true);
    this.playback.close();
    clearInterval(this.clock);
    this.wire?.close();
    this.room.close();
    this.stage.close();
    document.title = "Tablero";
  }

  async language() {
    await this.learn();
    this.stage.language();
    this.hints.found = null;
    await this.guided?.load();
    this.wire?.reopen();
  }

  // --- what is heard

  /** @param {string} line @param {number} [tries] */
  onLine(line, tries = 0) {
    this.line = line;
    this.draw();
    if (tries === 2) this.#recheck();
  }

  /** The connection stays lost: perhaps the seat has been taken away. */
  async #recheck() {
    try {
      await this.learn();
    } catch (problem) {
      if (problem.code === "not_signed_in") go(location.pathname);
      if (["not_allowed", "unknown_name"].includes(problem.code)) go("/");
    }
  }

  /** @param {Update} update */
  hear(update) {
    const before = this.stage.model.told;
    this.heardAt = Date.now();
    this.trouble = "";
    const looked = this.playback.actions;
    this.playback.hear(update, this.seats, () => this.stage.apply(update));
    this.fight.hear(update);
    this.great.hear(update, this.seats);
    if (this.tab === "chat") this.#readChat();
    if (this.#changeSeats(update)) return;
    this.#noise(before, update);
    this.draw();
    this.guided?.hear();
    this.#reach();
    if (update.whole) keepHash(this.id, this.stage.model.commitment);
    if (update.whole && looked < (update.actions ?? 0)) this.#recall(looked);
    if (update.over && !this.fair) this.#checkDice(update);
  }

  /** What others did while one was away, from the server. @param {number} n actions when one last looked */
  async #recall(n) {
    const missed = this.stage.model.log.some((line) => line.n > n && line.lines.length && !line.undone && !line.notice
      && !this.seats.includes(line.seat));
    const { stamp } = this.stage.model.told ?? {};
    const told = missed && await this.tried(api("GET", `/api/sittings/${this.id}/since?n=${n}&seat=${this.seat}&lang=${
      lang()}`));
    if (told && stamp === this.stage.model.told?.stamp) this.playback.recall(told);
  }

  /** @param {Update} update */
  async #checkDice(update) {
    this.fair = await checkDice(this.id, this.stage.model.commitment, update);
    this.draw();
    this.proof = (await this.tried(api("GET", `/api/sittings/${this.id}/proof?lang=${lang()}`)))?.told ?? [];
    this.draw();
  }

  /** With several seats: play the one that is awaited. @param {Update} update */
  #changeSeats(update) {
    if (this.seats.length < 2 || update.over || update.chairs.some((chair) => chair.you && chair.awaited)) return false;
    const other = update.chairs.find((chair) => chair.awaited && this.seats.includes(chair.seat));
    if (other) this.playAs(other.seat);
    return Boolean(other);
  }

  /** Look at the table from another of one's seats, and play it. @param {string} seat */
  playAs(seat) {
    this.seat = seat;
    this.wire?.reopen();
  }

  /**
   * Announcements, sounds, the page title and notifications for what is new in an update.
   * @param {Update | null} before @param {Update} update
   */
  #noise(before, update) {
    const asked = update.choices.length > 0 && !update.over && !update.asked.passing;
    const text = plain(update.asked.text);
    const key = `${update.asked.key}|${text}|${asked}`;
    if (key !== this.lastAsked) {
      const news = before && update.log ? update.log.flatMap((line) => line.lines).map(plain).join(" ") : "";
      announce(asked || !alone(update) ? `${news} ${text}` : news);
      this.lastAsked = key;
      this.#part(".asking")?.scrollTo(0, 0);
      const { lit, view } = this.stage;         // the sheet would hide the question, or what it asks for
      if (asked && (LOW.matches || [...lit.keys()].some((id) => view.spot(id)))) this.opened = false;
      this.turned = find(this.host, ".prompt").contains(document.activeElement);
    }
    document.title = `${asked ? "● " : ""}${this.about.title} · Tablero`;
    if (update.log?.some((line) => line.dice)) sound("dice");
    else if (update.log) sound("move");
    const mine = before && asked && (!before.choices.length || before.asked.passing);
    if (mine) sound("turn");
    if (mine && document.hidden && settings.notify) account()
      .then(({ notify }) => notify(w("your_turn_at", { title: this.about.title }), text, this.id));
  }

  tick() {
    if (!document.hidden && Date.now() - this.looked > HERE) this.#lookAround();
    const { told } = this.stage.model, runs = told?.chairs.some((chair) => chair.left !== undefined && chair.awaited);
    if (told && (runs || told.asked.closes) && !told.over && !told.paused) this.draw();
  }

  /** Who is here? */
  async #lookAround() {
    this.looked = Date.now();
    const { seats, watching } = await api("GET", `/api/sittings/${this.id}/here`).catch(() => ({ seats: [],
      watching: 0 }));
    if (`${seats} ${watching}` === `${this.here} ${this.watching}`) return;
    Object.assign(this, { here: seats, watching });
    this.draw();
  }

  // --- what is said

  /** @template {Message["type"]} T @param {Sent<T>} message */
  async send(message) {
    return this.wire ? this.tried(this.wire.send(message)) : undefined;
  }

  /** @param {Choice & {standing?: boolean | string}} choice */
  async act(choice) {
    const stamp = this.stage.model.told?.stamp;
    if (this.stage.busy || stamp === undefined) return;
    if (!(await meant(choice))) return;
    if (settings.confirm && choice.rolls) {
      const what = `${plain(choice.label)}${choice.odds ? ` (${plain(choice.odds)})` : ""}`;
      if (!(await confirmed(w("confirm_dice", { label: what }), w("go_on")))) return this.stage.clear();
    }
    this.playback.forget();
    this.fight.act(choice);
    this.stage.chosen = choice.targets;
    const { told, log } = this.stage.model, { text = "", decline } = told?.asked ?? {};
    if (choice.do === decline) this.taken.delete(text);
    else if (decline) this.taken.set(text, log.length);
    this.hints.done(choice.do);
    // another seat's move does not end the wait
    const answered = this.stage.wait((update) => update.stamp !== stamp);
    this.draw();
    await this.send({ type: "act", do: choice.do, stamp, standing: choice.standing, wait: wait() });
    this.stage.free(answered);
  }

  /** A chance that one has just taken is offered again in the same words: what has happened since. */
  get since() {
    const { told, log } = this.stage.model, from = this.taken.get(told?.asked.text ?? "");
    const lines = log.slice(from).filter(({ undone }) => !undone);
    return from === undefined || lines.length > SOON ? "" : lines.flatMap((line) => line.lines).slice(-2).join(" ");
  }

  /** Play the actions that lead to a place that is lit from afar, until something intervenes. @param {string} place */
  async #go(place) {
    const stamp = this.stage.model.told?.stamp, { label = "", rolls } = this.stage.far.get(place) ?? {};
    if (this.stage.busy || stamp === undefined) return;
    if (settings.confirm && rolls && !(await confirmed(w("confirm_dice", { label: plain(label) }), w("go_on")))) return;
    this.playback.forget();
    this.fight.act({});
    this.hints.done();
    const gone = this.stage.wait(() => false);          // each action brings an update of its own
    this.draw();
    await this.send({ type: "gesture", to: place, stamp, wait: wait() });
    this.stage.free(gone);
    this.stage.seek();
    this.guided?.hear();
    this.#reach();
  }

  /** Light what is several actions away, where the question has such things. */
  async #reach() {
    const { told } = this.stage.model;
    const known = Object.keys(this.stage.picker.ways).length;
    if (!told?.asked.far || told.asked.passing || !told.choices.length || this.stage.busy || known) return;
    const found = await this.send({ type: "reach" });
    if (found && told.stamp === this.stage.model.told?.stamp) this.stage.setWays(found.ways);
  }

  /** Decline, and decline every such chance until the phase is over, or all until it or the fight is. */
  decline(how = /** @type {boolean | string} */ (true)) {
    const { asked } = this.stage.model.told ?? {}, { decline, passing } = asked ?? {};
    if (asked && decline && !passing && kindOf(asked)) this.act({ do: decline, targets: [], label: "", standing: how });
  }

  /** Be asked no more whether one reacts with a thing, or be asked again. @param {string} thing */
  quiet(thing) {
    const { quiet = [] } = this.stage.model.told ?? {}, others = quiet.filter((one) => one !== thing);
    this.send({ type: "quiet", things: others.length < quiet.length ? others : [...quiet, thing] });
  }

  /**
   * May the computer answer what is asked now, and go on as long as it is the same kind of thing?
   * @param {string} key
   */
  prepares(key) {
    return !this.preparing && this.about.preparation.includes(key);
  }

  async prepare() {
    this.preparing = true;
    const prepared = this.stage.wait(() => false);
    this.draw();
    await this.tried(api("POST", `/api/sittings/${this.id}/prepare`, { id: freshId(), seat: this.seat }));
    this.preparing = false;
    this.stage.free(prepared);
  }

  /** @param {number} n */
  takeBack(n) {
    this.log.back = false;
    this.send({ type: "offer", what: "takeback", back_to: n });
  }

  // --- keys

  /** @param {KeyboardEvent} event */
  key(event) {
    const { told } = this.stage.model, target = /** @type {Element} */ (event.target), key = event.key.toLowerCase();
    if (elsewhere(event) || !told) return;
    const onBoard = target === document.body || this.stage.frame.contains(target);
    if (key === "u") told.can_undo ? this.undo?.() : this.stage.tell([innerWidth, 60], w("undo_none"), "");
    else if (key === "n") this.decline();
    else if (key === "h") this.hints.press();
    else if (key === "q" && look().quiet.length) this.stage.reading && this.quiet(this.stage.reading);
    else if (key === "s" && look().network) this.network();
    else if (key === "f") this.stage.view.openStack();
    else if (key === "?") this.help();
    else if (key === "w") openGoals(this.goals, this.id, this.seats);
    else if (onBoard && key.startsWith("arrow") && !target.closest(".bubble")) {
      this.stage.view.moveCursor(key.slice(5));
    } else if (onBoard && key === "enter" && !target.closest("button")) this.stage.view.pickCursor();
    else if (!this.stage.key(event.key)) return;
    event.preventDefault();
  }

  /** Show lines of supply, or hide them. */
  network() {
    this.stage.view.showNetwork(!this.stage.view.netShown);
    this.draw();
  }

  help() {
    const rows = ["1-99", "D", "N", "U", "↑ ↓ ← →", "Enter", "Esc", "Tab", "?", "F", look().network ? "S" : "",
      look().quiet.length ? "Q" : ""].map((key, i) => [key, `keys.k${i}`]);
    dialog(w("keys.title"),
      () => html`<dl class="keys">${[...rows, ["H", "advice.title"], ["W", "goals.title"]]
        .map(([key, words]) => key && html`<div><dt><kbd>${key}</kbd></dt><dd>${w(words)}</dd></div>`)}</dl>`);
  }

  // --- drawing

  draw() {
    render(this.view(), this.host);
    this.stage.view.lights?.point();        // beside the sheet that may have come
    this.stage.effects.place();
    this.room.keep(this.#part(".tracks"));
    this.hints.mark(this.host);
    // the focus must not rest on a button that now means something else
    if (this.turned) this.#part("#asked")?.focus({ preventScroll: true });
    this.turned = false;
    const log = this.#part(".log"), logged = `${this.stage.model.log.length}${this.tab}${this.opened}`;
    if (log && this.logged !== logged) log.scrollTop = log.scrollHeight;
    this.logged = logged;
    const stamp = this.stage.model.told?.stamp;
    if (this.stamped !== stamp) this.#part(":is(.inset, .hands) .lit")?.scrollIntoView({ block: "nearest" });
    if (!this.stage.busy) this.stamped = stamp;         // else nothing is lit yet
    const shown = this.#part(".line.shown");
    if (shown && this.shownLine !== this.playback.at) shown.scrollIntoView({ block: "nearest" });
    this.shownLine = this.playback.at;
  }

  /** @param {string} selector @returns {HTMLElement | null} */
  #part(selector) {
    return this.host.querySelector(selector);
  }

  view() {
    const { told } = this.stage.model;
    return html`
      ${bar(html`<h1>${this.about.title}</h1>${told ? this.#chairs(told) : ""}`, html`
        <button type="button" class="bare goals-button" title="${w("goals.title")} (W)" @click=${() => openGoals(
          this.goals, this.id, this.seats)}>⚑<span>${w("goals.title")}</span></button>
        <button type="button" class="bare keys-button" title=${w("keys.title")} aria-label=${w("keys.title")}
          @click=${() => this.help()}>?</button>
        <button type="button" class="menu-button" @click=${() => this.menu()}>${w("menu")}</button>`)}
      ${this.line === "lost" ? html`<p class="banner" role="alert">${w("lost")}</p>` : ""}
      <main class="table ${this.opened ? "up" : ""}">
        <aside class=${this.guided ? "side guided" : "side"}>
          <button type="button" class="handle" aria-expanded=${String(this.opened)} aria-label=${w("sheet")}
            @click=${() => { this.opened = !this.opened; this.draw(); }}><span></span></button>
          ${told ? this.#side(told) : html`<p class="prompt">${w("opening")}</p>`}
        </aside>
        <div class="left" @click=${this.clicks}>
          ${told ? tracksView(this.stage.scene) : ""}
          <div class="ground">${this.stage.frame}${told ? insetView(this.stage, this.seat) : ""}${
            readerView(this.stage)}${told && !told.over && !known(this.about.game) ? goalsCard(
              this.goals, this.id, this.seats, () => { remember(this.about.game); this.draw(); }) : ""}${
                this.stage.view.netShown ? html`<p class="net-legend">${w("net")}</p>` : ""}${
                this.fight.view(this.playback.then)}${this.great.view()}${this.playback.view()}</div>
          ${told ? handsView(this.stage, this.seat) : ""}
          ${told?.over ? this.#result(told) : ""}
        </div>
      </main>`;
  }

  /** @param {Update} told */
  #side(told) {
    const shown = this.playback.moments[this.playback.at]?.lines[0]?.n ?? -1;
    return html`<div class="asking">
      ${this.trouble ? html`<p class="trouble" role="alert">${this.trouble}</p>` : ""}
      ${this.#offer(told)}
      ${this.#free(told)}
      ${this.guided?.view(told) ?? ""}
      ${promptView(this.stage, told, this)}
      ${told.over && this.resultSeen ? html`<p class="row again">${rematchView(this, told)}</p>` : ""}
      ${told.over ? viewpointView(told.chairs, this.eyes, (eyes) => this.#lookAs(eyes)) : ""}
      ${this.#chance(told)}
      ${this.playback.buttonView()}
      ${this.log.back ? html`<p class="trouble">${w("take_back_how")} <button type="button"
        @click=${() => { this.log.back = false; this.draw(); }}>${w("cancel")}</button></p>` : ""}</div>
      ${tabsView(this, tabsOf(TABS, this.seat), this.#tabBody(shown),
        (tab) => (tab === "chat" && this.#unread() ? html` <span class="new">${this.#unread()}</span>` : ""))}`;
  }

  /** How many messages of others one has not read. */
  #unread() {
    const read = Number(localStorage.getItem(`chat.${this.id}`) ?? 0), own = this.#ownNames();
    return this.stage.model.chat.filter(({ n, name }) => n >= read && !own.includes(name)).length;
  }

  #readChat() {
    localStorage.setItem(`chat.${this.id}`, String((this.stage.model.chat.at(-1)?.n ?? -1) + 1));
  }

  #ownNames() {
    return this.about.seats.filter((seat) => seat.you).map((seat) => seat.name);
  }

  /** Look at a game that is over from another side. @param {string} eyes */
  #lookAs(eyes) {
    this.eyes = eyes;
    this.resultSeen = true;
    this.wire?.reopen();
  }

  /** How long a chance to react still lasts, and what one has answered so far. @param {Update} told */
  #chance({ asked: { closes, held }, choices, paused }) {
    if (!closes || paused) return "";
    const n = Math.max(0, Math.ceil(closes - (Date.now() - this.heardAt) / 1000));
    const label = plain(choices.find((choice) => choice.do === held)?.label ?? held ?? "");
    return html`<p class="hint chance">${held ? w("chance.held", { n, label }) : w("chance.open", { n })}</p>`;
  }

  /** @param {number} shown the action that is being shown again */
  #tabBody(shown) {
    const goals = () => goalsView(this.goals.table(this.id), this.seats);
    if (this.tab === "log") return html`${this.stage.model.log.length ? "" : html`<div class="panels aim">${
      goals()}</div>`}${this.log.view(this.playback.moments[1]?.lines[0]?.n ?? Infinity, shown)}`;
    if (this.tab === "armies") return panelsView(this.stage, this.seat);
    if (this.tab === "aid") return aidView(goals(), () => this.draw());
    if (this.tab === "rules") return this.book?.view() ?? "";
    if (this.tab === "orders") return own().orders?.(this.stage, this.seat,
      (orders) => this.send({ type: "orders", orders }));
    return this.tab === "chat" ? this.#chat() : this.#notes();
  }

  /** On a phone a tab pulls the sheet up, and pushes it down again. @param {string} tab @param {boolean} again */
  async turnTo(tab, again) {
    this.tab = tab;
    this.opened = !(this.opened && again);
    if (tab === "chat") this.#readChat();
    this.draw();
    if (tab === "rules") {
      this.book ??= new (await import("./book.js")).BookPanel();
      await this.book.open(this.about.game, this.stage.model.told?.asked.rule ?? "", () => this.draw());
    }
    if (tab !== "notes" || this.note !== null) return;
    this.note = (await this.tried(api("GET", `/api/sittings/${this.id}/note`)))?.text ?? null;
    this.draw();
  }

  /** @param {Update} told */
  #chairs(told) {
    /** Who plays what; among several seats a bot is told by what it plays. @param {Chair} chair */
    const name = (chair) => {
      const side = upper(sideName(chair.seat)), who = sitter(chair);
      if (chair.bot && !chair.name && told.chairs.length > 2) return html`<span class="flag"><b>${
        upper(shortName(chair.seat))}</b> <small>${who}</small></span>`;
      return html`<span class="flag"><b>${resigned(chair) ? html`<s aria-hidden="true">${chair.name}</s>
        <span class="unseen">${who}</span>` : who}</b> <small>${resigned(chair) ? `${w("has_resigned")} · ` : ""}${
        side}</small></span>`;
    };
    /** @param {Chair} chair */
    const others = (chair) => !chair.you && this.seats.includes(chair.seat);
    return html`<ul class="chairs ${told.chairs.length > 2 ? "many" : ""}">${told.chairs.map((chair) => html`
      <li class="side-${chair.seat} ${chair.awaited && !told.over ? "awaited" : ""} ${chair.you ? "you" : ""}"
        title="${sitter(chair)}: ${chair.title}">
        ${others(chair) ? html`<button type="button" class="plain-button" title=${w("play_as", { seat: chair.title })}
          @click=${() => this.playAs(chair.seat)}>${name(chair)}</button>` : name(chair)}
        ${this.here.includes(chair.seat) && !chair.you ? html`<span class="present" title=${w("company.here")}><span
          class="unseen">${w("company.here")}</span></span>` : ""}
        ${chair.awaited && !told.over ? html`<span class="unseen">${w("to_move")}</span>` : ""}
        ${chair.left === undefined || resigned(chair) ? ""
          : html`<time>${this.#left(chair, told)}</time>`}</li>`)}</ul>`;
  }

  /** @param {Chair} chair @param {Update} told */
  #left(chair, told) {
    const runs = chair.awaited && !told.over && !told.paused;
    const left = Math.max(0, (chair.left ?? 0) - (runs ? (Date.now() - this.heardAt) / 1000 : 0));
    const [d, h, m, s] = [left / 86400, (left / 3600) % 24, (left / 60) % 60, left % 60].map(Math.floor);
    if (left >= 86400) return w("days_hours", { d, h });
    return h ? `${h}:${String(m).padStart(2, "0")}:${String(s).padStart(2, "0")}`
      : `${m}:${String(s).padStart(2, "0")}`;
  }

  /** @param {Update} told */
  #offer(told) {
    const { offer } = told;
    if (!offer) return "";
    const name = told.chairs.filter((chair) => chair.seat === offer.seat).map(sitter).join();
    const of = told.chairs.find((chair) => chair.seat === offer.of)?.title;
    const what = w(`offer.${offer.what}`, { name, n: offer.back_to, seat: of });
    const made = this.seats.includes(offer.seat);
    if (offer.yours) {
      return html`<div class="offer"><p>${w(made ? "offered" : "agreed")} ${what}</p>
        <button type="button" @click=${() => this.send({ type: "reply", accept: false })}>${
          w(made ? "withdraw_offer" : "refuse")}</button></div>`;
    }
    return html`<div class="offer" role="alertdialog" aria-label=${what}><p>${what}</p>${this.seat
      ? html`<p class="row">
      <button type="button" class="primary"
        @click=${() => this.send({ type: "reply", accept: true })}>${w("accept")}</button>
      <button type="button" @click=${() => this.send({ type: "reply", accept: false })}>${w("refuse")}</button></p>`
        : ""}</div>`;
  }

  /** Seats are free: for each a link for a friend, a bot, or oneself. @param {Update} told */
  #free(told) {
    if (told.over || !this.about.yours) return "";
    return freeSeats(told)
      .map((chair) => html`<div class="offer" data-seat=${chair.seat}><p>${w("free_seat_do", { seat: chair.title })}</p>
      ${this.links.has(chair.seat) ? html`<p><input readonly aria-label=${w("invite_link")}
        .value=${this.links.get(chair.seat)} @focus=${(event) => event.target.select()}></p>` : ""}
      <p class="row"><button type="button" class="primary"
        @click=${() => this.invite(chair.seat)}>${w("invite")}</button>
      <button type="button" @click=${() => this.give(chair.seat)}>${w("seat_bot")}</button>
      <button type="button"
        @click=${() => this.#sit(chair.seat)}>${w("sit_too")}</button>
      <button type="button" aria-pressed=${String(told.listed ?? false)}
        @click=${() => this.#list(!told.listed)}>${w(told.listed ? "company.unlist"
          : "company.list")}</button></p></div>`);
  }

  /** @param {Update} told */
  #result(told) {
    if (this.resultSeen) return "";
    return html`<section class="result" aria-label=${w("over")}><button type="button" class="bare"
      aria-label=${w("close")} @click=${() => { this.resultSeen = true; this.draw(); }}>✕</button><h2>${
        upper(told.result ?? "")}</h2>
      <p class="row">${rematchView(this, told)}<a class="button" href="/replay/${this.id}">${w("watch_again")}</a>
        <a class="button" href="/summary/${this.id}">${w("summary.title")}</a>
        <a class="button" href="/api/sittings/${this.id}/record?lang=${lang()}" download data-plain>${w("download")}</a>
        <a class="button" href="/">${w("lobby")}</a></p>
      <p class="hint fair">${this.fair}</p>
      <details><summary>${w("verify_title")}</summary><p>${diceLine(this.id, this.stage.model.commitment)}</p>${
        this.proof.length ? html`<ul>${this.proof.map((line) => html`<li>${line}</li>`)}</ul>` : ""}
        <p>${w("verify")}</p>
        <dl><div><dt>${w("seed")}</dt><dd><code>${told.seed}</code></dd></div><div><dt>${
          w("commitment")}</dt><dd><code>${this.stage.model.commitment}</code></dd></div></dl></details></section>`;
  }

  #chat() {
    /** @param {Heard<HTMLFormElement>} event */
    const say = (event) => {
      event.preventDefault();
      const form = event.currentTarget, given = new FormData(form), text = String(given.get("text")).trim();
      if (text) this.send({ type: "say", text, side: given.has("side") });
      /** @type {HTMLInputElement} */ (form.elements[0]).value = "";
    };
    const allied = this.stage.model.told?.chairs.some((chair) => chair.ally);
    const { chat, muted } = this.stage.model;
    const earlier = async () => {
      chat.unshift(...await this.tried(api("GET", `/api/sittings/${this.id}/chat?before=${chat[0].n}`)) ?? []);
      this.draw();
    };
    /** @param {ChatLine} said */
    const mute = ({ n, name }) => {
      const on = !muted.includes(name), body = { line: n, on };
      return html` <button type="button" class="quiet" @click=${() => this.tried(
        api("POST", `/api/sittings/${this.id}/mute`, body))}>${w(on ? "mute" : "unmute")}</button>`;
    };
    const own = this.#ownNames();
    return html`<div class="chat">${chat[0]?.n ? html`<p><button type="button" @click=${earlier}>${
      w("earlier_chat")}</button></p>` : ""}<ul
      aria-live="polite">${chat.map((said) => html`
      <li class=${said.side ? "aside" : ""}><b>${said.name}</b>${
        said.side ? html` <small>${w("to_side")}</small>` : ""} ${said.text}${
        this.about.yours && !own.includes(said.name) ? mute(said) : ""}</li>`)}</ul>
      <form class="row" @submit=${say}><input name="text" maxlength="1000" autocomplete="off" aria-label=${w("say")}
        placeholder=${w("say")}><button>${w("send")}</button>${allied ? html`<label class="check"><input
          type="checkbox" name="side"> <span>${w("say_to_side")}</span></label>` : ""}</form></div>`;
  }

  #notes() {
    /** @param {Heard<HTMLTextAreaElement>} event */
    const keep = (event) => {
      const text = this.note = event.currentTarget.value;
      clearTimeout(this.keeping);
      this.keeping = setTimeout(() => this.tried(api("PUT", `/api/sittings/${this.id}/note`, { text })), 600);
    };
    return html`<textarea class="notes" maxlength="20000" aria-label=${w("tab.notes")} placeholder=${w("notes_hint")}
      .value=${this.note ?? ""} @input=${keep}></textarea>`;
  }

  // --- the menu

  /**
   * What was asked of the server, or undefined if it went wrong, which is said.
   * @template T
   * @param {Promise<T>} asked
   */
  async tried(asked) {
    try {
      return await asked;
    } catch (problem) {
      this.trouble = sorry(problem);
      announce(this.trouble);
      this.draw();
      return undefined;
    }
  }

  /** @param {string} seat */
  async invite(seat) {
    const made = await this.tried(api("POST", `/api/sittings/${this.id}/invites`, { seat }));
    if (!made) return;
    const link = `${location.origin}/join/${made.token}`;
    this.links.set(seat, link);
    this.draw();
    try {
      await navigator.clipboard.writeText(link);
      announce(w("copied"));
    } catch { /* without leave to write there the link stands in its field */ }
  }

  /** Let the best bot play a seat. @param {string} seat */
  give(seat) {
    return this.tried(api("POST", `/api/sittings/${this.id}/seats`, { seat, bot: this.about.bots.at(-1) }));
  }

  /** Take a free seat besides one's own. @param {string} seat */
  async #sit(seat) {
    const share = chooseNumber(this.id, this.stage.model.commitment);
    if (await this.tried(api("POST", `/api/sittings/${this.id}/sit`, { seat, share }))) location.reload();
  }

  /** A picture of the board as this seat sees it. */
  async #picture() {
    const { sharePicture } = await import("./share.js");
    await this.tried(sharePicture(this.stage.view.frame, this.about.title));
  }

  /** Let everybody take a free seat, or no longer. @param {boolean} on */
  #list(on) {
    return this.tried(api("POST", `/api/sittings/${this.id}/listed`, { on }));
  }

  menu() {
    const told = this.stage.model.told;
    // and has not resigned
    const playing = told && !told.over && told.chairs.some((chair) => chair.you && !chair.bot);
    const resigning = told && told.chairs.length > 2 ? "resign_of_many" : "resign";
    /** @param {string} name @param {() => unknown} does @param {string} [who] */
    const item = (name, does, danger = false, who) => (/** @type {() => void} */ close) => html`<li><button
      type="button" class=${danger ? "danger" : ""} @click=${() => { close(); does(); }}>${
        w(`menu_items.${name}`, { name: who })}</button></li>`;
    const others = told?.chairs.filter(({ name, bot, seat }) => name && !bot && !this.seats.includes(seat)) ?? [];
    const [free] = told ? freeSeats(told) : [];
    const items = [
      item("counters", () => { this.counters = !this.counters; this.stage.view.showCounters(this.counters); }),
      ...(look().network ? [item("network", () => this.network())] : []),
      item("keys", () => this.help()),
      item("book", () => window.open(`/book/${this.about.game}`, "_blank")),
      item("replay", () => go(`/replay/${this.id}`)),
      item("picture", () => this.#picture()),
      item("record", () => { location.href = `/api/sittings/${this.id}/record?lang=${lang()}`; }),
      ...(playing && free && this.about.yours ? [item("invite", () => this.invite(free.seat))] : []),
      ...(playing ? [
        item("takeback", () => { this.log.back = true; this.tab = "log"; this.opened = true; this.draw(); }),
        item("draw", () => this.#sure("draw", () => this.send({ type: "offer", what: "draw" }))),
        item(told.paused ? "resume" : "pause",
          () => this.send({ type: "offer", what: told.paused ? "resume" : "pause" })),
        item("bot", () => this.#sure("bot", () => this.give(this.seat))),
        ...(told.started === false ? [] : others.map((chair) => item("replace", () => this.send({ type: "offer",
          what: "replace", of: chair.seat, bot: this.about.bots.at(-1) }), false, chair.name))),
        ...(others.length ? [item("delete", () => this.#sure("delete", () => this.send({ type: "offer",
          what: "delete" })), true)] : []),
        item("resign", () => this.#sure("resign", () => this.send({ type: "resign" }), resigning), true),
      ] : []),
      ...(this.seat && told && !told.spectators ? [item("spectators", () => this.#sure("spectators",
        () => this.send({ type: "offer", what: "spectators" })))] : []),
      item("leave", () => go("/")),
    ];
    dialog(w("menu"), (close) =>
      html`<ul class="menu">${items.map((one) => one(close))}</ul>
        <p class="hint dice-line">${diceLine(this.id, this.stage.model.commitment)} ${this.fair}</p>${
          this.about.reactions ? html`<p class="hint">${w("new.reactions")}: ${
            w(`reactions.${this.about.reactions}`)} ${this.about.window || ""}</p>` : ""}`);
  }

  /** @param {string} name @param {() => unknown} does @param {string} [question] */
  async #sure(name, does, question = name) {
    if (await confirmed(w(`sure.${question}`), w(`menu_items.${name}`))) does();
  }
}
