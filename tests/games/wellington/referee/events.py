"""What each Event of the own card play does, from the text of the card: whom it asks what, which dice it rolls, and how
the position is afterwards. Nothing else may change.

An account is a generator over a `Position`. It yields what must happen next, and changes the position as the card says:

    ask(seat, options)          that seat chooses one of these; gives the choice
    dice(n)                     so many dice are rolled; gives them
    random(zone cards)          one of these cards is drawn by chance; gives it
    attrition(side, x, times)   [13.1] an Attrition check; follow.py knows the rest
    contact()                   what follows upon a piece or Flag that was placed: reactions, a Battle
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any

from tests.games.wellington.referee.position import (
    ALLIES,
    BRITAIN,
    CARD_OF,
    DUCHIES,
    FRENCH,
    KEYS,
    KIND,
    LEADERS,
    NEIGHBOURS,
    NORD,
    ON_MAP,
    PLYMOUTH,
    PORTUGUESE_LAND,
    POWER_OF,
    REGROUP,
    SPAIN,
    SPANISH_LAND,
    SUD,
    SYMBOLS,
    UNBUILT,
    Position,
    board,
    enemies,
)

Action = tuple[Any, ...]
Account = Generator[tuple[Any, ...], Any, None]
Play = Callable[[Position, int], Account]
EFFECT: dict[int, Play] = {}
DONE = ("done",)


def ask(seat: int, options: Iterable[Action]) -> tuple[Any, ...]:
    return "ask", seat, frozenset(options)


def dice(n: int) -> tuple[Any, ...]:
    return "dice", n


def random(cards: Iterable[int], *words: str) -> tuple[Any, ...]:
    return "random", frozenset(cards), words


def attrition(side: int, x: int, times: int) -> tuple[Any, ...]:
    return "attrition", side, x, times


def contact() -> tuple[Any, ...]:
    return ("contact",)


def event(*numbers: int) -> Callable[[Play], Play]:
    def enter(play: Play) -> Play:
        for n in numbers:
            EFFECT[n] = play
        return play
    return enter


# --------------------------------------------------------------------------------- Soldiers that go [5.12], come [5.11]


def remove(b: Position, power: int, n: int, to_box: bool = False, land: Iterable[int] = ()) -> Account:
    """A Power takes SPs of its choice from the map, first from some land. What is not there is owed: see follow.py."""
    first = list(land)
    for _ in range(n):
        some = [x for x in first or range(DUCHIES) if b.sp[power, x]] or [x for x in range(DUCHIES) if b.sp[power, x]]
        if not some:
            yield "owed", power
            return
        word = yield ask(power, [("remove", power, x) for x in some])
        b.sp[power, word[2]] -= 1
        b.boxed[power] += to_box


def make_room(b: Position, power: int, x: int, plan: dict[int, int]) -> Account:
    """[5.11] Without counters left the Power first eliminates SPs of its choice on the map."""
    new = {**plan, x: plan.get(x, 0) + 1}
    while not b.fits(power, new):
        some = [y for y in range(DUCHIES) if b.sp[power, y]]
        some = [y for y in some if b.fits(power, {**new, y: new.get(y, 0) - 1})] or some
        word = yield ask(power, [("remove", power, y) for y in some])
        b.sp[power, word[2]] -= 1


def place(
    b: Position, power: int, n: int, where: Callable[[], list[int]], stop: bool = False, apart: bool = False
) -> Account:
    """SPs, each in one of these Duchies: they are named one by one, then placed Duchy by Duchy [6.3i]."""
    plan: dict[int, int] = {}
    for _ in range(n):
        places = [x for x in where() if not (apart and x in plan)]
        if not places:
            break
        word = yield ask(power, [("place", x) for x in places] + [DONE] * stop)
        if word == DONE:
            break
        yield from make_room(b, power, word[1], plan)
        plan[word[1]] = plan.get(word[1], 0) + 1
    yield from enter(b, power, plan)


def enter(b: Position, power: int, plan: dict[int, int]) -> Account:
    for x, n in plan.items():
        b.sp[power, x] += n
    for x, n in plan.items():
        yield "placed", power, n, x
        yield contact()


def draw(b: Position, power: int) -> Account:
    """[15.2k] A card from the Draw Pile; without one the discards are shuffled first."""
    if not b.cards(board.DRAW_PILE):
        for card in b.cards(board.DISCARDS):
            b.zone[card] = board.DRAW_PILE
    if b.cards(board.DRAW_PILE):
        card = yield random(b.cards(board.DRAW_PILE), "drew", "drew_hidden")
        b.zone[card] = board.HAND[power]


def discard(b: Position, power: int) -> Account:
    """One non-Home card at random; a Must Play card goes back into the Draw Pile."""
    card = yield random(b.common(power), "discarded", "shuffled_back")
    b.zone[card] = board.DRAW_PILE if KIND[card] == "must_play" else board.DISCARDS


def lose_resource(b: Position, power: int) -> None:
    b.resources[power] = max(0, b.resources[power] - 1)


@event(4)
def russian_front(b: Position, power: int) -> Account:
    for one in (SUD, NORD):
        yield from remove(b, one, 3)


@event(26)
def cadres(b: Position, power: int) -> Account:
    for one in (SUD, NORD):
        yield from remove(b, one, 2)


@event(6)
def viceroys(b: Position, power: int) -> Account:
    yield from remove(b, SPAIN, 3)
    lose_resource(b, SPAIN)


@event(9)
def canada(b: Position, power: int) -> Account:
    yield from remove(b, BRITAIN, 3)


@event(17)
def unrest(b: Position, power: int) -> Account:
    yield from remove(b, BRITAIN, 3, to_box=True, land=PORTUGUESE_LAND)
    b.in_force.add(17)


@event(5)
def subsidies(b: Position, power: int) -> Account:
    for one in (BRITAIN, SPAIN):
        yield from place(b, one, 4, lambda one=one: b.havens(one))      # type: ignore[misc]
    for one in (BRITAIN, SPAIN):
        if len(b.common(one)) < 8:
            yield from draw(b, one)


def levy(n: int) -> Play:
    def play(b: Position, power: int) -> Account:
        yield from place(b, power, n, lambda: b.havens(power))
    return play


event(47)(levy(4))
event(56)(levy(2))
event(101)(levy(3))


@event(89)
def to_arms(b: Position, power: int) -> Account:
    yield from place(b, SPAIN, 3, lambda: b.home(SPAIN))


@event(96)
def fighting_cocks(b: Position, power: int) -> Account:
    yield from place(b, BRITAIN, 3, lambda: [x for x in PORTUGUESE_LAND if x in b.havens(BRITAIN)])


@event(104)
def gendarmes(b: Position, power: int) -> Account:
    def places() -> list[int]:
        return [x for x in SPANISH_LAND if b.friendly(FRENCH, x) and not b.fortress(x)]
    yield from place(b, power, 2, places, stop=True, apart=True)


def together(b: Position, power: int, n: int, x: int) -> Account:
    """SPs that all come to one Duchy."""
    plan: dict[int, int] = {}
    for _ in range(n):
        yield from make_room(b, power, x, plan)
        plan[x] = plan.get(x, 0) + 1
    yield from enter(b, power, plan)


@event(109)
def italians(b: Position, power: int) -> Account:
    armies = [x for x in ON_MAP if b.chiefs(power, x) and b.friendly(FRENCH, x)]
    word = yield ask(power, [("choose", x) for x in {*armies, *b.havens(power)}])
    yield from together(b, power, 2, word[1])


@event(110)
def josephs_guard(b: Position, power: int) -> Account:
    if b.friendly(FRENCH, board.MADRID):
        yield from together(b, power, 2, board.MADRID)
    else:
        yield from place(b, power, 1, lambda: b.havens(power))


@event(20)
def patrie(b: Position, power: int) -> Account:
    if power % 2 == FRENCH:
        for one in (SUD, NORD):
            yield from place(b, one, 3, lambda one=one: b.havens(one))      # type: ignore[misc]
        return
    afield = SPANISH_LAND + PORTUGUESE_LAND
    targets = [one for one in (SUD, NORD) if any(b.sp[one, x] for x in afield) and b.home(one)]
    word = yield ask(power, [("against", one) for one in targets])
    one, moved = word[1], 0
    for _ in range(3):
        some = [x for x in afield if b.sp[one, x]]
        if not some:
            break
        word = yield ask(one, [("choose", x) for x in some])
        b.sp[one, word[1]] -= 1
        moved += 1
    yield from place(b, one, moved, lambda: b.home(one))


# --------------------------------------------------------------------------------------------------- the Regroup Box


def return_soldiers(b: Position, power: int, most: int, where: list[int]) -> Account:
    plan: dict[int, int] = {}
    for _ in range(min(most, b.boxed[power])):
        if not where:
            break
        word = yield ask(power, [("place", x) for x in where] + [DONE])
        if word == DONE:
            break
        plan[-1] = plan.get(-1, 0) - 1
        yield from make_room(b, power, word[1], plan)
        plan[word[1]] = plan.get(word[1], 0) + 1
    b.boxed[power] += plan.pop(-1, 0)
    yield from enter(b, power, plan)


def return_leader(b: Position, power: int, where: list[int]) -> Account:
    boxed = b.chiefs(power, REGROUP)
    if not boxed or not where:
        return
    word = yield ask(power, [("name", one) for one in boxed] + [DONE])
    if word == DONE:
        return
    place = yield ask(power, [("choose", x) for x in where])
    b.at[word[1]] = place[1]
    yield contact()


@event(49)
def supply_convoy(b: Position, power: int) -> Account:
    yield from return_soldiers(b, power, 3, b.havens(power))
    yield from return_leader(b, power, b.havens(power, soldiers=False))


@event(78)
def rally(b: Position, power: int) -> Account:
    armies = [x for x in ON_MAP if b.chiefs(power, x) and b.friendly(power % 2, x)]
    word = DONE
    if armies:
        word = yield ask(power, [("choose", x) for x in armies] + [DONE])
    army = [] if word == DONE else [word[1]]
    yield from return_soldiers(b, power, 4, sorted({*b.havens(power), *army}))
    yield from return_leader(b, power, sorted({*b.havens(power, soldiers=False), *army}))


@event(84)
def promotion(b: Position, power: int) -> Account:
    ready = [one for one in LEADERS if POWER_OF[one] == power and b.at[one] in (UNBUILT, REGROUP)
             and one not in b.recalled]
    word = yield ask(power, [("name", one) for one in ready])
    place = yield ask(power, [("choose", x) for x in b.havens(power, soldiers=False)])
    b.at[word[1]] = place[1]
    yield contact()


@event(28)
def desertion(b: Position, power: int) -> Account:
    places = [(one, x) for one in enemies(power) for x in range(DUCHIES) if b.sp[one, x] >= 2]
    word = yield ask(power, [("desert_at", one, x) for one, x in places])
    _, one, x = word
    die, = yield dice(1)
    n = min((die + 1) // 2, b.sp[one, x] - 1)
    b.sp[one, x] -= n
    b.boxed[one] += n


def to_regroup_box(b: Position, power: int, n: int) -> Account:
    for _ in range(n):
        some = [x for x in range(DUCHIES) if b.sp[power, x]]
        if not some:
            return
        word = yield ask(power, [("choose", x) for x in some])
        b.sp[power, word[1]] -= 1
        b.boxed[power] += 1


@event(69)
def arrears(b: Position, power: int) -> Account:
    targets = [one for one in enemies(power) if b.resources[one] or b.total(one)]
    word = yield ask(power, [("against", one) for one in targets])
    one = word[1]
    how = [("resource",)] * (b.resources[one] > 0) + [("desert",)] * (b.total(one) > 0)
    answer = yield ask(one, how)
    if answer == ("resource",):
        lose_resource(b, one)
    else:
        yield from to_regroup_box(b, one, 2)


@event(46)
def corruption(b: Position, power: int) -> Account:
    if b.resources[power]:
        lose_resource(b, power)
    elif b.common(power):
        yield from discard(b, power)
    else:
        yield from to_regroup_box(b, power, 2)


# ------------------------------------------------------------------------------------------------ Hands and Resources


@event(18)
def royal(b: Position, power: int) -> Account:
    b.resources[power] += 1
    yield from ()


@event(94)
def st_george(b: Position, power: int) -> Account:
    b.resources[SPAIN] += 1
    yield from ()


@event(31)
def ulcer(b: Position, power: int) -> Account:
    word = yield ask(power, [("against", one) for one in (SUD, NORD)])
    if b.common(word[1]):
        yield from discard(b, word[1])
    lose_resource(b, word[1])


def riots(victim: int) -> Play:
    def play(b: Position, power: int) -> Account:
        if b.common(victim):
            yield from discard(b, victim)
        else:
            lose_resource(b, victim)
    return play


event(32)(riots(BRITAIN))
event(66)(riots(SPAIN))


@event(58)
def malet(b: Position, power: int) -> Account:
    for one in (SUD, NORD):
        if b.common(one):
            yield from discard(b, one)


@event(79)
def magazines(b: Position, power: int) -> Account:
    word = yield ask(power, [("against", one) for one in enemies(power) if b.resources[one]])
    lose_resource(b, word[1])


@event(50)
def campaign(b: Position, power: int) -> Account:
    yield from draw(b, power)


@event(83)
def change_of_plans(b: Position, power: int) -> Account:
    word = yield ask(power, [("against", one) for one in range(4) if one != power and b.held(one)])
    card = yield random(b.held(word[1]), "took_card", "took_card_hidden")
    if not board.HOME_CARDS >> card & 1:
        b.zone[card] = board.HAND[power]
    else:           # for its CPs only; but whoever gets his own card back has it as before
        back = board.HOME_DECK[power] >> card & 1 and b.zone[card] == board.GUEST[word[1]]
        b.zone[card] = board.HOME[power] if back else board.GUEST[power]


@event(15)
def council(b: Position, power: int) -> Account:
    """One offer: a card of mine for one of the Ally's, neither Home nor Must Play."""
    ally = (power + 2) % 4
    mine = [card for card in b.common(power) if KIND[card] != "must_play"]
    theirs = [card for card in b.common(ally) if KIND[card] != "must_play"]
    if not mine or not theirs:
        return
    offer = yield ask(power, [("offer", card) for card in mine] + [DONE])
    if offer == DONE:
        return
    wish = yield ask(power, [("wish", card) for card in theirs] + [DONE])
    if wish == DONE:
        return
    answer = yield ask(ally, [("yes",), ("no",)])
    if answer == ("yes",):
        b.zone[offer[1]], b.zone[wish[1]] = board.HAND[ally], board.HAND[power]


