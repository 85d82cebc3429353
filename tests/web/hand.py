"""A hand that plays by clicking: it knows no rule, only what is lit and which buttons there are."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

from tests.web.browser import PATIENCE, Visitor

# What can be clicked now. A lit thing counts if a click in its middle would reach it.
LOOK = """() => {
  const prompt = document.querySelector(".prompt[data-version]");
  if (!prompt) return null;
  const seen = (e) => e.checkVisibility() && e.getBoundingClientRect().width > 0;
  const board = document.querySelector(".board");
  const middle = (e) => {
    const box = e.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const reached = (e, [x, y]) => {
    const hit = document.elementFromPoint(x, y);
    if (!hit || hit.closest("button") || !board.contains(hit)) return false;
    const piece = hit.closest(".piece");
    return e.closest(".piece") ? piece?.dataset.id === e.dataset.id : !piece?.matches(".lit");
  };
  const all = [...document.querySelectorAll(".board .top [role=button][data-id]")];
  const lit = all.map((e) => ({ e, at: middle(e) })).filter(({ e, at }) => reached(e, at)).map(({ at }) => at);
  const picked = document.querySelector(".prompt .picked")?.textContent ?? "";
  const menu = [...document.querySelectorAll(".bubble:not([hidden]) .menu button")].filter(seen).length;
  const fan = [...document.querySelectorAll(".fan:not([hidden]) .card.lit")].length;
  const held = [...document.querySelectorAll(".hands .playing.lit, .inset .lit")].filter(seen).length;
  const uses = [...document.querySelectorAll(".reader.finger .row button")].filter(seen).length;
  return {
    version: Number(prompt.dataset.version), asked: prompt.matches(".asked"), text: prompt.innerText,
    over: Boolean(document.querySelector(".result")), trouble: document.querySelector(".trouble")?.innerText ?? "",
    lit, menu, fan, picked, held, uses,
    all: all.length,
    primary: prompt.querySelectorAll(".row.main :is(.primary, .closing):enabled").length,
    options: prompt.querySelectorAll(".options button:enabled").length,
  };
}"""

CHANGED = """(old) => {
  const prompt = document.querySelector(".prompt[data-version]");
  const picked = document.querySelector(".prompt .picked")?.textContent ?? "";
  const menu = document.querySelectorAll(".bubble:not([hidden]) .menu button").length;
  const fan = document.querySelectorAll(".fan:not([hidden]) .card.lit").length;
  const uses = document.querySelectorAll(".reader.finger .row button").length;
  const same = picked === old.picked && menu === old.menu && fan === old.fan && uses === old.uses;
  return prompt && !(same && Number(prompt.dataset.version) === old.version);
}"""

# The next click that a choice takes, as [kind, x, y], where it would reach what is meant; else [kind, what is wrong].
# Only while the page shows the version that is meant.
NEXT = """({ version, label, name, targets, verb }) => {
  const prompt = document.querySelector(".prompt");
  if (prompt.ariaBusy === "true") return ["made"];
  if (Number(prompt.dataset.version) !== version) return ["changed"];
  const find = (where) => [...document.querySelectorAll(where)].filter((e) => e.checkVisibility());
  const spoken = (text) => text.replace(/[\\s:]+/g, " ").trim().toLowerCase();
  const said = (e) => {
    const copy = e.cloneNode(true);
    copy.querySelectorAll("kbd, .odds, .rolls, .hint, small:not(b + small), svg").forEach((part) => part.remove());
    return spoken(copy.textContent);
  };
  const hit = ([x, y]) => document.elementFromPoint(x, y);
  const press = (kind, e) => {
    e.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { left, top, width, height } = e.getBoundingClientRect(), at = [left + width / 2, top + height / 2];
    const found = hit(at);
    return e.contains(found) ? [kind, ...at] : ["covered", `${kind} ${said(e)} by ${found?.outerHTML.slice(0, 200)}`];
  };
  const wanted = spoken(label), menu = find(".bubble .menu button");
  if (menu.length) {
    const item = menu.find((e) => said(e) === wanted);
    return item ? press("menu", item) : ["missing", `in the menu ${menu.map(said)}`];
  }
  const read = find(".reader.finger .row button");      // a card that is held up
  if (read.length) {
    const item = read.find((e) => said(e) === wanted || wanted.endsWith(` ${said(e)}`));      // its name is above
    return press("reader", item ?? find(".reader .bare")[0]);
  }
  const mode = find(".prompt .mode").find((e) => (e.dataset.verb === verb) !== (e.ariaPressed === "true"));
  if (mode) return press("button", mode);
  const held = [["fan", ".fan .card.lit"], ["card", ".hands .playing.lit"], ["inset", ".inset .lit"]];
  const board = document.querySelector(".board");
  const steps = [-4, -3, -2, -1, 0, 1, 2, 3, 4], off = ([x, y]) => Math.hypot(x - 0.5, y - 0.5);
  const grid = steps.flatMap((y) => steps.map((x) => [0.5 + x / 10, 0.5 + y / 10])).sort((a, b) => off(a) - off(b));
  for (const id of targets) {
    const at = `[data-id="${id}"]`;
    for (const [kind, where] of held) {
      const [thing] = find(`${where}${at}`);
      const corner = find(`.held:has(${at}) .corners button`).find((e) => spoken(e.title) === wanted);
      if (corner && kind === "card") return press(kind, corner);
      if (thing) return press(kind, thing);
    }
    const lit = board.querySelector(`.top [role=button]${at}`);
    if (!lit) continue;
    const { left, top, width, height } = lit.getBoundingClientRect();
    if (!width) {       // from afar it is hidden by the block on top of its stack
      const [x, y] = lit.closest(".piece").getAttribute("transform").match(/-?[\\d.]+/g).map(Number);
      const at = new DOMPoint(x, y).matrixTransform(lit.ownerSVGElement.getScreenCTM());
      return ["hover", at.x, at.y];
    }
    const inside = (e) => e && board.contains(e) && !e.closest("button, .fan") ? e : null;
    const points = grid.map(([x, y]) => [left + x * width, top + y * height]).filter((point) => inside(hit(point)));
    const on = (point) => hit(point).closest(".piece");
    const own = (point) => hit(point).closest("[data-id]")?.dataset.id === id;
    const clear = points.find((point) => own(point) || !lit.closest(".piece") && !on(point))
      ?? points.find((point) => !lit.closest(".piece") && !on(point).matches(".lit"));
    if (clear) return ["map", ...clear];
    if (points.length) return ["hover", ...points[0]];
    const middle = (e) => [e.left + e.width / 2, e.top + e.height / 2], [x, y] = middle(lit.getBoundingClientRect());
    const far = (arrow) => Math.hypot(...middle(arrow.getBoundingClientRect()).map((at, i) => at - [x, y][i]));
    const [arrow] = find(".arrows .arrow").sort((one, other) => far(one) - far(other));
    return arrow ? press("arrow", arrow) : ["covered", `${id} on the map`];
  }
  const buttons = find(".prompt .options button:enabled, .prompt .row.main :is(.primary, .closing):enabled");
  const button = buttons.find((e) => said(e) === wanted)
    ?? buttons.find((e) => e.matches(".token") && ` · ${spoken(name)}`.endsWith(` · ${said(e)}`));
  return button ? press("button", button) : ["missing", `among the buttons ${buttons.map(said)}`];
}"""

# What is open now: it changes with every click that does something.
OPEN = """() => {
  const { dataset, ariaBusy } = document.querySelector(".prompt"), find = (where) => document.querySelector(where);
  const picked = find(".prompt .picked")?.textContent;
  const shown = [".bubble", ".fan", ".reader.finger"].map((where) => Boolean(find(`${where}:not([hidden])`)));
  const mode = find(".prompt .mode[aria-pressed=true]")?.dataset.verb;
  return [dataset.version, ariaBusy, picked, mode, ...shown].join();
}"""

ASKED = """() => document.querySelector(".prompt.asked[aria-busy=false]")?.dataset.version"""

READY = """() => document.querySelector(".prompt.asked[aria-busy=false]") || document.querySelector(".result")"""


LINK = re.compile("\x01[^\x02]*\x02([^\x03]*)\x03")
CLICKS = 20         # that a choice may take, and looks at it


def asked_of(told: dict[str, Any]) -> tuple[str, int]:
    """Which question it is: whose, and its stamp, which two seats can have in common."""
    return next((chair["seat"] for chair in told["chairs"] if chair.get("you")), ""), told["stamp"]


@dataclass
class Hand:
    """Plays for a visitor at a table."""

    visitor: Visitor
    chance: random.Random = field(default_factory=lambda: random.Random(1))
    eager: float = 0.8          # how often it clicks on the map where it could also press a button
    clicks: Counter[str] = field(default_factory=Counter)
    last: str = ""
    answered: tuple[str, int] = ("", -1)        # the seat and the stamp of the question that was answered last
    tap: bool = False           # with a finger

    @property
    def page(self) -> Page:
        return self.visitor.page

    def look(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(LOOK)
        return found

    def ready(self) -> bool:
        """Is something asked of this seat now?"""
        return bool(self.page.evaluate("() => Boolean(document.querySelector('.prompt.asked[aria-busy=false]'))"))

    def busy(self) -> bool:
        """Is an answer of the server awaited?"""
        return bool(self.page.evaluate("() => Boolean(document.querySelector('.prompt[aria-busy=true]'))"))

    def until(self, true: Callable[[], bool]) -> None:
        """Wait for something outside the page."""
        for _ in range(PATIENCE // 20):
            if true():
                return
            self.page.wait_for_timeout(20)
        raise AssertionError("it never came to be")

    def wait(self) -> dict[str, Any]:
        """Until something is asked of this seat, or the game is over."""
        self.page.wait_for_function(READY)
        return self.look()

    def turn(self, most: int = 10_000) -> int:
        """Click until the game is over or `most` clicks are done; gives how many were."""
        done = 0
        while done < most:
            seen = self.wait()
            if seen["over"]:
                break
            if not seen["asked"]:
                continue
            self.click(seen)
            done += 1
        return done

    def click(self, seen: dict[str, Any], wait: bool = True) -> None:
        """One click, and the wait for what it does."""
        kind = self._choose(seen)
        self.clicks[kind] += 1
        self.last = kind
        page = self.page
        if kind == "map":
            self.touch(*self.chance.choice(seen["lit"]))
        elif kind == "menu":
            page.locator(".bubble .menu button").nth(self.chance.randrange(seen["menu"])).click()
        elif kind == "fan":
            page.locator(".fan .card.lit").nth(self.chance.randrange(seen["fan"])).click()
        elif kind == "held":
            page.locator(".hands .playing.lit, .inset .lit").nth(self.chance.randrange(seen["held"])).click()
        elif kind == "uses":
            page.locator(".reader.finger .row button").nth(self.chance.randrange(seen["uses"])).click()
        elif kind == "option":
            page.locator(".prompt .options button").nth(self.chance.randrange(seen["options"])).click()
        elif kind == "primary":
            page.locator(".prompt .row.main :is(.primary, .closing)").click()
        elif kind == "whole map":
            page.get_by_role("button", name="Whole map").click()
            return
        elif kind == "place":
            page.locator(".prompt .places:not([open]) summary").click()
            page.locator(".prompt .places .option").nth(self.chance.randrange(seen["all"])).click()
        else:
            raise AssertionError(f"nothing can be clicked: {seen}")
        if wait:
            self.changed(seen)

    # --- playing on purpose

    def question(self) -> dict[str, Any]:
        """What is asked of this seat, as the server told it; chances that the table lets go by are waited for."""
        while True:
            self.page.wait_for_function(READY)
            shown, told = self.page.evaluate(ASKED), self.told()
            assert not told.get("over"), told["asked"]["text"]
            automatic_pass = [choice["do"] for choice in told["choices"]] == [told["asked"].get("decline")]
            if shown == str(told["version"]) and asked_of(told) != self.answered and not automatic_pass:
                return told
            self.page.wait_for_timeout(40)

    def told(self) -> dict[str, Any]:
        """The last update."""
        return next(told for told in map(json.loads, reversed(self.visitor.frames)) if told["type"] == "update")

    def make(self, choice: dict[str, Any], told: dict[str, Any]) -> None:
        """Make a choice with the clicks it takes: on what it speaks of, one thing after the other, or on its button."""
        label = choice["label"]
        wanted = {
            "version": told["version"], "label": LINK.sub(r"\1", label), "name": " · ".join(LINK.findall(label)),
            "targets": choice["targets"], "verb": choice["do"].split()[0],
        }
        self.answered = asked_of(told)
        for _ in range(CLICKS):
            before, (kind, *at) = self.page.evaluate(f"(wanted) => [({OPEN})(), ({NEXT})(wanted)]", wanted)
            now = self.told()
            if kind == "made" or asked_of(now) != asked_of(told):
                return
            if kind == "changed":       # by the other side, to which something is put at the same time
                wanted["version"] = now["version"]
                self.page.wait_for_timeout(20)
                continue
            self.clicks[kind] += 1
            self.last = kind
            if kind in ("missing", "covered"):
                raise AssertionError(f"{choice['do']}: {kind} {at[0]}; seen: {self.look()}")
            if kind == "arrow":         # out of sight: the map moves there
                self.touch(*at)
            elif kind == "hover":       # behind another: the stack opens
                self.page.mouse.move(*at)
                self.page.mouse.move(at[0] + 1, at[1])
                self.page.wait_for_selector(".fan:not([hidden]) .card.lit")
            else:
                self.touch(*at)
                self.page.wait_for_function(f"(before) => ({OPEN})() !== before", arg=before)
                self.page.mouse.move(2, 2)      # nothing opens under a pointer that rests
        raise AssertionError(f"{choice['do']} takes too many clicks: {self.look()}")

    def changed(self, seen: dict[str, Any]) -> None:
        """Wait until the page shows something else."""
        self.page.wait_for_function(CHANGED, arg=seen, timeout=PATIENCE)

    def touch(self, x: float, y: float) -> None:
        if self.tap:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def _choose(self, seen: dict[str, Any]) -> str:
        if seen["menu"]:
            return "menu"
        if seen["uses"]:
            return "uses"
        if seen["fan"]:
            return "fan"
        buttons = ["primary"] * (seen["primary"] > 0) + ["option"] * (seen["options"] > 0)
        if seen["lit"] and (not buttons or self.chance.random() < self.eager):
            return "held" if seen["held"] and self.chance.random() < 0.3 else "map"
        if seen["held"] and (not buttons or self.chance.random() < self.eager):
            return "held"
        if buttons:
            return self.chance.choice(buttons)
        if seen["all"]:     # one behind the other, say
            return "whole map" if self.last != "whole map" else "place"
        return "nothing"
