// @ts-check
// What all pages share: the bar at the top, dialogs, the voice for screen readers.

import { html, render, svg } from "./vendor/lit-html.js";
import { api, session } from "./net.js";
import { gameCode, look } from "./game.js";
import { LANGUAGES, has, lang, w } from "./i18n.js";
import { plain, upper } from "./sentences.js";
import { change, settings } from "./settings.js";

/**
 * @import { Content } from "./internal"
 * @import { Chair, Choice, RuleText } from "./types"
 */

/** @type {(address: string) => unknown} */
let goer = () => {};

/** The router tells how to go to another page. @param {(address: string) => unknown} go */
export const setGoer = (go) => { goer = go; };

/** @param {string} address */
export const go = (address) => goer(address);

/** A part of the page that is there. @param {ParentNode} where @param {string} selector */
export function find(where, selector) {
  const found = where.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`no ${selector}`);
  return found;
}

/** Escape and the space bar put away what lies over the board. @param {KeyboardEvent} event */
export const dismisses = ({ key, target }) => key === "Escape"
  || (key === " " && !(target instanceof Element && target.closest("button, summary, a")));

/** Announce something to screen readers. @param {string} text */
export function announce(text) {
  const live = find(document, "#live");
  live.textContent = "";
  setTimeout(() => { live.textContent = text; }, 60);
}

/**
 * An error in words; the details of a broken script go to the console.
 * @param {{text?: string, code?: string, name?: string}} problem
 */
export function sorry(problem) {
  if (problem.text) return upper(problem.text);
  if (problem.code) return w(`error.${problem.code}`);
  console.error(problem);
  return w("error.script", { code: problem.name ?? "Error" });
}

/** @param {Content} middle @param {Content} right */
export function bar(middle = "", right = "") {
  return html`
    <header class="bar">
      <a class="brand" href="/" aria-label="Tablero: ${w("lobby")}"><svg viewBox="0 0 32 32" aria-hidden="true"><path
        class="hex" d="M9 3h14l8 13-8 13H9L1 16z"/><path class="saltire"
          d="M8 8l16 16M24 8L8 24"/></svg><span>Tablero</span></a>
      <div class="middle">${middle}</div>
      ${right}
      <div class="languages" role="group" aria-label=${w("settings.lang")}>${LANGUAGES.map(([id, name]) => html`
        <button type="button" class="bare" lang=${id} aria-pressed=${String(id === lang())} title=${name}
          @click=${() => change("lang", id)}>${id.toUpperCase()}</button>`)}</div>
      <button type="button" class="bare" title=${w("settings.title")} aria-label=${w("settings.title")}
        @click=${openSettings}>
        <svg viewBox="0 0 20 20" class="icon" aria-hidden="true"><path
          d="M3 5h8m4 0h2M3 10h2m4 0h8M3 15h6m4 0h4"/><circle cx="13" cy="5" r="1.8"/><circle cx="7"
            cy="10" r="1.8"/><circle cx="11" cy="15" r="1.8"/></svg></button>
    </header>`;
}

/** The symbol of a kind of piece, small, in a line of text. @param {string} kind */
export function symbol(kind) {
  const icon = look().symbols[kind]?.icon ?? PLAIN;
  return html`<svg class="symbol" viewBox="0 0 20 18"
    aria-hidden="true">${icon.map(([paint, d]) => svg`<path class="icon-${paint}" d=${d} />`)}</svg>`;
}

/** @type {[string, string][]} */
const PLAIN = [["line", "M2 3h16v12H2z"]];

/** Has the person in a seat resigned, so that a bot plays on? @param {Pick<Chair, "bot" | "name">} chair */
export const resigned = ({ bot, name }) => Boolean(bot && name);

/** What a bot is called: by its strength; one of somebody's own by its name. @param {string} bot */
export const botName = (bot) => (has(`web.bot.${bot}`) ? w(`bot.${bot}`) : bot);

/** Who plays a seat. @param {Pick<Chair, "bot" | "name">} chair */
export const sitter = ({ bot, name }) => {
  const program = bot ? botName(bot) : "";
  return program && name ? w("stands_in", { bot: program, name }) : program || name || w("nobody");
};

// --- dialogs: native ones handle focus and Escape

/**
 * Open a dialog; `body(close, draw)` gives its content. Resolves with what `close` was given, "" if it was dismissed.
 * @param {string} title @param {(close: (value?: string) => void, draw: () => void) => Content} body
 * @param {string} [kind]
 */
export function dialog(title, body, kind = "small") {
  return new Promise((resolve) => {
    const element = document.createElement("dialog");
    element.className = kind;
    element.setAttribute("aria-label", title);
    document.body.append(element);
    let answer = "";
    const close = (value = "") => {
      answer = value;
      element.close();
    };
    const draw = () => render(html`
      <header><h2>${title}</h2><button type="button" class="bare" aria-label=${w("close")}
        @click=${() => close()}>✕</button></header>
      <div class="content">${body(close, draw)}</div>`, element);
    draw();
    element.addEventListener("click", (event) => event.target === element && close());
    element.addEventListener("close", () => {
      element.remove();
      resolve(answer);
    });
    element.showModal();
  });
}