@event(19)
def exploring(b: Position, power: int) -> Account:
    yield ask(power, [("against", one) for one in enemies(power) if b.held(one)])


@event(85)
def horses(b: Position, power: int) -> Account:
    for one in (SUD, NORD):
        some = [x for x in range(DUCHIES) if b.sp[one, x] >= 2]
        if not some:
            yield "owed", one
            continue
        word = yield ask(one, [("choose", x) for x in some])
        b.sp[one, word[1]] -= 2
    left = [CARD_OF[n] for n in (102, 106) if b.zone[CARD_OF[n]] != board.REMOVED]
    if left:
        word = yield ask(power, [("remove_card", card) for card in left])
        b.zone[word[1]] = board.REMOVED


@event(86)
def eagles(b: Position, power: int) -> Account:
    for one in (power, (power + 2) % 4):
        if b.cards(board.RESERVE[SUD]):
            card = yield random(b.cards(board.RESERVE[SUD]), "dealt_home", "dealt_home_hidden")
            b.zone[card] = board.HOME[one]


@event(38)
def emperor(b: Position, power: int) -> Account:
    if b.at[board.SOULT] < DUCHIES:
        gone = board.SOULT
    else:
        targets = [one for one in (SUD, NORD) if any(b.at[n] < DUCHIES for n in LEADERS if POWER_OF[n] == one)]
        gone = -1
        if targets:
            word = yield ask(power, [("against", one) for one in targets])
            there = [n for n in LEADERS if POWER_OF[n] == word[1] and b.at[n] < DUCHIES]
            word = yield ask(word[1], [("name", n) for n in there])
            gone = word[1]
    if gone >= 0:
        b.at[gone] = UNBUILT
        b.recalled.add(gone)
    for one in (SUD, NORD):
        yield from remove(b, one, 2)
    b.zone[CARD_OF[99]] = board.REMOVED


