// @ts-check
// The dice of a game among people: this browser's number for the seed, what it was shown when it sat down, and the
// check at the end.

import { w } from "./i18n.js";

/** @import { Update } from "./types" */

/** What this browser keeps of a table: the hash that it was shown first, and the number that it gave. */
/** @typedef {{commitment: string, share: string}} Kept */

/** @param {Iterable<number>} bytes */
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} sitting */
const place = (sitting) => `tablero.seed.${sitting}`;

/** @param {string} sitting @returns {Kept | null} */
function kept(sitting) {
  try {
    return JSON.parse(localStorage.getItem(place(sitting)) ?? "null");
  } catch {
    return null;        // no leave to keep anything
  }
}

/** @param {string} sitting @param {Kept} what */
function keep(sitting, what) {
  try {
    localStorage.setItem(place(sitting), JSON.stringify(what));
  } catch { /* it cannot be checked at the end, then, and that is said */ }
}

/** Keep the hash of the server's secret as it was shown first. @param {string} sitting @param {string} commitment */
export function keepHash(sitting, commitment) {
  if (!kept(sitting)) keep(sitting, { commitment, share: "" });
}

/**
 * This browser's number for the seed of a table whose hash it has seen.
 * @param {string} sitting @param {string} commitment
 */
export function chooseNumber(sitting, commitment) {
  keepHash(sitting, commitment);
  const share = kept(sitting)?.share || hex(crypto.getRandomValues(new Uint8Array(32)));
  keep(sitting, { commitment: kept(sitting)?.commitment ?? commitment, share });
  return share;
}

/** What fixes the dice, in a line. @param {string} sitting @param {string} commitment */
export function diceLine(sitting, commitment) {
  const share = kept(sitting)?.share ?? "";
  return w(share ? "dice.line" : "dice.line_alone", { hash: commitment.slice(0, 16), yours: share.slice(0, 16) });
}

/**
 * At the end: does the secret fit the hash that was shown, and is one's own number in the seed?
 * @param {string} sitting @param {string} commitment @param {Update} told
 */
export async function checkDice(sitting, commitment, { seed = "", shares = [] }) {
  const mine = kept(sitting);
  if (!mine) return w("dice.unknown");
  if (mine.commitment !== commitment) return w("dice.other_hash");
  if (mine.share && !shares.includes(mine.share)) return w("dice.number_missing");
  if (!globalThis.crypto?.subtle) return w("dice.no_crypto");
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`tablero seed ${seed}`));
  if (hex(new Uint8Array(digest)) !== commitment) return w("dice.other_secret");
  return w(mine.share ? "dice.checked" : "dice.checked_alone");
}
