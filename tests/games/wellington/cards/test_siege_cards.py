"""Cards of a Siege: its start, its Rounds, and their result."""

from __future__ import annotations

import pytest

from tablero.games.wellington.board import CARD, DISCARDS, NORD, RESERVE, SPAIN, SUD
from tablero.games.wellington.cards.siege_cards import betrayed, effect_sortie
from tablero.games.wellington.rules.r12_sieges.s02_siege import Siege, siege_army
from tablero.games.wellington.rules.r13_attrition import Attrition
from tablero.games.wellington.state import Wellington
from tablero.kernel.events import Event
from tests.games.wellington.cards.playing import begin, fits, lies, may, may_play, say
from tests.games.wellington.combat import siege_by, throw
from tests.games.wellington.field import at, game, holder, marked, sps, told
from tests.rules import card, rule

MISSES = throw(100)
CADIZ = {"cadiz": "soult sud:6"}                # 6 + 4 + 2 dice against a Spanish Fortress of strength 3
SOULT = 12


def siege(
    hands: dict[str, str], places: dict[str, str] | None = None, active: str = "sud", name: str = "soult"
) -> tuple[Wellington, Siege]:
    """A Siege by the Army of a Leader, up to the first choice before the dice of its first Round."""
    s = game(places or CADIZ, active=active, hands=hands)
    frame = siege_by(s, name)
    begin(s, frame)
    while frame.round < 1:
        for power in hands:
            if may(s, power):
                say(s, power, "pass")
                break
    return s, frame


def rolled(events: list[Event]) -> list[tuple[int, int]]:
    """The dice of besieger and Fortress, Round by Round."""
    ours, theirs = told(events, "siege_dice"), told(events, "fortress_dice")
    return [(args[1], other[1]) for args, other in zip(ours, theirs, strict=True)]


@pytest.mark.parametrize(("name", "power", "expected"), [
    pytest.param("forlorn_hope", "sud", (3, 0), marks=card("wellington", "forlorn_hope")),
    pytest.param("siege_train", "sud", (2, 0), marks=card("wellington", "siege_train")),
    pytest.param("escalade", "sud", (0, 3), marks=card("wellington", "escalade")),
    pytest.param("massed_grenadiers", "sud", (3, 0), marks=card("wellington", "massed_grenadiers")),
    pytest.param("massed_grenadiers", "spain", (0, 3), marks=card("wellington", "massed_grenadiers")),
    pytest.param("conscripts", "sud", (0, -2), marks=card("wellington", "conscripts")),
    pytest.param("conscripts", "spain", (-2, 0), marks=card("wellington", "conscripts")),
    pytest.param("thunder_lightning", "sud", (0, -1), marks=card("wellington", "thunder_lightning")),
    pytest.param("thunder_lightning", "spain", (-6, 0), marks=card("wellington", "thunder_lightning")),
    pytest.param("wild_geese", "spain", (0, 2), marks=card("wellington", "wild_geese")),
    pytest.param("war_to_the_knife", "spain", (0, 3), marks=card("wellington", "war_to_the_knife")),
])
@rule("wellington", "5.3c", "12.23a", "12.23b")
def test_a_card_gives_or_takes_dice_in_a_siege(name: str, power: str, expected: tuple[int, int]) -> None:
    s, _ = siege({power: name})
    assert [name] == may_play(s, power)
    said = say(s, power, f"play {name}", dice=MISSES)
    assert [(SOULT + expected[0], 3 + expected[1])] == rolled(said)
    assert lies(s, name) == (RESERVE[SPAIN] if name in ("wild_geese", "war_to_the_knife") else DISCARDS)


