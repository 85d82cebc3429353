// @ts-check
// Sentences of the server carry links to things on the board: \x01unit:c_guias\x02Guías\x03. They are taken apart here.

const LINK = /\x01([^\x02]*)\x02([^\x03]*)\x03/g;

/** @param {string} text */
export const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The sentence without its links, for titles and voices. @param {string} text */
export const plain = (text) => upperLink(text).replace(LINK, "$2");

/** A sentence that begins with a link begins with a capital letter too, and no line ends before a sign of percent.
 * @param {string} text */
export const upperLink = (text) => text.replace(/^(\x01[^\x02]*\x02)(.)/u, (_, link, letter) => link
  + letter.toUpperCase()).replaceAll(" %", "\xa0%");

/** The sentence with nothing but letters in place of its links, as long as it was. @param {string} text */
export const masked = (text) => text.replace(LINK, (link) => "x".repeat(link.length));

/** The things a sentence mentions, each with the name it gives them. @param {string} text */
export const named = (text) => [...text.matchAll(LINK)].map((found) => [found[1], found[2]]);

/** @param {string} text */
export const things = (text) => named(text).map(([id]) => id);

/** The names a sentence gives to the things in it. @param {string} text */
export const names = (text) => named(text).map(([, name]) => name).join(" · ");

/** The sentence with an ellipsis for its things: what several choices have in common. @param {string} text */
export const frame = (text) => text.replace(LINK, "…");
