"""[7.3] Tactical cards in Skirmishes, regions and Assaults, and how all of them are laid. Battles: the next file."""

from __future__ import annotations

import pytest

from tablero.games.aiw import GAME
from tablero.games.aiw.board import (
    CARD,
    CARDS,
    CARLIST,
    DISCARDS,
    FACES,
    FIRST_REGION,
    HAND,
    LAID,
    LIBERAL,
    OF_TYPE,
    TACTICAL,
    area,
)
from tablero.games.aiw.rules.r07_cards.s03_combat import LAY, Tactics
from tablero.games.aiw.rules.r18_siege.s01_assault import Assault
from tablero.games.aiw.rules.r23_regions.s02_combat import Locate
from tablero.games.aiw.state import Aiw
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.events import Event
from tablero.kernel.refusals import Refusal
from tests.games.aiw.combat import came, retreats, skirmish
from tests.games.aiw.war import asked, at, block, do, offered, refused, run, strength, told, war
from tests.rules import card, rule

DOES_NOT_FIT = Refusal("7.3b", "card_does_not_fit")


def fight(x: str, units: str, *cards: str, attacker: str = "liberal", secret: bool = False) -> Aiw:
    """A Skirmish in which everybody fires who may, up to the cards."""
    s = war({x: units}, side=attacker, hands=cards, secret=secret)
    origin = {"lerin": "lodosa", "durango": "villarreal", "estella": "lerin"}.get(x)
    if origin:
        came(s, x, origin)
    skirmish(s, x)
    while "ChooseFiring" in asked(s):
        do(s, "all" if "all" in offered(s) else "done")
    return s


def used(events: list[Event]) -> list[str]:
    """The cards that acted, in this order."""
    return [FACES[card].id for _, card in told(events, "card_used")]


# ---------------------------------------------------------------------------------------------------------- laying them


def test_every_tactical_card_says_where_it_may_be_laid() -> None:
    laid = bitset(card for moment in LAY for card in ids_of(CARDS.at[moment]))
    assert OF_TYPE[TACTICAL] == laid


@rule("aiw", "7.3a")
def test_the_attacker_lays_first_and_his_card_lies_hidden_until_both_have_decided() -> None:
    s = fight("lerin", "c_nav1 l_lnc1", "wall_c", "cavalry_charge", "no_quarter", secret=True)
    assert "liberal LayCard" == asked(s)
    do(s, "lay cavalry_charge")
    assert "carlist LayCard" == asked(s)
    views = {seat: GAME.view(s, seat) for seat in (LIBERAL, CARLIST, -1)}
    assert {LIBERAL: 1 << CARD["cavalry_charge"], CARLIST: 0, -1: 0} == {
        seat: view.piles[LAID[LIBERAL]] for seat, view in views.items()}
    assert {1} == {view.sizes[LAID[LIBERAL]] for view in views.values()}
    events = do(s, "lay wall_c", dice=[6] * 4 + [3, 6, 6])
    assert [(LIBERAL, CARD["cavalry_charge"]), (CARLIST, CARD["wall_c"])] == told(events, "laid")
    assert not s.piles[HAND[LIBERAL]]
    assert 1 << CARD["cavalry_charge"] | 1 << CARD["wall_c"] == s.piles[DISCARDS]


def tactics(s: Aiw) -> Tactics:
    return next(frame for frame in s.stack if isinstance(frame, Tactics))


@rule("aiw", "7.3a")
def test_who_lays_none_is_known_to_have_laid_none() -> None:
    s = fight("lerin", "c_nav1 l_lnc1", "wall_c", "cavalry_charge", secret=True)
    assert ["lays_none"] == [event.kind for event in do(s, "pass")]
    assert [0, 0] == [GAME.view(s, CARLIST).sizes[zone] for zone in LAID]


@rule("aiw", "7.3c")
def test_a_side_lays_one_card_in_a_skirmish() -> None:
    s = fight("lerin", "c_nav1:1 l_lnc1:1 l_rg1:1", "diego_de_leon", "cavalry_charge", secret=True)
    do(s, "lay cavalry_charge", dice=[6, 6, 6])
    assert 1 << CARD["diego_de_leon"] == s.piles[HAND[LIBERAL]]
    assert "LayCard" not in asked(s)


