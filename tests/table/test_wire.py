"""What a seat is told bit by bit is what it would be told at once."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import tablero
from tablero.games.aiw.board import HAND
from tablero.kernel.bits import ids_of
from tablero.kernel.events import Event
from tablero.table.course import Line
from tablero.table.journal import Opened
from tablero.table.phrases import LinkedSpeech, Phrases
from tablero.table.sitting import Sitting
from tablero.table.wire import Feed

GAME = tablero.game("dpyr")

Shown = dict[str, Any]


def sitting(scenario: str, seed: str = "2a") -> Sitting:
    found = Sitting.open("s", Opened(GAME.code, scenario, GAME.chosen({}), seed, "ana", GAME.rules), 1.0)
    found.sit(0, "ana", "Ana", 1.0)
    found.sit(1, "ben", "Ben", 1.0)
    return found


def sent(feed: Feed, at: Sitting, whole: bool = False) -> Shown:
    shown: Shown = msgspec.json.decode(msgspec.json.encode(feed.update(at, 1.0, whole)))
    return shown


class Page:
    """What a client knows after all it was sent."""

    def __init__(self) -> None:
        self.things: dict[str, Shown] = {}      # pieces, tracks, panels
        self.known: dict[int, Shown] = {}       # choices by their numbers
        self.marks: list[object] = []
        self.log: dict[int, Shown] = {}
        self.rest: Shown = {}

    def take(self, update: Shown) -> None:
        if update.pop("whole", False):
            self.__init__()  # type: ignore[misc]
        for id_ in update.pop("gone", []):
            del self.things[id_]
        for kind in ("pieces", "tracks", "panels"):
            self.things.update({thing["id"]: thing for thing in update.pop(kind, [])})
        for id_, n, row in update.pop("rows", []):
            rows = self.things[id_]["rows"]
            self.things[id_] = {**self.things[id_], "rows": [*rows[:n], row, *rows[n + 1:]]}
        self.known.update({choice.pop("n", 0): choice for choice in update["choices"]})
        if "order" in update:
            update["choices"] = [self.known[n] for n in update.pop("order")]
        self.marks = update.pop("marks", self.marks)
        self.log.update({line["i"]: line for line in update.pop("log", [])})
        for i in update.pop("struck", []):
            self.log[i]["undone"] = True
        self.rest = {key: value for key, value in update.items() if key not in ("board", "commitment")}


@pytest.mark.parametrize(("scenario", "seat"), [("maella", 0), ("luchana", 1), ("perecamps_2", -1)])
def test_changes_add_up_to_the_whole(scenario: str, seat: int) -> None:
    table, chance = sitting(scenario), random.Random(4)
    feed, page = Feed(seat, LinkedSpeech(GAME, "es"), known={}), Page()
    page.take(sent(feed, table, whole=True))
    for n in range(300):
        mover = chance.choice(table.to_move())
        if n % 7 == 3 and table.record.can_undo(mover):
            table.undo(mover, 1.0)
        else:
            action = chance.choice(tablero.options(table.state, mover))
            table.act(mover, action, table.stamps[mover], 1.0)
        page.take(sent(feed, table))
        if n % 10 == 0:
            Phrases.forget()
            fresh = Page()
            fresh.take(sent(Feed(seat, LinkedSpeech(GAME, "es")), table, whole=True))
            assert vars(fresh) == {**vars(page), "known": fresh.known}
    assert any(line.get("undone") for line in page.log.values())
    assert seat < 0 or len(page.known) > 1


def test_a_choice_is_sent_once_and_after_that_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    table = sitting("maella")
    feed = Feed(table.to_move()[0], LinkedSpeech(GAME, "en"), known={})
    whole, first, again = (sent(feed, table, whole=n == 0) for n in range(3))
    n = len(whole["choices"])
    assert [{**choice, "n": i} for i, choice in enumerate(whole["choices"], 1)] == first["choices"]
    assert ([], list(range(1, n + 1))) == (again["choices"], again["order"])
    assert "order" not in whole | first
    monkeypatch.setattr("tablero.table.wire.KNOWN", n - 1)
    assert first["choices"] == sent(feed, table)["choices"], "a page need not remember more than so many"
    assert whole["choices"] == sent(Feed(feed.seat, feed.speech), table)["choices"], "over HTTP they have no numbers"


def test_of_a_panel_that_stays_as_long_only_rows_that_differ_are_sent() -> None:
    table, feed, chance, rows = sitting("maella"), Feed(0, LinkedSpeech(GAME, "en")), random.Random(4), 0
    known = {panel["id"]: panel for panel in sent(feed, table, whole=True)["panels"]}
    for _ in range(60):
        seat = table.to_move()[0]
        table.act(seat, chance.choice(tablero.options(table.state, seat)), table.stamps[seat], 1.0)
        message = sent(feed, table)
        for id_, n, row in message.get("rows", []):
            assert known[id_]["rows"][n] != row
            known[id_]["rows"][n] = row
            rows += 1
        known.update({panel["id"]: panel for panel in message.get("panels", [])})
        assert known == {panel["id"]: panel for panel in sent(Feed(0, feed.speech), table, whole=True)["panels"]}
    assert rows


def test_what_choices_are_called_is_not_taken_from_another_battle_or_language() -> None:
    seen = []
    for _ in range(2):
        for scenario in ("maella", "arquijas"):
            table = sitting(scenario)
            for language in ("en", "es"):
                seen.append([c["label"] for c in sent(Feed(0, LinkedSpeech(GAME, language)), table)["choices"]])
    assert seen[:4] == seen[4:]
    assert 4 == len({tuple(labels) for labels in seen})


def test_dice_are_announced_for_a_verb_or_for_a_verb_in_answer_to_one_question() -> None:
    war = tablero.game("aiw")
    s, speech = war.new("espartero", seed=1, secret=True), LinkedSpeech(war, "en")
    phrases = Phrases.of(s, speech)
    told = {key: phrases.choice(s, speech, key, ("fire", 0)).rolls for key in ("choose_firing", "activate_unit")}
    assert {"choose_firing": "", "activate_unit": "as many dice as the unit has strength"} == told
    plain = {(key, verb): phrases.choice(s, speech, key, (verb,)) for key, verb in (
        ("act", "replacements"), ("muster", "done"), ("act", "done"))}
    assert {"one die", ""} == {choice.rolls for choice in plain.values()}
    assert ("", "") == (plain["act", "done"].rolls, plain["act", "done"].shows)


def test_what_an_action_shows_to_others_is_announced() -> None:
    war = tablero.game("aiw")
    s = war.new("espartero", seed=1, secret=True)
    english, spanish = (LinkedSpeech(war, language) for language in ("en", "es"))
    card = ids_of(s.piles[HAND[0]])[0]  # type: ignore[attr-defined]
    assert "the card" == Phrases.of(s, english).choice(s, english, "card_window", ("play", card)).shows
    assert "la carta" == Phrases.of(s, spanish).choice(s, spanish, "card_window", ("play", card)).shows
    phrases = Phrases.of(s, english)
    firing, forming = (phrases.choice(s, english, key, ("done",)) for key in ("choose_firing", "form_group"))
    assert ("the units that fire, when both have chosen", "") == (firing.shows, firing.may_show)
    assert ("", "that one of them is Infantry or Cavalry") == (forming.shows, forming.may_show)


def test_what_the_numbers_of_a_fight_are_made_of_is_told_to_who_sees_the_event() -> None:
    table = sitting("maella")
    row = ("total", "5", "3", "4.2e")
    table.log.append(Line(1, 0, [Event("repulsed", (9,), 1 << 0, ("lapsed", (9,)), (row,))]))
    lines = [sent(Feed(seat, LinkedSpeech(GAME, "en")), table, whole=True)["log"][-1] for seat in (0, 1, -1)]
    assert [[[list(row)]], [], []] == [line.get("sheets", []) for line in lines]
    assert [[2], [2], [2]] == [line["fights"] for line in lines]         # each of the two kinds ends a fight


def test_what_nobody_should_miss_is_marked() -> None:
    table = sitting("maella")
    table.log.append(Line(1, 0, [Event("turn", (2,)), Event("gefe_falls", (0,))]))
    assert [1] == sent(Feed(1, LinkedSpeech(GAME, "en")), table, whole=True)["log"][-1]["great"]
