// @ts-check
// SVG elements and paths, and random numbers that are the same on every screen.

/** @import { Point } from "./internal" */

const NS = "http://www.w3.org/2000/svg";

/**
 * @param {string} name @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string | number)} children
 */
export function el(name, attributes = {}, ...children) {
  const node = document.createElementNS(NS, name);
  for (const key in attributes) node.setAttribute(key, String(attributes[key]));
  node.append(...children.map((child) => (typeof child === "number" ? String(child) : child)));
  return node;
}

/** @param {string} name @param {object} properties @param {...Node} children */
export function tag(name, properties, ...children) {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
}

/** @param {string} look @param {string} d @param {Record<string, string | number>} [more] */
export const path = (look, d, more) => el("path", { class: look, d, ...more });

/** @param {string} name @param {number} size @param {number} turn @param {Node} drawn */
export const pattern = (name, size, turn, drawn) => el("pattern", {
  id: `tb-${name}`, width: size, height: size, patternUnits: "userSpaceOnUse", patternTransform: `rotate(${turn})`,
}, drawn);

/** @param {number} x @param {number} y */
export const move = (x, y) => `translate(${r(x)} ${r(y)})`;

/** @param {{x: number, y: number}[]} list @param {"x" | "y"} key */
export const mean = (list, key) => list.reduce((sum, one) => sum + one[key], 0) / list.length;

/** A generator seeded by a word: trees and houses must not move between visits. @param {string} word */
export function chance(word) {
  let a = 2166136261;
  for (let i = 0; i < word.length; i++) a = Math.imul(a ^ word.charCodeAt(i), 16777619);
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export const r = Math.round;

// Strokes of one look, gathered by region of the sheet: few elements, and the browser skips those out of sight.
export class Strokes {
  /** @type {Map<number, string[]>} */ parts = new Map();

  /** @param {string} look */
  constructor(look, region = 900) {
    this.look = look;
    this.region = region;
  }

  /** @param {number} x @param {number} y @param {string} d */
  add(x, y, d) {
    const key = Math.floor(x / this.region) * 1000 + Math.floor(y / this.region);
    const part = this.parts.get(key);
    if (part) part.push(d);
    else this.parts.set(key, [d]);
  }

  draw() {
    return el("g", { class: this.look }, ...[...this.parts.values()].map((part) => el("path", { d: part.join("") })));
  }
}

/**
 * A curve that bends at the given points and runs through the middle between them.
 * @param {Point[]} points @param {boolean} [closed]
 */
export function bend(points, closed = false) {
  if (points.length < 2) return "";
  /** @param {Point} a @param {Point} b */
  const middle = (a, b) => `${r((a[0] + b[0]) / 2)} ${r((a[1] + b[1]) / 2)}`;
  /** @param {Point} p @param {Point} next */
  const turn = (p, next) => `Q${r(p[0])} ${r(p[1])} ${middle(p, next)}`;
  const last = points.length - 1;
  if (closed) {
    const round = points.map((p, i) => turn(p, points[(i + 1) % (last + 1)]));
    return `M${middle(points[last], points[0])}${round.join("")}Z`;
  }
  let d = `M${r(points[0][0])} ${r(points[0][1])}`;
  for (let i = 1; i < last; i++) d += turn(points[i], points[i + 1]);
  return `${d}L${r(points[last][0])} ${r(points[last][1])}`;
}

/**
 * Between two points no coast is straight: the middle of each short stretch strays, and the middles of its halves; the
 * same way for both lands that meet there.
 * @param {Point[]} points @param {boolean} [closed]
 */
export function ragged(points, closed = true) {
  const all = closed ? [...points, points[0]] : points;
  /** @type {(a: Point, b: Point, depth: number) => Point[]} */
  const between = (a, b, depth) => {
    const long = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (!depth || long > 500 || long < 16) return [b];
    const [p, q] = a[0] + a[1] / 9 < b[0] + b[1] / 9 ? [a, b] : [b, a], off = (chance(`${p}${q}`)() - 0.5) * 0.34;
    const m = [(p[0] + q[0]) / 2 - (q[1] - p[1]) * off, (p[1] + q[1]) / 2 + (q[0] - p[0]) * off];
    return [...between(a, m, depth - 1), ...between(m, b, depth - 1)];
  };
  const way = all.slice(1).flatMap((p, i) => between(all[i], p, 3));
  return `M${[all[0], ...way].map(([x, y]) => `${r(x)} ${r(y)}`).join("L")}${closed ? "Z" : ""}`;
}

/** @param {number} x @param {number} y @param {number} size */
export function circle(x, y, size) {
  return `M${x - size} ${y}a${size} ${size} 0 1 1 ${2 * size} 0a${size} ${size} 0 1 1 ${-2 * size} 0Z`;
}
