"""Cards: rows, zones, who knows what, what may be played, what is hidden."""

from __future__ import annotations

import csv
import io
from collections import Counter
from dataclasses import dataclass
from itertools import permutations
from random import Random
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.cards import DARK, OPEN, OWN, Cards, CardState, Zone, about
from tablero.kernel.errors import BadPack
from tablero.kernel.frames import Procedure
from tablero.kernel.packs import Row
from tablero.kernel.windows import Ask

SEATS = ("red", "blue", "green")
MOMENTS = ("own", "fight", "dice")
USES = {"march": "own", "pay": "own", "aid": "fight"}


def rows(text: str) -> list[Row]:
    """Rows as of a file cards.csv."""
    return [Row("cards.csv", n, cells) for n, cells in enumerate(csv.DictReader(io.StringIO(text)), 2)]


def register(text: str) -> Cards:
    return Cards(rows(text), SEATS, MOMENTS, USES)


DECK_ROWS = """id,by,moments,acts,uses,fate,after,barred_by,first,last
Drum,,own,,march pay,discard,,,,
flag,red blue,fight,dice,march,keep,,,,
wall,green,fight,,,remove,Drum,,,
gate,,own fight,,aid,discard,Drum&flag,wall,2,4
mine,,own,,,discard,flag/wall,,,
"""
DRUM, FLAG, WALL, GATE, MINE = range(5)


# ------------------------------------------------------------------------------------------------------------ the rows


def test_the_columns_become_sets_of_cards() -> None:
    cards = register(DECK_ROWS)
    assert ["Drum", "flag", "wall", "gate", "mine"] == cards.ids
    assert [bitset((DRUM, GATE, MINE)), bitset((FLAG, WALL, GATE)), 0] == cards.at
    assert [0, 0, 1 << FLAG] == cards.acts
    assert [cards.all & ~(1 << WALL), cards.all & ~(1 << WALL), cards.all & ~(1 << FLAG)] == cards.by
    assert {"march": bitset((DRUM, FLAG)), "pay": 1 << DRUM, "aid": 1 << GATE} == cards.spent
    assert [["march", "pay"], ["aid"], []] == cards.uses_at
    assert ["discard", "keep", "remove", "discard", "discard"] == cards.fate
    assert bitset((DRUM, GATE, MINE)) == cards.of("fate", "discard")


def test_copies_of_a_card_are_numbered_and_share_its_functions() -> None:
    cards = register("id,copies,moments\nscout,3,own\nspy,,own\n")
    assert ["scout_1", "scout_2", "scout_3", "spy"] == cards.ids
    cards.bind(module(effect_scout=nothing, effect_spy=nothing))
    assert [0, 1, 2, 3] == sorted(cards.effects)


def test_columns_that_a_game_does_not_need_may_be_left_out() -> None:
    cards = register("id,moments\nscout,own\n")
    assert ([0], [""], [[]]) == (cards.barred_by, cards.fate, cards.after)


@pytest.mark.parametrize("column, cell, expected", [
    ("moments", "own never", "words out of own, fight, dice, got 'own never'"),
    ("acts", "later", "words out of own, fight, dice, got 'later'"),
    ("by", "red pink", "words out of red, blue, green, got 'red pink'"),
    ("uses", "march fly", "words out of march, pay, aid, got 'march fly'"),
    ("after", "Drum&nobody", "ids of cards.csv, got 'Drum&nobody'"),
    ("after", "Drum/nobody", "ids of cards.csv, got 'Drum/nobody'"),
    ("barred_by", "Drum nobody", "ids of cards.csv, got 'Drum nobody'"),
    ("first", "soon", "a whole number, got 'soon'"),
    ("last", "4.5", "a whole number, got '4.5'"),
    ("copies", "two", "a whole number, got 'two'"),
    ("id", "", "a text, but it is missing"),
    ("id", "drum", "an id that no other row has, not even with other capitals, got 'drum'"),
])
def test_an_error_names_row_and_column(column: str, cell: str, expected: str) -> None:
    columns = ("id", "copies", "by", "moments", "acts", "uses", "after", "barred_by", "first", "last")
    good = dict.fromkeys(columns, "")
    cells = [good | {"id": "Drum"}, good | {"id": "flag"} | {column: cell}]
    with pytest.raises(BadPack) as error:
        Cards([Row("cards.csv", n, row) for n, row in enumerate(cells, 2)], SEATS, MOMENTS, USES)
    assert f"cards.csv, row 3, column {column}: expected {expected}" in str(error.value)


