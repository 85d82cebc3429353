// The lie of the land: a smooth field through the hexes, its contours, and hachures that run down its slopes,
// heavier where a light from the north-west does not reach, as the engravers of the time drew them.

import { Strokes, bend, r } from "./ink.js";

const STEP = 25; // between samples
const PAD = 200; // the field goes on beyond the sheet, so that no contour ends inside it

// How near each sample lies to the hexes: the same for every field of one spread, so worked out once.
export class Samples {
  constructor(chart, sigma) {
    this.columns = Math.ceil((chart.width + 2 * PAD) / STEP) + 1;
    this.rows = Math.ceil((chart.height + 2 * PAD) / STEP) + 1;
    this.fall = 1 / (2 * sigma * sigma);
    this.reach = Math.max(3 * sigma, 240);
    this.list = chart.list;
    this.weight = this.spread(() => 1).map((w) => w + 1e-9);
  }

  // The sum over the hexes of value times nearness. A bell falls the same way along both axes: each is done once.
  spread(value) {
    const sum = new Float32Array(this.columns * this.rows);
    for (const s of this.list) {
      const v = value(s);
      if (!v) continue;
      const [c0, across] = this.bell(s.x, this.columns), [r0, down] = this.bell(s.y, this.rows);
      for (let j = 0; j < down.length; j++) {
        const row = (r0 + j) * this.columns + c0, w = down[j] * v;
        for (let k = 0; k < across.length; k++) sum[row + k] += across[k] * w;
      }
    }
    return sum;
  }

  bell(middle, many) {
    const first = Math.max(0, Math.ceil((middle + PAD - this.reach) / STEP));
    const last = Math.min(many - 1, Math.floor((middle + PAD + this.reach) / STEP));
    const found = new Float32Array(last - first + 1);
    for (let i = 0; i < found.length; i++) found[i] = Math.exp(-(((first + i) * STEP - PAD - middle) ** 2) * this.fall);
    return [first, found];
  }
}

export class Field {
  // `value` of each hex, smooth between them; `rough` is how much chance bends the contours.
  constructor(samples, value, rough) {
    const { columns, rows, weight } = samples, size = columns * rows;
    const at = samples.spread(value), waves = ripples(columns, rows);
    for (let i = 0; i < size; i++) at[i] = at[i] / weight[i] + rough * waves[i];
    for (let c = 0; c < columns; c++) at[c] = at[size - 1 - c] = -9;
    for (let i = 0; i < size; i += columns) at[i] = at[i + columns - 1] = -9;
    Object.assign(this, { columns, rows, at });
  }

  // Uphill at a point, per hex radius.
  slope(x, y) {
    const c = Math.min(Math.max(Math.round((x + PAD) / STEP), 1), this.columns - 2);
    const row = Math.min(Math.max(Math.round((y + PAD) / STEP), 1), this.rows - 2);
    const i = row * this.columns + c, f = this.at, k = 50 / STEP;
    return [(f[i + 1] - f[i - 1]) * k, (f[i + this.columns] - f[i - this.columns]) * k];
  }

  // The closed curves on which the field has this value.
  contours(level) {
    const next = new Map(), n = this.columns, f = this.at;
    for (let row = 0; row < this.rows - 1; row++) {
      for (let c = 0; c < n - 1; c++) {
        const i = row * n + c;
        const kind = (f[i] > level) | (f[i + 1] > level) << 1 | (f[i + n + 1] > level) << 2 | (f[i + n] > level) << 3;
        if (kind === 0 || kind === 15) continue;
        const edges = [2 * i, 2 * (i + 1) + 1, 2 * (i + n), 2 * i + 1]; // top, right, bottom, left
        for (const [a, b] of CASES[kind]) next.set(edges[a], edges[b]);
      }
    }
    return this.link(next, level);
  }

  link(next, level) {
    const loops = [];
    while (next.size) {
      const loop = [];
      let edge = next.keys().next().value;
      while (next.has(edge)) {
        loop.push(this.crossing(edge, level));
        const to = next.get(edge);
        next.delete(edge);
        edge = to;
      }
      if (loop.length > 3) loops.push(loop);
    }
    return loops;
  }

  // Where the level lies on an edge between two samples; even edges run right, odd ones down.
  crossing(edge, level) {
    const i = edge >> 1, down = edge & 1, a = this.at[i], b = this.at[i + (down ? this.columns : 1)];
    const t = (level - a) / (b - a) * STEP;
    const x = (i % this.columns) * STEP - PAD, y = Math.floor(i / this.columns) * STEP - PAD;
    return down ? [x, y + t] : [x + t, y];
  }

  outline(level) {
    const thin = (loop) => loop.filter((_, i) => i % 2 === 0 || loop.length < 12);
    return this.contours(level).map((loop) => bend(thin(loop), true)).join("");
  }
}

// Per kind of cell (bits: top left, top right, bottom right, bottom left are high) which edges a contour joins,
// always with the high ground on the same hand, so that the ends link up.
const CASES = [
  [], [[3, 0]], [[0, 1]], [[3, 1]], [[1, 2]], [[3, 0], [1, 2]], [[0, 2]], [[3, 2]],
  [[2, 3]], [[2, 0]], [[0, 1], [2, 3]], [[2, 1]], [[1, 3]], [[1, 0]], [[0, 3]], [],
];

// Unevenness, the same for every field of a size.
let known = { at: [] };

function ripples(columns, rows) {
  if (known.columns === columns && known.rows === rows) return known.at;
  const at = new Float32Array(columns * rows);
  for (let row = 0, i = 0; row < rows; row++) {
    const tall = 0.6 * Math.sin(row * 1.17 + 1);
    for (let c = 0; c < columns; c++, i++) {
      const long = Math.sin(c * 0.61 + row * 0.23) * Math.sin(row * 0.53 - c * 0.17);
      at[i] = (long + tall * Math.sin(c * 1.31 + 2)) / 1.6;
    }
  }
  known = { columns, rows, at };
  return at;
}

const GAP = 11; // between hachures; wider in the light, narrower in the shade
const STEEP = 0.55; // gentler ground is left white

// Hachures down the slopes below the given levels.
export function hachures(field, levels) {
  const looks = [new Strokes("hachure h1"), new Strokes("hachure h2"), new Strokes("hachure h3")];
  for (const loop of levels.flatMap((level) => field.contours(level))) {
    let ahead = 0; // how far along the contour the next one stands
    for (let i = 1; i < loop.length; i++) {
      const [x0, y0] = loop[i - 1], dx = loop[i][0] - x0, dy = loop[i][1] - y0, step = Math.hypot(dx, dy);
      while (ahead < step) ahead += GAP * hachure(field, x0 + dx * ahead / step, y0 + dy * ahead / step, looks);
      ahead -= step;
    }
  }
  return looks.map((look) => look.draw());
}

// One stroke downhill from a point; returns how wide a gap to leave after it.
function hachure(field, x, y, looks) {
  const [gx, gy] = field.slope(x, y), grade = Math.hypot(gx, gy) || 1;
  const shade = -(gx + gy) / grade * 0.7; // 1 on slopes that fall to the south-east, -1 on those to the north-west
  if (grade > STEEP) {
    const wobble = ((x * 7 + y * 13) % 11) / 11, long = Math.min(52, 40 / grade + 14) * (0.75 + 0.4 * wobble) / grade;
    const look = looks[shade > 0.35 ? 2 : shade > -0.3 ? 1 : 0];
    look.add(x, y, `M${r(x)} ${r(y)}l${r(-gx * long)} ${r(-gy * long)}`);
  }
  return 1.35 - 0.45 * shade;
}