# ----------------------------------------------------------------------------------------------------- Events that last


@event(1)
def torres_vedras(b: Position, power: int) -> Account:
    b.in_force.add(1)
    yield from ()


@event(77)
def no_peace(b: Position, power: int) -> Account:
    b.in_force.add(77)
    yield from ()


@event(73)
def wellesley(b: Position, power: int) -> Account:
    b.wellesley = 2 if power % 2 == FRENCH else 1
    yield from ()


@event(13)
def atrocity(b: Position, power: int) -> Account:
    word = yield ask(power, [("enrage", side) for side in (ALLIES, FRENCH) if side not in b.enraged])
    b.enraged.add(word[1])


@event(54)
def winter(b: Position, power: int) -> Account:
    places = {(POWER_OF[n], b.at[n]) for n in LEADERS if POWER_OF[n] in enemies(power) and b.at[n] < DUCHIES}
    word = yield ask(power, [("quarter", one, x) for one, x in places if x != PLYMOUTH])
    b.quarters = sorted([*b.quarters, (word[1], word[2])])


@event(37)
def hasty(b: Position, power: int) -> Account:
    word = yield ask(power, [("choose", x) for x in fortifiable(b, power)])
    b.hasty.add(word[1])


def fortifiable(b: Position, power: int) -> list[int]:
    if len(b.hasty) >= 2:
        return []
    return [x for x in ON_MAP if b.controls(power, x) and not b.fortress(x)]