def test_a_use_must_be_offered_at_some_moment() -> None:
    with pytest.raises(ValueError, match="the use march is offered at never, which is no moment"):
        Cards(rows(DECK_ROWS), SEATS, MOMENTS, {"march": "never", "pay": "own", "aid": "own"})


# ------------------------------------------------------------------------------------------------------------ the zones


def test_hidden_zones_that_cross_are_refused() -> None:
    cards = register(DECK_ROWS)
    with pytest.raises(ValueError, match="the zones hand and camp cross"):
        cards.lay_out([Zone("hand", 0, OWN, 0b00111), Zone("camp", -1, DARK, 0b01110)], [(0,), (), ()])


def test_zones_that_are_nested_or_apart_or_open_are_not() -> None:
    cards = register(DECK_ROWS)
    zones = [Zone("hand", 0, OWN, 0b00111), Zone("camp", -1, DARK, 0b00011), Zone("chest", 1, OWN, 0b11000),
             Zone("table", -1, OPEN, 0b01110)]
    cards.lay_out(zones, [(0,), (2,), ()])
    assert ["hand", "camp", "chest", "table"] == [zone.name for zone in cards.zones]


# -------------------------------------------------------------------------------------------------- functions by name


def nothing(s: CardState, seat: int, about: object) -> None:
    """No effect."""


def yes(s: CardState, seat: int, about: object) -> bool:
    return True


def no(s: CardState, seat: int, about: object) -> bool:
    return False


def module(**functions: object) -> ModuleType:
    made = ModuleType("game.cards")
    vars(made).update(functions)
    return made


def test_functions_are_found_by_name_with_and_without_a_moment() -> None:
    cards = register(DECK_ROWS)
    cards.bind(module(effect_drum=nothing, shown_gate=yes, when_gate_at_fight=no), module(act_flag_at_dice=nothing))
    assert {DRUM: nothing} == cards.effects
    assert [{GATE: yes}, {GATE: yes}, {}] == cards.shown
    assert [{}, {GATE: no}, {}] == cards.when
    assert [{}, {}, {FLAG: nothing}] == cards.acting


@pytest.mark.parametrize("names", [("shown_gate", "shown_gate_at_own"), ("shown_gate_at_own", "shown_gate")])
def test_a_condition_of_one_moment_comes_before_that_of_all(names: tuple[str, str]) -> None:
    cards = register(DECK_ROWS)
    cards.bind(module(**{name: no if name.endswith("own") else yes for name in names}))
    assert [{GATE: no}, {GATE: yes}, {}] == cards.shown


@pytest.mark.parametrize("name", [
    "effect_nobody", "effect_drum_at_own", "effect_drum_at_dusk", "act_flag", "act_flag_at_dusk", "shown_nobody",
    "when_gate_at_dusk", "effect_Drum",
])
def test_a_function_of_no_card_and_moment_stops_the_import(name: str) -> None:
    with pytest.raises(ValueError, match=f"game.cards.{name} is the function of no card and moment"):
        register(DECK_ROWS).bind(module(**{name: nothing}))


def test_other_names_of_a_module_are_left_alone() -> None:
    cards = register(DECK_ROWS)
    cards.bind(module(effect_count=3, effective=nothing, shown=nothing, acting_drum=nothing))
    assert {} == cards.effects


def test_an_id_may_look_like_a_card_at_a_moment() -> None:
    cards = register("id,moments\ngate,own\ngate_at_fight,fight\n")
    cards.bind(module(effect_gate_at_fight=nothing, shown_gate_at_fight_at_fight=yes))
    assert {1: nothing} == cards.effects
    assert [{}, {1: yes}, {}] == cards.shown


