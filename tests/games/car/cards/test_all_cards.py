"""What all cards have in common: their values, when their events can be played, what happens to them afterwards."""

from __future__ import annotations

import pytest

from tablero.games.car.board import CARD, CARDS, FACES, NAT, REP, SIDES
from tablero.games.car.rules.r12_redeployment import Redeployment
from tablero.games.car.state import END_OF_NORTH, LINKED_NORTH, Car
from tests.games.car.cards.playing import BARRED, next_round, next_turn, play, ready
from tests.games.car.field import asked, do, offered, operation, refused, zone
from tests.rules import card, rule

# by value for OPS and SR: own and allied Replacement Points, and the cards
FIVE = (4, 3, "n44 n45 r44")
FOUR = (3, 2, "n4 n5 n8 n20 n27 n32 n38 n39 n42 n43 n49 n55 r2 r3 r15 r20 r22 r25 r26 r28 r33 r39 r41 r53")
THREE = (2, 1, "n1 n2 n6 n7 n12 n15 n17 n19 n21 n22 n23 n24 n25 n26 n28 n30 n33 n37 n40 n41 n46 n47 n52 n53 "
               "r1 r4 r5 r6 r8 r14 r18 r19 r21 r23 r24 r27 r30 r31 r38 r40 r42 r46 r47 r48 r49 r51 r52 r55")
TWO = (1, 0, "n3 n9 n10 n11 n13 n14 n16 n18 n29 n31 n34 n35 n36 n48 n50 n51 n54 "
             "r7 r9 r10 r11 r12 r13 r16 r17 r29 r32 r34 r35 r36 r37 r43 r45 r50 r54")
VALUES = {name: (value, own, ally) for value, (own, ally, names) in ((5, FIVE), (4, FOUR), (3, THREE), (2, TWO))
          for name in names.split()}
UNITS = {"zaragoza": "nat_inf_1", "madrid": "rep_rpa_1"}
each_card = pytest.mark.parametrize("name", CARD)


def holding(name: str, happened: str = "") -> Car:
    """The owner of a card may play it, in a Turn in which no rule speaks of the card."""
    s = ready(name, UNITS, turn=4, happened=happened)
    s.once = 0
    return s


def test_there_are_110_cards() -> None:
    assert set(CARD) == set(VALUES)


@rule("car", "8.1.3a", "8.2.1a", "8.5.1.3a")
@each_card
def test_a_card_for_operations_activates_as_many_spaces_as_its_value(name: str) -> None:
    s = holding(name)
    do(s, f"ops {name}")
    assert (VALUES[name][0], -1, "discards") == (operation(s).points, operation(s).card, zone(s, name))


@rule("car", "8.1.3a", "8.3.2a", "8.5.1.3a")
@each_card
def test_a_card_for_redeployment_gives_as_many_points_as_its_value(name: str) -> None:
    s = holding(name)
    do(s, f"sr {name}")
    assert (2 * VALUES[name][0], "discards") == (s.frame(Redeployment).points, zone(s, name))


@rule("car", "8.1.3a", "8.4.1a", "8.4.2a", "8.5.1.3a")
@each_card
@pytest.mark.parametrize("happened", ["n4 r2", ""])
def test_a_card_for_replacements_records_its_points_and_those_of_the_ally_after_his_aid(
    name: str, happened: str
) -> None:
    s = holding(name, happened)
    do(s, f"rp {name}")
    _, own, ally = VALUES[name]
    expected = [2 * own, 2 * ally if happened else 0]
    assert ([*expected, 0, 0] if name[0] == "n" else [0, 0, *expected]) == s.rp
    assert ("nobody", "discards") == (asked(s), zone(s, name))


# ---------------------------------------------------------------------------------------------- what an event waits for

AFTER = {       # all of these, each one of a few
    "n7": "n4", "n8": "n4", "n22": "n4", "n23": "n4", "n24": "n5", "n25": "n8", "n27": "n5", "n30": "n4 r2",
    "n32": "n6", "n34": "r2", "n43": "n42", "n44": "n5", "n46": "n32", "n52": "n4", "n53": "n4", "n55": "n5",
    "r2": "r1", "r3": "r2", "r4": "r2", "r8": "r1", "r15": "r2", "r18": "r1", "r23": "r2", "r24": "r2", "r28": "r1",
    "r31": "n30", "r48": "r28", "r49": "r3/r23", "r52": "n4", "r53": "r2",
}
BARRED_BY = {"n33": "r28", "r27": "n26", "r51": "n42", "r53": "n43"}
NOT_BEFORE = {"n5": 3, "n7": 4, "n8": 4, "n24": 6, "n33": 6, "n42": 14, "n43": 16, "n45": 16, "n55": 13, "r1": 2,
              "r2": 3, "r3": 4, "r4": 3, "r25": 6, "r26": 6, "r33": 9, "r44": 12, "r49": 14, "r50": 12}
