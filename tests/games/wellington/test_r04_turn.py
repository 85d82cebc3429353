"""[4.1] [4.8] [5.1] What a Turn runs through, and what ends with it."""

from __future__ import annotations

import pytest

from tablero.games.wellington.board import (
    ALLIES,
    BRITAIN,
    CARD,
    DISCARDS,
    FLAGS,
    FRENCH,
    NORD,
    POWERS,
    REMOVED,
    RESERVE,
    SPAIN,
    SPANISH_KEYS,
    SUD,
    SYMBOLS,
)
from tablero.games.wellington.rules.r02_setup import Mulligan
from tablero.games.wellington.rules.r03_control import flags_on_map, set_owner
from tablero.games.wellington.rules.r04_sequence.s01_turn import Turn, War
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
from tablero.games.wellington.rules.r04_sequence.s03_end_of_turn import FreeFlags, balance_resources
from tablero.games.wellington.rules.r05_cards.s02_windows import PlayEvent, draw
from tablero.games.wellington.rules.r06_building import SpendPoints
from tablero.games.wellington.rules.r10_reactions.s04_interception import InterceptionForce
from tablero.games.wellington.rules.r11_battle.s06_retreat import RetreatGroup
from tablero.games.wellington.rules.r14_naval import LoadConvoy
from tablero.games.wellington.rules.r16_interphase.s00_interphase import Interphase
from tablero.games.wellington.rules.r16_interphase.s02_reinforcements import Reinforce
from tablero.games.wellington.rules.r16_interphase.s03_deployment import LeaderTransfer, LoadDeployment
from tablero.games.wellington.state import KINDS_OF_END, Wellington
from tablero.kernel.bits import ids_of
from tablero.kernel.engine import advance, decline
from tablero.kernel.events import Event, seen_by
from tests.games.wellington.cards.playing import begin, lies, march, say
from tests.games.wellington.field import asked, do, game, holder, offered, run, told, x
from tests.games.wellington.turns import war
from tests.rules import rule


def turn_from(s: Wellington, phase: str) -> list[Event]:
    """A Turn goes on with a phase."""
    s.stack = [War(at=3), Turn(at=Turn().steps().index(phase))]
    advance(s)
    events, s.events = s.events, []
    return events


@rule("wellington", "4.1a", "4.1c", "4.3a", "4.3b", "4.4a", "4.5a", "4.6a", "4.7a", "4.8a")
def test_after_the_impulses_every_phase_takes_place_in_its_order() -> None:
    s = war({"braga": "nord:3", "madrid": "nord:2"}, resources=(7, 0, 0, 0))
    s.turn_events, s.atrocity = 1 << CARD["portuguese_unrest"], 0b01
    s.script = [1] * 200
    happened = [event.kind for event in turn_from(s, "attrition")]
    phases = ("end_of_turn", "attrition", "free_flag", "guerrillas", "balanced", "conquest_roll", "peace_roll",
              "interphase")
    assert sorted(phases, key=happened.index) == list(phases)
    assert (0, 0, True) == (s.turn_events, s.atrocity, s.within(Interphase) is not None)


@rule("wellington", "18.1b")
@pytest.mark.parametrize("phase", ["settled", "guerrilla_war"])
def test_flags_and_guerrillas_may_end_the_war(phase: str) -> None:
    s = war({"madrid": "nord:2"})
    s.script = [1] * 200
    getattr(Turn(), phase)(s)
    assert s.ending < 0
    for y in ids_of(SPANISH_KEYS):
        set_owner(s, y, NORD)
    getattr(Turn(), phase)(s)
    assert "conquest_of_spain" == KINDS_OF_END[s.ending]


@rule("wellington", "4a", "4.8a", "16.22b")
def test_the_next_year_comes_and_the_other_wellesley_is_over() -> None:
    s = war({"madrid": "nord:2", "lisbon": "britain:2"}, hands={"britain": "camp_fever", "spain": "atrocity"})
    s.wellesley, s.recalled = 1, 1 << 3
    turn_from(s, "clear")
    assert (1813, 0, 0) == (s.year, s.wellesley, s.recalled)


@rule("wellington", "4.7a", "18.5a", "19.1a")
def test_after_the_last_year_points_decide_for_either_side() -> None:
    winners = []
    for power in (NORD, BRITAIN):
        s = war({"madrid": "nord:2"}, year=1814)
        for y in ids_of(SYMBOLS):
            set_owner(s, y, power)
        turn_from(s, "peace")
        winners.append(s.winners)
    assert [FRENCH, ALLIES] == winners


@rule("wellington", "19.1a")
def test_a_war_that_goes_on_has_no_result() -> None:
    s = war({"madrid": "nord:2"})
    assert s.result is None
    s.ending = s.winners = s.winner = 0
    assert s.result is not None


@rule("wellington", "4.5a")
def test_what_is_over_five_resources_is_told() -> None:
    s = war(resources=(7, 5, 0, 6))
    balance_resources(s)
    assert [(BRITAIN, 2), (NORD, 1)] == told(s.events, "balanced")


# --- free Flags


@rule("wellington", "4.3b", "7d")
def test_a_duchy_that_was_flagged_is_not_asked_about_again() -> None:
    s = war({"salamanca": "britain:2", "avila": "britain:1", "madrid": "britain:1", "braga": "sud:1"})
    run(s, FreeFlags())
    assert "sud" == holder(s, "braga")
    frame = next(frame for frame in s.stack if isinstance(frame, FreeFlags))
    assert not frame.left >> x("braga") & 1
    do(s, "flag salamanca spain")
    assert not any("salamanca" in text for text in offered(s))
    do(s, "flag avila britain", "flag madrid britain")
    assert ("nobody", "spain", "britain") == (asked(s), holder(s, "salamanca"), holder(s, "avila"))