def test_what_cards_lack_of_code_is_listed() -> None:
    cards = register(DECK_ROWS + "idle,,,,,,,,,\n")
    cards.bind(module(effect_drum=nothing, effect_gate=nothing, shown_mine_at_fight=yes, effect_mine=nothing))
    assert [
        "flag: no function act_flag_at_dice",
        "wall: no function effect_wall",
        "mine: a condition for fight, which is none of its moments",
        "idle: no moment at which it may be played, and no use",
    ] == cards.missing()
    bare = Cards(rows("id,moments\nscout,own\n"), SEATS, MOMENTS)
    bare.bind(module(effect_scout=nothing))
    assert ["moment fight: no card, and no use", "moment dice: no card, and no use"] == bare.missing()


# ---------------------------------------------------------------------------------------------- a table with ten cards


@dataclass(slots=True)
class Table(CardState):
    """Cards and nothing else."""


TEN = register("id,by,moments\n" + "".join(f"k{n},,{'own' if n < 5 else 'fight'}\n" for n in range(10)))
RED, BLUE, GREEN, EVERYBODY = range(4)
HANDS = (0, 1, 2)
DECK, PILE, LAID, HOME, GUEST = 3, 4, 5, 6, 7
COMMON, OF_HOUSE = 0b0011111111, 0b1100000000
TEN.lay_out(
    [*(Zone(f"hand of {seat}", n, OWN, COMMON) for n, seat in enumerate(SEATS)), Zone("deck", -1, DARK, COMMON),
     Zone("pile", -1, OPEN, TEN.all), Zone("laid", RED, OWN, COMMON), Zone("home", RED, OWN, 0b0100000000),
     Zone("guest", BLUE, OWN, OF_HOUSE)],
    [(RED, HOME), (BLUE, GUEST), (GREEN,)],
)


def table(red: str = "", blue: str = "", green: str = "", pile: str = "", home: str = "", guest: str = "") -> Table:
    """These cards in these places, the other common ones in the deck and those of houses in the pile."""
    s = Table(rng=5)
    held = {z: bitset(map(int, text.split())) for z, text in enumerate((red, blue, green)) if text}
    held |= {PILE: bitset(map(int, pile.split())), HOME: bitset(map(int, home.split())),
             GUEST: bitset(map(int, guest.split()))}
    used = sum(held.values())
    held[DECK] = COMMON & ~used
    held[PILE] |= OF_HOUSE & ~used
    TEN.deal_out(s, held)
    return s


def sees(s: Table, viewer: int) -> set[int]:
    return set(ids_of(s.sees[viewer]))


def test_at_first_each_sees_what_lies_open_and_his_own() -> None:
    s = table(red="0 1", blue="2", pile="3", home="8")
    assert [{0, 1, 3, 8, 9}, {2, 3, 9}, {3, 9}, {3, 9}] == [sees(s, viewer) for viewer in range(4)]
    assert [2, 1, 0, 4, 2, 0, 1, 0] == s.sizes


def test_who_draws_sees_the_card_and_the_others_do_not() -> None:
    s = table()
    TEN.move(s, 4, DECK, BLUE)
    assert [set(), {4}, set(), set()] == [sees(s, viewer) - {8, 9} for viewer in range(4)]
    assert (1, 7, 1 << 4) == (s.sizes[BLUE], s.sizes[DECK], s.piles[BLUE])


def test_a_card_that_lies_open_is_known_to_all_wherever_it_goes() -> None:
    s = table(pile="3")
    TEN.move(s, 3, PILE, RED)
    assert all(3 in sees(s, viewer) for viewer in range(4))
    TEN.move(s, 3, RED, LAID)                               # the only one of his hand: all know that it lies there
    assert all(3 in sees(s, viewer) for viewer in range(4))


def test_a_card_that_leaves_a_hand_unseen_takes_with_it_what_others_knew_of_the_hand() -> None:
    s = table(red="0 1")
    TEN.look(s, BLUE, RED)
    assert {0, 1} <= sees(s, BLUE)
    TEN.move(s, 0, RED, LAID)
    assert not {0, 1} & sees(s, BLUE)
    assert {0, 1} <= sees(s, RED)
    assert not {0, 1} & sees(s, EVERYBODY)


