"""A hand that plays by clicking: it knows no rule, only what is lit and which buttons there are."""

from __future__ import annotations

import random
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
  const held = [...document.querySelectorAll(".hands .playing.lit, .inset .stood.lit")].filter(seen).length;
  return {
    version: Number(prompt.dataset.version), asked: prompt.matches(".asked"), text: prompt.innerText,
    over: Boolean(document.querySelector(".result")), trouble: document.querySelector(".trouble")?.innerText ?? "",
    lit, menu, fan, picked, held,
    all: all.length,
    primary: prompt.querySelectorAll(".row.main .primary:enabled").length,
    options: prompt.querySelectorAll(".options button:enabled").length,
  };
}"""

CHANGED = """(old) => {
  const prompt = document.querySelector(".prompt[data-version]");
  const picked = document.querySelector(".prompt .picked")?.textContent ?? "";
  const menu = document.querySelectorAll(".bubble:not([hidden]) .menu button").length;
  const fan = document.querySelectorAll(".fan:not([hidden]) .card.lit").length;
  const same = picked === old.picked && menu === old.menu && fan === old.fan;
  return prompt && !(same && Number(prompt.dataset.version) === old.version);
}"""

READY = """() => document.querySelector(".prompt.asked[aria-busy=false]") || document.querySelector(".result")"""


@dataclass
class Hand:
    """Plays for a visitor at a table."""

    visitor: Visitor
    chance: random.Random = field(default_factory=lambda: random.Random(1))
    eager: float = 0.8          # how often it clicks on the map where it could also press a button
    clicks: Counter[str] = field(default_factory=Counter)
    last: str = ""
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
            self._touch(*self.chance.choice(seen["lit"]))
        elif kind == "menu":
            page.locator(".bubble .menu button").nth(self.chance.randrange(seen["menu"])).click()
        elif kind == "fan":
            page.locator(".fan .card.lit").nth(self.chance.randrange(seen["fan"])).click()
        elif kind == "held":
            page.locator(".hands .playing.lit, .inset .stood.lit").nth(self.chance.randrange(seen["held"])).click()
        elif kind == "option":
            page.locator(".prompt .options button").nth(self.chance.randrange(seen["options"])).click()
        elif kind == "primary":
            page.locator(".prompt .row.main .primary").click()
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

    def changed(self, seen: dict[str, Any]) -> None:
        """Wait until the page shows something else."""
        self.page.wait_for_function(CHANGED, arg=seen, timeout=PATIENCE)

    def _touch(self, x: float, y: float) -> None:
        if self.tap:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def _choose(self, seen: dict[str, Any]) -> str:
        if seen["menu"]:
            return "menu"
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
