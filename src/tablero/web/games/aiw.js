// @ts-check
// What only this game draws: flames for Uprisings, on the map and as markers, and the legend of its map.

import { beside } from "../chart.js";
import { painted } from "../counters.js";
import { look } from "../game.js";
import { sideOf, smallest } from "../pointmap.js";
import { el, move, path, r } from "../svg.js";

/**
 * @import { Chart } from "../chart.js"
 * @import { MapFrame, Place, Words } from "../internal"
 * @import { Piece } from "../types"
 */

const FLAME = "M0-24C4-12 18-8 18 8C18 20 9 26 0 26S-18 20-18 8C-18 2-14-2-11-8C-9-2-6 0-3-1C-7-10-4-18 0-24Z";

/** @param {number} i @param {string} paint */
const flame = (i, paint) => el("g", { transform: `translate(${56 * i - 56} 0) scale(1.3)` },
  ...painted([[paint, FLAME]]), el("text", { class: `level paint-${paint}`, y: 18 }, i + 1));

/** As many flames as the level of the Uprising. @param {Piece} piece @param {number} many */
export function marker(piece, many) {
  return piece.symbol === "uprising" ? Array.from({ length: many }, (_, i) => flame(i, "flame")) : null;
}

/** A pale flame for each level that an Uprising may reach; those that never go out are darker. @param {Place} s */
export function place(s) {
  const [, least, most] = s.marks.find((mark) => mark.startsWith("uprising."))?.split(".") ?? [];
  return Array.from({ length: Number(most ?? 0) }, (_, i) =>
    el("g", { transform: move(...beside(s, -34, 48)) }, flame(i, i < Number(least) ? "embers" : "ashes")));
}

/**
 * The title of the map, and what its signs mean, where the paper is empty.
 * @param {Chart} chart @param {MapFrame[]} maps @param {Words} text
 */
export function legend(chart, maps, text) {
  const { left, right, low } = maps[1], top = low + 130, width = right - left, height = chart.height - top - 190,
    x = left + 130, far = left + width * 0.52;
  const side = sideOf(smallest(maps[0].spaces)[0]);
  /** @param {string} look @param {number} at @param {number} y @param {string} key */
  const say = (look, at, y, key) => el("text", { class: look, x: r(at), y: r(y) }, text[key] ?? "");
  /** @param {number} i */
  const row = (i) => top + 310 + i * 84, middle = (left + right) / 2;
  const { places, signs: { port } } = look();
  const signs = ["city", "main_town", "refuge", "other", "port"].flatMap((kind, i) => [
    el("g", { transform: `${move(x, row(i))} scale(${places[kind] ? 1 : 1.2})` },
      ...painted((places[kind] ?? port).draw)),
    say("", x + 80, row(i) + 18, `mark.${kind}`)]);
  const ways = [["road-edge", "line.main"], ["way-secondary", "line.secondary"], ["way-out", "line.connection"],
    [`zone-dots side-${side}`, `mark.${side}`], ["", "symbol.uprising"]].flatMap(([look, key], i) => {
    const d = `M${r(far)} ${r(row(i))}h190`;
    const more = i ? [] : [path("road", d)];
    if (!look) for (let n = 0; n < 3; n++) more.push(el("g", { transform: move(far + 95, row(i)) },
      flame(n, n ? "ashes" : "flame")));
    return [look && path(look, d), ...more, say("", far + 230, row(i) + 18, key)];
  });
  return [el("g", { class: "cartouche" }, el("rect", { class: "plate", x: left, y: top, width, height }),
    say("title", middle, top + 150, "game.title"), say("subtitle", middle, top + 225, "game.subtitle"),
      ...signs, ...ways)];
}
