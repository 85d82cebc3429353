// @ts-check
// Terrain: a smooth field of heights through the spaces, its contours and shading; crags, and the course of a curve.

import { bend, el, r } from "./svg.js";

/**
 * @import { Chart } from "./chart.js"
 * @import { Place, Point } from "./internal"
 * @import { Strokes } from "./svg.js"
 */

const STEP = 25; // between samples
const PAD = 200; // the field goes on beyond the sheet, so that no contour ends inside it

/** @param {number} from @param {number} to @param {(i: number) => void} act */
function each(from, to, act) {
  for (let i = Math.max(1, from); i < to; i++) act(i);
}

/**
 * A value at every sample, taken from the hexes around it, the nearer the more; `rough` is how much chance bends it,
 * `none` how soon it fades away beyond the outermost hexes.
 * @template {{x: number, y: number}} T
 */
export class Field {
  columns = 0;
  rows = 0;
  at = new Float32Array(0);     // the value at each sample, row by row

  /**
   * @param {{list: T[], width: number, height: number}} chart @param {number} sigma @param {(s: T) => number} value
   * @param {number} rough
   */
  constructor(chart, sigma, value, rough, none = 1e-9) {
    const [columns, rows] = [chart.width, chart.height].map((long) => Math.ceil((long + 2 * PAD) / STEP) + 1);
    const at = new Float32Array(columns * rows), weight = at.map(() => none);
    const reach = Math.ceil(Math.max(3 * sigma, 240) / STEP), fall = (STEP / sigma) ** 2 / 2;
    for (const s of chart.list) {
      const v = value(s), x = (s.x + PAD) / STEP, y = (s.y + PAD) / STEP;
      each(r(y) - reach, Math.min(r(y) + reach, rows - 1), (row) => {
        each(r(x) - reach, Math.min(r(x) + reach, columns - 1), (c) => {
          const near = Math.exp(-((c - x) ** 2 + (row - y) ** 2) * fall);
          at[row * columns + c] += near * v;
          weight[row * columns + c] += near;
        });
      });
    }
    const broad = noise(columns, rows, 3.7), fine = noise(columns, rows, 1.7);
    each(0, rows - 1, (row) => each(0, columns - 1, (c) => {
      const i = row * columns + c, base = at[i] / weight[i];
      at[i] = base + rough * (0.15 + base * 0.7) * (broad[i] + fine[i] * 0.6);
    }));
    Object.assign(this, { columns, rows, at });
  }

  /** The closed curves on which the field has this value. @param {number} level */
  contours(level) {
    const next = new Map(), n = this.columns, f = this.at;
    for (let row = 0; row < this.rows - 1; row++) {
      for (let c = 0; c < n - 1; c++) {
        const i = row * n + c;
        /** @param {number} at */
        const high = (at) => Number(f[at] > level);
        const kind = high(i) | high(i + 1) << 1 | high(i + n + 1) << 2 | high(i + n) << 3;
        if (kind === 0 || kind === 15) continue;
        const edges = [2 * i, 2 * (i + 1) + 1, 2 * (i + n), 2 * i + 1]; // top, right, bottom, left
        for (const [a, b] of CASES[kind]) next.set(edges[a], edges[b]);
      }
    }
    return this.link(next, level);
  }

  /** @param {Map<number, number>} next @param {number} level */
  link(next, level) {
    const loops = [];
    while (next.size) {
      const loop = [];
      let [edge] = next.keys(), to;
      while ((to = next.get(edge)) !== undefined) {
        loop.push(this.crossing(edge, level));
        next.delete(edge);
        edge = to;
      }
      if (loop.length > 3) loops.push(loop);
    }
    return loops;
  }

  /** The downhill direction at a point of the sheet. @param {number} x @param {number} y */
  slope(x, y) {
    const n = this.columns, i = r((y + PAD) / STEP) * n + r((x + PAD) / STEP), f = this.at;
    return [f[i - 1] - f[i + 1], f[i - n] - f[i + n]];
  }

  /**
   * Where the level lies on an edge between two samples; even edges run right, odd ones down.
   * @param {number} edge @param {number} level
   */
  crossing(edge, level) {
    const i = edge >> 1, down = edge & 1, a = this.at[i], b = this.at[i + (down ? this.columns : 1)];
    const t = (level - a) / (b - a) * STEP;
    const x = (i % this.columns) * STEP - PAD, y = Math.floor(i / this.columns) * STEP - PAD;
    return down ? [x, y + t] : [x + t, y];
  }

  /** @param {number} level */
  outline(level) {
    /** @param {Point[]} loop */
    const thin = (loop) => loop.filter((_, i) => i % 2 === 0 || loop.length < 12);
    return this.contours(level).map((loop) => bend(thin(loop), true)).join("");
  }
}

// Per kind of cell (bits: top left, top right, bottom right, bottom left are high) which edges a contour joins,
// always with the high ground on the same side, so that the ends link up.
const CASES = [
  [], [[3, 0]], [[0, 1]], [[3, 1]], [[1, 2]], [[3, 0], [1, 2]], [[0, 2]], [[3, 2]],
  [[2, 3]], [[2, 0]], [[0, 1], [2, 3]], [[2, 1]], [[1, 3]], [[1, 0]], [[0, 3]], [],
];

/** @param {number} t */
const ease = (t) => t * t * (3 - 2 * t);

/** @type {Record<string, Float64Array>} */
const noises = {};

/**
 * Noise at every sample: random values at the knots of a grid, smooth between them. All fields of a map share it.
 * @param {number} columns @param {number} rows @param {number} wide between two knots, in samples
 */
