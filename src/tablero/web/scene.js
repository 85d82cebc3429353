// What the server has told of a table: updates are folded into one picture.

import { named, verbsOf } from "./i18n.js";

const keyed = (map, items) => items?.forEach((item) => map.set(item.id, item));

export class Model {
  pieces = new Map();
  tracks = new Map();
  panels = new Map();
  marks = [];
  hands = [];           // {side, cards, count}
  inset = "";           // id of the board that lies over the other now
  log = [];             // {i, n, seat, lines, kinds, dice, undone}
  chat = [];
  told = null;          // the last update, for what is always whole in it
  board = null;         // what is printed, fetched once
  spaces = new Map();   // id -> Space
  names = new Map();    // id -> what the server's sentences have called a thing
  cards = new Map();    // id -> Card
  insets = new Map();   // id -> Board
  drawings = new Map(); // piece id -> what was drawn of it over the board
  #info = null;

  setBoard(board) {
    const insets = board.insets ?? [];
    this.board = board;
    this.spaces = new Map([board, ...insets].flatMap((one) => one.spaces).map((space) => [space.id, space]));
    keyed(this.cards, board.cards);
    keyed(this.insets, insets);
  }

  /** Fold an update in. */
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
    for (const id of update.gone ?? []) for (const map of [this.pieces, this.tracks, this.panels]) map.delete(id);
    if (update.marks) this.marks = update.marks;
    if (update.hands) this.hands = update.hands;
    this.inset = update.inset ?? "";
    if (update.log) this.log.push(...update.log);
    const struck = new Set(update.struck);
    if (struck.size) this.log = this.log.map((line) => (struck.has(line.i) ? { ...line, undone: true } : line));
    if (update.chat) this.chat.push(...update.chat);
    this.#info = null;
    for (const { label } of update.choices ?? []) for (const [id, name] of named(label)) this.names.set(id, name);
    this.told = update;
  }

  /** Is a thing to be seen on the board? */
  onBoard(id) {
    return this.spaces.has(id) || this.spaces.has(this.pieces.get(id)?.at) || this.hands.some((hand) => hand.cards.includes(id));
  }

  /** Can a thing be shown if somebody asks for it? */
  shows(id) {
    return this.onBoard(id) || this.cards.has(id);
  }

  /** The place of a thing: itself, or where it stands. */
  placeOf(id) {
    return this.spaces.has(id) ? id : this.pieces.get(id)?.at ?? "";
  }

  /** The pieces in a place, the top one first. */
  stackAt(place) {
    return [...this.pieces.values()].filter((piece) => piece.at === place).sort((a, b) => b.order - a.order);
  }

  /** What the panels say of a thing, as {unit: …, fire: …}; null if they say nothing. */
  info(id) {
    if (this.#info === null) {
      this.#info = new Map();
      for (const panel of this.panels.values()) {
        for (const row of panel.rows) {
          const [[, thing]] = row;
          if (row.length > 2 && thing.includes(":")) this.#info.set(thing, { side: panel.side, ...Object.fromEntries(row) });
        }
      }
    }
    return this.#info.get(id) ?? null;
  }
}

// From clicks to choices: a choice has targets; those on the board are clicked one after the other. Each click narrows
// the choices that are left; when all the targets of one are clicked, it is made.

const split = (target) => {
  const at = target.indexOf(":");
  return [target.slice(0, at), target.slice(at + 1)];
};

const ENDING = new Set(["done", "pass", "halt", "stand"]);      // what closes a question without doing more

export const verb = (choice) => choice.do.split(" ", 1)[0];

export class Picker {
  picked = [];
  #choices = [];
  #model;

  constructor(model) {
    this.#model = model;
  }

  setChoices(choices) {
    this.#choices = choices;
    this.picked = [];
  }

  clear() {
    const had = this.picked.length > 0;
    this.picked = [];
    return had;
  }

  #places(choice) {
    return choice.targets.filter((target) => this.#model.onBoard(target));
  }

