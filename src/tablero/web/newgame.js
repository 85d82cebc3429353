// @ts-check
// A new game: what to begin with, which battle, who plays, and how.

import { html } from "./vendor/lit-html.js";
import { BoardView } from "./board.js";
import { chooseNumber } from "./fair.js";
import { loadBoard, loadGame } from "./game.js";
import { GoalsAt, goalsView } from "./goals.js";
import { allWords, has, lang, t, w } from "./i18n.js";
import { api, session } from "./net.js";
import { botName, find, go, sorry } from "./page.js";
import { upper } from "./sentences.js";
import { dark, settings } from "./settings.js";

/**
 * @import { Content, Heard, Words } from "./internal"
 * @import { Board, Clock, Created, GameInfo, LessonInfo, NewSitting, OptionInfo, ScenarioInfo } from "./types"
 */

const CLOCKS = ["none", "live", "days"];
/** @typedef {NonNullable<NewSitting["reactions"]>} Reactions */
/** @type {Reactions[]} */ const REACTIONS = ["", "quick", "timed", "ask"];
const WINDOWS = [5, 10, 15, 30, 60];
const DAY = 24 * 3600;
/** Who sits in the other seat. @type {Record<string, string>} */
const OPPONENTS = { both: "me", friend: "open" };

/** How long and large a scenario is, in a line. @param {ScenarioInfo} scenario */
export function sizeOf({ hours: [from, to], turns, pieces }) {
  return [to ? w("start.hours", { from, to }) : "", turns ? w("start.turns", { n: turns }) : "",
    pieces ? w("start.pieces", { n: pieces }) : ""].filter(Boolean).join(" · ");
}

/** @typedef {keyof NewGame["wish"]} Wished */

export class NewGame {
  /** @type {Map<string, LessonInfo[]>} */ lessons = new Map();        // by game
  /** @type {Map<string, Board>} */ boards = new Map();
  /** @type {BoardView | null} */ map = null;
  trouble = "";
  record = "";              // that the new game goes on from
  wish = { scenario: "", seat: 0, seats: /** @type {string[]} */ ([]), opponent: "heuristic", clock: "none",
    minutes: 60, increment: 20, each: 2, bank: 7, spectators: false, listed: false, heirs: false,
    reactions: /** @type {Reactions} */ (""), window: 15,
    options: /** @type {Words} */ ({}) };

  /** @param {HTMLElement} host @param {GameInfo[]} games @param {() => void} draw */
  constructor(host, games, draw) {
    this.host = host;
    this.games = games;
    this.draw = draw;
    this.goals = new GoalsAt(draw);
    // the one that is chosen: at first what was played last
    this.game = games.find(({ code }) => code === localStorage.getItem("tablero.game")) ?? games[0];
  }

  async read() {
    await Promise.all(this.games.map(async ({ code }) =>
      this.lessons.set(code, await api("GET", `/api/games/${code}/lessons?lang=${lang()}`))));
    await this.choose(this.game);
  }

  /** The same in another language. */
  async language() {
    this.games = await api("GET", `/api/games?lang=${lang()}`);
    this.game = this.games.find((game) => game.code === this.game.code) ?? this.games[0];
  }

  close() {
    this.map?.destroy();
  }

  /** Switch to another game: its scenarios, options and opponents. @param {GameInfo} game */
  async choose(game) {
    const { wish } = this;
    if (game !== this.game || !wish.scenario) {
      const seats = game.seats.map((_, i) => (i ? game.bots.at(-1) ?? "open" : "me"));
      Object.assign(wish, { scenario: game.first, options: {}, seat: 0, seats });
    }
    this.game = game;
    if (!["friend", "both", ...game.bots].includes(wish.opponent)) wish.opponent = game.bots.at(-1) ?? "friend";
    await loadGame(game.code, lang());
    this.draw();
    await this.#fetchBoard();
  }

