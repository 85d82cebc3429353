// Types that only the page uses; those of messages are in types.d.ts.

import type { BoardView } from "./board.js";
import type { Chart } from "./chart.js";
import type { Names } from "./names.js";
import type { Stage } from "./stage.js";
import type { Answer, Choice, LogLine, Message, Order, Panel, Piece, Refused, Space, Track } from "./types";
import type { TemplateResult } from "./vendor/lit-html.js";

/** An event that a listener of a template hears, from an element of one kind; what it has not is undefined. */
export type Heard<E = HTMLInputElement> = Event & { target: E; currentTarget: E; key: string; pointerType: string };

/** A message of one kind, to which its id is added when it is sent; and what it is answered. */
export type Sent<T extends Message["type"]> = { type: T } & Omit<Extract<Message, { type: T }>, "id" | "type">;
export type Answered<T> = Extract<Answer, { type: T extends "why" | "reach" | "uses" ? T : "done" }>;

/** What a template may hold. */
export type Content = TemplateResult | Node | string | number | null | undefined | Content[];

export type Words = Record<string, string>;

/** Across and down. */
export type Point = number[];

/** Left, top, right, low. */
export type Box = [number, number, number, number];

/** A space of a board in units of the sheet. */
export interface Place extends Space {
  key: number | string;
  area?: Point[];
  flat?: boolean;
}

/** A piece with where it is drawn, and its height in a stack of so many. */
export type Placed = [piece: Piece, x: number, y: number, height: number, many: number];

/** Something drawn under the spaces, in units of the sheet. */
export interface MapShape {
  kind: string;
  name: string;
  points: Point[];
}

/** One of the maps on a sheet. */
export interface MapFrame {
  left: number;
  top: number;
  right: number;
  low: number;
  shapes: MapShape[];
  spaces: Place[];
}

/** A point of a curve, and the direction in which it runs there. */
export interface Traced {
  x: number;
  y: number;
  dx: number;
  dy: number;
}

/** Spaces along a road or river, and how many ways lead on from each end. */
export interface Chain {
  course: string[];
  ends: number[];
}

/** Where a name may stand. */
export interface NameSpot {
  lines: string[];
  size: number;
  cx: number;
  box: Box;
  far: number;
  off?: boolean;
}

/** A name on the map: the spaces it belongs to, how it is written, and where. */
export interface Name {
  name: string;
  look: string;
  spaces: Place[];
  node: SVGElement;
  x: number;
  y: number;
  left: number;
  right: number;
  top: number;
  low: number;
  k?: number;
  spots: NameSpot[];
  spot?: NameSpot;
  kept?: Map<number, { spot: NameSpot; absent: boolean }>;
}

/** A lit thing: its number, what a click on it does, and the way there if it is several actions away. */
export interface Lit {
  n?: number | null;
  kind?: string;
  label: string;
  odds?: string;
  way?: string[];
  rolls?: string;
  /** why nothing can come of it */
  vain?: string;
}

/** What a click comes to. */
export interface Clicked {
  do?: Choice;
  which?: Choice[];
  things?: string[];
  again?: boolean;
  far?: string;
  why?: string[];
}

/** A piece on the board: its element, where it is (NaN until it is placed), and how high its stack is if it lies on top. */
export interface Shown {
  g: SVGElement;
  piece: Piece;
  look?: string;
  many?: number;
  x: number;
  y: number;
  glide?: Animation;
}

/** What is to be seen of a table at one moment. */
export interface Scene {
  pieces: Map<string, Piece>;
  tracks: Map<string, Track>;
  panels: Map<string, Panel>;
  marks: [string, string][];
  inset: string;
}

/** What happened at once: what was seen afterwards, and what was told. */
export interface Moment {
  scene: Scene;
  lines: LogLine[];
}

/** What the page of a table or a lesson does for its stage. */
export interface Hooks {
  act(choice: Choice): unknown;
  why(tries: string[]): Promise<{ text: string; rule: string } | undefined>;
  idle(): string;
  changed(): void;
  /** Ask no more whether somebody reacts with a thing, or do so again. */
  quiet?(thing: string): unknown;
  /** What rules forbid to do with a thing now. */
  refused?(thing: string): Promise<Refused[]>;
  /** Play the actions that lead to a place. */
  go?(place: string): unknown;
}

/** What those who show a board want to hear from it. */
export interface BoardHooks {
  onPick?: (id: string, event: Event | null) => unknown;
  onHover?: (id: string | null) => unknown;
  onFan?: (at: string) => unknown;      // a stack is fanned out
  onMove?: () => unknown;
  describe?: (id: string) => string;
  name?: (id: string) => string;
}

/** What a page offers to those who answer a prompt; a replay offers nothing, a lesson little. */
export interface Answers {
  act(choice: Choice): unknown;
  lesson?: boolean;
  since?: string;
  undo?: (() => unknown) | null;
  hints?: { button(): Content, view(): Content };
  decline?(how?: "phase" | "fight"): unknown;
  quiet?(thing: string): unknown;
  prepare?(): unknown;
  prepares?(key: string): boolean;
  send?(message: Sent<"ask_again" | "stop">): unknown;
}

/** A page: `close` ends it, `language` writes it anew. */
export interface OpenPage {
  close?(): void;
  language?(): unknown;
}

/** What web/games/<code>.js may export: drawings that a look cannot describe. */
export interface GameModule {
  factors?(info: Words): string;
  panel?(stage: Stage, panel: Panel): Content;
  orders?(stage: Stage, seat: string, give: (orders: Order[]) => unknown): Content;
  marker?(piece: Piece, many: number): Node[] | null;
  place?(space: Place): Node[];
  legend?(chart: Chart, maps: MapFrame[], text: Words): Node[];
}

/** hexmap.js or pointmap.js. */
export interface MapModule {
  map(chart: Chart, text: Words, marks: [string, string][]): { land: SVGElement; crossed: SVGElement; names: Names };
  marked(chart: Chart, marks: [string, string][]): SVGElement;
  network?(chart: Chart, marks: [string, string][]): Node[];
  zones?(chart: Chart, side: string, text: Words): Node[];
}

/** A board as others see it. */
export type View = BoardView;
