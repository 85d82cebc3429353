// @ts-check
// What only this game draws: its orders of battle, with factors and damage.

import { html } from "../vendor/lit-html.js";
import { t } from "../i18n.js";
import { pieceCells, say } from "../panels.js";
import { link } from "../stage.js";

/**
 * @import { Stage } from "../stage.js"
 * @import { Words } from "../internal"
 * @import { Panel } from "../types"
 */

const FACTORS = ["artillery_factor", "command_radius", "shock_bonus", "fire", "attack", "defence"];
const LOST = ["status.eliminated", "status.replaced"];

/** Morale, then the factors in the order players read them. @param {Words} info */
export const factors = (info) =>
  [info.morale, FACTORS.map((row) => info[row]).filter((value) => value !== undefined).join("-")].filter(Boolean)
    .join(" ");

/**
 * An order of battle: name, factors, damage, and where the unit is if it is not on the map.
 * @param {Stage} stage @param {Panel} panel
 */
export function panel(stage, { name, rows }) {
  if (!rows.every((row) => row.length > 2)) return null;
  const there = rows.filter((row) => row.some(([key]) => key === "at")).length;
  const heads = [say("row.unit"), t("row.factors"), t("roster.damage"), say("row.status")];
  return html`<details class="panel army"
    open><summary>${say(name)} <small>${t("roster.on_map", { n: there, all: rows.length })}</small></summary>
    <table><thead class="unseen"><tr>${heads.map((head) => html`<th>${head}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => unitRow(stage, row, Object.fromEntries(row)))}</tbody></table></details>`;
}

/** @param {Stage} stage @param {[string, string][]} row @param {Words} unit */
function unitRow(stage, row, { status, at, turn, ...unit }) {
  const where = at ? stage.name(at) : turn ? `${say(status)}: ${turn}` : status ? say(status) : "";
  return html`<tr class=${LOST.includes(status) ? "lost" : ""}>${pieceCells(stage, row)}<td>${damage(unit)}</td>
    <td>${at ? link(stage, at, where) : where}</td></tr>`;
}

/** Damage as boxes to be filled: fire and shock count together towards the limit. @param {Words} unit */
function damage(unit) {
  const [fire, shock] = [unit.fire_damage, unit.shock_damage].map(Number), { limit } = unit;
  if (!fire && !shock) return "";
  const words = t("roster.damage_of", { fire, shock, limit });
  return html`<span class="damage" role="img" aria-label=${words}
    title=${words}>${"●".repeat(fire)}${"▲".repeat(shock)}<small>/${limit}</small></span>`;
}