  async #fetchBoard() {
    const { scenario } = this.wish, { code } = this.game, place = `${code}/${scenario}`;
    const board = this.boards.get(place) ?? await loadBoard(code, scenario);
    this.boards.set(place, board);
    // unless another one was chosen, or the page left, in the meantime
    if (scenario === this.wish.scenario && code === this.game.code && this.host.isConnected) this.#stamp(board);
  }

  /** The map of the battle, to look at. @param {Board} board */
  #stamp(board) {
    this.map ??= new BoardView(find(this.host, ".stamp"));
    this.map.setScheme({ colourBlind: settings.colourBlind, dark: dark() });
    this.map.setBoard(board, allWords());
    this.map.overview();
    this.map.showZones(this.game.seats[this.#two ? this.wish.seat : this.wish.seats.indexOf("me")]?.[0]);
  }

  async play() {
    const { wish } = this;
    const opponent = OPPONENTS[wish.opponent] ?? wish.opponent;
    const seats = this.#two ? this.game.seats.map((_, i) => (i === wish.seat ? "me" : opponent)) : wish.seats;
    /** @type {Record<string, Clock>} */
    const clocks = {
      none: { kind: "none" },
      live: { kind: "live", bank: wish.minutes * 60, each: wish.increment },
      days: { kind: "days", bank: wish.bank * DAY, each: wish.each * DAY },
    };
    const clock = clocks[wish.clock];
    try {
      const made = await api("POST", "/api/sittings", { game: this.game.code, scenario: wish.scenario,
        seats, options: wish.options, spectators: wish.spectators, listed: wish.listed && seats.includes("open"),
          reactions: wish.reactions, window: wish.window,
          heirs: this.game.allies && wish.heirs, clock, record: this.record });
      if (seats.includes("open")) await this.#giveNumber(made, seats);
      go(`/table/${made.id}`);
    } catch (problem) {
      this.trouble = sorry(problem);
      this.draw();
    }
  }

  /** Add a number to the seed, now that its hash is known. @param {Created} made @param {string[]} seats */
  async #giveNumber({ id, commitment }, seats) {
    const share = chooseNumber(id, commitment), mine = this.game.seats.filter((_, i) => seats[i] === "me");
    for (const [seat] of mine) await api("POST", `/api/sittings/${id}/sit`, { seat, share });
  }

  /** A record to go on from: it says itself which battle it is. @param {File | undefined} file */
  async take(file) {
    const text = (await file?.text()) ?? "";
    this.trouble = "";
    try {
      const { game, scenario, options } = text ? JSON.parse(text.split("\n", 1)[0])
        : { ...this.wish, game: this.game.code };
      const other = this.games.find((one) => one.code === game);
      if (other && other !== this.game) await this.choose(other);
      if (game !== this.game.code || !this.game.scenarios.some((one) => one.id === scenario)) throw new Error();
      this.wish.options = options;
      this.wishes("scenario", scenario);
      this.record = text;
    } catch {
      this.trouble = w("new.no_record", { name: file?.name });
      this.draw();
    }
  }

  /** @template {Wished} K @param {K} key @param {NewGame["wish"][K]} value */
  wishes(key, value) {
    this.wish[key] = value;
    if (key === "scenario") this.record = "";       // another battle than the record's
    this.draw();
    if (["scenario", "seat", "seats"].includes(key)) this.#fetchBoard();
  }

  // --- drawing

  /** What the game is, how to begin, and the form. */
  view() {
    const { game } = this;
    return html`<div class="heading"><h1>${game.title}</h1><p class="lead">${game.subtitle}</p>
        <p class="facts">${this.#facts(game)} · <a href=${`/book/${game.code}`}>${w("book.title")}</a> ·
          <a href=${`/aid/${game.code}`}>${w("book.aid")}</a></p></div>
      ${this.#start()}${this.#form()}
      <div class="go">${session.may_open ? html`<p><b>${this.#scenario.title}</b><small>${this.#terms()}</small></p>
        <button class="primary big" form="opening">${w("new.play")}</button>`
          : html`<p role="note">${w(`new.open_${session.openers}`)}</p>`}</div>`;
  }

  /** The one that is chosen. */
  get #scenario() {
    return this.game.scenarios.find(({ id }) => id === this.wish.scenario) ?? this.game.scenarios[0];
  }

  /** @param {GameInfo} game */
  #facts({ seats, length, complexity: how }) {
    return [w("new.players", { n: seats.length }), upper(length), how && upper(w("complexity", { how }))]
      .filter(Boolean).join(" · ");
  }

  /** For who does not know the game yet: lessons, then the scenario to play first. */
  #start() {
    const { game } = this, lessons = this.lessons.get(game.code) ?? [];
    const first = game.scenarios.find(({ id }) => id === game.first) ?? game.scenarios[0];
    return html`<section class="begin" aria-labelledby="begin"><h2 id="begin">${w("start.title")}</h2>
      <ol>
        ${game.guide ? html`<li><a class="button primary" href="/guide/${game.code}">${w("start.guide")}</a></li>` : ""}
        ${lessons.length ? html`<li><a class="button" href="/lesson/${game.code}/${lessons[0].id}">${
          w("start.lesson", { title: lessons[0].title })}</a>${lessons.length > 1 ? html`<details
            class="lessons"><summary>${w("start.lessons", { n: lessons.length })}</summary><p>${
              w("lessons.intro")}</p><ol>${lessons.map((lesson) => html`<li><a
                href="/lesson/${game.code}/${lesson.id}">${lesson.title}</a></li>`)}</ol></details>` : ""}</li>` : ""}
        <li><button type="button" aria-pressed=${String(this.wish.scenario === first.id)}
          @click=${() => this.wishes("scenario", first.id)}>${w("start.play", { title: first.title })}</button><small>${
            sizeOf(first)}</small></li>
      </ol></section>`;
  }

  /** @template {Wished} K @param {K} key @param {NewGame["wish"][K]} value @param {Content} label */
  #radio(key, value, label) {
    return html`<label class="choice"><input type="radio" name=${key}
      .checked=${this.wish[key] === value} @change=${() => this.wishes(key, value)}><span>${label}</span></label>`;
  }

  #form() {
    const { wish, game } = this, scenario = this.#scenario;
    const scenarios = game.scenarios.toSorted((a, b) => Number(b.id === game.first) - Number(a.id === game.first));
    return html`<form class="new" id="opening" @submit=${(event) => { event.preventDefault(); this.play(); }}>
      <fieldset class="battles"><legend>${has("game.scenarios") ? t("game.scenarios")
        : w("new.battle")}</legend>${scenarios.map((one) => this.#radio("scenario", one.id,
          html`<b>${one.title}</b>${one.id === game.first ? html` <em class="tag">${w("start.first")}</em>` : ""}${
            one.gloss ? html`<small class="gloss">${one.gloss}</small>` : ""}<small>${
              sizeOf(one)}</small>`))}</fieldset>
      <div class="battle">
        <div class="terms">${this.#two ? html`
          <fieldset><legend>${w("new.side")}</legend>${game.seats
            .map(([id, title], i) =>
              html`<span class="side-${id}">${this.#radio("seat", i,
                html`<span class="flag">${upper(title)}</span>`)}</span>`)}</fieldset>
          <fieldset><legend>${w("new.opponent")}</legend>${game.bots.toReversed()
            .map((bot) => this.#radio("opponent", bot, this.#level(bot)))}${["friend", "both"]
              .map((who) => this.#radio("opponent", who, html`<span>${w(`new.${who}`)}</span>`))}</fieldset>` : html`
          <fieldset><legend>${w("new.seats")}</legend>${game.seats
            .map((seat, i) => this.#seat(seat, i))}</fieldset>`}</div>
        <div class="stamp" inert></div><h2>${scenario.title}</h2><p class="prose">${scenario.intro}</p>
        <details class="goals-of"><summary>${w("goals.title")}</summary>${goalsView(this.goals.scenario(game.code,
          wish.scenario, wish.options), this.#two ? [game.seats[wish.seat][0]] : [])}</details>
        <fieldset class="clock"><legend>${w("new.clock")}</legend>${CLOCKS
          .map((kind) => this.#radio("clock", kind, w(`new.${kind}`)))}
          ${wish.clock === "live" ? [this.#number("minutes", 1, 600), this.#number("increment", 0, 600)] : ""}
          ${wish.clock === "days" ? [this.#number("each", 1, 30, "days_each"), this.#number("bank", 0, 90, "days_bank")]
            : ""}
          ${wish.opponent === "friend" || !this.#two ? this.#check("listed") : ""}
          ${this.#check("spectators")}${game.allies ? this.#check("heirs") : ""}${
            game.chances ? this.#reactions() : ""}</fieldset>
        <details class="rules"><summary>${w("new.options")} <small>${Object.values(wish.options).length
          ? "" : `(${w("new.standard")})`}</small></summary>${game.options
            .map((option) => this.#option(option))}</details>
        <label class="field import"><span>${w("new.import")}</span><input type="file" accept=".record,.ndjson,.txt"
          @change=${(event) => this.take(event.target.files?.[0])}></label></div>
    </form>`;
  }

  /** What was chosen, in a line. */
  #terms() {
    const { wish, game } = this, { opponent } = wish;
    const who = this.#two ? [upper(game.seats[wish.seat][1]),
      opponent in OPPONENTS ? w(`new.${opponent}`) : w("start.against", { name: botName(opponent) })]
      : wish.seats.flatMap((one, seat) => (one === "me" ? [upper(game.seats[seat][1])] : []));
    return [...who, w(`new.${wish.clock}`)].join(" · ");
  }

  /** A bot by its strength. @param {string} bot */
  #level(bot) {
    return html`<span>${botName(bot)}</span>${has(`web.bot_about.${bot}`)
      ? html`<small>${w(`bot_about.${bot}`)}</small>` : ""}`;
  }

  /** With two seats one chooses a side and an opponent; with more, somebody for each seat. */
  get #two() {
    return this.game.seats.length === 2;
  }

  /** @param {[string, string]} seat @param {number} i */
  #seat([id, title], i) {
    const { seats } = this.wish;
    /** @param {Heard} event */
    const choose = (event) => this.wishes("seats", seats.with(i, event.target.value));
    const who = [["me", w("new.me")], ["open", w("new.friend")], ...this.game.bots.toReversed()
      .map((bot) => [bot, botName(bot)])];
    return html`<label class="field side-${id}"><span class="flag">${upper(title)}</span>
      <select @change=${choose}>${who
        .map(([value, label]) => html`<option value=${value}
          ?selected=${value === seats[i]}>${label}</option>`)}</select></label>`;
  }

  /** @param {"spectators" | "listed" | "heirs"} key */
  #check(key) {
    return html`<label class="check"><input type="checkbox" .checked=${this.wish[key]}
      @change=${(event) => this.wishes(key, event.target.checked)}> <span>${w(`new.${key}`)}</span></label>`;
  }

  /** When others see the answer to a chance to react, and what that costs. */
  #reactions() {
    const { reactions, window: seconds } = this.wish;
    /** @param {Heard} event */
    const choose = (event) => this.wishes("reactions", /** @type {Reactions} */ (event.target.value));
    return html`<label class="field"><span>${w("new.reactions")}</span>
      <select name="reactions" @change=${choose}>${REACTIONS
        .map((one) => html`<option value=${one} ?selected=${one === reactions}>${
          w(`reactions.${one || "usual"}`)}</option>`)}</select>
      <small>${w(`reactions.${reactions || "usual"}_why`)}</small></label>${reactions === "timed"
        ? html`<label class="field"><span>${w("new.window")}</span><select name="window"
          @change=${(event) => this.wishes("window", Number(event.target.value))}>${WINDOWS
            .map((one) => html`<option value=${one} ?selected=${one === seconds}>${one}</option>`)}</select></label>`
        : ""}`;
  }

  /**
   * @param {"minutes" | "increment" | "each" | "bank"} key @param {number} min @param {number} max
   * @param {string} [label]
   */
  #number(key, min, max, label = key) {
    return html`<label class="field"><span>${w(`new.${label}`)}</span><input type="number" min=${min}
      max=${max} .value=${String(this.wish[key])}
        @change=${(event) => this.wishes(key,
          Math.max(min, Math.min(max, Number(event.target.value) || min)))}></label>`;
  }

  /** @param {OptionInfo} option */
  #option(option) {
    const now = this.wish.options[option.id] ?? option.values[0][0];
    /** @param {Heard} event */
    const choose = (event) => {
      const { [option.id]: _, ...others } = this.wish.options;
      this.wishes("options", event.target.value === option.values[0][0] ? others
        : { ...others, [option.id]: event.target.value });
    };
    return html`<label class="field"><span>${option.title}</span><small>${option.text}</small>
      <select @change=${choose}>${option.values
        .map(([id, title]) => html`<option value=${id} ?selected=${id === now}>${title}</option>`)}</select></label>`;
  }
}