  #left() {
    return this.#choices.filter((choice) => this.picked.every((id) => choice.targets.includes(id)));
  }

  /** Choices with a place on the board that fit what was picked. */
  placed() {
    return this.#left().filter((choice) => this.#places(choice).length);
  }

  /** Choices without a place, or that name none: buttons. The one that closes the question apart. */
  buttons() {
    const plain = this.#choices.filter((choice) => !this.#places(choice).length || choice.do === verb(choice));
    const closing = plain.filter((choice) => ENDING.has(choice.do));
    const primary = closing.find((choice) => choice.do === "done") ?? closing[0] ?? (plain.length === 1 ? plain[0] : null);
    return { primary, others: plain.filter((choice) => choice !== primary) };
  }

  /** What to light: the next target of each choice, numbered from `first` in a stable order. */
  lit(first) {
    const found = new Map();
    for (const choice of this.placed()) {
      const next = this.#places(choice).find((id) => !this.picked.includes(id));
      if (next && !found.has(next)) {
        const n = first + found.size;
        found.set(next, { n: n <= 99 ? n : null, kind: verb(choice), label: choice.label, odds: choice.odds ?? "" });
      }
    }
    return found;
  }

  /** What a click on a thing stands for: itself, the place it is in, what stands there. */
  #meant(id) {
    const place = this.#model.placeOf(id);
    if (place !== id) return [[id], [place]];
    return [[id], this.#model.stackAt(id).map((piece) => piece.id)];
  }

  /** On a map of points a piece stands for its space too: if both can be chosen, so can what is done with either. */
  #both(id) {
    const place = this.#model.placeOf(id), points = this.#model.board?.layout === "points";
    if (!points || place === id || this.picked.length) return null;
    const of = (thing) => this.#choices.filter((choice) => choice.targets.includes(thing) && this.#places(choice).length === 1);
    return of(id).length && of(place).length ? [...of(place), ...of(id)] : null;
  }

  /** A click: {do: choice}, {which: choices} to choose among, {again: true} after narrowing, or {why: tries}. */
  click(id) {
    const both = this.#both(id);
    if (both) return { which: both };
    const meanings = this.#meant(id);
    if (meanings.some((ids) => ids.some((one) => this.picked.includes(one))) && !this.#fits(meanings, this.#left())) {
      this.picked = [];
      return { again: true };
    }
    const found = this.#fits(meanings, this.#left());
    if (found) return this.#take(found);
    if (this.picked.length) {
      const other = this.#fits(meanings, this.#choices);
      if (other) {
        this.picked = [];
        return this.#take(other);
      }
    }
    return { why: this.tries(id) };
  }

  /** What a click would choose or narrow down to. */
  preview(id) {
    return this.#fits(this.#meant(id), this.#left())?.matching ?? [];
  }

  #fits(meanings, choices) {
    for (const ids of meanings) {
      const fresh = ids.filter((id) => !this.picked.includes(id));
      const matching = choices.filter((choice) => fresh.some((id) => choice.targets.includes(id)));
      if (matching.length) return { matching, ids: fresh.filter((id) => matching.some((choice) => choice.targets.includes(id))) };
    }
    return null;
  }

  #take({ matching, ids }) {
    if (ids.length > 1) return { things: ids };
    this.picked.push(ids[0]);
    const whole = matching.filter((choice) => this.#places(choice).every((id) => this.picked.includes(id)));
    if (matching.length === 1 && whole.length === 1) return { do: whole[0] };
    if (whole.length) return { which: matching };
    return { again: true };
  }

  /** The text forms that a click on something unlit could have meant: the verbs now offered, with the thing as argument. */
  tries(id) {
    const place = this.#model.placeOf(id);
    const clicked = new Set([id, place, ...this.#model.stackAt(place).map((piece) => piece.id)].filter(Boolean));
    const found = new Set();
    const seen = new Set();
    for (const choice of this.#choices) {
      const [word, ...args] = choice.do.split(" ");
      const kinds = choice.targets.map((target) => split(target)[0]);
      const form = `${word} ${kinds.join(" ")}`;
      if (!args.length || choice.targets.some((target, i) => split(target)[1] !== args[i]) || kinds.length !== args.length || seen.has(form)) continue;
      seen.add(form);
      for (const thing of clicked) {
        const [kind, name] = split(thing);
        kinds.forEach((wanted, i) => {
          if (wanted !== kind) return;
          const given = this.picked.length ? kinds.map((k, j) => this.#pickedOf(k) ?? args[j]) : [...args];
          given[i] = name;
          found.add([word, ...given].join(" "));
        });
      }
    }
    const [kind, name] = split(id);
    if (this.#model.cards.has(id)) for (const word of verbsOf(kind)) found.add(`${word} ${name}`);
    return [...found].slice(0, 20);
  }

  #pickedOf(kind) {
    const id = this.picked.find((one) => split(one)[0] === kind);
    return id && split(id)[1];
  }
}
