"""A second account of when each card may be played, written from the card list: it knows where the pieces are, what the
windows are about, and nothing of how the program decides.

`CardWatch` compares it with every choice of a card that a game offers. `MAY` has a condition for each card in each
of its windows, by the number of the card; a card that is not named there may always be played in its window.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tablero
from tests.games.wellington.referee import battles
from tests.games.wellington.referee.battles import (
    ALLIES,
    BRITAIN,
    CARD_OF,
    CLEAR,
    COMMAND,
    DUCHIES,
    FRENCH,
    GIBRALTAR,
    LEADERS,
    LISBON,
    NUMBER,
    PASS,
    POWER_OF,
    RIVER,
    ROUGH,
    SPAIN,
    Watch,
    board,
    commander,
    fortress,
    friendly,
    leaders,
    of_side,
    owner,
    pieces,
    side_leaders,
    soldiers,
)

ON_MAP = [x for x in range(DUCHIES) if board.ON_MAP >> x & 1]
IN_SPAIN = [x for x in range(DUCHIES) if board.IN_SPAIN >> x & 1]
BY = [[board.POWERS.index(name) for name in row.text("by").split()] if row.maybe_text("by") else list(range(4))
      for row in board.CARDS.rows]
MOMENTS = [row.text("moments").split() for row in board.CARDS.rows]
TYPE = [row.text("type") for row in board.CARDS.rows]

Condition = Callable[["CardWatch", Any, int, Any], bool]
MAY: dict[tuple[str, int], Condition] = {}


def may(moment: str, *numbers: int) -> Callable[[Condition], Condition]:
    def enter(test: Condition) -> Condition:
        for n in numbers:
            MAY[moment, n] = test
        return test
    return enter


def controlled_by(s: Any, power: int, x: int) -> bool:
    return owner(s, x) == power and friendly(s, power & 1, x)


def near(x: int) -> list[int]:
    return [y for y in range(DUCHIES) if board.MAP.edge_kind(x, y) >= 0]


def cavalry(s: Any, power: int, x: int) -> bool:
    return soldiers(s, power, x) >= 2


def fights(s: Any, power: int, x: int) -> bool:
    return pieces(s, power, x) > 0


# ------------------------------------------------------------------------------------------------------ steps and naval


@may("move_declared", 8)
def _blow(w: CardWatch, s: Any, power: int, step: Any) -> bool:
    return (step.power & 1 != power & 1 and w.line(step.a, step.b) in (CLEAR, ROUGH)
            and of_side(s, power & 1, step.b) > 0)


@may("move_declared", 34)
def _dispute(w: CardWatch, s: Any, power: int, step: Any) -> bool:
    return {POWER_OF[army[0]] for army in step.armies} == {BRITAIN, SPAIN}


@may("move_declared", 37)
def _fortify(w: CardWatch, s: Any, power: int, step: Any) -> bool:
    x = step.b
    return (fortifiable(s, power, x) and step.power & 1 != power & 1
            and bool(board.KEYS >> x & 1 or pieces(s, power, x)))


def fortifiable(s: Any, power: int, x: int) -> bool:
    return (x != board.PLYMOUTH and bin(s.hasty).count("1") < 2 and not fortress(s, x) and controlled_by(s, power, x)
            and not of_side(s, 1 - (power & 1), x))


@may("impulse_start", 88)
def _start(w: CardWatch, s: Any, power: int, about: Any) -> bool:
    return s.active & 1 == FRENCH and any(of_side(s, FRENCH, x) for x in IN_SPAIN)


@may("event_declared", 52)
def _fog(w: CardWatch, s: Any, power: int, event: Any) -> bool:
    return event.power & 1 != power & 1 and TYPE[event.card] in ("response", "battle", "siege", "battle_siege")


@may("naval_declared", 67)
def _gales(w: CardWatch, s: Any, power: int, convoy: Any) -> bool:
    return bool(convoy.power & 1 != power & 1)


@may("resource_spent", 79)
def _spent(w: CardWatch, s: Any, power: int, about: Any) -> bool:
    return bool(about.power & 1 != power & 1)


# -------------------------------------------------------------------------------------------- interception and evasion


@may("interception_declared", 8)
def _blow_interception(w: CardWatch, s: Any, power: int, one: Any) -> bool:
    if one.power & 1 == power & 1:
        return False
    ways = [(one.a, one.x)] if one.via < 0 or one.via == one.a else [(one.a, one.via), (one.via, one.x)]
    return any(w.line(a, b) in (CLEAR, ROUGH) for a, b in ways)


@may("evasion_declared", 8)
def _blow_evasion(w: CardWatch, s: Any, power: int, one: Any) -> bool:
    return one.power & 1 != power & 1 and w.line(one.x, one.b) in (CLEAR, ROUGH)


@may("interception_declared", 22)
def _quarrel(w: CardWatch, s: Any, power: int, one: Any) -> bool:
    return one.power & 1 == FRENCH and pieces(s, one.power ^ 2, one.x) > 0 and of_side(s, ALLIES, one.x) > 0


@may("interception_declared", 24)
@may("evasion_declared", 24)
def _guides(w: CardWatch, s: Any, power: int, one: Any) -> bool:
    return bool(one.power & 1 == power & 1)


@may("interception_declared", 36)
def _ciphers(w: CardWatch, s: Any, power: int, one: Any) -> bool:
    return bool(one.power == power and one.leader >= 0)


@may("interception_declared", 97)
@may("evasion_declared", 97)
def _light(w: CardWatch, s: Any, power: int, one: Any) -> bool:
    return bool(one.power == BRITAIN and one.leader >= 0)


@may("interception_rolled", 29)
def _night(w: CardWatch, s: Any, power: int, one: Any) -> bool:
    contact = w.contact_of(s)
    moved = contact is not None and not contact.placed and w.frame(s, "Battle") is None
    return moved and one.power & 1 != power & 1 and (w.total >= 9) != w.swung and not one.offensive


@may("interception_rolled", 82)
@may("evasion_rolled", 82)
def _scum(w: CardWatch, s: Any, power: int, one: Any) -> bool:
    return 6 <= w.total < 12


@may("step_settled", 3)
def _mud(w: CardWatch, s: Any, power: int, contact: Any) -> bool:
    return contact.power & 1 != power & 1 and bool(contact.paid)


@may("step_settled", 80)
def _heat(w: CardWatch, s: Any, power: int, contact: Any) -> bool:
    return contact.power & 1 != power & 1 and bool(contact.paid) and contact.marched >= 3


@may("step_settled", 24)
def _pass(w: CardWatch, s: Any, power: int, contact: Any) -> bool:
    """Entering or leaving an Enemy or Uncontrolled Duchy through a Pass [9.41]."""
    side = contact.power & 1
    if side != power & 1:
        return False
    held = w.friendly_before[side]
    return any(kind == PASS and not (held >> a & 1 and held >> contact.x & 1) for a, kind in contact.came)


@may("attrition_rolled", 14)
def _forage(w: CardWatch, s: Any, power: int, one: Any) -> bool:
    return bool(one.hits > 0)


@may("attrition_rolled", 107)
def _live(w: CardWatch, s: Any, power: int, one: Any) -> bool:
    return bool(one.hits > 0 and one.side == FRENCH)


# -------------------------------------------------------------------------------------------------------------- Battles


@may("battle_start", 7)
@may("battle_start", 55)
def _raid(w: CardWatch, s: Any, power: int, battle: Any) -> bool:
    return of_side(s, 0, battle.x) > 0 and of_side(s, 1, battle.x) > 0


@may("battle_start", 27)
def _pontoons(w: CardWatch, s: Any, power: int, battle: Any) -> bool:
    return _raid(w, s, power, battle) and battle.power & 1 == power & 1 and RIVER in w.entries(s, battle.x)


@may("battle_start", 35)
def _sworn(w: CardWatch, s: Any, power: int, battle: Any) -> bool:
    x = battle.x
    return (x in IN_SPAIN and soldiers(s, 1, x) + soldiers(s, 3, x) > 0 and pieces(s, SPAIN, x) > 0)


@may("battle_round", 21)
def _flank(w: CardWatch, s: Any, power: int, battle: Any) -> bool:
    return fights(s, power, battle.x) and power & 1 == battle.power & 1


@may("battle_round", 23)
def _humble(w: CardWatch, s: Any, power: int, battle: Any) -> bool:
    return fights(s, power, battle.x) and commander(s, 1 - (power & 1), battle.x) >= 0


@may("battle_round", 71, 102, 106)
def _horse(w: CardWatch, s: Any, power: int, battle: Any) -> bool:
    return cavalry(s, power, battle.x)


@may("battle_round", 74)
def _works(w: CardWatch, s: Any, power: int, battle: Any) -> bool:
    return (fights(s, power, battle.x) and power & 1 != battle.power & 1 and w.fight is not None
            and w.fight.round == 1)


@may("battle_round", 87, 90)
def _in_spain(w: CardWatch, s: Any, power: int, battle: Any) -> bool:
    return fights(s, SPAIN, battle.x) and battle.x in IN_SPAIN


@may("battle_round", 22)
def _both_french(w: CardWatch, s: Any, power: int, battle: Any) -> bool:
    return pieces(s, 1, battle.x) > 0 and pieces(s, 3, battle.x) > 0


@may("battle_round", 34)
def _both_allies(w: CardWatch, s: Any, power: int, battle: Any) -> bool:
    return pieces(s, 0, battle.x) > 0 and pieces(s, 2, battle.x) > 0


@may("battle_round", 30, 33, 48, 59, 60, 70, 72, 76, 81, 91, 95, 99, 100)
def _there(w: CardWatch, s: Any, power: int, battle: Any) -> bool:
    return fights(s, power, battle.x)


@may("round_result", 11, 51)
def _more(w: CardWatch, s: Any, power: int, battle: Any) -> bool:
    """There is one of each: the later replaces the earlier."""
    x = battle.x
    return w.fight is not None and of_side(s, 0, x) > 0 and of_side(s, 1, x) > 0 and w.fight.verdict(s) >= 0


@may("round_result", 16)
def _rear(w: CardWatch, s: Any, power: int, battle: Any) -> bool:
    return (w.fight is not None and w.fight.verdict(s) == 1 - (power & 1) and soldiers(s, power, battle.x) > 0
            and not w.fight.longer())


@may("round_result", 57)
def _shots(w: CardWatch, s: Any, power: int, battle: Any) -> bool:
    return w.fight is not None and any(w.fight.killed_now[side] and side_leaders(s, side, battle.x) for side in (0, 1))


# --------------------------------------------------------------------------------------------------------------- Sieges


@may("siege_start", 1)
def _lines(w: CardWatch, s: Any, power: int, siege: Any) -> bool:
    return siege.x == LISBON and not s.turn_events >> CARD_OF[1] & 1


@may("siege_start", 7)
def _raid_siege(w: CardWatch, s: Any, power: int, siege: Any) -> bool:
    return of_side(s, 1 - (power & 1), siege.x) > 0


@may("siege_round", 10, 68)
def _besieger(w: CardWatch, s: Any, power: int, siege: Any) -> bool:
    return bool(power == siege.power)


@may("siege_round", 42)
def _first(w: CardWatch, s: Any, power: int, siege: Any) -> bool:
    return bool(power == siege.power and w.siege is not None and w.siege.round == 1)


@may("siege_round", 45)
def _treason(w: CardWatch, s: Any, power: int, siege: Any) -> bool:
    return _first(w, s, power, siege) and siege.x not in (GIBRALTAR, LISBON)


@may("siege_round", 53)
def _sortie(w: CardWatch, s: Any, power: int, siege: Any) -> bool:
    return power == owner(s, siege.x)


@may("siege_round", 92)
def _knife(w: CardWatch, s: Any, power: int, siege: Any) -> bool:
    return power == SPAIN == owner(s, siege.x) and siege.x in IN_SPAIN


@may("siege_round", 70, 72, 81, 91)
def _either(w: CardWatch, s: Any, power: int, siege: Any) -> bool:
    return power in (siege.power, owner(s, siege.x))


@may("siege_result", 41)
def _bombard(w: CardWatch, s: Any, power: int, siege: Any) -> bool:
    return bool(power == siege.power and w.siege is not None and not w.siege.may_go_on and not w.siege.taken)


# --------------------------------------------------------------------------------------------------- the own card play


def armies(s: Any, power: int) -> list[int]:
    return [one for one in LEADERS if POWER_OF[one] == power and s.at[one] < DUCHIES and s.at[one] != board.PLYMOUTH]


def hand(s: Any, power: int) -> list[int]:
    zones = board.HAND[power], board.HOME[power]
    return [card for card in range(len(NUMBER)) if any(s.piles[zone] >> card & 1 for zone in zones)]


@may("card_play", 1)
def _e1(w: CardWatch, s: Any, power: int, about: Any) -> bool:
    return not s.turn_events >> CARD_OF[1] & 1


@may("card_play", 7)
def _e7(w: CardWatch, s: Any, power: int, about: Any) -> bool:
    return any(of_side(s, 1 - (power & 1), x) for x in ON_MAP)


@may("card_play", 12)
def _e12(w: CardWatch, s: Any, power: int, about: Any) -> bool:
    return any(friendly(s, FRENCH, x) and not fortress(s, x) and not of_side(s, FRENCH, x) for x in IN_SPAIN)


@may("card_play", 19)
def _e19(w: CardWatch, s: Any, power: int, about: Any) -> bool:
    return any(hand(s, p) for p in (1 - (power & 1), 3 - (power & 1)))


@may("card_play", 73)
def _e73(w: CardWatch, s: Any, power: int, about: Any) -> bool:
    return bool(s.year < 1814)


@may("card_play", 86)
def _e86(w: CardWatch, s: Any, power: int, about: Any) -> bool:
    return bool(s.piles[board.RESERVE[1]])


@may("card_play", 84)
def _e84(w: CardWatch, s: Any, power: int, about: Any) -> bool:
    homes = board.PRINTED_HOME[power]
    held = [x for x in range(DUCHIES) if homes >> x & 1 and controlled_by(s, power, x)]
    if power & 1 == FRENCH and not held:
        held = [x for x in range(DUCHIES) if board.PRINTED_HOME[power ^ 2] >> x & 1 and controlled_by(s, power ^ 2, x)]
    if power != BRITAIN and not any(board.KEYS >> x & 1 for x in held):
        return False
    return any(not s.recalled >> one & 1 for one in leaders(s, power, board.UNBUILT)) or bool(
        leaders(s, power, board.REGROUP))


@may("card_play", 13)
def _e13(w: CardWatch, s: Any, power: int, about: Any) -> bool:
    return bool(s.atrocity != 3)


@may("card_play", 25)
def _e25(w: CardWatch, s: Any, power: int, about: Any) -> bool:
    return any(soldiers(s, side, x) + soldiers(s, side + 2, x) >= 5 for x in ON_MAP for side in (0, 1))


@may("card_play", 28)
def _e28(w: CardWatch, s: Any, power: int, about: Any) -> bool:
    side = 1 - (power & 1)
    return any(soldiers(s, p, x) >= 2 for x in ON_MAP for p in (side, side + 2))


@may("card_play", 31)
def _e31(w: CardWatch, s: Any, power: int, about: Any) -> bool:
    return any(s.piles[board.HAND[p]] or s.resources[p] for p in (1, 3))


@may("card_play", 37)
def _e37(w: CardWatch, s: Any, power: int, about: Any) -> bool:
    return any(fortifiable(s, power, x) for x in range(DUCHIES))


@may("card_play", 49, 78)
def _e49(w: CardWatch, s: Any, power: int, about: Any) -> bool:
    return s.regroup[power] > 0 or bool(leaders(s, power, board.REGROUP))


@may("card_play", 54)
def _e54(w: CardWatch, s: Any, power: int, about: Any) -> bool:
    return any(armies(s, p) for p in (1 - (power & 1), 3 - (power & 1)))


@may("card_play", 61)
def _e61(w: CardWatch, s: Any, power: int, about: Any) -> bool:
    return any(friendly(s, FRENCH, x) and not fortress(s, x) and not board.KEYS >> x & 1 and not of_side(s, FRENCH, x)
               and any(friendly(s, ALLIES, y) for y in near(x)) for x in IN_SPAIN)


@may("card_play", 62)
def _e62(w: CardWatch, s: Any, power: int, about: Any) -> bool:
    return any(friendly(s, FRENCH, x) and not fortress(s, x) for x in IN_SPAIN)


@may("card_play", 63)
def _e63(w: CardWatch, s: Any, power: int, about: Any) -> bool:
    return any(friendly(s, ALLIES, x) and not fortress(s, x) and not board.KEYS >> x & 1 and not of_side(s, ALLIES, x)
               and any(of_side(s, FRENCH, y) for y in near(x)) for x in IN_SPAIN)


@may("card_play", 69)
def _e69(w: CardWatch, s: Any, power: int, about: Any) -> bool:
    return any(s.resources[p] or any(soldiers(s, p, x) for x in ON_MAP) for p in (1 - (power & 1), 3 - (power & 1)))


@may("card_play", 77)
def _e77(w: CardWatch, s: Any, power: int, about: Any) -> bool:
    return not s.turn_events >> CARD_OF[77] & 1 and s.year < 1814


@may("card_play", 79)
def _e79(w: CardWatch, s: Any, power: int, about: Any) -> bool:
    return any(s.resources[p] for p in (1 - (power & 1), 3 - (power & 1)))


@may("card_play", 83)
def _e83(w: CardWatch, s: Any, power: int, about: Any) -> bool:
    return any(s.piles[zone[p]] for p in range(4) if p != power for zone in (board.HAND, board.HOME, board.GUEST))


@may("card_play", 88)
def _e88(w: CardWatch, s: Any, power: int, about: Any) -> bool:
    return any(of_side(s, FRENCH, x) for x in IN_SPAIN)


@may("card_play", 104)
def _e104(w: CardWatch, s: Any, power: int, about: Any) -> bool:
    return any(friendly(s, FRENCH, x) and not fortress(s, x) for x in IN_SPAIN)


@may("card_play", 2, 105)
def _e2(w: CardWatch, s: Any, power: int, about: Any) -> bool:
    return bool(armies(s, power))


# ------------------------------------------------------------------------------------------------------------- effects


class Look:
    """What Events change, as it was when a card was declared."""

    def __init__(self, s: Any) -> None:
        self.sps = [sum(soldiers(s, power, x) for x in range(DUCHIES)) for power in range(4)]
        self.regroup = list(s.regroup)
        self.resources = list(s.resources)
        self.common = [bin(s.piles[board.HAND[power]]).count("1") for power in range(4)]
        self.home = [bin(s.piles[board.HOME[power]]).count("1") for power in range(4)]
        self.debts = len(s.debts)
        self.madrid = friendly(s, FRENCH, board.MADRID)
        self.soult = s.at[board.SOULT]
        self.reserve = bin(s.piles[board.RESERVE[1]]).count("1")
        self.pile = bin(s.piles[board.DRAW_PILE] | s.piles[board.DISCARDS]).count("1")


def room(power: int) -> int:
    return sum(n * sp for n, sp in zip(board.MIX[power], (1, 2, 4), strict=True))


# SPs that an Event takes from or brings to the map: by number, for the player p, {Power: SPs}
SOLDIERS: dict[int, Callable[[int, Look], dict[int, int]]] = {
    4: lambda p, was: {1: -3, 3: -3}, 26: lambda p, was: {1: -2, 3: -2}, 38: lambda p, was: {1: -2, 3: -2},
    85: lambda p, was: {1: -2, 3: -2}, 6: lambda p, was: {2: -3}, 9: lambda p, was: {0: -3}, 17: lambda p, was: {0: -3},
    5: lambda p, was: {0: 4, 2: 4}, 47: lambda p, was: {p: 4}, 56: lambda p, was: {p: 2}, 89: lambda p, was: {2: 3},
    96: lambda p, was: {0: 3}, 101: lambda p, was: {p: 3}, 109: lambda p, was: {p: 2},
    110: lambda p, was: {p: 2 if was.madrid else 1}, 20: lambda p, was: {1: 3, 3: 3} if p & 1 else {},
    62: lambda p, was: {2: 3}, 18: lambda p, was: {}, 13: lambda p, was: {}, 77: lambda p, was: {},
}


def after(w: CardWatch, s: Any, power: int, n: int, was: Look) -> None:
    """The effect of an Event of the own card play, from what it has changed."""
    now = Look(s)
    w.seen[f"event {n}"] += 1
    if n in SOLDIERS and not w.disturbed and now.debts == was.debts:
        want = SOLDIERS[n](power, was)
        for one in range(4):
            change = want.get(one, 0)
            if change > 0 and was.sps[one] + was.regroup[one] + change > room(one):
                continue                # shortage
            if now.sps[one] - was.sps[one] != change:
                w.fault(f"card {n} of {power}: {one} has {now.sps[one] - was.sps[one]} SPs more, not {change}")
    gain = [now.resources[one] - was.resources[one] for one in range(4)]
    want_gain: list[int] | None = [0, 0, 0, 0]
    assert want_gain is not None
    if n == 18:
        want_gain[power] = 1
    elif n == 94:
        want_gain[SPAIN] = 1
    elif n == 6:
        want_gain[SPAIN] = -min(1, was.resources[SPAIN])
    elif n == 46:
        want_gain[power] = -min(1, was.resources[power])
    elif n == 32:
        want_gain[BRITAIN] = -min(1, was.resources[BRITAIN]) if not was.common[BRITAIN] else 0
    elif n == 66:
        want_gain[SPAIN] = -min(1, was.resources[SPAIN]) if not was.common[SPAIN] else 0
    elif n in (31, 69, 79):
        want_gain = None
        if sum(gain) not in ((-1,) if n == 79 else (0, -1)) or gain[power] or gain[power ^ 2]:
            w.fault(f"card {n} of {power}: Resources {gain}")
    if want_gain is not None and gain != want_gain and not w.disturbed and now.debts == was.debts:
        w.fault(f"card {n} of {power}: Resources {gain}, not {want_gain}")
    drawn = [now.common[one] - was.common[one] for one in range(4)]
    hands = [0, 0, 0, 0]
    if n == 32:
        hands[BRITAIN] = -min(1, was.common[BRITAIN])
    elif n == 66:
        hands[SPAIN] = -min(1, was.common[SPAIN])
    elif n == 58:
        hands[1], hands[3] = -min(1, was.common[1]), -min(1, was.common[3])
    elif n == 46 and not was.resources[power]:
        hands[power] = -min(1, was.common[power])
    elif n == 50:
        hands[power] = min(1, was.pile)
    elif n == 5:
        left = was.pile
        for one in (BRITAIN, SPAIN):
            hands[one] = 1 if was.common[one] < 8 and left else 0
            left -= hands[one]
    if n not in (31, 83, 94) and drawn != hands and not w.disturbed and now.debts == was.debts:
        w.fault(f"card {n} of {power}: Hands {drawn}, not {hands}")
    if n == 86 and not w.disturbed:
        homes = [now.home[one] - was.home[one] for one in (1, 3)]
        other = 1 if power == 3 else 3
        want_home = {power: min(1, was.reserve), other: min(1, max(0, was.reserve - 1))}
        if homes != [want_home[1], want_home[3]]:
            w.fault(f"card 86 of {power}: Home cards {homes}, Reserve was {was.reserve}")
    if n == 38 and was.soult < DUCHIES and s.at[board.SOULT] != board.UNBUILT:
        w.fault("Soult stays")
    lasting = {1, 64, 77, 17}
    if n in lasting and not s.turn_events >> CARD_OF[n] & 1:
        w.fault(f"card {n} is not in force")


SOMETIMES = (2, 15, 20, 38, 47, 56, 65, 85, 89, 93, 94, 96, 98, 101, 103, 105, 109, 110, 64, 5, 43)   # looked at


class CardWatch(Watch):
    """A game whose choices of cards are compared."""

    total = 0
    silent = -1
    event: Any = None           # the Event of the own card play: (power, card, what was, its frame)
    disturbed = False
    loose: Any = None           # cards that have been played in windows: they must lie where they belong

    def on_tell(self, s: Any, kind: str, args: tuple[int, ...]) -> None:
        if kind in ("interception_rolled", "evasion_rolled"):
            self.total = args[2]
        if kind == "hand_seen" and self.pending and self.pending[-1][1] == 19:
            self.silent = args[1]
        if kind == "impulse":
            self.silent = -1
        if kind in ("battle", "attrition", "attrition_both", "eliminated", "mulligan", "intercepts",
                    "soldiers_intercept", "regrouped", "siege", "debt", "called_home"):
            self.disturbed = True
        if kind == "played_event":
            self.loose = [*(self.loose or []), args]
            self.disturbed = True
            if type(s.stack[-2]).__name__ == "Impulse":
                self.event, self.disturbed = (args[0], args[1], Look(s), self.frame(s, "PlayEvent")), False
        if kind == "event_void" and self.event is not None and self.event[1] == args[0]:
            self.event = None
        super().on_tell(s, kind, args)

    def settle(self, s: Any) -> None:
        super().settle(s)
        playing = [frame.card for frame in s.stack if type(frame).__name__ == "PlayEvent"]
        if self.event is not None and self.event[1] not in playing:
            power, card, was, _ = self.event
            if s.active == power and type(s.stack[-1]).__name__ == "ChoosePlay":
                after(self, s, power, NUMBER[card], was)
            self.event = None
        for power, card in self.loose or []:
            if card not in playing:
                self.put_away(s, power, card)
        self.loose = [one for one in self.loose or [] if one[1] in playing]

    def put_away(self, s: Any, power: int, card: int) -> None:
        """[4.21] [5.4] [5.7] Where a card goes that was played as an Event."""
        fate = board.CARDS.rows[card].text("fate")
        lies = board.CARDS.where(s, card)
        if fate == "reserve":
            want = {board.RESERVE[power]}
        elif fate == "give_to_spain":
            want = {board.GUEST[SPAIN]}
        elif fate == "remove" or (fate == "remove_if_french" and power & 1 == FRENCH):
            want = {board.REMOVED}
        else:
            want = {board.DISCARDS}
        self.seen["fates"] += 1
        if lies not in want and lies != board.DRAW_PILE and lies not in board.HAND and lies not in board.HOME:
            self.fault(f"card {NUMBER[card]} of {power} lies in zone {lies}, not {want}")
        elif lies not in want:
            self.seen["shuffled"] += 1

    def look(self, s: Any, seat: int, options: list[Any]) -> None:
        super().look(s, seat, options)
        top = s.stack[-1]
        name = type(top).__name__
        if name in ("Window", "BattleWindow", "ReactionWindow"):
            self.compare_window(s, seat, options, board.MOMENTS[top.moment], top)
        elif name == "ChoosePlay":
            self.compare_play(s, seat, options)

    def compare_window(self, s: Any, seat: int, options: list[Any], moment: str, top: Any) -> None:
        if moment in ("reaction", "offensive_interception"):
            return
        about = s.stack[-2]
        offered = {NUMBER[action[1]] for action in options if action[0] == "play"}
        want = set()
        for card in hand(s, seat):
            n = NUMBER[card]
            if moment not in MOMENTS[card] or seat not in BY[card]:
                continue
            if TYPE[card] == "response" and seat == self.silent:
                continue
            if (moment, n) == ("battle_start", 108):
                offered.discard(108)
                continue
            if moment == "battle_round" and TYPE[card] != "response" and top.responses:
                continue
            test = MAY.get((moment, n))
            self.seen[f"{moment} {n}"] += 1
            if test is None or test(self, s, seat, about):
                want.add(n)
        self.seen["windows"] += 1
        if want != offered:
            self.fault(f"{moment}: {board.POWERS[seat]} is offered {sorted(offered)}, not {sorted(want)} "
                       f"({type(about).__name__})")

    def compare_play(self, s: Any, seat: int, options: list[Any]) -> None:
        if self.waits(s, seat, options):
            return
        offered = {NUMBER[action[1]] for action in options if action[0] == "event"}
        points = {action[1] for action in options if action[0] == "cp"}
        want, doubtful = set(), set()
        for card in hand(s, seat):
            n = NUMBER[card]
            if "card_play" not in MOMENTS[card] or seat not in BY[card]:
                continue
            if TYPE[card] == "must_play":
                doubtful.add(n)
                continue
            if card not in points:
                continue                # no slot for it, by the rules of Impulses
            if n in SOMETIMES:
                self.seen[f"card_play {n} {n in offered}"] += 1
                doubtful.add(n)
                continue
            test = MAY.get(("card_play", n))
            self.seen[f"card_play {n}"] += 1
            if test is None or test(self, s, seat, None):
                want.add(n)
        if want != offered - doubtful:
            self.fault(f"card_play: {board.POWERS[seat]} is offered {sorted(offered - doubtful)}, not {sorted(want)}")


__all__ = ["COMMAND", "CardWatch", "battles", "tablero"]
