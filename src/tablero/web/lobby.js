// @ts-check
// The lobby: what can be played, and what is being played.

import { html, render, svg } from "./vendor/lit-html.js";
import { BoardView } from "./board.js";
import { chooseNumber } from "./fair.js";
import { loadBoard, loadGame } from "./game.js";
import { allWords, date, has, lang, t, w } from "./i18n.js";
import { api, session } from "./net.js";
import { account, bar, confirmed, find, go, sitter, sorry } from "./page.js";
import { upper } from "./sentences.js";
import { dark, settings } from "./settings.js";

/**
 * @import { Content, Heard, Words } from "./internal"
 * @import { Board, Clock, Created, GameInfo, LessonInfo, NewSitting, OptionInfo, SittingInfo } from "./types"
 */

const SOME = 6;         // games that are shown before the rest

/** The picture of a game: that of its pack, or a plain one. @param {GameInfo} game */
function art({ code, art: drawn, seats }) {
  if (!drawn) return html`<svg class="banner-art" viewBox="0 0 240 150" aria-hidden="true">${seats.map(([id], i) => svg`
    <g class="side-${id}" transform="translate(${30 + i * 180 / seats.length} 0)"><path class="art-pole"
      d="M6 146V20"/><path class="art-cloth of-side" d="M6 22h40v30H6z"/></g>`)}</svg>`;
  if (!pictures.has(code)) {
    const node = document.importNode(new DOMParser().parseFromString(drawn, "image/svg+xml").documentElement, true);
    node.setAttribute("class", "banner-art");
    node.setAttribute("aria-hidden", "true");
    pictures.set(code, node);
  }
  return pictures.get(code);
}

const pictures = new Map();     // game -> its picture

const CLOCKS = ["none", "live", "days"];
/** @typedef {NonNullable<NewSitting["reactions"]>} Reactions */
/** @type {Reactions[]} */ const REACTIONS = ["", "quick", "timed", "ask"];
const WINDOWS = [5, 10, 15, 30, 60];
const DAY = 24 * 3600;
/** Who sits in the other seat. @type {Record<string, string>} */
const OPPONENTS = { both: "me", friend: "open" };

/** @param {HTMLElement} host */
export async function open(host) {
  const lobby = new Lobby(host, await api("GET", `/api/games?lang=${lang()}`));
  await lobby.read();
  lobby.timer = setInterval(() => document.hidden || lobby.refresh(), 15_000);
  return lobby;
}

/** @typedef {keyof Lobby["wish"]} Wished */

class Lobby {
  /** @type {SittingInfo[]} */ sittings = [];
  /** @type {Map<string, LessonInfo[]>} */ lessons = new Map();        // by game
  /** @type {Map<string, Board>} */ boards = new Map();
  /** @type {BoardView | null} */ map = null;
  timer = 0;
  trouble = "";
  record = "";              // that the new game goes on from
  wish = { scenario: "", seat: 0, seats: /** @type {string[]} */ ([]), opponent: "heuristic", clock: "none",
    minutes: 60, increment: 20, each: 2, bank: 7, spectators: false, heirs: false,
    reactions: /** @type {Reactions} */ (""), window: 15,
    options: /** @type {Words} */ ({}) };

  /** @param {HTMLElement} host @param {GameInfo[]} games */
  constructor(host, games) {
    this.host = host;
    this.games = games;
    this.game = games[0];       // the one that is chosen
  }

  async read() {
    this.sittings = await api("GET", `/api/sittings?lang=${lang()}`);
    Object.assign(session, await api("GET", "/api/house"));
    await Promise.all(this.games.map(async ({ code }) =>
      this.lessons.set(code, await api("GET", `/api/games/${code}/lessons?lang=${lang()}`))));
    await this.choose(this.game);
  }

  /** Switch to another game: its scenarios, options and opponents. @param {GameInfo} game */
  async choose(game) {
    const { wish } = this;
    if (game !== this.game || !wish.scenario) {
      const seats = game.seats.map((_, i) => (i ? game.bots.at(-1) ?? "open" : "me"));
      Object.assign(wish, { scenario: game.scenarios[0].id, options: {}, seat: 0, seats });
    }
    this.game = game;
    if (!["friend", "both", ...game.bots].includes(wish.opponent)) wish.opponent = game.bots.at(-1) ?? "friend";
    await loadGame(game.code, lang());
    this.draw();
    await this.#fetchBoard();
  }

