// @ts-check
// The company in the lobby: seats that are kept for one, tables to join and to watch, who is here, finished games.

import { html } from "./vendor/lit-html.js";
import { date, lang, w } from "./i18n.js";
import { api, session } from "./net.js";
import { botName, sitter } from "./page.js";
import { upper } from "./sentences.js";

/**
 * @import { Content } from "./internal"
 * @import { History, OthersTable, Rated, SittingInfo, Tables } from "./types"
 */

/** @param {SittingInfo} sitting */
export function names({ seats }) {
  const [a, ...others] = seats.map((seat) => `${sitter(seat)} (${seat.title})`);
  return upper(w("mine.against", { a, b: others.join(", ") }));
}

export class Company {
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
        </span><small>${date(game.changed)} · <a
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