NOT_AFTER = {"n1": 1, "n12": 5, "r5": 5}
EVENTS = [name for name in CARD if FACES[CARD[name]].type != "combat"]
CHOSEN = EVENTS[1:]             # the Air Bridge is the first action of all, whatever its side would like


def needed(name: str) -> list[list[str]]:
    """By event that must have happened: the cards one of which is enough."""
    return [either.split("/") for either in AFTER.get(name, "").split()]


def usual_turn(name: str) -> int:
    return NOT_AFTER.get(name, NOT_BEFORE.get(name, 7))


def events_before(name: str) -> str:
    return " ".join(either[0] for either in needed(name))


def is_barred(name: str, turn: int, happened: str) -> bool:
    return refused(ready(name, UNITS, turn=turn, happened=happened), f"event {name}") == BARRED


@rule("car", "8.5.1.2a")
@pytest.mark.parametrize("name", EVENTS)
def test_an_event_waits_for_its_turn_and_for_the_events_it_needs(name: str) -> None:
    turn, before = usual_turn(name), events_before(name)
    assert not is_barred(name, turn, before)
    assert (name in NOT_BEFORE) == is_barred(name, turn - 1, before)
    assert (name in NOT_AFTER) == is_barred(name, turn + 1, before)
    for either in needed(name):
        without = [other for other in before.split() if other not in either]
        assert is_barred(name, turn, " ".join(without))
        for one in either:
            assert not is_barred(name, turn, " ".join([*without, one]))
    for other in CARD:
        if other not in before.split():
            assert (BARRED_BY.get(name) == other) == is_barred(name, turn, f"{before} {other}")


@rule("car", "8.5.1.2a")
def test_an_event_may_follow_the_one_it_needs_in_the_same_turn_and_in_a_later_one() -> None:
    for turn in (6, 7):
        s = play("n5", UNITS, hands="n24", turn=6)
        if turn > 6:
            next_turn(s, turn)
        next_round(s, NAT, 3)
        assert "event n24" in offered(s)


@rule("car", "8.5.1.2a")
def test_an_event_opens_and_bars_events_of_the_opponent_at_once() -> None:
    s = play("n42", UNITS, hands="n43 r51", turn=16, rm=8)
    next_round(s, REP, 2)
    assert BARRED == refused(s, "event r51")
    next_round(s, NAT, 3)
    assert refused(s, "event n43") is None


# ------------------------------------------------------------------------------------------------------- what it leaves

POINTS = {      # Victory Points and Republican Morale that change at once
    "n5": (1, 0), "n6": (0, -1), "n24": (1, -1), "n25": (0, -1), "n31": (0, -2), "n33": (0, -2),
    "n37": (0, -1), "n42": (1, -1), "n43": (1, -2), "n46": (0, -1), "n53": (0, -2), "n54": (0, -1), "r1": (0, 1),
    "r2": (0, 1), "r36": (0, 1), "r48": (-1, 0), "r49": (-1, 0),
}
HELD = {"n31": "bilbao", "n37": "bilbao", "n43": "barcelona", "n45": "barcelona", "n15": "sevilla", "r46": "garrucha"}
MORALE = {"n48": 10, "n54": 12, "n45": 5}
RESERVES = {"reserve": "nat_inf_2 rep_mil_2 rep_rpa_2 rep_bas_1"}       # what some events look for


def playable(name: str, turn: int = 0, hands: str = "") -> Car:
    """A position in which the event of a card can be played."""
    turn = turn or (8 if name == "r28" else usual_turn(name))
    return ready(name, UNITS | RESERVES, turn=turn, number=1, hands=hands, rm=MORALE.get(name, 15),
                 happened=events_before(name), nationalist=HELD.get(name, ""))


