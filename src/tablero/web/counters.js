// How a piece looks: counters, blocks of wood, the small markers of a map of points; and where those stand around a space.

import { el, move, path, pattern, r } from "./ink.js";
import { inShort } from "./i18n.js";
import { BASTION, beside, flame } from "./points.js";

// Counters are 96 wide, a hex is 200. Each side has its own outline besides its colour and its hatching (the heralds'
// own: upright for red, level for blue).
const REST = "H41Q48-48 48-41V41Q48 48 41 48H-41Q-48 48-48 41V-41Q-48-48-41-48Z";
export const FRAME = "M-55-55H55V55H-55Z"; // around a counter
export const SMALL = "M-36-30H36V32H-36Z"; // around a marker
const SQUARE = `M-41-48${REST}`;
const CROWN = `M-41-48H-22L-14-39L-7-48L0-39L7-48L14-39L22-48${REST}`;
const CUT = "M-36-48H36L48-36V36L36 48H-36L-48 36V-36Z";
const NICK = "M-48-48H48V-8L40 0L48 8V48H-48V8L-40 0L-48-8Z";
const SIDES = {
  carlist: { outline: SQUARE, hatch: "upright", canton: ["M24-47H41Q47-47 47-41V-24H24Z", "M28-43L43-28M43-43L28-28"] },
  liberal: { outline: CROWN, hatch: "level" },
  nationalist: { outline: CUT, hatch: "level" },
  republican: { outline: NICK, hatch: "upright" },
};
const PLAIN = { outline: SQUARE, hatch: "slant" };

// ---------------------------------------------------------------------------------------------------------- a counter

export function drawPiece(piece, text) {
  if (isMarker(piece)) return drawMarker(piece);
  if (isBlock(piece)) {
    const block = drawBlock(piece, text);
    block.append(...badges(piece));
    return block;
  }
  const side = SIDES[piece.side] ?? PLAIN;
  const covered = piece.symbol === "concealed";
  const counter = el("g", { class: `counter side-${piece.side || "none"}${covered ? " covered" : ""}` },
    path("cast", side.outline, { transform: "translate(4 5)" }),
    path("frame", FRAME),
    path("body", side.outline),
    path("hatching", side.outline, { fill: `url(#tb-${covered ? "leaves" : side.hatch})` }),
    path("rim", side.outline, { transform: "scale(.93)" }));
  if (side.canton) counter.append(path("canton", side.canton[0]), path("saltire", side.canton[1]));
  if (covered) counter.append(el("text", { class: "veil", y: 27 }, "?"));
  else counter.append(...face(piece, text));
  counter.append(...badges(piece));
  return counter;
}

function face(piece, text) {
  const values = new Map(piece.values);
  const parts = [
    el("use", { class: "sym", href: `#tb-${KNOWN.has(piece.symbol) ? piece.symbol : "other"}` }),
    nameplate(text[piece.name] ?? "", piece.side),
    el("g", { class: "factors" }, ...factors(piece.values)),
  ];
  if (values.has("morale")) parts.push(el("text", { class: "morale", x: -36, y: 0 }, values.get("morale")));
  const transform = `rotate(${piece.facing * 60}) translate(0 -60)`;
  if (piece.facing >= 0) parts.push(path("facing", "M0-13L12 5Q0 0-12 5Z", { transform }));
  return parts;
}

const KNOWN = new Set(["infantry", "cavalry", "artillery", "leader"]);

