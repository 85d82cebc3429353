// @ts-check
// How a piece looks: counters, blocks of wood, the small markers of a map of points; and where those stand around a
// space.

import { beside } from "./chart.js";
import { look, own } from "./game.js";
import { inShort } from "./i18n.js";
import { el, move, path, pattern, r } from "./svg.js";

/**
 * @import { Place, Placed, Words } from "./internal"
 * @import { BadgeLook, Piece, SideLook } from "./types"
 */

// Counters are 96 wide, a hex is 200. Each side may have its own outline and hatching besides its colour.
const REST = "H41Q48-48 48-41V41Q48 48 41 48H-41Q-48 48-48 41V-41Q-48-48-41-48Z";
export const FRAME = "M-55-55H55V55H-55Z"; // around a counter
export const SMALL = "M-36-30H36V32H-36Z"; // around a marker
/** @type {Record<string, string>} */
const OUTLINES = {
  square: `M-41-48${REST}`,
  crown: `M-41-48H-22L-14-39L-7-48L0-39L7-48L14-39L22-48${REST}`,
  cut: "M-36-48H36L48-36V36L36 48H-36L-48 36V-36Z",
  nick: "M-48-48H48V-8L40 0L48 8V48H-48V8L-40 0L-48-8Z",
};
/** @type {Pick<SideLook, "outline" | "hatch" | "canton" | "emblem">} */
const NOBODY = { outline: "square", hatch: "slant", canton: null, emblem: "M-20 8H12" };

/** @param {Piece} piece */
const sideOf = (piece) => look().sides[piece.side] ?? NOBODY;
/** @param {Piece} piece */
const isHidden = (piece) => Boolean(look().symbols[piece.symbol]?.hidden);

/**
 * Paths, each with the class of its paint.
 * @param {[string, string][] | undefined} drawing @param {Record<string, string | number>} [more]
 */
export const painted = (drawing, more) => (drawing ?? [])
  .map(([paint, d]) => path(paint.replace(/\S+/g, "paint-$&"), d, more));

// ---------------------------------------------------------------------------------------------------------- a counter

/** @param {Piece} piece @param {Words} text */
export function drawPiece(piece, text) {
  if (isMarker(piece)) return drawMarker(piece);
  if (isBlock(piece)) {
    const block = drawBlock(piece, text);
    block.append(...badges(piece));
    return block;
  }
  const side = sideOf(piece), outline = OUTLINES[side.outline ?? ""] ?? OUTLINES.square, covered = isHidden(piece);
  const counter = el("g", { class: `counter ${dressed(piece)}${covered ? " covered" : ""}` },
    path("cast", outline, { transform: "translate(4 5)" }),
    path("frame", FRAME),
    path("body", outline),
    path("hatching", outline, { fill: `url(#tb-${covered ? "leaves" : side.hatch})` }),
    path("rim", outline, { transform: "scale(.93)" }));
  if (side.canton) counter.append(path("canton", side.canton[0]), path("saltire", side.canton[1]));
  if (covered) counter.append(el("text", { class: "veil", y: 27 }, "?"));
  else counter.append(...face(piece, text));
  counter.append(...badges(piece));
  return counter;
}

/** @param {Piece} piece @param {Words} text */
function face(piece, text) {
  const parts = [
    el("use", { class: "sym", href: symbolOf(piece) }),
    nameplate(inShort(piece.name, text), Boolean(sideOf(piece).canton)),
    el("g", { class: "factors" }, ...factors(piece.values)),
  ];
  const aside = piece.values.find(([key]) => look().values[key]?.aside);
  if (aside) parts.push(el("text", { class: "left-number", x: -36, y: 0 }, aside[1]));
  const transform = `rotate(${piece.facing * 60}) translate(0 -60)`;
  if (piece.facing >= 0) parts.push(path("facing", "M0-13L12 5Q0 0-12 5Z", { transform }));
  return parts;
}

/** The symbol of a piece among those that all counters share. @param {Piece} piece */
const symbolOf = ({ symbol }) => `#tb-symbol-${look().symbols[symbol]?.draw ? symbol : "other"}`;