@rule("aiw", "7.3c", "18.1r")
def test_the_defender_of_an_assault_lays_none() -> None:
    s = war(
        {"estella": "c_nav1 field:1", "inside estella": "l_rg1"}, forts={"liberal": ["estella"]}, siege=["estella"],
        hands=["guides_of_navarre", "bayonet_charge_l"], secret=True,
    )
    run(s, Assault(area("estella"), CARLIST))
    assert "carlist LayCard" == asked(s)
    do(s, "pass", dice=[6] * 4 + [6] + [6] * 4)
    assert 1 << CARD["bayonet_charge_l"] == s.piles[HAND[LIBERAL]]


SKIRMISHES = [
    # card, space, units, attacker, may it be laid?
    ("cavalry_charge", "lerin", "l_lnc1 c_nav1", "liberal", True),
    ("cavalry_charge", "lerin", "l_rg1 c_navc1", "liberal", False),
    ("zurbano", "lerin", "l_rg1 c_nav1", "liberal", True),          # Navarre
    ("zurbano", "salvatierra", "l_rg1 c_nav1", "carlist", True),    # Álava
    ("zurbano", "haro", "l_rg1 c_nav1", "liberal", True),           # La Rioja
    ("zurbano", "miranda", "l_rg1 c_nav1", "liberal", True),        # Burgos
    ("zurbano", "durango", "l_rg1 c_nav1", "liberal", False),       # Biscay
    ("zurbano", "espejo", "l_rg1 c_nav1", "liberal", True),         # the last of Álava
    ("zurbano", "irun", "l_rg1 c_nav1", "liberal", False),          # Guipúzcoa, next to Navarre
    ("night_attack", "lerin", "l_rg1 c_nav1", "liberal", False),
    ("marksmen", "durango", "l_rg1 c_nav1", "liberal", False),
    ("diego_de_leon", "lerin", "l_lnc1 c_nav1", "carlist", True),
    ("diego_de_leon", "lerin", "l_rg1 c_nav1", "carlist", False),
    ("diego_de_leon", "estella", "l_lnc1 c_nav1", "liberal", False),
    ("wall_l", "lerin", "l_rg1 c_nav1", "carlist", True),
    ("wall_l", "lerin", "l_rg1 c_nav1", "liberal", False),
    ("wall_c", "lerin", "l_rg1 c_nav1", "liberal", True),
    ("wall_c", "lerin", "l_rg1 c_nav1", "carlist", False),
    ("no_quarter", "lerin", "l_rg1 c_nav1", "liberal", True),
    ("ambush", "durango", "l_rg1 c_nav1", "liberal", True),
    ("ambush", "durango", "l_rg1 c_nav1", "carlist", True),
    ("ambush", "salvatierra", "l_rg1 c_nav1", "liberal", False),    # open
    ("ambush", "valmaseda", "l_rg1 c_nav1", "liberal", False),      # Liberal Zone
    ("navarrese_lancers", "lerin", "l_rg1 c_navc1", "liberal", True),
    ("navarrese_lancers", "lerin", "l_lnc1 c_nav1", "liberal", False),
    ("volley_fire", "lerin", "l_rg1 c_nav1", "liberal", False),     # not for a Skirmish at all
    ("bayonet_charge_l", "lerin", "l_rg1 c_nav1", "liberal", False),
    ("siege_train", "lerin", "l_rg1 field:1 c_nav1", "liberal", False),
    ("oriamendi", "lerin", "l_rg1 c_nav1", "liberal", False),
    ("river_c", "lerin", "l_rg1 c_nav1", "liberal", False),
    ("guard_reserve", "lerin", "l_rg1 c_nav1", "liberal", False),
]


@rule("aiw", "7.3b")
@pytest.mark.parametrize(("card", "x", "units", "attacker", "fits"), SKIRMISHES)
def test_a_card_must_fit_the_skirmish(card: str, x: str, units: str, attacker: str, fits: bool) -> None:
    side = "liberal" if FACES[CARD[card]].side == LIBERAL else "carlist"
    other = ("cavalry_charge", "diego_de_leon", "no_quarter", "navarrese_lancers")     # so that the window is open
    mine = next(name for name in other if name != card and FACES[CARD[name]].side == FACES[CARD[card]].side)
    s = fight(x, units, card, mine, attacker=attacker, secret=True)
    assert f"{side} LayCard" == asked(s)
    assert (None if fits else DOES_NOT_FIT) == refused(s, f"lay {card}")
    assert fits == (f"lay {card}" in offered(s))


