"""Company: open tables, tables to watch, who is here, finished games, rematches, spectators by consent."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.websockets import WebSocketDisconnect

from tablero.server.presence import LASTS, Presence
from tablero.server.store.database import open_database
from tests.server.people import House, Person, house, refused


def two(home: House, **more: object) -> tuple[Person, Person, str]:
    ana, ben = home.person("Ana"), home.person("Ben")
    sitting = ana.opens("me", "open", **more)
    ben.joins(ana, sitting, "liberal")
    return ana, ben, sitting


def ids(who: Person, kind: str) -> list[str]:
    return [table["id"] for table in who.get("/api/tables").json()[kind]]


# --- open tables


def test_an_owner_lists_his_table_and_anybody_takes_the_free_seat(home: House) -> None:
    ana, ben, eva = home.person("Ana"), home.person("Ben"), home.person("Eva")
    hidden, sitting = ana.opens("me", "open"), ana.opens("me", "open", listed=True)
    assert [sitting] == ids(ben, "open")
    assert [] == ids(ana, "open")               # it is her own
    shown = ben.get("/api/tables").json()["open"][0]
    assert ("Ana", ["Ana", ""]) == (shown["by"], [chair.get("name", "") for chair in shown["seats"]])
    told = ben.get(f"/api/tables/{sitting}", params={"seat": "liberal"}).json()
    assert ("Ana", "the Liberals", "maella") == (told["by"], told["side"], told["table"]["scenario"])
    refused(ben.get(f"/api/tables/{hidden}", params={"seat": "liberal"}))
    refused(ben.post(f"/api/tables/{hidden}", {"seat": "liberal"}))
    refused(ben.post(f"/api/tables/{sitting}", {"seat": "carlist"}))            # Ana's
    assert 200 == ben.post(f"/api/tables/{sitting}", {"seat": "liberal", "share": "ab" * 32}).status_code
    assert 200 == ben.post(f"/api/tables/{sitting}", {"seat": "liberal"}).status_code       # the same asked again
    assert ["Ana", "Ben"] == [chair["name"] for chair in ana.table(sitting)["chairs"]]
    assert [] == ids(eva, "open")
    refused(eva.post(f"/api/tables/{sitting}", {"seat": "liberal"}))


def test_a_table_is_listed_later_and_no_longer_by_its_owner_alone(home: House) -> None:
    ana, ben = home.person("Ana"), home.person("Ben")
    sitting = ana.opens("me", "open")
    refused(ben.post(f"/api/sittings/{sitting}/listed", {"on": True}))
    for on in (True, False):
        assert 200 == ana.post(f"/api/sittings/{sitting}/listed", {"on": on}).status_code
        assert ([sitting] if on else []) == ids(ben, "open")
        assert on == ana.table(sitting).get("listed", False)


def test_tables_to_watch_are_those_that_admit_spectators_and_are_being_played(home: House) -> None:
    eva = home.person("Eva")
    _, _, closed = two(home)
    ana, ben, sitting = two(home, spectators=True)
    assert [sitting] == ids(eva, "watch") != [closed]
    assert [] == ids(ana, "watch")
    watched = eva.get("/api/tables").json()["watch"][0]
    assert not any(chair.get("awaited") for chair in watched["seats"])
    ben.does(sitting, "resign")
    assert [] == ids(eva, "watch")


# --- presence


def test_presence_is_connection_and_nothing_else(home: House) -> None:
    ana, ben, sitting = two(home, spectators=True)
    eva, here = home.person("Eva"), f"/api/sittings/{sitting}/here"
    assert {"seats": [], "watching": 0} == ana.get(here).json()
    with ben.socket(sitting):
        assert {"seats": ["liberal"], "watching": 0} == ana.get(here).json()
        with eva.socket(sitting), eva.socket(sitting):
            assert {"seats": ["liberal"], "watching": 1} == ana.get(here).json()
    refused(home.person("Fay").get(f"/api/sittings/{ana.opens('me', 'open')}/here"))
    assert ["Eva"] == eva.get("/api/tables").json()["online"]
    assert ["ana", "Eva"] == home.person("ana").get("/api/tables").json()["online"]


def test_who_leaves_the_lobby_is_gone_after_a_while_unless_at_a_table() -> None:
    now, connected = [0.0], {"2"}
    presence = Presence(lambda: connected, lambda: now[0])
    presence.sign("1", "Ana")
    presence.sign("2", "Ben")
    assert ["Ana", "Ben"] == presence.names()
    now[0] = LASTS + 1
    assert ["Ben"] == presence.names()
    connected.clear()
    assert [] == presence.names()


# --- finished games


def test_finished_games_are_told_with_their_results_some_at_a_time(home: House) -> None:
    ana, ben, sitting = two(home)
    ben.does(sitting, "resign")
    last = sitting
    for _ in range(12):
        last = ana.opens("me", "random")
        ana.does(last, "resign")
    ana.opens("me", "open")                         # not over
    first = ana.get("/api/history").json()
    assert (12, 0, True) == (len(first["games"]), first["page"], first["more"])
    assert last == first["games"][0]["id"]
    assert {"lost"} == {game["outcome"] for game in first["games"]}
    second = ana.get("/api/history", params={"page": 1}).json()
    assert ([sitting], ["won"], False) == (
        [game["id"] for game in second["games"]], [game["outcome"] for game in second["games"]], second["more"])
    theirs = ben.get("/api/history").json()["games"]
    assert [("lost", "Victory for the Carlists by resignation.")] == [(g["outcome"], g["result"]) for g in theirs]
    assert [] == home.person("Eva").get("/api/history").json()["games"]


def test_games_that_ended_before_there_were_lists_are_found_again(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tablero.db'}"
    with house(url) as home:
        ana = home.person("Ana")
        sitting = ana.opens("me", "random")
        ana.opens("me", "open")
        ana.does(sitting, "resign")
        token = ana.token
    database = open_database(url)
    database.writer.do(lambda c: c.execute("DROP TABLE listing")).result(10)
    database.close()
    with house(url) as home:
        again = Person(home, "Ana", token)
        assert [sitting] == [game["id"] for game in again.get("/api/history").json()["games"]]


# --- rematch


def test_a_rematch_against_bots_starts_at_once_with_the_seats_changed(home: House) -> None:
    ana = home.person("Ana")
    sitting = ana.opens("me", "random", options={"victory": "graded"})
    refused(ana.post(f"/api/sittings/{sitting}/rematch"))           # not over yet
    ana.does(sitting, "resign")
    made = ana.post(f"/api/sittings/{sitting}/rematch").json()
    seen = ana.table(made["id"])
    assert [("random", ""), ("", "Ana")] == [(c.get("bot", ""), c.get("name", "")) for c in seen["chairs"]]
    assert seen.get("started", True)
    assert made["id"] == ana.table(sitting)["rematch"]
    assert made == ana.post(f"/api/sittings/{sitting}/rematch").json()          # asked again: the same
    assert "graded" == home.room(made["id"]).sitting.opened.options["victory"]


def test_a_rematch_between_people_keeps_a_seat_until_the_other_takes_it(home: House) -> None:
    ana, ben, sitting = two(home, clock={"kind": "live", "bank": 600, "each": 5})
    eva = home.person("Eva")
    ben.does(sitting, "resign")
    refused(eva.post(f"/api/sittings/{sitting}/rematch"))
    made = ana.post(f"/api/sittings/{sitting}/rematch").json()["id"]
    assert (made, "Ana") == (ben.table(sitting)["rematch"], ben.table(sitting)["rematch_by"])
    assert not ana.table(made).get("started", True)
    assert made == ben.post(f"/api/sittings/{sitting}/rematch").json()["id"]
    assert [(made, "carlist")] == [(one["id"], one["kept"]) for one in ben.get("/api/tables").json()["kept"]]
    refused(eva.get(f"/api/tables/{made}", params={"seat": "carlist"}))
    refused(eva.post(f"/api/tables/{made}", {"seat": "carlist"}))
    assert "Ana" == ben.get(f"/api/tables/{made}", params={"seat": "carlist"}).json()["by"]
    ben.post(f"/api/tables/{made}", {"seat": "carlist", "share": "cd" * 32})
    assert [] == ben.get("/api/tables").json()["kept"]
    seen = ana.table(made)
    assert ["Ben", "Ana"] == [chair["name"] for chair in seen["chairs"]]
    assert seen.get("started", True)


def test_after_a_rematch_that_was_deleted_another_may_be_proposed(home: House) -> None:
    ana, ben, sitting = two(home)
    ben.does(sitting, "resign")
    first = ana.post(f"/api/sittings/{sitting}/rematch").json()["id"]
    assert 200 == ana.ask("DELETE", f"/api/sittings/{first}").status_code
    second = ben.post(f"/api/sittings/{sitting}/rematch").json()["id"]
    assert first != second == ana.table(sitting)["rematch"]


# --- spectators, later


def test_spectators_are_admitted_later_if_all_who_play_agree(home: House) -> None:
    ana, ben, sitting = two(home)
    eva, link = home.person("Eva"), {"at": 0}
    refused(eva.get(f"/api/sittings/{sitting}/moment", params=link))
    refused(eva.does(sitting, "offer", what="spectators"))
    ana.does(sitting, "offer", what="spectators")
    refused(eva.get(f"/api/sittings/{sitting}/moment", params=link))            # one is not enough
    ben.does(sitting, "reply", accept=False)
    refused(eva.get(f"/api/sittings/{sitting}/moment", params=link))
    ana.does(sitting, "offer", what="spectators")
    ben.does(sitting, "reply", accept=True)
    assert 200 == eva.get(f"/api/sittings/{sitting}/moment", params=link).status_code
    with eva.socket(sitting) as socket:
        assert "update" == socket.receive_json()["type"]
    assert ana.table(sitting)["spectators"]
    assert "All have agreed that others may watch." in str(ana.table(sitting)["log"])
    refused(ana.does(sitting, "offer", what="spectators"))                      # there is nothing to agree on
    assert [sitting] == ids(eva, "watch")


def test_spectators_are_admitted_after_the_end_too(home: House) -> None:
    ana, ben, sitting = two(home)
    eva = home.person("Eva")
    ben.does(sitting, "resign")
    ana.does(sitting, "offer", what="spectators")
    with pytest.raises(WebSocketDisconnect), eva.socket(sitting) as socket:
        socket.receive_json()
    assert 200 == ben.does(sitting, "reply", accept=True).status_code
    assert 200 == eva.get(f"/api/sittings/{sitting}/moment", params={"at": 0, "view": "all"}).status_code
    refused(ana.does(sitting, "offer", what="draw"), "game_over")


# --- what was met at the table


def test_who_resigns_reads_who_has_won_and_not_that_the_other_has_resigned(home: House) -> None:
    ana, ben, sitting = two(home)
    ben.does(sitting, "resign")
    for who in (ana, ben):
        assert "Victory for the Carlists by resignation." == who.table(sitting)["result"]


def test_no_clock_runs_and_nobody_is_to_move_before_all_seats_are_taken(home: House) -> None:
    ana = home.person("Ana")
    sitting = ana.opens("me", "open", clock={"kind": "live", "bank": 600, "each": 5})
    for chair in ana.table(sitting)["chairs"]:
        assert 600.0 == chair["left"]
        assert not chair.get("awaited")
    assert not home.room(sitting).sitting.clocks.running
