// A game moment by moment: slider, steps, bookmarks, and a link to where one is.

import { html, render } from "./vendor/lit-html.js";
import { api } from "./net.js";
import { lang, load, upper, w } from "./i18n.js";
import { plain, things } from "./links.js";
import { LogView } from "./log.js";
import { panelsView, tracksView } from "./panels.js";
import { announce, bar } from "./shell.js";
import { Stage } from "./stage.js";

const PAUSE = 1100;     // between two moments when it plays by itself

export async function open(host, id) {
  const about = await api("GET", `/api/sittings/${id}/about?lang=${lang()}`);
  await load(lang(), about.game);
  const replay = new Replay(host, about);
  await replay.begin();
  return replay;
}

class Replay {
  at = 0;
  shown = -1;           // the moment on the board; `at` may be on its way
  playing = 0;
  tab = "log";

  constructor(host, about) {
    this.host = host;
    this.about = about;
    this.all = about.actions;
    this.place = `tablero.bookmarks.${about.id}`;
    this.marks = JSON.parse(localStorage.getItem(this.place) ?? "[]");
    this.keys = (event) => this.key(event);
    this.hashed = () => this.go(Number(location.hash.slice(1)) || 0);
    addEventListener("keydown", this.keys);
    addEventListener("hashchange", this.hashed);
  }

  async begin() {
    this.draw();
    this.stage = new Stage(this.host.querySelector(".stage"), this.about.game, {
      act: () => {},
      why: async () => null,
      idle: () => plain(this.stage.model.log.at(-1)?.lines.join(" ") ?? ""),
      changed: () => this.draw(),
    });
    this.log = new LogView(this.stage, () => {});
    this.stage.setBoard(await api("GET", `/api/games/${this.about.game}/boards/${this.about.scenario}`));
    const wanted = location.hash ? Number(location.hash.slice(1)) : this.all;
    await this.go(Number.isFinite(wanted) ? wanted : this.all, false);
  }

  close() {
    removeEventListener("keydown", this.keys);
    removeEventListener("hashchange", this.hashed);
    clearTimeout(this.playing);
    this.playing = 0;
    this.stage.close();
  }

  async language() {
    this.about = await api("GET", `/api/sittings/${this.about.id}/about?lang=${lang()}`);
    await load(lang(), this.about.game);
    this.stage.setBoard(this.stage.model.board);
    await this.go(this.at);
  }

  /** Show the game after `n` actions; only the last of several wishes is carried out. */
  async go(n, flash = true) {
    const step = n - this.at;
    this.at = Math.max(0, Math.min(this.all, n));
    history.replaceState({ same: true }, "", `#${this.at}`);
    this.draw();
    const wish = (this.wish = Symbol("wish"));
    const update = await api("GET", `/api/sittings/${this.about.id}/moment?at=${this.at}&lang=${lang()}`);
    if (wish !== this.wish) return;
    update.choices = [];
    this.stage.apply({ ...update, whole: true, animate: Math.abs(step) === 1 });
    this.shown = this.at;
    const last = this.stage.model.log.at(-1);
    const place = flash && step === 1 && last?.lines.flatMap(things).reverse().find((id) => this.stage.model.onBoard(id));
    if (place) this.stage.show(place);
    if (last) announce(last.lines.map(plain).join(" "));
    this.draw();
  }

  async play() {
    if (this.playing) {
      clearTimeout(this.playing);
      this.playing = 0;
      this.draw();
      return;
    }
    const next = async () => {
      if (this.at >= this.all) this.playing = 0;
      else {
        this.playing = -1;
        await this.go(this.at + 1);
        if (this.playing) this.playing = setTimeout(next, PAUSE);
      }
      this.draw();
    };
    if (this.at >= this.all) await this.go(0);
    await next();
  }

  mark() {
    this.marks = this.marks.includes(this.at) ? this.marks.filter((n) => n !== this.at) : [...this.marks, this.at].sort((a, b) => a - b);
    localStorage.setItem(this.place, JSON.stringify(this.marks));
    this.draw();
  }

  async link() {
    const address = `${location.origin}/replay/${this.about.id}#${this.at}`;
    await navigator.clipboard?.writeText(address).then(() => announce(w("copied")), () => {});
  }

  key(event) {
    if (event.target.matches("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const away = !event.target.closest(".stage") && !event.target.closest("[role=tablist]");
    if (event.key === "ArrowRight" && away) this.go(this.at + 1);
    else if (event.key === "ArrowLeft" && away) this.go(this.at - 1);
    else if (event.key === " " && event.target === document.body) this.play();
    else return;
    event.preventDefault();
  }

  draw() {
    const told = this.stage?.model.told;
    const step = (name, sign, n, off) => html`<button type="button" title=${w(`replay.${name}`)} aria-label=${w(`replay.${name}`)} ?disabled=${off} @click=${() => this.go(n)}>${sign}</button>`;
    render(html`${bar(html`<h1>${w("replay.title")}: ${this.about.title}</h1>`)}
      <main class="table">
        <aside class="side">
          <section class="player" data-moment=${this.shown} aria-label=${w("replay.title")}>
            ${this.about.over ? html`<h2>${upper(this.about.result)}</h2>` : ""}
            <label><span>${w("replay.moment", { n: this.at, all: this.all })}</span>
              <input type="range" min="0" max=${this.all} .value=${String(this.at)} @input=${(event) => this.go(Number(event.target.value))}></label>
            <p class="row">${step("first", "|◀", 0, !this.at)}${step("back", "◀", this.at - 1, !this.at)}
              <button type="button" class="primary" @click=${() => this.play()}>${this.playing ? w("replay.stop") : w("replay.play")}</button>
              ${step("forward", "▶", this.at + 1, this.at >= this.all)}${step("last", "▶|", this.all, this.at >= this.all)}</p>
            <p class="row"><button type="button" @click=${() => this.mark()}>${this.marks.includes(this.at) ? w("replay.unmark") : w("replay.mark")}</button>
              <button type="button" @click=${() => this.link()}>${w("replay.link")}</button>
              <a class="button" href="/table/${this.about.id}">${w("replay.table")}</a></p>
            ${this.marks.length ? html`<p class="row">${w("replay.bookmarks")}: ${this.marks.map((n) => html`<button type="button" class="chip" @click=${() => this.go(n)}>${n}</button>`)}</p>` : ""}
          </section>
          <div class="tabs" role="tablist" aria-label=${w("panels")}>${["log", "armies"].map((tab) => html`
            <button type="button" role="tab" id="tab-${tab}" aria-controls="tabpanel" aria-selected=${String(this.tab === tab)} @click=${() => { this.tab = tab; this.draw(); }}>${w(`tab.${tab}`)}</button>`)}</div>
          <div class="tabpanel" id="tabpanel" role="tabpanel" aria-labelledby="tab-${this.tab}">${told ? (this.tab === "log" ? this.log.view(told.log?.at(-1)?.i ?? Infinity, -1) : panelsView(this.stage, "")) : ""}</div>
        </aside>
        <div class="left">${told ? tracksView(this.stage.model) : ""}<div class="stage"></div></div>
      </main>`, this.host);
    const log = this.host.querySelector(".log");
    if (log) log.scrollTop = log.scrollHeight;
  }
}
