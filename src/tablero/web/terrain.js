// @ts-check
// Terrain: a smooth field of heights through the hexes, its contours and shading; roads, rivers and crossings.

import { bend, chance, el, move, path, r } from "./svg.js";

/**
 * @import { Chart } from "./chart.js"
 * @import { Chain, Place, Point, Traced } from "./internal"
 * @import { Line } from "./types"
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
    each(0, rows - 1, (row) => each(0, columns - 1, (c) => {
      const i = row * columns + c, base = at[i] / weight[i];
      at[i] = base + rough * (0.15 + base * 0.7) * (noise(c / 3.7, row / 3.7) + noise(c / 1.7, row / 1.7) * 0.6);
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

/** Noise: random values at the knots of a grid, smooth between them. @param {number} x @param {number} y */
const knot = (x, y) => (Math.sin(x * 127.1 + y * 311.7) * 43758.5453) % 1;
/** @param {number} t */
const ease = (t) => t * t * (3 - 2 * t);

/** @param {number} x @param {number} y */
function noise(x, y) {
  const i = Math.floor(x), j = Math.floor(y), u = ease(x - i);
  /** @param {number} k */
  const row = (k) => knot(i, k) * (1 - u) + knot(i + 1, k) * u;
  return row(j) + (row(j + 1) - row(j)) * ease(y - j);
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
    words[14 + i] = LOW.reduce((all, low, k) => all << 8 | Math.min(255, (low + (HIGH[k] - low) * high) * light), 0);
  }));
  const file = new Uint8Array(words.buffer, 2).reduce((text, byte) => text + String.fromCharCode(byte), "");
  return el("image", {
    href: `data:image/bmp;base64,${btoa(file)}`, preserveAspectRatio: "none",
    x: -PAD - STEP / 2, y: -PAD - STEP / 2, width: columns * STEP, height: rows * STEP,
  });
}

// ---------------------------------------------------------------------------------------------------- roads and rivers

/**
 * Lines from space to space are joined end to end into courses, broken only where three or more meet, and each is drawn
 * as one curve.
 * @param {Line[]} lines
 */
function chains(lines) {
  const near = new Map();
  /** @param {string} a */
  const reach = (a) => near.get(a) ?? near.set(a, new Set()).get(a);
  for (const { a, b } of lines) {
    reach(a).add(b);
    reach(b).add(a);
  }
  const ways = new Map([...near].map(([a, set]) => [a, set.size]));
  /** @type {string[][]} */
  const found = [];
  /** @param {string} from */
  const walk = (from) => {
    const course = [from];
    let here = from;
    do {
      const to = near.get(here).values().next().value;
      near.get(here).delete(to);
      near.get(to).delete(here);
      course.push(here = to);
    } while (ways.get(here) === 2 && near.get(here).size);
    found.push(course);
  };
  for (const [a, n] of ways) if (n !== 2) while (near.get(a).size) walk(a);
  for (const a of near.keys()) while (near.get(a).size) walk(a); // rings
  return found.map((course) => ({ course, ends: [ways.get(course[0]), ways.get(course.at(-1))] }));
}

/** @param {Place} s */
const point = (s) => [s.x, s.y];
/** @param {Place} s */
const crossing = (s) => s.marks.find((mark) => mark.startsWith("crossing."));

/**
 * The points of a course. It goes on over the edge of the map, and runs straight through crossings, so that bridge,
 * road and river meet in the middle of the hex.
 * @param {Chart} chart @param {Chain} chain @param {number} [stray]
 */
function points(chart, { course, ends }, stray = 0) {
  const spaces = course.map((id) => chart.place(id));
  const way = spaces.flatMap((s, i) => {
    if (crossing(s) && spaces[i - 1] && spaces[i + 1]) return through(s, spaces[i - 1], spaces[i + 1]);
    return i === 0 || i === spaces.length - 1 ? [point(s)] : [astray(s, stray)];
  });
  if (chart.hexes && ends[0] === 1) way.unshift(...beyond(chart, spaces[0], spaces[1]));
  if (chart.hexes && ends[1] === 1) way.push(...beyond(chart, spaces[spaces.length - 1], spaces[spaces.length - 2]));
  return way;
}

