"""[4.1] [4.3] to [4.8] The phases after the last Impulse of a Turn."""

from __future__ import annotations

import pytest

from tablero.games.wellington.board import (
    ALL_DUCHIES,
    ALLIES,
    BRITAIN,
    CARD,
    FLAGS,
    FRENCH,
    NORD,
    OWNER,
    SPAIN,
    SUD,
    SYMBOLS,
)
from tablero.games.wellington.rules.r03_control import flags_on_map, set_owner
from tablero.games.wellington.rules.r04_sequence import s01_turn
from tablero.games.wellington.rules.r04_sequence.s01_turn import Turn, War
from tablero.games.wellington.rules.r04_sequence.s03_end_of_turn import (
    EndAttrition,
    FreeFlags,
    balance_resources,
    guerrilla_attack,
    guerrilla_targets,
    guerrillas,
    place_free_flag,
)
from tablero.games.wellington.state import Wellington
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.engine import advance
from tests.games.wellington.field import asked, do, holder, offered, run, sps, told, x
from tests.games.wellington.turns import war
from tests.rules import rule

LAST = {"britain": "camp_fever"}        # the only Hand


def step(s: Wellington, name: str, dice: list[int] | None = None) -> None:
    """One phase of a Turn, and nothing after it."""
    turn = Turn()
    s.stack.append(turn)
    s.script = dice
    getattr(turn, name)(s)
    if turn in s.stack:
        s.stack.remove(turn)


# --- the order


@rule("wellington", "4.1a")
def test_the_phases_come_in_the_printed_order() -> None:
    steps = Turn().steps()
    phases = ("impulses", "attrition", "guerrilla_war", "balance", "conquest", "peace", "interphase")
    assert sorted(phases, key=steps.index) == list(phases)


@rule("wellington", "4a", "4.7a", "4.8a", "18.5a", "16a")
@pytest.mark.parametrize("year, after", [(1812, "Interphase"), (1813, "Interphase"), (1814, "")])
def test_an_interphase_follows_1812_and_1813_and_nothing_follows_1814(year: int, after: str) -> None:
    s = war({"madrid": "nord:1"}, year=year)
    s.stack = [War(at=3), Turn(at=Turn().steps().index("peace"))]
    s.script = [1, 3, 3, 3, 3] if after else []
    advance(s)
    assert (after == "") == s.over
    assert bool(after) == any(type(frame).__name__ == after for frame in s.stack)


@rule("wellington", "4.8b", "4.24c")
def test_the_next_turn_starts_with_the_power_in_the_marked_box() -> None:
    s = war({"madrid": "nord:1"}, box="spain", last="sud", year=1813,
            hands={"spain": "atrocity", "britain": "camp_fever"})
    s.stack = [War(at=2)]
    advance(s)
    assert (1813, 1) == (s.year, s.round)
    assert "spain ChoosePlay" == asked(s)


# --- Attrition


@rule("wellington", "4.1c", "4.3a", "ASPb", "8.1b")
def test_formations_abroad_roll_a_die_for_each_sp_and_leader() -> None:
    s = war({"braga": "marmont nord:5", "madrid": "nord:3", "viseu": "spain:2"})
    events = run(s, EndAttrition(), dice=[6, 6, 1, 1, 1, 1])
    assert [(NORD, x("braga"), 6, 2)] == told(events, "attrition"), "not in Duchies of their own side or Ally"
    assert 3 == sps(s, "nord", "braga")


@rule("wellington", "4.3a")
def test_besiegers_suffer_it_too() -> None:
    s = war({"ciudad_rodrigo": "britain:3"})
    run(s, EndAttrition(), dice=[6, 1, 1])
    assert 2 == sps(s, "britain", "ciudad_rodrigo")


@rule("wellington", "4.3a")
def test_both_sides_roll() -> None:
    s = war({"salamanca": "britain:2", "braga": "sud:1"})
    events = run(s, EndAttrition(), dice=[1, 1, 6])
    assert [(BRITAIN, x("salamanca"), 2, 0), (1, x("braga"), 1, 1)] == told(events, "attrition")


# --- free Flags