function nameplate(name, side) {
  const room = side === "carlist" ? 66 : 84, wide = name.length * 7.6;
  const plate = el("text", { class: "nameplate", x: side === "carlist" ? -11 : 0, y: -27 }, name);
  if (wide > room) {
    plate.setAttribute("textLength", room);
    plate.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
  return plate;
}

// The numbers at the foot: fire-attack-defence in a row; a ring marks a reach or a calibre, a plus a bonus.
function factors(values) {
  const cells = values.filter(([key]) => key !== "morale");
  const ringed = cells.filter(([key]) => RINGED.has(key));
  if (!ringed.length) return [el("text", { class: "values", y: 40 }, cells.map(([, value]) => value).join("-"))];
  const tight = cells.length > 2, gap = tight ? 30 : 34, y = tight ? 38 : 40;
  return cells.flatMap(([key, value], i) => {
    const x = r((i - (cells.length - 1) / 2) * gap);
    const words = key.endsWith("bonus") ? `+${value}` : value;
    const number = el("text", { class: tight ? "values tight" : "values", x, y }, words);
    return RINGED.has(key) ? [el("circle", { class: "ring", cx: x, cy: 31, r: 15 }), number] : [number];
  });
}

const RINGED = new Set(["artillery_factor", "command_radius"]);

// ------------------------------------------------------------------------------------------------------------- badges

const BADGES = {
  fire_damage: {
    at: [-58, 2], dy: 10,
    d: "M0-19C3-12 14-8 14 4C14 12 8 17 0 17S-14 12-14 4C-14-1-11-4-9-8C-8-4-6-3-4-4C-6-10-3-15 0-19Z",
  },
  shock_damage: {
    at: [58, 2], dy: 6,
    d: "M0-18L5-9L14-13L11-3L19 2L10 6L12 15L3 11L-3 18L-6 9L-16 11L-11 3L-18-3L-9-6L-9-15L-2-10Z",
  },
  salvo: { at: [31, 52], d: "M-11 0a11 11 0 1 1 22 0a11 11 0 1 1-22 0Z", dy: 6 },
  decorated: { at: [-46, -42], d: "M-4-4L-7-15H7L4-4L15-7V7L4 4L7 15H-7L-4 4L-15 7V-7Z" },
  shown: {}, picked: {}, moving: {}, // the block itself says so
  acted: { d: "M-11-11H11V11H-11ZM-6 0L-2 5L7-6" },
  spent: { d: "M-11-11H11V11H-11ZM-6-6L6 6M6-6L-6 6" },
  forced: { d: "M-12-11L0 0L-12 11ZM0-11L12 0L0 11Z" },
  retreated: { d: "M12-11L0 0L12 11ZM0-11L-12 0L0 11Z" },
  inside: { d: "M-12 11V-11H-6V-5H-3V-11H3V-5H6V-11H12V11Z" },
  on_road: { d: "M-9 11L-3-11H3L9 11ZM0-6V-1M0 4V8" },
  landed: { d: "M0-11V11M-9 2Q-8 11 0 11T9 2M-5-6H5" },
  at_sea: { d: "M-12-4Q-6-10 0-4T12-4V8H-12Z" },
  concealed: { at: [58, 2], d: "M-13 0a13 13 0 1 1 26 0a13 13 0 1 1-26 0Z", sign: "?", dy: 6 },
};
const OTHER = { d: "M-12-12H12V12H-12Z", dy: 6 };

function badges(piece) {
  let spare = 0;
  return piece.badges.flatMap((badge) => {
    const [kind, many] = badge.split(".");
    if (kind === "square") return [path("in-square", "M-58-58H58V58H-58ZM-51-51V51H51V-51Z")];
    const look = BADGES[kind] ?? OTHER;
    if (!look.d) return [];
    const transform = look.at ? move(...look.at) : move(-34 + 22 * spare++, -46);
    const drawn = el("g", { class: `badge ${kind}`, transform }, el("path", { d: look.d }));
    const sign = many ?? look.sign ?? (BADGES[kind] ? "" : kind[0]);
    if (sign) drawn.append(el("text", { y: look.dy }, sign));
    return [drawn];
  });
}

// What every counter shares, drawn once.
export function counterDefs() {
  const symbol = (name, ...parts) => el("g", { id: `tb-${name}` }, ...parts);
  const box = () => path("box", "M-24-22H24V8H-24Z");
  const stripes = (name, turn) => pattern(name, 6, turn, path("stripe", "M0 3H6"));
  return [
    symbol("infantry", box(), path("sign", "M-24-22L24 8M24-22L-24 8")),
    symbol("cavalry", box(), path("sign", "M24-22L-24 8")),
    symbol("artillery", box(), el("circle", { class: "sign-full", cx: 0, cy: -7, r: 7 })),
    symbol("leader", path("star", "M0-27L5-12L21-12L8-2L13 13L0 4L-13 13L-8-2L-21-12L-5-12Z")),
    symbol("other", box()),
    stripes("upright", 90), stripes("level", 0), stripes("slant", 45),
    symbol("supply_train", path("box", "M-26-8H20V4H-26Z"), path("sign", "M-26-8Q-24-24-3-24T20-8"),
      path("sign", "M-24 5a7 7 0 1 0 14 0a7 7 0 1 0-14 0M4 5a7 7 0 1 0 14 0a7 7 0 1 0-14 0M20 0H30")),
    pattern("leaves", 21, 0, path("leaf", "M2 8Q6 0 12 4Q8 10 2 8ZM12 17Q14 9 21 12Q19 19 12 17Z")),
  ];
}

// ------------------------------------------------------------------------------------------------------------- blocks

// A cube seen a little from above and from the right, 96 wide; one that lies flat shows its face from above.
const FRONT = "M-44-32H36V48H-44Z", TOP = "M-44-32L-32-46H48L36-32Z", FLANK = "M36-32L48-46V34L36 48Z";
const SLAB = "M-44-42H44V34H-44Z", EDGE = "M-44 34H44V48H-44Z";
const WHOLE = "M-44-32L-32-46H48V34L36 48H-44Z", AROUND = "M-53-54H56V57H-53Z";
const GRAIN = "M-40-20Q-10-26 32-19M-40 2Q0-6 32 4M-40 22Q-6 30 32 20M-40 38Q0 33 32 40";
const EMBLEMS = {
  carlist: "M-30-22L-26-18L-22-23L22 36L26 32L28 38M22-22L18-18L14-23L-28 36L-32 32L-34 38",
  liberal: "M-26 26H18M-26 26L-32-8L-18 6L-4-16L10 6L24-8L18 26",
};

const isChosen = ({ badges }) => badges.some((badge) => badge === "picked" || badge === "moving");
const isBlock = (piece) => piece.id.startsWith("block:");

function drawBlock(piece, text) {
  const flat = piece.badges.includes("shown"), known = piece.symbol !== "block";
  const body = flat ? [path("wood-flank", EDGE), path("body", SLAB)]
    : [path("wood-flank", FLANK), path("wood-top", TOP), path("body", FRONT)];
  const cast = flat ? "M-44-42H44V48H-44Z" : WHOLE;
  const chosen = isChosen(piece) ? " chosen" : "";
  const block = el("g", { class: `counter block side-${piece.side || "none"}${chosen}` },
    path("cast", cast, { transform: "translate(5 5)" }), path("frame", AROUND), ...body);
  if (known) block.append(sticker(piece, text, flat));
  else block.append(path("grain", GRAIN), path("emblem", EMBLEMS[piece.side] ?? "M-20 8H12"));
  return block;
}

// The face: pips for each strength on an edge of its own, that of now above; a step lost turns it by a quarter.
function sticker(piece, text, flat) {
  const { values, symbol, name } = piece, given = Object.fromEntries(values), [now, full] = steps(piece);
  const pips = el("g", { class: "pips", transform: `rotate(${-90 * (full - now)})` });
  for (let edge = 0; edge < Math.min(4, full); edge++) {
    const many = full - edge;
    for (let i = 0; i < many; i++) {
      const look = many === now ? { class: "now", r: 4.6 } : { r: 2.4 };
      pips.append(el("circle", { ...look, cx: (i - (many - 1) / 2) * 12, cy: -29, transform: `rotate(${edge * 90})` }));
    }
  }
  const number = (key, x) => (given[key] ? [el("text", { class: `factor of-${key}`, x, y: 25 }, given[key])] : []);
  const called = inShort(name, text), label = el("text", { class: "nameplate", y: -15 }, called);
  if (called.length > 9)
    for (const [key, value] of [["textLength", 56], ["lengthAdjust", "spacingAndGlyphs"]]) label.setAttribute(key, value);
  return el("g", { class: "sticker", transform: flat ? "translate(0 -4) scale(1.08 .94)" : "translate(-4 8)" },
    path("paper-face", "M-35-35H35V35H-35Z"), pips, label,
    el("use", { class: "sym", href: `#tb-${symbol}`, transform: "translate(0 2) scale(.72)" }),
    ...number("effectiveness", -17), ...number("morale", 17));
}

// Strength now and at best.
const steps = ({ values }) => (values.find(([key]) => key === "strength")?.[1] ?? "0/0").split("/").map(Number);

// How far a block is turned; null if it cannot be seen.
export const pipTurn = (piece) => {
  const [now, full] = steps(piece);
  return isBlock(piece) && full ? -90 * (full - now) : null;
};

// ------------------------------------------------------------------------------------------------------------ markers

// Each with where it stands around its space, whether under the blocks, and how it is drawn.
const GUN = "M-26 4L18-16L24-6L-16 16ZM-24 14L-40 22";
const MARKERS = {
  fortress: { at: [0, 0], under: true, d: [["fort-edge", BASTION], ["fort", BASTION]] },
  works: { at: [0, 0], under: true, d: [["fort-edge dashed", BASTION], ["fort dashed", BASTION]] },
  siege: { at: [0, 0], under: true, d: [["trench", "M-84 0a84 84 0 1 1 168 0a84 84 0 1 1-168 0"]] },
  control: { at: [-46, -34], under: true, d: [["pole", "M-8 36V-30"], ["cloth", "M-8-30Q6-38 18-28T44-28V0Q32-8 18 0T-8-2Z"]] },
  mutiny: { at: [62, -62], d: [["gold", "M-24 0a24 24 0 1 1 48 0a24 24 0 1 1-48 0"], ["sack", "M6-18L-10 4H0L-6 18L11-5H1Z"]] },
  field: { at: [84, 44], d: [["gun", GUN], ["wheel", "M-18 10a17 17 0 1 1 34 0a17 17 0 1 1-34 0M-1-7V27M-18 10H16"]] },
  mountain: { at: [84, -32], d: [["gun", GUN], ["wheel", "M-12 12a11 11 0 1 1 22 0a11 11 0 1 1-22 0"]] },
  knapsack: { at: [-80, 40], d: [["sack", "M-20 22Q-26-4-14-10H14Q26-4 20 22Z"], ["sack", "M-15-10Q-15-24 0-24T15-10ZM-9 2V14M9 2V14"]] },
  uprising: { at: [-34, 48], d: [] },
  pursuit: { at: [90, 46], d: [["shoe", "M-16 22C-30-6-18-24 0-24S30-6 16 22L8 18C16-4 12-14 0-14S-16-4-8 18Z"]] },
  royal: { at: [-128, -40], d: [["gold", "M-24 18L-30-16L-12-2L0-24L12-2L30-16L24 18Z"]] },
  gomez: { at: [134, -40], d: [["gold", "M0-27L7-9L27-9L11 3L17 23L0 11L-17 23L-11 3L-27-9L-7-9Z"]] },
  battle: { at: [0, -20], d: [["blade", "M-44 44L36-36Q42-44 44-44Q44-38 38-34L-38 48ZM44 44L-36-36Q-42-44-44-44Q-44-38-38-34L38 48Z"], ["hilt", "M-46 26L-24 48M46 26L24 48"]] },
  river: { at: [0, 0], d: [["stream-sign", "M-44-10Q-22-26 0-10T44-10M-44 10Q-22-6 0 10T44 10"]] },
  wall: { at: [0, 0], d: [["wall-sign", "M-44 24V-20H-28V-8H-12V-20H4V-8H20V-20H44V24Z"]] },
};

export const isMarker = (piece) => piece.symbol in MARKERS && !isBlock(piece);

function drawMarker(piece) {
  const given = Object.fromEntries(piece.values), many = Number(given.level ?? given.strength ?? 0), uprising = piece.symbol === "uprising";
  const chosen = isChosen(piece) ? " chosen" : "";
  const drawn = el("g", { class: `counter marker m-${piece.symbol} side-${piece.side || "none"}${chosen}` }, path("frame", SMALL),
    ...MARKERS[piece.symbol].d.map(([look, d]) => path(look, d, { pathLength: 160 })));
  if (uprising) for (let i = 0; i < many; i++) drawn.append(flame(i, ""));
  else if (many) drawn.append(el("g", { class: "count", transform: "translate(20 20)" }, el("circle", { r: 15 }), el("text", { y: 7 }, many)));
  return drawn;
}

// --------------------------------------------------------------------------------------------------------- where they are

// The pieces of a space, as [piece, x, y, height, of how many]: what lies under, then stacks of blocks by side and by the
// road they are on, side by side, each farther behind the one before it; then what stands beside them.
export function around(stack, space, spaces) {
  const walls = new Set(stack.filter(({ symbol }) => symbol === "fortress").map(({ side }) => side)); // they tell who holds it
  const markers = stack.filter((piece) => isMarker(piece) && !(piece.symbol === "control" && walls.has(piece.side))), blocks = stack.filter((piece) => !isMarker(piece));
  const from = (piece) => spaces.get(piece.values.find(([key]) => key === "from")?.[1]);
  const groups = [...Map.groupBy(blocks, (piece) => `${from(piece)?.id ?? ""} ${piece.side}`).values()];
  const here = groups.filter(([piece]) => !from(piece));
  const stood = groups.flatMap((group) => {
    const road = from(group[0]), aside = road ? 0 : (here.indexOf(group) - (here.length - 1) / 2) * 112;
    const x = space.x + aside + (road ? (road.x - space.x) * 0.42 : 0), y = space.y - (road ? 0 : 52) + (road ? (road.y - space.y) * 0.42 : 0);
    return group.map((piece, i) => [piece, x + 9 * (group.length - 1 - i), y - 8 * (group.length - 1 - i), i, group.length]);
  });
  const markersOf = (under) => markers.filter((piece) => Boolean(MARKERS[piece.symbol].under) === under).map((piece) => {
    const [x, y] = beside(space, ...MARKERS[piece.symbol].at);
    return [piece, space.x + x, space.y + y, 0, 1];
  });
  return [...markersOf(true), ...stood, ...markersOf(false)];
}
