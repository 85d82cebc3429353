// @ts-check
// What the server has told of a table: updates are folded into one picture.

import { named } from "./sentences.js";

/** @import { Scene } from "./internal" */
/** @import { Board, Card, Hand, Panel, Piece, Space, ChatLine, LogLine, Track, Update } from "./types" */

/** @template {{id: string}} T @param {Map<string, T>} map @param {T[] | undefined} items */
const keyed = (map, items) => items?.forEach((item) => map.set(item.id, item));

/**
 * What the panels say of a thing, with the side it belongs to: {unit: …, fire: …}.
 * @typedef {Record<string, string>} Info
 */

/** The pieces in a place, the top one first. @param {Pick<Scene, "pieces">} scene @param {string} place */
export const stackAt = ({ pieces }, place) =>
  [...pieces.values()].filter((piece) => piece.at === place).sort((a, b) => b.order - a.order);

export class Model {
  /** @type {Map<string, Piece>} */ pieces = new Map();
  /** @type {Map<string, Track>} */ tracks = new Map();
  /** @type {Map<string, Panel>} */ panels = new Map();
  /** @type {[string, string][]} */ marks = [];
  /** @type {Hand[]} */ hands = [];
  inset = "";           // id of the board that lies over the other now
  /** @type {LogLine[]} */ log = [];
  /** @type {ChatLine[]} */ chat = [];
  /** @type {string[]} */ muted = [];    // who may not speak at this table
  /** @type {Update | null} */ told = null;     // the last update, for what is always whole in it
  /** @type {Board | null} */ board = null;     // what is printed, fetched once
  /** @type {Map<string, Space>} */ spaces = new Map();
  /** @type {Map<string, string>} */ names = new Map();        // what the server's sentences have called a thing
  /** @type {Map<string, Card>} */ cards = new Map();
  /** @type {Map<string, Board>} */ insets = new Map();
  /** The pieces of an inset as they were drawn last. @type {Map<string, {look: string, node: Node, words: object}>} */
  drawings = new Map();
  /** @type {Map<string, Info> | null} */ #info = null;
  commitment = "";      // hash of the seed

  /** @param {Board} board */
  setBoard(board) {
    const insets = board.insets ?? [];
    this.board = board;
    this.spaces = new Map([board, ...insets].flatMap((one) => one.spaces).map((space) => [space.id, space]));
    keyed(this.cards, board.cards);
    keyed(this.insets, insets);
  }

  /** Fold an update in. @param {Update} update */
  apply(update) {
    if (update.whole) {
      this.pieces = new Map();
      this.tracks = new Map();
      this.panels = new Map();
      this.marks = this.hands = [];
      this.log = [];
      this.chat = [];
      this.commitment = update.commitment ?? "";
    }
    keyed(this.pieces, update.pieces);
    keyed(this.tracks, update.tracks);
    keyed(this.panels, update.panels);
    for (const [id, n, row] of update.rows ?? []) {
      const panel = this.panels.get(id);
      if (panel) this.panels.set(id, { ...panel, rows: panel.rows.with(n, row) });
    }
    for (const id of update.gone ?? []) for (const map of [this.pieces, this.tracks, this.panels]) map.delete(id);
    if (update.marks) this.marks = update.marks;
    if (update.hands) this.hands = update.hands;
    this.inset = update.inset ?? "";
    if (update.log) this.log.push(...update.log);
    const struck = new Set(update.struck);
    if (struck.size) this.log = this.log.map((line) => (struck.has(line.i) ? { ...line, undone: true } : line));
    if (update.chat) this.chat.push(...update.chat);
    this.muted = update.muted ?? [];
    this.#info = null;
    for (const { label } of update.choices) for (const [id, name] of named(label)) this.names.set(id, name);
    this.told = update;
  }

  /** What is to be seen now, to be shown again later. @returns {Scene} */
  scene() {
    const { pieces, tracks, panels, marks, inset } = this;
    return { pieces: new Map(pieces), tracks: new Map(tracks), panels: new Map(panels), marks, inset };
  }

  /** Is a thing visible on the board? @param {string} id */
  onBoard(id) {
    return this.spaces.has(id) || this.spaces.has(this.pieces.get(id)?.at ?? "") || this.hands
      .some((hand) => hand.cards.includes(id));
  }

  /** Can a thing be shown if somebody asks for it? @param {string} id */
  shows(id) {
    return this.onBoard(id) || this.cards.has(id);
  }

  /** Do lines of the map lead to a space? @param {string} id */
  linked(id) {
    return Boolean(this.board?.lines.some(({ a, b }) => a === id || b === id));
  }

  /**
   * May a seat be asked whether it reacts with a thing: a card that can be an answer, a piece on the map?
   * @param {string} id @param {string} seat
   */
  mayReact(id, seat) {
    const card = this.cards.get(id);
    return card ? card.reacts.includes(seat) : this.linked(this.pieces.get(id)?.at ?? "");
  }

  /** The piece that a thing is, or that has its name. @param {string} id */
  named(id) {
    const name = `${id.replace(":", ".")}.name`;
    return this.pieces.get(id) ?? [...this.pieces.values()].find((piece) => piece.name === name);
  }

  /** The place of a thing: itself, or where it stands. @param {string} id */
  placeOf(id) {
    return this.spaces.has(id) ? id : this.pieces.get(id)?.at ?? "";
  }

  /** The pieces in a place, the top one first. @param {string} place */
  stackAt(place) {
    return stackAt(this, place);
  }

  /** What the panels say of a thing, as {unit: …, fire: …}; null if they say nothing. @param {string} id */
  info(id) {
    if (this.#info === null) {
      this.#info = new Map();
      for (const panel of this.panels.values()) {
        for (const row of panel.rows) {
          const [[, thing]] = row;
          if (row.length > 2 && thing.includes(":")) this.#info.set(thing,
            { side: panel.side, ...Object.fromEntries(row) });
        }
      }
    }
    return this.#info.get(id) ?? null;
  }
}