@pytest.mark.parametrize("name, power, second", [
    ("forlorn_hope", "sud", (SOULT, 3)), ("siege_train", "sud", (SOULT + 2, 3)), ("escalade", "sud", (SOULT, 3)),
    ("massed_grenadiers", "sud", (SOULT, 3)), ("conscripts", "spain", (SOULT, 3)),
    ("war_to_the_knife", "spain", (SOULT, 6)), ("wild_geese", "spain", (SOULT, 3)),
])
@card("wellington", "forlorn_hope", "siege_train", "escalade", "war_to_the_knife")
def test_some_cards_last_for_the_siege(name: str, power: str, second: tuple[int, int]) -> None:
    s, frame = siege({power: name})
    ours = SOULT + {"forlorn_hope": 3, "siege_train": 2, "massed_grenadiers": 3, "conscripts": -2}.get(name, 0)
    theirs = 3 + {"escalade": 3, "wild_geese": 2, "war_to_the_knife": 3}.get(name, 0)
    say(s, power, f"play {name}", dice=[*throw(ours, sixes=1), *throw(theirs)])
    assert (1, ["go_on", "stop"]) == (frame.hits, may(s, "sud"))
    assert [second] == rolled(say(s, "sud", "go_on", dice=MISSES))


@card("wellington", "forlorn_hope")
def test_in_a_forlorn_hope_5s_of_the_fortress_kill() -> None:
    for words, lost in (("play forlorn_hope", 2), ("pass", 0)):
        s, _ = siege({"sud": "forlorn_hope"})
        say(s, "sud", words, dice=[*throw(SOULT + 3 * bool(lost)), *throw(3, fives=2), *MISSES])
        assert 6 - lost == sps(s, "sud", "cadiz")


@card("wellington", "massed_grenadiers")
def test_the_first_casualty_of_besieging_grenadiers_is_a_loss() -> None:
    s, frame = siege({"sud": "massed_grenadiers"})
    say(s, "sud", "play massed_grenadiers", dice=[*throw(SOULT + 3), *throw(3, fives=2), *MISSES])
    assert (5, 1) == (sps(s, "sud", "cadiz"), frame.disruptions)
    s, _ = siege({"spain": "massed_grenadiers"})
    say(s, "spain", "play massed_grenadiers", dice=[*throw(SOULT), *throw(6, fives=2), *MISSES])
    assert 6 == sps(s, "sud", "cadiz")              # a Fortress has no Soldiers to lose, its besieger no grenadiers


@card("wellington", "escalade")
def test_in_an_escalade_5s_are_hits() -> None:
    s, frame = siege({"sud": "escalade"})
    say(s, "sud", "play escalade", dice=[*throw(SOULT, sixes=1, fives=2), *throw(6), 1])
    assert (True, 3) == (frame.taken, frame.hits)


@card("wellington", "wild_geese")
def test_the_wild_geese_besiege_better_under_a_spanish_leader() -> None:
    s, _ = siege({"spain": "wild_geese"}, {"badajoz": "castanos spain:4"}, "spain", "castanos")
    assert [(4 + 2 + 3, 3)] == rolled(say(s, "spain", "play wild_geese", dice=MISSES))


@pytest.mark.parametrize("name", ["forlorn_hope", "siege_train", "escalade", "treason_at_the_gate"])
@card("wellington", "forlorn_hope", "siege_train", "escalade", "treason_at_the_gate")
@rule("wellington", "12.23c")
def test_cards_of_the_besieger_are_not_for_the_owner_nor_for_an_ally(name: str) -> None:
    s, frame = siege({"sud": "siege_train", "spain": "conscripts"})
    assert [True, False, False] == [fits(s, power, name, "siege_round", frame) for power in ("sud", "spain", "britain")]
    s, _ = siege({"sud": "conscripts", "spain": "sortie", "nord": name})
    assert [] == may(s, "nord")


@pytest.mark.parametrize("name", ["escalade", "treason_at_the_gate"])
@card("wellington", "escalade", "treason_at_the_gate")
def test_escalade_and_treason_come_in_the_first_round(name: str) -> None:
    s, frame = siege({"sud": "siege_train"})
    frame.round = 2
    assert not fits(s, "sud", name, "siege_round", frame)


