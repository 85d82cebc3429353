// @ts-check
// Talking to the server: requests, and a socket that reconnects by itself.

/**
 * @import { Answer, Choice, House, Message, Route, Update } from "./types"
 * @import { Answered, Sent } from "./internal"
 */

/** What the server offers, and who I am once I have a name. @type {House} */
export const session = { me: null, accounts: false, mail: false, push: "", ratings: false, openers: "everybody",
  may_open: true };

/**
 * @template {string} M
 * @template {string} P
 * @typedef {Route<P extends `${infer Address}?${string}` ? `${M} ${Address}` : `${M} ${P}`>} Asking
 */

export class Problem extends Error {
  /** @param {{code: string, text?: string, rule?: string}} problem */
  constructor({ code, text = "", rule = "" }) {
    super(text);
    this.code = code;
    this.text = text;
    this.rule = rule;
  }
}

/**
 * A request, in the language of the page; an error is thrown as a Problem.
 * @template {string} M @template {string} P @param {M} method @param {P} path @param {Asking<M, P>[0]} [body]
 * @returns {Promise<Asking<M, P>[1]>}
 */
export async function api(method, path, body) {
  let response;
  try {
    const headers = { "content-type": "application/json", "accept-language": document.documentElement.lang };
    response = await fetch(path, { method, headers, body: JSON.stringify(body) });
  } catch {
    throw new Problem({ code: "offline" });
  }
  const found = await response.json().catch(() => null);
  if (!response.ok) throw new Problem(found?.code ? found : { code: "fault" });
  return found;
}

/** A fresh id for a message; works without HTTPS too. */
export function freshId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const PING = 20_000;
const PATIENCE = 12_000;        // without an answer to a ping the line is dead
const LONGEST = 15_000;         // between two tries to connect

/**
 * The socket of a seat. `address()` is asked at every connection; `update(message)` gets every update of the server;
 * `state("open" | "lost" | "refused")` follows the line. What was sent and not yet answered is sent again, with the
 * same id, after a reconnection: the server does nothing twice.
 */
export class Wire {
  /** @type {WebSocket | null} */ #socket = null;
  /** @type {Map<string, {message: Message, resolve: (answer: any) => void, reject: (problem: Problem) => void}>} */
  #waiting = new Map();
  /** What was sent of choices, by their numbers. @type {Map<number | undefined, Choice>} */
  #choices = new Map();
  #tries = 0;
  #timer = 0;
  #heard = 0;
  #ended = false;

  /**
   * @param {() => string} address @param {(update: Update) => void} update
   * @param {(line: string, tries?: number) => void} state
   */
  constructor(address, update, state) {
    this.address = address;
    this.update = update;
    this.state = state;
    this.beat = setInterval(() => this.#ping(), PING);
    this.wake = () => this.#tries && this.#open();
    this.sleep = () => {
      const old = this.#socket;
      this.#socket = null;
      old?.close();
      this.#lost();
    };
    addEventListener("online", this.wake);
    addEventListener("offline", this.sleep);
    this.#open();
  }

  /**
   * Send a message that gets an answer of its own.
   * @template {Message["type"]} T @param {Sent<T>} message @returns {Promise<Answered<T>>}
   */
  send(message) {
    const id = freshId(), whole = /** @type {Message} */ (/** @type {unknown} */ ({ ...message, id }));
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { message: whole, resolve, reject });
      this.#put(whole);
    });
  }

  /** Reconnect, for another seat or in another language. */
  reopen() {
    this.#tries = 0;
    this.#open();
  }

  close() {
    this.#ended = true;
    clearInterval(this.beat);
    clearTimeout(this.#timer);
    removeEventListener("online", this.wake);
    removeEventListener("offline", this.sleep);
    this.#socket?.close();
  }

  /** @param {Message} message */
  #put(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #open() {
    clearTimeout(this.#timer);
    const old = this.#socket;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.address()}`);
    this.#socket = socket;
    old?.close();
    socket.onopen = () => {
      this.#tries = 0;
      this.#heard = Date.now();
      this.state("open");
      for (const { message } of this.#waiting.values()) this.#put(message);
    };
    socket.onmessage = (event) => socket === this.#socket && this.#hear(JSON.parse(event.data));
    socket.onclose = () => socket === this.#socket && !this.#ended && this.#lost();
  }

  #lost() {
    this.#tries += 1;
    this.state("lost", this.#tries);
    const pause = Math.min(LONGEST, 300 * 2 ** Math.min(this.#tries, 6)) * (0.75 + Math.random() / 2);
    this.#timer = setTimeout(() => this.#open(), pause);
  }

  #ping() {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.#heard > PING + PATIENCE) this.#socket.close();
    else this.#put({ type: "ping" });
  }

  /** An update with all its choices: those that were sent before come by their numbers. @param {Update} update */
  #complete(update) {
    for (const choice of update.choices) this.#choices.set(choice.n, choice);
    if (!update.order) return update;
    return { ...update, choices: update.order.flatMap((n) => this.#choices.get(n) ?? []) };
  }

  /** @param {Update | Answer} message */
  #hear(message) {
    this.#heard = Date.now();
    if (message.type === "update") return this.update(this.#complete(message));
    const asked = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.type === "error") asked?.reject(new Problem(message));
    else asked?.resolve(message);
  }
}
