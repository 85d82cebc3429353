"""The odds told before a player commits: exact where all is known, a range that holds where something is hidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import pytest
from rich.console import Console

import tablero
from tablero.cli.text.choices import choices, listing
from tablero.games.dpyr import GAME
from tablero.games.dpyr.board import CUP, MARKERS
from tablero.games.dpyr.odds import TELLERS
from tablero.games.dpyr.rules.r04_actions.s02_assault import Assault
from tablero.games.dpyr.rules.r04_actions.s02_mojar import WITHDRAWING, ChooseRetreat, Combat, RaiseFlag, Retreat
from tablero.games.dpyr.rules.r04_actions.s03_batir_s04_paqueo import Volley
from tablero.games.dpyr.state import Dpyr
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset
from tablero.kernel.engine import advance
from tablero.kernel.errors import BadRecord
from tablero.kernel.odds import Odds, percent
from tablero.kernel.text import LANGUAGES, Speech, flatten, places
from tablero.table.phrases import LinkedSpeech
from tablero.table.wire import Feed
from tests.games.dpyr.battlefield import asked, battlefield, beside, do, offered, seat, unit
from tests.games.dpyr.shock import ELSEWHERE, FRONT, NE, NW, SE, SW, N, S, X, clash, declare
from tests.games.dpyr.test_hidden import wander
from tests.table.test_sitting import table

SIXTH = Fraction(1, 6)
PAIRS = tuple(product(range(1, 7), repeat=2))
SEATS = (0, 1)

VERBS = {verb for _, verb in TELLERS}


def told(s: Dpyr, text: str) -> Odds:
    """The odds of an offered action for the seat that is asked."""
    who, action = seat(s), GAME.read(s, text)
    assert action in tablero.options(s, who), offered(s)
    found = GAME.odds(GAME.view(s, who), who, action)
    assert found is not None
    return found


def exact(s: Dpyr, text: str) -> Fraction:
    found = told(s, text)
    assert found.low == found.high
    return found.low


def said(s: Dpyr, text: str, language: str = "en") -> str:
    return Speech(tablero.game("dpyr"), language).odds(told(s, text))


# --------------------------------------------------------------------------------------------------------- musketry


def volley(units: dict[str, str], firer: str = "c_tor_1", ground: dict[str, str] | None = None) -> Dpyr:
    s = battlefield("maella", units, ground=ground or {})
    do(s, "batir", f"aim {firer}")
    return s


@pytest.mark.parametrize("steps, chance", [(1, Fraction(30, 36)), (2, Fraction(24, 36)), (3, Fraction(16, 36))])
def test_a_shot_tells_its_usable_factor(steps: int, chance: Fraction) -> None:
    target = beside(X, "N", steps)
    s = volley({"c_tor_1": X, "l_cor_1": target})
    assert chance == exact(s, f"fire {target}")


def test_a_shot_says_factor_hit_and_paqueo_in_both_languages() -> None:
    target = beside(X, "N", 2)
    s = volley({"c_tor_1": X, "l_cor_1": target})
    assert "usable factor 2: hits 67 %, twice 17 %" == said(s, f"fire {target}")
    assert "factor útil 2: acierta 67 %, doble 17 %" == said(s, f"fire {target}", "es")


def test_an_unseen_marker_gives_the_mean_of_the_mix_and_may_not_fire() -> None:
    target = beside(X, "N", 2)
    s = volley({"c_bosque": f"{X} marker=fm_343 blind", "l_cor_1": target}, "c_bosque")
    found = told(s, f"fire {target}")
    # of the 24 markers 4 have fire 0, 9 have 1, 8 have 2, 3 have 3
    assert Fraction(9 * 16 + 8 * 24 + 3 * 30, 24 * 36) == found.mean
    assert (0, Fraction(30, 36)) == (found.low, found.high)
    text = "usable factor 1-3: hits 49 % (0-83 %), may not fire 17 % (its marker is unseen)"
    assert text == said(s, f"fire {target}")


def test_markers_that_lie_open_are_out_of_the_mix() -> None:
    target = beside(X, "N", 2)
    units = {"c_bosque": f"{X} marker=fm_343 blind", "l_cor_1": target, "l_caspe": "2008 marker=fm_011 known"}
    found = told(volley(units, "c_bosque"), f"fire {target}")
    assert Fraction(9 * 16 + 8 * 24 + 3 * 30, 23 * 36) == found.mean


def test_hidden_units_next_to_a_target_may_crowd_it() -> None:
    """Two units hidden in two woods beside the target crowd it; one of them can stand in a far building instead."""
    target = beside(X, "N", 3)
    near = beside(target, "N"), beside(target, "NE")
    ground = {near[0]: "forest", near[1]: "forest", "2008": "building"}
    one = {"l_cor_2": f"{near[0]} hidden"}
    s = volley({"c_tor_1": X, "l_cor_1": target, **one}, ground=ground)
    assert Fraction(16, 36) == exact(s, f"fire {target}")
    both = one | {"l_cor_3": f"{near[1]} hidden"}
    s = volley({"c_tor_1": X, "l_cor_1": target, **both}, ground=ground)
    assert Fraction(24, 36) == exact(s, f"fire {target}")
    perhaps = {"l_cor_2": "2008 hidden", "l_cor_3": f"{near[0]} hidden", "l_africa_1": target}
    s = volley({"c_tor_1": X, "l_cor_1": beside(X, "N", 2), **perhaps}, ground=ground | {target: "clear"})
    found = told(s, f"fire {beside(X, 'N', 2)}")
    assert found.low == found.high              # the wood is not next to this target
    gefe = {"l_gefe_pardinas": f"{near[0]} hidden", "l_cor_2": "2008 hidden", "l_cor_3": beside(target, "NW")}
    s = volley({"c_tor_1": X, "l_cor_1": target, **gefe}, ground=ground)
    found = told(s, f"fire {target}")           # is it the Gefe who hides in the wood, or a battalion?
    assert (Fraction(16, 36), Fraction(24, 36)) == (found.low, found.high)
    assert "usable factor 1-2: hits 44-67 % (some of it is hidden)" == said(s, f"fire {target}")


# --------------------------------------------------------------------------------------------------------- cannon


def battery(units: dict[str, str], ground: dict[str, str] | None = None) -> Dpyr:
    """Xocolate, factor 5, takes aim."""
    s = battlefield("maella", {"c_art_xocolate": "1013", **units}, ground=ground or {})
    do(s, "bala_rasa", "load c_art_xocolate", "aim c_art_xocolate")
    return s


def test_a_shot_of_a_battery_tells_the_number_it_must_exceed() -> None:
    target = beside("1013", "N", 3)
    s = battery({"l_cor_1": target})
    assert Fraction(10, 36) == exact(s, f"shoot {target}")          # over 3 + 5
    assert 0 < exact(s, f"canister {target}") == Fraction(1, 36)    # over 6 + 5
    assert "over 8 on two dice: 28 %" == said(s, f"shoot {target}")
    assert "over 11 on two dice: 3 %" == said(s, f"canister {target}")


def test_a_rebote_tells_of_its_first_target_and_then_of_both() -> None:
    first, second = beside("1013", "N", 2), beside("1013", "N", 4)
    s = battery({"l_cor_1": first, "l_cor_2": second})
    assert Fraction(15, 36) == exact(s, f"rebound {first}")
    do(s, f"rebound {first}")
    assert Fraction(15, 36) == exact(s, f"onto {second}")           # a hit on one of them
    assert "over 7 hits the first target: 42 %; over 9 the second: 17 %" == said(s, f"onto {second}")


def test_a_kept_salvo_has_its_odds() -> None:
    target = beside("1013", "N", 3)
    units = {"c_art_xocolate": "1013 salvo=1", "l_cor_1": target}
    s = battlefield("maella", units, active="liberal", ground={})
    do(s, "montear", "done")
    assert Fraction(10, 36) == exact(s, f"salvo c_art_xocolate {target}")


def test_hidden_horse_that_may_have_charged_is_an_easier_target() -> None:
    target = beside("1013", "N", 3)
    units = {"c_art_xocolate": "1013 salvo=1", "l_cav_reina": f"{target} hidden"}
    s = battlefield("maella", units, active="liberal", ground={target: "forest"})
    calm = s.clone()
    do(calm, "montear", "done")
    assert Fraction(6, 36) == exact(calm, f"salvo c_art_xocolate {target}")     # over 3 + 5, and 1 for the wood
    do(s, "ristre", "done")
    found = told(s, f"salvo c_art_xocolate {target}")
    assert (Fraction(6, 36), Fraction(10, 36)) == (found.low, found.high)


# --------------------------------------------------------------------------------------------------------- shock


def test_an_attack_tells_attack_against_defence() -> None:
    s = clash({"c_tor_1": N, "l_cor_1": FRONT, **ELSEWHERE})
    declare(s)
    assert SIXTH == exact(s, f"attack c_tor_1 {X}")                 # 4 against 3
    assert "4 against 3, hits on 6: 17 %" == said(s, f"attack c_tor_1 {X}")


def test_an_attack_that_joins_others_adds_to_them() -> None:
    s = clash({"c_tor_1": N, "c_mora_1": NE, "c_minyons": S, "l_cor_1": FRONT, **ELSEWHERE})
    declare(s, f"c_tor_1 {X}")
    assert "7 against 3, hits on 4-6: 50 %" == said(s, f"attack c_mora_1 {X}")
    assert "10 against 3, hits on 4-6: 50 %" == said(s, f"attack c_minyons {X}")        # one more from the rear


def test_a_declared_attack_on_their_friends_takes_the_support_away() -> None:
    beyond = beside(SE, "NE")
    s = clash({"c_tor_1": N, "c_mora_1": beyond, "l_cor_1": FRONT, "l_cor_2": f"{SE} facing=N", **ELSEWHERE})
    declare(s)
    assert "4 against 4, hits on 6: 17 %" == said(s, f"attack c_tor_1 {X}")
    do(s, f"attack c_mora_1 {SE}")
    assert "4 against 3, hits on 6: 17 %" == said(s, f"attack c_tor_1 {X}")


def test_gefe_and_cross_are_in_the_totals() -> None:
    s = clash({"c_tor_1": N, "c_gefe_cabrera": N, "l_cor_1": FRONT, "l_gefe_pardinas": S, **ELSEWHERE})
    s.cross = [unit(s, "c_tor_1"), -1]
    declare(s)
    assert "7 against 5, hits on 5-6: 33 %" == said(s, f"attack c_tor_1 {X}")


def test_too_weak_an_attack_will_be_repulsed() -> None:
    s = clash({"c_mora_1": N, "l_africa_1": FRONT, **ELSEWHERE})
    declare(s)
    assert 0 == exact(s, f"attack c_mora_1 {X}")
    assert "3 against 4: will be repulsed" == said(s, f"attack c_mora_1 {X}")
    assert "3 contra 4: será rechazado" == said(s, f"attack c_mora_1 {X}", "es")


def test_the_die_for_the_ground_is_in_the_odds() -> None:
    s = clash({"c_tor_1": N, "l_cor_1": FRONT, **ELSEWHERE}, ground={X: "building"})
    declare(s)
    assert Fraction(3, 36) == exact(s, f"attack c_tor_1 {X}")       # level on 1-3, then a 6
    assert "4 against 4-6 by the die for the ground: hits 8 %, repulsed 50 %" == said(s, f"attack c_tor_1 {X}")


def test_a_charge_multiplies_the_factors_alone() -> None:
    s = clash({"c_cav_ara_2": S, "l_africa_1": f"{FRONT} fire=1", "l_cor_1": NW})
    declare(s, action="ristre")
    assert "13 against 5, hits on 4-6: 50 %" == said(s, f"attack c_cav_ara_2 {X}")      # 3 x 4 and the rear


def test_hidden_factors_give_a_range_and_the_mean_of_the_mix() -> None:
    s = clash({"c_tor_1": N, "l_caspe": f"{FRONT} marker=fm_011"})
    declare_first(s)
    found = told(s, f"attack c_tor_1 {X}")
    # of the 24 markers 15 have defence 1 or 2 (hits on 5-6), 9 have 3 (hits on 6)
    assert (SIXTH, 2 * SIXTH, Fraction(15 * 2 + 9, 24 * 6)) == (found.low, found.high, found.mean)
    text = "4 against 1-3: hits 27 % (17-33 %), repulsed 0 % (their factors are hidden)"
    assert text == said(s, f"attack c_tor_1 {X}")


def declare_first(s: Dpyr) -> None:
    do(s, "mojar", "done")
    assert asked(s) == "Declare"


def test_an_enemy_c_unit_has_none_of_the_markers_one_drew_oneself() -> None:
    s = clash({"c_tor_1": N, "l_caspe": f"{FRONT} marker=fm_011"})
    s.drawn_carlist = [m for m in CUP if MARKERS[m].defence == 3]
    declare_first(s)
    assert 2 * SIXTH == exact(s, f"attack c_tor_1 {X}")
    s = clash({"c_tor_1": N, "l_caspe": f"{FRONT} marker=fm_011 blind"})       # but what nobody drew can be any
    s.drawn_carlist = [m for m in CUP if MARKERS[m].defence == 3]
    declare_first(s)
    assert Fraction(15 * 2 + 9, 24 * 6) == told(s, f"attack c_tor_1 {X}").mean


def test_an_own_unseen_marker_gives_a_range_too() -> None:
    s = clash({"c_bosque": f"{N} marker=fm_343 blind", "l_cor_1": FRONT})
    declare_first(s)
    found = told(s, f"attack c_bosque {X}")
    # those that attack with 3 or 4 hit on 6, the others are repulsed
    strong = sum(MARKERS[m].attack >= 3 for m in CUP)
    assert (0, SIXTH, Fraction(strong, 24 * 6)) == (found.low, found.high, found.mean)
    repulsed = percent(Fraction(24 - strong, 24))
    text = f"1-4 against 3: hits {percent(found.mean)} (0-17 %), repulsed {repulsed} (own factors are unseen)"
    assert text == said(s, f"attack c_bosque {X}")


def test_two_unknown_markers_are_never_the_same_one() -> None:
    """Exactly over all pairs of markers, one on each side."""
    s = clash({"c_bosque": f"{N} marker=fm_343 blind", "l_caspe": f"{FRONT} marker=fm_011 known"})
    s.known = 0
    declare_first(s)
    found = told(s, f"attack c_bosque {X}")
    pairs = [(a, b) for i, a in enumerate(CUP) for j, b in enumerate(CUP) if i != j]
    leads = [MARKERS[a].attack - MARKERS[b].defence for a, b in pairs]
    hits = sum(0 if lead < 0 else 1 if lead < 2 else 2 for lead in leads)
    assert ("attack_both", Fraction(hits, 6 * len(pairs))) == (found.key, found.mean)
    assert ("repulsed", percent(Fraction(sum(lead < 0 for lead in leads), len(pairs)))) in found.values


def test_what_an_enemy_c_unit_may_hold_is_less_likely_to_be_under_an_own_m_unit() -> None:
    """Exactly over all deals: first a C unit elsewhere takes a marker its side drew, then the M unit any other."""
    units = {"c_bosque": f"{N} marker=fm_011 blind", "l_cor_1": FRONT, "l_caspe": "2007 marker=fm_021"}
    mine = [i for i, m in enumerate(CUP) if MARKERS[m].attack >= 3][:7]
    deals = [CUP[j] for i in range(len(CUP)) if i not in mine for j in range(len(CUP)) if j != i]
    s = clash(units)
    s.drawn_carlist = [CUP[i] for i in mine]
    shot = s.clone()
    declare_first(s)
    hits = sum(MARKERS[m].attack >= 3 for m in deals)
    assert Fraction(hits, 6 * len(deals)) == told(s, f"attack c_bosque {X}").mean
    do(shot, "batir", "aim c_bosque")
    hits = sum((0, 24, 30, 30)[MARKERS[m].fire] for m in deals)            # one more for an adjacent target
    assert Fraction(hits, 36 * len(deals)) == told(shot, f"fire {X}").mean


def test_hidden_units_give_a_range_by_what_there_is_room_for() -> None:
    """Of three units hidden in two buildings one or two stand in the one that is attacked; they face anywhere."""
    hidden = {"l_cor_1": f"{X} hidden", "l_africa_1": f"{X} hidden", "l_cor_2": "2008 hidden"}
    s = clash({"c_tor_1": N, "c_minyons": NE, "c_tor_2": NW, **hidden}, ground={X: "building", "2008": "building"})
    declare(s, f"c_tor_1 {X}", f"c_minyons {X}")
    found = told(s, f"attack c_tor_2 {X}")
    # 14 and 3 if all are in the rear; 3 to 7 in the hex, 1 to 3 for the building
    assert (("attack", "14-17"), ("defence", "4-10")) == found.values
    assert (Fraction(1, 2), Fraction(1, 2)) == (found.low, found.high)
    s = clash({"c_tor_1": N, **hidden}, ground={X: "building", "2008": "building"})
    declare_first(s)
    found = told(s, f"attack c_tor_1 {X}")
    assert (0, Fraction(5, 36)) == (found.low, found.high)          # 5 from the rear against 3 and the building
    assert "4-5 against 4-10: hits 0-14 % (units are hidden)" == said(s, f"attack c_tor_1 {X}")


def test_a_black_flag_is_raised_over_known_odds() -> None:
    s = clash({"c_tor_1": N, "l_cor_1": FRONT}, flags=(1, 0))
    do(s, "mojar", "done", f"attack c_tor_1 {X}")
    assert asked(s) == "RaiseFlag"
    assert SIXTH == exact(s, "flag")
    assert SIXTH == exact(s, "pass")


def test_a_combat_to_be_resolved_is_told_like_its_attacks() -> None:
    s = clash({"c_tor_1": N, "l_cor_1": FRONT, **ELSEWHERE})
    declare(s, f"c_tor_1 {X}")
    do(s, "attack c_bosque 2007")
    assert asked(s) == "PickCombat"
    assert SIXTH == exact(s, f"resolve {X}")
    assert "2 against 3: will be repulsed" == said(s, "resolve 2007")


def test_a_counterattack_compares_bare_factors() -> None:
    s = clash({"c_tor_1": N, "c_tor_2": NE, "l_africa_1": FRONT, "l_gefe_pardinas": SW, **ELSEWHERE})
    declare(s, f"c_tor_1 {X}", f"c_tor_2 {X}")
    do(s, "done", dice=[6])
    assert asked(s) == "PickTarget"
    assert "5 against 3, hits on 5-6: 33 %" == said(s, "counter c_tor_1")
    assert "5 against 4, hits on 6: 17 %" == said(s, "counter c_tor_2")


def test_a_counterattack_that_is_too_weak_cannot_hit() -> None:
    """No B unit is printed as weak as that: this one is given factors for it."""
    s = clash({"c_tor_1": N, "c_tor_2": NE, "l_africa_1": FRONT, "l_gefe_pardinas": SW, **ELSEWHERE})
    declare(s, f"c_tor_1 {X}", f"c_tor_2 {X}")
    do(s, "done", dice=[6])
    s.marker[unit(s, "l_africa_1")] = s.b.names["marker"].index["fm_233"]
    assert "3 against 4: cannot hit" == said(s, "counter c_tor_2")


# --------------------------------------------------------------------------------------------------------- single rolls

ENEMY = {"l_cor_1": "2008"}


def rallying(units: dict[str, str]) -> Dpyr:
    """The end of a turn, in which these units and an M unit have been withdrawn."""
    s = battlefield("maella", {"c_bosque": "1012 fire=3", **units, **ENEMY}, turn=3, chits=(), ground={})
    do(s, "pass")
    assert asked(s) == "PickRally"
    return s


def test_a_rally_roll_tells_the_number_after_modifiers() -> None:
    units = {"c_tor_1": "1008 fire=3", "c_gefe_cabrera": "1010"}
    s = rallying(units)
    assert Fraction(15, 36) == exact(s, "rally c_tor_1")
    assert Fraction(6, 36) == exact(s, "rally c_bosque")
    assert "8 or more on two dice: 42 %" == said(s, "rally c_tor_1")
    s.ammunition[0] = 0
    assert Fraction(6, 36) == exact(s, "rally c_tor_1")
    assert Fraction(1, 36) == exact(s, "rally c_bosque")


def test_without_a_gefe_a_rally_costs_a_marker_or_is_in_vain() -> None:
    s = rallying({"c_tor_1": "1008 fire=3 shock=1", "c_minyons": "0808"})
    assert "8 or more on two dice: 42 %; with no Gefe it takes a shock marker" == said(s, "rally c_tor_1")
    s.shock[unit(s, "c_tor_1")] = 2
    assert (0, "lost, whatever the roll") == (exact(s, "rally c_tor_1"), said(s, "rally c_tor_1"))


@pytest.mark.parametrize("left, chance", [
    ({"l_cor_1": "2008", "l_cor_2": "2010"}, Fraction(2, 6)),
    ({"l_cor_1": "2008"}, Fraction(3, 6)),
    ({"l_africa_1": "2008"}, Fraction(2, 6)),
    ({"l_cor_1": "2008", "l_africa_1": "2010"}, Fraction(1, 6)),
    ({"l_cor_1": "2008", "l_africa_1": "2010 hidden"}, Fraction(1, 6)),       # it is known to be there, not where
])
def test_corda_tells_its_chance(left: dict[str, str], chance: Fraction) -> None:
    s = battlefield("maella", {"c_tor_1": X, **left}, ground={"2010": "forest"})
    assert chance == exact(s, "corda")


def test_the_bridge_is_mended_more_easily_from_both_banks() -> None:
    units = {"l_gefe_oraa": "2802", "l_rey": "1211", "c_cas_2": "0101"}
    s = battlefield("luchana", units)
    bridge = s.b.names["hex"][s.b.bridge]
    shores = [name for d in ("N", "NE", "SE", "S", "SW", "NW") if (name := beside(bridge, d))]
    banks = {s.b.field.bank[s.b.names["hex"].index[name]]: name for name in shores
             if s.b.field.land >> s.b.names["hex"].index[name] & 1}
    one, other = banks.values()
    s = battlefield("luchana", units | {"l_rey": one}, active="liberal")
    assert 2 * SIXTH == exact(s, "repair")
    s = battlefield("luchana", units | {"l_rey": one, "l_infante": other}, active="liberal")
    assert 3 * SIXTH == exact(s, "repair")
    assert "repaired on 4-6: 50 %" == said(s, "repair")


@pytest.mark.parametrize("name, chance", [
    ("c_tor_2", Fraction(1)), ("c_tor_1", Fraction(1)), ("c_mora_2", 3 * SIXTH), ("c_bosque", 2 * SIXTH),
])
def test_a_square_is_told_by_morale(name: str, chance: Fraction) -> None:
    s = battlefield("maella", {name: f"{X} marker=fm_122 known" if chance != 1 else X, **ENEMY}, ground={})
    do(s, "montear", f"move {name}")
    assert chance == exact(s, "square")


def test_what_rolls_no_dice_has_no_odds() -> None:
    s = battlefield("maella", {"c_tor_1": X, **ENEMY}, ground={})
    view = GAME.view(s, 0)
    assert {"corda"} == {a[0] for a in tablero.options(s, 0) if GAME.odds(view, 0, a)}
    do(s, "montear", "move c_tor_1")
    view = GAME.view(s, 0)
    assert {"square"} == {a[0] for a in tablero.options(s, 0) if GAME.odds(view, 0, a)}


# --------------------------------------------------------------------------------------------------- against the dice

SCENARIOS = ("perecamps_2", "arquijas", "luchana", "maella", "oriamendi")
EVERY = {"fire": 5, "attack": 3, "square": 9}      # of so many positions with such an option one is looked at


@cache
def positions(scenario: str) -> list[tuple[Dpyr, int]]:
    """Mid-game positions in which a seat has options with odds."""
    found, met = [], Counter[str]()
    for seed in range(3):
        chance, s = Random(seed), GAME.new(scenario, seed, secret=True)
        for _ in range(1800):
            if s.over:
                break
            who = chance.choice(list(tablero.players(s)))
            verbs = {a[0] for a in tablero.options(s, who)} & VERBS
            for verb in sorted(verbs):
                met[verb] += 1
                if met[verb] % EVERY.get(verb, 1) == 0:
                    found.append((s.clone(), who))
                    break
            tablero.apply(s, who, wander(s, who, chance))
    return found


def cases(scenario: str) -> Iterator[tuple[Dpyr, int, Action, Odds]]:
    for s, who in positions(scenario):
        view = GAME.view(s, who)
        for action in tablero.options(s, who):
            found = GAME.odds(view, who, action)
            if found is not None:
                yield s, who, action, found


def true_chance(s: Dpyr, who: int, action: Action) -> Fraction:
    """By playing the action with every throw of two dice."""
    return Fraction(sum(_succeeds(s, who, action, pair) for pair in PAIRS), 36)


def _succeeds(s: Dpyr, who: int, action: Action, pair: tuple[int, int]) -> bool:
    t = s.clone()
    t.script = list(pair)
    try:
        if action[0] == "attack":
            _fight_at_once(t, who, action)
        else:
            tablero.apply_trusted(t, who, action)
        while not t.over and _before_the_dice(t):
            tablero.apply_trusted(t, *_answer(t))
    except BadRecord:
        pass                        # chance that comes after what we look at
    events = [(event.kind, event.args) for event in t.events]
    for kind, args in events:
        if kind == "hit_needed":
            need, die = args
            return die >= need
    kinds = {kind for kind, _ in events}
    if action[0] == "rally":
        return ("eliminated", action[1:]) not in events
    if action[0] == "corda":
        return "corda" in kinds and "corda_failed" not in kinds
    return bool(kinds & {"fire", "counter_hit", "square", "bridge_repaired"})


def _fight_at_once(t: Dpyr, who: int, action: Action) -> None:
    """The combat as it stands when a unit joins it, before any other."""
    declare_ = t.stack.pop()
    frame = t.stack[-1]
    assert type(declare_).__name__ == "Declare"
    assert isinstance(frame, Assault)
    tried, x = action[1:]
    units = frame.against(x)
    attacked = sum(1 << y for y in {x, *(y for _, y in frame.attacks)})
    t.call(Combat(who, x, frame.ristre, attacked, [*units, tried]))
    advance(t)


def _before_the_dice(t: Dpyr) -> bool:
    """Are people asked about a flag, or horse about withdrawing, before this combat's dice? Or for a sole target?"""
    top = t.stack[-1]
    if {"hit_needed", "repulsed", "lapsed"} & {event.kind for event in t.events}:
        return False
    if isinstance(top, Volley):
        return top.hand >= 0
    return isinstance(top, RaiseFlag) or isinstance(top, ChooseRetreat) and t.caller(top, Retreat).cause == WITHDRAWING


