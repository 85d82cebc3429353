// @ts-check
// Arrows over the counters: attacks that are declared, and pieces that come along a road.

import { el, path, r } from "./svg.js";

/** @import { Shown, View } from "./internal" */

const HEAD = 48;        // length of the tip
const CLEAR = 0.2;      // of the way between two spaces is left free at both ends

/**
 * An arrow from one spot towards another.
 * @param {{x: number, y: number}} a @param {{x: number, y: number}} b @param {string} side
 */
function arrow(a, b, side) {
  const [dx, dy] = [b.x - a.x, b.y - a.y], way = Math.hypot(dx, dy) || 1, free = Math.min(CLEAR * way, 90);
  /** @type {(along: number, aside: number) => string} */
  const at = (along, aside) => `${r(a.x + (dx * along - dy * aside) / way)} ${
    r(a.y + (dy * along + dx * aside) / way)}`;
  const tip = way - free, neck = tip - HEAD;
  const outline = `M${at(free, 12)}L${at(neck, 12)}L${at(neck, 36)}L${at(tip, 0)}L${at(neck, -36)}L${at(neck, -12)}L${
    at(free, -12)}Z`;
  return el("g", { class: `aim side-${side}` }, path("aim-case", outline), path("aim-body", outline));
}

/**
 * All arrows of a view: the marks `aims.<space>` of its spaces, and the pieces that have a value `from`.
 * @param {View} view @param {[string, string][]} marks
 */
export function aims({ chart, pieces }, marks) {
  const declared = marks.filter(([, mark]) => mark.startsWith("aims.")).flatMap(([from, mark]) => {
    const a = chart.spaces.get(from), b = chart.spaces.get(mark.slice(5));
    return a && b ? [arrow(a, b, pieces.stacks.get(from)?.at(-1)?.side ?? "")] : [];
  });
  /** One for those that come by the same road. @type {Map<string, Shown>} */
  const coming = new Map();
  for (const shown of pieces.shown.values()) {
    const from = shown.piece.values.find(([key]) => key === "from")?.[1];
    if (from && chart.spaces.has(from)) coming.set(`${from} ${shown.piece.at}`, shown);
  }
  return [...declared, ...[...coming.values()].map(({ x, y, piece }) =>
    arrow({ x, y }, chart.place(piece.at), piece.side))];
}