@rule("aiw", "7.3b")
def test_cavalry_that_was_not_chosen_to_fire_does_not_count() -> None:
    s = war({"lerin": "l_lnc1 l_rg1 c_nav1"}, side="liberal", hands=["cavalry_charge", "zurbano"], secret=True)
    skirmish(s, "lerin")
    do(s, "fire l_rg1", "done")
    assert ["pass", "lay zurbano"] == offered(s)


# ------------------------------------------------------------------------------------------------------------- Skirmish


@rule("aiw", "7.3b")
@card("aiw", "cavalry_charge")
@pytest.mark.parametrize("attacker", ["liberal", "carlist"])
def test_cavalry_charge_helps_one_firing_cavalry_unit(attacker: str) -> None:
    s = fight("lerin", "l_lnc1:2 l_lnc2:2 l_rg1:1 c_nav1:4", "cavalry_charge", attacker=attacker)
    before = [6] * 4 if attacker == "liberal" else []
    do(s, "lay cavalry_charge", dice=before)
    assert ["name l_lnc1", "name l_lnc2"] == offered(s)
    assert Refusal("7.3b", "card_is_for_another_unit") == refused(s, "name l_rg1")
    after = [] if attacker == "liberal" else [6] * 2
    events = do(s, "name l_lnc2", dice=[3, 6, 3, 3, 3] + after)      # l_rg1 and l_lnc1 need 1 and 2
    assert ["cavalry_charge"] == used(events)
    assert 2 == strength(s, "c_nav1")


@rule("aiw", "7.3b")
@card("aiw", "cavalry_charge")
def test_in_rough_it_is_added_after_the_terrain() -> None:
    s = fight("estella", "l_lnc1:2 c_nav1:4", "cavalry_charge")
    do(s, "lay cavalry_charge", dice=[6] * 4 + [2, 3])
    assert 3 == strength(s, "c_nav1")


@rule("aiw", "7.3b")
@card("aiw", "cavalry_charge")
def test_a_card_whose_unit_is_gone_is_discarded_without_effect() -> None:
    s = fight("lerin", "l_lnc1:1 l_rg1:1 c_nav1:4", "cavalry_charge")
    events = do(s, "lay cavalry_charge", dice=[1, 6, 6, 6]) # both are equal, the Liberal chooses who is hit
    assert [] == used(events)
    events = do(s, "hit l_lnc1", dice=[2])
    assert [] == used(events)
    assert 1 << CARD["cavalry_charge"] == s.piles[DISCARDS]
    assert 4 == strength(s, "c_nav1")


@rule("aiw", "7.3b")
@card("aiw", "navarrese_lancers")
def test_navarrese_lancers_help_one_firing_cavalry_unit() -> None:
    s = fight("lerin", "l_rg1:4 c_navc1:2", "navarrese_lancers")
    do(s, "lay navarrese_lancers", dice=[3, 4, 6, 6, 6])
    assert 3 == strength(s, "l_rg1")


@rule("aiw", "7.3b")
@card("aiw", "zurbano")
@pytest.mark.parametrize("x", ["lerin", "estella"])
def test_zurbano_frees_one_infantry_unit_of_the_terrain_and_adds_a_die(x: str) -> None:
    s = fight(x, "l_ln1:2 l_ln2:2 c_nav1:4", "zurbano")
    do(s, "lay zurbano", dice=[6] * 4)
    assert ["name l_ln1", "name l_ln2"] == offered(s)
    events = do(s, "name l_ln1", dice=[2, 2, 6] + [2, 2])
    assert 2 == strength(s, "c_nav1")
    assert [3, 2] == [n for _, n, _, _ in told(events, "fired")]