  async refresh() {
    try {
      this.sittings = await api("GET", `/api/sittings?lang=${lang()}`);
      this.draw();
    } catch (problem) {
      if (problem.code === "not_signed_in") go("/");
    }
  }

  close() {
    clearInterval(this.timer);
    this.map?.destroy();
  }

  async language() {
    this.games = await api("GET", `/api/games?lang=${lang()}`);
    this.game = this.games.find((game) => game.code === this.game.code) ?? this.games[0];
    await this.read();
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
        seats, options: wish.options, spectators: wish.spectators, reactions: wish.reactions, window: wish.window,
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

  /** @param {SittingInfo} sitting */
  async remove(sitting) {
    if (!(await confirmed(w("mine.sure"), w("mine.delete")))) return;
    await api("DELETE", `/api/sittings/${sitting.id}`).catch((problem) => { this.trouble = sorry(problem); });
    await this.refresh();
  }

  /** @template {Wished} K @param {K} key @param {Lobby["wish"][K]} value */
  wishes(key, value) {
    this.wish[key] = value;
    if (key === "scenario") this.record = "";       // another battle than the record's
    this.draw();
    if (["scenario", "seat", "seats"].includes(key)) this.#fetchBoard();
  }

  // --- drawing

  draw() {
    const running = this.sittings.filter((sitting) => !sitting.over)
      .sort((a, b) => Number(b.your_turn) - Number(a.your_turn));
    const finished = this.sittings.filter((sitting) => sitting.over);
    render(html`${bar(html`<button type="button" class="bare me" title=${w("account.account")}
      @click=${async () => (await account()).account()}>${session.me?.name}</button>`)}
      <main class="lobby">
        ${this.trouble ? html`<p class="trouble" role="alert">${this.trouble}</p>` : ""}
        ${this.#mine("title", running)}
        <section class="game">
          ${this.games.length > 1 ? html`<fieldset class="games"><legend
            class="unseen">${w("new.game")}</legend>${this.games.map((game) => html`
            <label class="poster"><input type="radio" name="game" .checked=${game === this.game}
              @change=${() => this.choose(game)}>${art(game)}<span><b>${game.title}</b><small>${
                game.subtitle}</small></span></label>`)}</fieldset>` : ""}
          <div class="heading"><h1>${this.game.title}</h1><p class="lead">${this.game.subtitle}</p>
            <p class="facts">${this.#facts(this.game)} · <a
              href=${`/book/${this.game.code}`}>${w("book.title")}</a></p></div>
          ${this.#form()}
        </section>
        ${this.#lessons()}
        ${this.#mine("finished", finished)}
      </main>`, this.host);
  }

  /** @param {GameInfo} game */
  #facts({ seats, length, complexity: how }) {
    return [w("new.players", { n: seats.length }), upper(length), how && upper(w("complexity", { how }))]
      .filter(Boolean).join(" · ");
  }