@event(64)
def columns(b: Position, power: int) -> Account:
    b.in_force.add(64)
    some = [x for x in ON_MAP if b.sp[SPAIN, x] and not b.chiefs(SPAIN, x)
            and any(b.side_chiefs(FRENCH, y) for y in NEIGHBOURS[x])]
    if some:
        word = yield ask(power, [("choose", x) for x in some])
        b.sp[SPAIN, word[1]] -= 1
        b.boxed[SPAIN] += 1


# ----------------------------------------------------------------------------------------------------- checks and Flags


@event(7)
def raid(b: Position, power: int) -> Account:
    word = yield ask(power, [("choose", x) for x in ON_MAP if b.force(1 - power % 2, x)])
    yield attrition(1 - power % 2, word[1], 1)


@event(25)
def fever(b: Position, power: int) -> Account:
    crowded = {x: side for x in ON_MAP for side in (ALLIES, FRENCH) if b.sp[side, x] + b.sp[side + 2, x] >= 5}
    word = yield ask(power, [("choose", x) for x in crowded])
    yield attrition(crowded[word[1]], word[1], 2)


@event(88)
def empecinado(b: Position, power: int) -> Account:
    word = yield ask(SPAIN, [("choose", x) for x in SPANISH_LAND if b.force(FRENCH, x)])
    yield attrition(FRENCH, word[1], 1 if b.side_chiefs(FRENCH, word[1]) else 2)