@rule("aiw", "7.3b")
@card("aiw", "diego_de_leon")
@pytest.mark.parametrize("attacker", ["liberal", "carlist"])
def test_the_cavalry_of_diego_de_leon_fires_before_all_others(attacker: str) -> None:
    s = fight("lerin", "l_lnc1:2 l_lnc2:2 c_nav1:2", "diego_de_leon", attacker=attacker)
    do(s, "lay diego_de_leon")
    assert ["name l_lnc1", "name l_lnc2"] == offered(s)
    own, enemy = [6] * 2, [6]                       # l_lnc2 and what is left of c_nav1: each fires once
    events = do(s, "name l_lnc1", dice=[1, 6, *(enemy + own if attacker == "liberal" else own + enemy)])
    assert 1 == strength(s, "c_nav1")
    assert ["diego_de_leon"] == used(events)


@rule("aiw", "7.3b")
@card("aiw", "diego_de_leon")
def test_a_unit_that_diego_de_leon_kills_does_not_fire() -> None:
    s = fight("lerin", "l_lnc1:2 c_nav1:1", "diego_de_leon")
    events = do(s, "lay diego_de_leon", dice=[1, 6])
    assert ("bag", 1) == (at(s, "c_nav1"), len(told(events, "fired")))


@rule("aiw", "7.3b", "6.0f")
@card("aiw", "wall_l", "wall_c")
@pytest.mark.parametrize(
    ("card", "attacker", "unit"), [("wall_l", "carlist", "l_rg1"), ("wall_c", "liberal", "c_nav1")]
)
def test_a_wall_stops_the_first_hit_that_its_side_suffers(card: str, attacker: str, unit: str) -> None:
    s = fight("lerin", "l_rg1:4 c_nav1:4", card, attacker=attacker)
    events = do(s, f"lay {card}", dice=[6] * 4 + [1, 1, 6, 6])
    assert (3, [card]) == (strength(s, unit), used(events))


@rule("aiw", "7.3b", "6.0f")
@card("aiw", "wall_c")
def test_a_wall_that_nobody_hits_stops_nothing() -> None:
    s = fight("lerin", "l_lnc1:2 l_rg1:2 c_nav1:4", "wall_c", "diego_de_leon")
    do(s, "lay diego_de_leon")
    events = do(s, "lay wall_c", dice=[6, 6] + [6] * 4 + [1, 1])     # the horsemen miss, the others do not
    assert (3, ["diego_de_leon", "wall_c"]) == (strength(s, "c_nav1"), used(events))
    s = fight("lerin", "l_rg1:1 c_nav1:1", "wall_c")
    assert [] == used(do(s, "lay wall_c", dice=[6, 6]))


@rule("aiw", "7.3b", "6.0f")
@card("aiw", "wall_c")
def test_a_wall_stops_one_hit_in_all() -> None:
    s = fight("lerin", "l_lnc1:2 l_rg1:2 c_nav1:4", "wall_c", "diego_de_leon")
    do(s, "lay diego_de_leon")
    do(s, "lay wall_c", dice=[1, 6] + [6] * 4 + [1, 1])              # the horsemen's hit is stopped, two are not
    assert 2 == strength(s, "c_nav1")


@rule("aiw", "7.3b")
@card("aiw", "no_quarter")
def test_no_quarter_costs_retreating_liberals_a_point_more() -> None:
    s = fight("lerin", "l_rg1:3 l_rg2:3 l_pr1:2 c_nav1:4 c_nav2 c_gui1", "no_quarter")
    events = do(s, "lay no_quarter", dice=[6] * 10 + [6] * 8)
    assert (["liberal lerin"], ["no_quarter"]) == (retreats(events), used(events))
    assert ["hit l_rg1", "hit l_rg2"] == offered(s)
    do(s, "hit l_rg2")
    assert (3, 2, 2) == (strength(s, "l_rg1"), strength(s, "l_rg2"), strength(s, "l_pr1"))
    assert "lodosa" == at(s, "l_rg1")


@rule("aiw", "7.3b")
def test_no_quarter_costs_nothing_if_the_carlists_retreat() -> None:
    s = fight("lerin", "l_rg1:3 l_rg2:3 c_nav1:4", "no_quarter")
    events = do(s, "lay no_quarter", dice=[6] * 4 + [6] * 6)
    assert ([], ["carlist lerin"]) == (used(events), retreats(events))
    assert (3, 3) == (strength(s, "l_rg1"), strength(s, "l_rg2"))


