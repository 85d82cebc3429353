// @ts-check
// From clicks to choices. A choice has targets; those on the board are clicked one after the other. Each click narrows
// the choices that are left; when all the targets of one are clicked, it is made.

/**
 * @import { Model } from "./model.js"
 * @import { Clicked, Lit } from "./internal"
 * @import { Choice, Way } from "./types"
 */

/** @param {string} target */
const split = (target) => {
  const at = target.indexOf(":");
  return [target.slice(0, at), target.slice(at + 1)];
};

/** @param {Choice} choice */
export const verb = (choice) => choice.do.split(" ", 1)[0];

export class Picker {
  /** @type {string[]} */ picked = [];
  /** What is several actions away, and what a click there does. @type {Record<string, Way>} */ ways = {};
  /** Verbs that a plain click never means. @type {string[]} */ apart = [];
  mode = "";            // the one of them that clicks mean now
  /** Verbs that are buttons with their names, never a click, where anything else is asked. @type {string[]} */
  byName = [];
  /** @type {string[]} */ #named = [];       // those of them that are buttons now
  /** @type {Choice[]} */ #all = [];
  /** @type {Choice[]} */ #choices = [];     // those that clicks can mean
  #model;
  #verbsOf;

  /**
   * `verbsOf(kind)` gives the verbs that speak of one thing of a kind.
   * @param {Model} model @param {(kind: string) => string[]} verbsOf
   */
  constructor(model, verbsOf) {
    this.#model = model;
    this.#verbsOf = verbsOf;
  }

  /**
   * What can be chosen now; what was picked stays while the question is the same, and there is a choice at all.
   * @param {Choice[]} choices
   */
  setChoices(choices, same = false) {
    this.#all = choices;
    this.#named = choices.every((choice) => this.byName.includes(verb(choice))) ? [] : this.byName;
    if (!same || !choices.length) Object.assign(this, { picked: [], ways: {}, mode: "" });
    this.#narrow();
  }

  /** The choices that are apart from the others, by verb. */
  modes() {
    const apart = this.#all.filter((choice) => this.apart.includes(verb(choice)) && this.#places(choice).length);
    const alone = this.#all.every((choice) => apart.includes(choice) || !this.#places(choice).length);
    // what costs something is never a plain click, even where nothing else can be clicked
    return alone && !apart.some(({ rolls, waste }) => rolls || waste) ? [] : [...new Set(apart.map(verb))];
  }

  /** Let clicks mean the verb, or what they usually mean. @param {string} one */
  setMode(one) {
    this.mode = one;
    this.picked = [];
    this.#narrow();
  }