@event(43)
def dysentery(b: Position, power: int) -> Account:
    side = power % 2
    forts = [x for x in ON_MAP if b.fortress(x) and b.friendly(1 - side, x) and not b.force(1 - side, x)
             and (power, x) not in b.quarters]
    led = [("besiege", n) for x in forts for n in b.chiefs(power, x)]
    unled = [("storm", x) for x in forts if b.sp[power, x] and not b.chiefs(power, x)]
    ill = [("choose", x) for x in ON_MAP if b.force(ALLIES, x) or b.force(FRENCH, x)]
    word = yield ask(power, [*led, *unled, *ill])
    if word[0] != "choose":
        yield "siege", word
        return
    for one in (ALLIES, FRENCH):
        if b.force(one, word[1]):
            yield attrition(one, word[1], 1)


def open_to_guerrillas(b: Position) -> list[int]:
    return [x for x in SPANISH_LAND if b.friendly(FRENCH, x) and not b.fortress(x) and not b.force(FRENCH, x)]


@event(12)
def guerrilleros(b: Position, power: int) -> Account:
    chosen: list[int] = []
    while len(chosen) < 4:
        left = [x for x in open_to_guerrillas(b) if x not in chosen]
        if not left:
            break
        word = yield ask(power, [("choose", x) for x in left] + [DONE] * bool(chosen))
        if word == DONE:
            break
        chosen.append(word[1])
    for x in sorted(chosen):
        die, = yield dice(1)
        near = any(b.force(ALLIES, y) for y in NEIGHBOURS[x])
        if die + near - (64 in b.in_force) >= 4:
            liberate(b, x)


