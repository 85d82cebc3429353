// @ts-check
// The rulebook in our words: a page of its own, and a panel beside the board that opens at what is being asked.

import { html, render } from "./vendor/lit-html.js";
import { chartView, readAid, sheetView } from "./aid.js";
import { loadGame } from "./game.js";
import { lang, t, w } from "./i18n.js";
import { api } from "./net.js";
import { bar, find, linked, ruleLink } from "./page.js";

/**
 * @import { Aid, ChapterText, Chart, RuleText } from "./types"
 * @import { Content, Heard } from "./internal"
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

const BEFORE = ["sequence", "brief"];                                           // parts before the chapters
const PARTS = ["tables", "pieces", "cards", "scenarios"];                       // of charts, after them
const AFTER = [...PARTS, "terms", "readings"];

class Book {
  query = "";
  at = "";              // the rule that is looked at
  chapter = "";         // the one that is open, in a panel; or a part
  language = lang();

  /** @param {string} game @param {ChapterText[]} chapters @param {Aid} aid @param {() => void} draw */
  constructor(game, chapters, aid, draw) {
    this.game = game;
    this.chapters = chapters;
    this.aid = aid;
    this.draw = draw;
    this.rules = chapters.flatMap(({ rules }) => rules);
    this.titles = new Map(this.rules.map((rule) => [rule.id, rule.title]));
    /** @type {Map<string, RuleText[]>} */
    this.answers = new Map();       // by reading and question: the rules that hold it
    for (const rule of this.rules) {
      for (const { id, question } of rule.readings) {
        const key = `${question} ${id}`;
        this.answers.set(key, [...this.answers.get(key) ?? [], rule]);
      }
    }
    /** @type {Map<string, Chart[]>} */
    this.charts = new Map();        // by rule: those that show its figures
    for (const chart of aid.charts) {
      for (const id of chart.rules) this.charts.set(id, [...this.charts.get(id) ?? [], chart]);
    }
  }

  /** Turn to a rule. @param {string} id */
  turn = (id) => this.#to(chapterOf(id), `[data-rule="${CSS.escape(id)}"]`, id);

  /** Turn to a chart. @param {Chart} chart */
  open = ({ id, part }) => this.#to(part, `#t-${id}`, "");

  /** @param {string} chapter @param {string} place @param {string} rule */
  #to(chapter, place, rule) {
    this.at = rule;
    this.chapter = chapter;
    this.query = "";
    this.draw();
    find(document, place).scrollIntoView({ block: rule ? "center" : "start" });
  }

  /** The words one looks for. */
  get words() {
    return plainly(this.query).split(/\s+/).filter(Boolean);
  }

  /** Are all the words in it? @param {string[]} texts */
  has(...texts) {
    const all = plainly(texts.join(" "));
    return this.words.every((word) => all.includes(word));
  }

  /** The rules of a chapter that have all the words one looks for. @param {ChapterText} chapter */
  found({ rules }) {
    return rules.filter(({ id, title, text }) => this.has(id, title, text));
  }

  search() {
    return html`<input type="search" .value=${this.query} placeholder=${w("book.search")} aria-label=${w("book.search")}
      @input=${(/** @type {Heard<HTMLInputElement>} */ event) => {
        this.query = event.currentTarget.value;
        this.draw();
      }}>`;
  }

  /** @param {string} id @param {Content} words */
  link = (id, words = id) => ruleLink(id, words, this.turn, this.titles.get(id) ?? "", this.game);

  /** A rule as it is named below a table. @param {string} id */
  chip = (id) => this.link(id);

  /** @param {RuleText} rule @param {boolean} headed does its section have a heading? */
  rule(rule, headed) {
    const { id, kind, title, see, readings } = rule, charts = this.charts.get(id) ?? [];
    return html`<article class=${`rule ${kind}${id === this.at ? " here" : ""}`} data-rule=${id}>
      <h4 aria-level=${headed ? 4 : 3}><span class="number">${id}</span> ${title}${
        kind === "example" ? html` <small>${w("book.example")}</small>` : ""}</h4>
      <p class="prose">${linked(rule, this.link)}</p>
      ${charts.map((chart) => html`<p class="see">${w("book.table")} <a href=${`#t-${chart.id}`}
        @click=${(/** @type {MouseEvent} */ event) => {
          event.preventDefault();
          this.open(chart);
        }}>${chart.title}</a></p>`)}
      ${readings.map((reading) => html`<p class="reading">${w("book.reading")} ${reading.question} <small>${
        reading.id}</small></p>`)}
      ${see.length ? html`<p class="see">${w("see")} ${see.map((other) => html`${this.link(other)} `)}</p>` : ""}
    </article>`;
  }

  /** @param {ChapterText} chapter */
  chapterView(chapter) {
    const rules = this.found(chapter);
    if (!rules.length) return "";
    let last = "";
    return html`<section id=${`c${chapter.number}`}><h2>${chapter.number} ${chapter.title}</h2>${rules.map((rule) => {
      const now = section(rule.id), plain = [chapter.number, `${chapter.number}.0`].includes(now);
      const headed = !plain && !this.query, first = now !== last;
      last = now;
      return html`${headed && first ? html`<h3>${now}</h3>` : ""}${this.rule(rule, headed)}`;
    })}</section>`;
  }

  /** The words of the game in the order of the alphabet; in a search, those that are no rules. */
  terms() {
    const rules = this.query ? [] : this.rules.filter(({ kind }) => kind === "definition").map((rule) => (
      { title: rule.title, chip: this.link(rule.id), words: linked(rule, this.link) }));
    const others = this.aid.terms.filter(({ title, text }) => this.has(title, text));
    return [...rules, ...others.map(({ title, text }) => ({ title, chip: "", words: text }))]
      .sort((a, b) => a.title.localeCompare(b.title, lang()))
      .map(({ title, chip, words }) => html`<dt>${title} ${chip}</dt><dd>${words}</dd>`);
  }

  /** The questions that the rulebook leaves open, each with the rules that answer it. */
  readings() {
    return [...this.answers].filter(([question]) => this.has(question)).map(([question, rules]) => html`
      <dt>${question}</dt>${rules.map((rule) => html`<dd>${this.link(rule.id)} ${linked(rule, this.link)}</dd>`)}`);
  }

  /** The charts of a part that have what one looks for; of one whose title has not, the rows. @param {string} part */
  chartsOf(part) {
    return this.aid.charts.filter((chart) => chart.part === part).map((chart) => {
      const { title, rows: all } = chart;
      const rows = this.has(title) ? all : all.filter(({ cells }) => this.has(title, ...cells));
      return rows.length ? chartView(chart, this.chip, rows) : null;
    }).filter(Boolean);
  }

  /** What is no chapter: sheets of the aid, tables, terms, readings. @param {string} part */
  partView(part) {
    const sheets = this.aid.sheets.filter(({ id, title, lines }) => (id === "sequence") === (part === "sequence")
      && this.has(title, ...lines.map(({ text }) => text)));
    const body = BEFORE.includes(part) ? sheets.map((sheet) => sheetView(sheet, this.chip))
      : PARTS.includes(part) ? this.chartsOf(part) : part === "terms" ? this.terms() : this.readings();
    const why = part === "readings" && !this.query ? html`<p class="prose">${w("book.readings_why")}</p>` : "";
    return body.length ? html`<section id=${part} class="part"><h2>${w(`book.${part}`)}</h2>${why}${
      ["terms", "readings"].includes(part) ? html`<dl class="glossary">${body}</dl>` : body}</section>` : "";
  }

  /** The parts that this game has. @param {string[]} parts */
  parts = (parts) => parts.filter((part) => part === "readings"
    ? this.answers.size
    : !PARTS.includes(part) || this.aid.charts.some((chart) => chart.part === part));
}