function noise(columns, rows, wide) {
  const key = `${[columns, rows, wide]}`, n = Math.floor(columns / wide) + 2;
  if (noises[key]) return noises[key];
  const knots = Float64Array.from({ length: n * (Math.floor(rows / wide) + 2) }, (_, i) =>
    (Math.sin((i % n) * 127.1 + Math.floor(i / n) * 311.7) * 43758.5453) % 1);
  return noises[key] = new Float64Array(columns * rows).map((_, at) => {
    const x = (at % columns) / wide, y = Math.floor(at / columns) / wide, u = ease(x % 1);
    const k = Math.floor(y) * n + Math.floor(x);
    const above = knots[k] * (1 - u) + knots[k + 1] * u, below = knots[k + n] * (1 - u) + knots[k + n + 1] * u;
    return above + (below - above) * ease(y % 1);
  });
}

const LOW = [241, 233, 214], HIGH = [187, 152, 104];

/**
 * The ground as paint: browner with the height, light where it faces north-west and dark where it turns away. It is a
 * bitmap written by hand, because what a canvas gives back is blurred by browsers that guard against being recognised.
 * @param {Pick<Field<never>, "columns" | "rows" | "at">} field
 */
export function relief({ columns, rows, at }) {
  const words = new Int32Array(14 + at.length); // begins two bytes before the file
  words.set([0x4d420000, 54 + 4 * at.length, 0, 54, 40, columns, -rows, 1 | 32 << 16]);
  each(0, rows - 1, (row) => each(0, columns - 1, (c) => {
    const i = row * columns + c, rise = at[i + 1] - at[i - 1] + at[i + columns] - at[i - columns];
    const light = 1 + Math.max(-0.4, Math.min(0.13, rise * (rise > 0 ? 0.17 : 0.37)));
    const high = Math.min(Math.max(at[i], 0), 4.5) / 4.5;
    let colour = 0;
    for (let k = 0; k < 3; k++) colour = colour << 8 | Math.min(255, (LOW[k] + (HIGH[k] - LOW[k]) * high) * light);
    words[14 + i] = colour;
  }));
  const file = new Uint8Array(words.buffer, 2), parts = [];
  for (let i = 0; i < file.length; i += 8192) parts.push(String.fromCharCode(...file.subarray(i, i + 8192)));
  return el("image", {
    href: `data:image/bmp;base64,${btoa(parts.join(""))}`, preserveAspectRatio: "none",
    x: -PAD - STEP / 2, y: -PAD - STEP / 2, width: columns * STEP, height: rows * STEP,
  });
}

// ------------------------------------------------------------------------------------------------------------- courses

/** Points about 30 apart along the curve, each with the direction it runs in. @param {Point[]} way */
export function trace(way) {
  /** @type {Point[]} */
  const found = [], last = way[way.length - 1];
  const ends = [way[0], ...way.slice(1).map((p, i) => [(p[0] + way[i][0]) / 2, (p[1] + way[i][1]) / 2]), last];
  const bends = [way[0], ...way.slice(1, -1), last];
  for (let i = 0; i < bends.length; i++) {
    const [a, b, c] = [ends[i], bends[i], ends[i + 1]];
    const n = Math.max(1, Math.round(Math.hypot(c[0] - a[0], c[1] - a[1]) / 30));
    for (let k = 0; k < n; k++) {
      const t = k / n, u = 1 - t;
      found.push([0, 1].map((j) => u * u * a[j] + 2 * u * t * b[j] + t * t * c[j]));
    }
  }
  found.push(last);
  return found.map((p, i) => {
    const before = found[Math.max(0, i - 1)], after = found[Math.min(found.length - 1, i + 1)];
    const long = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1;
    return { x: p[0], y: p[1], dx: (after[0] - before[0]) / long, dy: (after[1] - before[1]) / long };
  });
}

// A rock as engravers draw it: a broken outline, one face lit, the other dark with a few strokes.
const LEFT = [[-1.25, 0], [-0.8, -0.36], [-0.58, -0.42], [-0.16, -0.96]], TOP = [0.02, -1.06];
const RIGHT = [[0.24, -0.76], [0.42, -0.68], [0.78, -0.28], [1.25, 0]];
const FOLD = [[0.4, 0.02], [0.2, -0.28], [0.28, -0.44], [0.06, -0.7]]; // where the dark face begins
const CRACKS = [
  [0.16, -0.8, 0.1, 0.26], [0.42, -0.6, 0.06, 0.34], [0.62, -0.42, 0.12, 0.3], [0.88, -0.2, 0.1, 0.14],
  [-0.7, -0.3, -0.06, 0.16],
];

/**
 * @param {number} x @param {number} y @param {number} size @param {() => number} dice
 * @param {Record<string, Strokes>} looks
 */
export function crag(x, y, size, dice, looks) {
  const wide = size * (0.9 + dice() * 0.3), tall = size * (0.85 + dice() * 0.4), lean = dice() * 0.3 - 0.15;
  /** @param {number[]} point */
  const at = ([a, b]) => `${r(x + (a - b * lean) * wide)} ${r(y + b * tall)}`;
  const right = [TOP, ...RIGHT].map(at).join("L");
  looks.crag.add(x, y, `M${LEFT.map(at).join("L")}L${right}`);
  looks["crag-dark"].add(x, y, `M${right}L${FOLD.map(at).join("L")}Z`);
  looks["crag-shade"].add(x, y, CRACKS.map(([a, b, c, d]) => `M${at([a, b])}L${at([a + c, b + d])}`).join(""));
}
