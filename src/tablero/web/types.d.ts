// Written by tools/page_types.py from the server's message types: do not edit.

/** What the page sends over its socket. */
export type Message =
  Act | AskAgain | Orders | Quiet | Undo | Offer | Reply | Resign | Say | Gesture | Stop | Why | Reach | Uses | Ping;

/** What it is answered; updates come besides. */
export type Answer =
  Changed | Explained | Ways | RefusedUses | Pong | Failed;

/** What a request takes and what it is answered, by its method and address without a query. */
export type Route<R extends string> =
  R extends `GET /api/games/${string}/lessons/${string}/why` ? [undefined, Reason] :
  R extends `GET /api/games/${string}/boards/${string}` ? [undefined, Board] :
  R extends `GET /api/games/${string}/goals/${string}` ? [undefined, Goals] :
  R extends `GET /api/games/${string}/rules/${string}` ? [undefined, RuleText] :
  R extends `GET /api/games/${string}/lessons/${string}` ? [undefined, Lesson] :
  R extends `POST /api/me/notices/test` ? [TestBody, null] :
  R extends `GET /api/games/${string}/look` ? [undefined, Look] :
  R extends `GET /api/games/${string}/text` ? [undefined, Record<string, string>] :
  R extends `GET /api/games/${string}/book` ? [undefined, ChapterText[]] :
  R extends `GET /api/games/${string}/aid` ? [undefined, Aid] :
  R extends `GET /api/sittings/${string}/about` ? [undefined, SittingInfo] :
  R extends `GET /api/sittings/${string}/hint` ? [undefined, Hint] :
  R extends `GET /api/games/${string}/guide` ? [undefined, GuideInfo] :
  R extends `POST /api/sittings/${string}/act` ? [ActBody, Done] :
  R extends `POST /api/sittings/${string}/ask_again` ? [UndoBody, Done] :
  R extends `POST /api/sittings/${string}/orders` ? [OrdersBody, Done] :
  R extends `POST /api/sittings/${string}/quiet` ? [QuietBody, Done] :
  R extends `POST /api/sittings/${string}/undo` ? [UndoBody, Done] :
  R extends `POST /api/sittings/${string}/offer` ? [OfferBody, Done] :
  R extends `POST /api/sittings/${string}/reply` ? [ReplyBody, Done] :
  R extends `POST /api/sittings/${string}/resign` ? [UndoBody, Done] :
  R extends `POST /api/sittings/${string}/chat` ? [SayBody, Done] :
  R extends `GET /api/sittings/${string}/chat` ? [undefined, ChatLine[]] :
  R extends `POST /api/sittings/${string}/mute` ? [Mute, Done] :
  R extends `POST /api/sittings/${string}/prepare` ? [UndoBody, Done] :
  R extends `GET /api/sittings/${string}/why` ? [undefined, Reason] :
  R extends `GET /api/sittings/${string}/moment` ? [undefined, Update] :
  R extends `GET /api/sittings/${string}/goals` ? [undefined, Goals] :
  R extends `GET /api/sittings/${string}/since` ? [undefined, Update[]] :
  R extends `GET /api/sittings/${string}/record` ? [undefined, never] :
  R extends `GET /api/sittings/${string}/proof` ? [undefined, Proved] :
  R extends `GET /api/sittings/${string}/summary` ? [undefined, Summary] :
  R extends `GET /api/sittings/${string}/note` ? [undefined, Note] :
  R extends `PUT /api/sittings/${string}/note` ? [Note, null] :
  R extends `POST /api/sittings/${string}/invites` ? [SeatName, Invite] :
  R extends `POST /api/sittings/${string}/seats` ? [SeatBody, Done] :
  R extends `POST /api/sittings/${string}/sit` ? [SitBody, Done] :
  R extends `POST /api/sittings/${string}/listed` ? [ListBody, Done] :
  R extends `GET /api/sittings/${string}/here` ? [undefined, Here] :
  R extends `POST /api/sittings/${string}/rematch` ? [undefined, Created] :
  R extends `GET /api/games/${string}/lessons` ? [undefined, LessonInfo[]] :
  R extends `GET /api/me/notices` ? [undefined, Notices] :
  R extends `PUT /api/me/notices` ? [NoticesBody, Notices] :
  R extends `POST /api/me/push` ? [PushBody, Notices] :
  R extends `PUT /api/me/settings` ? [Settings, null] :
  R extends `GET /api/sittings/${string}` ? [undefined, Update] :
  R extends `DELETE /api/sittings/${string}` ? [undefined, null] :
  R extends `DELETE /api/sessions/${string}` ? [undefined, null] :
  R extends `GET /api/invites/${string}` ? [undefined, Invitation] :
  R extends `POST /api/invites/${string}` ? [TakeBody, Invited] :
  R extends `GET /api/tables/${string}` ? [undefined, Invitation] :
  R extends `POST /api/tables/${string}` ? [SitBody, Invited] :
  R extends `GET /api/games` ? [undefined, GameInfo[]] :
  R extends `GET /api/text` ? [undefined, Record<string, string>] :
  R extends `GET /api/sittings` ? [undefined, SittingInfo[]] :
  R extends `POST /api/sittings` ? [NewSitting, Created] :
  R extends `POST /api/guides` ? [NewGuide, Created] :
  R extends `GET /api/house` ? [undefined, House] :
  R extends `POST /api/welcome` ? [Welcome, null] :
  R extends `GET /api/me` ? [undefined, Me] :
  R extends `POST /api/me` ? [NewPlayer, Me] :
  R extends `POST /api/account` ? [NewAccount, Me] :
  R extends `POST /api/session` ? [Account, Me] :
  R extends `DELETE /api/session` ? [undefined, null] :
  R extends `GET /api/sessions` ? [undefined, Session[]] :
  R extends `DELETE /api/sessions` ? [undefined, null] :
  R extends `GET /api/tables` ? [undefined, Tables] :
  R extends `GET /api/history` ? [undefined, History] :
  R extends `GET /api/ratings` ? [undefined, Rated[]] :
  never;

