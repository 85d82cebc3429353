"""A table of four over HTTP and sockets: three persons, one of them with two seats, and bots that stand in."""

from __future__ import annotations

import random

import msgspec
import pytest

from tablero.server.hall import LobbyEntry
from tablero.server.routes.sittings import sitting_info
from tablero.server.store.sittings import Summary
from tablero.table.seating import Holder
from tests.kernel import four, pairs
from tests.server.people import House, Person
from tests.server.test_seats import refused, until

SEATS = four.SEATS


@pytest.fixture(params=[four.GAME.code, pairs.GAME.code])
def game(request: pytest.FixtureRequest) -> str:
    code: str = request.param
    return code


def three(home: House, game: str, **more: object) -> tuple[Person, Person, Person, str]:
    """Ana has North and South, Ben East, Carla West."""
    ana, ben, carla = (home.person(name) for name in ("Ana", "Ben", "Carla"))
    sitting = ana.opens("me", "open", "me", "open", game=game, scenario="crossroads", **more)
    ben.joins(ana, sitting, "east")
    carla.joins(ana, sitting, "west")
    return ana, ben, carla, sitting


def test_three_persons_play_a_game_of_four_to_its_end(home: House, game: str) -> None:
    ana, ben, carla, sitting = three(home, game)
    chance = random.Random(4)
    players = [(ana, "north"), (ben, "east"), (ana, "south"), (carla, "west")]
    for _ in range(200):
        if ana.table(sitting).get("over"):
            break
        for who, seat in players:
            who.plays(sitting, 1, chance, seat=seat)
    seen = carla.table(sitting)
    assert seen["over"]
    assert seen["result"]
    listed = ben.get("/api/sittings").json()[0]
    assert (True, seen["result"]) == (listed["over"], listed["result"])
    assert ["Ana", "Ben", "Ana", "Carla"] == [seat["name"] for seat in listed["seats"]]


def test_each_sees_its_own_seats_and_no_other(home: House, game: str) -> None:
    ana, ben, _, sitting = three(home, game)
    about = ana.get(f"/api/sittings/{sitting}/about").json()
    assert [True, False, True, False] == [seat.get("you", False) for seat in about["seats"]]
    assert [True] * 4 == [seat.get("awaited", False) for seat in about["seats"]], "all bid at once"
    refused(ben.get(f"/api/sittings/{sitting}?seat=north"))


def test_a_person_who_resigns_is_replaced_by_a_bot_and_looks_on(home: House, game: str) -> None:
    ana, ben, carla, sitting = three(home, game)
    with ben.socket(sitting) as socket:
        assert 3 == len(socket.receive_json()["choices"])
        assert 200 == ben.does(sitting, "resign").status_code
        until(lambda: home.room(sitting).sitting.record.entries != [])      # the bot has bid in his place
    seen = ben.table(sitting)
    assert (None, []) == (seen.get("over"), seen["choices"])
    assert [("Ben", "random")] == [(seat["name"], seat["bot"]) for seat in seen["chairs"] if seat["seat"] == "east"]
    assert "resigned" in refused(ben.does(sitting, "act", do="bid 1", stamp=seen["stamp"]))
    assert "resigned" in refused(ben.does(sitting, "resign"))
    assert 200 == ben.does(sitting, "chat", text="Good luck").status_code
    for who, seat in ((ana, "north"), (ana, "south"), (carla, "west")):
        assert 1 == who.plays(sitting, 1, random.Random(1), seat=seat)


def test_the_last_to_stay_wins_and_the_list_says_so(home: House) -> None:
    ana, ben, carla, sitting = three(home, "pairs")
    assert 200 == ben.does(sitting, "resign").status_code
    assert not carla.table(sitting).get("over")
    assert 200 == carla.does(sitting, "resign").status_code
    result = "Victory for North and South by resignation."
    assert result == ana.table(sitting)["result"] == ana.get("/api/sittings").json()[0]["result"]


def test_who_has_two_seats_agrees_once(home: House, game: str) -> None:
    ana, ben, carla, sitting = three(home, game)
    assert 200 == ben.does(sitting, "offer", what="pause").status_code
    assert 200 == ana.does(sitting, "reply", accept=True, seat="north").status_code
    assert ana.table(sitting, seat="south")["offer"]["yours"]
    assert not ana.table(sitting).get("paused")
    assert 200 == carla.does(sitting, "reply", accept=True).status_code
    assert ana.table(sitting)["paused"]


def test_bots_in_three_seats_play_with_one_person(home: House, game: str) -> None:
    ana = home.person("Ana")
    sitting = ana.opens("random", "me", "random", "random", game=game, scenario="crossroads")
    chance = random.Random(2)

    def played_out() -> bool:
        ana.plays(sitting, 5, chance)
        return bool(ana.table(sitting).get("over"))

    until(played_out)
    assert ana.table(sitting)["result"]


def test_a_table_for_four_needs_four(home: House) -> None:
    ana = home.person("Ana")
    body = {"game": "four", "scenario": "crossroads", "seats": ["me", "open"]}
    assert "4 seats, not 2" in refused(ana.post("/api/sittings", body), "bad_request")


def test_lists_of_tables_that_were_stored_before_several_could_win_are_read_the_same() -> None:
    chairs = b'[["ana","Ana",""],["","","random"]]'
    stored = b'{"chairs":%s,"awaited":[],"actions":3,"over":true,"result":"resigned","winner":1}' % chairs
    entry = msgspec.json.decode(stored, type=LobbyEntry)
    assert (Holder("ana", "Ana"), Holder(bot="random")) == entry.chairs
    info = sitting_info(Summary("s", "dpyr", "maella", "", "ana", False, 1.0, 1.0, stored.decode()), "ana", "en")
    assert "Victory for the Liberals by resignation." == info.result
    assert [True, False] == [seat.you for seat in info.seats]