@rule("wellington", "4.3b")
def test_those_that_are_left_flag_unfortified_duchies_and_no_fortress() -> None:
    s = war({"braga": "nord:1", "ciudad_rodrigo": "britain:3"})
    run(s, FreeFlags())
    assert ("nord", NORD) == (holder(s, "braga"), s.flag[x("braga")])
    assert ("nord", -1) == (holder(s, "ciudad_rodrigo"), s.flag[x("ciudad_rodrigo")])
    assert "nobody" == asked(s)


@rule("wellington", "4.3b")
def test_a_hasty_fortress_is_not_flagged() -> None:
    s = war({"braga": "nord:1"})
    s.hasty = 1 << x("braga")
    run(s, FreeFlags())
    assert "britain" == holder(s, "braga")


@rule("wellington", "4.3b", "7d", "7e")
def test_the_choices_of_chapter_7_remain() -> None:
    s = war({"salamanca": "britain:2", "braga": "spain:1"}, flags={"nord": "braga"})
    run(s, FreeFlags())
    assert "britain ChooseFlags" == asked(s)
    assert {"flag salamanca britain", "flag salamanca spain"} == set(offered(s))
    do(s, "flag salamanca spain")
    assert "spain ChooseFlags" == asked(s)
    do(s, "flag braga britain")
    assert ("spain", "britain", -1) == (holder(s, "salamanca"), holder(s, "braga"), s.flag[x("braga")])
    assert "nobody" == asked(s)


@rule("wellington", "4.3c")
@pytest.mark.parametrize("pieces, power", [
    ("britain:1 spain:2", "spain"), ("britain:2 spain:1", "britain"), ("britain:1 spain:1", "spain"),
    ("castanos britain:3 spain:1", "spain"), ("hill britain:1 spain:3", "britain"),
])
def test_where_both_allies_stand_the_commanders_power_flags_else_the_stronger(pieces: str, power: str) -> None:
    s = war({"segovia": pieces})
    run(s, FreeFlags())
    if "ChooseFlags" in asked(s):
        assert f"{power} ChooseFlags" == asked(s)
    else:
        assert power == holder(s, "segovia")


@rule("wellington", "4.3c")
def test_without_flags_left_only_enemy_flags_are_removed() -> None:
    s = war({"braga": "sud:1", "viseu": "nord:1", "toulouse": "spain:1"}, flags={"spain": "viseu"})
    for y in ids_of(s.owned[BRITAIN] & ~(1 << x("braga"))):
        if flags_on_map(s, 1) < FLAGS[1]:
            set_owner(s, y, NORD)
    for y in ids_of(s.owned[SPAIN]):
        if flags_on_map(s, 1) < FLAGS[1] and y != x("viseu"):
            set_owner(s, y, NORD)
    assert FLAGS[1] == flags_on_map(s, 1)
    run(s, FreeFlags())
    assert "nobody" == holder(s, "braga"), "it stays as it is"
    assert -1 == s.flag[x("braga")]
    assert -1 == s.flag[x("viseu")], "the Spanish Flag is gone"


# --- Guerrillas


@rule("wellington", "4.4a")
def test_guerrillas_attack_french_duchies_of_spain_and_portugal_without_fortress_or_french_pieces() -> None:
    s = war({"segovia": "nord:1", "avila": "joseph"}, flags={"nord": "braga lisbon"})
    s.hasty = 1 << x("palencia")
    found = guerrilla_targets(s)
    for name, expected in (("madrid", True), ("braga", True), ("segovia", False), ("avila", False), ("lisbon", False),
                           ("burgos", False), ("bordeaux", False), ("palencia", False), ("porto", False)):
        assert expected == bool(found >> x(name) & 1), name
    s.script = [1] * found.bit_count()
    guerrillas(s)
    assert [] == s.script, "a die for each"


@rule("wellington", "4.4b", "4.4c", "ASPc")
@pytest.mark.parametrize("near, die, falls", [
    ({}, 3, False), ({}, 4, True), ({"avila": "britain:1"}, 3, True),
    ({"avila": "spain:1", "madrid": "hill"}, 2, False),
])
def test_a_four_takes_the_flag_and_allied_neighbours_add_one_at_most(
    near: dict[str, str], die: int, falls: bool
) -> None:
    s = war(near)
    s.script = [die]
    guerrilla_attack(s, x("segovia"))
    assert ("spain" if falls else "nord") == holder(s, "segovia")
    assert (SPAIN if falls else -1) == s.flag[x("segovia")]


