// @ts-check
// The board with what can be done on it: shared by the table, the replay and the lessons.

import { html, render } from "./vendor/lit-html.js";
import { BoardView } from "./board.js";
import { look } from "./game.js";
import { allWords, has, inShort, t, verbsOf, w } from "./i18n.js";
import { Model } from "./model.js";
import { chip } from "./page.js";
import { Picker } from "./picker.js";
import { Drag } from "./drag.js";
import { Effects } from "./effects.js";
import { placeView } from "./panels.js";
import { Digits, final, why } from "./prompt.js";
import { plain, things, upper, upperLink } from "./sentences.js";
import { tag } from "./svg.js";
import { dark, onSettings, settings, still } from "./settings.js";

/**
 * @import { Content, Hooks, Lit, Point, Scene } from "./internal"
 * @import { Board, Choice, Piece, Refused, Update, Way } from "./types"
 */

const OFFSET = 14;      // pixels from the pointer to the bubble
const RIM = 6;          // pixels between the bubble and the end of the window
const SEVERAL = 4;      // choices that are previewed at once
const CORNERS = ["", "right", "up", "up right", "half", "half right", "half up", "half up right"];     // of the board
const NEAR = 30;        // pixels around a place that stay clear

/** What a choice promises, as far as one may know. @param {Pick<Choice, "odds">} choice */
export const oddsOf = (choice) => (choice.odds ? html`<small class="odds">${plain(choice.odds)}</small>` : "");

/** A name that shows its thing, where it can. @param {Stage} stage @param {string} id @param {string} name */
export const link = (stage, id, name) => (stage.model.shows(id) ? html`<a class="link" href="#"
  @click=${(event) => { event.preventDefault(); stage.show(id); }}>${name}</a>` : name);

/** A sentence whose things are links. @param {Stage} stage @param {string} text */
export const linked = (stage, text) => upperLink(text).split(/\x01|\x03/).map((part) => {
  const [id, name] = part.split("\x02");
  return name === undefined ? part : link(stage, id, name);
});

/** What cannot be done, and why. @param {Refused[]} refused */
export const refusedView = (refused) => (refused.length ? html`<ul class="refused">${refused.map((use) =>
  html`<li><b>${plain(use.label)}</b> ${plain(use.text)} <small>§ ${use.rule}</small></li>`)}</ul>` : "");

/** Is a key meant for something other than the table? @param {KeyboardEvent} event */
export const elsewhere = ({ target, ctrlKey, metaKey, altKey }) => ctrlKey || metaKey || altKey
  || /** @type {Element} */ (target).matches("input, textarea, select") || document.querySelector("dialog[open]");

export class Stage {
  /** @type {Map<string, Lit>} */ lit = new Map();
  /** @type {Map<string, Lit>} */ far = new Map();      // lit as well, but several actions away
  /** @type {string | null} */ reading = null;  // the card that is held up to be read
  /** @type {"" | "mouse" | "keys" | "finger" | "told"} */ readBy = "";
  /** @type {Map<string, Refused[]>} */ refused = new Map();    // by card: its uses that rules forbid now
  model = new Model();
  picker = new Picker(this.model, verbsOf);
  busy = false;         // an answer is under way
  /** @type {(update: Update) => boolean} */ until = () => true;       // which update ends it
  asked = 0;            // stamp of the last question
  /** @type {string[]} */ chosen = [];         // the things that one's last answer was about
  reached = -1;         // stamp of the question whose far things are known
  rests = false;        // has the pointer not moved over the cards since something was chosen? They may move under it
  folded = false;       // is the board over the other folded away?
  /** @type {Scene | null} */ past = null;      // what the board shows instead of the present
  /** @type {Map<string, Piece>} */ gone = new Map();     // pieces as they were last

  whisper = tag("div", { className: "whisper", hidden: true });         // what the thing under the pointer offers
  bubble = tag("div", { className: "bubble", hidden: true, popover: "manual" });        // what a click is told
  finger = false;       // was the last press one of a finger?