/** What has changed since the last message to this seat; `whole` if everything is in it. */
export interface Update {
  type: "update";
  version: number;
  stamp: number;
  asked: Asked;
  choices: Choice[];
  chairs: Chair[];
  order?: number[];
  whole?: boolean;
  board?: string;
  pieces?: Piece[];
  gone?: string[];
  tracks?: Track[];
  panels?: Panel[];
  rows?: ([string, number, ([string, string])[]])[];
  marks?: ([string, string])[] | null;
  hands?: Hand[] | null;
  inset?: string;
  log?: LogLine[];
  struck?: number[];
  chat?: ChatLine[];
  muted?: string[];
  outlook?: Foreseen[];
  declined?: string[];
  quiet?: string[];
  orders?: Order[];
  going_on?: number;
  actions?: number;
  can_undo?: boolean;
  offer?: Proposal | null;
  paused?: boolean;
  over?: boolean;
  result?: string;
  commitment?: string;
  shares?: string[];
  seed?: string;
  started?: boolean;
  spectators?: boolean;
  listed?: boolean;
  rematch?: string;
  rematch_by?: string;
}

/** The prompt. */
export interface Asked {
  text: string;
  rule?: string;
  key?: string;
  decline?: string;
  topic?: string;
  passing?: boolean;
  grace?: boolean;
  closes?: number | null;
  held?: string;
  fight?: boolean;
  far?: boolean;
}

/** An option as a client shows it. */
export interface Choice {
  do: string;
  targets: string[];
  label: string;
  rolls?: string;
  shows?: string;
  may_show?: string;
  odds?: string;
  waste?: string;
  vain?: string;
  only?: string;
  closes?: number;
  n?: number;
}

/** Who sits in a seat. */
export interface Chair {
  seat: string;
  title: string;
  name?: string;
  bot?: string;
  you?: boolean;
  awaited?: boolean;
  left?: number | null;
  ally?: boolean;
}