  #narrow() {
    const modes = this.modes();
    this.#choices = this.#all.filter((choice) => !this.#places(choice).length
      || (this.mode ? verb(choice) === this.mode : !modes.includes(verb(choice))));
  }

  clear() {
    const had = this.picked.length > 0 || this.mode;
    this.setMode("");
    return Boolean(had);
  }

  /** @param {Choice} choice */
  #places(choice) {
    return this.#named.includes(verb(choice)) ? [] : choice.targets.filter((target) => this.#model.onBoard(target));
  }

  #left() {
    return this.#choices.filter((choice) => this.picked.every((id) => choice.targets.includes(id)));
  }

  /** Choices with a place on the board that fit what was picked. */
  placed() {
    return this.#left().filter((choice) => this.#places(choice).length);
  }

  /**
   * Choices without a place on the board are buttons. The main one closes the question, or is all that can be done:
   * nothing of value is ever spent by default. A choice that closes the question and wastes something (`closing`) has
   * the place of the main one, not its weight.
   */
  buttons() {
    const plain = this.#choices.filter((choice) => !this.#places(choice).length || choice.do === verb(choice));
    const closing = plain.filter((choice) => choice.closes).sort((a, b) => (a.closes ?? 0) - (b.closes ?? 0));
    const thrifty = closing.find((choice) => !choice.waste);
    const primary = thrifty ?? (this.#all.length === 1 ? plain[0] : null) ?? null;
    const wasteful = primary ? null : closing[0] ?? null;
    return { primary, closing: wasteful, others: plain.filter((choice) => choice !== primary && choice !== wasteful) };
  }

  /** What to light: the next target of each choice, numbered from `first` in a stable order. @param {number} first */
  lit(first) {
    /** @type {Map<string, Lit>} */
    const found = new Map();
    for (const choice of this.placed()) {
      const next = this.#places(choice).find((id) => !this.picked.includes(id));
      const known = found.get(next ?? "");
      if (known && !choice.vain) known.vain = "";       // something may come of it after all
      if (next && !known) {
        const n = first + found.size, { label, odds = "", vain = "" } = choice;
        found.set(next, { n: n <= 99 ? n : null, kind: verb(choice), label, odds, vain });
      }
    }
    return found;
  }

  /** The choices that a click on a thing alone makes: a card may have several uses. @param {string} id */
  usesOf(id) {
    return this.#choices.filter((choice) => this.#places(choice).length === 1 && this.#places(choice)[0] === id);
  }

  /** What is several actions away and not lit itself, unless something is picked: things and the ways there. */
  far() {
    const near = this.lit(1);
    return new Map(this.picked.length || this.mode ? [] : Object.entries(this.ways).filter(([id]) => !near.has(id)));
  }

  /** What a click on a thing may mean: the thing, its place, or what stands there. @param {string} id */
  #meant(id) {
    const place = this.#model.placeOf(id);
    if (place !== id) return [[id], [place]];
    return [[id], this.#model.stackAt(id).map((piece) => piece.id)];
  }

  /**
   * On a map of points a piece stands for its space too: if both can be chosen, so can what is done with either.
   * @param {string} id
   */
  #both(id) {
    const place = this.#model.placeOf(id), points = this.#model.board?.layout === "points";
    if (!points || place === id || this.picked.length) return null;
    const own = this.usesOf(id), there = this.usesOf(place);
    return own.length && there.length ? [...there, ...own] : null;
  }

  /**
   * A click: {do: choice}, {which: choices} to choose among, {again: true} after narrowing,
   * {far: place} for what is several actions away, or {why: tries}.
   * @param {string} id @returns {Clicked}
   */
  click(id) {
    const both = this.#both(id);
    if (both) return { which: both };
    const meanings = this.#meant(id);
    // a space that stands for all that is there goes before the things one by one
    if (this.far().has(id)) return { far: id };
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
    const place = this.#model.placeOf(id), byName = this.#choices.filter((choice) => this.#named.includes(verb(choice))
      && meanings[0].concat(place === id ? meanings[1] : []).some((one) => choice.targets.includes(one)));
    return this.far().has(place) ? { far: place } : byName.length ? { which: byName } : { why: this.tries(id) };
  }

  /** What a click would choose or narrow down to. @param {string} id */
  preview(id) {
    if (this.far().has(id)) return [];
    return this.#fits(this.#meant(id), this.#left())?.matching ?? [];
  }

  /** @param {string[][]} meanings @param {Choice[]} choices */
  #fits(meanings, choices) {
    for (const ids of meanings) {
      const fresh = ids.filter((id) => !this.picked.includes(id));
      const matching = choices.filter((choice) => this.#places(choice).some((id) => fresh.includes(id)));
      if (matching.length) return { matching,
        ids: fresh.filter((id) => matching.some((choice) => choice.targets.includes(id))) };
    }
    return null;
  }

  /** @param {{matching: Choice[], ids: string[]}} found @returns {Clicked} */
  #take({ matching, ids }) {
    if (ids.length > 1) return { things: ids };
    this.picked.push(ids[0]);
    const whole = matching.filter((choice) => this.#places(choice).every((id) => this.picked.includes(id)));
    if (matching.length === 1 && whole.length === 1) return { do: whole[0] };
    if (whole.length) return { which: matching };
    return { again: true };
  }

  /**
   * The text forms that a click on something unlit could have meant: the verbs now offered, with the thing as argument;
   * where none fits, and of cards, all that speak of such a thing.
   * @param {string} id
   */
  tries(id) {
    const place = this.#model.placeOf(id);
    const clicked = new Set([id, place, ...this.#model.stackAt(place).map((piece) => piece.id)].filter(Boolean));
    const found = new Set();
    const seen = new Set();
    for (const choice of this.#choices) {
      const [word, ...args] = choice.do.split(" ");
      const kinds = choice.targets.map((target) => split(target)[0]);
      const form = `${word} ${kinds.join(" ")}`;
      if (!args.length || choice.targets.some((target, i) => split(target)[1] !== args[i])
        || kinds.length !== args.length || seen.has(form)) continue;
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
    const known = this.#model.cards.has(id) || !found.size;
    if (known) for (const word of this.#verbsOf(kind)) found.add(`${word} ${name}`);
    return [...found].slice(0, 20);
  }

  /** @param {string} kind */
  #pickedOf(kind) {
    const id = this.picked.find((one) => split(one)[0] === kind);
    return id && split(id)[1];
  }
}
