"""[5.2] What the enemy can know: labels, beliefs and facts, views and determinizations."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random

import pytest

import tablero
from tablero.games.aiw import GAME
from tablero.games.aiw.board import (
    BLOCK_SIDE,
    BLOCKS_OF,
    CARD,
    CARDS,
    CARLIST,
    DECK,
    EVENT,
    FIGHTERS,
    FOOT,
    HAND,
    LAID,
    LAY_BATTLE,
    LIBERAL,
    MOST,
    OF_TYPE,
    PARTIDAS,
    TRAINS,
    UNIT,
    UNITS,
    UNSEEN,
    area,
)
from tablero.games.aiw.fog import alike, blocks_on, fact, forget, full_range, hide_all, know, mix, pick_out, show
from tablero.games.aiw.rules.r05_units.s01_blocks import fighters, in_open, put
from tablero.games.aiw.rules.r05_units.s03_strength import gain, lose
from tablero.games.aiw.rules.r05_units.s04_elimination import eliminate, enlist
from tablero.games.aiw.rules.r07_cards.s03_combat import BATTLE, LayCard, Tactics
from tablero.games.aiw.rules.r09_victory import victory_check
from tablero.games.aiw.state import Aiw
from tablero.kernel.bits import ids_of
from tests.games.aiw.war import block, everybody_knows, put_cards, told, war
from tests.rules import rule


def units(*names: str) -> int:
    return sum(1 << UNIT[name] for name in names)


def blurred(places: dict[str, str], *names: str) -> Aiw:
    """A war in which the enemy knows of these units only that they are some of them."""
    s = war(places)
    for name in names:
        b = block(s, name)
        s.may[b] = units(*names)
        s.low[b], s.high[b] = 1, 4
    return s


def true_beliefs(s: Aiw) -> None:
    """What the enemy thinks he knows is so."""
    for b, where in enumerate(s.at):
        if where < 0:
            assert (-1, 0, 0) == (s.unit[b], s.strength[b], s.may[b])
            continue
        assert s.may[b] >> s.unit[b] & 1, f"{UNITS[s.unit[b]].id} is not among what it may be"
        assert s.low[b] <= s.strength[b] <= s.high[b], UNITS[s.unit[b]].id
        assert 1 <= s.strength[b] <= MOST[s.unit[b]]
    for blocks, kinds, least in s.facts:
        assert sum(kinds >> s.unit[b] & 1 for b in ids_of(blocks)) >= least
    for side in (CARLIST, LIBERAL):
        assert not s.bag[side] & ~s.bag_may[side]
        assert s.bagged[side] == s.bag[side].bit_count()
        assert s.sizes[HAND[side]] == s.piles[HAND[side]].bit_count()
        assert not CARDS.known(s, HAND[side]) & ~s.piles[HAND[side]]


# --------------------------------------------------------------------------------------------------------------- labels


@rule("aiw", "5.2a")
def test_blocks_of_a_spot_that_did_the_same_are_alike() -> None:
    s = war({"vitoria": "l_ln1 l_ln2 l_ln3", "inside vitoria": "l_ln4", "miranda": "l_ln5"})
    one, two, three = (block(s, f"l_ln{n}") for n in (1, 2, 3))
    assert 1 << one | 1 << two | 1 << three == alike(s, one)
    s.acted |= 1 << two
    assert 1 << one | 1 << three == alike(s, one)
    assert 1 << two == alike(s, two)
    s.shown |= 1 << one
    assert 1 << one == alike(s, one)
    assert 1 << three == alike(s, three)


@rule("aiw", "5.2a")
def test_whoever_is_picked_out_gets_the_lowest_label() -> None:
    for name in ("l_ln1", "l_ln2", "l_ln3"):
        s = war({"vitoria": "l_ln1:2 l_ln2 l_ln3"})
        labels = [block(s, f"l_ln{n}") for n in (1, 2, 3)]
        (picked,) = pick_out(s, [block(s, name)])
        assert min(labels) == picked
        assert UNIT[name] == s.unit[picked]
        assert {2, 4, 3} == {s.strength[b] for b in labels}
        assert {units("l_ln1", "l_ln2", "l_ln3")} == {s.may[b] for b in labels}
        assert {(2, 4)} == {(s.low[b], s.high[b]) for b in labels}
        true_beliefs(s)


@rule("aiw", "5.2a")
def test_a_label_does_not_carry_its_past_away() -> None:
    """A unit that was seen at Bilbao comes to Vitoria; who leaves from there might be any of the two."""
    s = war({"vitoria": "l_ln1", "bilbao": "l_rg1"})
    known = block(s, "l_rg1")
    put(s, known, area("vitoria"))
    for name in ("l_rg1", "l_ln1"):
        now = s.clone()
        (b,) = pick_out(now, [block(now, name)])
        put(now, b, area("miranda"))
        now.unit, now.strength = [UNSEEN] * len(now.unit), []
        if name == "l_rg1":
            first = now
    assert first.at == now.at
    assert (first.may, first.low, first.high) == (now.may, now.low, now.high)


@rule("aiw", "5.2a")
def test_picking_out_from_several_spots_and_classes_at_once() -> None:
    s = war({"vitoria": "l_ln1 l_ln2", "miranda": "l_ln3 l_ln4"})
    labels = pick_out(s, [block(s, "l_ln2"), block(s, "l_ln4")])
    assert {UNIT["l_ln2"], UNIT["l_ln4"]} == {s.unit[b] for b in labels}
    assert {area("vitoria"), area("miranda")} == {s.at[b] for b in labels}
    assert tuple(sorted(labels)) == labels
    true_beliefs(s)
    s = war({"vitoria": "l_ln1 l_ln2"})
    everybody = ids_of(in_open(s, LIBERAL, area("vitoria")))
    before = s.unit[:]
    assert everybody == pick_out(s, everybody)              # all of them: they stay what they are
    assert before == s.unit
    assert {units("l_ln1", "l_ln2")} == {s.may[b] for b in everybody}       # but which is which nobody can tell


@rule("aiw", "5.2a")
def test_a_marked_block_is_told_apart() -> None:
    s = war({"vitoria": "l_ln1 l_ln2"})
    s.chapelgorris = block(s, "l_ln1")
    (b,) = pick_out(s, [block(s, "l_ln2")])
    assert b != s.chapelgorris
    assert units("l_ln1") == s.may[s.chapelgorris]


def test_who_stands_on_a_spot() -> None:
    s = war({
        "vitoria": "l_ln1", "inside vitoria": "l_ln2", "road miranda>vitoria": "l_ln3",
        "road salvatierra>vitoria": "l_ln4",
    })
    for name in ("l_ln1", "l_ln2", "l_ln3", "l_ln4"):
        assert 1 << block(s, name) == blocks_on(s, LIBERAL, s.at[block(s, name)])


# ------------------------------------------------------------------------------------------------------ shown and known


@rule("aiw", "5.2a", "5.2e")
def test_a_block_that_is_shown_is_known_and_stands_up_again() -> None:
    s = blurred({"vitoria": "l_ln1 l_ln2 l_ln3"}, "l_ln1", "l_ln2", "l_ln3")
    (b,) = show(s, [block(s, "l_ln3")])
    assert UNIT["l_ln3"] == s.unit[b]
    assert (units("l_ln3"), 3, 3) == (s.may[b], s.low[b], s.high[b])
    assert {units("l_ln1", "l_ln2")} == {s.may[block(s, name)] for name in ("l_ln1", "l_ln2")}
    assert [(b, UNIT["l_ln3"], 3)] == told(s.events, "shown")
    assert s.revealed
    assert UNIT["l_ln3"] == GAME.view(s, CARLIST).unit[b]
    assert () == show(s, [b])                           # it lies open already
    lose(s, b)
    assert {b: 1} == s.hurt
    hide_all(s)
    assert {} == s.hurt
    assert UNSEEN == GAME.view(s, CARLIST).unit[b]
    assert units("l_ln3") == s.may[b]                   # but nobody forgets


@rule("aiw", "5.2a")
def test_what_is_known_of_one_block_is_struck_out_of_all_others_and_the_bag() -> None:
    s = blurred({"vitoria": "l_ln1", "miranda": "l_ln2"}, "l_ln1", "l_ln2")
    s.bag_may[LIBERAL] = units("l_ln1", "l_ln3")
    know(s, block(s, "l_ln1"))
    assert units("l_ln2") == s.may[block(s, "l_ln2")]
    assert units("l_ln3") == s.bag_may[LIBERAL]


# ---------------------------------------------------------------------------------------------------------------- facts


@rule("aiw", "5.2c")
def test_facts_say_that_so_many_are_such() -> None:
    names = ("l_ln1", "l_ln2", "l_st1", "l_st2")
    s = blurred({"vitoria": " ".join(names)}, *names)
    here = in_open(s, LIBERAL, area("vitoria"))
    fact(s, here, FIGHTERS, 2)
    assert [] == s.facts                                # there are but two Trains that it could be
    fact(s, 1 << block(s, "l_ln1"), TRAINS, 0)
    assert [] == s.facts
    trio = here & ~(1 << block(s, "l_st2"))
    assert not s.revealed
    fact(s, trio, FIGHTERS, 2)
    assert s.revealed                                   # that is news
    fact(s, trio, FIGHTERS, 1)                          # weaker than what is known
    fact(s, trio, FIGHTERS, 2)
    assert [(trio, FIGHTERS, 2)] == s.facts
    s.revealed = False
    fact(s, 1 << block(s, "l_ln1"), FIGHTERS, 1)
    assert units("l_ln1", "l_ln2") == s.may[block(s, "l_ln1")]
    assert s.revealed
    s.revealed = False
    fact(s, 1 << block(s, "l_ln1"), FIGHTERS, 1)
    assert not s.revealed                               # and now it is none
    true_beliefs(s)


@rule("aiw", "5.2c")
def test_facts_grow_when_blocks_mix_and_shrink_when_they_go() -> None:
    names = ("l_ln1", "l_ln2", "l_st1", "l_st2")
    s = blurred({"vitoria": " ".join(names)}, *names)
    one, two, train, other = (block(s, name) for name in names)
    s.facts = [(1 << one | 1 << two | 1 << train, FIGHTERS, 2)]
    mix(s, 1 << train | 1 << other)
    assert [(1 << one | 1 << two | 1 << train | 1 << other, FIGHTERS, 2)] == s.facts
    forget(s, one)
    assert [(1 << two | 1 << train | 1 << other, FIGHTERS, 1)] == s.facts
    forget(s, two)
    assert [] == s.facts


@rule("aiw", "5.2c", "9.1k")
def test_where_the_brake_on_prestige_matters_the_liberal_declares_his_armies() -> None:
    names = ("l_ln1", "l_ln2", "l_ln3", "l_st1", "l_st2")
    for others, known in (({}, False), ({"aragon": "c_nav1"}, True)):
        s = blurred({"estella": " ".join(names), **others}, *names)
        for name in names:
            s.may[block(s, name)] = units("l_ln1", "l_ln2", "l_ln3", "l_ln4", "l_ln5", "l_st1", "l_st2")
        victory_check(s)
        here = in_open(s, LIBERAL, area("estella"))
        assert ([(here, TRAINS, 2)] if known else []) == s.facts
        true_beliefs(s)
    s = blurred({"estella": " ".join(names), "bilbao": "c_bis1"}, *names)
    for name in names:
        s.may[block(s, name)] = units("l_ln1", "l_ln2", "l_ln3", "l_ln4", "l_ln5", "l_st1", "l_st2")
    s.siege = 1 << area("bilbao")
    victory_check(s)
    assert [(in_open(s, LIBERAL, area("estella")), TRAINS, 2)] == s.facts         # a besieged City will do
    names = ("l_ln1", "l_ln2", "l_ln3", "l_ln4", "l_st1", "l_st2")
    s = blurred({"estella": " ".join(names[:5]), "tolosa": "l_st2", "aragon": "c_nav1"}, *names)
    victory_check(s)
    assert [(in_open(s, LIBERAL, area("estella")), FIGHTERS, 4)] == s.facts
    s = blurred({"inside tolosa": " ".join(names[:5]), "estella": "l_st2", "tolosa": "c_gui1", "aragon": "c_nav1"},
                *names)
    s.forts[LIBERAL] |= 1 << area("tolosa")
    s.siege = 1 << area("tolosa")
    victory_check(s)
    assert [(s.shut[area("tolosa")], FIGHTERS, 4)] == s.facts                     # inside and outside


# ------------------------------------------------------------------------------------------------------------- strength


@rule("aiw", "5.2a", "5.3b")
def test_strength_lost_and_gained_is_seen_and_how_much_there_is_left_is_not() -> None:
    s = blurred({"vitoria": "l_ln1:3"}, "l_ln1")
    b = block(s, "l_ln1")
    s.low[b], s.high[b] = 2, 4
    lose(s, b)
    assert (2, 1, 3) == (s.strength[b], s.low[b], s.high[b])
    gain(s, b)
    assert (3, 2, 4) == (s.strength[b], s.low[b], s.high[b])
    (change,) = (e for e in s.events if e.kind == "strengthened")
    assert 1 << LIBERAL == change.seen
    assert ("strengthened_hidden", (b, area("vitoria"), 1)) == change.public
    gain(s, b)
    assert (4, 3, 4) == (s.strength[b], s.low[b], s.high[b])            # nobody takes it for stronger than it can be


@rule("aiw", "5.2a")
def test_that_a_block_survives_what_it_might_have_died_of_is_news() -> None:
    for low, news in ((2, False), (1, True)):
        s = blurred({"vitoria": "l_ln1:3"}, "l_ln1")
        b = block(s, "l_ln1")
        s.low[b], s.revealed = low, False
        lose(s, b)
        assert news == s.revealed


@rule("aiw", "5.2a")
def test_the_range_of_a_unit_that_is_a_point_below_full_strength() -> None:
    assert (2, 3) == full_range(units("l_ln1", "l_ln3"), 1)
    assert (1, 1) == full_range(units("c_par1"), 1)


@rule("aiw", "5.2a")
def test_a_new_unit_takes_the_first_free_piece_of_wood() -> None:
    s = war({"vitoria": "l_ln1 l_ln2 l_ln3"})
    gone = block(s, "l_ln2")
    eliminate(s, gone)
    b = enlist(s, LIBERAL, UNIT["l_lg1"], 3, area("haro"), units("l_lg1", "l_ln2"), 0)
    assert gone == b
    assert (units("l_lg1", "l_ln2"), 3, 4) == (s.may[b], s.low[b], s.high[b])
    true_beliefs(s)
    s.may[b] |= units("l_br1")
    enlist(s, LIBERAL, UNIT["l_br1"], 3, area("haro"))
    assert units("l_lg1", "l_ln2") == s.may[b]              # everybody knows that it is the new one


MARKS = ("shown", "hurt", "acted", "forced", "stood", "retreated", "landed", "abroad", "sortied", "led", "apart")


@pytest.mark.parametrize("mark", MARKS)
@rule("aiw", "5.2a")
def test_a_piece_of_wood_that_goes_out_of_use_keeps_no_mark(mark: str) -> None:
    s = war({"vitoria": "l_ln1"})
    setattr(s, mark, {block(s, "l_ln1"): 1} if mark == "hurt" else 1 << block(s, "l_ln1"))
    eliminate(s, block(s, "l_ln1"))
    assert not getattr(s, mark)


@pytest.mark.parametrize("mark", sorted({*MARKS} - {"shown", "hurt"}))
@rule("aiw", "5.2a")
def test_blocks_that_were_seen_to_do_different_things_are_told_apart(mark: str) -> None:
    s = war({"vitoria": "l_ln1 l_ln2 l_ln3"})
    one, two, three = (1 << block(s, f"l_ln{n}") for n in (1, 2, 3))
    setattr(s, mark, one)
    assert (one, two | three) == (alike(s, block(s, "l_ln1")), alike(s, block(s, "l_ln3")))


# ---------------------------------------------------------------------------------------------- views, determinizations


@rule("aiw", "5.2a", "7.0d", "5.4p")
def test_a_view_holds_nothing_of_the_enemys_that_is_hidden() -> None:
    s = war({"vitoria": "l_ln1 l_ln2", "estella": "c_nav1"}, bags=("l_lg1", "c_gui1"), hands=("convoy", "ambush"),
            decks=("volley_fire", "hospitals"))
    everybody_knows(s, "convoy")
    s.army_due = 3
    for seat in (CARLIST, LIBERAL):
        seen, enemy = GAME.view(s, seat), 1 - seat
        assert [0, 0] == [seen.piles[deck] for deck in DECK]
        assert (s.piles[HAND[seat]], CARDS.known(s, HAND[enemy])) == (seen.piles[HAND[seat]], seen.piles[HAND[enemy]])
        assert (s.bag[seat], 0) == (seen.bag[seat], seen.bag[enemy])
        assert {UNSEEN} == {seen.unit[b] for b in ids_of(BLOCKS_OF[enemy])}
        assert {0} == {seen.strength[b] for b in ids_of(BLOCKS_OF[enemy])}
        assert 0 == seen.army_due
        assert seat == seen.viewer
    other = s.clone()
    b, c = block(s, "l_ln1"), block(s, "l_ln2")
    other.unit[b], other.unit[c] = other.unit[c], other.unit[b]
    assert GAME.view(other, CARLIST) == GAME.view(s, CARLIST)
    assert GAME.view(other, LIBERAL) != GAME.view(s, LIBERAL)


@rule("aiw", "5.2a")
def test_a_determinization_swaps_what_the_enemy_cannot_tell_apart() -> None:
    names = ("l_ln1", "l_ln2", "l_rg1")
    s = blurred({"vitoria": "l_ln1", "miranda": "l_ln2", "haro": "l_rg1", "logrono": "l_pr1"}, *names)
    s.bag[LIBERAL] = s.bag_may[LIBERAL] = 0
    found = set()
    for seed in range(60):
        d = GAME.determinize(GAME.view(s, CARLIST), seed)
        true_beliefs(d)
        assert GAME.view(d, CARLIST) == GAME.view(s, CARLIST)
        found.add(tuple(d.unit[block(s, name)] for name in names))
        assert UNIT["l_pr1"] == d.unit[block(s, "l_pr1")]
    assert 6 == len(found)


@rule("aiw", "5.2a", "5.2c", "5.4p")
@pytest.mark.parametrize("seat", [CARLIST, -1])
def test_every_arrangement_that_the_enemy_can_think_of_turns_up_and_no_other(seat: int) -> None:
    """Four blocks and a bag with one unit, five units in all: one block is known to be strong, another to be no Train,
    and of two one is a Train."""
    names = ("l_ln1", "l_rg1", "l_lnc1", "l_st1", "l_pr1")
    s = blurred({"vitoria": "l_ln1 l_st1", "miranda": "l_rg1", "haro": "l_lnc1"}, *names[:4])
    blocks = [block(s, name) for name in names[:4]]
    s.bag[LIBERAL], s.bagged[LIBERAL] = units("l_pr1"), 1
    s.bag_may[LIBERAL] = units("l_ln1", "l_lnc1", "l_pr1")
    for b in blocks:
        s.may[b] = units(*names)
    s.may[blocks[2]] = units("l_rg1", "l_lnc1", "l_pr1")
    s.low[blocks[1]] = 3
    s.facts = [(1 << blocks[0] | 1 << blocks[3], TRAINS, 1)]
    all_ways = {
        found for found in permutations([UNIT[name] for name in names])
        if all(s.may[b] >> unit & 1 and MOST[unit] >= s.low[b] for b, unit in zip(blocks, found))
        and s.bag_may[LIBERAL] >> found[4] & 1 and TRAINS & (1 << found[0] | 1 << found[3])
    }
    seen, strengths = set(), set()
    for seed in range(40 * len(all_ways)):
        d = GAME.determinize(GAME.view(s, seat), seed)
        seen.add((*(d.unit[b] for b in blocks), *ids_of(d.bag[LIBERAL])))
        strengths |= {(b, d.unit[b], d.strength[b]) for b in blocks}
    assert all_ways == seen
    assert strengths == {
        (b, way[i], strength) for way in all_ways for i, b in enumerate(blocks)
        for strength in range(s.low[b], min(s.high[b], MOST[way[i]]) + 1)
    }


@rule("aiw", "7.0d")
def test_every_hand_that_can_be_held_turns_up() -> None:
    cards = ("convoy", "volley_fire", "informers", "cavalry_charge")
    s = war({}, hands=cards[:2], decks=cards[2:])
    found = {GAME.determinize(GAME.view(s, CARLIST), seed).piles[HAND[LIBERAL]] for seed in range(100)}
    assert {1 << CARD[a] | 1 << CARD[b] for a, b in combinations(cards, 2)} == found


@rule("aiw", "5.2a")
def test_what_is_guessed_of_hidden_blocks_is_not_near_the_truth() -> None:
    """Of twelve blocks of which nothing is known each is guessed right once in twelve times."""
    names = [f"l_ln{n}" for n in range(1, 13)]
    s = blurred({"vitoria": " ".join(names[:6]), "miranda": " ".join(names[6:])}, *names)
    right = 0
    for seed in range(200):
        d = GAME.determinize(GAME.view(s, CARLIST), seed)
        right += sum(d.unit[b] == s.unit[b] for b in (block(s, name) for name in names))
    assert 0.06 < right / (200 * len(names)) < 0.11


@rule("aiw", "5.2a", "5.2c")
def test_a_determinization_keeps_the_facts() -> None:
    names = ("l_ln1", "l_ln2", "l_st1", "l_st2")
    s = blurred({"vitoria": "l_ln1 l_st1", "miranda": "l_ln2 l_st2"}, *names)
    for x in ("vitoria", "miranda"):
        s.facts += [(in_open(s, LIBERAL, area(x)), FIGHTERS, 1)]
    for seed in range(40):
        d = GAME.determinize(GAME.view(s, CARLIST), seed)
        true_beliefs(d)
        assert all(fighters(d, in_open(d, LIBERAL, area(x))) for x in ("vitoria", "miranda"))


@rule("aiw", "5.4p")
def test_a_determinization_may_find_the_unit_in_the_bag() -> None:
    s = blurred({"vitoria": "l_ln1"}, "l_ln1")
    b = block(s, "l_ln1")
    s.bag[LIBERAL], s.bagged[LIBERAL] = units("l_ln2"), 1
    s.bag_may[LIBERAL] = s.may[b] = units("l_ln1", "l_ln2")
    found = {GAME.determinize(GAME.view(s, CARLIST), seed).unit[b] for seed in range(30)}
    assert {UNIT["l_ln1"], UNIT["l_ln2"]} == found
    both, one, two = units("l_ln1", "l_ln2"), units("l_ln1"), units("l_ln2")
    for may, bag_may in ((both, two), (one, both)):     # it is known not to be in the bag, or not to be the other
        s.may[b], s.bag_may[LIBERAL] = may, bag_may
        assert {UNIT["l_ln1"]} == {GAME.determinize(GAME.view(s, CARLIST), seed).unit[b] for seed in range(30)}


@rule("aiw", "5.4p", "5.2c")
def test_a_unit_in_the_bag_is_not_guessed_to_stand_where_the_facts_speak_against_it() -> None:
    s = war({"vitoria": "l_ln1 l_st1"})
    b = block(s, "l_ln1")
    s.bag[LIBERAL], s.bagged[LIBERAL] = units("l_lnc1"), 1
    s.bag_may[LIBERAL] = s.may[b] = units("l_ln1", "l_lnc1")
    s.low[b] = 1
    found = {GAME.determinize(GAME.view(s, CARLIST), seed).unit[b] for seed in range(30)}
    assert {UNIT["l_ln1"], UNIT["l_lnc1"]} == found
    s.facts = [(in_open(s, LIBERAL, area("vitoria")), FOOT, 1)]
    assert {UNIT["l_ln1"]} == {GAME.determinize(GAME.view(s, CARLIST), seed).unit[b] for seed in range(30)}


@rule("aiw", "7.0d", "24.9g")
def test_a_determinization_deals_other_cards_but_no_events_and_none_that_are_cancelled() -> None:
    s = war({}, hands=("convoy",), decks=("volley_fire", "informers", "la_granja", "cavalry_charge"))
    s.barred = 1 << CARD["cavalry_charge"]
    found = 0
    for seed in range(40):
        d = GAME.determinize(GAME.view(s, CARLIST), seed)
        assert 1 == d.piles[HAND[LIBERAL]].bit_count()
        assert s.piles[HAND[LIBERAL]] | s.piles[DECK[LIBERAL]] == d.piles[HAND[LIBERAL]] | d.piles[DECK[LIBERAL]]
        found |= d.piles[HAND[LIBERAL]]
    assert not found & OF_TYPE[EVENT]
    assert 1 << CARD["convoy"] | 1 << CARD["volley_fire"] | 1 << CARD["informers"] == found
    everybody_knows(s, "convoy")
    guesses = [GAME.determinize(GAME.view(s, CARLIST), seed) for seed in range(10)]
    assert {1 << CARD["convoy"]} == {guess.piles[HAND[LIBERAL]] for guess in guesses}
    guess = GAME.determinize(GAME.view(s, LIBERAL), 1)
    assert s.piles[HAND[LIBERAL]] == guess.piles[HAND[LIBERAL]]          # one's own cards stay


@rule("aiw", "24.9f")
def test_where_the_army_of_the_north_lies_is_guessed_anew() -> None:
    s = war({}, decks=("army_of_the_north", "convoy", "volley_fire", "informers"))
    s.army_due, s.army_within = 2, 3
    assert {1, 2, 3} == {GAME.determinize(GAME.view(s, LIBERAL), seed).army_due for seed in range(30)}


@rule("aiw", "7.3a")
def test_a_card_that_lies_face_down_may_be_another(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("volley_fire", "cavalry_charge"):
        monkeypatch.delitem(CARDS.shown[LAY_BATTLE], CARD[name], raising=False)
        monkeypatch.delitem(CARDS.when[LAY_BATTLE], CARD[name], raising=False)
    s = war({}, hands=("convoy",), decks=("cavalry_charge", "marksmen"), secret=True, side="liberal")
    put_cards(s, LAID[LIBERAL], "volley_fire")
    s.call(Tactics(LIBERAL, area("lerin"), BATTLE, at=2))
    s.call(LayCard(LAY_BATTLE, (CARLIST,)))
    laid = set()
    for seed in range(30):
        d = GAME.determinize(GAME.view(s, CARLIST), seed)
        (card,) = ids_of(d.piles[LAID[LIBERAL]])
        laid.add(card)
        assert not (d.piles[HAND[LIBERAL]] | d.piles[DECK[LIBERAL]]) >> card & 1
        assert GAME.view(d, CARLIST) == GAME.view(s, CARLIST)
    assert {CARD["volley_fire"], CARD["cavalry_charge"]} == laid


@pytest.mark.parametrize("scenario", GAME.scenarios)
@rule("aiw", "5.2a", "5.2b", "5.2c")
def test_in_a_random_war_beliefs_stay_true_and_determinizations_look_the_same_and_go_on(scenario: str) -> None:
    s = GAME.new(scenario, seed=5, secret=True)
    chance = Random(5)
    n = 0
    while not s.over:
        any_move(s, chance)
        true_beliefs(s)
        n += 1
        if n % 30 == 0:
            for seat in (CARLIST, LIBERAL, -1):
                d = GAME.determinize(GAME.view(s, seat), n)
                assert GAME.view(d, seat) == GAME.view(s, seat)
                true_beliefs(d)
                for _ in range(20):
                    if not d.over:
                        any_move(d, chance)
    assert n > 200


def any_move(s: Aiw, chance: Random) -> None:
    seat = chance.choice(list(tablero.players(s)))
    tablero.apply(s, seat, chance.choice(tablero.options(s, seat)))


@rule("aiw", "5.4i", "5.2a")
def test_partidas_that_go_to_their_box_are_struck_out_everywhere() -> None:
    names = ("c_par1", "c_nav1")
    s = blurred({"estella": "c_par1", "tolosa": "c_nav1"}, *names)
    eliminate(s, block(s, "c_par1"))
    assert units("c_nav1") == s.may[block(s, "c_nav1")]
    assert not s.may[block(s, "c_nav1")] & PARTIDAS
    assert CARLIST == BLOCK_SIDE[block(s, "c_nav1")]
