// @ts-check
// The geometry of a board: where its spaces are on the sheet, their neighbours, and what lies under a point.

import { circle, r, ragged } from "./svg.js";

/**
 * @import { Box, Place, Point } from "./internal"
 * @import { Board } from "./types"
 */

// A hex has radius 100; a map of points is scaled so that its neighbours stand about as far apart as hexes do.

export const RADIUS = 100;
export const APOTHEM = RADIUS * Math.sqrt(3) / 2;
export const MARGIN = 70; // of bare paper around the map
const STEPS = [[0, -2], [1, -1], [1, 1], [0, 2], [-1, 1], [-1, -1]]; // hexsides clockwise from north

export class Chart {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.hexes = board.layout === "hexes";
    const unit = this.hexes ? RADIUS : pointUnit(board);
    const margin = this.hexes ? MARGIN : MARGIN + RADIUS;
    this.width = board.width * unit + 2 * margin;
    this.height = board.height * unit + 2 * margin;
    /** @type {(x: number, y: number) => Point} */
    this.at = (x, y) => [x * unit + margin, y * unit + margin];
    /** @type {Place[]} */
    this.list = board.spaces.map((s) => ({ ...s, x: s.x * unit + margin, y: s.y * unit + margin, key: this.key(s) }));
    this.spaces = new Map(this.list.map((s) => [s.id, s]));
    /** @param {number[]} flat */
    const pairs = (flat) => Array.from({ length: flat.length / 2 }, (_, i) => this.at(flat[2 * i], flat[2 * i + 1]));
    this.shapes = (board.shapes ?? []).map((shape) => ({ ...shape, points: pairs(shape.points) }));
    /** @type {Box[]} */
    this.frames = this.shapes.filter(({ kind }) => kind === "frame")
      .map(({ points: [a, , b] }) => [a[0], a[1], b[0], b[1]]);
    for (const { kind, name, points } of this.shapes) {
      const s = kind === "region" && this.spaces.get(name), ys = points.map(([, y]) => y);
      if (s) Object.assign(s, { area: points, flat: Math.max(...ys) - Math.min(...ys) < 260 });
    }
    this.lattice = new Map(this.list.map((s) => [s.key, s]));
  }

  /** @param {{id: string, x: number, y: number}} s */
  key(s) {
    return this.hexes ? Math.round((s.x - 1) / 1.5) * 4096 + Math.round(s.y / (APOTHEM / RADIUS)) : s.id;
  }

  /** A space that is on the map. @param {string} id */
  place(id) {
    const found = this.spaces.get(id);
    if (!found) throw new Error(`no space ${id}`);
    return found;
  }

  /** The neighbour over a hexside, if it is on the map. @param {Place} space @param {number} side */
  beside(space, side) {
    return this.lattice.get(Number(space.key) + STEPS[side][0] * 4096 + STEPS[side][1]);
  }

  /** @param {Place} space */
  around(space) {
    return STEPS.map((_, side) => this.beside(space, side));
  }

  /**
   * The space under a point of the sheet, among those that are meant.
   * @param {number} x @param {number} y @param {number} [reach] the square of how far off it may be
   * @param {(s: Place) => boolean} [meant]
   */
  under(x, y, reach = this.hexes ? RADIUS * RADIUS : 6400, meant = () => true) {
    let best = null, least = reach;
    for (const s of this.list.filter(meant)) {
      const far = s.area && inside(s.area, x, y) ? 0 : (s.x - x) ** 2 + (s.y - y) ** 2;
      if (far < least) [best, least] = [s, far];
    }
    return best;
  }

  /**
   * The nearest space in a direction, for the keyboard. `lane` is the row or column being followed, so that a walk
   * along staggered hexes does not drift.
   * @param {Place} from @param {number} dx @param {number} dy @param {{x: number, y: number}} lane
   */
  towards(from, dx, dy, lane) {
    let best = null, least = Infinity;
    for (const s of this.list) {
      const along = (s.x - from.x) * dx + (s.y - from.y) * dy;
      const aside = dx ? s.y - from.y : s.x - from.x, off = dx ? s.y - lane.y : s.x - lane.x;
      if (along < 20 || Math.abs(aside) > along * 1.5) continue;
      const cost = along + Math.abs(aside) * 0.6 + Math.abs(off);
      if (cost < least) [best, least] = [s, cost];
    }
    return best;
  }

  /** @param {Place} s @param {number} [size] */
  shape(s, size = RADIUS) {
    if (s.area) return ragged(s.area);
    return this.hexes ? `M${STEPS.map((_, i) => corner(s, i, size)).join("L")}Z` : circle(r(s.x), r(s.y), size * 0.68);
  }
}

/**
 * What stands beside the pieces of an area; in a flat one, to their right.
 * @type {(s: {flat?: boolean}, x: number, y: number) => [number, number]}
 */
export const beside = (s, x, y) => (s.flat ? [x + 296, y - 112] : [x, y]);

/**
 * Whether a point lies in an area: a line from it leaves the area once more than it enters.
 * @param {Point[]} area @param {number} x @param {number} y
 */
export function inside(area, x, y) {
  return area.filter(([ax, ay], i) => {
    const [bx, by] = area[i ? i - 1 : area.length - 1];
    return (ay > y) !== (by > y) && x < ax + (bx - ax) * (y - ay) / (by - ay);
  }).length % 2 > 0;
}

/** @param {Board} board */
function pointUnit(board) {
  const gaps = board.spaces.map((a) => {
    let least = Infinity;
    for (const b of board.spaces) if (b !== a) least = Math.min(least, Math.hypot(a.x - b.x, a.y - b.y));
    return least;
  }).filter((gap) => gap > 0 && gap < Infinity).sort((a, b) => a - b);
  return gaps.length ? 190 / gaps[gaps.length >> 2] : RADIUS;
}

/**
 * Corner i begins hexside i, clockwise from the north side.
 * @param {{x: number, y: number}} at @param {number} i @param {number} size
 */
function corner({ x, y }, i, size) {
  const a = (i - 2) * Math.PI / 3;
  return `${r(x + size * Math.cos(a))} ${r(y + size * Math.sin(a))}`;
}

/** @param {Place} s @param {number} side @param {number} [size] */
export const hexside = (s, side, size = RADIUS) => `M${corner(s, side, size)}L${corner(s, side + 1, size)}`;
