// A lesson: a position of the rulebook in which the learner makes the moves, with its dice.

import { html, render } from "./vendor/lit-html.js";
import { api } from "./net.js";
import { chip } from "./dialog.js";
import { lang, load, w } from "./i18n.js";
import { LogView } from "./log.js";
import { panelsView, tracksView } from "./panels.js";
import { promptView } from "./prompt.js";
import { announce, bar } from "./shell.js";
import { Stage } from "./stage.js";

export async function open(host, game, id) {
  await load(lang(), game);
  const lesson = new Lesson(host, game, id);
  await lesson.begin();
  return lesson;
}

class Lesson {
  at = 0;
  tab = "log";
  lesson = true;
  astray = "";          // what was chosen though the lesson goes another way

  constructor(host, game, id) {
    this.host = host;
    this.game = game;
    this.id = id;
    this.act = this.act.bind(this);
    this.undo = null;
    this.keys = (event) => this.key(event);
    addEventListener("keydown", this.keys);
  }

  async begin() {
    [this.told, this.others] = await Promise.all([this.fetch(), api("GET", `/api/games/${this.game}/lessons?lang=${lang()}`)]);
    this.draw();
    this.stage = new Stage(this.host.querySelector(".stage"), this.game, {
      act: this.act,
      why: (tries) => api("GET", `/api/games/${this.game}/lessons/${this.id}/why?at=${this.at}&lang=${lang()}&do=${encodeURIComponent(tries.slice(0, 8).join(","))}`),
      idle: () => w("lessons.done"),
      changed: () => this.draw(),
    });
    this.log = new LogView(this.stage, () => {});
    this.stage.setBoard(await api("GET", `/api/games/${this.game}/boards/${this.told.scenario}`));
    this.show();
  }

  fetch() {
    return api("GET", `/api/games/${this.game}/lessons/${this.id}?at=${this.at}&lang=${lang()}`);
  }

  close() {
    removeEventListener("keydown", this.keys);
    this.stage.close();
  }

  async language() {
    await load(lang(), this.game);
    [this.told, this.others] = await Promise.all([this.fetch(), api("GET", `/api/games/${this.game}/lessons?lang=${lang()}`)]);
    this.stage.setBoard(this.stage.model.board);
    this.show();
  }

  show() {
    const over = !this.told.do;
    this.stage.apply({ ...this.told.table, choices: over ? [] : this.told.table.choices });
    this.stage.view.showZones(this.told.table.asked.key?.startsWith("deploy") ? this.told.table.chairs.find((chair) => chair.you)?.seat ?? null : null);
    const places = this.told.table.choices.find((choice) => choice.do === this.told.do)?.targets ?? [];
    const place = places.find((id) => this.stage.model.onBoard(id)) ?? [...this.stage.model.pieces.keys()][0];
    if (!this.told.at) this.stage.view.gather();
    if (place) this.stage.view.show(place);
    announce(this.told.say || w("lessons.done"));
    this.draw();
  }

  async go(at) {
    this.at = at;
    this.astray = "";
    this.told = await this.fetch();
    this.show();
  }

  async act(choice) {
    if (choice.do === this.told.do) {
      this.stage.wait();
      await this.go(this.at + 1);
      return;
    }
    this.astray = w("lessons.not_yet", { say: this.told.say });
    this.stage.clear();
    announce(this.astray);
    this.draw();
  }

  key(event) {
    if (event.target.matches("input, textarea, select") || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]") || !this.stage) return;
    const { primary, others } = this.stage.picker.buttons();
    const places = [...(this.stage.lit?.keys() ?? [])];
    const n = Number(event.key);
    if (event.key === "Escape") this.stage.clear();
    else if (event.key === "d" || event.key === "D") primary && this.act(primary);
    else if (n >= 1 && n <= places.length) this.stage.click(places[n - 1]);
    else if (n >= 1 && others[n - 1 - places.length]) this.act(others[n - 1 - places.length]);
    else return;
    event.preventDefault();
  }

  #next() {
    const at = this.others.findIndex((other) => other.id === this.id);
    return this.others[at + 1];
  }

  draw() {
    const { told } = this;
    const ready = this.stage?.model.told;
    const next = this.#next();
    render(html`${bar(html`<h1>${told.title}</h1>`)}
      <main class="table">
        <aside class="side">
          <section class="lesson" aria-labelledby="task">
            ${told.at === 0 ? html`<p>${told.intro} ${chip(this.game, told.rule)}</p>` : ""}
            <p class="whose">${told.do ? w("lessons.step", { n: told.at + 1, all: told.steps }) : ""}</p>
            <h2 id="task" class="task">${told.say || w("lessons.done")}</h2>
            ${this.astray ? html`<p class="trouble" role="alert">${this.astray}</p>` : ""}
            <p class="row">
              ${told.do ? html`<button type="button" @click=${() => this.go(this.at + 1)}>${w("lessons.go_on")}</button>` : ""}
              ${told.at ? html`<button type="button" @click=${() => this.go(0)}>${w("lessons.again")}</button>` : ""}
              ${!told.do && next ? html`<a class="button primary" href="/lesson/${this.game}/${next.id}">${w("lessons.next")}: ${next.title}</a>` : ""}
              <a class="button" href="/">${w("lobby")}</a></p>
          </section>
          ${ready && told.do ? promptView(this.stage, this) : ""}
          <div class="tabs" role="tablist" aria-label=${w("panels")}>${["log", "armies"].map((tab) => html`
            <button type="button" role="tab" id="tab-${tab}" aria-controls="tabpanel" aria-selected=${String(this.tab === tab)} @click=${() => { this.tab = tab; this.draw(); }}>${w(`tab.${tab}`)}</button>`)}</div>
          <div class="tabpanel" id="tabpanel" role="tabpanel" aria-labelledby="tab-${this.tab}">${ready ? (this.tab === "log" ? this.log.view(ready.log?.at(-1)?.i ?? Infinity, -1) : panelsView(this.stage, "")) : ""}</div>
        </aside>
        <div class="left">${ready ? tracksView(this.stage.model) : ""}<div class="stage"></div></div>
      </main>`, this.host);
  }
}
