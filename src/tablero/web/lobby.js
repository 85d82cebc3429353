// @ts-check
// The lobby: what can be played, what is being played, and the company: seats that are kept for one, tables to join and
// to watch, who is here, finished games.

import { html, render, svg } from "./vendor/lit-html.js";
import { date, lang, w } from "./i18n.js";
import { api, session } from "./net.js";
import { NewGame } from "./newgame.js";
import { account, bar, botName, confirmed, go, sitter, sorry } from "./page.js";
import { upper } from "./sentences.js";

/**
 * @import { Content } from "./internal"
 * @import { GameInfo, History, OthersTable, Rated, SittingInfo, Tables } from "./types"
 */

const SOME = 3;         // games that are shown before the rest

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

/** @param {HTMLElement} host */
export async function open(host) {
  const lobby = new Lobby(host, await api("GET", `/api/games?lang=${lang()}`));
  await lobby.read();
  lobby.timer = setInterval(() => document.hidden || lobby.refresh(), 15_000);
  return lobby;
}

class Lobby {
  /** @type {SittingInfo[]} */ sittings = [];
  timer = 0;
  trouble = "";

  /** @param {HTMLElement} host @param {GameInfo[]} games */
  constructor(host, games) {
    this.host = host;
    this.form = new NewGame(host, games, () => this.draw());
    this.company = new Company(() => this.draw());
  }

  async read() {
    const [sittings, house] = await Promise.all([api("GET", `/api/sittings?lang=${lang()}`), api("GET", "/api/house"),
      this.company.read()]);
    this.sittings = sittings;
    Object.assign(session, house);
    await this.form.read();
    await this.company.rate(this.form.game.code);
  }

  async refresh() {
    try {
      this.sittings = await api("GET", `/api/sittings?lang=${lang()}`);
      await this.company.read();
      this.draw();
    } catch (problem) {
      if (problem.code === "not_signed_in") go("/");
    }
  }

  close() {
    clearInterval(this.timer);
    this.form.close();
  }

  async language() {
    await this.form.language();
    await this.read();
  }

  /** @param {SittingInfo} sitting */
  async remove(sitting) {
    if (!(await confirmed(w("mine.sure"), w("mine.delete")))) return;
    await api("DELETE", `/api/sittings/${sitting.id}`).catch((problem) => { this.trouble = sorry(problem); });
    await this.refresh();
  }

  /** @param {GameInfo} game */
  #choose(game) {
    this.company.rate(game.code);
    return this.form.choose(game);
  }

  // --- drawing

  draw() {
    const { form } = this, trouble = this.trouble || form.trouble;
    const running = this.sittings.filter((sitting) => !sitting.over)
      .sort((a, b) => Number(b.your_turn) - Number(a.your_turn));
    render(html`${bar(html`<button type="button" class="bare me" title=${w("account.account")}
      @click=${async () => (await account()).account()}>${session.me?.name}</button>`)}
      <main class="lobby">
        ${trouble ? html`<p class="trouble" role="alert">${trouble}</p>` : ""}
        ${this.company.kept()}
        ${this.#mine(running)}
        <section class="game">
          ${form.games.length > 1 ? html`<fieldset class="games"><legend
            class="unseen">${w("new.game")}</legend>${form.games.map((game) => html`
            <label class="poster"><input type="radio" name="game" .checked=${game === form.game}
              @change=${() => this.#choose(game)}>${art(game)}<span><b>${game.title}</b><small>${
                game.subtitle}</small></span></label>`)}</fieldset>` : ""}
          ${form.view()}
        </section>
        ${this.company.view()}
        ${this.company.finished((game) => this.remove(game))}
      </main>`, this.host);
  }

  /**
   * The first games, and the others folded away, so that the form for a new game stays in sight.
   * @param {SittingInfo[]} sittings
   */
  #mine(sittings) {
    /** @param {SittingInfo[]} some */
    const list = (some) => html`<ul class="cards">${some.map((sitting) => this.#sitting(sitting))}</ul>`,
      rest = sittings.slice(SOME);
    return sittings.length ? html`<section class="mine"><h2>${w("mine.title")}</h2>${list(sittings.slice(0, SOME))}
      ${rest.length ? html`<details><summary>${w("mine.more", { n: rest.length })}</summary>${list(rest)}</details>`
        : ""}</section>` : "";
  }

  /** @param {SittingInfo} sitting @param {boolean} free */
  #state(sitting, free) {
    if (free) return w("mine.open_seat");
    return sitting.your_turn ? w("mine.your_turn")
      : w("mine.waiting", { name: sitting.seats.filter((seat) => seat.awaited).map(sitter).join(", ") });
  }

  /** @param {SittingInfo} sitting */
  #sitting(sitting) {
    const free = sitting.seats.some((seat) => !seat.name && !seat.bot);
    return html`<li class="card ${sitting.your_turn && !free ? "turn" : ""}">
      <a href="/table/${sitting.id}"><b>${sitting.title}</b></a><span
        class="state">${this.#state(sitting, free)}</span>
      <small>${names(sitting)} · ${w("mine.actions", { n: sitting.actions })} · ${date(sitting.changed)}</small>
      ${sitting.yours ? html`<button type="button" class="bare" aria-label="${w("mine.delete")}: ${sitting.title}"
        @click=${() => this.remove(sitting)}>✕</button>` : ""}</li>`;
  }
}

