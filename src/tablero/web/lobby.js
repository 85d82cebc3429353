// The lobby: what can be played, and what is being played.

import { html, render, svg } from "./vendor/lit-html.js";
import { api } from "./net.js";
import { allWords, date, has, lang, load, t, upper, w } from "./i18n.js";
import { BoardView } from "./board.js";
import { bar, confirmed, dark, go, session, settings, sitter, sorry, you } from "./shell.js";

const SOME = 6;         // games that are shown before the rest
const CLOTH = "M120 14q-22-8-40 0t-38-2v44q20 8 38 1t40 2z";

// A picture for each game: flags over a hex grid, blocks before a walled town.
const flags = () => {
  return html`<svg class="banner-art" viewBox="0 0 240 150" aria-hidden="true">
    <path class="ground" d="M0 118q40-22 86-10t82-14 72 6v50H0z"/><path class="ground near" d="M0 132q60-16 120-4t120-8v30H0z"/>
    <g class="grid">${[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => svg`<path d="M${i * 26 - 6} ${i % 2 ? 118 : 126}h16l8 14-8 14h-16l-8-14z"/>`)}</g>
    <g transform="rotate(-19 120 140)"><path class="pole" d="M120 145V12"/><path class="cloth carlist" d=${CLOTH}/><path class="cross" d="M48 20l66 34M114 20l-66 34"/></g>
    <g transform="translate(240) scale(-1 1) rotate(-19 120 140)"><path class="pole" d="M120 145V12"/><path class="cloth liberal" d=${CLOTH}/><path class="crown" d="M70 46l-5-18 9 8 7-12 7 12 9-8-5 18z"/></g>
  </svg>`;
};

const BLOCKS = [["carlist", 22, 70, "M6 9l18 18M24 9L6 27"], ["carlist", 60, 84, "M6 9l18 18M24 9L6 27"], ["carlist", 8, 100, "M6 9l18 18M24 9L6 27"], ["liberal", 190, 72, "M6 27h18l3-16-6 6-6-9-6 9-6-6z"], ["liberal", 152, 86, "M6 27h18l3-16-6 6-6-9-6 9-6-6z"], ["liberal", 198, 104, "M6 27h18l3-16-6 6-6-9-6 9-6-6z"]];

const siege = () => html`<svg class="banner-art" viewBox="0 0 240 150" aria-hidden="true">
    <path class="ground" d="M0 74l34-34 22 18 38-44 30 36 26-22 34 30 20-14 36 30v76H0z"/><path class="ground near" d="M0 104q60-22 120-8t120-10v64H0z"/>
    <path class="fort-art" d="M120 34l9 15 17-5-5 17 15 9-15 9 5 17-17-5-9 15-9-15-17 5 5-17-15-9 15-9-5-17 17 5z"/><path class="house-art" d="M108 80V64l8-8 8 8v16zm14 0V68l7-7 7 7v12z"/>
    ${BLOCKS.map(([side, x, y, sign]) => svg`<g transform="translate(${x} ${y})"><path class="${side} deep" d="M30 4l8-7v30l-8 7z"/><path class="${side} lid" d="M0 4l8-7h30l-8 7z"/><path class="${side}" d="M0 4h30v30H0z"/><path class="sign-art" d=${sign} /></g>`)}
  </svg>`;

const ART = { aiw: siege };
const art = (game) => (ART[game.code] ?? flags)();

const CLOCKS = ["none", "live", "days"];
const DAY = 24 * 3600;

export async function open(host) {
  const lobby = new Lobby(host);
  await lobby.read();
  lobby.timer = setInterval(() => document.hidden || lobby.refresh(), 15_000);
  return lobby;
}

class Lobby {
  games = [];
  sittings = [];
  lessons = new Map();      // game -> [{id, title}]
  boards = new Map();
  trouble = "";
  record = "";              // that the new game goes on from
  wish = { scenario: "", seat: 0, opponent: "heuristic", options: {}, clock: "none", minutes: 60, increment: 20, each: 2, bank: 7, spectators: false, always_ask: false };

  constructor(host) {
    this.host = host;
  }

  async read() {
    [this.games, this.sittings] = await Promise.all([api("GET", `/api/games?lang=${lang()}`), api("GET", `/api/sittings?lang=${lang()}`)]);
    const lessons = await Promise.all(this.games.map((game) => api("GET", `/api/games/${game.code}/lessons?lang=${lang()}`)));
    this.games.forEach((game, i) => this.lessons.set(game.code, lessons[i]));
    this.game = this.games.find((game) => game.code === this.game?.code) ?? this.games[0];
    await this.choose(this.game);
  }

  /** Another game is looked at: its own battles, rules and opponents. */
  async choose(game) {
    const { wish } = this;
    if (game !== this.game || !wish.scenario) Object.assign(wish, { scenario: game.scenarios[0].id, options: {}, seat: 0 });
    this.game = game;
    if (!["friend", "both", ...game.bots].includes(wish.opponent)) wish.opponent = game.bots.at(-1);
    await load(lang(), game.code);
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

  language() {
    return this.read();
  }

  async #fetchBoard() {
    const { scenario } = this.wish, { code } = this.game, place = `${code}/boards/${scenario}`;
    if (!this.boards.has(place)) this.boards.set(place, await api("GET", `/api/games/${place}`));
    if (scenario === this.wish.scenario && code === this.game.code && this.host.isConnected) this.#stamp();        // neither another one nor gone meanwhile
  }

