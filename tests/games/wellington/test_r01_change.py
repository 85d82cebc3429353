"""[1.5] Change: which counters a stack can be changed into, against all ways to share out the counters there are."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tablero.games.wellington.board import (
    ARMS,
    ARTILLERY,
    BRITAIN,
    CAVALRY,
    DUCHIES,
    DUCHY_NAMES,
    INFANTRY,
    MIX,
    NORD,
    POWERS,
    RIVER,
    SP_OF,
    SPAIN,
    SUD,
)
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import (
    fits,
    has_counter,
    infantry_needed,
    lose_soldiers,
    mark_soldiers,
    most_counters,
    small_counters,
    tally,
)
from tablero.games.wellington.rules.r01_pieces.s06_leaders import lose_leader
from tablero.games.wellington.rules.r03_control import set_owner, status
from tablero.games.wellington.rules.r06_placement import PlaceSoldiers
from tablero.games.wellington.rules.r10_reactions import s05_evasion as evasion
from tablero.games.wellington.rules.r10_reactions.s01_contact import Contact
from tablero.games.wellington.rules.r10_reactions.s04_interception import most_sps, most_unled
from tablero.games.wellington.state import Power, Wellington
from tests.games.wellington.field import asked, do, game, leaders, marked, offered, pieces_at, refused, run, told, x
from tests.games.wellington.r10_reactions.reacting import step
from tests.rules import rule


def fewest(sizes: Sequence[int], cavalry: int, artillery: int) -> int:
    """The fewest infantry counters for stacks, when so many others may be used: every sharing out is tried."""
    best = {(0, 0): 0}      # infantry by cavalry and artillery that are used
    for n in sizes:
        found: dict[tuple[int, int], int] = {}
        for (horse, guns), infantry in best.items():
            for g in range(n // 4 + 1):
                for h in range((n - 4 * g) // 2 + 1):
                    if horse + h <= cavalry and guns + g <= artillery:
                        key, total = (horse + h, guns + g), infantry + n - 4 * g - 2 * h
                        found[key] = min(found.get(key, 999), total)
        best = found
    return min(best.values())


def fewest_with(power: Power, sizes: Sequence[int], taken: Sequence[int]) -> int:
    """The same with all counters of a Power but those that are taken, which are counted too if they are infantry."""
    _, cavalry, artillery = (n - used for n, used in zip(MIX[power], taken))
    return taken[INFANTRY] + fewest(sizes, cavalry, artillery)


def armies(power: Power, seed: int) -> tuple[Wellington, dict[int, int]]:
    """Stacks of a Power by chance, as many as its counters nearly allow, and some in its Regroup Box."""
    chance, s = Random(seed), game()
    held: dict[int, int] = {}
    for place in chance.sample(range(DUCHIES), 12):
        held[place] = chance.choice((1, 1, 2, 3, 3, 5, 6, 7, 9))
        s.sp[power * DUCHIES + place] = held[place]
    s.regroup[power] = chance.randrange(4)
    return s, held


@rule("wellington", "1.5b", "1.5c")
def test_stacks_need_as_few_infantry_counters_as_any_sharing_out_allows() -> None:
    for seed in range(60):
        power = seed % len(POWERS)
        s, held = armies(power, seed)
        sizes = [*held.values(), s.regroup[power]]
        assert fewest_with(power, sizes, (0, 0, 0)) == infantry_needed(power, sizes), sizes


@rule("wellington", "1.5b", "9.1c")
def test_a_counter_is_in_a_stack_if_the_others_still_have_theirs() -> None:
    answers = set()
    for seed in range(24):
        power = seed % len(POWERS)
        s, held = armies(power, seed)
        for place, n in held.items():
            others = [m for y, m in held.items() if y != place] + [s.regroup[power]]
            for arm in range(len(ARMS)):
                taken = [int(arm == one) for one in range(len(ARMS))]
                there = n >= SP_OF[arm] and MIX[power][INFANTRY] >= fewest_with(
                    power, [*others, n - SP_OF[arm]], taken)
                assert there == has_counter(power, n, arm, tally(s, power)), (POWERS[power], held, n, arm)
                answers.add((arm, there))
    assert len(answers) == 2 * len(ARMS), "each arm is there, and is not"


@rule("wellington", "1.5b")
def test_a_stack_has_as_many_counters_of_an_arm_as_the_others_leave() -> None:
    for seed in range(60):
        power = seed % len(POWERS)
        s, held = armies(power, seed)
        place, n = next(iter(held.items()))
        others = [m for y, m in held.items() if y != place] + [s.regroup[power]]
        for arm in range(len(ARMS)):
            possible = [
                count for count in range(1, min(MIX[power][arm], n // SP_OF[arm]) + 1)
                if MIX[power][INFANTRY] >= fewest_with(
                    power, [*others, n - count * SP_OF[arm]], [count * (arm == one) for one in range(len(ARMS))])]
            assert max(possible, default=0) == most_counters(s, power, place, arm), (POWERS[power], held, arm)


@rule("wellington", "10.5c", "10.5d")
def test_small_counters_are_the_fewest_that_can_be_given() -> None:
    for seed in range(60):
        power = seed % len(POWERS)
        s, held = armies(power, seed)
        place, n = next(iter(held.items()))
        others = [m for y, m in held.items() if y != place] + [s.regroup[power]]
        if fewest_with(power, [n, *others], (0, 0, 0)) > MIX[power][INFANTRY]:
            continue        # more than its counters allow
        found = small_counters(s, power, place, n)
        horse, guns = found.count(SP_OF[CAVALRY]), (n - sum(found)) // 4
        singles = found.count(1)
        assert n == sum(found) + 4 * guns
        assert MIX[power][INFANTRY] >= fewest_with(power, others, (singles, horse, guns)), (held, found)
        for g, h in ((g, h) for g in range(guns + 1) for h in range(10)):
            if g < guns or h > horse:
                single = n - 4 * g - 2 * h
                if single >= 0 and h <= MIX[power][CAVALRY]:
                    assert MIX[power][INFANTRY] < fewest_with(power, others, (single, h, g)), (held, found, g, h)


SINGLES = dict.fromkeys(DUCHY_NAMES[10:10 + MIX[BRITAIN][INFANTRY]], "britain:1")       # all the infantry there is


@rule("wellington", "1.5d", "10.3c", "10.41a")
def test_as_many_go_along_as_counters_allow() -> None:
    """Of four SPs with a marker on one, three could go; but there are counters for two and two only."""
    s = game({**SINGLES, "lisbon": "hill britain:4"})
    mark_soldiers(s, BRITAIN, x("lisbon"), 1)
    assert 2 == most_unled(s, BRITAIN, x("lisbon"), x("santarem"))
    assert 2 == most_sps(s, BRITAIN, leaders("hill"), x("lisbon"), x("santarem"))
    s = game({"lisbon": "hill britain:4"})
    mark_soldiers(s, BRITAIN, x("lisbon"), 1)
    assert 3 == most_unled(s, BRITAIN, x("lisbon"), x("santarem"))


@rule("wellington", "1.5b", "1.5d")
def test_a_stack_cannot_be_changed_into_counters_that_are_all_in_use() -> None:
    s = game({**SINGLES, "lisbon": "britain:4"})
    for arm, there in ((INFANTRY, False), (CAVALRY, True), (ARTILLERY, True)):
        assert there == has_counter(BRITAIN, 4, arm, tally(s, BRITAIN))
        assert there == (most_counters(s, BRITAIN, x("lisbon"), arm) > 0)
    assert 2 == most_counters(s, BRITAIN, x("lisbon"), CAVALRY)
    assert (2, 2) == small_counters(s, BRITAIN, x("lisbon"), 4)
    s = game({**SINGLES, "lisbon": "britain:4", "porto": "britain:4"})
    assert 0 == most_counters(s, BRITAIN, x("lisbon"), INFANTRY), "four SPs that are artillery are no cavalry as well"


@rule("wellington", "10.41a", "1.5d", "10.5g")
def test_a_part_for_which_there_are_no_counters_neither_intercepts_nor_evades() -> None:
    s = game({**SINGLES, "lisbon": "hill britain:4", "evora": "soult sud:3"}, active="sud", flags={"sud": "evora"})
    contact = Contact(SUD, x("lisbon"), ((x("evora"), RIVER),), ((SUD, leaders("soult"), 3),), status(s))
    contact.arrived_sps = (1, 0, 0, 0)
    assert ((BRITAIN, leaders("hill"), 2),) == evasion.group(s, contact, x("santarem"))
    s = game({**SINGLES, "lisbon": "hill britain:4", "abrantes": "soult sud:3"}, active="sud")
    step(s, "soult sud:3", "abrantes", "santarem")
    do(s, "detach hill")
    assert refused(s, "load 3") == ("1.5d", "interception_no_counters")
    assert "load 2" in offered(s)


@rule("wellington", "5.11a", "5.11b")
def test_where_all_counters_are_in_the_regroup_box_nothing_is_placed() -> None:
    s = game({"regroup": "nord:51"}, active="nord")
    run(s, PlaceSoldiers(NORD, NORD, 1, 1 << x("bayonne") | 1 << x("orthez")))
    do(s, "place bayonne")
    assert ("nobody", "") == (asked(s), pieces_at(s, "bayonne"))


@rule("wellington", "5.11a", "5.11b")
def test_room_is_made_where_it_helps() -> None:
    s = game({**SINGLES, "lisbon": "britain:2"})
    run(s, PlaceSoldiers(BRITAIN, BRITAIN, 1, 1 << x("porto") | 1 << x("gibraltar")))
    do(s, "place porto")
    assert [f"remove britain {name}" for name in SINGLES] == offered(s), "half a cavalry counter is no infantry"


@rule("wellington", "1.5e")
def test_soldiers_without_a_counter_that_are_lost_besides_are_told() -> None:
    single = [name for name in DUCHY_NAMES[:25] if name not in ("lugo", "madrid")][:MIX[NORD][INFANTRY]]
    s = game({"madrid": "nord:2", "lugo": "nord:2"} | dict.fromkeys(single, "nord:1"))
    s.sp[NORD * DUCHIES + x("madrid")] = 4
    assert MIX[NORD][INFANTRY] == infantry_needed(NORD, [1] * 23)
    lose_soldiers(s, NORD, x("madrid"), 1)
    assert [(NORD, 1, x("madrid"))] * (3 - s.sp[NORD * DUCHIES + x("madrid")]) == told(s.events, "lost_soldiers")
    assert "nord:2" == pieces_at(s, "madrid")


@rule("wellington", "1.5e", "1.5d")
def test_soldiers_without_a_counter_are_lost_in_the_regroup_box_too() -> None:
    """A cavalry counter, half of which goes to the Box, and no infantry counter left."""
    s = game(SINGLES | {"lisbon": "britain:2"})
    assert 1 == lose_soldiers(s, BRITAIN, x("lisbon"), 1, to_regroup=True)
    assert ("", 0) == (pieces_at(s, "lisbon"), s.regroup[BRITAIN])
    assert [(BRITAIN, 1)] == told(s.events, "lost_regrouped")


@rule("wellington", "1.5e")
def test_soldiers_that_were_in_the_regroup_box_before_are_not_lost_by_change() -> None:
    s = game(SINGLES | {"lisbon": "britain:2", "regroup": "britain:4"})
    lose_soldiers(s, BRITAIN, x("lisbon"), 1, to_regroup=True)
    assert ("", 4) == (pieces_at(s, "lisbon"), s.regroup[BRITAIN])


@rule("wellington", "4.2c")
def test_a_leader_who_leaves_the_map_leaves_his_marker_and_nobody_elses() -> None:
    s = game({"lisbon": "hill graham"})
    s.marked = leaders("hill", "graham")
    lose_leader(s, s.at.index(x("lisbon")))
    assert (False, True) == (marked(s, "hill"), marked(s, "graham"))


@rule("wellington", "12.3g")
def test_a_hasty_fortress_goes_with_the_flag_of_britain_too() -> None:
    s = game(flags={"britain": "vitoria", "spain": "avila"})
    s.hasty = 1 << x("vitoria") | 1 << x("avila")
    set_owner(s, x("vitoria"), SPAIN)
    assert s.hasty >> x("vitoria") & 1, "the side is the same"
    set_owner(s, x("vitoria"), NORD)
    set_owner(s, x("avila"), NORD)
    assert 0 == s.hasty


@rule("wellington", "1.5d")
def test_who_is_short_of_counters_already_may_do_what_makes_it_no_worse() -> None:
    """16 SPs, each by itself, and 14 infantry."""
    s = game(dict.fromkeys(DUCHY_NAMES[:16], "britain:1"))
    assert [True, True, False] == [fits(s, BRITAIN, changes) for changes in ([(0, -1), (20, 1)], [], [(20, 1)])]