/** A counter, block or marker where a seat sees it. */
export interface Piece {
  id: string;
  at: string;
  side: string;
  symbol: string;
  name: string;
  order: number;
  facing: number;
  values: ([string, string])[];
  badges: string[];
}

/** A row of boxes with a marker on it. */
export interface Track {
  id: string;
  name: string;
  value: number;
  length: number;
  side: string;
  boxes: string[];
  zones: ([number, string])[];
}

/** A list beside the board: an order of battle, a pile, a hand. Its cells are numbers, things or message keys. */
export interface Panel {
  id: string;
  name: string;
  side: string;
  rows: (([string, string])[])[];
}

/** The cards a side holds: those that the seat may see, and the number of all. */
export interface Hand {
  side: string;
  cards: string[];
  count: number;
}

/** A line of the log. */
export interface LogLine {
  i: number;
  n: number;
  seat: string;
  lines: string[];
  heads?: number[];
  dice?: string[];
  fights?: number[];
  titles?: string[];
  great?: number[];
  sheets?: (([string, string, string, string])[])[];
  undone?: boolean;
  notice?: boolean;
}

/** A chat message. */
export interface ChatLine {
  n: number;
  name: string;
  text: string;
  side?: boolean;
}

/** What will be judged soon, or could end the game at once, and how it stands. */
export interface Foreseen {
  text: string;
  rule?: string;
}

/** An answer that a seat has given beforehand. */
export interface Order {
  do: string[];
  when?: string[][];
  once?: boolean;
}

export interface Proposal {
  seat: string;
  what: string;
  back_to?: number;
  yours?: boolean;
  of?: string;
  bot?: string;
}

/** What went wrong: a stable code for programs, a text for people, and the rule it concerns. */
export interface Problem {
  code: string;
  text: string;
  rule?: string;
}

export interface Act {
  type: "act";
  id: string;
  do: string;
  stamp: number;
  standing?: boolean | string;
  wait?: number;
}

/** Ask me again what I have declined for the rest of the phase. */
export interface AskAgain {
  type: "ask_again";
  id: string;
}

/** Answer for me as these orders say: all of mine. */
export interface Orders {
  type: "orders";
  id: string;
  orders: Order[];
}

/** Do not ask me for these things and kinds of chances until I say so: all of mine. */
export interface Quiet {
  type: "quiet";
  id: string;
  things: string[];
}

/** Take back my last action. */
export interface Undo {
  type: "undo";
  id: string;
}

export interface Offer {
  type: "offer";
  id: string;
  what: string;
  back_to?: number;
  of?: string;
  bot?: string;
}

export interface Reply {
  type: "reply";
  id: string;
  accept: boolean;
}

/** Give up. */
export interface Resign {
  type: "resign";
  id: string;
}

export interface Say {
  type: "say";
  id: string;
  text: string;
  side?: boolean;
}

/** Play the actions that a click on something far stands for, as far as nothing intervenes. */
export interface Gesture {
  type: "gesture";
  id: string;
  to: string;
  stamp: number;
  wait?: number;
}

/** Drop the rest of my gesture, which waits until others have let their chances to react go by. */
export interface Stop {
  type: "stop";
  id: string;
}

/** Why is this not allowed? A text form, or several that a click could have meant. */
export interface Why {
  type: "why";
  id: string;
  tries: string[];
}

/** What can I click that is farther than one action? To be asked where `Asked.far` is set. */
export interface Reach {
  type: "reach";
  id: string;
}

/** What could I do with this thing if no rule forbade it? */
export interface Uses {
  type: "uses";
  id: string;
  of: string;
}

export interface Ping {
  type: "ping";
  id?: string;
}

export interface Changed {
  type: "done";
  id: string;
  n: number;
}

export interface Explained {
  type: "why";
  id: string;
  rule: string;
  text: string;
}

/** By what can be clicked: what a click on it does. */
export interface Ways {
  type: "reach";
  id: string;
  ways: Record<string, Way>;
}

/** What a click on something far does. */
export interface Way {
  things: string[];
  label?: string;
  rolls?: string;
}