def test_among_says_which_cards_may_have_gone() -> None:
    s = table(red="0 1 6")
    TEN.look(s, BLUE, RED)
    TEN.move(s, 6, RED, LAID, among=bitset(range(5, 10)))   # a card of the fight, as everybody was told
    assert {0, 1} == sees(s, BLUE) & {0, 1, 6}


def test_whoever_watches_knows_and_those_who_do_not_forget() -> None:
    s = table(red="0 1")
    TEN.look(s, GREEN, RED)
    TEN.move(s, 0, RED, BLUE, watch=1 << RED)               # a theft: both know what was taken
    assert [True, True, False, False] == [0 in sees(s, viewer) for viewer in range(4)]
    assert 1 not in sees(s, GREEN)


def test_everybody_watches_when_all_cards_of_a_zone_are_moved() -> None:
    s = table(red="0 1", pile="2 3")
    TEN.move_all(s, s.piles[PILE] & COMMON, PILE, DECK)
    assert (0, 6) == (s.piles[PILE] & COMMON, s.sizes[DECK])
    assert all({2, 3} <= sees(s, viewer) for viewer in range(4))
    TEN.move(s, 4, DECK, GREEN)                             # to all but Green any of the deck may have gone
    assert [False, False, True, False] == [2 in sees(s, viewer) for viewer in range(4)]


def test_cards_that_a_rule_names_are_known_to_everybody_though_they_go_from_a_hand_to_the_deck() -> None:
    s = table(green="0 1")
    TEN.move_all(s, bitset((0, 1)), GREEN, DECK)
    assert [True] * 4 == [{0, 1} <= sees(s, viewer) for viewer in range(4)]


def test_looking_at_a_hand_is_the_looker_s_alone() -> None:
    s = table(red="0 1")
    TEN.look(s, BLUE, RED)
    assert [True, True, False, False] == [0 in sees(s, viewer) for viewer in range(4)]


def test_a_card_that_its_new_zone_cannot_hold_has_not_gone_there() -> None:
    s = table(guest="8 9")
    TEN.look(s, RED, GUEST)
    TEN.look(s, GREEN, GUEST)
    TEN.move(s, 8, GUEST, HOME)                             # the home of Red holds nothing but this
    assert [True, True, False] == [8 in sees(s, viewer) for viewer in (RED, BLUE, GREEN)]
    assert 9 in sees(s, GREEN)


def test_rules_find_where_a_card_lies() -> None:
    s = table(red="0", pile="3")
    assert [RED, DECK, PILE, PILE] == [TEN.where(s, card) for card in (0, 1, 3, 9)]
    s.piles[RED] = 0
    with pytest.raises(LookupError, match="k0 lies nowhere"):
        TEN.where(s, 0)


def test_a_zone_whose_cards_nobody_keeps_track_of() -> None:
    s = table(red="0", pile="3 4")
    TEN.move_all(s, s.piles[PILE] & COMMON, PILE, DECK)
    TEN.forget(s, DECK)
    assert [{0, 8, 9}, {8, 9}, {8, 9}, {8, 9}] == [sees(s, viewer) for viewer in range(4)]


def test_cards_that_were_added_after_a_game_was_set_up_are_not_in_it() -> None:
    s = table()
    assert TEN.all == TEN.exist(s)
    s.printed = 7
    assert bitset(range(7)) == TEN.exist(s)


def test_moving_a_card_that_is_not_there_is_a_fault() -> None:
    with pytest.raises(AssertionError, match="k2 is not in hand of red"):
        TEN.move(table(red="0"), 2, RED, PILE)


def test_a_pick_is_a_number_by_chance_and_the_pile_has_no_order() -> None:
    s = table(red="1 4 6")
    s.script = [2, 0, 1]
    assert (6, 1, 4) == (TEN.pick(s, RED), TEN.pick(s, RED), TEN.pick(s, RED))
    s.script = [0]
    assert 4 == TEN.pick(s, RED, among=0b1111110000)
    assert -1 == TEN.pick(s, GREEN)
    assert [2, 0, 1, 0] == s.rolled