@pytest.mark.parametrize("name", ["sortie", "war_to_the_knife"])
@card("wellington", "sortie", "war_to_the_knife")
@rule("wellington", "12.23b")
def test_cards_of_the_owner_are_not_for_the_besieger_nor_for_an_ally(name: str) -> None:
    s, frame = siege({"sud": "siege_train"})
    assert fits(s, "spain", name, "siege_round", frame)
    assert not fits(s, "sud", name, "siege_round", frame)
    assert not fits(s, "britain", name, "siege_round", frame)


@card("wellington", "sortie")
@rule("wellington", "13.1d")
def test_a_sortie_rolls_two_dice_for_each_piece_of_the_besieger() -> None:
    s = game({"badajoz": "wellington hill britain:3"}, hands={"sud": "sortie"})
    frame = siege_by(s, "wellington")
    frame.army = siege_army(s, frame.leader)
    effect_sortie(s, SUD, frame)
    check = s.stack[-1]
    assert isinstance(check, Attrition)
    assert (5, 10) == check.exposed()
    frame.army = (-1, 0, 3)
    effect_sortie(s, SUD, frame)
    assert isinstance(check := s.stack[-1], Attrition)
    assert (3, 6) == check.exposed(), "Soldiers alone"


@card("wellington", "war_to_the_knife")
def test_war_to_the_knife_is_waged_in_spain() -> None:
    s = game({"elvas": "soult sud:6"}, active="sud", flags={"spain": "elvas"}, hands={"sud": "siege_train"})
    frame = siege_by(s, "soult")
    begin(s, frame)
    assert (SPAIN, False) == (frame.owner, fits(s, "spain", "war_to_the_knife", "siege_round", frame))
    assert fits(s, "spain", "sortie", "siege_round", frame)