/** The page of a game's rules. @param {HTMLElement} host @param {string} game */
export async function book(host, game) {
  const [chapters, aid] = await Promise.all([read(game), readAid(game), loadGame(game, lang())]);
  /** @param {string} part */
  const entry = (part) => html`<li><a href=${`#${part}`} @click=${jump}>${w(`book.${part}`)}</a></li>`;
  const draw = () => {
    const count = page.chapters.reduce((sum, chapter) => sum + page.found(chapter).length, 0);
    document.title = `${w("book.title")} · ${t("game.title")} · Tablero`;
    if (page.at) history.replaceState(history.state, "", `#${page.at}`);
    render(html`${bar()}<main class="book">
      <nav aria-label=${w("book.contents")}><h1>${t("game.title")}</h1>${page.search()}
        <p aria-live="polite"><small>${w("book.count", { n: count })}</small></p>
        <ol>${page.parts(BEFORE).map(entry)}${page.chapters.map(({ number, title }) => html`<li><a href=${`#c${number}`}
          @click=${jump}><span class="number">${number}</span> ${title}</a></li>`)}${page.parts(AFTER).map(entry)}</ol>
        <p class="row"><a class="button" href=${`/aid/${game}`}>${w("book.aid_print")}</a>
          <button type="button" @click=${() => print()}>${w("book.print")}</button></p></nav>
      <div class="chapters">${page.parts(BEFORE).map((part) => page.partView(part))}${
        page.chapters.map((chapter) => page.chapterView(chapter))}${
        page.parts(AFTER).map((part) => page.partView(part))}</div></main>`, host);
  };
  const page = new Book(game, chapters, aid, draw);
  draw();
  const asked = decodeURIComponent(location.hash.slice(1));
  if (page.titles.has(asked)) page.turn(asked);
  else if (asked) document.getElementById(asked)?.scrollIntoView();
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
    if (this.book?.language !== lang()) this.book = new Book(game, await read(game), await readAid(game), draw);
    this.book.turn(rule || this.book.chapters[0].rules[0].id);
  }

  view() {
    const { book: open } = this;
    if (!open) return "";
    if (open.language !== lang()) {
      this.open(open.game, open.at, open.draw);
      return "";
    }
    /** @param {string} id @param {Content} title */
    const option = (id, title) => html`<option value=${id} ?selected=${id === open.chapter}>${title}</option>`;
    /** @param {string[]} parts */
    const options = (parts) => open.parts(parts).map((part) => option(part, w(`book.${part}`)));
    /** @param {string[]} parts */
    const shown = (parts) => open.parts(parts).filter((part) => open.query || part === open.chapter)
      .map((part) => open.partView(part));
    return html`<div class="book panels" tabindex="0"><p class="row">${open.search()}<select
      aria-label=${w("book.contents")} @change=${(/** @type {Heard<HTMLSelectElement>} */ event) => {
        open.chapter = event.currentTarget.value;
        open.draw();
        find(document, ".panels.book").scrollIntoView();
      }}>${options(BEFORE)}${open.chapters.map(({ number, title }) => option(number, `${number} ${title}`))}${
        options(AFTER)}</select></p>${shown(BEFORE)}${open.chapters
      .filter(({ number }) => open.query || number === open.chapter).map((chapter) => open.chapterView(chapter))}${
      shown(AFTER)}<p class="row"><a class="button" href=${`/book/${open.game}`} target="_blank" data-plain>${
      w("book.whole")}</a> <a class="button" href=${`/aid/${open.game}`} target="_blank" data-plain>${
      w("book.aid_print")}</a></p></div>`;
  }
}
