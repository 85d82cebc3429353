// @ts-check
// What only this game has: the strength of Fortresses on the map; what Leaders cost that are not on it; orders for the
// table to intercept, evade or play a card in place of a Power.

import { beside } from "../chart.js";
import { t } from "../i18n.js";
import { upper } from "../sentences.js";
import { circle, el, move, path } from "../svg.js";
import { html } from "../vendor/lit-html.js";

/**
 * @import { Heard, Place, Words } from "../internal"
 * @import { Stage } from "../stage.js"
 * @import { Order } from "../types"
 */

/** The strength of a Fortress. @param {Place} s */
export function place(s) {
  const strength = s.marks.find((mark) => mark.startsWith("strength."))?.slice(9);
  return strength ? [el("g", { transform: move(...beside(s, 0, 40)) }, path("paint-dark", circle(0, 0, 19)),
    el("text", { class: "level", y: 10 }, strength))] : [];
}

/** The ratings of a Leader, and the CPs that bring him into play. @param {Words} info */
export const factors = ({ factors: ratings, build_cost: cost }) => (cost ? `${ratings} · ${cost} ${t("row.cp")}`
  : ratings ?? "");

const FRENCH = ["sud", "nord"];

/** @param {string} key @param {object} [values] */
const say = (key, values) => t(`orders.${key}`, values);

/** @param {Stage} stage @param {string} seat @param {(orders: Order[]) => unknown} give */
export function orders(stage, seat, give) {
  const { model } = stage, { pieces, hands, spaces, told } = model, given = told?.orders ?? [];
  // only what can come up: Leaders on the map, cards that answer something, Duchies that lines lead to
  const leaders = [...pieces.values()].filter(({ id, at }) => id.startsWith("leader:") && model.linked(at));
  const ours = leaders.filter(({ side }) => side === seat).map(({ id }) => id);
  const theirs = leaders.filter(({ side }) => FRENCH.includes(side) !== FRENCH.includes(seat)).map(({ id }) => id);
  const cards = hands.find(({ side }) => side === seat)?.cards.filter((id) => model.mayReact(id, seat)) ?? [];
  const duchies = [...spaces.keys()].filter((id) => model.linked(id))
    .sort((a, b) => stage.name(a).localeCompare(stage.name(b)));
  const held = new Set([...pieces.values()].filter(({ side }) => side === seat).map(({ at }) => at));
  const ways = duchies.filter((id) => model.board?.lines
    .some(({ a, b }) => held.has(a === id ? b : b === id ? a : "")));
  /** @param {string} id */
  const named = (id) => upper(stage.name(id));
  /** @param {string} text */
  const does = (text) => {
    const [verb, name] = text.split(" "), kind = { intercept: "leader", play: "card" }[verb] ?? "duchy";
    return t(`verb.${verb}`, { [kind]: named(`${kind}:${name}`) });
  };
  /** @param {string} verb @param {string[]} ids */
  const group = (verb, ids) => html`<optgroup label=${say(verb)}>${ids.map((id) => {
    const text = `${verb} ${id.split(":")[1]}`;
    return html`<option value=${text}>${does(text)}</option>`;
  })}</optgroup>`;
  /** @param {string} name @param {string[]} ids */
  const any = (name, ids) => html`<label class="field"><span>${say(name)}</span><select name=${name} multiple
    size="4">${ids.map((id) => html`<option value=${id}>${named(id)}</option>`)}</select></label>`;
  /** @param {Heard<HTMLFormElement>} event */
  const add = (event) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const when = ["who", "where"].map((name) => form.getAll(name).map(String)).filter((some) => some.length);
    give([...given, { do: [String(form.get("do"))], when, once: form.has("once") }]);
    event.currentTarget.reset();
  };
  return html`<div class="orders"><p class="hint">${say("intro")}</p>
    <ol>${given.map((order, i) => html`<li><b>${order.do.map(does).join(", ")}</b> ${order.when
      ?.map((some) => some.map(named).join(` ${say("or")} `)).join(" · ")} <small>${say(order.once === false ? "always"
      : "once")}</small> <button type="button" class="bare" aria-label=${say("delete")}
        @click=${() => give(given.toSpliced(i, 1))}>✕</button></li>`)}</ol>
    <form @submit=${add}><label class="field"><span>${say("do")}</span><select name="do">${group("intercept", ours)}${
      group("play", cards)}${group("evade", ways)}</select></label>
      ${any("who", theirs)}${any("where", duchies)}
      <label class="check"><input type="checkbox" name="once" checked> <span>${say("once")}</span></label>
      <button class="primary">${say("give")}</button></form></div>`;
}