def _answer(t: Dpyr) -> tuple[int, Action]:
    (who,) = tablero.players(t)
    if isinstance(t.stack[-1], Volley):
        (target,) = tablero.options(t, who)
        return who, target
    return who, ("pass",) if isinstance(t.stack[-1], RaiseFlag) else ("stand",)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_told_holds_in_the_game_and_in_whatever_could_be_the_game(scenario: str) -> None:
    seen: Counter[str] = Counter()
    for k, (s, who, action, found) in enumerate(cases(scenario)):
        if action[0] == "rebound":
            continue                # the dice fall after the second target is named
        for world in (s, GAME.determinize(GAME.view(s, who), k), GAME.determinize(GAME.view(s, who), k + 1)):
            truth = true_chance(world, who, action)
            assert found.low <= truth <= found.high, (GAME.write(s, action), found, truth)
        assert found.mean is None or found.low <= found.mean <= found.high
        seen[action[0]] += 1
    assert len(seen) >= 4
    assert seen.total() > 40


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_told_does_not_depend_on_what_the_seat_may_not_know(scenario: str) -> None:
    for k, (s, who, action, found) in enumerate(cases(scenario)):
        guess = GAME.determinize(GAME.view(s, who), k)
        assert found == GAME.odds(GAME.view(guess, who), who, action)


