"""[3] Years, turns, the order of play and the steps of a Player Phase."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.aiw import GAME
from tablero.games.aiw.board import ASIDE, CARD, CARDS, CARLIST, DISCARDS, HAND, LIBERAL, ORDER, area
from tablero.games.aiw.fog import show
from tablero.games.aiw.rules.r03_turn.s00_order_of_play import NO_COMMAND, OrderOfPlay
from tablero.games.aiw.rules.r03_turn.s00_player_phase import PlayerPhase, in_effect, phase
from tablero.games.aiw.rules.r03_turn.s00_turn import Turn, War
from tablero.games.aiw.rules.r08_command import add_command
from tablero.games.aiw.state import Aiw
from tablero.kernel.engine import advance
from tablero.kernel.events import Event
from tests.games.aiw.moments import playable_at
from tests.games.aiw.war import asked, at, block, do, offered, put_cards, refused, run, told, war
from tests.rules import rule


def quiet(s: Aiw) -> list[Event]:
    """Play the first option, which does as little as possible, until nobody is asked any more."""
    events: list[Event] = []
    while not s.over and tablero.players(s):
        events += do(s, offered(s)[0])
    return events


@rule("aiw", "7.0b", "10.0a", "10.0b")
def test_a_war_begins_with_hands_decks_and_markers() -> None:
    s = GAME.create("entire_war", {"politics": "without", "plague_and_snow": "without"})
    advance(s)
    assert [3, 2] == [s.sizes[hand] for hand in HAND]
    assert [3, 3, 0, 3, 2, 1] == s.cups


@rule("aiw", "3.0a")
def test_every_phase_of_the_war_has_a_number_of_its_own() -> None:
    numbers = []
    for year, turn in ((1834, 1), (1834, 5), (1835, 1)):
        s = war({}, year=year, turn=turn)
        for stack in ([War()], [War(), PlayerPhase(CARLIST)], [War(), PlayerPhase(LIBERAL)]):
            s.stack = [*stack]
            numbers.append(GAME.phase(s))
    assert len(numbers) == len(set(numbers))
    assert sorted(numbers) == numbers


@rule("aiw", "3.0a", "24.0a", "24.10b")
def test_after_five_turns_comes_the_end_of_year_and_then_a_first_turn() -> None:
    s = war({"vitoria": "l_ln1", "estella": "c_nav1"}, year=1834, turn=3)
    s.stack = [War(at=1)]
    advance(s)
    events = quiet_until(s, 1835)
    kinds = [(e.kind, e.args) for e in events if e.kind in ("turn", "year_end")]
    assert [("turn", (4, 1834)), ("turn", (5, 1834)), ("year_end", (1834,)), ("turn", (1, 1835))] == kinds[:4]


def quiet_until(s: Aiw, year: int) -> list[Event]:
    """Play quietly until a year has begun; without cards, which have their own tests."""
    events: list[Event] = []
    while s.year < year:
        CARDS.deal_out(s, {ASIDE: CARDS.all})
        events += do(s, offered(s)[0])
    return events


@rule("aiw", "3.0b", "3.0c", "3.0d", "3.0e", "3.0j", "3.0k")
def test_a_turn_has_six_phases_in_order() -> None:
    s = war(
        {"vitoria": "l_ln1", "bilbao": "c_nav1", "inside bilbao": "l_pr2", "aragon": "c_cas1 c_cas2"}, year=1834,
        siege=("bilbao",), bags=("l_lg3",),
    )
    events = run(s, Turn()) + quiet(s)
    order = [e.kind for e in events if e.kind in (
        "arrived", "uprising_roll", "roused", "order", "phase", "prestige"
    )]
    assert ["arrived", "uprising_roll", "order", "phase", "phase", "prestige"] == order
    assert [(CARLIST,), (LIBERAL,)] == told(events, "phase")


@rule("aiw", "3.0d")
def test_the_uprising_table_comes_before_the_expeditions() -> None:
    s = war({"aragon": "c_cas1 c_cas2"}, year=1834, turn=1)
    events = run(s, Turn(), [1, 1])
    assert ["uprising_roll", "uprising"] == [e.kind for e in events]
    assert "carlist Rouse" == asked(s)


@pytest.mark.parametrize("year, holder", [(1834, "carlist"), (1836, "carlist"), (1837, "liberal"), (1838, "liberal")])
@rule("aiw", "3.0e")
def test_the_carlist_has_the_initiative_to_1836_and_the_liberal_after(year: int, holder: str) -> None:
    s = war({}, year=year, turn=1)
    s.scenario = 0 if year < 1836 else 1
    Turn().order(s)
    advance(s)
    assert f"{holder} NameFirst" == asked(s)
    do(s, "first liberal")
    assert LIBERAL == s.first


@rule("aiw", "3.0e", "3.0j", "6.0a")
def test_the_second_phase_is_the_other_sides() -> None:
    s = war({"vitoria": "l_ln1", "estella": "c_nav1"}, year=1834, turn=1)
    run(s, Turn())
    events = do(s, "first liberal") + quiet(s)
    assert [(LIBERAL,), (CARLIST,)] == told(events, "phase")
    assert [(LIBERAL, 2), (CARLIST, 2)] == told(events, "marker")


# -------------------------------------------------------------------------------------------------------- the challenge


def order_of_play(command: tuple[int, int]) -> Aiw:
    """The Carlist has named himself."""
    s = war({}, command=command)
    run(s, OrderOfPlay(CARLIST))
    do(s, "first carlist")
    return s


@rule("aiw", "3.0f", "8.0b", "8.0c")
def test_a_challenge_that_is_matched_costs_both_a_point_and_changes_nothing() -> None:
    s = order_of_play((1, 1))
    assert "liberal Challenge" == asked(s)
    do(s, "challenge")
    assert [1, 0] == s.command
    assert "carlist Match" == asked(s)
    do(s, "match")
    assert [0, 0] == s.command
    assert CARLIST == s.first
    assert "nobody" == asked(s)


@rule("aiw", "3.0f", "3.0g", "8.0c")
def test_a_challenge_that_is_not_matched_lets_the_challenger_name_the_order() -> None:
    s = order_of_play((1, 2))
    do(s, "challenge", "yield")
    assert "liberal NameFirst" == asked(s)
    assert ["first carlist", "first liberal"] == offered(s)         # he may leave it as it was
    do(s, "first liberal")
    assert LIBERAL == s.first
    assert [1, 1] == s.command
    assert "nobody" == asked(s)                                     # and nobody challenges again


@rule("aiw", "3.0e", "3.0f")
def test_from_1837_on_the_carlist_challenges() -> None:
    s = war({}, year=1837, command=(1, 1))
    run(s, OrderOfPlay(LIBERAL))
    events = do(s, "first liberal", "challenge", "yield")
    assert "carlist NameFirst" == asked(s)
    assert [("challenged", (CARLIST,)), ("yielded", (LIBERAL,))] == [(e.kind, e.args) for e in events[1:]]


@rule("aiw", "3.0f")
def test_the_order_stands_if_nobody_challenges() -> None:
    s = order_of_play((1, 1))
    do(s, "pass")
    assert [1, 1] == s.command
    assert CARLIST == s.first
    assert "nobody" == asked(s)


@rule("aiw", "8.0c", "3.0f")
def test_who_has_no_command_point_cannot_challenge_or_match() -> None:
    s = order_of_play((0, 0))
    assert "nobody" == asked(s)         # everybody can see it: nobody is asked
    s = order_of_play((0, 1))
    do(s, "challenge")
    assert "liberal NameFirst" == asked(s)      # the Carlist could only yield


@pytest.mark.parametrize("holder, hand, question", [
    (CARLIST, (), "liberal NameFirst"),                             # everybody sees that he could only yield
    (LIBERAL, ("convoy",), "liberal Match"),                        # he might hold the telegraph
])
@rule("aiw", "8.0c", "3.0f")
def test_whether_a_challenge_could_be_matched_is_not_given_away(
    holder: int, hand: tuple[str, ...], question: str
) -> None:
    command = [1, 1]
    command[holder] = 0
    s = war({}, command=(command[0], command[1]), hands=hand, decks=("telegraph",), secret=True)
    run(s, OrderOfPlay(holder))
    do(s, "first carlist", "challenge")
    assert question == asked(s)


@rule("aiw", "3.0f", "7.1c")
def test_a_card_can_bring_the_points_for_a_challenge() -> None:
    with playable_at("telegraph", ORDER, lambda s, side, about: add_command(s, side, 2)):
        s = war({}, hands=("telegraph",))
        run(s, OrderOfPlay(CARLIST, at=1))
        assert "liberal Challenge" == asked(s)
        assert NO_COMMAND == refused(s, "challenge")
        assert ["pass", "play telegraph"] == offered(s)
        do(s, "play telegraph", "challenge")
        assert [0, 1] == s.command
        assert "liberal NameFirst" == asked(s)      # the Carlist could only yield

        s = war({}, hands=("convoy",), decks=("telegraph",), secret=True)
        run(s, OrderOfPlay(CARLIST, at=1))
        assert "liberal Challenge" == asked(s)      # he might hold it, for all the Carlist knows
        s = war({}, secret=True)
        run(s, OrderOfPlay(CARLIST, at=1))
        assert "nobody" == asked(s)


@rule("aiw", "3.0f", "7.1c")
def test_a_card_of_another_moment_is_refused_in_the_order_of_play() -> None:
    s = war({}, command=(0, 1), hands=("convoy",))
    run(s, OrderOfPlay(CARLIST, at=1))
    refusal = refused(s, "play convoy")
    assert refusal is not None
    assert ("7.1c", "card_not_now") == (refusal.rule, refusal.key)


# ------------------------------------------------------------------------------------------------------- a Player Phase


def begin_phase(s: Aiw, side: int) -> list[Event]:
    """A Player Phase from its first step to its first question."""
    s.stack = [War(at=len(War().steps())), PlayerPhase(side)]
    advance(s)
    events, s.events = s.events, []
    return events


@rule("aiw", "3.0h", "4.8a", "10.2d")
def test_the_steps_of_a_phase_in_order() -> None:
    s = war(
        {
            "estella": "c_nav1 c_nav2 c_nav3 c_gui1 c_gui2", "lerin": "c_ala1 l_pr2:1", "vitoria": "l_ln2",
        }, works={"carlist": ("estella",), "liberal": ("viana",)},
    )
    s.box_field = 1
    events = begin_phase(s, CARLIST)
    assert ["phase", "no_cards", "command", "completed", "marker"] == [e.kind for e in events]
    assert [(CARLIST, area("estella"))] == told(events, "completed")
    assert 1 == s.works[LIBERAL] >> area("viana") & 1           # the other side's works wait
    assert "carlist DeployOrHide" == asked(s)
    do(s, "done")
    assert "carlist Act" == asked(s)
    events = do(s, "done", dice=[1] * 3)
    assert "combat" == events[0].kind
    assert "SupplyStep" in [type(frame).__name__ for frame in s.stack]      # who of the five goes without?


@rule("aiw", "10.2d", "9.1c")
def test_a_fortress_that_is_completed_wins_its_town_at_once() -> None:
    s = war({"vitoria": "l_ln1"}, works={"liberal": ("tolosa",)}, side="liberal")
    begin_phase(s, LIBERAL)
    assert ("liberal Act", -1) == (asked(s), s.vp)


@pytest.mark.parametrize("die, back", [(4, True), (3, False)])
@rule("aiw", "7.1d")
def test_at_the_end_of_the_phase_a_leaders_card_may_go_back_to_the_hand(die: int, back: bool) -> None:
    s = war({"vitoria": "l_ln1"}, side="liberal")
    now = phase(s)
    now.at = now.steps().index("finish")
    now.effects.append(CARD["espartero"])
    put_cards(s, DISCARDS, "espartero")
    s.script = [die]
    advance(s)
    assert back == bool(s.piles[HAND[LIBERAL]] >> CARD["espartero"] & 1)
    assert [(LIBERAL, CARD["espartero"])] * back == told(s.events, "card_returned")
    assert [(CARD["espartero"], die)] == told(s.events, "card_die")


@rule("aiw", "3.0h")
def test_only_the_carlist_deploys_artillery() -> None:
    s = war({"estella": "c_nav1", "vitoria": "l_ln2 field:1"}, side="liberal")
    s.box_field = 1
    begin_phase(s, LIBERAL)
    assert "liberal Act" == asked(s)


@rule("aiw", "3.0i")
def test_skirmishes_are_fought_before_battles() -> None:
    s = war({
        "lerin": "c_ala1 l_ln1", "estella": "c_nav1 c_nav2 c_nav3 l_rg1 l_rg2 l_ln2", "viana": "c_gui1 l_ln3",
    })
    begin_phase(s, CARLIST)
    do(s, "done")
    assert "carlist NextCombat" == asked(s)
    assert ["fight viana", "fight lerin"] == offered(s)
    refusal = refused(s, "fight estella")
    assert refusal is not None
    assert "15.0h" == refusal.rule


@rule("aiw", "3.0h", "10.0m")
def test_a_phase_begins_with_nobody_having_acted() -> None:
    s = war({"estella": "c_nav1", "vitoria": "l_ln1"})
    s.acted = s.forced = s.stood = s.retreated = s.landed = s.abroad = s.sortied = s.led = s.apart = 1
    s.mutiny = 1 << area("vitoria")
    s.forts[LIBERAL] |= 1 << area("estella")
    s.siege = 1 << area("estella")
    begin_phase(s, CARLIST)
    assert s.siege == phase(s).begun            # the sieges that may be assaulted
    assert not any((s.acted, s.forced, s.stood, s.retreated, s.landed, s.abroad, s.sortied, s.led, s.apart))
    assert 1 << area("vitoria") == s.mutiny


@pytest.mark.parametrize("risen, where, extra", [(5, "aragon", 1), (4, "aragon", 0), (5, "estella", 0)])
@rule("aiw", "10.0f", "6.0c")
def test_the_additional_point_needs_an_expedition_and_five_regions(risen: int, where: str, extra: int) -> None:
    s = war({where: "c_nav1", "tolosa": "c_gui1"})
    s.uprising[:risen] = [2] * risen
    begin_phase(s, CARLIST)
    assert extra == phase(s).extra


@rule("aiw", "5.2e", "3.0h")
def test_what_was_shown_stands_up_again_at_the_end_of_the_phase() -> None:
    s = war({"estella": "c_nav1", "vitoria": "l_ln1"})
    begin_phase(s, CARLIST)
    show(s, [block(s, "c_nav1")])
    do(s, "done")
    assert 0 == s.shown
    assert "estella" == at(s, "c_nav1")


@rule("aiw", "3.0h", "7.1d")
def test_between_the_phases_no_card_of_a_phase_is_in_effect() -> None:
    s = war({})
    phase(s).effects.append(CARD["snow"])
    assert in_effect(s, CARD["snow"])
    s.stack = s.stack[:1]
    assert not in_effect(s, CARD["snow"])


def test_turns_are_counted_through_the_years_of_a_war() -> None:
    s = war({}, year=1836, turn=2)          # a war that began in 1834
    assert 12 == GAME.turns(s)