/** @param {string} name @param {boolean} beside */
function nameplate(name, beside) {
  const room = beside ? 66 : 84, wide = name.length * 7.6;
  const plate = el("text", { class: "nameplate", x: beside ? -11 : 0, y: -27 }, name);
  if (wide > room) {
    plate.setAttribute("textLength", String(room));
    plate.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
  return plate;
}

/** The numbers at the foot in a row; some have a ring, a bonus has a plus. @param {[string, string][]} values */
function factors(values) {
  const looks = look().values, cells = values.filter(([key]) => !looks[key]?.aside && !looks[key]?.told);
  if (!cells.some(([key]) => looks[key]?.ring)) return [el("text", { class: "values", y: 40 },
    cells.map(([, value]) => value).join("-"))];
  const tight = cells.length > 2, gap = tight ? 30 : 34, y = tight ? 38 : 40;
  return cells.flatMap(([key, value], i) => {
    const x = r((i - (cells.length - 1) / 2) * gap);
    const number = el("text", { class: tight ? "values tight" : "values", x, y }, looks[key]?.plus ? `+${value}`
      : value);
    return looks[key]?.ring ? [el("circle", { class: "ring", cx: x, cy: 31, r: 15 }), number] : [number];
  });
}

// ------------------------------------------------------------------------------------------------------------- badges

/** A badge that the look does not know is a box with its first letter. @param {string} kind @returns {BadgeLook} */
const unknown = (kind) => ({ draw: "M-12-12H12V12H-12Z", dy: 6, sign: kind[0] });

/** @param {Piece} piece */
function badges(piece) {
  let spare = 0;
  return piece.badges.flatMap((badge) => {
    const [kind, many] = badge.split("."), { draw, at, frame, paint, sign, dy = 0 } = look().badges[kind]
      ?? unknown(kind);
    if (!draw) return [];
    if (frame) return [path("around", draw)];
    const transform = at ? move(at[0], at[1]) : move(-34 + 22 * spare++, -46);
    const drawn = el("g", { class: `badge paint-${paint ?? "plain"}`, transform }, el("path", { d: draw }));
    if (many ?? sign) drawn.append(el("text", { y: dy }, many ?? sign));
    return [drawn];
  });
}

// What every counter shares, drawn once.
export function counterDefs() {
  /** @param {string} name @param {[string, string][] | undefined} drawing */
  const symbol = (name, drawing) => el("g", { id: `tb-symbol-${name}` }, ...painted(drawing));
  /** @param {string} name @param {number} turn */
  const stripes = (name, turn) => pattern(name, 6, turn, path("stripe", "M0 3H6"));
  return [
    ...Object.entries(look().symbols).map(([name, { draw }]) => symbol(name, draw)),
    symbol("other", [["box", "M-24-22H24V8H-24Z"]]),
    stripes("upright", 90), stripes("level", 0), stripes("slant", 45),
    pattern("leaves", 21, 0, path("leaf", "M2 8Q6 0 12 4Q8 10 2 8ZM12 17Q14 9 21 12Q19 19 12 17Z")),
  ];
}

// ------------------------------------------------------------------------------------------------------------- blocks

// A cube seen a little from above and from the right, 96 wide; one that lies flat shows its face from above.
const FRONT = "M-44-32H36V48H-44Z", TOP = "M-44-32L-32-46H48L36-32Z", FLANK = "M36-32L48-46V34L36 48Z";
const SLAB = "M-44-42H44V34H-44Z", EDGE = "M-44 34H44V48H-44Z";
const WHOLE = "M-44-32L-32-46H48V34L36 48H-44Z", AROUND = "M-53-54H56V57H-53Z";
const GRAIN = "M-40-20Q-10-26 32-19M-40 2Q0-6 32 4M-40 22Q-6 30 32 20M-40 38Q0 33 32 40";

/** @param {Piece} piece @param {"flat" | "chosen"} what */
export const has = (piece, what) => piece.badges.some((badge) => look().badges[badge]?.[what]);
/** The side of a piece, and whether it is chosen. @param {Piece} piece */
const dressed = (piece) => `side-${piece.side || "none"}${has(piece, "chosen") ? " chosen" : ""}`;
/** @param {Piece} piece */
const isBlock = (piece) => look().blocks.includes(piece.id.split(":", 1)[0]);

/** @param {Piece} piece @param {Words} text */
function drawBlock(piece, text) {
  const flat = has(piece, "flat");
  const body = flat ? [path("wood-flank", EDGE), path("body", SLAB)]
    : [path("wood-flank", FLANK), path("wood-top", TOP), path("body", FRONT)];
  const cast = flat ? "M-44-42H44V48H-44Z" : WHOLE;
  const block = el("g", { class: `counter block ${dressed(piece)}` },
    path("cast", cast, { transform: "translate(5 5)" }), path("frame", AROUND), ...body);
  if (isHidden(piece)) block.append(path("grain", GRAIN), path("emblem", sideOf(piece).emblem ?? ""));
  else block.append(sticker(piece, text, flat));
  return block;
}

/**
 * The face: each edge has the pips of one strength, the current one on top; losing a step turns it by a quarter.
 * @param {Piece} piece @param {Words} text @param {boolean} flat
 */
function sticker(piece, text, flat) {
  const { values, name } = piece, [now, full] = steps(piece);
  const pips = el("g", { class: "pips", transform: `rotate(${-90 * (full - now)})` });
  for (let edge = 0; edge < Math.min(4, full); edge++) {
    const many = full - edge;
    for (let i = 0; i < many; i++) {
      const [look, size] = many === now ? ["now", 4.6] : ["", 2.4];
      const cx = (i - (many - 1) / 2) * 12, transform = `rotate(${edge * 90})`;
      pips.append(el("circle", { class: look, r: size, cx, cy: -29, transform }));
    }
  }
  const numbers = values.flatMap(([key, value]) => {
    const { on_block: x, tinted } = look().values[key] ?? {};
    return typeof x !== "number" ? [] : [el("text", { class: `factor${tinted ? " tinted" : ""}`, x, y: 25 }, value)];
  });
  const called = inShort(name, text), label = el("text", { class: "nameplate", y: -15 }, called);
  if (called.length > 9)
    for (const [key, value] of [["textLength", "56"], ["lengthAdjust", "spacingAndGlyphs"]]) label.setAttribute(key,
      value);
  return el("g", { class: "sticker", transform: flat ? "translate(0 -4) scale(1.08 .94)" : "translate(-4 8)" },
    path("paper-face", "M-35-35H35V35H-35Z"), pips, label,
    el("use", { class: "sym", href: symbolOf(piece), transform: "translate(0 5) scale(.68)" }), ...numbers);
}

/** Current and full strength. @param {Piece} piece */
const steps = ({ values }) => (values.find(([key]) => key === "strength")?.[1] ?? "0/0").split("/").map(Number);

/** How far a block is turned; null if it cannot be seen. @param {Piece} piece */
export const pipTurn = (piece) => {
  const [now, full] = steps(piece);
  return isBlock(piece) && full ? -90 * (full - now) : null;
};

// ------------------------------------------------------------------------------------------------------------ markers

/** They stand around the stack of a space, each where its look says. @param {Piece} piece */
const markerOf = (piece) => look().markers[piece.symbol];

/** @param {Piece} piece */
export const isMarker = (piece) => piece.symbol in look().markers && !isBlock(piece);

/** How much room the names of places leave to a marker. @param {Piece} piece */
export const roomOf = (piece) => markerOf(piece).room ?? 36;

/** @param {Piece} piece */
function drawMarker(piece) {
  const given = Object.fromEntries(piece.values), many = Number(given.level ?? given.strength ?? 0);
  const { draw, fixed } = markerOf(piece), special = own().marker?.(piece, many);
  const looks = `counter marker ${dressed(piece)}${fixed ? " fixed" : ""}`;
  const drawn = el("g", { class: looks }, path("frame", SMALL), ...painted(draw, { pathLength: 160 }),
    ...(special ?? []));
  if (many && !special) drawn.append(el("g", { class: "count", transform: "translate(20 20)" }, el("circle", { r: 15 }),
    el("text", { y: 7 }, many)));
  return drawn;
}

// ------------------------------------------------------------------------------------------------------ where they are

/**
 * The pieces of a space, as [piece, x, y, height, of how many]: what lies under, then stacks of blocks by side and by
 * the road they are on, side by side, each farther behind the one before it; then what stands beside them.
 * @param {Piece[]} stack @param {Place} space @param {Map<string, Place>} spaces @returns {Placed[]}
 */
export function around(stack, space, spaces) {
  const there = new Set(stack.map(({ symbol, side }) => `${symbol} ${side}`)),
    blocks = stack.filter((piece) => !isMarker(piece));
  const markers = stack.filter((piece) => isMarker(piece) && !there.has(`${markerOf(piece).unless} ${piece.side}`));
  /** @param {Piece} piece */
  const from = (piece) => spaces.get(piece.values.find(([key]) => key === "from")?.[1] ?? "");
  const groups = [...Map.groupBy(blocks, (piece) => `${from(piece)?.id ?? ""} ${piece.side}`).values()];
  const here = groups.filter(([piece]) => !from(piece));
  /** @type {Placed[]} */
  const stood = groups.flatMap((group) => {
    const road = from(group[0]), aside = road ? 0 : (here.indexOf(group) - (here.length - 1) / 2) * 112;
    const x = space.x + aside + (road ? (road.x - space.x) * 0.42 : 0), y = space.y - (road ? 0 : 52)
      + (road ? (road.y - space.y) * 0.42 : 0);
    return group.map((piece, i) => {
      const behind = group.length - 1 - i;
      return /** @type {Placed} */ ([piece, x + 9 * behind, y - 8 * behind, i, group.length]);
    });
  });
  /** @type {(under: boolean) => Placed[]} */
  const markersOf = (under) => markers.filter((piece) => Boolean(markerOf(piece).under) === under).map((piece) => {
    const [x, y] = beside(space, ...(markerOf(piece).at ?? [0, 0]));
    return [piece, space.x + x, space.y + y, 0, 1];
  });
  return [...markersOf(true), ...stood, ...markersOf(false)];
}
