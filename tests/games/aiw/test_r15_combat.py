"""[15] Combat: types and order."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.aiw import GAME
from tablero.games.aiw.board import (
    ARMY,
    ASSAULTS,
    BLOCK_SIDE,
    CARD,
    CARDS,
    CARLIST,
    COUNTED,
    FOOT,
    LIBERAL,
    TRAINS,
    area,
)
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r05_units.s01_blocks import in_open, put
from tablero.games.aiw.rules.r15_combat import BATTLES, SKIRMISHES, CombatStep, is_battle
from tablero.games.aiw.rules.r17_battle.s00_battle import Battle
from tablero.games.aiw.rules.r18_siege.s00_siege import GoInside
from tablero.games.aiw.rules.r23_regions.s02_combat import Locate
from tablero.games.aiw.state import Aiw
from tablero.kernel.refusals import Refusal
from tests.games.aiw.combat import came, combats, in_vain
from tests.games.aiw.war import asked, at, block, do, guns, offered, refused, strength, told, war
from tests.rules import rule

THREE_EACH = "l_rg1 l_rg2 l_rg3 c_nav1 c_nav2 c_gui1"


def standing(s: Aiw, kind: type) -> bool:
    """Is such a frame on the stack?"""
    return any(isinstance(frame, kind) for frame in s.stack)


# ---------------------------------------------------------------------------------------------------------------- types


@rule("aiw", "15.0d", "15.0e")
@pytest.mark.parametrize(
    ("liberals", "carlists", "battle"),
    [
        ("l_rg1 l_rg2 l_rg3", "c_nav1 c_nav2 c_gui1", True),
        ("l_rg1 l_rg2 l_rg3", "c_nav1 c_nav2", False),
        ("l_rg1 l_rg2", "c_nav1 c_nav2 c_gui1 c_gui2", False),
        ("l_rg1 l_rg2 l_rg3", "c_nav1 c_nav2 c_navc1", True),
        ("l_rg1 l_rg2 l_rg3 l_rg4 l_ln1", "c_navc1 c_basc1 c_casc1", False),
        ("l_lnc1 l_lnc2 l_lgc1 l_lgc2", "c_nav1 c_nav2 c_gui1", False),
        ("l_lnc1 l_lnc2 l_lgc1 l_rg1", "c_nav1 c_nav2 c_gui1", True),
    ],
)
def test_three_counted_units_on_both_sides_and_not_only_cavalry_make_a_battle(
    liberals: str, carlists: str, battle: bool
) -> None:
    s = war({"lerin": f"{liberals} {carlists}"})
    assert is_battle(s, area("lerin")) == battle


@rule("aiw", "15.0f", "5.4j")
@pytest.mark.parametrize("more", ["l_st1", "field:2", "mountain:1", "knapsack:2"])
def test_trains_guns_and_knapsacks_are_not_counted(more: str) -> None:
    s = war({"lerin": f"c_nav1 c_nav2 c_gui1 l_rg1 l_rg2 {more}"})
    assert not is_battle(s, area("lerin"))


@rule("aiw", "15.0f", "5.4j")
@pytest.mark.parametrize(
    ("carlists", "battle"),
    [("c_nav1 c_nav2 c_par1", False), ("c_navc1 c_basc1 c_casc1 c_par1", False), ("c_nav1 c_nav2 c_gui1 c_par1", True)],
)
def test_partidas_are_not_counted_as_units_or_as_infantry(carlists: str, battle: bool) -> None:
    s = war({"lerin": f"l_rg1 l_rg2 l_rg3 {carlists}"})
    assert is_battle(s, area("lerin")) == battle


@rule("aiw", "15.0f")
@pytest.mark.parametrize("where", ["inside pamplona", "road tafalla>pamplona"])
def test_units_in_a_fortress_or_on_a_road_are_not_counted(where: str) -> None:
    other = "l_rg3" if where.startswith("inside") else "c_gui1"
    outside = THREE_EACH.replace(other, "").replace("  ", " ").strip()
    assert is_battle(war({"pamplona": f"{outside} {other}"}), area("pamplona"))
    assert not is_battle(war({"pamplona": outside, where: other}), area("pamplona"))


@rule("aiw", "15.0a", "15.0g")
def test_every_combat_is_told_as_skirmish_or_battle_before_the_first() -> None:
    s = war({"lerin": THREE_EACH, "ona": "l_ln1 c_bis1", "viana": "l_ln2 c_bis2", "miranda": "l_ln3", "haro": "c_ala1"})
    events = combats(s)
    told_types = sorted(told(events, "combat"))
    assert told_types == sorted(
        [(area("lerin"), BATTLES), (area("ona"), SKIRMISHES), (area("viana"), SKIRMISHES)]
    )
    assert asked(s) == "carlist NextCombat"             # nothing has been fought
    assert s.revealed                                   # and nothing that led to it can be taken back


@rule("aiw", "15.0g")
def test_the_type_stays_though_numbers_change_before_the_combat() -> None:
    s = war({"lerin": "l_rg1 l_rg2 l_rg3 c_nav1 c_nav2 c_gui1", "ona": "l_ln1 c_bis1", "viana": "l_ln2 c_bis2"})
    combats(s)
    step = s.frame(CombatStep)
    assert (step.skirmishes, step.battles) == (1 << area("ona") | 1 << area("viana"), 1 << area("lerin"))


@rule("aiw", "15.0g")
def test_only_the_type_is_known_and_what_follows_from_a_battle() -> None:
    s = war({"lerin": THREE_EACH + " l_st1 c_par1", "ona": "l_ln1 c_bis1", "viana": "l_ln2 c_bis2"})
    s.may = [ARMY[BLOCK_SIDE[b]] if may else 0 for b, may in enumerate(s.may)]       # nobody knows anything
    combats(s)
    facts = set(s.facts)
    three, infantry = (COUNTED, 3), (COUNTED & FOOT, 1)
    assert facts == {(in_open(s, side, area("lerin")), *fact) for side in (0, 1) for fact in (three, infantry)}
    assert s.shown == 0


# ---------------------------------------------------------------------------------------------------------------- order


@rule("aiw", "15.0h", "15.0c")
def test_skirmishes_come_before_battles_and_the_phasing_player_orders_them() -> None:
    s = war({"lerin": THREE_EACH, "ona": "l_ln1 c_bis1", "viana": "l_ln2 c_bis2"}, side="liberal")
    combats(s)
    assert asked(s) == "liberal NextCombat"
    assert sorted(offered(s)) == ["fight ona", "fight viana"]
    assert refused(s, "fight lerin") == Refusal("15.0h", "combats_in_order")
    assert refused(s, "done") == Refusal("15.0c", "combats_must_be_fought")


@rule("aiw", "15.0h")
def test_after_the_skirmishes_the_battles_are_fought() -> None:
    s = came(came(war({"lerin": THREE_EACH, "ona": "l_ln1:1 c_bis1:1"}), "ona", "pancorbo"), "lerin", "estella")
    combats(s, dice=[1])                                # the Skirmish is over at the first die
    assert at(s, "c_bis1") == "bag"
    assert standing(s, Battle)


@rule("aiw", "15.0a")
def test_there_is_no_space_where_no_combat_is_fought() -> None:
    s = came(war({"bilbao": "l_ln1:1 c_bis1:1"}, side="liberal", forts={"carlist": ["bilbao"]}), "bilbao", "guecho")
    combats(s)
    do(s, "done", dice=[1])
    assert at(s, "l_ln1") == "bag"


@rule("aiw", "15.0h", "15.0c")
def test_two_battles_are_ordered_too_and_must_be_fought() -> None:
    s = war({"lerin": THREE_EACH, "viana": "l_ln1 l_ln2 l_ln3 c_bis1 c_bis2 c_bis3"})
    combats(s)
    assert sorted(offered(s)) == ["fight lerin", "fight viana"]
    assert refused(s, "done") == Refusal("15.0c", "combats_must_be_fought")
    do(s, "fight viana")
    assert s.frame(Battle).x == area("viana")
    assert s.frame(CombatStep).battles == 1 << area("lerin")


@rule("aiw", "15.0a", "15.0c")
def test_no_skirmish_is_forgotten_when_another_has_been_fought() -> None:
    s = came(war({"ona": "l_ln1 c_bis1", "briviesca": "l_ln2 c_bis2", "haro": "l_ln3 c_bis3"}), "ona", "pancorbo")
    combats(s)
    in_vain(s, "fight ona")
    assert offered(s) == ["fight briviesca", "fight haro"]


@pytest.mark.parametrize("x, units", [("lerin", THREE_EACH), ("lerin", "l_rg1 c_nav1")])
@rule("aiw", "15.0c", "15.0h")
def test_the_only_combat_of_a_kind_is_fought_without_a_question(x: str, units: str) -> None:
    s = came(war({x: units}, secret=True), x, "estella")
    combats(s, dice=[6] * 8 if units != THREE_EACH else None)
    assert asked(s) != "carlist NextCombat"


@rule("aiw", "18.2g", "15.0h")
def test_a_relief_battle_is_fought_though_those_inside_could_not_sortie() -> None:
    s = war({"pamplona": THREE_EACH, "inside pamplona": "l_st1"}, side="liberal", siege=["pamplona"])
    combats(s)
    assert standing(s, Battle)


def siege_and_sortie(**more: str) -> Aiw:
    """The Carlist may assault Estella and Vitoria, and sortie from Durango; a Skirmish is to be fought."""
    places = {
        "estella": "c_nav1 c_nav2 field:1", "vitoria": "c_gui1 field:1", "inside durango": "c_bis1", "durango": "l_rg1",
        **more,
    }
    forts = {"liberal": ["estella"], "carlist": ["durango"]}
    return war(places, forts=forts, siege=["estella", "vitoria", "durango"])


@rule("aiw", "15.0h")
def test_assaults_and_sorties_wait_for_skirmishes_and_battles() -> None:
    s = siege_and_sortie(ona="l_ln1 c_gui2", viana="l_ln2 c_gui3")
    combats(s)
    for text in ("assault estella", "sortie durango"):
        assert refused(s, text) == Refusal("15.0h", "combats_in_order")


@rule("aiw", "15.0h", "15.0c", "18.1b", "18.1l")
def test_then_assaults_then_sorties_and_both_may_be_left() -> None:
    s = siege_and_sortie()
    combats(s)
    assert sorted(offered(s)) == ["assault estella", "assault vitoria", "done"]
    assert refused(s, "sortie durango") == Refusal("15.0h", "combats_in_order")
    do(s, "done")
    assert offered(s) == ["sortie durango", "done"]
    assert refused(s, "assault estella") == Refusal("15.0h", "combats_in_order")
    do(s, "done")
    assert asked(s) == "nobody"


@rule("aiw", "15.0b", "18.1l", "18.2a")
def test_no_combat_costs_action_points() -> None:
    s = siege_and_sortie(ona="l_ln1 c_gui2")
    phase(s).points = 0
    came(s, "ona", "pancorbo")
    combats(s)
    in_vain(s, "assault estella", "fire c_nav1", "done", "no", "done")
    assert (phase(s).points, phase(s).assaulted) == (0, 1 << area("estella"))
    in_vain(s, "sortie durango")
    assert (at(s, "c_bis1"), s.command) == ("inside durango", [0, 0])


@rule("aiw", "15.0h", "23.2a")
def test_between_battles_and_assaults_the_liberal_attacks_in_regions() -> None:
    s = war({"aragon": "l_rg1 c_nav1", "castile_leon": "l_rg2 c_gui1", "estella": "l_ln1 field:1"}, side="liberal",
            forts={"carlist": ["estella"]}, siege=["estella"])
    combats(s)
    assert sorted(offered(s)) == ["done", "locate aragon", "locate castile_leon"]
    assert refused(s, "assault estella") == Refusal("15.0h", "combats_in_order")
    do(s, "locate aragon", dice=[1])
    assert refused(s, "locate aragon") == Refusal("23.2b", "one_search_for_each_region")
    assert offered(s) == ["locate castile_leon", "done"]
    do(s, "done")
    assert offered(s) == ["assault estella", "done"]


@rule("aiw", "23.2a")
def test_the_carlist_never_attacks_in_a_region() -> None:
    s = war({"aragon": "l_rg1 c_nav1", "ona": "l_ln1 c_gui2", "viana": "l_ln2 c_gui3"})
    combats(s)
    assert refused(s, "locate aragon") == Refusal("23.2a", "only_liberals_attack_in_regions")
    s = war({"aragon": "l_rg1 c_nav1"}, secret=True)
    combats(s)
    assert not standing(s, Locate)
    assert asked(s) == "nobody"


@rule("aiw", "15.0j")
def test_a_card_may_launch_an_assault_before_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    card = CARD["coup_de_main"]
    monkeypatch.delitem(CARDS.shown[ASSAULTS], card)
    monkeypatch.delitem(CARDS.when[ASSAULTS], card)
    s = war({"estella": "c_nav1"}, hands=["coup_de_main"], forts={"liberal": ["estella"]})
    combats(s)
    assert offered(s) == ["pass", "play coup_de_main"]
    do(s, "pass")
    assert asked(s) == "nobody"


# ---------------------------------------------------------------------------------------------------- shelter and roads


@rule("aiw", "15.0i", "18.0a", "18.1a")
def test_a_defender_that_stays_inside_does_not_fight_and_is_besieged() -> None:
    s = war({"pamplona": "l_rg1 c_nav1"})
    events = combats(s)
    assert asked(s) == "liberal GoInside"
    events = do(s, "inside l_rg1", dice=[])
    assert told(events, "combat") == []
    assert (at(s, "l_rg1"), s.siege) == ("inside pamplona", 1 << area("pamplona"))


@rule("aiw", "15.0i", "15.0g")
def test_types_are_fixed_after_the_owner_has_said_who_stays_inside() -> None:
    s = war({"pamplona": THREE_EACH})
    combats(s)
    events = do(s, "inside l_rg2", "done")
    assert told(events, "combat") == [(area("pamplona"), SKIRMISHES)]
    s = war({"pamplona": THREE_EACH})
    combats(s)
    assert told(do(s, "done"), "combat") == [(area("pamplona"), BATTLES)]


@rule("aiw", "15.0i")
def test_all_entered_fortresses_are_asked_about_before_any_combat() -> None:
    s = war({"pamplona": "l_rg1 c_nav1", "vitoria": "l_rg2 c_gui1", "ona": "l_ln1 c_bis1"})
    combats(s)
    assert isinstance(s.stack[-1], GoInside)
    do(s, "done")
    assert isinstance(s.stack[-1], GoInside)
    events = do(s, "done")
    assert len(told(events, "combat")) == 3


@rule("aiw", "15.0i")
def test_nobody_is_asked_at_fortresses_that_were_not_entered_or_are_besieged_or_hold_no_block() -> None:
    places = {"pamplona": "l_rg1", "vitoria": "c_gui1", "inside vitoria": "l_rg2", "logrono": "c_bis1 liberal field:1"}
    s = war(places, siege=["vitoria"])
    combats(s)
    assert asked(s) == "nobody"
    assert (at(s, "l_rg1"), guns(s, "liberal", "inside logrono")) == ("pamplona", (1, 0))


@rule("aiw", "11.4m")
def test_where_no_combat_takes_place_units_on_roads_enter_when_types_are_fixed() -> None:
    places = {"pamplona": "l_rg1 c_nav1", "road tafalla>pamplona": "c_nav2 field:1", "ona": "l_ln1 c_bis1",
              "viana": "l_ln2 c_bis2"}
    s = came(war(places), "pamplona", "tafalla")
    combats(s)
    do(s, "all")
    assert asked(s) == "carlist NextCombat"             # before the first combat
    assert (at(s, "c_nav2"), guns(s, "carlist", "pamplona")) == ("pamplona", (1, 0))


@rule("aiw", "11.4m", "11.4l")
def test_where_a_combat_takes_place_they_wait() -> None:
    places = {"lerin": "l_rg1 c_nav1", "road estella>lerin": "c_nav2", "ona": "l_ln1 c_bis1"}
    s = came(war(places), "lerin", "estella")
    combats(s)
    assert at(s, "c_nav2") == "road estella>lerin"


# -------------------------------------------------------------------------------------------------------- after combats


@rule("aiw", "5.2e")
def test_blocks_that_were_shown_are_hidden_again_when_the_combat_is_over() -> None:
    s = came(war({"ona": "l_ln1 c_bis1", "viana": "l_ln2 c_bis2", "lerin": "l_ln3 c_bis3"}), "ona", "pancorbo")
    combats(s)
    events = in_vain(s, "fight ona")
    assert len(told(events, "shown")) == 2
    assert (asked(s), s.shown) == ("carlist NextCombat", 0)


@rule("aiw", "11.3f")
def test_after_a_combat_guns_that_are_alone_are_lost() -> None:
    places = {"ona": "l_ln1:1 field:2 c_bis1:1", "viana": "l_ln2 c_bis2", "lerin": "l_ln3 c_bis3"}
    s = came(war(places), "ona", "pancorbo")
    combats(s)
    do(s, "fight ona", dice=[6, 6, 1])                  # a gun of two has one die in Rough; then the Liberal falls
    assert asked(s) == "carlist NextCombat"
    assert (at(s, "l_ln1"), guns(s, "liberal", "ona"), guns(s, "carlist", "ona")) == ("bag", (0, 0), (1, 0))


@rule("aiw", "16.0x", "11.3d")
def test_guns_whose_units_fell_are_taken_though_others_of_their_side_wait_on_a_road() -> None:
    places = {"lerin": "l_rg1:1 c_nav1:1 field:2", "road estella>lerin": "c_nav2"}
    s = came(war(places), "lerin", "estella")
    combats(s, dice=[1, 6, 6])
    assert (at(s, "c_nav2"), guns(s, "carlist", "estella"), guns(s, "liberal", "lerin")) == ("estella", (0, 0), (1, 0))


@rule("aiw", "11.5b")
def test_after_a_skirmish_two_guns_of_a_type_are_joined() -> None:
    places = {"lerin": "l_rg1:1 c_nav1:1 field:2", "road estella>lerin": "c_nav2 field:2"}
    s = came(war(places), "lerin", "estella")
    combats(s, dice=[6, 1, 6, 6])
    assert guns(s, "carlist", "lerin") == (2, 0)


@rule("aiw", "18.0c")
def test_a_train_whose_units_fell_outside_its_fortress_goes_inside() -> None:
    s = came(war({"pamplona": "l_rg1:1 l_st1:2 field:1 c_nav1:1"}), "pamplona", "tafalla")
    s.may = [ARMY[BLOCK_SIDE[b]] if may else 0 for b, may in enumerate(s.may)]
    combats(s)
    do(s, "done", dice=[6, 6, 1])
    assert (at(s, "l_rg1"), at(s, "l_st1")) == ("bag", "inside pamplona")
    assert (guns(s, "liberal", "inside pamplona"), s.siege) == ((1, 0), 1 << area("pamplona"))
    assert s.may[block(s, "l_st1")] & ~TRAINS == 0      # everybody can tell


@rule("aiw", "18.1y")
def test_those_inside_come_out_when_the_attackers_have_been_driven_off() -> None:
    s = came(war({"pamplona": "l_rg1:2 l_rg2:2 l_ln1:2 c_nav1:1"}), "pamplona", "tafalla")
    combats(s)
    do(s, "inside l_ln1", "done", "fire l_rg1", "fire l_rg2", dice=[6] * 4 + [6])
    assert (at(s, "c_nav1"), at(s, "l_ln1"), s.siege) == ("tafalla", "pamplona", 0)


@rule("aiw", "15.0a")
def test_a_combat_whose_enemies_are_gone_does_not_take_place() -> None:
    places = {"ona": "l_ln1 c_bis1", "viana": "l_ln2 c_bis2", "lerin": "l_ln3 c_bis3", "haro": "l_ln4 c_ala1"}
    s = came(war({**places, "road los_arcos>viana": "c_ala2"}), "ona", "pancorbo")
    combats(s)
    put(s, block(s, "l_ln2"), area("torrecilla"))
    in_vain(s, "fight ona")
    assert sorted(offered(s)) == ["fight haro", "fight lerin"]
    assert at(s, "c_ala2") == "viana"                   # nobody waits for a combat that does not take place


@rule("aiw", "15.0h", "5.2a")
def test_nobody_is_asked_about_combats_that_cannot_be() -> None:
    s = war({"aragon": "c_nav1", "haro": "l_ln1"}, side="liberal", secret=True)
    combats(s)
    assert asked(s) == "nobody"                         # no Liberal is in Aragón
    s = war({"durango": "l_rg1 field:1"}, forts={"carlist": ["durango"]}, siege=["durango"], secret=True)
    combats(s)
    assert asked(s) == "nobody"                         # it is the Carlist's own Fortress, and nobody is inside


@rule("aiw", "15.0h", "18.1b", "18.2a", "23.2a")
def test_a_player_reads_what_kind_of_combat_is_next() -> None:
    s = siege_and_sortie(ona="l_ln1 c_gui2", viana="l_ln2 c_gui3")
    combats(s)
    assert tablero.prompt(s, CARLIST).key == "next_combat"
    s = war({"lerin": THREE_EACH, "viana": "l_ln1 l_ln2 l_ln3 c_bis1 c_bis2 c_bis3"})
    combats(s)
    assert tablero.prompt(s, CARLIST).key == "next_combat"
    s = siege_and_sortie()
    combats(s)
    assert tablero.prompt(s, CARLIST).key == "next_assault"
    do(s, "done")
    assert tablero.prompt(s, CARLIST).key == "next_sortie"
    s = war({"aragon": "l_rg1 c_nav1"}, side="liberal")
    combats(s)
    assert tablero.prompt(s, LIBERAL).key == "next_search"


def test_the_step_keeps_no_secret() -> None:
    s = siege_and_sortie(ona="l_ln1 c_gui2", viana="l_ln2 c_gui3")
    combats(s)
    for seat in (0, 1):
        assert GAME.view(s, seat).frame(CombatStep) == s.frame(CombatStep)
    assert strength(s, "l_ln1") == 4