/** Two bends whose middle is the middle of the hex. @param {Place} s @param {Place} before @param {Place} after */
function through(s, before, after) {
  const dx = after.x - before.x, dy = after.y - before.y, k = 36 / Math.hypot(dx, dy);
  return [[s.x - dx * k, s.y - dy * k], [s.x + dx * k, s.y + dy * k]];
}

/**
 * A road leaves the middle of its hexes a little, so that it does not look ruled.
 * @param {Place} s @param {number} far
 */
function astray(s, far) {
  const dice = chance(s.id);
  return [s.x + (dice() * 2 - 1) * far, s.y + (dice() * 2 - 1) * far];
}

/** @param {Chart} chart @param {Place} end @param {Place} before */
function beyond(chart, end, before) {
  let best = null, most = 0.2;
  chart.around(end).forEach((there, side) => {
    if (there) return;
    const a = side * Math.PI / 3, out = [Math.sin(a), -Math.cos(a)], dx = end.x - before.x, dy = end.y - before.y;
    const along = (out[0] * dx + out[1] * dy) / Math.hypot(dx, dy);
    if (along > most) [best, most] = [out, along];
  });
  return best ? [[end.x + best[0] * 190, end.y + best[1] * 190]] : [];
}

// -------------------------------------------------------------------------------------------------------------- roads

/** @param {Chart} chart */
export function roads(chart) {
  const courses = chains(chart.board.lines.filter((line) => line.kind === "road"));
  const d = courses.map((course) => bend(points(chart, course, 17))).join("");
  return [path("road-edge", d), path("road", d)];
}

// ------------------------------------------------------------------------------------------------------------- rivers

/** Every river as a band with two banks; `courses` tells where their names may run. @param {Chart} chart */
export function rivers(chart) {
  const bands = [], currents = [], courses = [], { lines: all } = chart.board;
  for (const [kind, lines] of Map.groupBy(all.filter((line) => line.kind.startsWith("river")), (line) => line.kind)) {
    for (const chain of chains(lines)) {
      const { way, wide } = river(chart, kind, chain);
      const course = trace(way);
      bands.push(band(course, wide));
      for (const part of [0.37, -0.37]) currents.push(bend(beside(course, (t) => wide(t) * part)));
      courses.push({ kind, course });
    }
  }
  const d = bands.join("");
  return { drawn: el("g", {}, path("bank", d), path("water", d), path("current", currents.join(""))), courses };
}

/**
 * A tributary is narrower and runs into the other river; one that begins on the map begins as a thread.
 * @param {Chart} chart @param {string} kind @param {Chain} chain
 */
function river(chart, kind, chain) {
  const way = points(chart, chain, 12), ids = chain.course;
  const mouths = [mouth(chart, kind, ids), mouth(chart, kind, ids.toReversed())];
  if (mouths[0]) way.unshift(point(mouths[0]));
  if (mouths[1]) way.push(point(mouths[1]));
  const inland = [ids[0], ids.at(-1)].map((id, i) => chain.ends[i] === 1 && !mouths[i] && way.length === ids.length);
  const full = mouths[0] || mouths[1] ? 50 : 66;
  /** @param {number} t */
  const wide = (t) => {
    let w = full * (0.94 + 0.1 * Math.sin(t * 37 + ids.length));
    if (mouths[0]) w *= (1.12 - 0.3 * t) * Math.min(1, 0.4 + t * 12);
    if (mouths[1]) w *= (0.82 + 0.3 * t) * Math.min(1, 0.4 + (1 - t) * 12);
    if (inland[0]) w *= Math.min(1, 0.08 + t * 3);
    if (inland[1]) w *= Math.min(1, 0.08 + (1 - t) * 3);
    return w;
  };
  return { way, wide };
}

