// @ts-check
// What a place is, in words: for who points at it and cannot read it from afar.

import { html } from "./vendor/lit-html.js";
import { has, t, w } from "./i18n.js";
import { sideName } from "./panels.js";
import { upper } from "./sentences.js";

/** @import { Stage } from "./stage.js" */

/** A mark in words, "" if it has none: `type.town` is "mark.town". @param {string} mark */
function markWords(mark) {
  const [kind, value] = mark.split("."), last = value ?? kind;
  if (kind === "control") return w("held_by", { side: sideName(value) });
  return [`mark.${last}`, `terrain.${last}.name`].filter(has).map((key) => t(key))[0] ?? "";
}

/**
 * The place of a thing: its name and number, what it is, who holds it, and what its ground does.
 * @param {Stage} stage @param {string} id
 */
export function placeView(stage, id) {
  const { model } = stage, at = model.placeOf(id), space = model.spaces.get(at), ground = `terrain.${space?.terrain}`;
  if (!space) return "";
  const marks = [...space.marks, ...model.marks.filter(([where]) => where === at).map(([, mark]) => mark)];
  const facts = [has(`${ground}.name`) ? t(`${ground}.name`) : "", ...marks.map(markWords)].filter(Boolean);
  return html`<p class="here"><b>${upper(stage.name(at))}</b> ${[...new Set(facts)].map(upper).join(" · ")}${
    has(`${ground}.text`) ? html`<small>${t(`${ground}.text`)}</small>` : ""}</p>`;
}