@rule("car", "8.5.1.1a", "8.5.1.3a", "8.5.1.4a")
@pytest.mark.parametrize("name", CHOSEN)
def test_an_event_changes_points_and_morale_and_leaves_the_game_if_it_has_an_asterisk(name: str) -> None:
    s = playable(name)
    vp, rm = s.vp, s.rm
    assert refused(s, f"event {name}") is None
    do(s, f"event {name}")
    assert POINTS.get(name, (0, 0)) == (s.vp - vp, s.rm - rm)
    assert ("discards" if name in ("n34", "r35") else "removed") == zone(s, name)
    assert s.happened >> CARD[name] & 1


@rule("car", "8.5.1.3b")
def test_some_combat_cards_leave_the_game_when_their_time_is_over() -> None:
    for name, last in (("n11", 11), ("r11", 5)):
        for turn in (last, last + 1):
            for use in ("ops", "sr", "rp"):
                s = ready(name, UNITS, turn=turn)
                do(s, f"{use} {name}")
                assert ("removed" if turn > last else "discards") == zone(s, name)
    for ended in (False, True):
        s = ready("r13", UNITS)
        s.once = END_OF_NORTH if ended else LINKED_NORTH
        do(s, "ops r13")
        assert ("removed" if ended else "discards") == zone(s, "r13")


# ----------------------------------------------------------------------------------- events that are operations, SR, RP

OPERATIONS = {"n8": 4, "n12": 3, "n13": 2, "n27": 4, "n34": 1, "n44": 5, "n55": 4,
              "r25": 4, "r26": 4, "r33": 4, "r44": 5}
WINTER = {"n8", "n12", "n13", "n27", "n44", "n55", "r25", "r26", "r33", "r44"}      # that count as cards for Operations


@card("car", "n8", "n12", "n13", "n27", "n34", "n44", "n55", "r25", "r26", "r33", "r44")
@rule("car", "8.1.3b", "8.5.5.2a")
@pytest.mark.parametrize("name", CHOSEN)
def test_some_events_give_operations_in_which_they_are_in_force(name: str) -> None:
    s = playable(name)
    do(s, f"event {name}")
    if name in OPERATIONS:
        assert (OPERATIONS[name], CARD[name]) == (operation(s).points, operation(s).card)
        assert f"{SIDES[FACES[CARD[name]].side]} Activate" == asked(s)
    else:
        assert s.over or not asked(s).endswith("Activate")


@rule("car", "16.5.2a", "16.5.3a")
@pytest.mark.parametrize("name", CHOSEN)
def test_in_winter_such_events_count_as_cards_for_operations(name: str) -> None:
    winter = 5 if name == "n12" else 17
    for played in (2, 3):
        s = playable(name, turn=winter)
        s.operations = [played, played]
        next_round(s, s.side, 4)
        full = name in WINTER and played == 3
        assert full == (("16.5.2a", "winter_limit") == refused(s, f"event {name}"))
        if not full and refused(s, f"event {name}") is None:
            do(s, f"event {name}")
            counted = played + (name in WINTER)
            assert (counted, played) == (s.operations[s.side], s.operations[1 - s.side])


@rule("car", "8.3.3a", "8.4.3a")
@pytest.mark.parametrize("name", CHOSEN)
def test_events_that_are_plays_for_sr_or_rp_neither_follow_nor_precede_another(name: str) -> None:
    use = {"n38": "sr", "r15": "rp", "r50": "rp", "r53": "rp"}.get(name)
    refusals = {"sr": ("8.3.3a", "sr_twice_running"), "rp": ("8.4.3a", "rp_twice_running")}
    side = FACES[CARD[name]].side
    other = "n9" if side == NAT else "r10"
    for played in refusals:
        s = playable(name, hands=other)
        do(s, f"{played} {other}", *(["done"] if played == "sr" else []))
        next_round(s, side, 2)
        assert (played == use) == (refusals[played] == refused(s, f"event {name}"))
    if use:
        s = playable(name, hands=other)
        do(s, f"event {name}", *(["done"] if use == "sr" else []))
        next_round(s, side, 2)
        assert [refusals[use]] == [why for kind in refusals if (why := refused(s, f"{kind} {other}"))]


def test_a_combat_card_is_no_event_of_an_action_round() -> None:
    for name in CARD:
        if name not in EVENTS:
            s = ready(name, UNITS)
            assert ("8.5.3.1a", "only_in_combat") == refused(s, f"event {name}")
            assert CARDS.by[s.side] >> CARD[name] & 1