  /** @param {Hooks} hooks */
  constructor(hooks) {
    this.hooks = hooks;
    const host = tag("div", { className: "board-host" });
    this.frame = tag("div", { className: "stage" }, host, this.whisper, this.bubble);
    this.view = new BoardView(host, {
      onPick: (id, event) => this.click(id, event),
      onHover: (id) => this.hover(id),
      onFan: (id) => this.#lay(id),
      onMove: () => this.effects.place(),
      describe: (id) => this.describe(id),
      name: (id) => this.name(id),
    });
    this.effects = new Effects(this);
    this.frame.append(this.effects.layer);
    this.drag = new Drag(this);
    this.off = onSettings((key) => key !== "lang" && this.scheme());
    this.scheme();
    // what can be typed is shown while keys are used
    /** @param {KeyboardEvent} event */
    this.typed = (event) => this.frame.classList.toggle("keyed", !elsewhere(event));
    addEventListener("keydown", this.typed);
    /** @param {Event} event */
    this.away = (event) => {
      const { target } = event;
      this.finger = event instanceof PointerEvent && event.pointerType === "touch";
      this.frame.classList.remove("keyed");
      if (target instanceof Node && !this.bubble.contains(target)) this.hush();
      if (this.heldUp && target instanceof Element && !target.closest(".reader, .link, .hands, .bubble")) {
        this.read(null);
      }
    };
    addEventListener("pointerdown", this.away, true);
  }

  scheme() {
    this.view.setScheme({ colourBlind: settings.colourBlind, dark: dark(), large: settings.large });
    this.view.motion = !still();
  }

  /** @param {Board} board */
  setBoard(board) {
    this.model.setBoard(board);
    this.view.setBoard(board, allWords());
  }

  /** The words have changed. */
  language() {
    if (this.model.board) this.setBoard(this.model.board);
  }