# ----------------------------------------------------------------------------------------------- what may be played


@dataclass(slots=True)
class Sword(Procedure):
    """What a card is played into."""

    sharp: bool = True


OWN_MOMENT, FIGHT, _DICE = range(3)


def test_a_seat_could_play_what_may_be_in_its_hand_for_all_that_is_known() -> None:
    s = table(red="0", blue="6")
    assert [True, True] == [TEN.could(s, seat, OWN_MOMENT, None) for seat in (RED, BLUE)]
    assert not TEN.could(s, GREEN, OWN_MOMENT, None)        # it has no card
    TEN.move(s, 7, DECK, PILE)
    TEN.move(s, 7, PILE, GREEN)                             # a card of the fight, and everybody saw it
    assert (False, True) == (TEN.could(s, GREEN, OWN_MOMENT, None), TEN.could(s, GREEN, FIGHT, None))
    assert 1 << 7 == TEN.imaginable(s, GREEN)
    TEN.move(s, 1, DECK, GREEN)                             # and one that nobody saw
    assert TEN.could(s, GREEN, OWN_MOMENT, None)
    assert COMMON == TEN.imaginable(s, GREEN)


def test_when_all_cards_of_a_moment_are_seen_elsewhere_nobody_could() -> None:
    s = table(red="5", pile="0 1 2 3 4")
    assert (False, True) == (TEN.could(s, RED, OWN_MOMENT, None), TEN.could(s, RED, FIGHT, None))


def test_what_is_barred_or_not_left_by_other_rules_counts_as_impossible() -> None:
    s = table(red="0 6")
    s.barred = bitset(range(5))
    assert (False, []) == (TEN.could(s, RED, OWN_MOMENT, None), TEN.playable(s, RED, OWN_MOMENT, None))
    assert (True, [6]) == (TEN.could(s, RED, FIGHT, None), TEN.playable(s, RED, FIGHT, None))
    among = ~bitset(range(5, 10))
    assert (False, []) == (TEN.could(s, RED, FIGHT, None, among), TEN.playable(s, RED, FIGHT, None, among))


def test_conditions_decide_what_is_playable_and_only_the_shown_one_who_is_asked() -> None:
    cards = register("id,by,moments\nsword,,own\nstaff,blue,own\n")
    cards.lay_out([Zone("hand", n, OWN, cards.all) for n in range(3)], [(0,), (1,), (2,)])
    cards.bind(module(
        shown_sword=lambda s, seat, sword: sword.sharp, when_sword=lambda s, seat, sword: s.happened == 7))
    s = Table()
    cards.deal_out(s, {RED: 0b11})
    sword = Sword()
    assert (True, []) == (cards.could(s, RED, OWN_MOMENT, sword), cards.playable(s, RED, OWN_MOMENT, sword))
    s.happened = 7
    assert [0] == cards.playable(s, RED, OWN_MOMENT, sword)
    assert [True, False] == [cards.may_play(s, RED, OWN_MOMENT, card, sword) for card in (0, 1)]     # only blue's
    sword.sharp = False
    assert (False, []) == (cards.could(s, RED, OWN_MOMENT, sword), cards.playable(s, RED, OWN_MOMENT, sword))


def test_no_window_opens_where_everybody_can_tell_that_it_is_idle() -> None:
    assert not TEN.opens(table(pile="0 1 2 3 4", red="5"), OWN_MOMENT, (RED, BLUE), None)      # all its cards are seen
    assert not TEN.opens(table(), OWN_MOMENT, (RED, BLUE), None)                               # nobody holds any
    s = table(red="5")
    assert TEN.opens(s, OWN_MOMENT, (BLUE, RED), None)
    assert not TEN.opens(s, OWN_MOMENT, (BLUE, GREEN), None)
    s.barred = TEN.at[OWN_MOMENT]
    assert not TEN.opens(s, OWN_MOMENT, (BLUE, RED), None)
    s = table(pile="0 1 2 3 4")
    TEN.move(s, 0, PILE, BLUE)                                                                  # seen, and in a hand
    assert TEN.opens(s, OWN_MOMENT, (BLUE, RED), None)