@rule("aiw", "7.3b", "16.0n")
def test_no_quarter_costs_nothing_if_nobody_who_fired_is_left() -> None:
    s = war({"lerin": "l_rg1:1 l_rg2:2 c_nav1:1 c_nav2:1"}, side="liberal", hands=["no_quarter"])
    skirmish(came(s, "lerin", "lodosa"), "lerin")
    do(s, "all", seat="carlist")
    do(s, "fire l_rg1", "done", seat="liberal")
    events = do(s, "lay no_quarter", dice=[1, 6])
    assert (["liberal lerin"], []) == (retreats(events), used(events))
    assert ("bag", 2) == (at(s, "l_rg1"), strength(s, "l_rg2"))


@rule("aiw", "7.3b", "16.0x")
@card("aiw", "no_quarter")
def test_no_quarter_may_kill_the_last_who_must_retreat() -> None:
    s = fight("lerin", "l_rg1:1 field:2 c_nav1:4", "no_quarter")
    do(s, "lay no_quarter", dice=[6] * 4 + [6] + [6] * 2)
    assert "bag" == at(s, "l_rg1")
    assert "nobody" == asked(s)


@rule("aiw", "7.3b", "16.0x")
@card("aiw", "no_quarter")
def test_who_is_killed_so_does_not_bring_his_train_into_the_fortress() -> None:
    s = war(
        {"lerin": "l_rg1:1 l_st1 c_nav1:1 c_nav2:1"}, hands=["no_quarter"], forts={"liberal": ["lerin"]},
    )
    skirmish(came(s, "lerin", "estella"), "lerin")
    while "ChooseFiring" in asked(s):
        do(s, "all" if "all" in offered(s) else "fire l_rg1" if "fire l_rg1" in offered(s) else "done")
    do(s, "lay no_quarter", dice=[6] + [6, 6])
    assert ("bag", "lerin") == (at(s, "l_rg1"), at(s, "l_st1"))


@rule("aiw", "7.3b")
@card("aiw", "ambush")
def test_carlists_who_attack_out_of_an_ambush_fire_first() -> None:
    s = fight("durango", "l_rg1:1 c_nav1:1", "ambush", attacker="carlist")
    do(s, "lay ambush", dice=[1])
    assert ("bag", "durango") == (at(s, "l_rg1"), at(s, "c_nav1"))


@rule("aiw", "7.3b")
@card("aiw", "ambush")
def test_liberals_who_are_attacked_out_of_an_ambush_all_fire() -> None:
    s = fight("durango", "l_rg1:1 l_rg2:1 l_rg3:1 c_nav1:1", "ambush", attacker="carlist")
    events = do(s, "lay ambush", dice=[6] + [6] * 3)
    assert 4 == len(told(events, "fired"))


@rule("aiw", "7.3b")
@card("aiw", "ambush")
def test_liberals_in_an_ambush_fire_with_two_units() -> None:
    s = fight("durango", "l_rg1:4 l_rg2:2 l_rg3:2 c_nav1:4", "ambush")
    do(s, "lay ambush")
    assert ("liberal NameUnit", ["name l_rg1", "name l_rg2", "name l_rg3"]) == (asked(s), offered(s))
    do(s, "name l_rg1", dice=[1, 6, 6, 6])
    assert ["hit l_rg2", "hit l_rg3"] == offered(s)                  # though both are weaker
    events = do(s, "hit l_rg2", dice=[6] + [6, 6])
    assert [1, 2] == [n for _, n, _, _ in told(events, "fired")]
    s = fight("durango", "l_rg1 l_rg2 l_lnc1 c_nav1", "ambush")
    do(s, "lay ambush")
    assert ["name l_rg1", "name l_rg2", "name l_lnc1"] == offered(s)            # Cavalry too


@rule("aiw", "7.3b", "16.0n")
@card("aiw", "ambush")
def test_a_unit_that_was_held_back_takes_no_hits() -> None:
    s = fight("durango", "l_rg1:4 l_rg2:3 l_pr1:1 c_nav1:4", "ambush")
    do(s, "lay ambush")
    events = do(s, "name l_rg1", dice=[1, 6, 6, 6] + [6, 6] + [6])
    assert (4, 2) == (strength(s, "l_rg1"), strength(s, "l_rg2"))
    assert 1 == len(told(events, "held_back"))