@card("wellington", "thunder_lightning")
@rule("wellington", "5.1f")
def test_after_thunder_and_lightning_of_the_owner_no_round_follows() -> None:
    for power, further in (("spain", False), ("sud", True)):
        s, frame = siege({power: "thunder_lightning"})
        dice = (SOULT // 2, 3) if power == "spain" else (SOULT, 2)
        say(s, power, "play thunder_lightning", dice=[*throw(dice[0], sixes=1), *throw(dice[1]), *MISSES])
        assert further == (["go_on", "stop"] == may(s, "sud"))
        assert (1, 1) == (frame.hits, frame.round)


@card("wellington", "bombardment")
@rule("wellington", "12.3e")
def test_a_bombardment_is_played_when_a_round_allows_no_other() -> None:
    s = game(CADIZ, active="sud", hands={"sud": "bombardment"})
    frame = siege_by(s, "soult")
    begin(s, frame, [*throw(SOULT, sixes=1), *throw(3, fives=1)])
    assert (["bombardment"], 1, 1) == (may_play(s, "sud"), frame.round, frame.hits)
    say(s, "sud", "play bombardment", dice=[*throw(SOULT - 1, sixes=2), *throw(3), 1, 1])
    assert (2, 3, True) == (frame.round, frame.hits, frame.taken)
    assert DISCARDS == lies(s, "bombardment")


@card("wellington", "bombardment")
def test_a_bombardment_is_not_played_where_the_besieger_may_go_on() -> None:
    s = game(CADIZ, active="sud", hands={"sud": "bombardment"})
    frame = siege_by(s, "soult")
    begin(s, frame, [*throw(SOULT, sixes=1), *throw(3)])
    assert ["go_on", "stop"] == may(s, "sud")
    assert not fits(s, "sud", "bombardment", "siege_result", frame)
    frame.round = frame.strength
    assert fits(s, "sud", "bombardment", "siege_result", frame)
    assert not fits(s, "spain", "bombardment", "siege_result", frame)


@pytest.mark.parametrize("power, name, x, die, falls", [
    ("sud", "soult", "cadiz", 6, True), ("sud", "soult", "cadiz", 5, False),
    ("britain", "hill", "badajoz", 5, True), ("britain", "hill", "badajoz", 4, False),
])
@card("wellington", "treason_at_the_gate")
@rule("wellington", "12.41a")
def test_treason_opens_a_gate(power: str, name: str, x: str, die: int, falls: bool) -> None:
    s, frame = siege({power: "treason_at_the_gate"}, {x: f"{name} {power}:4"}, power, name)
    said = say(s, power, "play treason_at_the_gate", dice=[die, *MISSES])
    assert [(CARD["treason_at_the_gate"], die)] == told(said, "card_die")
    assert (falls, falls, not falls) == (frame.taken, frame.overrun, bool(rolled(said)))
    if falls:
        say(s, power, f"flag {x} {power}")
        assert (power, False, 0) == (holder(s, x), marked(s, name), sum(s.resources))
    assert [] == told(said, "sacked")


@card("wellington", "treason_at_the_gate")
def test_lisbon_and_gibraltar_are_not_betrayed() -> None:
    for x in ("lisbon", "gibraltar"):
        s, frame = siege({"sud": "siege_train"}, {x: "soult sud:6"})
        assert not fits(s, "sud", "treason_at_the_gate", "siege_round", frame)


@card("wellington", "sortie")
@rule("wellington", "13.1d")
def test_a_sortie_costs_the_besieging_army_attrition_twice_before_the_dice() -> None:
    s, _ = siege({"spain": "sortie"}, {"cadiz": "soult sud:12"})
    said = say(s, "spain", "play sortie", dice=[*throw(2 * (9 + 1), sixes=5), *MISSES])
    assert [(20, 5)] == [args[2:] for args in told(said, "attrition")]
    assert (7, [(7 + 4 + 2, 3)]) == (sps(s, "sud", "cadiz"), rolled(said))


@card("wellington", "sortie")
def test_a_siege_is_over_when_a_sortie_leaves_nobody() -> None:
    s, frame = siege({"spain": "sortie"}, {"cadiz": "soult sud:1"})
    said = say(s, "spain", "play sortie", dice=throw(4, sixes=2))
    assert ("unbuilt", [], False) == (at(s, "soult"), rolled(said), frame.taken)


# --- at the start


@card("wellington", "torres_vedras")
@rule("wellington", "12.22c")
def test_behind_the_lines_of_torres_vedras_lisbon_has_strength_5() -> None:
    s = game({"lisbon": "soult sud:6"}, active="sud", hands={"britain": "torres_vedras"})
    frame = siege_by(s, "soult")
    begin(s, frame)
    said = say(s, "britain", "play torres_vedras", dice=[*throw(SOULT, sixes=4), *throw(5)])
    assert ([(SOULT, 5)], 5, False) == (rolled(said), frame.strength, frame.taken)
    assert (DISCARDS, True) == (lies(s, "torres_vedras"), bool(s.turn_events >> CARD["torres_vedras"] & 1))


@card("wellington", "torres_vedras")
def test_the_lines_defend_lisbon_once() -> None:
    s = game({"lisbon": "soult sud:6", "cadiz": "drouet sud:3"}, active="sud")
    frame = siege_by(s, "soult")
    assert fits(s, "britain", "torres_vedras", "siege_start", frame)
    assert not fits(s, "britain", "torres_vedras", "siege_start", siege_by(s, "drouet"))
    frame.strength = 1                              # another card has settled it
    assert not fits(s, "britain", "torres_vedras", "siege_start", frame)
    s.turn_events |= 1 << CARD["torres_vedras"]
    assert not fits(s, "britain", "torres_vedras", "siege_start", siege_by(s, "soult"))
    assert not fits(s, "britain", "torres_vedras", "card_play", s.stack[0])  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["cavalry_raid", "dysentery"])