export interface RefusedUses {
  type: "uses";
  id: string;
  refused: Refused[];
}

/** What a beginner would try, and the rule that forbids it now. */
export interface Refused {
  label: string;
  rule: string;
  text: string;
}

/** The server is there. */
export interface Pong {
  type: "pong";
  id: string;
}

export interface Failed {
  type: "error";
  id: string;
  code: string;
  text: string;
  rule: string;
}

export interface Reason {
  rule: string;
  text: string;
}

export interface Board {
  id: string;
  layout: string;
  width: number;
  height: number;
  spaces: Space[];
  lines: Line[];
  shapes: Shape[];
  cards: Card[];
  insets: Board[];
}

/** A place on a board: a hex, or a point of a point-to-point map. */
export interface Space {
  id: string;
  x: number;
  y: number;
  terrain: string;
  name: string;
  marks: string[];
}

/** Something drawn between two spaces: a road, a river, a border. */
export interface Line {
  a: string;
  b: string;
  kind: string;
}

/** Something drawn under the spaces: land, a river, a border, the frame of a second map. */
export interface Shape {
  kind: string;
  points: number[];
  name: string;
}

/** A card as printed; messages "<id>.name", ".when" and ".effect" with "card." for "card:". */
export interface Card {
  id: string;
  side: string;
  kind: string;
  year: number;
  values: ([string, string])[];
  reacts: string[];
}

/** How to win, in words. */
export interface Goals {
  aims: Clause[];
  points: Clause[];
  ends: Clause[];
}

/** A sentence or two of how to win. */
export interface Clause {
  text: string;
  sides: string[];
  points: string;
  rule: string;
}

export interface RuleText {
  id: string;
  kind: string;
  title: string;
  text: string;
  see: string[];
  readings: ReadingText[];
  links: Record<string, string>;
}

export interface ReadingText {
  id: string;
  question: string;
}

/** A lesson after some of its steps. */
export interface Lesson {
  id: string;
  title: string;
  intro: string;
  rule: string;
  scenario: string;
  at: number;
  steps: number;
  say: string;
  do: string;
  table: Update;
}

export interface TestBody {
  way: "mail" | "push" | "webhook";
}

export interface Look {
  module?: boolean;
  sides?: Record<string, SideLook>;
  blocks?: string[];
  symbols?: Record<string, SymbolLook>;
  markers?: Record<string, MarkerLook>;
  badges?: Record<string, BadgeLook>;
  values?: Record<string, ValueLook>;
  places?: Record<string, PlaceLook>;
  signs?: Record<string, SignLook>;
  front?: boolean;
  allied?: string[][];
  network?: boolean;
  pulled?: Record<string, [string, string]>;
  closing?: string[];
  apart?: string[];
  by_name?: string[];
  quiet?: string[];
  fights?: Record<string, number>;
  great?: string[];
  headings?: Record<string, number>;
}

/** How a side, or a seat, is told apart: by colour, and by shapes for those who see no colour. */
export interface SideLook {
  colours: [string, string, string, string];
  flag?: string;
  outline?: string;
  hatch?: string;
  canton?: [string, string] | null;
  emblem?: string;
}

export interface SymbolLook {
  draw?: ([string, string])[];
  icon?: ([string, string])[];
  hidden?: boolean;
}

/** A piece that stands beside the stack of its space, not in it. */
export interface MarkerLook {
  draw?: ([string, string])[];
  at?: [number, number];
  under?: boolean;
  fixed?: boolean;
  room?: number;
  unless?: string;
}

export interface BadgeLook {
  draw?: string;
  paint?: string;
  at?: [number, number] | null;
  sign?: string;
  dy?: number;
  frame?: boolean;
  chosen?: boolean;
  flat?: boolean;
  harm?: boolean;
}

/** How a number of a piece is written on it. */
export interface ValueLook {
  ring?: boolean;
  plus?: boolean;
  aside?: boolean;
  told?: boolean;
  on_block?: number | null;
  tinted?: boolean;
}

/** A place of a map of points, by its mark `type.<name>`. */
export interface PlaceLook {
  draw?: ([string, string])[];
  lettering?: string;
}

