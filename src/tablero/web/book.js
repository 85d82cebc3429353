// @ts-check
// The rulebook in our words: a page of its own, and a panel beside the board that opens at what is being asked.

import { html, render } from "./vendor/lit-html.js";
import { loadGame } from "./game.js";
import { lang, t, w } from "./i18n.js";
import { api } from "./net.js";
import { bar, find } from "./page.js";

/**
 * @import { ChapterText, RuleText } from "./types"
 * @import { Heard } from "./internal"
 */

/** @type {Map<string, Promise<ChapterText[]>>} */
const books = new Map();        // by game and language

/** @param {string} game @returns {Promise<ChapterText[]>} */
function read(game) {
  const key = `${game}.${lang()}`;
  if (!books.has(key)) books.set(key, api("GET", `/api/games/${game}/book?lang=${lang()}`));
  return /** @type {Promise<ChapterText[]>} */ (books.get(key));
}

/** Letters as they are searched for: small, without accents. @param {string} text */
const plainly = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The section a rule stands in: “4.2” for “4.2c”. @param {string} id */
const section = (id) => id.replace(/[a-z]+\d*$/, "");

/** The chapter a rule stands in. @param {string} id */
const chapterOf = (id) => id.match(/^(\d+|[A-Z]+)/)?.[0] ?? "";

class Book {
  query = "";
  at = "";              // the rule that is looked at
  chapter = "";         // the one that is open, in a panel

  /** @param {string} game @param {ChapterText[]} chapters @param {() => void} draw */
  constructor(game, chapters, draw) {
    this.game = game;
    this.chapters = chapters;
    this.draw = draw;
    this.titles = new Map(chapters.flatMap(({ rules }) => rules.map((rule) => [rule.id, rule.title])));
  }

  /** Turn to a rule. @param {string} id */
  turn(id) {
    this.at = id;
    this.chapter = chapterOf(id);
    this.query = "";
    this.draw();
    find(document, `[data-rule="${CSS.escape(id)}"]`)?.scrollIntoView({ block: "center" });
  }

  /** The rules of a chapter that have all the words one looks for. @param {ChapterText} chapter */
  found({ rules }) {
    const words = plainly(this.query).split(/\s+/).filter(Boolean);
    return rules.filter(({ id, title, text }) => {
      const all = plainly(`${id} ${title} ${text}`);
      return words.every((word) => all.includes(word));
    });
  }

  search() {
    return html`<input type="search" .value=${this.query} placeholder=${w("book.search")} aria-label=${w("book.search")}
      @input=${(/** @type {Heard<HTMLInputElement>} */ event) => {
        this.query = event.currentTarget.value;
        this.draw();
      }}>`;
  }