  /** Fold an update in and draw it. @param {Update & {animate?: boolean}} update */
  apply(update) {
    const fresh = this.asked !== update.stamp;
    this.model.apply(update);
    if (this.until(update)) this.busy = false;
    const gone = this.readBy !== "told" && !this.model.onBoard(this.reading ?? "");
    if (this.readBy === "finger" || gone) this.reading = null;
    Object.assign(this.picker, { apart: look().apart, byName: look().by_name });
    this.picker.setChoices(update.asked.passing ? [] : update.choices, !fresh && !update.whole);
    this.#show(update.animate ?? !update.whole);
    this.view.showZones((this.#unplaced(update) && update.chairs.find((chair) => chair.you)?.seat) || null);
    this.light();
    if (fresh) {                // what a click was told stays while the same question is open
      this.hush();
      this.refused.clear();
    }
    this.asked = update.stamp;
    if (fresh && !this.busy) this.seek();
  }

  /** Bring what is asked into sight, but not what one has just chosen oneself: one saw it. */
  seek() {
    const { told } = this.model, about = told?.choices.length ? things(told.asked.text) : [];
    if (!this.past && told) this.view.seek(about.filter((id) => !this.chosen.includes(id)));
  }

  /** What the board shows. @returns {Scene} */
  get scene() {
    return this.past ?? this.model;
  }

  /** Show a scene of the past, or again the present. @param {Scene | null} past */
  rewind(past, animate = true) {
    this.past = past;
    this.#show(animate);
    this.light();
  }

  /** @param {boolean} animate */
  #show(animate) {
    this.view.setPieces(this.scene.pieces, { animate });
    this.view.setMarks(this.scene.marks);
  }

  /**
   * Nothing can be chosen until the server has answered: `until` an update is the answer, or the wait is over (`free`).
   */
  wait(until = /** @type {(update: Update) => boolean} */ (() => true)) {
    this.busy = this.rests = true;
    this.until = until;
    this.hush();
    this.whisper.hidden = true;
    this.view.showWay([]);
    this.view.setLit(new Map(), this.#spokenOf());
    return until;
  }

  /** End a wait; another one may have begun since. @param {Stage["until"]} until */
  free(until) {
    if (!this.busy || this.until !== until) return;
    this.busy = false;
    this.light();
  }

  light() {
    this.lit = this.picker.lit(1);
    this.far = new Map([...this.picker.far()].map(([id, way]) => [id,
      { label: this.#gesture(id, way), way: way.things, rolls: way.rolls, odds: this.#promised(way) }]));
    if (this.past) this.view.setLit(new Map());
    else this.view.setLit(this.busy ? new Map() : new Map([...this.lit, ...this.far]), this.#spokenOf());
    this.hooks.changed();
  }

  /**
   * What several actions as one do: go somewhere, let all take part, or what the last of them does.
   * @param {string} id @param {Way} way
   */
  #gesture(id, { things, label }) {
    const { spaces } = this.model, name = this.name(id), steps = things.filter((one) => spaces.has(one)).length;
    if (steps > 1 && new Set(things).size < things.length) return w("together", { n: steps });
    if (label && things[0] === id && things.length > 2) return `${label}: ${w("together", { n: things.length - 1 })}`;
    if (things.at(-1) === id && spaces.has(id) && (steps > 1 || !label)) return w("go_far", { name, n: steps });
    return label || (things.length > 1 ? w("together", { n: things.length }) : name);
  }

  /**
   * The odds of a gesture that is one choice, or begins as a button does: they are those of the whole.
   * @param {Way} way
   */
  #promised({ things, label }) {
    return this.model.told?.choices
      .find((choice) => label && choice.label === label && (things.length < 2 || !choice.targets.length))?.odds;
  }

  /** Light what is several actions away, as the server has answered. @param {Record<string, Way>} ways */
  setWays(ways) {
    this.picker.ways = ways;
    this.reached = this.asked;
    this.light();
    if (!this.lit.size) this.seek();
  }

  /** Is something asked about a thing that has an area of its own and no place yet? @param {Update} update */
  #unplaced({ choices, asked }) {
    const spoken = [...choices.flatMap((choice) => choice.targets), ...(choices.length ? things(asked.text) : [])];
    return spoken.map((id) => this.model.info(id)).some((info) => info?.area && !info.at);
  }

  /** What was picked, and what the question speaks of: the unit that is about to move. */
  #spokenOf() {
    return new Set([...this.picker.picked, ...things(this.model.told?.asked.text ?? "")]);
  }

  /** Let clicks mean a verb that is apart, or again what they usually mean. @param {string} verb */
  setMode(verb) {
    this.picker.setMode(verb);
    this.light();
  }

  clear() {
    this.hush();
    if (this.picker.clear()) this.light();
  }

  // --- clicks and keys

  digits = new Digits(this, (choice) => this.hooks.act(choice));

  /** A key that chooses: a number, D for the main button, Escape to choose anew. @param {string} pressed */
  key(pressed) {
    const { primary } = this.picker.buttons();
    if (pressed === "Escape") this.reading ? this.read(null) : this.clear();
    else if (/^\d$/.test(pressed)) this.digits.type(pressed);
    else if (!/^d$/i.test(pressed)) return false;
    else if (primary && !this.busy) this.hooks.act(primary);
    return true;
  }

  /** @param {string} id @param {Event | null} event what told the pointer's place, if it was one */
  async click(id, event = null) {
    if (this.busy) return;
    const at = this.#point(event, id);
    this.hush();
    if (this.#unread(id)) {
      this.read(id, "finger");
      /** @type {HTMLElement | null | undefined} */
      const use = event ? null : this.frame.parentElement?.querySelector(".reader .row button");
      return use?.focus();              // whoever types goes on with a key
    }
    if (this.heldUp && this.reading === id && this.picker.usesOf(id).length > 1) return;        // it has their buttons
    if (!this.model.told?.choices.length) {
      this.tell(at, this.hooks.idle(), "", this.muteView(id));
      return;
    }
    const found = this.picker.click(id), far = found.far ?? "";
    if (found.do) this.#risky(found.do) || found.do.only ? this.#which(at, [found.do], []) : this.hooks.act(found.do);
    else if (found.which) this.#which(at, found.which, this.model.cards.has(id) ? await this.#refusedOf(id) : []);
    else if (found.things) this.#things(at, found.things, event);
    // who clicks a piece may only want to look at it
    else if (this.model.pieces.has(far) || this.#risky(this.far.get(far) ?? {})) this.#faraway(at, far);
    else if (far) this.hooks.go?.(far);
    else if (found.why) {
      const reason = await this.hooks.why(found.why);
      if (reason) this.tell(at, reason.text, reason.rule, this.muteView(id));
    }
    if (found.again && this.reading === id) this.read(null);
    if (found.again || found.which || found.things) this.light();
  }

  /** Is it a card that could be played, and that was not held up to be read? @param {string} id */
  #unread(id) {
    const playable = this.finger || this.lit.has(id);
    return this.model.cards.has(id) && playable && !(this.reading === id && this.readBy !== "mouse");
  }

  /**
   * Does a finger, which sees nothing beforehand, first see the odds?
   * @param {{rolls?: string, odds?: string}} choice
   */
  #risky({ rolls, odds }) {
    return this.finger && Boolean(rolls || odds) && !(settings.confirm && rolls);
  }

  /** What the thing under the pointer offers, and what may come of it. @param {string | null} id */
  hover(id) {
    const off = this.busy || this.past, found = id && !off ? this.picker.preview(id) : [];
    const far = found.length || off ? undefined : this.far.get(id ?? "")
      ?? this.far.get(this.model.placeOf(id ?? ""));
    const some = found.length > SEVERAL ? [] : found, here = placeView(this, id ?? "");
    this.whisper.hidden = !far && !some.length && !here;
    this.view.showWay(far?.way ?? []);
    /** @type {("shows" | "may_show")[]} */
    const kinds = ["shows", "may_show"];
    render(html`${here}${far ? html`<p>${plain(far.label)}${oddsOf(far)}${far.rolls
      ? html`<small>${w("rolls")}: ${far.rolls}</small>` : ""}</p>` : some.map((choice) => html`<p>${
      plain(choice.label)}${choice.odds ? html` <b>${plain(choice.odds)}</b>` : ""}${why(choice)}${
      kinds.map((kind) => (choice[kind]
        ? html`<small>${w(kind)}: ${choice[kind]}</small>` : ""))}</p>`)}`, this.whisper);
    this.#lay(id);
  }

  /**
   * What is told of a thing lies in a corner clear of it, and of the stack that is fanned out.
   * @param {string | null} id
   */
  #lay(id) {
    if (this.whisper.hidden) return;
    const { zoom, frame } = this.view, { left, top } = frame.getBoundingClientRect(), at = this.view.spot(id ?? "");
    const fan = this.frame.querySelector(".fan:not([hidden])")?.getBoundingClientRect();
    const [x, y] = at ? [at.x * zoom.k + zoom.x + left, at.y * zoom.k + zoom.y + top] : [-1, -1];
    const clear = () => {
      const box = this.whisper.getBoundingClientRect();
      /** @param {{left: number, right: number, top: number, bottom: number}} other */
      const under = (other) => other.left < box.right && other.right > box.left && other.top < box.bottom
        && other.bottom > box.top;
      return !under({ left: x - NEAR, right: x + NEAR, top: y - NEAR, bottom: y + NEAR }) && !(fan && under(fan));
    };
    const found = CORNERS.find((corner) => {
      this.whisper.className = `whisper ${corner}`;
      return clear();
    });
    if (found === undefined) this.whisper.className = "whisper";
  }

  /** @param {Point} at @param {Choice[]} choices @param {Refused[]} refused */
  #which(at, choices, refused) {
    if (this.readBy === "mouse") this.read(null);       // the card under the pointer would cover them
    this.tell(at, html`<ul class="menu">${choices.map((choice) => html`
      <li><button type="button"
        @click=${() => { this.hush(); this.hooks.act(choice); }}><span>${plain(choice.label)}${oddsOf(
          choice)}${why(choice)}</span>${final(choice)}</button></li>`)}</ul>${refusedView(refused)}`, "");
  }