def test_the_mean_is_that_of_the_guesses() -> None:
    """Over many deals of the unknown markers the chances with all markers shown average to what was told."""
    found = [case for name in SCENARIOS for case in cases(name) if case[3].mean is not None]
    assert len(found) > 20
    for s, who, action, odds in found[:: len(found) // 16]:
        shown = [_with_all_shown(GAME.determinize(GAME.view(s, who), seed), who, action) for seed in range(200)]
        assert abs(float(sum(shown) / len(shown)) - float(odds.mean or 0)) < 0.08, GAME.write(s, action)


def _with_all_shown(s: Dpyr, who: int, action: Action) -> Fraction:
    s.known = bitset(u for u, m in enumerate(s.marker) if m >= 0)
    found = GAME.odds(GAME.view(s, who), who, action)
    assert found is not None
    assert found.low == found.high
    return found.low


def test_a_view_is_left_as_it_was() -> None:
    for s, who in positions("perecamps_2")[::7]:
        view = GAME.view(s, who)
        before = view.clone()
        for action in tablero.options(s, who):
            GAME.odds(view, who, action)
        assert before == view


# --------------------------------------------------------------------------------------------------------- messages


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_is_told_can_be_said(language: str) -> None:
    speech = Speech(tablero.game("dpyr"), language)
    for scenario in SCENARIOS:
        for *_, found in cases(scenario):
            text = speech.odds(found)
            assert "{" not in text
            assert not text.startswith("[")
    assert "" == speech.odds(None)


def test_both_languages_name_the_same_places() -> None:
    english, spanish = (
        {key: places(text) for key, text in flatten(GAME.pack.toml(f"text/{language}.toml").values).items()
         if key.startswith("odds.")}
        for language in LANGUAGES
    )
    assert english == spanish


# ------------------------------------------------------------------------------------------------- where they are shown


def test_the_terminal_shows_the_odds_behind_the_options() -> None:
    target = beside(X, "N", 2)
    view = GAME.view(volley({"c_tor_1": X, "l_cor_1": target, "l_cor_2": beside(X, "S", 3)}), 0)
    found = choices(Speech(tablero.game("dpyr"), "en"), view, GAME.scene(view, 0), tablero.options(view, 0))
    console = Console(width=100)
    with console.capture() as shown:
        console.print(listing(found, 100))
    assert f"1 {target} (1º Córdoba)  [usable factor 2: hits 67 %, twice 17 %]" in shown.get()
    assert "(2º Córdoba)  [usable factor 1: hits 44 %, twice 17 %]" in shown.get()


def test_a_seat_is_sent_the_odds_of_its_choices() -> None:
    keeper = table()
    sitting, chance = keeper.sitting, Random(3)
    feeds = [Feed(who, LinkedSpeech(tablero.game("dpyr"), "en")) for who in (0, 1, -1)]
    sent: Counter[str] = Counter()
    for _ in range(700):
        who = sitting.awaited()[0]
        s = sitting.state
        assert isinstance(s, Dpyr)
        if any(a[0] in VERBS for a in tablero.options(s, who)):
            for feed in feeds:
                told_ = [choice for choice in feed.update(sitting, keeper.now).choices if choice.odds]
                assert not told_ or feed.seat == who
                sent.update(choice.do.split()[0] for choice in told_)
        keeper.do("act", who, wander(s, who, chance), sitting.stamps[who])
    assert {"fire", "square"} <= set(sent)
