"""When a game is over everybody at the table may look from any side, and at everything; before, nobody may."""

from __future__ import annotations

import random

import pytest
from starlette.websockets import WebSocketDisconnect

import tablero
from tablero import bots
from tests.server.people import House, Json, Person, refused

WISHES = ("carlist", "liberal", "all", "nowhere")


def begun(home: House, **more: object) -> tuple[Person, Person, str]:
    """Ana and Ben have set up their armies, in secret."""
    ana, ben = home.person("Ana"), home.person("Ben")
    sitting = ana.opens("me", "open", **more)
    ben.joins(ana, sitting, "liberal")
    chance = random.Random(3)
    for _ in range(2):
        ana.plays(sitting, 60, chance)
        ben.plays(sitting, 60, chance)
    return ana, ben, sitting


def seen(table: Json) -> list[Json]:
    return [table[key] for key in ("pieces", "panels", "log") if key in table]


def test_before_the_end_no_wish_to_look_from_elsewhere_is_granted(home: House) -> None:
    ana, ben, sitting = begun(home, spectators=True)
    eva = home.person("Eva")
    for who in (ana, ben, eva):
        for view in WISHES:
            refused(who.get(f"/api/sittings/{sitting}", params={"view": view}), "not_allowed")
            refused(who.get(f"/api/sittings/{sitting}/moment", params={"view": view, "at": 0}), "not_allowed")
            with pytest.raises(WebSocketDisconnect), who.socket(sitting, view=view) as socket:
                socket.receive_json()
        assert who.table(sitting) | {"chairs": []} == who.table(sitting, view="") | {"chairs": []}


def test_after_the_end_all_who_may_look_see_every_side_at_the_table_and_in_the_replay(home: House) -> None:
    ana, ben, sitting = begun(home, spectators=True)
    eva, last = home.person("Eva"), ana.actions(sitting)
    own = {"carlist": seen(ana.table(sitting)), "liberal": seen(ben.table(sitting))}
    early = {
        side: seen(who.get(f"/api/sittings/{sitting}/moment", params={"at": last - 1}).json())
        for side, who in (("carlist", ana), ("liberal", ben))
    }
    assert own["carlist"] != own["liberal"]
    ben.does(sitting, "resign")
    for who in (ana, ben, eva):
        for side in own:
            assert own[side] == seen(who.table(sitting, view=side))
            past = who.get(f"/api/sittings/{sitting}/moment", params={"at": last - 1, "view": side}).json()
            assert early[side] == seen(past)
            with who.socket(sitting, view=side) as socket:
                assert own[side] == seen(socket.receive_json())
        everything = seen(who.table(sitting, view="all"))
        assert everything not in own.values()
        refused(who.get(f"/api/sittings/{sitting}", params={"view": "nowhere"}), "unknown_name")
    assert own["carlist"] == seen(ana.table(sitting))           # as she played, unless she asks for more


def test_a_table_without_spectators_shows_strangers_nothing_after_the_end_either(home: House) -> None:
    ana, _, sitting = begun(home)
    ana.does(sitting, "resign")
    for view in ("", *WISHES):
        refused(home.person("Eva").get(f"/api/sittings/{sitting}", params={"view": view}), "not_allowed")


def test_a_game_that_ends_under_the_eyes_of_two_sockets_goes_on_to_be_told_to_each_as_before(home: House) -> None:
    ana, ben, sitting = begun(home)
    with ana.socket(sitting) as hers, ben.socket(sitting) as his:
        hers.receive_json(), his.receive_json()
        ben.does(sitting, "resign")
        for socket in (hers, his):
            told = socket.receive_json()
            assert told["over"]
            assert not told.get("pieces")       # nothing is uncovered by itself


@pytest.mark.parametrize("code", tablero.GAMES)
def test_what_all_seats_know_together_is_drawn_as_the_truth_is(code: str) -> None:
    """Of every game: the board of `all` is that of the true state."""
    game = tablero.game(code)
    s = game.new(game.scenarios[0], 5)
    players = [bots.make("heuristic", game, seat) for seat in range(len(game.seats))]
    for _ in range(150):
        seat = tablero.players(s)[0]
        tablero.apply(s, seat, players[seat].choose(game.view(s, seat), tablero.options(s, seat), seat))
    together, true = (game.scene(view, 0) for view in (game.joint_view(s, range(len(game.seats))), s))
    assert true.pieces == together.pieces
