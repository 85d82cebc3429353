"""Positions that play rarely reaches: Armies, garrisons and Flags thrown about between two plays, and Hands full of the
cards that answer a march."""

from __future__ import annotations

import random
from typing import Any

from tablero.games.wellington.rules.r01_pieces.s05_soldiers import add_soldiers, lose_soldiers
from tablero.games.wellington.rules.r01_pieces.s06_leaders import move_leader
from tablero.games.wellington.rules.r03_control import set_owner
from tests.games.wellington.referee.sheet import (
    BRITAIN,
    DUCHIES,
    LEADER_POWER,
    PLYMOUTH,
    SPAIN,
    SUD,
    Sheet,
    bits,
    board,
    has,
    side_of,
)

ANSWERS = ("mud", "bridges_blown", "foraging_parties", "marshals_quarrel", "local_guides", "pontoon_train",
           "night_march", "disputed_command", "scovell_ciphers", "hasty_fortress", "local_initiative",
           "call_for_reinforcements", "gales_in_biscay", "heat_of_la_mancha", "scum_of_the_earth", "light_division",
           "living_off_the_land", "march_to_the_guns", "turning_movement", "winter_quarters", "forced_march", "audace",
           "long_nosed_wellesley", "admiralty", "command_of_the_sea", "naval_support")
HOME_OF = {name: power for power in (BRITAIN, SUD, SPAIN) for name in
           (board.CARDS.ids[card] for card in bits(board.HOME_DECK[power]))}


def upheaval(s: Any, rng: random.Random) -> None:
    """Every fourth time pieces and Flags change places; cards go where they can be played."""
    deal_answers(s, rng)
    if rng.random() < 0.25:
        for _ in range(rng.randint(2, 8)):
            rng.choice((throw_leader, throw_leader, throw_soldiers, throw_soldiers, throw_flag, throw_fortress))(s, rng)
        start_anew(s)


def start_anew(s: Any) -> None:
    """The Impulse begins with this position: what was Friendly then, and what was offered, goes by it."""
    p = Sheet(s)
    p.impulse.ports = sum(1 << x for x in range(DUCHIES) if p.friendly_port(side_of(p.impulse.power), x))
    s.offered = {}


def deal_answers(s: Any, rng: random.Random) -> None:
    for name in rng.sample(ANSWERS, 5):
        card = board.CARD[name]
        zone = board.CARDS.where(s, card)
        if name in HOME_OF:
            owner = HOME_OF[name] if HOME_OF[name] != SUD else rng.choice((1, 3))
            if zone in board.RESERVE:
                board.CARDS.move(s, card, zone, board.HOME[owner], watch=-1)
        elif zone in (board.DRAW_PILE, board.DISCARDS):
            board.CARDS.move(s, card, zone, board.HAND[rng.randrange(4)], watch=-1)


def somewhere(s: Any, rng: random.Random, side: int) -> int:
    """A Duchy without enemies, most likely next to some."""
    p = Sheet(s)
    free = [x for x in range(DUCHIES) if x != PLYMOUTH and not p.held(1 - side, x)]
    front = [x for x in free if any(p.held(1 - side, y) for y in p.near(x))]
    return rng.choice(front if front and rng.random() < 0.8 else free)


def throw_leader(s: Any, rng: random.Random) -> None:
    n = rng.randrange(len(LEADER_POWER))
    if s.at[n] < DUCHIES or rng.random() < 0.3:
        move_leader(s, n, somewhere(s, rng, side_of(LEADER_POWER[n])))


def throw_soldiers(s: Any, rng: random.Random) -> None:
    power = rng.randrange(4)
    p = Sheet(s)
    stacks = [x for x in range(DUCHIES) if p.sp(power, x)]
    if not stacks:
        return
    a, b = rng.choice(stacks), somewhere(s, rng, side_of(power))
    n = rng.randint(1, p.sp(power, a))
    if a != b and p.fits(power, p.piles(power, {a: -n, b: n})):
        lose_soldiers(s, power, a, n)
        add_soldiers(s, power, b, n)


def throw_flag(s: Any, rng: random.Random) -> None:
    x = rng.randrange(DUCHIES)
    power = rng.randrange(4)
    p = Sheet(s)
    rare = has(board.KEYS, x) and rng.random() < 0.8
    if x == PLYMOUTH or rare or has(s.hasty, x) or p.held(1 - side_of(power), x) or p.flags_left(side_of(power)) < 2:
        return
    set_owner(s, x, power)


def throw_fortress(s: Any, rng: random.Random) -> None:
    x = rng.randrange(DUCHIES)
    p = Sheet(s)
    if x != PLYMOUTH and not p.fortress(x) and not s.hasty and p.friendly(side_of(p.owner(x)), x):
        s.hasty |= 1 << x