  /** What is several actions away and ends in dice, or has odds. @param {Point} at @param {string} id */
  #faraway(at, id) {
    const { label = "", rolls, odds } = this.far.get(id) ?? {};
    this.tell(at, html`<ul class="menu"><li><button type="button"
      @click=${() => { this.hush(); this.hooks.go?.(id); }}><span>${plain(label)}${oddsOf({ odds })}</span>${rolls
        ? html`<small>${w("rolls")}: ${rolls}</small>` : ""}</button></li></ul>`, "");
  }

  /** @param {Point} at @param {string[]} ids @param {Event | null} event */
  #things(at, ids, event) {
    this.tell(at, html`<ul class="menu">${ids.map((id) => html`
      <li><button type="button" @click=${() => this.click(id, event)}>${this.name(id)}</button></li>`)}</ul>`, "");
  }

  /** Where a menu about a thing belongs, in the window. @returns {Point} @param {Event | null} event
   * @param {string} id */
  #point(event, id) {
    const { clientX: x = 0, clientY: y = 0 } = event instanceof MouseEvent ? event : {};
    if (x || y) return [x, y];
    const place = this.frame.querySelector(
      `[data-id="${CSS.escape(this.model.placeOf(id))}"]`)?.getBoundingClientRect();
    if (place) return [place.left + place.width / 2, place.top + place.height / 2];
    const box = this.frame.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 3];
  }

  /**
   * Beside a point of the window, wholly inside it; what is too tall scrolls.
   * @param {Point} point @param {Content} text @param {string} rule @param {Content} [more]
   */
  tell([x, y], text, rule, more = "") {
    const words = typeof text === "string" ? html`<p role="alert">${plain(text)} ${chip(rule)}</p>${more}` : text;
    render(words, this.bubble);
    this.bubble.hidden = false;
    if (this.bubble.isConnected) this.bubble.showPopover();
    const { offsetWidth: width, offsetHeight: height, style } = this.bubble;
    const card = this.reading ? this.frame.parentElement?.querySelector(".reader") : null;       // not over its card
    const free = card ? card.getBoundingClientRect().right + OFFSET : RIM;
    const below = y >= 0 && y + OFFSET + height < innerHeight - RIM;
    /** @param {number} at @param {number} most */
    const within = (at, most) => `${Math.max(RIM, Math.min(at, most - RIM))}px`;
    style.left = within(Math.max(x + OFFSET, free), innerWidth - width);
    style.top = within(below || y < 0 ? y + OFFSET : y - height - OFFSET, innerHeight - height);
    /** @type {HTMLElement | null} */ (this.bubble.querySelector(".menu button"))?.focus({ preventScroll: true });
  }

  hush() {
    this.bubble.hidden = true;
    if (this.bubble.matches(":popover-open")) this.bubble.hidePopover();
  }

  /** A button: do not ask me whether I react with this thing, which is mine; or do so again. @param {string} id */
  muteView(id) {
    const { told, pieces, hands } = this.model, seat = told?.chairs.find((chair) => chair.you)?.seat;
    const mine = pieces.get(id)?.side === seat || hands.some(({ side, cards }) => side === seat && cards.includes(id));
    const kept = this.hooks.quiet && look().quiet.includes(id.split(":")[0]);
    if (!seat || !mine || !kept || !this.model.mayReact(id, seat)) return "";
    return html`<button type="button" class="quiet" @click=${() => { this.hush(); this.hooks.quiet?.(id); }}>${
      w(told?.quiet?.includes(id) ? "loud" : "quieten", { name: this.name(id) })}</button>`;
  }

  /** @param {string} id */
  show(id) {
    if (this.model.cards.has(id)) return this.read(id, "told");
    this.view.show(id);
    this.view.flash(id);
  }

  /** Does a card stay held up until something else is pressed? */
  get heldUp() {
    return Boolean(this.reading) && (this.readBy === "told" || this.readBy === "finger");
  }

  /** Hold up a card to be read, or put it back; what it cannot be used for now is asked. @param {string | null} id */
  async read(id, by = this.readBy) {
    if (this.reading === id && this.readBy === by) return;
    Object.assign(this, { reading: id, readBy: by });
    this.hooks.changed();
    if (id && (await this.#refusedOf(id)).length && this.reading === id) this.hooks.changed();
  }

  /** @param {string} id */
  async #refusedOf(id) {
    const { asked } = this, known = this.refused.get(id);
    if (known || !this.hooks.refused || !this.model.told?.choices.length) return known ?? [];
    const found = await this.hooks.refused(id);
    if (asked === this.asked) this.refused.set(id, found);
    return found;
  }

  // --- words

  /** @param {string} id */
  name(id) {
    const space = this.model.spaces.get(id);
    const code = id.slice(id.indexOf(":") + 1);
    if (space) return space.name && has(space.name) ? `${t(space.name)}${/^\d+$/.test(code) ? ` (${code})` : ""}`
      : code;
    const piece = this.model.pieces.get(id) ?? this.gone.get(id);
    if (piece) this.gone.set(id, piece);
    if (piece?.name && has(piece.name)) return t(piece.name);
    if (piece) return has(`symbol.${piece.symbol}`) ? t(`symbol.${piece.symbol}`) : code;
    const key = `${id.replace(":", ".")}.name`;
    return has(key) ? t(key) : this.model.names.get(id) ?? code;
  }

  /** What a piece is called where there is little room. @param {string} id */
  short(id) {
    return inShort(this.model.pieces.get(id)?.name ?? "", allWords()) || this.name(id);
  }

  /** A place or piece in words, for screen readers. @param {string} id */
  describe(id) {
    const piece = this.model.pieces.get(id);
    const parts = [piece ? this.#piece(piece) : this.name(id)];
    const space = this.model.spaces.get(id);
    if (space) {
      const terrain = `terrain.${space.terrain}.name`;
      if (has(terrain)) parts.push(t(terrain));
      parts.push(...this.model.stackAt(id).map((one) => this.#piece(one)));
    }
    const lit = this.lit.get(id) ?? this.far.get(id);
    if (lit) parts.push(w("choice", { label: plain(lit.label) }), lit.odds ?? "", plain(lit.vain ?? ""));
    return parts.filter(Boolean).join(", ");
  }

  /** @param {Piece} piece */
  #piece(piece) {
    const kind = `symbol.${piece.symbol}`, words = [...new Set([this.name(piece.id), has(kind) ? t(kind) : ""])];
    if (piece.side && has(`side.${piece.side}.name`)) words.push(t(`side.${piece.side}.name`));
    for (const [row, value] of piece.values) if (has(`row.${row}`)) words.push(
      `${t(`row.${row}`)} ${this.model.spaces.has(value) ? this.name(value) : value}`);
    for (const badge of piece.badges) {
      const [name, n] = badge.split(".");
      if (has(`badge.${name}`)) words.push(t(`badge.${name}`, { n }));
    }
    return upper(words.filter(Boolean).join(" "));
  }

  close() {
    this.off();
    removeEventListener("keydown", this.typed);
    removeEventListener("pointerdown", this.away, true);
    this.view.destroy();
  }
}
