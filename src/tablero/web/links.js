// Sentences from the server carry links to things on the board: \x01unit:c_guias\x02Guías\x03.

import { html } from "./vendor/lit-html.js";

const LINK = /\x01([^\x02]*)\x02([^\x03]*)\x03/g;

/** The sentence without its links, for titles and voices. */
export const plain = (text) => upperLink(text).replace(LINK, "$2");

/** A sentence that begins with a link begins with a large letter all the same. */
const upperLink = (text) => text.replace(/^(\x01[^\x02]*\x02)(.)/u, (_, link, letter) => link + letter.toUpperCase());

/** The things a sentence speaks of. */
export const things = (text) => [...text.matchAll(LINK)].map((found) => found[1]);

/** The things a sentence speaks of, each with what it calls them. */
export const named = (text) => [...text.matchAll(LINK)].map((found) => [found[1], found[2]]);

/** The name a sentence gives to the first thing in it, "" if it speaks of none. */
export const firstName = (text) => text.match(new RegExp(LINK.source))?.[2] ?? "";

/** The sentence with an ellipsis for its things: what several choices have in common. */
export const frame = (text) => text.replace(LINK, "…");

/** The sentence as a template; `onBoard(id)` says what can be shown, `show(id)` shows it. */
export function linked(text, onBoard, show) {
  const parts = [];
  const sentence = upperLink(text);
  let end = 0;
  for (const found of sentence.matchAll(LINK)) {
    parts.push(sentence.slice(end, found.index));
    const [, id, name] = found;
    parts.push(onBoard(id) ? html`<button type="button" class="link" data-thing=${id} @click=${() => show(id)}>${name}</button>` : name);
    end = found.index + found[0].length;
  }
  parts.push(sentence.slice(end));
  return parts;
}