  /** @param {string} id */
  link(id) {
    return html`<a class="chip" href=${`/book/${this.game}#${id}`} title=${this.titles.get(id) ?? ""}
      @click=${(/** @type {MouseEvent} */ event) => {
        event.preventDefault();
        event.stopPropagation();
        this.turn(id);
      }}>${id}</a> `;
  }

  /** @param {RuleText} rule */
  rule({ id, kind, title, text, see, readings }) {
    return html`<article class=${`rule ${kind}${id === this.at ? " here" : ""}`} data-rule=${id}>
      <h4><span class="number">${id}</span> ${title}${
        kind === "example" ? html` <small>${w("book.example")}</small>` : ""}</h4>
      <p class="prose">${text}</p>
      ${readings.length ? html`<p class="reading">${w("book.reading")} <small>${readings.join(", ")}</small></p>` : ""}
      ${see.length ? html`<p class="see">${w("see")} ${see.map((other) => this.link(other))}</p>` : ""}</article>`;
  }

  /** @param {ChapterText} chapter */
  chapterView(chapter) {
    const rules = this.found(chapter);
    if (!rules.length) return "";
    let last = "";
    return html`<section id=${`c${chapter.number}`}><h2>${chapter.number} ${chapter.title}</h2>${rules.map((rule) => {
      const now = section(rule.id), plain = [chapter.number, `${chapter.number}.0`].includes(now);
      const head = now !== last && !plain && !this.query;
      last = now;
      return html`${head ? html`<h3>${now}</h3>` : ""}${this.rule(rule)}`;
    })}</section>`;
  }

  /** @param {(rule: RuleText) => boolean} wanted */
  list(wanted) {
    const rules = this.chapters.flatMap((chapter) => chapter.rules).filter(wanted)
      .sort((a, b) => a.title.localeCompare(b.title, lang()));
    return html`<ul class="index">${rules.map(({ id, title }) => html`<li>${title} ${this.link(id)}</li>`)}</ul>`;
  }
}

/** The page of a game's rules. @param {HTMLElement} host @param {string} game */
export async function book(host, game) {
  const [chapters] = await Promise.all([read(game), loadGame(game, lang())]);
  const draw = () => {
    const count = page.chapters.reduce((sum, chapter) => sum + page.found(chapter).length, 0);
    document.title = `${w("book.title")} · ${t("game.title")} · Tablero`;
    render(html`${bar()}<main class="book">
      <nav aria-label=${w("book.contents")}><h1>${t("game.title")}</h1>${page.search()}
        <p aria-live="polite"><small>${w("book.count", { n: count })}</small></p>
        <ol>${page.chapters.map(({ number, title }) => html`<li><a href=${`#c${number}`} @click=${jump}><span
          class="number">${number}</span> ${title}</a></li>`)}
          <li><a href="#terms" @click=${jump}>${w("book.terms")}</a></li>
          <li><a href="#readings" @click=${jump}>${w("book.readings")}</a></li></ol>
        <p><button type="button" @click=${() => print()}>${w("book.print")}</button></p></nav>
      <div class="chapters">${page.chapters.map((chapter) => page.chapterView(chapter))}
        ${page.query ? "" : html`<section id="terms"><h2>${w("book.terms")}</h2>${
          page.list(({ kind }) => kind === "definition")}</section>
        <section id="readings"><h2>${w("book.readings")}</h2><p class="prose">${w("book.readings_why")}</p>${
          page.list(({ readings }) => readings.length > 0)}</section>`}</div></main>`, host);
  };
  const page = new Book(game, chapters, draw);
  draw();
  const asked = decodeURIComponent(location.hash.slice(1));
  if (page.titles.has(asked)) page.turn(asked);
  return { language: () => book(host, game) };
}

/** To a chapter, without a step in the history of the browser. @param {Heard<HTMLAnchorElement>} event */
function jump(event) {
  event.preventDefault();
  document.getElementById(event.currentTarget.hash.slice(1))?.scrollIntoView();
}

/** The same beside a board: one chapter at a time, first that of the rule that is asked about. */
export class BookPanel {
  /** @type {Book | null} */ book = null;

  /** @param {string} game @param {string} rule @param {() => void} draw */
  async open(game, rule, draw) {
    this.book ??= new Book(game, await read(game), draw);
    this.book.turn(rule || this.book.chapters[0].rules[0].id);
  }

  view() {
    const { book: open } = this;
    if (!open) return "";
    const shown = open.query ? open.chapters : open.chapters.filter(({ number }) => number === open.chapter);
    return html`<div class="book panels" tabindex="0"><p class="row">${open.search()}<select
      aria-label=${w("book.contents")} @change=${(/** @type {Heard<HTMLSelectElement>} */ event) => {
        open.chapter = event.currentTarget.value;
        open.draw();
      }}>${open.chapters.map(({ number, title }) => html`<option value=${number} ?selected=${
        number === open.chapter}>${number} ${title}</option>`)}</select></p>${
      shown.map((chapter) => open.chapterView(chapter))}<p><a class="button" href=${`/book/${open.game}`}
        target="_blank" data-plain>${w("book.whole")}</a></p></div>`;
  }
}
