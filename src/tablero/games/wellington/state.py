"""What is true in a game: lists by Leader, by Duchy and by Power, sets of Duchies as bitsets.

Soldiers are counted in Strength Points (SPs). Which counters they are follows by making change [1.5b]: all that can be
made of the counters of a Power (`r01_pieces/s05_soldiers.py`). Formations of both sides share a Duchy only while
reactions or a Battle are being carried out. Only Hands, draw pile, Reserves and some discards are hidden.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from tablero.games.wellington.board import NORD, POWERS, SIDES, SPAIN, STARTS, Start
from tablero.kernel.cards import CardState
from tablero.kernel.frames import Result, won_by

# What the numbers of all signatures are. Ids count from 0 in the tables of board.py; -1 is none of them.
Power: TypeAlias = int      # a seat: BRITAIN, SUD, SPAIN, NORD in the order of the Impulse Track
Side: TypeAlias = int       # ALLIES or FRENCH: power & 1
Duchy: TypeAlias = int
Place: TypeAlias = int      # a Duchy, or a box of board.py: UNBUILT, REGROUP
Leader: TypeAlias = int
Card: TypeAlias = int
Pile: TypeAlias = int       # Soldiers of one Power in one Duchy: power * DUCHIES + duchy
Army: TypeAlias = tuple[Leader, int, int]           # its Leader, its Staff Officers (Leaders), its SPs [1.61a]
Force: TypeAlias = tuple[Power, int, int]           # a Power, its Leaders (Leaders) and its SPs: part of a Formation

# Sets of ids, as bitsets
Powers: TypeAlias = int
Duchies: TypeAlias = int
Leaders: TypeAlias = int
Cards: TypeAlias = int

# how a game ends: messages "result.<kind>"
KINDS_OF_END = ("conquest_of_spain", "conquest_of_portugal", "conquest_of_france", "liberation_of_spain",
                "potential_conquest", "peace", "points")
BY_SPAIN, BY_PORTUGAL, BY_FRANCE, BY_LIBERATION, BY_CONQUEST_ROLL, BY_PEACE, BY_POINTS = range(7)


@dataclass(slots=True)
class Wellington(CardState):
    start: int = 0                      # index in STARTS
    players: int = 0                    # index in PLAYERS: who plays which Powers [2.1a]
    year: int = 0                       # the Turn: 1812 to 1814
    round: int = 0                      # of Impulses in the Turn, from 1
    impulses: int = 0                   # Impulses begun in the game, passes included
    fights: int = 0                     # Battles and Sieges begun in the game
    box: Power = 0                      # the marked box of the Impulse Track
    active: Power = -1                  # whose Impulse it is; -1 outside of Impulses
    last: Power = -1                    # who had the last Impulse [4.22c]
    last_of: tuple[Power, Power] = (SPAIN, NORD)    # by side: who of it had an Impulse last [9.62a]
    resources: list[int] = field(default_factory=list)      # by Power
    top: Card = -1                      # the top card of the discard pile
    # pieces
    at: list[Place] = field(default_factory=list)           # by Leader
    here: list[Leaders] = field(default_factory=list)       # by place: the Leaders in it
    sp: list[int] = field(default_factory=list)             # by pile: Strength Points
    regroup: list[int] = field(default_factory=list)        # by Power: SPs in the Regroup Box
    occupied: list[Duchies] = field(default_factory=list)   # by Power: the Duchies with its pieces
    commander: list[Leader] = field(default_factory=list)   # by side * DUCHIES + duchy: the Leader that was named; -1
    recalled: Leaders = 0               # called to the Emperor: not to be built before the next Turn
    debts: list[tuple[Power, Card, int]] = field(default_factory=list)      # SPs still to be removed, and why [5.12b]
    # in this Impulse
    marched: list[int] = field(default_factory=list)        # by Leader: Duchies entered [9.42b]
    marked: Leaders = 0                 # with a Battle or Failed Intercept marker
    tags: list[tuple[Pile, int, int, int]] = field(default_factory=list)
                                        # Soldiers that are not fresh: (pile, Duchies entered, marked or not, SPs)
    # the map
    flag: list[Power] = field(default_factory=list)         # by Duchy: whose Flag; -1
    owned: list[Duchies] = field(default_factory=list)      # by Power: by its Flag, or its own without a Flag
    hasty: Duchies = 0                  # Hasty Fortresses
    # Events that last
    turn_events: Cards = 0              # Events in force until the end of the Turn
    atrocity: int = 0                   # sides with the Atrocity marker, a set, until the end of the Turn
    wellesley: int = 0                  # The Other Wellesley: 1 played by an Allied, 2 by a French Power; 0 not at all
    quarters: list[tuple[Power, Duchy, int]] = field(default_factory=list)
                                        # Winter Quarters: whom, where, and 1 once its next Impulse has begun
    # the end
    ending: int = -1                    # index in KINDS_OF_END
    winners: int = -1                   # the side that won
    winner: Power = -1                  # the individual winner [19.1d]
    score: list[int] = field(default_factory=list)          # by Power: Victory Points in halves, once it is over

    @property
    def setting(self) -> Start:
        return STARTS[self.start]

    @property
    def result(self) -> Result | None:
        """[19.1a] The side, and within it the Power, that won."""
        if self.ending < 0:
            return None
        return won_by(self.winner, KINDS_OF_END[self.ending], POWERS, SIDES[self.winners])