  /**
   * The first games, and the others folded away, so that the form for a new game stays in sight.
   * @param {string} title @param {SittingInfo[]} sittings
   */
  #mine(title, sittings) {
    /** @param {SittingInfo[]} some */
    const list = (some) => html`<ul class="cards">${some.map((sitting) => this.#sitting(sitting))}</ul>`,
      rest = sittings.slice(SOME);
    return sittings.length ? html`<section class="mine"><h2>${w(`mine.${title}`)}</h2>${list(sittings.slice(0, SOME))}
      ${rest.length ? html`<details><summary>${w("mine.more", { n: rest.length })}</summary>${list(rest)}</details>`
        : ""}</section>` : "";
  }

  /** @param {SittingInfo} sitting */
  #names(sitting) {
    const [a, ...others] = sitting.seats.map((seat) => `${sitter(seat)} (${seat.title})`);
    return upper(w("mine.against", { a, b: others.join(", ") }));
  }

  /** @param {SittingInfo} sitting @param {boolean} free */
  #state(sitting, free) {
    if (sitting.over) return sitting.result;
    if (free) return w("mine.open_seat");
    return sitting.your_turn ? w("mine.your_turn")
      : w("mine.waiting", { name: sitting.seats.filter((seat) => seat.awaited).map(sitter).join(", ") });
  }

  /** @param {SittingInfo} sitting */
  #sitting(sitting) {
    const free = sitting.seats.some((seat) => !seat.name && !seat.bot);
    return html`<li class="card ${sitting.your_turn && !free ? "turn" : ""}">
      <a href="/${sitting.over ? "replay" : "table"}/${sitting.id}"><b>${sitting.title}</b></a><span
        class="state">${this.#state(sitting, free)}</span>
      <small>${this.#names(sitting)} · ${w("mine.actions", { n: sitting.actions })} ·
        ${date(sitting.changed)}${sitting.over ? html` · <a href="/api/sittings/${sitting.id}/record?lang=${lang()}"
          data-plain download>${w("mine.record")}</a>` : ""}</small>
      ${sitting.yours ? html`<button type="button" class="bare" aria-label="${w("mine.delete")}: ${sitting.title}"
        @click=${() => this.remove(sitting)}>✕</button>` : ""}</li>`;
  }

  #form() {
    const { wish, game } = this;
    const scenario = game.scenarios.find((one) => one.id === wish.scenario) ?? game.scenarios[0];
    /** @template {Wished} K @param {K} key @param {Lobby["wish"][K]} value @param {Content} label */
    const radio = (key, value, label) => html`<label class="choice"><input type="radio" name=${key}
      .checked=${wish[key] === value} @change=${() => this.wishes(key, value)}><span>${label}</span></label>`;
    return html`<form class="new" @submit=${(event) => { event.preventDefault(); this.play(); }}>
      <h2>${w("new.title")}</h2>
      <div class="terms">
        <fieldset class="battles"><legend>${has("game.scenarios") ? t("game.scenarios")
          : w("new.battle")}</legend>${game.scenarios.map((one) => radio("scenario", one.id, one.title))}</fieldset>
        ${this.#two ? html`
        <fieldset><legend>${w("new.side")}</legend>${game.seats
          .map(([id, title], i) =>
            html`<span class="side-${id}">${radio("seat", i,
              html`<span class="flag">${upper(title)}</span>`)}</span>`)}</fieldset>
        <fieldset><legend>${w("new.opponent")}</legend>${[...game.bots].reverse()
          .map((bot) => radio("opponent", bot, w(`new.${bot}`)))}${["friend", "both"]
            .map((who) => radio("opponent", who, w(`new.${who}`)))}</fieldset>` : html`
        <fieldset><legend>${w("new.seats")}</legend>${game.seats.map((seat, i) => this.#seat(seat, i))}</fieldset>`}
      </div>
      <div class="battle"><div class="stamp" inert></div><h3>${scenario.title}</h3><p
        class="prose">${scenario.intro}</p>
        <fieldset class="clock"><legend>${w("new.clock")}</legend>${CLOCKS
          .map((kind) => radio("clock", kind, w(`new.${kind}`)))}
          ${wish.clock === "live" ? [this.#number("minutes", 1, 600), this.#number("increment", 0, 600)] : ""}
          ${wish.clock === "days" ? [this.#number("each", 1, 30, "days_each"), this.#number("bank", 0, 90, "days_bank")]
            : ""}
          ${this.#check("spectators")}${game.allies ? this.#check("heirs") : ""}${
            game.chances ? this.#reactions() : ""}</fieldset>
        <details class="rules"><summary>${w("new.options")} <small>${Object.values(wish.options).length
          ? "" : `(${w("new.standard")})`}</small></summary>${game.options
            .map((option) => this.#option(option))}</details>
        <label class="field import"><span>${w("new.import")}</span><input type="file" accept=".record,.ndjson,.txt"
          @change=${(event) => this.take(event.target.files?.[0])}></label>
        ${session.may_open ? html`<p class="row"><button class="primary big">${w("new.play")}</button></p>`
          : html`<p role="note">${w(`new.open_${session.openers}`)}</p>`}</div>
    </form>`;
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
      .map((bot) => [bot, w(`new.${bot}`)])];
    return html`<label class="field side-${id}"><span class="flag">${upper(title)}</span>
      <select @change=${choose}>${who
        .map(([value, label]) => html`<option value=${value}
          ?selected=${value === seats[i]}>${label}</option>`)}</select></label>`;
  }

  /** @param {"spectators" | "heirs"} key */
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

  #lessons() {
    const lessons = this.lessons.get(this.game.code) ?? [];
    if (!lessons.length) return "";
    return html`<section class="lessons"><h2>${w("lessons.title")}</h2><p>${w("lessons.intro")}</p>
      <ol>${lessons.map((lesson) =>
        html`<li><a href="/lesson/${this.game.code}/${lesson.id}">${lesson.title}</a></li>`)}</ol></section>`;
  }
}
