// @ts-check
// What is asked: the sentence, the rule, the buttons. The most prominent thing after the board.

import { html } from "./vendor/lit-html.js";
import { own } from "./game.js";
import { has, t, w } from "./i18n.js";
import { chip, sitter, symbol } from "./page.js";
import { verb } from "./picker.js";
import { names, frame, masked, plain, upper } from "./sentences.js";
import { linked, oddsOf } from "./stage.js";

/**
 * @import { Stage } from "./stage.js"
 * @import { Answers, Words } from "./internal"
 * @import { Asked, Choice, Update } from "./types"
 */

const LOUD = 110;       // letters of a heading
const MOST = 99;        // things that get a number

/** The first sentence, or its beginning if it is long, and what follows. @param {string} text */
function halves(text) {
  const words = masked(text), end = /[.?!] /.exec(words)?.index ?? text.length - 1;
  const colon = words.indexOf(": "), long = plain(text.slice(0, end)).length > LOUD;
  const cut = long && colon > 0 && colon < end ? colon : end;
  return [text.slice(0, cut + 1).replace(/:$/, "."), upper(text.slice(cut + 2))];
}

/** The seats in which nobody sits. @param {Update} told */
export const freeSeats = (told) => told.chairs.filter((chair) => !chair.bot && !chair.name);

/** Does nobody else play but the computer? @param {Update} told */
export const alone = ({ chairs }) => chairs.every((chair) => chair.you || chair.bot);

/** Whose turn it is, in a line above the question. @param {Update} told @param {boolean | undefined} lesson */
function whose(told, lesson) {
  const waited = told.chairs.filter((chair) => chair.awaited);
  const free = freeSeats(told);
  if (told.over) return w("over");
  if (told.started === false && !lesson) return w("free_seat", { seat: free.map((chair) => chair.title).join(", ") });
  if (told.paused) return w("paused");
  const mine = waited.find((chair) => chair.you);
  if (mine) return w("your_turn_as", { seat: mine.title });
  return waited.length ? w("waiting_for", { name: waited.map((chair) => `${sitter(chair)} (${chair.title})`)
    .join(", ") }) : "";
}

/** What the others are asked, in words for those who wait if the game has them. @param {Asked} asked */
function awaited({ key, text }) {
  const words = `waiting.${key}`;
  return has(words) ? t(words) : w("they_are_asked", { text: plain(text) });
}

/**
 * The prompt. `stage` holds what can be done, `told` what was asked last; `table` answers.
 * @param {Stage} stage @param {Update} told @param {Answers} table
 */