@rule("aiw", "7.3b")
@card("aiw", "ambush")
def test_two_liberals_in_an_ambush_fire_as_ever() -> None:
    s = fight("durango", "l_rg1:2 l_rg2:2 c_nav1:4", "ambush")
    do(s, "lay ambush", dice=[6] * 4 + [1, 1, 6, 6])
    assert 2 == strength(s, "c_nav1")


@rule("aiw", "7.3b", "16.0g")
@card("aiw", "ambush")
@pytest.mark.parametrize(("points", "n"), [(3, 2), (1, 1)])
def test_in_a_refuge_the_one_liberal_unit_has_a_die_less(points: int, n: int) -> None:
    s = war({"amescoas": f"l_rg1:{points} c_nav1:4"}, side="liberal", hands=["ambush"])
    skirmish(s, "amescoas")
    events = do(s, "lay ambush", dice=[6] * 4 + [6] * n)
    assert [4, n] == [dice for _, dice, _, _ in told(events, "fired")]


@rule("aiw", "7.4a")
def test_the_card_of_the_attacker_acts_before_the_defenders() -> None:
    s = fight("lerin", "l_lnc1:2 l_lnc2:2 c_nav1:2", "diego_de_leon", "wall_c")
    do(s, "lay diego_de_leon")
    do(s, "lay wall_c")
    events = do(s, "name l_lnc1", dice=[1, 6, 6, 6, 6, 6])
    assert ["diego_de_leon", "wall_c"] == used(events)


# --------------------------------------------------------------------------------------------------------------- region


def found(units: str, *cards: str, secret: bool = False) -> Aiw:
    """The Liberal has found an Expedition in Aragón."""
    s = war({"aragon": units}, side="liberal", hands=cards, secret=secret)
    s.pursuit[area("aragon") - FIRST_REGION] = 3
    run(s, Locate(area("aragon")), dice=[6])
    return s


@rule("aiw", "23.2m", "7.3b")
@card("aiw", "cavalry_charge", "navarrese_lancers")
def test_cavalry_cards_act_in_a_region_in_its_first_round() -> None:
    s = found("c_navc1:2 c_nav1:1 l_lnc1:2 l_lnc2:2", "navarrese_lancers", "cavalry_charge")
    do(s, "lay cavalry_charge", "lay navarrese_lancers")
    assert ("liberal NameUnit", ["name l_lnc1", "name l_lnc2"]) == (asked(s), offered(s))
    events = do(s, "name l_lnc1", dice=[4, 6, 4, 4] + [4, 4, 6])     # E+1 is 3 for the others
    assert (["cavalry_charge", "navarrese_lancers"], "liberal TakeHits") == (used(events), asked(s))
    do(s, "hit l_lnc1", "yes")
    events = do(s, "yes", dice=[4, 4] + [4, 4])                      # the second round: no card any more
    assert [] == used(events)
    assert (1, 1, 1) == (strength(s, "c_navc1"), strength(s, "l_lnc1"), strength(s, "l_lnc2"))


@rule("aiw", "23.2m", "7.3b")
@pytest.mark.parametrize("card", ["zurbano", "diego_de_leon", "wall_c", "no_quarter", "ambush"])
def test_cards_for_a_place_or_for_firing_first_do_not_fit_a_region(card: str) -> None:
    mine = "cavalry_charge" if FACES[CARD[card]].side == LIBERAL else "navarrese_lancers"
    s = found("c_navc1 c_nav1 l_lnc1 l_rg1", card, mine, secret=True)
    assert ["pass", f"lay {mine}"] == offered(s)
    assert DOES_NOT_FIT == refused(s, f"lay {card}")


# -------------------------------------------------------------------------------------------------------------- Assault


