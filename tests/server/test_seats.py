"""Sittings over HTTP: who may sit, look on, propose and leave; clocks, records, deletion; bots that play."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

import tablero
from tablero.kernel import rng
from tablero.kernel.positions import fingerprint
from tablero.kernel.record_lines import written
from tablero.server.bot_processes import BotProcesses
from tablero.table.sitting import Sitting
from tests.server.people import House, Json, Person, house, refused

PATIENCE = 180.0    # seconds; the machine may be busy


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)


def two(home: House, **more: object) -> tuple[Person, Person, str]:
    """Ana (Carlist, owner) and Ben (Liberal) at a table."""
    ana, ben = home.person("Ana"), home.person("Ben")
    sitting = ana.opens("me", "open", **more)
    ben.joins(ana, sitting, "liberal")
    return ana, ben, sitting


# --- opening


@pytest.mark.parametrize(("change", "code"), [
    ({"game": "chess"}, "unknown_name"), ({"scenario": "waterloo"}, "unknown_name"), ({"seats": ["me"]}, "bad_request"),
    ({"seats": ["me", "deep_blue"]}, "unknown_name"), ({"options": {"victory": "always"}}, "unknown_name"),
    ({"options": {"cheat": "on"}}, "unknown_name"), ({"clock": {"kind": "sand"}}, "bad_request"),
    ({"clock": {"kind": "live", "bank": -5}}, "bad_request"), ({"clock": {"kind": "live"}}, "bad_request"),
    ({"clock": {"kind": "days", "bank": 1e300}}, "bad_request"), ({"seed": "2a"}, "bad_request"),
    ({"record": "nonsense"}, "bad_record"), ({"name": "x" * 81}, "bad_request"), ({"seats": "me"}, "bad_request"),
    ({"seats": ["tests.server.people:Person", "me"]}, "unknown_name"),
])
def test_a_table_that_cannot_be_is_refused(home: House, change: Json, code: str) -> None:
    body = {"game": "dpyr", "scenario": "maella", "seats": ["me", "open"], **change}
    ana = home.person("Ana")
    refused(ana.post("/api/sittings", body), code)
    assert [] == ana.get("/api/sittings").json()


def test_a_new_table_shows_the_hash_of_its_seed(home: House) -> None:
    ana = home.person("Ana")
    made = ana.post("/api/sittings", {"game": "dpyr", "scenario": "maella", "seats": ["me", "me"]}).json()
    seen = ana.table(made["id"])
    assert made["commitment"] == seen["commitment"]
    assert "seed" not in seen


def test_nobody_plays_before_all_have_come(home: House) -> None:
    ana = home.person("Ana")
    sitting = ana.opens("me", "open")
    seen = ana.table(sitting)
    assert [] == seen["choices"]
    assert "free" in refused(ana.does(sitting, "act", do="deploy c_tor_1", stamp=seen["stamp"]))


# --- invitations and spectators


def test_an_invitation_is_good_once(home: House) -> None:
    ana, ben, eva = home.person("Ana"), home.person("Ben"), home.person("Eva")
    sitting = ana.opens("me", "open")
    token = ana.post(f"/api/sittings/{sitting}/invites", {"seat": "liberal"}).json()["token"]
    seat = {"sitting": sitting, "seat": "liberal", "commitment": ana.table(sitting)["commitment"]}
    assert seat == ben.post(f"/api/invites/{token}", {}).json()
    assert 200 == ben.post(f"/api/invites/{token}", {}).status_code        # asked again after a lost answer
    refused(eva.post(f"/api/invites/{token}", {}))
    refused(eva.post("/api/invites/nonsense", {}), "unknown_name")
    assert ["Ana", "Ben"] == [chair["name"] for chair in ana.table(sitting)["chairs"]]


def test_an_invitation_says_who_invites_to_what_on_which_side_also_to_visitors_without_a_name(home: House) -> None:
    ana, ben, eva = home.person("Ana"), home.person("Ben"), home.person("Eva")
    sitting = ana.opens("me", "open", options={"victory": "graded"}, clock={"kind": "live", "bank": 600, "each": 5})
    token = ana.post(f"/api/sittings/{sitting}/invites", {"seat": "liberal"}).json()["token"]
    told = home.client.get(f"/api/invites/{token}").json()
    assert ("Ana", "liberal", "the Liberals", False) == (told["by"], told["seat"], told["side"], told["yours"])
    assert ("dpyr", "maella") == (told["table"]["game"], told["table"]["scenario"])
    assert ["Ana", ""] == [chair.get("name", "") for chair in told["table"]["seats"]]
    assert {"kind": "live", "bank": 600.0, "each": 5.0} == told["clock"]
    assert [["Victory", "Graded"]] == [[what, how.split()[0]] for what, how in told["options"]]
    assert told["spectators"] is False
    assert ana.table(sitting)["commitment"] == told["commitment"]
    assert "los liberales" == home.client.get(f"/api/invites/{token}?lang=es").json()["side"]

    ben.post(f"/api/invites/{token}", {})
    assert ben.get(f"/api/invites/{token}").json()["yours"]
    for answer in (eva.get(f"/api/invites/{token}"), home.client.get(f"/api/invites/{token}")):
        refused(answer)         # one that is used up tells others nothing


def test_an_invitation_expires(home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ana, ben = home.person("Ana"), home.person("Ben")
    sitting = ana.opens("me", "open")
    invite = ana.post(f"/api/sittings/{sitting}/invites", {"seat": "liberal"}).json()
    assert 6 * 24 * 3600 < invite["expires"] - time.time() < 8 * 24 * 3600
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() + 8 * 24 * 3600)
    assert "expired" in refused(ben.post(f"/api/invites/{invite['token']}", {}))


def test_only_the_owner_invites_and_only_to_free_seats(home: House) -> None:
    ana, ben, sitting = two(home)
    assert refused(ana.post(f"/api/sittings/{sitting}/invites", {"seat": "liberal"}))
    assert refused(ben.post(f"/api/sittings/{sitting}/invites", {"seat": "carlist"}))
    assert "french" in refused(ana.post(f"/api/sittings/{sitting}/invites", {"seat": "french"}), "unknown_name")


def test_strangers_see_a_table_only_if_it_allows_spectators(home: House) -> None:
    eva = home.person("Eva")
    closed, open_ = home.person("Ana").opens("me", "me"), home.person("Ana").opens("me", "me", spectators=True)
    for path in ("", "/record", "/moment", "/since", "/why", "/note", "/about"):
        refused(eva.get(f"/api/sittings/{closed}{path}"))
        assert 200 == eva.get(f"/api/sittings/{open_}{path}").status_code
    for what, body in (("act", {"do": "x", "stamp": 1}), ("undo", {}), ("resign", {}), ("offer", {"what": "draw"})):
        refused(eva.does(closed, what, **body))
        refused(eva.does(open_, what, **body))
    refused(eva.post(f"/api/sittings/{open_}/sit", {"seat": "carlist"}))
    refused(eva.post(f"/api/sittings/{open_}/seats", {"seat": "carlist", "bot": "random"}))
    refused(eva.ask("DELETE", f"/api/sittings/{open_}"))
    with pytest.raises(WebSocketDisconnect), eva.socket(closed):
        pass
    with eva.socket(open_) as socket:
        assert [] == socket.receive_json()["choices"]
    with pytest.raises(WebSocketDisconnect), eva.socket(open_, seat="carlist"):
        pass


def test_a_seat_is_asked_for_by_its_holder_only(home: House) -> None:
    ana, ben, sitting = two(home)
    refused(ben.get(f"/api/sittings/{sitting}?seat=carlist"))
    seen = ana.table(sitting)
    refused(ben.does(sitting, "act", do=seen["choices"][0]["do"], stamp=seen["stamp"], seat="carlist"))
    refused(ben.does(sitting, "act", do=seen["choices"][0]["do"], stamp=seen["stamp"]), "not_your_turn")
    with pytest.raises(WebSocketDisconnect), ben.socket(sitting, seat="carlist"):
        pass


# --- coming and going


def test_who_has_seen_one_side_does_not_take_the_other(home: House) -> None:
    ana, ben, sitting = two(home)
    ana.plays(sitting, 3, random.Random(1))
    ben.post(f"/api/sittings/{sitting}/seats", {"seat": "liberal"})
    assert "other side" in refused(ana.post(f"/api/sittings/{sitting}/sit", {"seat": "liberal"}))
    refused(ben.get(f"/api/sittings/{sitting}"))
    ben.joins(ana, sitting, "liberal")
    assert 200 == ben.get(f"/api/sittings/{sitting}").status_code


def test_a_player_is_replaced_by_a_bot_by_consent_only_and_a_bot_by_a_player(home: House) -> None:
    ana, ben, sitting = two(home)
    refused(ben.post(f"/api/sittings/{sitting}/seats", {"seat": "carlist", "bot": "random"}))
    refused(ana.post(f"/api/sittings/{sitting}/seats", {"seat": "liberal", "bot": "nobody"}), "unknown_name")
    for body in ({"seat": "liberal", "bot": "random"}, {"seat": "liberal"}):
        assert "agree" in refused(ana.post(f"/api/sittings/{sitting}/seats", body))
    refused(ana.does(sitting, "offer", what="replace", of="liberal", bot="nobody"), "unknown_name")
    ana.does(sitting, "offer", what="replace", of="liberal", bot="random")
    assert {"seat": "carlist", "what": "replace", "of": "liberal", "bot": "random"} == ben.table(sitting)["offer"]
    ben.does(sitting, "reply", accept=True)
    assert "random" == ana.table(sitting)["chairs"][1]["bot"]
    refused(ben.does(sitting, "resign"))
    assert 200 == ana.post(f"/api/sittings/{sitting}/seats", {"seat": "liberal"}).status_code
    ben.joins(ana, sitting, "liberal")
    assert "Ben" == ana.table(sitting)["chairs"][1]["name"]


def test_whoever_leaves_does_not_stop_the_game_and_all_read_of_it(home: House) -> None:
    ana, ben, sitting = two(home)
    assert 200 == ben.post(f"/api/sittings/{sitting}/seats", {"seat": "liberal"}).status_code
    seen = ana.table(sitting)
    assert seen["choices"]
    assert [["Ben leaves the Liberals."]] == [line["lines"] for line in seen["log"] if line.get("notice")]
    assert [] == ben.get("/api/sittings").json()


def test_one_person_plays_both_sides(home: House) -> None:
    ana = home.person("Ana")
    sitting = ana.opens("me", "open")
    assert 200 == ana.post(f"/api/sittings/{sitting}/sit", {"seat": "liberal"}).status_code
    chance, played = random.Random(3), 0
    for seat in ("carlist", "liberal") * 5:
        played += ana.plays(sitting, 30, chance, seat=seat)
    assert played > 60
    assert 200 == ana.does(sitting, "offer", what="takeback", back_to=10, seat="carlist").status_code
    assert 10 == ana.actions(sitting)


# --- proposals and the end


def test_a_take_back_is_agreed_refused_or_withdrawn(home: House) -> None:
    ana, ben, sitting = two(home)
    ana.plays(sitting, 6, random.Random(1))
    ben.does(sitting, "offer", what="takeback", back_to=2)
    assert {"seat": "liberal", "what": "takeback", "back_to": 2} == ana.table(sitting)["offer"]
    refused(ana.does(sitting, "offer", what="draw"))
    refused(ben.does(sitting, "reply", accept=True))
    ana.does(sitting, "reply", accept=False)
    assert 6 == ana.actions(sitting)
    ben.does(sitting, "offer", what="takeback", back_to=2)
    ben.does(sitting, "reply", accept=False)
    assert "offer" not in ana.table(sitting)
    ben.does(sitting, "offer", what="takeback", back_to=2)
    ana.does(sitting, "reply", accept=True)
    seen = ana.table(sitting)
    assert (2, 4) == (seen["actions"], sum(line.get("undone", False) for line in seen["log"]))


def test_undo_is_for_the_seat_that_moved(home: House) -> None:
    ana, ben, sitting = two(home)
    ana.plays(sitting, 2, random.Random(1))
    refused(ben.does(sitting, "undo"))
    assert ana.table(sitting)["can_undo"]
    assert 200 == ana.does(sitting, "undo").status_code
    assert 1 == ana.actions(sitting)


def test_a_draw_is_agreed_between_people_not_with_bots(home: House) -> None:
    ana, ben, sitting = two(home)
    ana.does(sitting, "offer", what="draw")
    ben.does(sitting, "reply", accept=True)
    seen = ben.table(sitting)
    assert seen["over"]
    assert seen["result"]
    against_bot = ana.opens("me", "random")
    assert "Bots" in refused(ana.does(against_bot, "offer", what="draw"))


def test_who_resigns_loses_and_the_list_says_so(home: House) -> None:
    ana, ben, sitting = two(home)
    ana.does(sitting, "resign")
    assert [True, True] == [who.get("/api/sittings").json()[0]["over"] for who in (ana, ben)]
    assert ben.get("/api/sittings?lang=es").json()[0]["result"]
    refused(ana.does(sitting, "chat", text=""), "bad_request")
    assert 200 == ben.does(sitting, "chat", text="Buena partida").status_code
    assert "Buena partida" == ana.table(sitting)["chat"][-1]["text"]


def test_a_pause_stops_play_until_both_go_on(home: House) -> None:
    ana, ben, sitting = two(home, clock={"kind": "live", "bank": 600, "each": 5})
    ana.does(sitting, "offer", what="pause")
    ben.does(sitting, "reply", accept=True)
    seen = ana.table(sitting)
    assert (True, []) == (seen["paused"], seen["choices"])
    assert not ana.get("/api/sittings").json()[0]["your_turn"]
    ben.does(sitting, "offer", what="resume")
    ana.does(sitting, "reply", accept=True)
    assert ana.table(sitting)["choices"]


# --- clocks, bots: the server acts by itself


def test_a_flag_falls_by_itself(home: House) -> None:
    ana, ben, sitting = two(home, clock={"kind": "live", "bank": 1.5})
    until(lambda: bool(ben.table(sitting).get("over")))
    assert ("time", (1,)) == home.room(sitting).sitting.outcome
    refused(ana.does(sitting, "act", do="deploy c_tor_1", stamp=1), "game_over")


def test_a_flag_falls_at_a_table_where_nobody_is_and_after_a_restart(address: str) -> None:
    with house(address) as home:
        ana, _, sitting = two(home, clock={"kind": "live", "bank": 2})
    with house(address) as home:
        ana = Person(home, "Ana", ana.token)
        until(lambda: ana.get("/api/sittings").json()[0]["over"])
        assert "time" == home.room(sitting).sitting.ending.kind  # type: ignore[union-attr]


def test_bots_play_on_after_a_restart_and_a_whole_game_is_verified(address: str) -> None:
    with house(address) as home:
        ana = home.person("Ana")
        sitting, token = ana.opens("random", "random", scenario="perecamps_2", spectators=True), ana.token
        until(lambda: ana.actions(sitting) > 10)
    with house(address) as home:
        ana = Person(home, "Ana", token)
        until(lambda: bool(ana.table(sitting).get("over")))
        record = tablero.Record.parse(ana.get(f"/api/sittings/{sitting}/record").text)
        record.verify()
        assert record.state.over
        assert fingerprint(record.state) == fingerprint(home.room(sitting).sitting.state)
        again = Sitting.fold_all(sitting, home.hall.database.journal(sitting))
        assert fingerprint(again.state) == fingerprint(record.state)


def test_a_bot_answers_a_person(home: House) -> None:
    ana = home.person("Ana")
    sitting = ana.opens("me", "heuristic")
    chance = random.Random(5)
    while ana.plays(sitting, 50, chance):
        pass
    until(lambda: bool(ana.table(sitting)["choices"]))
    assert {0, 1} == {line.seat for line in home.room(sitting).sitting.log}


def test_a_bot_whose_process_dies_is_replaced(home: House) -> None:
    ana = home.person("Ana")
    sitting = ana.opens("random", "random", scenario="arquijas", spectators=True)
    until(lambda: ana.actions(sitting) > 3)
    listeners = [listener.__self__ for listener in home.hall.listeners]  # type: ignore[attr-defined]
    (bots,) = [listener for listener in listeners if isinstance(listener, BotProcesses)]
    for process in list(bots.pool._processes.values()):
        process.kill()
    before = ana.actions(sitting)
    until(lambda: ana.actions(sitting) > before + 20 or bool(ana.table(sitting).get("over")))
    assert ana.actions(sitting) > before


# --- records


def test_a_running_game_is_exported_as_its_seat_knows_it_and_whole_after_the_end(home: House) -> None:
    ana, ben, sitting = two(home)
    ana.plays(sitting, 8, random.Random(1))
    mine, theirs = (who.get(f"/api/sittings/{sitting}/record").text for who in (ana, ben))
    assert "Tortosa" in mine or "Mora" in mine
    assert mine != theirs
    assert 2 >= theirs.count("\n"), "Ben is told of Ana's secret set-up"
    ben.does(sitting, "resign")
    text = ben.get(f"/api/sittings/{sitting}/record").text
    tablero.Record.parse(text).verify()
    assert text == ana.get(f"/api/sittings/{sitting}/record").text


def test_an_exported_record_is_imported_to_look_at_or_to_go_on(home: House) -> None:
    ana, ben, sitting = two(home)
    ana.plays(sitting, 9, random.Random(1))
    ben.does(sitting, "resign")
    text = ana.get(f"/api/sittings/{sitting}/record").text
    going_on = ben.opens("me", "me", record=text, scenario="arquijas")
    seen = ben.table(going_on)
    assert ("map:maella", 9) == (seen["board"], seen["actions"])
    assert ana.table(sitting)["commitment"] != seen["commitment"]
    assert 3 == ben.plays(going_on, 3, random.Random(2))
    refused(ben.does(going_on, "offer", what="takeback", back_to=4))
    ben.does(going_on, "resign")
    tablero.Record.parse(ben.get(f"/api/sittings/{going_on}/record").text).verify()


def test_a_finished_record_is_looked_at_as_it_was(home: House) -> None:
    record = tablero.Record.start(tablero.game("dpyr"), "perecamps_2", seed=11)
    chance = random.Random(1)
    while not record.state.over:
        seat = tablero.players(record.state)[0]
        record.apply(seat, chance.choice(tablero.options(record.state, seat)))
    ana = home.person("Ana")
    sitting = ana.opens("me", "me", record=record.text(), scenario="perecamps_2")
    seen = ana.table(sitting)
    assert (True, "b", record.commitment) == (seen["over"], seen["seed"], seen["commitment"])
    assert record.text() == ana.get(f"/api/sittings/{sitting}/record").text
    assert 200 == ana.get(f"/api/sittings/{sitting}/moment?at=40").status_code


def test_an_edited_record_is_refused_with_the_place(home: House) -> None:
    ana, ben, sitting = two(home)
    ana.plays(sitting, 5, random.Random(1))
    ben.does(sitting, "resign")
    text = ana.get(f"/api/sittings/{sitting}/record").text
    lines = text.splitlines(keepends=True)
    body = {"game": "dpyr", "scenario": "maella", "seats": ["me", "me"]}
    for edited in (text.replace("deploy", "place", 1), text[: len(text) // 2], "".join(lines[:2] + lines[3:])):
        assert "ine" in refused(ana.post("/api/sittings", {**body, "record": edited}), "bad_record")


def test_a_record_with_absurd_numbers_is_refused_like_any_bad_one(home: House) -> None:
    record = tablero.Record.start(tablero.game("dpyr"), "maella", seed=11)
    record.take_back(0)
    data = [json.loads(line) for line in record.text(private=True).splitlines()]
    for line, key in ((1, "back"), (1, "n"), (2, "end"), (2, "skipped"), (0, "rules")):
        forged = [{k: v for k, v in each.items() if k != "sum"} for each in data]
        forged[line][key] = 10**400
        body = {"game": "dpyr", "scenario": "maella", "seats": ["me", "me"], "record": written(forged)}
        assert key in refused(home.person("Ana").post("/api/sittings", body), "bad_record")


def test_a_moment_is_the_table_as_the_seat_saw_it(home: House) -> None:
    ana, ben, sitting = two(home)
    past = []
    for n in range(6):
        past.append({key: ana.table(sitting).get(key) for key in ("pieces", "actions", "tracks", "panels")})
        ana.plays(sitting, 1, random.Random(n))
    for n, seen in enumerate(past):
        moment = ana.get(f"/api/sittings/{sitting}/moment?at={n}").json()
        assert seen == {key: moment.get(key) for key in seen}
        assert [] == moment["choices"]
        assert "seed" not in moment
    assert [] == ben.get(f"/api/sittings/{sitting}/moment?at=5").json().get("pieces", [])
    refused(ana.get(f"/api/sittings/{sitting}/moment?at=7"), "unknown_name")
    refused(ana.get(f"/api/sittings/{sitting}/moment?at=-1"), "bad_request")


def test_what_happened_since_is_told_as_the_seat_saw_it_then(home: House) -> None:
    """Folded together, the differences are the scenes that the seat was sent when they were the present; of what it was
    told nothing, there is no moment."""
    ana, ben, sitting = two(home)
    chance, seen, parts = random.Random(3), dict[int, Any](), ("pieces", "tracks", "panels")
    while len(home.room(sitting).sitting.record.entries) < 90:
        for one in (ana, ben):
            one.plays(sitting, 1, chance)
            now = ben.table(sitting)
            seen[now["actions"]] = {part: {thing["id"]: thing for thing in now.get(part, ())} for part in parts}
    told = ben.get(f"/api/sittings/{sitting}/since?n=20").json()
    assert told[0]["whole"]
    assert not told[0].get("log")
    scene: dict[str, dict[str, Any]] = {part: {} for part in parts}
    for update in told:
        for part in parts:
            scene[part].update({thing["id"]: thing for thing in update.get(part, ())})
            for gone in update.get("gone", ()):
                scene[part].pop(gone, None)
        for panel, n, row in update.get("rows", ()):
            scene["panels"][panel]["rows"][n] = row
        assert seen[update["actions"]] == scene
        assert [] == update["choices"]
        assert update is told[0] or any(line["lines"] for line in update["log"])
    every = home.room(sitting).sitting.log
    silent = {line.n for line in every if line.n > 20 and not tablero.seen_by(line.events, 1)}
    assert silent                       # the enemy sets up out of sight
    assert not silent & {update["actions"] for update in told[1:]}
    assert 200 == ben.get(f"/api/sittings/{sitting}/since?n=9999").status_code
    refused(ben.get(f"/api/sittings/{sitting}/since?n=-1"), "bad_request")
    refused(ben.get(f"/api/sittings/{sitting}/since?n=3&seat=carlist"), "not_allowed")


# --- deletion


def test_the_owner_deletes_a_table_and_nothing_is_left(home: House) -> None:
    ana, ben, sitting = two(home)
    ben.does(sitting, "resign")
    refused(ben.ask("DELETE", f"/api/sittings/{sitting}"))
    with ben.socket(sitting) as socket:
        socket.receive_text()
        assert 200 == ana.ask("DELETE", f"/api/sittings/{sitting}").status_code
        with pytest.raises(WebSocketDisconnect):
            socket.receive_text()
    refused(ben.get(f"/api/sittings/{sitting}"), "unknown_name")
    assert [[], []] == [who.get("/api/sittings").json() for who in (ana, ben)]
    assert [] == home.hall.database.journal(sitting)


def test_a_game_among_people_is_deleted_by_consent(home: House) -> None:
    ana, ben, sitting = two(home)
    assert "agree" in refused(ana.ask("DELETE", f"/api/sittings/{sitting}"))
    ana.does(sitting, "offer", what="delete")
    ben.does(sitting, "reply", accept=False)
    assert 200 == ben.get(f"/api/sittings/{sitting}").status_code
    ben.does(sitting, "offer", what="delete")
    assert 200 == ana.does(sitting, "reply", accept=True).status_code
    refused(ben.get(f"/api/sittings/{sitting}"), "unknown_name")
    assert [] == home.hall.database.journal(sitting)


def test_a_table_that_has_not_started_or_where_one_is_alone_is_deleted_by_its_owner(home: House) -> None:
    ana = home.person("Ana")
    for seats in (("me", "open"), ("me", "random"), ("me", "me")):
        assert 200 == ana.ask("DELETE", f"/api/sittings/{ana.opens(*seats)}").status_code


def test_a_player_who_was_removed_before_the_start_is_removed_by_the_owner(home: House) -> None:
    ana, ben = home.person("Ana"), home.person("Ben")
    sitting = ana.opens("open", "open")
    ben.joins(ana, sitting, "liberal")
    assert 200 == ana.post(f"/api/sittings/{sitting}/seats", {"seat": "liberal"}).status_code
    assert [""] * 2 == [chair.get("name", "") for chair in ana.table(sitting)["chairs"]]


# --- the seed


def test_players_numbers_go_into_the_seed_and_the_record_proves_it(home: House) -> None:
    ana, ben = home.person("Ana"), home.person("Ben")
    sitting = ana.opens("me", "open")
    numbers = ["a" * 64, "b" * 64]
    assert 200 == ana.post(f"/api/sittings/{sitting}/sit", {"seat": "carlist", "share": numbers[0]}).status_code
    seen = ana.table(sitting)
    assert (False, []) == (seen["started"], seen["choices"])
    token = ana.post(f"/api/sittings/{sitting}/invites", {"seat": "liberal"}).json()["token"]
    assert seen["commitment"] == ben.get(f"/api/invites/{token}").json()["commitment"]
    refused(ben.post(f"/api/invites/{token}", {"share": "xyz"}), "bad_request")
    ben.post(f"/api/invites/{token}", {"share": numbers[1]})
    assert numbers == ben.table(sitting)["shares"]
    ana.plays(sitting, 5, random.Random(1))
    refused(ana.post(f"/api/sittings/{sitting}/sit", {"seat": "carlist", "share": numbers[1]}))     # too late
    assert "over" in refused(ana.get(f"/api/sittings/{sitting}/proof"))
    ben.does(sitting, "resign")
    record = tablero.Record.parse(ana.get(f"/api/sittings/{sitting}/record").text)
    assert (tuple(numbers), 2) == (record.shares, record.verify().shares)
    assert record.seed is not None
    assert (seen["commitment"], f"{record.seed:x}") == (rng.commitment(record.seed), ana.table(sitting)["seed"])
    for lang, word in (("en", "resignation"), ("es", "abandono")):
        proof = ben.get(f"/api/sittings/{sitting}/proof?lang={lang}").json()
        assert proof["whole"]
        assert word in proof["told"][-1]


def test_what_an_imported_record_was_is_told_to_all(home: House) -> None:
    ana, ben, sitting = two(home)
    ana.plays(sitting, 9, random.Random(1))
    ben.does(sitting, "resign")
    text = ana.get(f"/api/sittings/{sitting}/record").text
    again = ana.opens("me", "open", record=text)
    ben.joins(ana, again, "liberal")
    (notice,) = [line for line in ben.table(again)["log"] if line.get("notice")]
    assert "9 actions" in notice["lines"][0]
    assert notice["lines"][0] in ben.get(f"/api/sittings/{again}/record").text