/**
 * The hex of another river into which this one runs at the beginning of its course, the one most nearly straight ahead.
 * @param {Chart} chart @param {string} kind @param {string[]} course
 */
function mouth(chart, kind, [end, before]) {
  const a = chart.place(before), b = chart.place(end);
  /** @param {Place} s */
  const along = (s) => (s.x - b.x) * (b.x - a.x) + (s.y - b.y) * (b.y - a.y);
  return chart.around(b).filter((s) => s !== undefined)
    .filter((s) => s.marks.some((mark) => mark.startsWith("river.") && mark !== kind))
    .sort((s, o) => along(o) - along(s))[0];
}

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

/** @param {Traced[]} course @param {(t: number, i: number) => number} off */
function beside(course, off) {
  return course.map((p, i) => {
    const far = off(i / (course.length - 1), i);
    return [p.x - p.dy * far, p.y + p.dx * far];
  });
}

/** @param {Traced[]} course @param {(t: number) => number} wide */
function band(course, wide) {
  const left = beside(course, (t, i) => wide(t) / 2 + 3 * Math.sin(i * 0.9) + 4 * Math.sin(i * 0.37));
  const right = beside(course, (t, i) => -wide(t) / 2 + 3 * Math.sin(i * 0.8 + 2) + 4 * Math.sin(i * 0.43 + 1));
  return bend([...left, ...right.reverse()], true);
}

// ---------------------------------------------------------------------------------------------------------- crossings

/** @type {Record<string, [string, string][]>} */
const CROSSINGS = {
  ford: [["ford-bed", "M-46 0H46"], ["ford", "M-46-11H46M-46 11H46"]],
  bridge: [["deck", "M-48-11H48V11H-48Z"], ["parapet", "M-56-20L-46-11H46L56-20M-56 20L-46 11H46L56 20"]],
  broken_bridge: [
    ["deck", "M-50-11H-20L-27-4L-17 3L-25 11H-50ZM50-11H22L16-3L25 4L19 11H50Z"],
    ["parapet", "M-56-20L-46-11H-20L-27-4L-17 3L-25 11H-46L-56 20M56-20L46-11H22L16-3L25 4L19 11H46L56 20"],
    ["ruin", "M-8-14l5 5M6 9l6-4M-2 15l-6 2M4-4l4 3"],
  ],
};

/**
 * Fords and bridges lie along the road, or else across the river. `marks` are those that have changed since.
 * @param {Chart} chart @param {[string, string][]} marks
 */
export function crossings(chart, marks) {
  const now = new Map(marks.filter(([, mark]) => mark.startsWith("crossing.")));
  const drawn = el("g", { class: "crossings" });
  for (const s of chart.list) {
    const mark = now.get(s.id) ?? crossing(s);
    const parts = mark && CROSSINGS[mark.slice("crossing.".length)];
    if (!parts) continue;
    const transform = `${move(s.x, s.y)} rotate(${r(bearing(chart, s))})`;
    drawn.append(el("g", { transform }, ...parts.map(([look, d]) => path(look, d))));
  }
  return drawn;
}

/** @param {Chart} chart @param {Place} s */
function bearing(chart, s) {
  /** @param {(kind: string) => boolean} test */
  const along = (test) => {
    const ends = chart.board.lines.filter((line) => test(line.kind) && (line.a === s.id || line.b === s.id))
      .map((line) => chart.place(line.a === s.id ? line.b : line.a));
    if (!ends.length) return null;
    const from = ends.length > 1 ? ends[0] : s, to = ends[ends.length - 1];
    return Math.atan2(to.y - from.y, to.x - from.x) * 180 / Math.PI;
  };
  return along((kind) => kind === "road") ?? (along((kind) => kind.startsWith("river")) ?? 0) + 90;
}