def storm(attacker: str, outside: str, inside: str, *cards: str, x: str = "estella") -> Aiw:
    """An Assault up to the cards, by all who are there."""
    owner = "carlist" if attacker == "liberal" else "liberal"
    s = war(
        {x: outside, f"inside {x}": inside}, side=attacker, forts={owner: [x]}, siege=[x], hands=cards,
    )
    run(s, Assault(area(x), LIBERAL if attacker == "liberal" else CARLIST))
    if "ChooseFiring" in asked(s):
        do(s, "all")
    return s


@rule("aiw", "7.3b", "18.1v")
@card("aiw", "eguia")
def test_eguia_makes_assaulting_infantry_better() -> None:
    s = storm("carlist", "c_nav1:4 field:2", "l_rg1:4", "eguia")
    do(s, "lay eguia", dice=[6] * 4 + [6] + [3, 3, 4, 4])
    assert 3 == strength(s, "l_rg1")


@rule("aiw", "7.3b", "18.1w")
@card("aiw", "eguia")
@pytest.mark.parametrize(("rules", "dice", "left"), [
    (GAME.rules, [2, 2], 4), (GAME.rules, [1, 1], 3), (2, [2, 2], 3),           # in older versions 2 hit
])
def test_eguia_makes_up_for_worse_guns_and_no_more(rules: int, dice: list[int], left: int) -> None:
    s = storm("carlist", "c_can1:2 field:1", "l_rg1:4 field:1", "eguia")       # E1, worse guns: 0, then 1
    s.rules = rules
    do(s, "lay eguia", dice=[6] * 4 + [6] + dice)
    assert left == strength(s, "l_rg1")


@rule("aiw", "7.3b", "18.1x")
@card("aiw", "eguia")
@pytest.mark.parametrize("unit", ["c_navc1:3", "c_casc1:3"])
def test_eguia_is_not_for_cavalry(unit: str) -> None:
    s = storm("carlist", f"{unit} field:2", "l_rg1:4", "eguia")
    do(s, "lay eguia", dice=[6] * 4 + [6] + [2, 2, 2])
    assert 4 == strength(s, "l_rg1")


@rule("aiw", "7.3b", "18.1s", "18.1t")
@card("aiw", "siege_train")
@pytest.mark.parametrize(("hits", "points", "halves"), [(1, 1, 0), (2, 2, 0), (3, 2, 1), (4, 3, 0)])
def test_a_siege_train_makes_the_first_two_hits_full(hits: int, points: int, halves: int) -> None:
    s = storm("liberal", "l_rg1:4 field:4", "c_nav1:4", "siege_train")
    do(s, "lay siege_train", dice=[6] * 5 + [1] * hits + [6] * (4 - hits))
    assert 4 - points == strength(s, "c_nav1")
    assert halves == next(frame for frame in s.stack if isinstance(frame, Assault)).halves


@rule("aiw", "7.3b")
def test_cards_of_cavalry_and_of_the_night_do_not_fit_an_assault() -> None:
    s = storm("liberal", "l_rg1:3 l_lnc1 field:4", "c_nav1:4", "siege_train", "cavalry_charge", "night_attack")
    assert ["pass", "lay siege_train"] == offered(s)


@rule("aiw", "7.3b", "23.2m")
@card("aiw", "cavalry_charge")
@pytest.mark.parametrize(("unit", "fits"), [("l_rg1", False), ("l_lnc1", True)])
def test_a_card_of_cavalry_needs_cavalry_in_a_region_too(unit: str, fits: bool) -> None:
    s = war({"aragon": f"{unit} c_nav1"}, side="liberal", hands=["cavalry_charge"], secret=True)
    run(s, Locate(area("aragon")), dice=[6])
    assert fits == ("lay cavalry_charge" in offered(s))


@rule("aiw", "7.3b", "18.1m")
def test_without_field_artillery_the_cards_for_it_do_not_fit() -> None:
    s = war(
        {"estella": "c_nav1", "inside estella": "l_rg1"}, forts={"liberal": ["estella"]}, siege=["estella"],
        hands=["eguia", "guides_of_navarre"], secret=True,
    )
    run(s, Assault(area("estella"), CARLIST))
    assert ["pass", "lay guides_of_navarre"] == offered(s)
    assert DOES_NOT_FIT == refused(s, "lay eguia")