def liberate(b: Position, x: int) -> None:
    """[4.4] The French Flag goes; where a French symbol is printed a Spanish one comes, if there is one left."""
    if x in SYMBOLS:
        b.flag[x] = SPAIN if b.flags_left(ALLIES) else -1
    else:
        b.flag[x] = -1


def flags(b: Position, power: int, new: int, wanted: Callable[[int], bool]) -> Account:
    """[10.10] Up to two Flags for a Power; an Army that intercepts takes its Flag away."""
    side = new % 2
    chosen: list[int] = []
    while len(chosen) < 2:
        left = [x for x in SPANISH_LAND if b.friendly(1 - side, x) and not b.fortress(x) and x not in KEYS
                and not b.force(1 - side, x) and wanted(x) and x not in chosen
                and (b.flags_left(side) or board.OWNER[x] == new)]
        if not left:
            return
        word = yield ask(power, [("choose", x) for x in left] + [DONE] * bool(chosen))
        if word == DONE:
            return
        chosen.append(word[1])
        b.give(word[1], new)
        yield contact()


@event(61)
def juntas(b: Position, power: int) -> Account:
    yield from flags(b, power, SPAIN, lambda x: any(b.friendly(ALLIES, y) for y in NEIGHBOURS[x]))


@event(63)
def afrancesados(b: Position, power: int) -> Account:
    yield from flags(b, power, power, lambda x: any(b.force(FRENCH, y) for y in NEIGHBOURS[x]))


@event(62)
def uprising(b: Position, power: int) -> Account:
    word = yield ask(power, [("choose", x) for x in SPANISH_LAND if b.friendly(FRENCH, x) and not b.fortress(x)])
    x = word[1]
    yield from together(b, SPAIN, 3, x)
    if b.pieces(SPAIN, x) and not b.force(FRENCH, x) and b.owner(x) % 2 == FRENCH:
        if b.flags_left(ALLIES) or board.OWNER[x] == SPAIN:
            answer = yield ask(SPAIN, [("flag", x, SPAIN), DONE])
            if answer != DONE:
                b.give(x, SPAIN)


# ----------------------------------------------------------------------------------------- marches, the sea, Wellington


@event(2, 105, 98, 65, 93, 103)
def goes_on(b: Position, power: int) -> Account:
    """Marches and Convoys are followed elsewhere."""
    yield "anything",