/** What a mark adds to a place. */
export interface SignLook {
  draw?: ([string, string])[];
  at?: [number, number];
  scale?: number;
}

export interface ChapterText {
  number: string;
  title: string;
  rules: RuleText[];
}

export interface Aid {
  sheets: Sheet[];
  charts: Chart[];
  terms: Term[];
}

/** A page of words: the sequence of play, a combat step by step. */
export interface Sheet {
  id: string;
  title: string;
  lines: SheetLine[];
}

/** A line of a sheet. */
export interface SheetLine {
  text: string;
  rules: string[];
}

/** A table of figures or facts. Those of the part `tables` belong on a player's aid; the others are lists. */
export interface Chart {
  id: string;
  part: string;
  title: string;
  heads: string[];
  rows: ChartRow[];
  notes: string[];
  rules: string[];
  sources: string[];
}

export interface ChartRow {
  cells: string[];
  rules: string[];
}

/** A word of the game that is no rule, and what it means. */
export interface Term {
  title: string;
  text: string;
}

export interface SittingInfo {
  id: string;
  game: string;
  scenario: string;
  title: string;
  name: string;
  created: number;
  changed: number;
  seats: Chair[];
  actions: number;
  over: boolean;
  result: string;
  yours: boolean;
  your_turn: boolean;
  preparation: string[];
  reactions: string;
  window: number;
  bots: string[];
  outcome: string;
  kept: string;
  spectators: boolean;
  guide: boolean;
}

/** What a bot would do in this seat, and why; both with links to things. */
export interface Hint {
  stamp: number;
  do: string;
  label: string;
  reason: string;
  second: string;
  through: boolean;
}

/** A guided first game in words. */
export interface GuideInfo {
  title: string;
  seat: string;
  chapters: ChapterInfo[];
  end: string;
}

export interface ChapterInfo {
  id: string;
  title: string;
  text: string;
  prompts: string[];
  rule: string;
}

export interface Done {
  n: number;
}

export interface ActBody {
  id: string;
  do: string;
  stamp: number;
  seat?: string;
  standing?: boolean | string;
}

export interface UndoBody {
  id: string;
  seat?: string;
}

export interface OrdersBody {
  id: string;
  orders: Order[];
  seat?: string;
}

export interface QuietBody {
  id: string;
  things: string[];
  seat?: string;
}

export interface OfferBody {
  id: string;
  what: string;
  back_to?: number;
  seat?: string;
  of?: string;
  bot?: string;
}

export interface ReplyBody {
  id: string;
  accept: boolean;
  seat?: string;
}

export interface SayBody {
  id: string;
  text: string;
  side?: boolean;
  seat?: string;
}

export interface Mute {
  line: number;
  on?: boolean;
}

/** The check of a record in words. */
export interface Proved {
  told: string[];
  whole: boolean;
}

/** All of it; sides are given by their index. */
export interface Summary {
  result: string;
  actions: number;
  sides: SideSum[];
  turns: number[];
  curve: Sample[];
  sources: Row[];
  meters: MeterSum[];
  losses: Row[];
  fights: Row[];
  moments: Told[];
  turning: Told[];
  luck: LuckRow[];
}

export interface SideSum {
  seats: string[];
  title: string;
}

/** How points stood after an action. */
export interface Sample {
  n: number;
  points: number[];
  sources: number[][];
}

/** A line of a table, with a number for each side. */
export interface Row {
  title: string;
  values: number[];
}

/** Something besides the points that rose and fell. */
export interface MeterSum {
  title: string;
  curve: MeterPoint[];
  sources: Row[];
}

export interface MeterPoint {
  n: number;
  value: number;
}

/** Something with the moment to look at. */
export interface Told {
  n: number;
  text: string;
  side: number;
  points: number;
  source: string;
}

export interface LuckRow {
  title: string;
  sides: (Dice | null)[];
}

/** All dice of a kind that a side rolled. */
export interface Dice {
  rolls: number;
  got: number;
  mean: number;
  deviation: number;
  n: number;
}