export function promptView(stage, told, table) {
  const { picker } = stage;
  const { decline, passing, key = "" } = told.asked;
  const asked = told.choices.length > 0 && !passing;
  // What is asked while only bots play is gone at once: nobody could read it.
  const calm = !asked && !told.over && !told.paused && !table.lesson && alone(told)
    && told.chairs.some(({ bot, awaited: now }) => bot && (now || passing));
  const waits = calm || (!asked && !passing && !told.over);
  const [loud, more] = calm ? [w("bots_play"), ""] : waits ? [upper(whose(told, table.lesson)), awaited(told.asked)]
    : halves(picker.mode ? t(`mode.${picker.mode}.asks`) : told.asked.text);
  const { primary, closing, others } = picker.buttons();
  const placed = stage.busy ? 0 : stage.lit.size, some = placed || (!stage.busy && stage.far.size);
  const grace = told.asked.grace && told.can_undo;
  return html`
    <section class="prompt ${asked ? "asked" : "idle"}" data-version=${told.version} aria-busy=${String(stage.busy)}
      aria-labelledby="asked">
      ${waits ? "" : html`<p class="whose">${upper(whose(told, table.lesson))}</p>`}
      <div class="say">
        <h2 id="asked" tabindex="-1">${linked(stage, loud)} ${waits ? "" : chip(told.asked.rule)}</h2>
        ${asked && table.since ? html`<p class="outlook">${linked(stage, w("asked_again", {
          text: table.since }))}</p>` : ""}
        ${table.lesson ? "" : told.outlook?.map(({ text, rule }) => html`<p class="outlook">${plain(text)} ${
          chip(rule)}</p>`) ?? ""}
        ${more ? html`<p class="more">${linked(stage, more)} ${waits ? chip(told.asked.rule) : ""}</p>` : ""}
      </div>
      <div class="row main">
        ${primary ? html`<button type="button" class="primary" data-do=${primary.do} ?disabled=${stage.busy}
          @click=${() => table.act(primary)}>${plain(primary.label)}${final(primary)} <kbd>D</kbd></button>` : ""}
        ${closing ? html`<button type="button" class="closing" data-do=${closing.do} ?disabled=${stage.busy}
          @click=${() => table.act(closing)}><span>${plain(closing.label)}${why(closing)}</span>${final(closing)}${
            key99(placed + others.length + 1)}</button>` : ""}
        ${asked ? table.hints?.button() : ""}
        ${table.undo && !told.over ? html`<button type="button" class=${grace ? "grace" : ""}
          ?disabled=${!told.can_undo || stage.busy} title=${w(told.can_undo ? "undo_title" : "undo_none")}
          @click=${table.undo}>${w("undo")} <kbd>U</kbd></button>` : ""}
        ${grace ? html`<span class="hint">${w("grace")}</span>` : ""}
        ${asked && !primary && table.prepares?.(key) ? html`<button type="button" ?disabled=${stage.busy}
          title=${w("prepare_title")} @click=${() => table.prepare?.()}>${w("prepare")}</button>` : ""}
        ${picker.picked.length ? html`<button type="button" class="picked"
          @click=${() => stage.clear()}>${picker.picked.map((id) => stage.name(id)).join(" → ")} ✕
            <kbd>Esc</kbd></button>` : ""}
        ${picker.modes().map((one) => html`<button type="button" class="mode" data-verb=${one} ?disabled=${stage.busy}
          aria-pressed=${String(picker.mode === one)} @click=${() => stage.setMode(picker.mode === one ? ""
            : one)}>${t(`mode.${one}.name`)}</button>`)}
        ${decline && asked && table.decline && kindOf(told.asked) ? nosView(stage, told, table) : ""}
        ${passing && !calm ? html`<span class="hint">${w("passing")}</span>` : ""}
        ${told.going_on ? html`<button type="button" class="stop" title=${w("going_on_title")}
          @click=${() => table.send?.({ type: "stop" })}>${w("stop_going")}</button><span class="hint">${
            w("going_on", { n: told.going_on })}</span>` : ""}
        ${some ? html`<span class="hint">${where(stage)}</span>` : ""}
        ${closing ? why(closing) : ""}
      </div>
      ${primary ? oddsOf(primary) : ""}
      ${asked ? table.hints?.view() : ""}
      ${told.declined ? html`<p class="row declined"><span>${w("declined")} ${told.declined
        .map((topic) => (topic === "*" ? w("all_chances") : t(`when.${topic}`))).join("; ")}.</span> <button
          type="button" class="quiet"
            @click=${() => table.send?.({ type: "ask_again" })}>${w("ask_again")}</button></p>` : ""}
      ${told.quiet ? html`<p class="row quieted"><span>${w("quiet")}</span>${told.quiet.map((id) => html`<button
        type="button" class="quiet" title=${w("loud", { name: stage.name(id) })}
          @click=${() => table.quiet?.(id)}>${upper(stage.name(id))} ✕</button>`)}</p>` : ""}
      ${others.length ? optionsView(stage, table, others, placed) : ""}
      ${some ? placesView(stage) : ""}
    </section>`;
}

/** The words for the kind of chance that is offered, if it can come up again. @param {Asked} asked */
export const kindOf = ({ topic }) => (has(`when.${topic}`) ? t(`when.${topic}`) : "");

/**
 * To decline more than this chance: such chances, all of them for a time, and those to do something with one thing.
 * @param {Stage} stage @param {Update} told @param {Answers} table
 */