def test_the_other_uses_of_the_cards_held_are_offered_at_their_moment() -> None:
    cards = register(DECK_ROWS)
    cards.lay_out([Zone("hand", 0, OWN, cards.all), Zone("kept", 0, OPEN, cards.all)], [(0, 1), (), ()])
    s = Table()
    cards.deal_out(s, {0: bitset((DRUM, GATE)), 1: bitset((FLAG, WALL, MINE))})
    s.barred = cards.all                                    # that bars events, not what a card is spent for
    assert [("march", DRUM), ("march", FLAG), ("pay", DRUM)] == cards.spendable(s, RED, OWN_MOMENT)
    assert [("aid", GATE)] == cards.spendable(s, RED, FIGHT)


@pytest.mark.parametrize("happened, turn, possible", [
    ("", 3, "Drum flag"),
    ("Drum", 3, "Drum flag wall"),
    ("Drum flag", 3, "Drum flag wall gate mine"),           # gate: after both
    ("Drum flag", 1, "Drum flag wall mine"),                # gate: first 2
    ("Drum flag", 5, "Drum flag wall mine"),                # gate: last 4
    ("flag", 3, "Drum flag mine"),                          # mine: after one of two
    ("wall", 3, "Drum flag mine"),
    ("Drum flag wall", 3, "Drum flag wall mine"),           # gate: barred by wall
])
def test_events_are_possible_by_turn_and_by_what_has_happened(happened: str, turn: int, possible: str) -> None:
    cards, s = register(DECK_ROWS), Table()
    s.happened = bitset(cards.index[name] for name in happened.split())
    cards.bar(s, turn)
    assert possible.split() == [cards.ids[card] for card in ids_of(cards.all & ~s.barred)]


def test_a_game_may_ban_more() -> None:
    cards, s = register(DECK_ROWS), Table()
    cards.bar(s, 1, banned=1 << DRUM)
    assert [FLAG] == list(ids_of(cards.all & ~s.barred))


def test_cards_in_force_act_at_their_moment_and_no_other() -> None:
    cards = register("id,moments,acts\na,own,dice\nb,own,dice fight\nc,own,fight\n")
    acted: list[tuple[str, int]] = []
    cards.bind(module(**{
        f"act_{name}_at_{moment}": lambda s, seat, about, name=name: acted.append((name, seat))
        for name, moment in (("a", "dice"), ("b", "dice"), ("b", "fight"), ("c", "fight"))
    }))
    cards.act(Table(), BLUE, 0b011, MOMENTS.index("dice"), Sword())
    cards.act(Table(), RED, 0b110, FIGHT, Sword())
    assert [("a", BLUE), ("b", BLUE), ("b", RED), ("c", RED)] == acted


def test_about_is_the_procedure_under_the_windows() -> None:
    below, asked, above = Sword(), Ask(RED), Ask(BLUE)
    s = Table(stack=[Sword(), below, asked, above])
    assert below is about(s, above)
    assert below is about(s, asked)


# ------------------------------------------------------------------------------------------------------ what is hidden


@st.composite
def histories(draw: st.DrawFn) -> Table:
    """A table after some moves of all kinds."""
    order = draw(st.permutations(range(8)))
    sizes = draw(st.lists(st.integers(0, 2), min_size=3, max_size=3))
    piles, start = {}, 0
    for hand, size in zip(HANDS, sizes):
        piles[hand] = bitset(order[start:start + size])
        start += size
    s = Table(rng=draw(st.integers(0, 99)))
    TEN.deal_out(s, piles | {DECK: bitset(order[start:]), HOME: 1 << 8, PILE: 1 << 9})
    for _ in range(draw(st.integers(0, 12))):
        a = draw(st.sampled_from([z for z, size in enumerate(s.sizes) if size]))
        card = TEN.pick(s, a)
        b = draw(st.sampled_from([z for z, zone in enumerate(TEN.zones) if zone.holds >> card & 1 and z != a]))
        seen = draw(st.sampled_from((0, 0, 0b0001, 0b0110, -1)))
        TEN.move(s, card, a, b, watch=seen)
        if draw(st.booleans()):
            TEN.look(s, draw(st.integers(0, 2)), draw(st.sampled_from(HANDS)))
    return s


