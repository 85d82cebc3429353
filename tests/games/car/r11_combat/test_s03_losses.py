"""[11.3] Taking losses."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from tablero.games.car.board import REPLACING, UNIT
from tablero.games.car.rules.r11_combat.s03_losses import (
    AFR_LOSS,
    ARMOR_LOSS,
    EMPTY,
    POOLS,
    Chain,
    Reserve,
    binding,
    openings,
    pool_of,
    replace,
)
from tests.games.car.field import (
    asked,
    at,
    attack,
    do,
    field,
    offered,
    reduced,
    refused,
    steps,
    suffer,
    take_losses,
    told,
)
from tests.rules import rule

NAT_POOL = POOLS.index("nat")
FULL_CORPS, REDUCED_CORPS = Chain(3, 2, NAT_POOL), Chain(3, 1, NAT_POOL)
DIVISION, LAST_STEP = Chain(1, 2), Chain(1, 1)


def reserve(full: int = 0, weak: int = 0) -> Reserve:
    return tuple((full, weak) if pool == NAT_POOL else (0, 0) for pool in range(len(POOLS)))


def bound(chains: list[Chain], number: int, box: Reserve = EMPTY, due: int = 0) -> tuple[int, int]:
    return binding(tuple(sorted(chains)), box, number, due)


# ----------------------------------------------------------------------------------------------------- the arithmetic


@rule("car", "11.3.2b", "3.0s")
def test_a_loss_number_below_the_loss_factor_does_no_harm() -> None:
    assert (0, 0) == bound([FULL_CORPS], 2)
    assert (3, 0) == bound([FULL_CORPS], 3)
    s = field({"belchite": "nat_inf_1 nat_inf_2", "caspe": "rep_i"})
    attack(s, "caspe", dice=[4, 1])
    assert False is reduced(s, "rep_i")


@rule("car", "11.3.4a", "11.3.4c")
def test_five_on_a_full_and_a_reduced_corps_takes_the_reduced_one_and_its_replacement() -> None:
    chains = (REDUCED_CORPS, FULL_CORPS)
    assert (5, 0) == bound(list(chains), 5, reserve(full=1))
    assert frozenset([REDUCED_CORPS]) == openings(chains, reserve(full=1), 5, 0)
    s = field({"belchite": "nat_v:r nat_aragon", "caspe": "rep_i rep_v rep_vi", "reserve": "nat_inf_1"})
    suffer(s, "caspe", 5)
    assert ("eliminated", False, "eliminated") == (at(s, "nat_v"), reduced(s, "nat_aragon"), at(s, "nat_inf_1"))


@rule("car", "11.3.4d")
def test_five_on_two_full_corps_reduces_one_of_them() -> None:
    assert (3, 0) == bound([FULL_CORPS, FULL_CORPS], 5)
    s = field({"belchite": "nat_v nat_aragon", "caspe": "rep_i rep_v rep_vi", "reserve": "nat_inf_1"})
    suffer(s, "caspe", 5)
    assert ["lose nat_v", "lose nat_aragon"] == offered(s)
    do(s, "lose nat_v")
    assert (True, False, "reserve") == (reduced(s, "nat_v"), reduced(s, "nat_aragon"), at(s, "nat_inf_1"))


@rule("car", "11.3.4a")
def test_as_much_as_possible_must_be_taken_and_never_more() -> None:
    assert (4, 0) == bound([FULL_CORPS, DIVISION], 4)
    assert (5, 0) == bound([FULL_CORPS, DIVISION], 5)
    assert (5, 0) == bound([FULL_CORPS, DIVISION], 5, reserve(full=3))
    assert (2, 0) == bound([DIVISION], 7)
    assert (0, 0) == bound([], 3)
    s = field({"belchite": "nat_v nat_inf_1", "caspe": "rep_i rep_v"})
    suffer(s, "caspe", 3)                                   # the corps alone: a division would leave too much
    assert (True, False) == (reduced(s, "nat_v"), reduced(s, "nat_inf_1"))
    s = field({"belchite": "nat_v nat_inf_1", "caspe": "rep_i rep_v"})
    suffer(s, "caspe", 4)                                   # a step of each, in any order
    assert ["lose nat_inf_1", "lose nat_v"] == offered(s)
    do(s, "lose nat_inf_1")
    assert (True, True) == (reduced(s, "nat_v"), reduced(s, "nat_inf_1"))


@rule("car", "11.3.4a")
def test_a_step_that_would_leave_too_much_is_refused() -> None:
    s = field({"belchite": "nat_v nat_i nat_inf_1:r", "caspe": "rep_i rep_v"})
    suffer(s, "caspe", 3)                                   # the corps of 3; or that of 2 and the division
    assert {"lose nat_inf_1", "lose nat_v", "lose nat_i"} == set(offered(s))
    do(s, "lose nat_inf_1")
    assert (True, False) == (reduced(s, "nat_i"), reduced(s, "nat_v"))
    s = field({"belchite": "nat_v nat_inf_1:r nat_inf_2", "caspe": "rep_i rep_v"})
    suffer(s, "caspe", 4)                                   # the corps and one step
    assert "nationalist LoseStep" == asked(s)
    do(s, "lose nat_inf_1")
    assert ("eliminated", True, False) == (at(s, "nat_inf_1"), reduced(s, "nat_v"), reduced(s, "nat_inf_2"))


@rule("car", "11.3.4b", "11.3.7a", "11.3.6a", "11.3.6b")
def test_first_losses_bind_only_within_the_most_that_can_be_taken() -> None:
    african, tank = Chain(1, 2, first=AFR_LOSS), Chain(1, 2, first=ARMOR_LOSS)
    both = AFR_LOSS | ARMOR_LOSS
    assert (2, both) == bound([african, tank, DIVISION], 2, due=both)
    assert (1, AFR_LOSS) == bound([african, tank, DIVISION], 1, due=both)
    assert (3, 0) == bound([african, FULL_CORPS], 3, due=AFR_LOSS)         # 3 exactly is the corps alone
    assert (4, AFR_LOSS) == bound([african, FULL_CORPS], 4, due=AFR_LOSS)
    assert (3, ARMOR_LOSS) == bound([Chain(3, 1, first=AFR_LOSS), tank, DIVISION], 3, due=ARMOR_LOSS)
    assert (1, ARMOR_LOSS) == bound([tank, DIVISION], 1, due=ARMOR_LOSS)


@rule("car", "11.3.7a")
def test_the_army_of_africa_comes_before_armor() -> None:
    african, tank = Chain(1, 2, first=AFR_LOSS), Chain(1, 2, first=ARMOR_LOSS)
    both = AFR_LOSS | ARMOR_LOSS
    first = bound([african, tank], 1, due=both)[1]
    assert frozenset([african]) == openings(tuple(sorted([african, tank])), EMPTY, 1, first)
    assert frozenset([african, tank]) == openings(tuple(sorted([african, tank])), EMPTY, 2, both)


@rule("car", "11.3.5.1a", "11.3.5.1b", "11.3.5a")
@pytest.mark.parametrize("number", [4, 5])
def test_without_a_reserve_losses_are_reckoned_as_if_a_division_came(number: int) -> None:
    chains = (REDUCED_CORPS, FULL_CORPS)
    assert (number, 0) == bound(list(chains), number)
    assert frozenset([REDUCED_CORPS]) == openings(chains, EMPTY, number, 0)
    s = field({"belchite": "nat_v:r nat_aragon", "caspe": "rep_i rep_v rep_vi"})
    suffer(s, "caspe", number)
    assert ("gone", False) == (at(s, "nat_v"), reduced(s, "nat_aragon"))


@rule("car", "11.3.5.1a")
def test_the_division_that_is_not_there_takes_losses_before_those_that_are() -> None:
    s = field({"belchite": "nat_v:r nat_inf_1", "caspe": "rep_i"})
    suffer(s, "caspe", 5)                                   # three for the corps, two for its replacement
    do(s, "lose nat_v")
    assert ("gone", 2, "nobody") == (at(s, "nat_v"), steps(s, "nat_inf_1"), asked(s))


@rule("car", "11.3.5.1a", "11.3.4a")
def test_the_division_that_is_not_there_takes_no_more_than_its_two_steps() -> None:
    s = field({"belchite": "nat_v:r nat_aragon", "caspe": "rep_i rep_v rep_vi"})
    suffer(s, "caspe", 6)                                   # three for one corps, three for the other
    do(s, "lose nat_v")
    assert ("gone", True, "nobody") == (at(s, "nat_v"), reduced(s, "nat_aragon"), asked(s))


@rule("car", "11.1.5a", "11.3.5c")
def test_a_division_that_has_replaced_a_corps_does_not_attack_again() -> None:
    s = field({"huesca": "nat_v:r", "sarinena": "rep_i rep_v", "barbastro": "rep_mil_1", "reserve": "nat_inf_2"})
    attack(s, "sarinena", dice=[1, 1])
    assert ("eliminated", "huesca", "nobody") == (at(s, "nat_v"), at(s, "nat_inf_2"), asked(s))


@rule("car", "11.3.5a", "11.3.5d")
def test_a_reduced_division_of_the_reserve_takes_fewer_losses() -> None:
    assert (4, 0) == bound([REDUCED_CORPS], 5, reserve(weak=1))
    assert (5, 0) == bound([REDUCED_CORPS], 5, reserve(full=1, weak=1))
    assert (7, 0) == bound([REDUCED_CORPS, REDUCED_CORPS], 7, reserve(weak=2))
    assert (7, 0) == bound([Chain(2, 1, NAT_POOL), Chain(2, 1, NAT_POOL)], 7, reserve(full=1, weak=1))
    assert (6, 0) == bound([Chain(2, 1, NAT_POOL), Chain(2, 1, NAT_POOL)], 7, reserve(weak=2))


# ---------------------------------------------------------------------------------------------------------- on the map


@rule("car", "11.3.1a", "11.3.2a")
def test_a_side_loses_what_the_other_has_rolled_step_by_step() -> None:
    s = field({"belchite": "nat_inf_1 nat_inf_2", "caspe": "rep_rpa_1"})
    attack(s, "caspe", dice=[4, 1])                         # 2 on a full division
    assert ("eliminated", [False, False]) == (at(s, "rep_rpa_1"), [reduced(s, f"nat_inf_{n}") for n in (1, 2)])
    s = field({"belchite": "nat_inf_1", "caspe": "rep_rpa_1"})
    attack(s, "caspe", dice=[2, 1])                         # 1
    assert ("rep_rpa_1", True) == ("rep_rpa_1", reduced(s, "rep_rpa_1"))


@rule("car", "11.3.2a")
def test_a_counter_with_one_side_is_lost_with_its_first_step() -> None:
    s = field({"belchite": "nat_ins_n48", "caspe": "rep_rpa_1"})
    attack(s, "caspe", dice=[1, 6])
    assert "gone" == at(s, "nat_ins_n48")                   # and is never rebuilt [14.1.6a]


@rule("car", "11.3.3a", "13.3.4a")
def test_units_out_of_supply_are_eliminated_for_good_and_a_corps_is_replaced_all_the_same() -> None:
    places = {"belchite": "nat_inf_1 nat_inf_2 nat_inf_3", "caspe": "rep_rpa_1:r"}
    s = field(places)
    attack(s, "caspe", dice=[1, 1])
    assert "eliminated" == at(s, "rep_rpa_1")
    pocket = "alcaniz candasnos gandesa"
    s = field(places, nationalist=pocket)
    attack(s, "caspe", dice=[1, 1])
    assert "gone" == at(s, "rep_rpa_1")
    s = field({"belchite": "nat_v", "caspe": "rep_i:r", "reserve": "rep_rpa_1"}, nationalist=pocket)
    suffer(s, "caspe", 3, defender=True)
    assert ("gone", "caspe") == (at(s, "rep_i"), at(s, "rep_rpa_1"))


@rule("car", "11.3.5a", "11.3.5c")
def test_a_lost_corps_is_replaced_by_a_full_division_that_goes_on_taking_losses() -> None:
    s = field({"belchite": "nat_v nat_aragon", "caspe": "rep_i:r", "reserve": "rep_rpa_1 rep_mil_1:r"})
    suffer(s, "caspe", 4, defender=True)                    # three for the corps, one for the division
    assert ("eliminated", True, "reserve") == (at(s, "rep_i"), reduced(s, "rep_rpa_1"), at(s, "rep_mil_1"))


@rule("car", "11.3.5c", "CL.R7a")
def test_the_division_that_replaces_a_corps_under_early_fire_fires_in_its_place() -> None:
    s = field({"morella": "nat_v nat_aragon", "alcaniz": "rep_i:r", "reserve": "rep_rpa_1"}, turn=13, hands="n49",
              trenches="alcaniz")
    attack(s, "alcaniz")
    events = do(s, "play n49", dice=[1, 4])                 # three for the corps; the division fires in column 2
    assert ([(0, 1, 0, 3), (1, 4, 0, 1)], "eliminated") == (told(events, "fired"), at(s, "rep_i"))


@rule("car", "11.3.5a", "11.3.5d")
def test_the_owner_chooses_among_the_best_divisions_and_must_take_a_reduced_one_if_there_is_no_other() -> None:
    s = field({"belchite": "nat_v nat_aragon", "caspe": "rep_i:r rep_mil_3",
               "reserve": "rep_rpa_1 rep_rpa_2 rep_mil_1 rep_mil_2:r rep_pol_1"})
    suffer(s, "caspe", 3, defender=True)
    assert ("republican ReplaceCorps", {"replace rep_mil_1", "replace rep_rpa_1"}) == (asked(s), set(offered(s)))
    do(s, "replace rep_mil_1")
    assert ("reserve", False) == (at(s, "rep_rpa_1"), at(s, "rep_mil_1") == "reserve")
    s = field({"belchite": "nat_v nat_aragon", "caspe": "rep_i:r", "reserve": "rep_rpa_1:r"})
    suffer(s, "caspe", 3, defender=True)
    assert ("eliminated", "caspe", True) == (at(s, "rep_i"), at(s, "rep_rpa_1"), reduced(s, "rep_rpa_1"))


@rule("car", "11.3.5b", "11.3.5.2a")
def test_a_corps_that_nothing_can_replace_is_gone_for_good() -> None:
    s = field({"belchite": "nat_v nat_aragon", "caspe": "rep_i:r", "reserve": "rep_pol_1 rep_ast_1 rep_int_r03_1"})
    suffer(s, "caspe", 3, defender=True)
    assert ("gone", "reserve") == (at(s, "rep_i"), at(s, "rep_pol_1"))


@rule("car", "11.3.5.2a")
@pytest.mark.parametrize(("corps", "able", "unable"), [
    ("nat_v", "nat_inf_1 nat_mil_1 nat_nav_1", "nat_cav_1 nat_pol_1 nat_afr_1 nat_ita_n07_1 nat_pz1_n22"),
    ("nat_ctv", "nat_ita_n07_1", "nat_inf_1 nat_mil_1 nat_cv33_n07"),
    ("rep_i", "rep_rpa_1 rep_mil_1 rep_cnt_1 rep_poum", "rep_pol_1 rep_int_r03_1 rep_t26_r04 rep_ast_1 rep_bas_1"),
    ("rep_euzkadi", "rep_bas_1", "rep_ast_1 rep_san_1 rep_rpa_1 rep_mil_1"),
    ("rep_santander", "rep_san_1", "rep_bas_1 rep_mil_1"),
    ("rep_ast_ii", "rep_ast_1", "rep_san_1 rep_pol_1"),
])
def test_each_corps_is_replaced_by_its_own_kinds_of_divisions(corps: str, able: str, unable: str) -> None:
    fits = REPLACING[POOLS[pool_of(UNIT[corps])]]
    assert [1] * len(able.split()) == [fits >> UNIT[name] & 1 for name in able.split()]
    assert [0] * len(unable.split()) == [fits >> UNIT[name] & 1 for name in unable.split()]


@rule("car", "11.3.6a", "17.6.5a")
def test_attackers_of_the_army_of_africa_take_the_first_loss_for_good() -> None:
    s = field({"belchite": "nat_afr_1:r nat_inf_1 nat_inf_2", "caspe": "rep_rpa_1"})
    attack(s, "caspe", dice=[1, 2])                         # 1
    assert ("gone", False) == (at(s, "nat_afr_1"), reduced(s, "nat_inf_1"))
    for words, left in ((["lose nat_inf_1"], (1, 1)), (["lose nat_afr_1", "lose nat_afr_1"], (0, 2))):
        s = field({"belchite": "nat_afr_1 nat_inf_1", "caspe": "rep_rpa_1 rep_rpa_2"})
        suffer(s, "caspe", 2)                               # of the two steps one must be of it, the other is free
        assert {"lose nat_inf_1", "lose nat_afr_1"} == set(offered(s))
        do(s, *words)
        assert left == (steps(s, "nat_afr_1"), steps(s, "nat_inf_1"))


@rule("car", "11.3.6a")
def test_defenders_of_the_army_of_africa_owe_nothing_first() -> None:
    s = field({"belchite": "nat_afr_1 nat_inf_1", "caspe": "rep_rpa_1"}, side="republican")
    attack(s, "belchite", dice=[2, 1])
    assert {"lose nat_inf_1", "lose nat_afr_1"} == set(offered(s))
    s = field({"belchite": "nat_pz1_n22", "caspe": "rep_rpa_1 rep_t26_r04"})
    suffer(s, "caspe", 1, defender=True, armor=True)        # the bonus was that of the attacker
    assert {"lose rep_rpa_1", "lose rep_t26_r04"} == set(offered(s))


@rule("car", "11.3.6b", "16.6.2b")
def test_armor_takes_the_first_loss_only_if_its_bonus_was_used() -> None:
    places = {"caspe": "rep_t26_r04 rep_rpa_1", "belchite": "nat_inf_1"}
    s = field(places, side="republican")
    attack(s, "belchite")
    do(s, "armor", dice=[1, 2])
    take_losses(s)
    assert (True, False) == (reduced(s, "rep_t26_r04"), reduced(s, "rep_rpa_1"))
    s = field(places, side="republican")
    attack(s, "belchite")
    do(s, "pass", dice=[1, 2])
    assert {"lose rep_t26_r04", "lose rep_rpa_1"} == set(offered(s))


@rule("car", "11.3.7a")
def test_a_first_loss_that_is_due_refuses_others() -> None:
    s = field({"belchite": "nat_afr_1 nat_afr_2:r nat_inf_1", "caspe": "rep_rpa_1"})
    attack(s, "caspe", dice=[1, 2])
    assert {"lose nat_afr_1", "lose nat_afr_2"} == set(offered(s))
    assert ("11.3.7a", "first_loss_elsewhere") == refused(s, "lose nat_inf_1")
    s = field({"belchite": "nat_v nat_aragon nat_inf_1", "caspe": "rep_i rep_v"})
    suffer(s, "caspe", 3)
    assert ("11.3.4a", "loss_number_not_met") == refused(s, "lose nat_inf_1")
    assert ("11.1.7a", "not_in_this_combat") == refused(s, "lose nat_inf_2")


@rule("car", "11.3.4a")
def test_the_owner_is_not_asked_where_it_makes_no_difference() -> None:
    s = field({"belchite": "nat_inf_1", "caspe": "rep_mil_1 rep_mil_2"})
    events = attack(s, "caspe", dice=[2, 1])
    assert (1, 3) == (len(told(events, "reduced")), steps(s, "rep_mil_1", "rep_mil_2"))
    assert "republican RetreatUnit" == asked(s)


# ----------------------------------------------------------------------------------- step by step, and all at once


Outcome = tuple[tuple[int, ...], int]           # steps lost by each unit, and by the divisions that replaced corps
Position = tuple[tuple[int, ...], tuple[Chain, ...], Reserve, int, int, int]


def all_at_once(chains: list[Chain], box: Reserve, number: int, due: int) -> set[Outcome]:
    """Every way to share out a Loss Number that binds, by trying all of them."""
    full, weak = box[NAT_POOL]
    found: dict[tuple[int, int], set[Outcome]] = {}
    for lost in product(*(range(chain.steps + 1) for chain in chains)):
        gone = sum(n == chain.steps and chain.pool >= 0 for n, chain in zip(lost, chains, strict=True))
        more = sum(2 if n < full else 1 if n < full + weak else 2 for n in range(gone))
        printed = sum(n * chain.lf for n, chain in zip(lost, chains, strict=True))
        hit = 0
        for n, chain in zip(lost, chains, strict=True):
            hit |= chain.first if n else 0
        for n in range(more + 1):
            if printed + n <= number:
                found.setdefault((printed + n, hit & due), set()).add((lost, n))
    most = max(total for total, _ in found)
    for first in (due, due & AFR_LOSS, due & ARMOR_LOSS):
        binds = {outcome for (total, hit), outcomes in found.items() if total == most and hit & first == first and first
                 for outcome in outcomes}
        if binds:
            return binds
    return {outcome for (total, _), outcomes in found.items() if total == most for outcome in outcomes}


def step_by_step(chains: list[Chain], box: Reserve, number: int, due: int) -> set[Outcome]:
    """Every way that the questions lead to."""
    left, first = bound(chains, number, box, due)
    found: set[Outcome] = set()
    start: Position = (tuple(0 for _ in chains), (), box, left, first, 0)
    ahead, seen = [start], {start}
    while ahead:
        lost, extra, reserve_left, left, first, taken = ahead.pop()
        if not left:
            found.add((lost, taken))
            continue
        rest = [chain._replace(steps=chain.steps - n) for chain, n in zip(chains, lost, strict=True)]
        units = [chain for chain in rest if chain.steps]
        allowed = openings(tuple(sorted([*units, *extra])), reserve_left, left, first)
        further: list[Position] = []
        for i, chain in enumerate(rest):
            if chain.steps and chain in allowed:
                after, new, box_after = list(lost), extra, reserve_left
                after[i] += 1
                if chain.steps == 1 and chain.pool >= 0:
                    more, box_after = replace(reserve_left, chain.pool)
                    new = tuple(sorted((*extra, Chain(1, more))))
                further.append((tuple(after), new, box_after, left - chain.lf, first & ~chain.first, taken))
        for i, chain in enumerate(extra):
            if chain in allowed:
                less = [chain._replace(steps=chain.steps - 1)] if chain.steps > 1 else []
                new = tuple(sorted([*extra[:i], *less, *extra[i + 1 :]]))
                further.append((lost, new, reserve_left, left - 1, first, taken + 1))
        ahead += [position for position in further if position not in seen]
        seen.update(further)
    return found


@rule("car", "11.3.4a", "11.3.5.1a", "11.3.7a")
def test_the_questions_lead_to_exactly_the_shares_that_bind() -> None:
    chance = Random(11)
    for _ in range(400):
        chains = [chance.choice((
            Chain(1, chance.randint(1, 2)), Chain(1, chance.randint(1, 2), first=AFR_LOSS),
            Chain(1, chance.randint(1, 2), first=ARMOR_LOSS),
            Chain(chance.randint(2, 3), chance.randint(1, 2), NAT_POOL),
        )) for _ in range(chance.randint(1, 4))]
        box = reserve(chance.randint(0, 2), chance.randint(0, 2))
        number, due = chance.randint(0, 7), chance.randint(0, 3)
        for kind in (AFR_LOSS, ARMOR_LOSS):
            if not any(chain.first == kind for chain in chains):
                due &= ~kind
        case = chains, box, number, due
        assert all_at_once(*case) == step_by_step(*case), case
