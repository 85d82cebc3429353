"""[9] Stacking."""

from __future__ import annotations

from random import Random

import pytest

import tablero
from tablero.games.car import GAME
from tablero.games.car.board import BEACH_MALLORCA, MALLORCA, NAT, REP, SIDES, SPACE_NAMES, UNIT, space
from tablero.games.car.rules.r08_cards.s05_landings import open_beach
from tablero.games.car.rules.r09_stacking import Overstacked, eliminate, room
from tablero.games.car.rules.r10_movement.s01_movement import Moves
from tablero.games.car.state import Car
from tablero.kernel.engine import advance
from tablero.kernel.text import LANGUAGES, Speech
from tablero.server.sockets import why
from tablero.table.journal import Opened
from tablero.table.sitting import Sitting
from tests.games.car.field import asked, at, do, field, offered, refused, told, units_at
from tests.games.car.r10_movement.moving import activate, go
from tests.games.car.turns import action
from tests.rules import rule

FOUR = "nat_inf_1 nat_inf_2 nat_inf_3 nat_inf_4"


def looked_at(s: Car, by: int = REP) -> Car:
    """The opponent looks for stacks that are too high."""
    s.call(Overstacked(by))
    advance(s)
    return s


@rule("car", "9.0a", "9.1.1a", "9.1.2a")
def test_three_units_of_a_side_fit_into_a_space_corps_and_divisions_alike() -> None:
    s = field({"burgos": "nat_v nat_inf_1", "avila": "nat_inf_2 nat_inf_3 nat_inf_4"}, trenches="avila")
    assert [1, 0, 3] == [room(s, space(name)) for name in ("burgos", "avila", "segovia")]
    assert (1, 0) == (s.full >> space("avila") & 1, s.full >> space("burgos") & 1)


@rule("car", "9.0a", "9.1.1a")
def test_a_fourth_unit_does_not_stop_in_a_space() -> None:
    s = field({"segovia": "nat_inf_1 nat_inf_2", "arevalo": "nat_v nat_vi"})
    activate(s, "segovia")
    go(s, "nat_inf_1", "arevalo")
    do(s, "stop")
    assert ["nat_inf_1", "nat_v", "nat_vi"] == sorted(units_at(s, "arevalo"))
    go(s, "nat_inf_2", "arevalo")
    assert ("9.1.1a", "space_full") == refused(s, "stop")


@rule("car", "9.1.2a", "10.1.10a")
def test_a_stack_passes_through_a_full_space_and_does_not_stop_there() -> None:
    s = field({"segovia": "nat_inf_1", "arevalo": "nat_inf_2 nat_inf_3 nat_inf_4"})
    activate(s, "segovia")
    go(s, "nat_inf_1", "arevalo")
    assert ("9.1.1a", "space_full") == refused(s, "stop")
    assert [word for word in offered(s) if word.startswith("step")]


@rule("car", "9.1.2a")
def test_a_click_on_the_map_is_a_place_to_stop_and_a_full_space_has_a_button() -> None:
    s = field({"segovia": "nat_inf_1", "arevalo": "nat_inf_2 nat_inf_3 nat_inf_4"})
    activate(s, "segovia")
    do(s, "take nat_inf_1")
    moves = s.frame(Moves)
    through, to = ("step", space("arevalo")), ("step", space("avila"))
    assert {through, to} <= set(tablero.options(s, NAT))
    assert ((), None) == (moves.aim(s, NAT, through), moves.aim(s, NAT, to))
    assert "space:arevalo" not in tablero.gestures(s, NAT)
    assert "space:salamanca" in tablero.gestures(s, NAT), "beyond it"
    warned = GAME.odds(s, NAT, through)
    assert warned is not None
    assert "cannot stop there: it goes on, or back" == Speech(GAME, "en").odds(warned)
    assert GAME.odds(s, NAT, to) is None
    answers = [why(opened(s), NAT, language, ["step arevalo"])["text"] for language in LANGUAGES]
    assert all("\x02Arévalo\x03" in answer for answer in answers), "it names the button"


