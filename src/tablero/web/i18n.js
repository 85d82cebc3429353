// Words: the messages of the page and of a game in the chosen language. No sentence stands in the code.

import { api } from "./net.js";

export const LANGUAGES = [["en", "English"], ["es", "Español"]];

let words = {};
let language = "en";

const PLACE = /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g;

export const lang = () => language;

/** What the browser prefers, among the languages we speak. */
export function preferred() {
  const found = navigator.languages?.map((tag) => tag.slice(0, 2)).find((tag) => LANGUAGES.some(([id]) => id === tag));
  return found ?? "en";
}

/** Fetch the messages of a language, with those of a game if one is being played. */
export async function load(to, game = "") {
  const found = await api("GET", game ? `/api/games/${game}/text?lang=${to}` : `/api/text?lang=${to}`);
  words = game ? found : { ...words, ...found };
  language = to;
  document.documentElement.lang = to;
}

export const has = (key) => key in words;

/** A message with its places filled in: `{name}`, and `{n|one|many}` which follows the number n. */
export function t(key, values = {}) {
  const text = words[key];
  if (text === undefined) return `[${key}]`;
  return text.replace(PLACE, (whole, name, one, many) => {
    if (!(name in values)) return whole;
    if (one === undefined) return String(values[name]);
    return Number(values[name]) === 1 ? one : many;
  });
}

/** A message of the page itself. */
export const w = (key, values) => t(`web.${key}`, values);

/** All messages, for the board. */
export const allWords = () => words;

export function upper(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function date(seconds) {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(seconds * 1000));
}
