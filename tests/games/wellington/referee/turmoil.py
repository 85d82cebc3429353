"""Positions that play rarely reaches, denser than those of upheaval.py: Armies of both Powers of a side in one Duchy,
enemies next to them, besiegers, Ports, Powers that are short of Soldiers."""

from __future__ import annotations

import random
from typing import Any

from tablero.games.wellington.rules.r01_pieces.s05_soldiers import add_soldiers, lose_soldiers
from tablero.games.wellington.rules.r01_pieces.s06_leaders import move_leader
from tablero.games.wellington.rules.r03_control import set_owner
from tests.games.wellington.referee.ground import ON_MAP, POWER_OF, Position, bits, board, has, near
from tests.games.wellington.referee.upheaval import start_anew, upheaval


def free(s: Any, side: int, among: list[int]) -> list[int]:
    p = Position(s)
    return [x for x in among if x in ON_MAP and not p.side_there(1 - side, x)]


def crowd(s: Any, rng: random.Random) -> None:
    """Leaders and Soldiers of both Powers of a side come together, and enemies next to them."""
    side = rng.randrange(2)
    x = rng.choice(free(s, side, bits(board.PORTS) if rng.random() < 0.3 else ON_MAP))
    for where, who in ((x, side), (x, side + 2), (rng.choice(near(x)), 1 - side), (rng.choice(near(x)), 3 - side)):
        if where in free(s, who % 2, [where]):
            send(s, rng, who, where)


def send(s: Any, rng: random.Random, power: int, x: int) -> None:
    leaders = [l for l, place in enumerate(s.at) if POWER_OF[l] == power and place < board.DUCHIES]
    for leader in rng.sample(leaders, min(len(leaders), rng.randint(0, 2))):
        move_leader(s, leader, x)
    draw(s, rng, power, x, rng.choice((0, 1, 2, 3, 5, 9)))


def draw(s: Any, rng: random.Random, power: int, x: int, n: int) -> None:
    """Soldiers from elsewhere."""
    for _ in range(n):
        p = Position(s)
        stacks = [y for y in ON_MAP if p.sps(power, y) and y != x]
        if not stacks:
            return
        y = rng.choice(stacks)
        if p.fits(power, {y: -1, x: 1}):
            lose_soldiers(s, power, y, 1)
            add_soldiers(s, power, x, 1)


def siege(s: Any, rng: random.Random) -> None:
    """A Formation before an enemy Fortress, most likely a Port."""
    p = Position(s)
    side = rng.randrange(2)
    forts = [x for x in bits(board.FORTRESSES) if p.owner(x) % 2 != side and not p.side_there(1 - side, x)]
    ports = [x for x in forts if has(board.PORTS, x)]
    if forts:
        send(s, rng, rng.choice((side, side + 2)), rng.choice(ports if ports and rng.random() < 0.6 else forts))


def flag(s: Any, rng: random.Random) -> None:
    """A Port, a Home Duchy or a Fortress changes hands."""
    p = Position(s)
    power = rng.randrange(4)
    home = [x for one in range(4) for x in bits(board.PRINTED_HOME[one]) if x in ON_MAP]
    x = rng.choice(rng.choice((bits(board.PORTS), home, bits(board.FORTRESSES))))
    spare = board.FLAGS[power % 2] - sum(1 for one in s.flag if one >= 0 and one % 2 == power % 2)
    if x in ON_MAP and spare > 1 and not has(s.hasty, x) and not p.side_there(1 - power % 2, x):
        set_owner(s, x, power)


def famine(s: Any, rng: random.Random) -> None:
    """A Power has hardly any Soldiers left; some lie in the Regroup Box."""
    power = rng.randrange(4)
    p = Position(s)
    for x in range(board.DUCHIES):
        if p.sps(power, x):
            lose_soldiers(s, power, x, p.sps(power, x))
    s.regroup[power] = rng.randint(0, 4)
    if rng.random() < 0.7:
        x = rng.choice(free(s, power % 2, ON_MAP))
        add_soldiers(s, power, x, rng.randint(1, 3))


def turmoil(s: Any, rng: random.Random) -> None:
    upheaval(s, rng)
    for name in ("juntas_proclaim", "afrancesados", "nationalist_uprising"):
        card = board.CARD[name]
        zone = board.CARDS.where(s, card)
        if zone in (board.DRAW_PILE, board.DISCARDS) and rng.random() < 0.3:
            board.CARDS.move(s, card, zone, board.HAND[s.active], watch=-1)
    if rng.random() < 0.4:
        for _ in range(rng.randint(1, 3)):
            rng.choice((crowd, crowd, siege, flag))(s, rng)
    appoint(s, rng)
    start_anew(s)


def galicia(s: Any, rng: random.Random) -> None:
    """All meet around Corunna, the first Duchy, and Wellington, the first Leader, is there: a number of 0 is as good as
    any other."""
    upheaval(s, rng)
    corner = [0, 0, 0, *near(0), *(y for x in near(0) for y in near(x))]
    for power in rng.sample(range(4), 4):
        if where := free(s, power % 2, corner):
            send(s, rng, power, rng.choice(where))
    if rng.random() < 0.5 and (where := free(s, 0, corner)):
        move_leader(s, 0, rng.choice(where))
    appoint(s, rng)
    start_anew(s)


def appoint(s: Any, rng: random.Random) -> None:
    """Where Leaders of two Powers were thrown together one of them commands."""
    p = Position(s)
    for side in (0, 1):
        for x in range(board.DUCHIES):
            among = p.both(side, x)
            if len({POWER_OF[l] for l in among}) == 2 and s.commander[side * board.DUCHIES + x] not in among:
                s.commander[side * board.DUCHIES + x] = rng.choice(among)


def armada(s: Any, rng: random.Random) -> None:
    """Armies in Ports, enemies in others, and the cards that let them sail."""
    power = s.active
    for name in ("admiralty", "command_of_the_sea", "naval_support", "gales_in_biscay"):
        card = board.CARD[name]
        zone = board.CARDS.where(s, card)
        owner = power if name != "gales_in_biscay" else rng.choice([1 - power % 2, 3 - power % 2])
        if has(board.HOME_DECK[owner], card) and zone in board.RESERVE:
            board.CARDS.move(s, card, zone, board.HOME[owner], watch=-1)
        elif has(board.COMMON, card) and zone in (board.DRAW_PILE, board.DISCARDS):
            board.CARDS.move(s, card, zone, board.HAND[owner], watch=-1)
    for who in (power, power, 1 - power % 2, 3 - power % 2):
        ports = free(s, who % 2, bits(board.PORTS))
        if who % 2 != power % 2 and rng.random() < 0.5:
            ports = [x for x in ports if has(board.MINOR_PORTS | board.FORTRESSES, x)]
        if ports and rng.random() < 0.7:
            send(s, rng, who, rng.choice(ports))
    if rng.random() < 0.3:
        flag(s, rng)
    start_anew(s)


def hunger(s: Any, rng: random.Random) -> None:
    """Famine, and the cards that demand Soldiers."""
    turmoil(s, rng)
    if rng.random() < 0.3:
        famine(s, rng)
        start_anew(s)
    for name in ("russian_front", "cadres", "invade_canada", "viceroys_overthrown", "emperor_beckons"):
        card = board.CARD[name]
        zone = board.CARDS.where(s, card)
        if zone in (board.DRAW_PILE, board.DISCARDS):
            board.CARDS.move(s, card, zone, board.HAND[rng.randrange(4)], watch=-1)