export interface Note {
  text: string;
}

export interface Invite {
  token: string;
  expires: number;
}

export interface SeatName {
  seat: string;
}

export interface SeatBody {
  seat: string;
  bot?: string;
}

export interface SitBody {
  seat: string;
  share?: string;
}

export interface ListBody {
  on: boolean;
}

/** Who is connected to a table: nothing is told of what they do there. */
export interface Here {
  seats: string[];
  watching: number;
}

export interface Created {
  id: string;
  commitment: string;
}

export interface LessonInfo {
  id: string;
  title: string;
  intro: string;
}

export interface Notices {
  email: string;
  webhook: string;
  webhook_secret: string;
  lang: string;
  mail: boolean;
  push: string[];
}

export interface NoticesBody {
  email?: string;
  webhook?: string;
  lang?: string;
}

export interface PushBody {
  browser: Subscription;
  on?: boolean;
}

/** Where a browser is reached, and its keys. */
export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface Settings {
  settings: string;
}

/** All that one wants to know before one accepts. */
export interface Invitation {
  sitting: string;
  seat: string;
  commitment: string;
  by: string;
  side: string;
  yours: boolean;
  table: SittingInfo;
  clock: Clock;
  options: ([string, string])[];
  spectators: boolean;
}

/** How time is counted: not at all, in live minutes with an increment, or in days a move with a bank. */
export interface Clock {
  kind?: string;
  bank?: number;
  each?: number;
}

export interface Invited {
  sitting: string;
  seat: string;
  commitment: string;
}

export interface TakeBody {
  share?: string;
}

export interface GameInfo {
  code: string;
  title: string;
  subtitle: string;
  length: string;
  complexity: string;
  seats: ([string, string])[];
  scenarios: ScenarioInfo[];
  first: string;
  options: OptionInfo[];
  bots: string[];
  chances: boolean;
  allies: boolean;
  guide: boolean;
  art: string;
}

export interface ScenarioInfo {
  id: string;
  title: string;
  gloss: string;
  intro: string;
  hours: [number, number];
  turns: number;
  pieces: number;
}

export interface OptionInfo {
  id: string;
  title: string;
  text: string;
  values: ([string, string])[];
}

export interface NewSitting {
  game: string;
  scenario: string;
  seats: string[];
  options?: Record<string, string>;
  name?: string;
  spectators?: boolean;
  clock?: Clock;
  record?: string;
  reactions?: "" | "ask" | "quick" | "timed";
  window?: number;
  listed?: boolean;
  heirs?: boolean;
}

export interface NewGuide {
  game: string;
}

export interface House {
  accounts: boolean;
  mail: boolean;
  openers: string;
  may_open: boolean;
  push: string;
  ratings: boolean;
  me: Me | null;
}

export interface Me {
  id: string;
  name: string;
  login: string | null;
  settings: string;
  token: string;
}

export interface Welcome {
  token: string;
}

export interface NewPlayer {
  name: string;
}

export interface NewAccount {
  login: string;
  password: string;
  old?: string;
}

export interface Account {
  login: string;
  password: string;
}

export interface Session {
  id: string;
  browser: string;
  since: number;
  here: boolean;
}

export interface Tables {
  open: OthersTable[];
  watch: OthersTable[];
  kept: OthersTable[];
  online: string[];
}

/** A table of somebody else. */
export interface OthersTable {
  id: string;
  game: string;
  scenario: string;
  title: string;
  name: string;
  created: number;
  changed: number;
  seats: Chair[];
  actions: number;
  over: boolean;
  result: string;
  yours: boolean;
  your_turn: boolean;
  preparation: string[];
  reactions: string;
  window: number;
  bots: string[];
  outcome: string;
  kept: string;
  spectators: boolean;
  guide: boolean;
  by: string;
}

export interface History {
  games: SittingInfo[];
  page: number;
  more: boolean;
}

/** Somebody's rating in a game. */
export interface Rated {
  name: string;
  value: number;
  deviation: number;
  games: number;
}