@card("wellington", "cavalry_raid", "dysentery")
@rule("wellington", "13.1a")
def test_besiegers_suffer_attrition_before_a_siege(name: str) -> None:
    s = game({"cadiz": "soult sud:6 nord:2"}, active="sud", hands={"britain": name})
    frame = siege_by(s, "soult")
    begin(s, frame)
    said = say(s, "britain", f"play {name}", dice=throw(9, sixes=3))
    assert [(9, 3)] == [args[2:] for args in told(said, "attrition_both")]
    said = say(s, "sud", "bear sud", "bear sud", "bear sud", dice=MISSES)
    assert (3, [(3 + 4 + 2, 3)]) == (sps(s, "sud", "cadiz"), rolled(said))


@card("wellington", "cavalry_raid", "dysentery")
def test_a_raid_is_for_enemies_of_the_besieger_dysentery_for_all() -> None:
    s = game(CADIZ, active="sud")
    frame = siege_by(s, "soult")
    for power, raids in (("britain", True), ("spain", True), ("nord", False), ("sud", False)):
        assert raids == fits(s, power, "cavalry_raid", "siege_start", frame)
        assert fits(s, power, "dysentery", "siege_start", frame)


@card("wellington", "cavalry_raid")
def test_a_siege_does_not_take_place_if_nobody_is_left() -> None:
    s = game({"cadiz": "soult"}, active="sud", hands={"britain": "cavalry_raid"})
    frame = siege_by(s, "soult")
    begin(s, frame)
    said = say(s, "britain", "play cavalry_raid", dice=[6])
    assert ("unbuilt", [], 0) == (at(s, "soult"), rolled(said), frame.round)


# --- the end


@card("wellington", "baggage_train_taken")
def test_a_baggage_train_is_taken_after_a_siege() -> None:
    s = game(CADIZ, active="sud", hands={"sud": "baggage_train_taken"})
    frame = siege_by(s, "soult")
    begin(s, frame, [*throw(SOULT, sixes=3), *throw(3), 1])
    say(s, "sud", "no")
    assert ["baggage_train_taken"] == may_play(s, "sud")
    said = say(s, "sud", "play baggage_train_taken")
    assert ([(SUD, 1)], [0, 1, 0, 0]) == (told(said, "gained"), s.resources)
    assert DISCARDS == lies(s, "baggage_train_taken")


@card("wellington", "treason_at_the_gate")
@rule("wellington", "12.41a")
def test_only_in_spain_the_allies_add_one_for_treason() -> None:
    for name, falls in (("ciudad_rodrigo", True), ("almeida", False)):
        frame = siege_by(game({name: "wellington britain:6"}, flags={"nord": "ciudad_rodrigo almeida"}), "wellington")
        assert (falls, True) == (betrayed(frame, 5), betrayed(frame, 6))


@card("wellington", "treason_at_the_gate")
def test_a_gate_is_opened_once() -> None:
    s, frame = siege({"sud": "siege_train"})
    assert fits(s, "sud", "treason_at_the_gate", "siege_round", frame)
    frame.fallen = True
    assert not fits(s, "sud", "treason_at_the_gate", "siege_round", frame)


@card("wellington", "treason_at_the_gate", "sortie")
@rule("wellington", "12.23b")
def test_once_the_gate_is_open_the_owner_plays_no_card() -> None:
    s, frame = siege({"sud": "treason_at_the_gate", "spain": "sortie"})
    while not may_play(s, "sud"):
        say(s, "spain", "pass")
    say(s, "sud", "play treason_at_the_gate", dice=[6])
    assert (True, []) == (frame.taken, may_play(s, "spain"))


@card("wellington", "treason_at_the_gate")
@rule("wellington", "12.41a")
def test_treason_is_an_overrun_even_where_one_round_is_all() -> None:
    for fallen in (True, False):
        s = game({"ciudad_rodrigo": "wellington britain:6"})
        frame = siege_by(s, "wellington")
        frame.strength = frame.hits = frame.round = 1
        frame.taken, frame.fallen, frame.owner = True, fallen, NORD
        frame.over(s)
        assert fallen == frame.overrun