@rule("car", "9.1.2a")
def test_a_way_through_full_spaces_is_gone_without_steps_that_make_themselves() -> None:
    """In Écija one can neither stop nor turn back: the stack goes on to Córdoba by itself."""
    s = field({"arcos_de_la_frontera": "nat_inf_1", "sevilla": "nat_inf_2 nat_inf_3 nat_inf_4",
               "ecija": "nat_inf_5 nat_inf_6 nat_inf_7", "antequera": "rep_mil_1", "priego_de_cordoba": "rep_mil_2"},
              nationalist="cordoba")
    activate(s, "arcos_de_la_frontera")
    do(s, "take nat_inf_1")
    way = tablero.gestures(s, NAT)["space:cordoba"]
    assert [("step", space("sevilla")), ("step", space("ecija"))] == way
    for step in way:
        assert step in tablero.options(s, NAT)
        tablero.apply(s, NAT, step)
    assert "cordoba" == at(s, "nat_inf_1")


def opened(s: Car) -> Sitting:
    """A table at which this is the position."""
    sitting = Sitting.open("", Opened("car", "campaign", GAME.chosen({}), "1", "ana", GAME.rules), 0.0)
    for seat, player in enumerate(("ana", "ben")):
        sitting.sit(seat, player, player, 0.0)
    sitting.record.state = s
    return sitting


@rule("car", "9.1.4a")
def test_the_opponent_chooses_whom_a_stack_of_four_loses() -> None:
    s = looked_at(field({"burgos": FOUR, "avila": "nat_inf_5 nat_inf_6"}))
    assert ("republican Overstacked", [f"lose nat_inf_{n}" for n in range(1, 5)]) == (asked(s), offered(s))
    do(s, "lose nat_inf_3")
    assert ("eliminated", "nobody") == (at(s, "nat_inf_3"), asked(s))
    assert ["nat_inf_1", "nat_inf_2", "nat_inf_4"] == units_at(s, "burgos")


@rule("car", "9.1.4a")
def test_one_space_after_the_other_until_three_are_left_in_each() -> None:
    s = looked_at(field({"burgos": f"{FOUR} nat_inf_5", "avila": "nat_inf_6 nat_inf_7 nat_inf_8 nat_inf_9"}))
    lost = []
    while asked(s) != "nobody":
        lost.append(offered(s)[0])
        do(s, lost[-1])
    assert 3 == len(lost)
    assert (3, 3) == (len(units_at(s, "burgos")), len(units_at(s, "avila")))


@rule("car", "9.1.4a")
def test_every_space_is_looked_at_and_stays_full_while_three_are_left() -> None:
    first = SPACE_NAMES[0]
    s = looked_at(field({first: FOUR}))
    assert ("republican Overstacked", 1) == (asked(s), s.full & 1)
    do(s, "lose nat_inf_4")
    assert (3, 1) == (len(units_at(s, first)), s.full & 1)


@rule("car", "9.1.4a")
def test_nobody_is_asked_while_no_stack_is_too_high() -> None:
    assert "nobody" == asked(looked_at(field({"burgos": "nat_inf_1 nat_inf_2 nat_inf_3"})))
    full = field({"valencia": "rep_mil_1 rep_mil_2 rep_mil_3 rep_mil_4"})
    assert "nobody" == asked(looked_at(full)), "his own stacks are no concern of his"
    assert "nationalist Overstacked" == asked(looked_at(full, NAT))


@rule("car", "9.1.4a")
@pytest.mark.parametrize("side", SIDES)
def test_stacks_are_looked_at_at_the_end_of_an_action_round(side: str) -> None:
    s = field({"burgos": FOUR, "valencia": "rep_mil_1 rep_mil_2 rep_mil_3 rep_mil_4"})
    action(s, side, hands="n2 r9")
    do(s, "rp n2" if side == "nationalist" else "rp r9")
    other = SIDES[1 - SIDES.index(side)]
    assert f"{other} Overstacked" == asked(s)
    do(s, offered(s)[0])
    assert [] == s.stack


