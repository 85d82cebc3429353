// @ts-check
// Words: the messages of the page and of a game in the chosen language. There are no sentences in the code.

import { api } from "./net.js";

/** @import { Words } from "./internal" */

export const LANGUAGES = [["en", "English"], ["es", "Español"]];

/** @type {Words} */
let words = {};
let language = "en";

const PLACE = /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g;

export const lang = () => language;

/** What the browser prefers, among the languages we speak. */
export const preferred = () => navigator.languages.map((tag) => tag.slice(0, 2))
  .find((tag) => LANGUAGES.some(([id]) => id === tag)) ?? "en";

/**
 * Fetch the messages of a language, with those of a game if one is being played.
 * @param {string} to @param {string} [game]
 */
export async function load(to, game = "") {
  const found = await api("GET", game ? `/api/games/${game}/text?lang=${to}` : `/api/text?lang=${to}`);
  words = game ? found : { ...words, ...found };
  document.documentElement.lang = language = to;
}

/** @param {string} key */
export const has = (key) => key in words;

/**
 * A message with its places filled in: `{name}`, and `{n|one|many}` which follows the number n.
 * @param {string} key @param {object} [values]
 */
export function t(key, values = {}) {
  const given = /** @type {Record<string, string | number>} */ (values);
  return words[key]?.replace(PLACE, /** @type {(...found: string[]) => string} */ (whole, name, one, many) => {
    if (!(name in given)) return whole;
    return one === undefined ? String(given[name]) : Number(given[name]) === 1 ? one : many;
  }) ?? `[${key}]`;
}

/** A message of the page itself. @param {string} key @param {object} [values] */
export const w = (key, values) => t(`web.${key}`, values);

/**
 * A name where there is little room: its message ends in `.short` instead of `.name`, if it has one.
 * @param {string} key @param {Words} text
 */
export const inShort = (key, text) => text[key.replace(/name$/, "short")] ?? text[key] ?? "";

/** All messages, for the board. */
export const allWords = () => words;

/**
 * A date in the format of the browser's locale, if that is of the page's language; else with the day before the month.
 * @param {number} seconds
 */
export function date(seconds) {
  const here = navigator.languages.find((tag) => tag.startsWith(language)) ?? { en: "en-GB" }[language] ?? language;
  return new Intl.DateTimeFormat(here === "en" ? "en-GB" : here, { dateStyle: "medium", timeStyle: "short" }).format(
    seconds * 1000);
}

/** The verbs whose only argument is a thing of this kind. @param {string} kind */
export const verbsOf = (kind) => Object.keys(words).filter((key) => key.startsWith("verb.")
  && [...words[key].matchAll(PLACE)].map((found) => found[1]).join() === kind).map((key) => key.slice(5));