/** @param {SittingInfo} sitting */
function names({ seats }) {
  const all = seats.map((seat) => `${sitter(seat)} (${seat.title})`), [a, b] = all;
  return upper(all.length > 2 ? all.join(", ") : w("mine.against", { a, b }));
}

class Company {
  /** @type {Tables} */ tables = { open: [], watch: [], kept: [], online: [] };
  /** @type {Rated[]} */ ratings = [];      // in the game that is chosen
  /** @type {History} */ history = { games: [], page: 0, more: false };

  /** @param {() => void} draw */
  constructor(draw) {
    this.draw = draw;
  }

  async read() {
    const [tables, history] = await Promise.all([api("GET", `/api/tables?lang=${lang()}`),
      api("GET", `/api/history?page=${this.history.page}&lang=${lang()}`)]);
    Object.assign(this, { tables, history });
  }

  /** Ratings of a game, where the server rates. @param {string} game */
  async rate(game) {
    this.ratings = session.ratings ? await api("GET", `/api/ratings?game=${game}`) : [];
    this.draw();
  }

  /** @param {number} page */
  async turn(page) {
    this.history = await api("GET", `/api/history?page=${page}&lang=${lang()}`);
    this.draw();
  }

  /** A rematch waits for one: above all else. */
  kept() {
    return this.#list("kept", this.tables.kept.map((table) => this.#card(table, html`<a class="button primary"
      href="/open/${table.id}/${table.kept}">${w("company.accept")}</a>`)));
  }

  view() {
    const { open, watch, online } = this.tables, others = online.filter((name) => name !== session.me?.name);
    return html`<div class="company">
      ${this.#list("open", open.map((table) => this.#card(table, table.seats.filter(({ name, bot }) => !name && !bot)
        .map(({ seat, title }) => html`<a class="button" href="/open/${table.id}/${seat}">${
          w("company.join", { seat: title })}</a>`))))}
      ${this.#list("watch", watch.map((table) => this.#card(table,
        html`<a class="button" href="/table/${table.id}">${w("company.look")}</a>`)))}
      ${this.ratings.length ? html`<section><h2>${w("company.ratings")}</h2><ol class="ratings">${this.ratings
        .map(({ name, value, deviation, games }) => html`<li><b>${Math.round(value)}</b> <small>±${
          Math.round(2 * deviation)}</small> ${name.startsWith("bot:") ? botName(name.slice(4)) : name} <small>${
            w("company.rated", { n: games })}</small></li>`)}</ol></section>` : ""}
      <section class="online"><h2>${w("company.online")}</h2><p>${others.length
        ? others.map((name) => html`<span class="present">${name}</span> `) : w("company.alone")}</p></section>
    </div>`;
  }

  /** Finished games, some at a time. @param {(game: SittingInfo) => unknown} remove */
  finished(remove) {
    const { games, page, more } = this.history;
    if (!games.length && !page) return "";
    return html`<section class="mine past"><h2>${w("mine.finished")}</h2>
      <ol class="results">${games.map((game) => html`<li><b class="outcome ${game.outcome}">${
        game.outcome ? w(`company.${game.outcome}`) : ""}</b><span><a href="/replay/${game.id}">${
          game.title}</a><small>${upper(game.result)} ${names(game)} · ${w("mine.actions", { n: game.actions })}</small>
        </span><small>${date(game.changed)} · <a href="/summary/${game.id}">${w("summary.title")}</a> · <a
          href="/api/sittings/${game.id}/record?lang=${lang()}" data-plain download>${w("mine.record")}</a>${
            game.yours ? html`<button type="button" class="bare" aria-label="${w("mine.delete")}: ${game.title}"
              @click=${() => remove(game)}>✕</button>` : ""}</small></li>`)}
      </ol>
      ${page || more ? html`<p class="row"><button type="button" ?disabled=${!page}
        @click=${() => this.turn(page - 1)}>${w("company.later")}</button><span>${
          w("company.page", { n: page + 1 })}</span><button type="button" ?disabled=${!more}
            @click=${() => this.turn(page + 1)}>${w("company.earlier")}</button></p>` : ""}</section>`;
  }

  /** @param {"open" | "watch" | "kept"} name @param {Content[]} cards */
  #list(name, cards) {
    return cards.length ? html`<section class="mine"><h2>${w(`company.${name}`)}</h2><ul
      class="cards">${cards}</ul></section>` : "";
  }

  /** @param {OthersTable} table @param {Content} does */
  #card(table, does) {
    return html`<li class="card plain-card"><b>${table.title}</b><small>${names(table)}${table.by
      ? ` · ${w("company.by", table)}` : ""}</small><p class="row">${does}</p></li>`;
  }
}