function nosView(stage, { asked, choices }, table) {
  /** @param {string} words @param {"phase" | "fight"} [how] */
  const no = (words, how) => html`<button type="button" class="quiet" ?disabled=${stage.busy}
    title=${how ? "" : w("decline_title")} @click=${() => table.decline?.(how)}><span>${w(words)}${how
      ? "" : html` <small>${kindOf(asked)}</small>`}</span>${how ? "" : html` <kbd>N</kbd>`}</button>`;
  const things = new Set(choices.flatMap(({ targets }) => targets.slice(0, 1)));
  return html`${no("decline")}<details class="nos"><summary>${w("decline_more")}</summary>${no("no_phase", "phase")}${
    asked.fight ? no("no_fight", "fight") : ""}${[...things].map((id) => stage.muteView(id))}</details>`;
}

/** How many things are lit, and where. @param {Stage} stage */
function where({ lit, far, model, view }) {
  /** @param {string} id */
  const of = (id) => (model.cards.has(id) ? "lit_cards" : view.spot(id) ? "lit" : "lit_inset");
  const near = [...Map.groupBy(lit.keys(), of)].map(([words, { length: n }]) => w(words, { n }));
  const n = [...far.keys()].filter((id) => !model.pieces.has(id)).length;       // pieces are lit to be dragged
  return [...near, ...(n ? [w(near[0] ? "lit_far" : "lit_far_only", { n })] : [])].join(" · ");
}

/** Choices grouped by verb. @param {Choice[]} choices */
const kinds = (choices) => [...Map.groupBy(choices, (choice) => (choice.targets.length ? verb(choice) : ""))];

/** Choosing by number, typed digit by digit: at once if no longer number can be meant, else after a pause. */
export class Digits {
  typed = "";
  pause = 0;

  /** @param {Stage} stage @param {(choice: Choice) => unknown} act */
  constructor(stage, act) {
    this.stage = stage;
    this.act = act;
  }

  /** @param {string} digit */
  type(digit) {
    const { stage } = this, { lit } = stage, { others, closing } = stage.picker.buttons();
    const buttons = kinds(others).flatMap(([, choices]) => choices);
    const all = [...lit.keys(), ...buttons, ...(closing ? [closing] : [])].slice(0, MOST);
    this.typed += digit;
    const n = Number(this.typed), choose = () => {
      this.typed = "";
      const one = all[n - 1];
      if (!one || stage.busy || stage.lit !== lit) return;      // another question has come meanwhile
      if (typeof one === "string") stage.click(one);
      else this.act(one);
    };
    clearTimeout(this.pause);
    if (n * 10 > all.length) choose();
    else this.pause = setTimeout(choose, 700);
  }
}

/**
 * Choices without a place, those of one kind together.
 * @param {Stage} stage @param {Answers} table @param {Choice[]} others @param {number} placed
 */
function optionsView(stage, table, others, placed) {
  let n = placed;
  const next = () => (n < MOST ? ++n : 0);
  return html`<div class="options" role="group" aria-label=${w("options")}>${kinds(others).map(([key, choices]) => {
    if (key && choices.every((choice) => choice.targets[0].startsWith("facing:"))) return compass(stage,
      table, choices, next);
    if (key && (choices.length > 2 || stage.model.info(choices[0].targets[0]))) return tokens(stage,
      table, choices, next);
    return html`<div class="list">${choices.map((choice) => button(stage, table, choice, next()))}</div>`;
  })}</div>`;
}

/** @param {Stage} stage @param {Answers} table @param {Choice} choice @param {number} n */
function button(stage, table, choice, n) {
  const [head, ...rest] = plain(choice.label).split(": ");
  return html`<button type="button" class="option ${choice.vain ? "vain" : ""}" data-do=${choice.do}
    ?disabled=${stage.busy}
    @click=${() => table.act(choice)}>
    <span>${rest.length ? html`<b>${head}</b> <small>${rest.join(": ")}</small>`
      : head}${oddsOf(choice)}${why(choice)}</span>${final(choice)}${n ? html`<kbd>${n}</kbd>` : ""}</button>`;
}

/** What would be lost by a choice, why nothing can come of it, or why it is the only one. @param {Choice} choice */
export const why = ({ waste, vain, only }) => {
  const words = plain(waste || vain || only || "");
  return words ? html`<small class="caution">${words}</small>` : "";
};

