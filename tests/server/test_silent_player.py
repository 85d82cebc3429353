"""A player who never answers a chance to react, as the others meet him over HTTP."""

from __future__ import annotations

import random

from tests.server.people import House, Json, Person
from tests.server.test_seats import refused, two, until


def play_to_a_reaction_of(asked: Person, other: Person, sitting: str) -> Json:
    """Both play at random until one has a chance to react that he could use; his table then."""
    chance = random.Random(3)
    for _ in range(1500):
        seen = asked.table(sitting)
        if seen["asked"].get("decline") and len(seen["choices"]) > 1:
            return seen
        assert asked.plays(sitting, 1, chance) or other.plays(sitting, 1, chance)
    raise AssertionError("no such chance")


def test_a_bot_that_takes_a_silent_players_chair_by_consent_answers_his_reaction(home: House) -> None:
    ana, ben, sitting = two(home, game="aiw", scenario="espartero", reactions="ask")
    seen = play_to_a_reaction_of(ben, ana, sitting)
    assert [] == ana.table(sitting)["choices"], "she can do nothing but wait"
    before = ana.actions(sitting)
    refused(ben.post(f"/api/sittings/{sitting}/seats", {"seat": "carlist", "bot": "random"}))
    refused(ana.post(f"/api/sittings/{sitting}/seats", {"seat": "liberal", "bot": "random"}))
    ana.does(sitting, "offer", what="replace", of="liberal", bot="random")
    ben.does(sitting, "reply", accept=True)
    until(lambda: bool(ana.actions(sitting) > before))
    assert 1 == next(line for line in home.room(sitting).sitting.log if line.n == before + 1).seat
    refused(ben.does(sitting, "act", do=seen["asked"]["decline"], stamp=seen["stamp"]))
    until(lambda: bool(ana.table(sitting)["choices"] or ana.table(sitting).get("over")))


def test_a_flag_that_falls_during_a_reaction_ends_the_game_for_the_silent_one(home: House) -> None:
    ana, ben, sitting = two(home, game="aiw", scenario="espartero", reactions="ask", clock={"kind": "live", "bank": 60})
    play_to_a_reaction_of(ben, ana, sitting)
    home.room(sitting).sitting.clocks.left[1] = 0.1       # as if he had thought for a long time
    ben.does(sitting, "chat", text="...")               # the table looks at its clocks again
    until(lambda: bool(ana.table(sitting).get("over")))
    assert ("time", (0,)) == home.room(sitting).sitting.outcome


def test_who_is_waited_for_may_resign_and_so_may_who_waits(home: House) -> None:
    ana, ben, sitting = two(home, game="aiw", scenario="espartero", reactions="ask")
    play_to_a_reaction_of(ben, ana, sitting)
    assert 200 == ana.does(sitting, "resign").status_code
    assert ("resigned", (1,)) == home.room(sitting).sitting.outcome
