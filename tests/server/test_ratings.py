"""Ratings by Glicko-2: the example of the paper, and who is rated for which games."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tablero.server.ratings import rated, rested
from tablero.server.store.database import open_database
from tablero.server.store.people import Rating, Standing
from tests.server.people import House, Person, house


def test_the_worked_example_of_the_paper() -> None:
    """Glickman, “Example of the Glicko-2 system”: three games of a player rated 1500 with a deviation of 200."""
    others = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    found = rated(Rating(1500, 200, 0.06), others)
    assert (1464.06, 151.52, 0.05999) == pytest.approx(found, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_who_does_not_play_is_as_good_but_less_surely_so_and_never_less_than_a_stranger() -> None:
    year = 365 * 86400.0
    found = rested(Standing("Anna", Rating(1600, 60), 9, at=1.0), 1 + year)
    assert (1600, 0.06) == (found.value, found.volatility)
    assert 107.4 == pytest.approx(found.deviation, abs=0.05)
    assert Rating(1600, 60) == rested(Standing("Anna", Rating(1600, 60), 9, at=5.0), 4.0)       # a clock that is late
    assert Rating(1600, 60) == rested(Standing("Anna", Rating(1600, 60), 9), year)              # rated of old
    assert Rating(1600, 350) == rested(Standing("Anna", Rating(1600, 340), 9, at=1.0), 9 * year)


def test_rest_counts_in_the_list_and_before_the_next_game(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path / 'tablero.db'}")
    seen = list[Standing]()

    def after(before: dict[str, Standing]) -> dict[str, Rating]:
        seen.append(before["anna"])
        return {"anna": Rating(1600, 60)}

    for sitting, at in (("first", 10.0), ("first", 20.0), ("second", 30.0)):
        database.rate(sitting, "dpyr", ["anna"], at, after).result(20)
    assert [Standing("anna"), Standing("anna", Rating(1600, 60), 1, 10.0)] == seen
    assert [Standing("anna", Rating(1600, 60), 2, 30.0)] == database.ratings("dpyr")
    database.close()


def member(home: House, name: str) -> Person:
    one = home.person(name)
    assert 200 == one.post("/api/account", {"login": name.lower(), "password": "long enough"}).status_code
    return one


def table(who: Person, n: int) -> list[tuple[str, int, int]]:
    """Names, whole ratings and games, once so many are rated."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        found = who.get("/api/ratings", params={"game": "dpyr"}).json()
        if len(found) >= n:
            break
        time.sleep(0.02)
    return [(one["name"], round(one["value"]), one["games"]) for one in found]


def played(ana: Person, ben: Person) -> str:
    """A game that Ben gives up after a move."""
    sitting = ana.opens("me", "open")
    ben.joins(ana, sitting, "liberal")
    seen = ana.table(sitting)
    assert 200 == ana.does(sitting, "act", do=seen["choices"][0]["do"], stamp=seen["stamp"]).status_code
    assert 200 == ben.does(sitting, "resign").status_code
    return sitting


def test_games_of_people_with_accounts_are_rated_once_if_the_server_rates(tmp_path: Path) -> None:
    with house(f"sqlite:///{tmp_path / 'tablero.db'}", ratings=True) as home:
        ana, ben = member(home, "Anna"), member(home, "Benn")
        sitting = played(ana, ben)
        assert [("Anna", 1662, 1), ("Benn", 1338, 1)] == table(ana, 2)
        ana.does(sitting, "chat", text="Thank you")
        assert [("Anna", 1662, 1), ("Benn", 1338, 1)] == table(ana, 2)
        played(ana, home.person("Carl"))            # has no account
        bots = ana.opens("me", "random")
        seen = ana.table(bots)
        ana.does(bots, "act", do=seen["choices"][0]["do"], stamp=seen["stamp"])
        ana.does(bots, "resign")
        found = table(ana, 3)
        assert {"Anna": 2, "Benn": 1, "bot:random": 1} == {name: games for name, _, games in found}
        assert home.client.get("/api/house").json()["ratings"]


def test_a_server_does_not_rate_unless_it_is_told_to(home: House) -> None:
    ana, ben = member(home, "Anna"), member(home, "Benn")
    played(ana, ben)
    assert [] == table(ana, 0)
    assert not home.client.get("/api/house").json()["ratings"]