/** @param {number} n */
const key99 = (n) => (n <= MOST ? html`<kbd>${n}</kbd>` : "");

const EYE = html`<svg class="eye" viewBox="0 0 24 16" aria-hidden="true"><path d="M1 8Q12-5 23 8Q12 21 1 8Z"/><circle
  cx="12" cy="8" r="3.6"/></svg>`;

/** What cannot be taken back: dice that fall, something that is shown. @param {Choice} choice */
export const final = (choice) => FINALS.filter((kind) => choice[kind]).map((kind) => {
  const words = `${w(kind)}: ${choice[kind]}`;
  return html`<span class="rolls" title=${words}>${FINAL[kind]}<span class="unseen">${words}</span></span>`;
});

/** @type {("rolls" | "shows" | "may_show")[]} */
const FINALS = ["rolls", "shows", "may_show"];
const FINAL = { rolls: "⚄", shows: EYE, may_show: html`${EYE}?` };

/**
 * Many choices of one kind: their common words once, then the things, those of one area together.
 * @param {Stage} stage @param {Answers} table @param {Choice[]} choices @param {() => number} next
 */
function tokens(stage, table, choices, next) {
  const areas = [...Map.groupBy(choices, (choice) => stage.model.info(choice.targets[0])?.area ?? "")];
  return html`<h3>${upper(frame(choices[0].label).replace(/^…: /, ""))}</h3>${areas.map(([area, some]) => {
    const title = has(area) ? upper(t(area)) : "";
    return html`${title ? html`<h4>${title}</h4>` : ""}<div
      class="tokens">${some.map((choice) => token(stage, table, choice, next(), title))}</div>`;
  })}`;
}

/** @param {Stage} stage @param {Answers} table @param {Choice} choice @param {number} n @param {string} area */
function token(stage, table, choice, n, area) {
  const info = stage.model.info(choice.targets[0]), name = upper(names(choice.label).replace(`${area} · `, ""));
  return html`<button type="button" class="token side-${info?.side ?? ""} ${choice.vain ? "vain" : ""}"
    title=${plain(choice.vain ?? "")} data-do=${choice.do} ?disabled=${stage.busy}
    @click=${() => table.act(choice)}>
    ${info?.class ? symbol(info.class.split(".")[1]) : ""}<span>${name}</span>
    ${info ? html`<small>${factors(info)}</small>` : ""}${n ? html`<kbd>${n}</kbd>` : ""}</button>`;
}

/** The numbers of a piece as players read them. @param {Words} info */
export const factors = (info) => own().factors?.(info) ?? info.factors ?? "";

/**
 * Six directions as they lie around a hex.
 * @param {Stage} stage @param {Answers} table @param {Choice[]} choices @param {() => number} next
 */
function compass(stage, table, choices, next) {
  return html`<h3>${frame(choices[0].label)}</h3><div class="compass">${choices.map((choice) => {
    const way = choice.targets[0].slice("facing:".length);
    return html`<button type="button" class="to-${way}" data-do=${choice.do} ?disabled=${stage.busy}
      title="${plain(choice.label)} (${next()})" aria-label=${plain(choice.label)}
        @click=${() => table.act(choice)}>↑</button>`;
  })}</div>`;
}

/** The lit places as a list, for keyboards and screen readers. @param {Stage} stage */
function placesView(stage) {
  const placed = stage.picker.placed();
  return html`<details class="places"><summary>${w("places", { n: stage.lit.size + stage.far.size })}</summary>
    <ol>${[...stage.lit, ...stage.far].map(([id, { n, label, odds }]) => {
      const here = placed.filter((choice) => choice.targets.includes(id));
      const words = here.some((choice) => choice.label !== label) ? upper(stage.name(id))
        : html`${plain(label)}${oddsOf({ odds })}`;
      return html`<li><button type="button" class="option" @click=${() => stage.click(id)}
        @focus=${(event) => event.target.matches(":focus-visible") && stage.view.show(id)}>
        <span>${words}</span>${here.slice(0, 1).map(final)}${n ? html`<kbd>${n}</kbd>` : ""}</button></li>`;
    })}</ol></details>`;
}