@rule("aiw", "7.3b")
@card("aiw", "bayonet_charge_l", "guides_of_navarre")
@pytest.mark.parametrize(("card", "attacker", "outside", "inside"), [
    ("bayonet_charge_l", "liberal", "l_rg1:3 l_ln1:2 l_lnc1:1 field:4", "c_nav1:4"),
    ("guides_of_navarre", "carlist", "c_gui1:3 c_bis1:2 c_navc1:1 field:2", "l_rg1:4"),
])
def test_in_an_assault_one_infantry_unit_rolls_its_misses_again(
    card: str, attacker: str, outside: str, inside: str
) -> None:
    first, second, horse = (word.partition(":")[0] for word in outside.split()[:3])
    s = storm(attacker, outside, inside, card, x="vitoria")
    do(s, f"lay {card}", dice=[6] * 5 + dice_of(s, {first: [1, 6, 6], second: [1, 1], horse: [6]}))
    assert f"{attacker} RollAgain" == asked(s)
    assert ["pass", f"reroll {first}"] == offered(s)
    assert Refusal("7.3b", "no_dice_to_roll_again") == refused(s, f"reroll {second}")
    assert Refusal("7.3b", "card_is_for_another_unit") == refused(s, f"reroll {horse}")
    do(s, f"reroll {first}", dice=[2, 3])                            # a fourth hit
    assert 2 == strength(s, inside.partition(":")[0])
    assert 3 == strength(s, first)


def dice_of(s: Aiw, faces: dict[str, list[int]]) -> list[int]:
    """Dice in the order in which the units roll them."""
    return [face for unit in sorted(faces, key=lambda unit: block(s, unit)) for face in faces[unit]]


@rule("aiw", "7.3b")
@card("aiw", "guides_of_navarre")
@pytest.mark.parametrize(("unit", "left"), [("c_gui1", 2), ("c_nav2", 3)])
def test_a_unit_that_still_hits_nobody_loses_a_point_unless_navarrese(unit: str, left: int) -> None:
    s = storm("carlist", f"{unit}:3 field:2", "l_rg1:4", "guides_of_navarre")
    do(s, "lay guides_of_navarre", dice=[6] * 5 + [6] * 3)
    do(s, f"reroll {unit}", dice=[6] * 3)
    assert (left, 0) == (strength(s, unit), s.frame(Assault).halves)


@rule("aiw", "7.3b")
@card("aiw", "guides_of_navarre")
@pytest.mark.parametrize("unit", ["c_gui1", "c_gui2"])
def test_whichever_of_the_assaulting_units_rolls_again_it_rolls_its_own_dice(unit: str) -> None:
    s = storm("carlist", "c_gui1:2 c_gui2:3 field:2", "l_rg1:4", "guides_of_navarre")
    do(s, "lay guides_of_navarre", dice=[6] * 5 + dice_of(s, {"c_gui1": [6, 6], "c_gui2": [1, 1, 6]}))
    do(s, f"reroll {unit}", dice=[1, 1] if unit == "c_gui1" else [1])
    assert (2, 3) == (strength(s, "c_gui1"), strength(s, "c_gui2"))
    assert {"c_gui1": (2, 0), "c_gui2": (3, 1)}[unit] == (strength(s, "l_rg1"), s.frame(Assault).halves)


@rule("aiw", "7.3b")
@card("aiw", "bayonet_charge_l")
def test_the_bayonet_charge_may_be_kept() -> None:
    s = storm("liberal", "l_rg1:3 field:4", "c_nav1:4", "bayonet_charge_l")
    do(s, "lay bayonet_charge_l", dice=[6] * 5 + [6] * 3)
    do(s, "pass")
    assert (3, 4) == (strength(s, "l_rg1"), strength(s, "c_nav1"))


@rule("aiw", "7.3c")
def test_a_card_is_laid_in_each_assault_round() -> None:
    s = storm("liberal", "l_rg1:3 field:4", "c_nav1:4", "bayonet_charge_l", "siege_train")
    do(s, "lay siege_train", dice=[6] * 5 + [6] * 3)
    do(s, "yes", "lay bayonet_charge_l", dice=[6] * 5 + [1, 1, 6])
    do(s, "reroll l_rg1", dice=[6])
    assert 3 == strength(s, "c_nav1")               # two half hits: the Siege Train was for the first round