@rule("car", "9.1.4b")
def test_what_a_stack_out_of_supply_loses_is_gone_for_good() -> None:
    s = looked_at(field({"albacete": FOUR, "burgos": "nat_inf_5"}))
    do(s, "lose nat_inf_1")
    assert "gone" == at(s, "nat_inf_1")


@rule("car", "9.1.4b")
@pytest.mark.parametrize("places, nationalist, where", [
    ({"aguilas": "nat_inf_2"}, "", "gone"),
    ({}, "", "eliminated"),
    ({}, "aguilas", "eliminated"),
    ({"aguilas": "rep_rpa_1 rep_rpa_2 rep_rpa_3"}, "lorca garrucha", "gone"),
    ({"aguilas": "rep_rpa_1 rep_rpa_2 rep_rpa_3"}, "lorca", "eliminated")])
def test_what_a_stack_without_a_way_to_retreat_loses_is_gone_for_good(
        places: dict[str, str], nationalist: str, where: str) -> None:
    """Cartagena is a source, with Murcia and Águilas beside it, and Lorca and Garrucha beyond Águilas."""
    s = field({"cartagena": "rep_mil_1 rep_mil_2 rep_mil_3 rep_mil_4", "murcia": "nat_inf_1", **places},
              nationalist=nationalist)
    looked_at(s, NAT)
    do(s, "lose rep_mil_1")
    assert where == at(s, "rep_mil_1")


@rule("car", "9.1.4b", "11.4.5b")
def test_a_beach_head_is_no_way_to_retreat_for_nationalists() -> None:
    s = field({"mallorca": FOUR})
    open_beach(s, BEACH_MALLORCA, MALLORCA)
    looked_at(s)
    do(s, "lose nat_inf_1")
    assert "gone" == at(s, "nat_inf_1")


@rule("car", "14.1.2b", "14.1.6a", "17.6.5a")
@pytest.mark.parametrize("name, for_good, where, kind", [
    ("nat_inf_1", False, "eliminated", "eliminated"), ("nat_inf_1", True, "gone", "removed"),
    ("nat_afr_1", False, "gone", "removed"), ("nat_ins_n48", False, "gone", "removed")])
def test_units_that_are_never_rebuilt_leave_the_game(name: str, for_good: bool, where: str, kind: str) -> None:
    s = field({"burgos": f"{name}:r nat_inf_2:r"})
    s.events.clear()
    eliminate(s, UNIT[name], for_good)
    assert where == at(s, name)
    assert [(NAT, UNIT[name], space("burgos"))] == told(s.events, kind)
    assert 1 << UNIT["nat_inf_2"] == s.reduced, "it comes back as a fresh unit"
    eliminate(s, UNIT["nat_inf_2"])
    assert "eliminated" == at(s, "nat_inf_2")


@rule("car", "9.1.3a")
def test_units_of_both_sides_are_never_in_one_space() -> None:
    s = field({"segovia": "nat_inf_1", "guadarrama": "rep_mil_1"})
    activate(s, "segovia")
    do(s, "take nat_inf_1")
    assert ("10.1.7a", "enemy_unit_there") == refused(s, "step guadarrama")
    chance, s = Random(8), GAME.new("war_of_the_columns", 8)
    assert isinstance(s, Car)
    for _ in range(400):
        if s.over:
            break
        seat = tablero.players(s)[0]
        tablero.apply(s, seat, chance.choice(tablero.options(s, seat)))
        assert 0 == s.occupied[NAT] & s.occupied[REP]
        assert 0 == s.occupied[NAT] & ~s.held | s.occupied[REP] & s.held, "and their side controls it"