def dealt(s: Table, viewer: int, seed: int) -> Table:
    guess = covered(s, viewer)
    TEN.deal_unseen(guess, viewer, Random(seed))
    return guess


def covered(s: Table, viewer: int) -> Table:
    view = s.clone()
    TEN.cover(view, viewer)
    return view


VIEWERS = (-1, RED, BLUE, GREEN, EVERYBODY)


@given(histories(), st.integers(0, 99))
def test_what_is_dealt_from_a_view_looks_the_same_to_its_viewer(s: Table, seed: int) -> None:
    for viewer in VIEWERS:
        guess = dealt(s, viewer, seed)
        assert covered(s, viewer) == covered(guess, viewer)
        assert s.sizes == [pile.bit_count() for pile in guess.piles]
        assert list(range(10)) == sorted(card for pile in guess.piles for card in ids_of(pile))
        assert all(not pile & ~zone.holds for pile, zone in zip(guess.piles, TEN.zones))


@given(histories(), st.integers(0, 99))
def test_who_could_play_is_the_same_whatever_is_in_the_hands(s: Table, seed: int) -> None:
    guess = dealt(s, EVERYBODY, seed)
    for seat in range(3):
        for moment in range(3):
            assert TEN.could(s, seat, moment, None) == TEN.could(guess, seat, moment, None)
            assert TEN.could(s, seat, moment, None) or not TEN.playable(s, seat, moment, None)
    for moment in range(3):
        could = [seat for seat in range(3) if TEN.could(s, seat, moment, None)]
        assert bool(could) == TEN.opens(s, moment, range(3), None) == TEN.opens(guess, moment, range(3), None)


@given(histories())
def test_what_a_viewer_knows_is_true_and_everybody_knows_least(s: Table) -> None:
    for viewer in range(3):
        assert not s.sees[EVERYBODY] & ~s.sees[viewer]
        assert not s.piles[viewer] & ~s.sees[viewer]
    assert not s.piles[PILE] & ~s.sees[EVERYBODY]


def test_every_deal_that_is_possible_turns_up_about_equally_often() -> None:
    s = table(red="0 1", blue="2", pile="4 5 6 7", guest="9")           # hidden from green: 0 1 2 3, and 8 lies open
    seen = Counter(tuple(dealt(s, GREEN, seed).piles) for seed in range(2400))
    possible = {(1 << a | 1 << b, 1 << c, 1 << d) for a, b, c, d in permutations(range(4))}
    assert possible == {(piles[RED], piles[BLUE], piles[DECK]) for piles in seen}
    assert 12 == len(possible)
    assert all(150 < count < 250 for count in seen.values())            # 200 each


def test_cards_of_a_narrow_zone_are_dealt_first_so_that_a_deal_never_fails() -> None:
    s = table(home="8", guest="9")                                      # the guest zone could hold either
    assert all(1 << 8 == dealt(s, GREEN, seed).piles[HOME] for seed in range(30))


def test_a_deal_may_be_narrowed_by_what_holds_now() -> None:
    s = table(red="0 1", blue="5 6")
    TEN.move(s, 0, RED, LAID)
    for seed in range(30):
        view = covered(s, BLUE)
        TEN.deal_unseen(view, BLUE, Random(seed), narrow=lambda z: TEN.at[OWN_MOMENT] if z == LAID else -1)
        assert view.piles[LAID] & TEN.at[OWN_MOMENT]
    laid = {dealt(s, BLUE, seed).piles[LAID] for seed in range(60)}
    assert {1 << card for card in (0, 1, 2, 3, 4, 7)} == laid           # else any card that Blue has not seen


def test_in_a_deal_the_others_know_their_own_and_what_everybody_knows() -> None:
    s = table(red="0 1", blue="2", pile="3")
    guess = dealt(s, RED, 1)
    assert s.sees[RED] == guess.sees[RED]
    assert guess.piles[BLUE] | 1 << 3 | OF_HOUSE == guess.sees[BLUE]
    assert 1 << 3 | OF_HOUSE == guess.sees[GREEN]
