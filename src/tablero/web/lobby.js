// @ts-check
// The lobby: what can be played, and what is being played.

import { html, render, svg } from "./vendor/lit-html.js";
import { date, lang, w } from "./i18n.js";
import { api, session } from "./net.js";
import { Company, names } from "./company.js";
import { NewGame } from "./newgame.js";
import { account, bar, confirmed, go, sitter, sorry } from "./page.js";

/**
 * @import { GameInfo, SittingInfo } from "./types"
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