@rule("wellington", "4.3c", "1.7b")
def test_with_the_last_flag_the_questions_end() -> None:
    s = war({"salamanca": "britain:2", "avila": "britain:1"})
    for y in ids_of(s.owned[SPAIN]):
        if flags_on_map(s, ALLIES) < FLAGS[ALLIES] - 1:
            set_owner(s, y, BRITAIN)
    for y in ids_of((s.owned[NORD] | s.owned[SUD]) & ~(1 << x("salamanca") | 1 << x("avila"))):
        if flags_on_map(s, ALLIES) < FLAGS[ALLIES] - 1:
            set_owner(s, y, BRITAIN)
    run(s, FreeFlags())
    do(s, "flag salamanca britain")
    assert ("nobody", FLAGS[ALLIES], "nobody") == (asked(s), flags_on_map(s, ALLIES), holder(s, "avila"))


# --- Winter Quarters


@rule("wellington", "5.1c")
def test_winter_quarters_last_to_the_end_of_the_next_impulse_of_their_power() -> None:
    s = game({"avila": "marmont nord:3", "madrid": "soult sud:3"}, active="nord")
    s.quarters = [(NORD, x("avila"), 0), (SUD, x("madrid"), 0), (SUD, 0, 0)]
    impulse = Impulse(NORD)
    impulse.begin(s)
    assert [(NORD, 1), (SUD, 0), (SUD, 0)] == [(power, begun) for power, _, begun in s.quarters]
    impulse.finish(s)
    assert [(SUD, x("madrid"), 0), (SUD, 0, 0)] == s.quarters
    s.quarters = [(NORD, x("avila"), 0)]
    impulse.finish(s)
    assert [(NORD, x("avila"), 0)] == s.quarters, "their next Impulse has not begun"


# --- Events


@rule("wellington", "5.1a")
def test_an_event_that_has_taken_place_is_remembered() -> None:
    s = game({"madrid": "nord:9", "seville": "sud:9"}, active="nord", hands={"nord": "russian_front"})
    begin(s, PlayEvent(NORD, CARD["russian_front"]))
    assert s.happened >> CARD["russian_front"] & 1


@rule("wellington", "5.2c", "4.21a", "5.4b")
@pytest.mark.parametrize("power, name", [("spain", "mud"), ("britain", "thin_red_line")])
def test_an_event_that_is_void_goes_where_it_would_have_gone(power: str, name: str) -> None:
    s = game({"madrid": "nord:9"}, active=power, hands={power: name})
    event = PlayEvent(POWERS.index(power), CARD[name])
    s.stack.insert(1, event)
    event.declare(s)
    assert s.revealed
    event.void = True
    event.effect(s)
    event.away(s)
    assert not s.happened >> CARD[name] & 1
    assert (DISCARDS if name == "mud" else RESERVE[BRITAIN]) == lies(s, name)


@rule("wellington", "5.7a", "5.2b")
def test_an_event_that_had_no_effect_does_not_leave_the_game() -> None:
    for void, zone in ((True, DISCARDS), (False, REMOVED)):
        s = game(active="britain", hands={"britain": "luddite_riots"})
        event = PlayEvent(BRITAIN, CARD["luddite_riots"], void)
        s.stack.insert(1, event)
        event.declare(s)
        event.away(s)
        assert zone == lies(s, "luddite_riots")


@rule("wellington", "2.5b", "15.2a")
def test_a_card_that_is_drawn_is_told_to_its_power_alone() -> None:
    s = game()
    draw(s, SPAIN)
    for seat in range(len(POWERS)):
        assert (seat == SPAIN) == ("drew" in [kind for kind, *_ in seen_by(s.events, seat)])


@rule("wellington", "15.2k")
def test_nothing_is_drawn_where_nothing_is_left() -> None:
    s = game()
    for zone in range(len(s.piles)):
        s.piles[zone], s.sizes[zone] = 0, 0
    assert -1 == draw(s, SPAIN)


@rule("wellington", "5.2j")
def test_a_response_reveals_its_card() -> None:
    s = game({"avila": "marmont nord:5"}, active="nord", hands={"spain": "mud"})
    march(s, "marmont", "salamanca")
    said = say(s, "spain", "play mud", dice=[1] * 6)
    assert (SPAIN, CARD["mud"]) in told(said, "played_event")


# --- questions


@rule("wellington", "2.6f", "16.32a")
def test_who_does_not_answer_keeps_what_he_has() -> None:
    s = war({"madrid": "soult"}, hands={"britain": "mud"})
    run(s, Mulligan(BRITAIN))
    assert ("keep",) == decline(s, BRITAIN)
    said = do(s, "keep")
    assert [(BRITAIN,)] == told(said, "kept_hand")
    s = war({"madrid": "soult"})
    s.call(LeaderTransfer(1 << SUD))
    assert ("done",) == decline(s, SUD)
    assert ["done", "withdraw soult"] == offered(s), "those who are not on the map cannot leave it"


@rule("wellington", "2.5b")
def test_questions_about_what_lies_open_hide_nothing() -> None:
    """A sole answer to them is given at once."""
    s = game({"lisbon": "hill britain:3"})
    for question in (SpendPoints(0), LoadConvoy(0), LoadDeployment(0), LeaderTransfer(1), Reinforce(0),
                     InterceptionForce(0), RetreatGroup(0, 0, 1)):
        assert question.public(s) is True, question