/** Ask before something that cannot be taken back. @param {string} question @param {string} yes */
export const confirmed = (question, yes) => dialog(question, (close) => html`
  <p class="row end">
    <button type="button" @click=${() => close()}>${w("cancel")}</button>
    <button type="button" class="primary" autofocus @click=${() => close("yes")}>${yes}</button>
  </p>`);

/** A question before something of value is thrown away; whoever does not want it is never asked again.
 * May a choice be made: does it waste nothing, or is that meant? @param {Choice} choice */
export async function meant(choice) {
  if (!choice.waste || !settings.waste) return true;
  let never = false;
  const answer = await dialog(plain(choice.waste), (close) => html`
    <p><label class="check"><input type="checkbox" @change=${(event) => { never = event.target.checked; }}>
      <span>${w("waste.never")}</span></label></p>
    <p class="row end">
      <button type="button" class="primary" autofocus @click=${() => close()}>${w("waste.back")}</button>
      <button type="button" class="anyway" @click=${() => close("yes")}>${plain(choice.label)}</button>
    </p>`, "small waste");
  if (answer && never) change("waste", false);
  return Boolean(answer);
}

/** A rule in our words, with those it refers to. @param {string} id */
async function openRule(id) {
  /** @type {RuleText} */
  const rule = await api("GET", `/api/games/${gameCode()}/rules/${encodeURIComponent(id)}?lang=${lang()}`).catch(
    (problem) => ({ id, kind: "", title: "", text: sorry(problem), see: [], readings: [], links: {} }));
  const next = await dialog(w("rule_title", rule), (close) => html`
    <p class="prose">${linked(rule, (other, words) => ruleLink(other, words, close))}</p>
    ${rule.see.length ? html`<p>${w("see")} ${rule.see.map((other) => html`${ruleLink(other, other, close)} `)}</p>`
      : ""}
    ${rule.readings.map(({ question }) => html`<p class="reading">${w("book.reading")} ${question}</p>`)}
    <p><a class="button" href=${`/book/${gameCode()}#${id}`} target="_blank" data-plain>${w("book.whole")}</a></p>`,
  "rule");
  if (next) await openRule(next);
}

/**
 * The text of a rule, in which the rules it names are links.
 * @param {Pick<RuleText, "text" | "links">} rule @param {(id: string, words: string) => Content} link
 */
export function linked({ text, links }, link) {
  const named = Object.keys(links).sort((a, b) => b.length - a.length).map((id) => id.replaceAll(".", "\\."));
  if (!named.length) return text;
  return text.split(new RegExp(`(?<![\\w.])(${named.join("|")})(?!\\w|\\.\\w)`))
    .map((part, i) => (i % 2 ? link(links[part], part) : part));
}

/**
 * A link to a rule in the book, which is opened by a plain click in another way.
 * @param {string} id @param {Content} words @param {(id: string) => unknown} open
 */
export function ruleLink(id, words, open, title = w("open_rule", { id }), game = gameCode()) {
  /** @param {MouseEvent} event */
  const click = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    open(id);
  };
  return html`<a class="chip" href=${`/book/${game}#${id}`} title=${title} data-plain @click=${click}>${words}</a>`;
}

/** A link to a rule; nothing if there is none. @param {string | undefined} id */
export const chip = (id) => (id ? ruleLink(id, html`<span class="unseen">${w("rule")} </span>§ ${id}`, openRule) : "");

/** The dialogs about oneself are loaded when they are first wanted. */
export const account = () => import("./account.js");

/** @type {("large" | "colourBlind" | "still" | "sound" | "confirm" | "waste")[]} */
const SWITCHES = ["large", "colourBlind", "still", "sound", "confirm", "waste"];

function openSettings() {
  /** @param {"lang" | "scheme" | "pace"} key @param {string[][]} options @param {() => unknown} [does] */
  const choose = (key, options, does) => html`<label class="field"><span>${w(`settings.${key}`)}</span>
    <select @change=${(event) => { change(key, event.target.value); does?.(); }}>${options
      .map(([id, name]) => html`<option value=${id}
        ?selected=${id === (settings[key] || lang())}>${name}</option>`)}</select></label>`;
  /** @param {"notices" | "account"} name */
  const more = (name) => html`<button type="button"
    @click=${async () => (await account())[name]()}>${w(`account.${name}`)}…</button>`;
  return dialog(w("settings.title"), (close) => html`<div class="form">
    ${choose("lang", LANGUAGES, close)}
    ${choose("scheme", ["auto", "light", "dark"].map((id) => [id, w(`settings.${id}`)]))}
    ${choose("pace", ["off", "quick", "slow"].map((id) => [id, w(`settings.pace_${id}`)]))}
    ${SWITCHES.map((key) => html`<label class="check"><input type="checkbox" .checked=${settings[key]}
        @change=${(event) => change(key, event.target.checked)}> <span>${w(`settings.${key}`)}</span></label>`)}
    ${session.me ? html`<p class="row">${more("notices")}${more("account")}</p>` : ""}
  </div>`);
}