@rule("wellington", "4.4d")
def test_a_duchy_without_french_symbol_returns_to_its_owner_without_a_flag() -> None:
    s = war(flags={"nord": "braga"})
    s.script = [4]
    guerrilla_attack(s, x("braga"))
    assert ("britain", -1) == (holder(s, "braga"), s.flag[x("braga")])
    assert not SYMBOLS >> x("braga") & 1
    assert OWNER[x("braga")] == BRITAIN


@rule("wellington", "4.4c")
def test_mobile_columns_take_one_off() -> None:
    s = war()
    s.turn_events = 1 << CARD["mobile_columns"]
    s.script = [4]
    guerrilla_attack(s, x("segovia"))
    assert "nord" == holder(s, "segovia")


# --- the rest


@rule("wellington", "4.5a")
def test_no_power_keeps_more_than_five_resources() -> None:
    s = war(resources=(7, 5, 6, 0))
    balance_resources(s)
    assert [5, 5, 5, 0] == s.resources


@rule("wellington", "4.6a")
def test_then_the_conquest_of_spain_is_rolled_for() -> None:
    s = war({"madrid": "nord:1"}, dice=[4])
    step(s, "conquest", [4])
    assert not s.over
    assert s.script == []
    step(s, "conquest", [5])
    assert "potential_conquest" == s.result["kind"]  # type: ignore[index]


@rule("wellington", "4.7a", "18.7a")
def test_after_1814_there_is_no_peace_roll_but_the_end() -> None:
    s = war(year=1814)
    step(s, "peace", [])
    assert "points" == s.result["kind"]  # type: ignore[index]


@rule("wellington", "5.1c")
def test_what_lasts_for_a_turn_ends_with_it() -> None:
    s = war({"madrid": "nord:1"})
    s.turn_events, s.atrocity = 1 << CARD["mobile_columns"], 1
    s01_turn.clear_turn(s)
    assert (0, 0) == (s.turn_events, s.atrocity)


@rule("wellington", "4.3c", "1.7b", "1.7c")
def test_only_the_flags_of_its_own_side_matter_for_a_free_flag() -> None:
    s = war()
    for y in ids_of(s.owned[BRITAIN] | s.owned[SPAIN]):
        if flags_on_map(s, FRENCH) < FLAGS[FRENCH] and y != x("leon"):
            set_owner(s, y, NORD)
    for power in (SUD, NORD):
        place_free_flag(s, x("leon"), power)
        assert "spain" == holder(s, "leon"), "no French Flag is left"
    place_free_flag(s, x("leon"), BRITAIN)
    assert "britain" == holder(s, "leon")


@rule("wellington", "4.4c", "4.4d", "1.7b")
def test_guerrillas_take_a_french_flag_though_no_allied_one_is_left() -> None:
    """Of two Duchies with a French symbol one has a Flag, and goes back to its original owner."""
    s = war()
    there = [y for y in ids_of(SYMBOLS) if OWNER[y] & 1 == FRENCH][:2]
    set_owner(s, there[0], OWNER[there[0]] ^ 2)
    for y in ids_of(ALL_DUCHIES & ~bitset(there)):
        if flags_on_map(s, ALLIES) < FLAGS[ALLIES]:
            set_owner(s, y, BRITAIN)
    for y, said in zip(there, (["guerrillas", "free_flag"], ["guerrillas"]), strict=True):
        s.events, s.script = [], [6]
        guerrilla_attack(s, y)
        assert (-1, said) == (s.flag[y], [event.kind for event in s.events])


@rule("wellington", "4.3c", "7.1c", "1.7b")
def test_without_french_flags_a_british_one_is_removed_all_the_same() -> None:
    s = war(flags={"britain": "leon"})
    for y in ids_of(s.owned[BRITAIN] | s.owned[SPAIN]):
        if flags_on_map(s, FRENCH) < FLAGS[FRENCH] and y != x("leon"):
            set_owner(s, y, NORD)
    place_free_flag(s, x("leon"), NORD)
    assert "spain" == holder(s, "leon")