  /** The map of the battle, to look at. */
  #stamp() {
    const host = this.host.querySelector(".stamp");
    this.map ??= new BoardView(host);
    this.map.setScheme({ colourBlind: settings.colourBlind, dark: dark() });
    this.map.setBoard(this.boards.get(`${this.game.code}/boards/${this.wish.scenario}`), allWords());
    this.map.overview();
    this.map.showZones(this.game.seats[this.wish.seat][0]);
  }

  async play() {
    const { wish } = this;
    const seats = this.game.seats.map((_, i) => (i === wish.seat || wish.opponent === "both" ? "me" : wish.opponent === "friend" ? "open" : wish.opponent));
    const clock = {
      none: { kind: "none" },
      live: { kind: "live", bank: wish.minutes * 60, each: wish.increment },
      days: { kind: "days", bank: wish.bank * DAY, each: wish.each * DAY },
    }[wish.clock];
    try {
      const made = await api("POST", "/api/sittings", { game: this.game.code, scenario: wish.scenario, seats, options: wish.options, spectators: wish.spectators, always_ask: this.game.chances && wish.always_ask, clock, record: this.record });
      go(`/table/${made.id}`);
    } catch (problem) {
      this.trouble = sorry(problem);
      this.draw();
    }
  }

  /** A record to go on from: it says itself which battle it is. */
  async take(file) {
    const text = (await file?.text()) ?? "";
    this.trouble = "";
    try {
      const { game, scenario, options } = text ? JSON.parse(text.split("\n", 1)[0]) : { ...this.wish, game: this.game.code };
      const other = this.games.find((one) => one.code === game);
      if (other && other !== this.game) await this.choose(other);
      if (game !== this.game.code || !this.game.scenarios.some((one) => one.id === scenario)) throw new Error(file.name);
      this.wish.options = options;
      this.wishes("scenario", scenario);
      this.record = text;
    } catch {
      this.trouble = w("new.no_record", { name: file.name });
      this.draw();
    }
  }

  async remove(sitting) {
    if (!(await confirmed(w("mine.sure"), w("mine.delete")))) return;
    await api("DELETE", `/api/sittings/${sitting.id}`).catch((problem) => { this.trouble = sorry(problem); });
    await this.refresh();
  }

  wishes(key, value) {
    this.wish[key] = value;
    if (key === "scenario") this.record = "";       // another battle than the record's
    this.draw();
    if (key === "scenario" || key === "seat") this.#fetchBoard();
  }

  // --- drawing

  draw() {
    const running = this.sittings.filter((sitting) => !sitting.over).sort((a, b) => b.your_turn - a.your_turn);
    const finished = this.sittings.filter((sitting) => sitting.over);
    render(html`${bar(html`<button type="button" class="bare me" title=${w("you.account")} @click=${() => you("account")}>${session.me.name}</button>`)}
      <main class="lobby">
        ${this.trouble ? html`<p class="trouble" role="alert">${this.trouble}</p>` : ""}
        ${this.#mine("title", running)}
        <section class="game">
          ${this.games.length > 1 ? html`<fieldset class="games"><legend class="unseen">${w("new.game")}</legend>${this.games.map((game) => html`
            <label class="poster"><input type="radio" name="game" .checked=${game === this.game} @change=${() => this.choose(game)}>${art(game)}<span><b>${game.title}</b><small>${game.subtitle}</small></span></label>`)}</fieldset>` : ""}
          <div class="heading"><h1>${this.game.title}</h1><p class="lead">${this.game.subtitle}</p>
            <p class="facts">${w("new.players", { n: this.game.seats.length })} · ${upper(this.game.length)} · ${upper(w("complexity", { how: this.game.complexity }))}</p></div>
          ${this.#form()}
        </section>
        ${this.#lessons()}
        ${this.#mine("finished", finished)}
      </main>`, this.host);
  }

  /** Some games, and the rest of them folded away: what can be begun stands below. */
  #mine(title, sittings) {
    const list = (some) => html`<ul class="cards">${some.map((sitting) => this.#sitting(sitting))}</ul>`, rest = sittings.slice(SOME);
    return sittings.length ? html`<section class="mine"><h2>${w(`mine.${title}`)}</h2>${list(sittings.slice(0, SOME))}
      ${rest.length ? html`<details><summary>${w("mine.more", { n: rest.length })}</summary>${list(rest)}</details>` : ""}</section>` : "";
  }

  #names(sitting) {
    const [a, b] = sitting.seats.map((seat) => `${sitter(seat)} (${seat.title})`);
    return upper(w("mine.against", { a, b: b ?? "" }));
  }

  #state(sitting, free) {
    if (sitting.over) return sitting.result;
    if (free) return w("mine.open_seat");
    return sitting.your_turn ? w("mine.your_turn") : w("mine.waiting", { name: sitting.seats.filter((seat) => seat.awaited).map(sitter).join(", ") });
  }

  #sitting(sitting) {
    const free = sitting.seats.some((seat) => !seat.name && !seat.bot);
    return html`<li class="card ${sitting.your_turn && !free ? "turn" : ""}">
      <a href="/${sitting.over ? "replay" : "table"}/${sitting.id}"><b>${sitting.title}</b></a><span class="state">${this.#state(sitting, free)}</span>
      <small>${this.#names(sitting)} · ${w("mine.actions", { n: sitting.actions })} · ${date(sitting.changed)}${sitting.over ? html` · <a href="/api/sittings/${sitting.id}/record?lang=${lang()}" data-plain download>${w("mine.record")}</a>` : ""}</small>
      ${sitting.yours ? html`<button type="button" class="bare" aria-label="${w("mine.delete")}: ${sitting.title}" @click=${() => this.remove(sitting)}>✕</button>` : ""}</li>`;
  }

  #form() {
    const { wish, game } = this;
    const scenario = game.scenarios.find((one) => one.id === wish.scenario);
    const radio = (key, value, label, now = wish[key]) => html`<label class="choice"><input type="radio" name=${key} .checked=${now === value} @change=${() => this.wishes(key, value)}><span>${label}</span></label>`;
    return html`<form class="new" @submit=${(event) => { event.preventDefault(); this.play(); }}>
      <h2>${w("new.title")}</h2>
      <div class="terms">
        <fieldset class="battles"><legend>${has("game.scenarios") ? t("game.scenarios") : w("new.battle")}</legend>${game.scenarios.map((one) => radio("scenario", one.id, one.title))}</fieldset>
        <fieldset><legend>${w("new.side")}</legend>${game.seats.map(([id, title], i) => html`<span class="side-${id}">${radio("seat", i, html`<span class="flag">${upper(title)}</span>`)}</span>`)}</fieldset>
        <fieldset><legend>${w("new.opponent")}</legend>${[...game.bots].reverse().map((bot) => radio("opponent", bot, w(`new.${bot}`)))}${["friend", "both"].map((who) => radio("opponent", who, w(`new.${who}`)))}</fieldset>
      </div>
      <div class="battle"><div class="stamp" inert></div><h3>${scenario.title}</h3><p class="prose">${scenario.intro}</p>
        <fieldset class="clock"><legend>${w("new.clock")}</legend>${CLOCKS.map((kind) => radio("clock", kind, w(`new.${kind}`)))}
          ${wish.clock === "live" ? [this.#number("minutes", 1, 600), this.#number("increment", 0, 600)] : ""}
          ${wish.clock === "days" ? [this.#number("each", 1, 30, "days_each"), this.#number("bank", 0, 90, "days_bank")] : ""}
          ${this.#check("spectators")}${game.chances ? this.#check("always_ask", html`<small>${w("new.always_ask_why")}</small>`) : ""}</fieldset>
        <details class="rules"><summary>${w("new.options")} <small>${Object.values(wish.options).length ? "" : `(${w("new.standard")})`}</small></summary>${game.options.map((option) => this.#option(option))}</details>
        <label class="field import"><span>${w("new.import")}</span><input type="file" accept=".record,.ndjson,.txt" @change=${(event) => this.take(event.target.files[0])}></label>
        <p class="row"><button class="primary big">${w("new.play")}</button></p></div>
    </form>`;
  }

  #check(key, hint = "") {
    return html`<label class="check"><input type="checkbox" .checked=${this.wish[key]} @change=${(event) => this.wishes(key, event.target.checked)}> <span>${w(`new.${key}`)}${hint}</span></label>`;
  }

  #number(key, min, max, label = key) {
    return html`<label class="field"><span>${w(`new.${label}`)}</span><input type="number" min=${min} max=${max} .value=${String(this.wish[key])} @change=${(event) => this.wishes(key, Math.max(min, Math.min(max, Number(event.target.value) || min)))}></label>`;
  }

  #option(option) {
    const now = this.wish.options[option.id] ?? option.values[0][0];
    const choose = (event) => {
      const { [option.id]: _, ...others } = this.wish.options;
      this.wishes("options", event.target.value === option.values[0][0] ? others : { ...others, [option.id]: event.target.value });
    };
    return html`<label class="field"><span>${option.title}</span><small>${option.text}</small>
      <select @change=${choose}>${option.values.map(([id, title]) => html`<option value=${id} ?selected=${id === now}>${title}</option>`)}</select></label>`;
  }

  #lessons() {
    const lessons = this.lessons.get(this.game.code) ?? [];
    if (!lessons.length) return "";
    return html`<section class="lessons"><h2>${w("lessons.title")}</h2><p>${w("lessons.intro")}</p>
      <ol>${lessons.map((lesson) => html`<li><a href="/lesson/${this.game.code}/${lesson.id}">${lesson.title}</a></li>`)}</ol></section>`;
  }
}
