"""A whole game in one file: three rounds of a duel with hidden cards. docs/add-a-game.md walks through it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import tablero
from tablero.kernel.actions import PASS, Action, Names, signatures
from tablero.kernel.bits import bitset
from tablero.kernel.frames import END, Procedure, Result, State, won_by
from tablero.kernel.packs import Pack
from tablero.kernel.piles import deal
from tablero.kernel.refusals import Refusal
from tablero.kernel.scene import Scene
from tablero.kernel.windows import Ask, Commit

PACK = Pack(Path(__file__).parent / "tiny_pack", "tiny")
CARDS = PACK.rows("cards.csv")
VALUE = tuple(row.integer("value") for row in CARDS)
SEATS = ("red", "blue")
NAMES = {"card": Names([row.text("id") for row in CARDS]), "side": Names(SEATS)}
ROUNDS, RAISE = 3, ("raise",)


@dataclass(slots=True)
class Tiny(State):
    round: int = 0
    leader: int = 0
    stake: int = 1
    points: list[int] = field(default_factory=lambda: [0, 0])
    hand: list[int] = field(default_factory=lambda: [0, 0])     # hidden: bitsets of cards
    deck: list[int] = field(default_factory=list)               # hidden: the cards out of play
    played: int = 0                                             # bitset of the cards that were shown

    @property
    def result(self) -> Result | None:
        red, blue = self.points
        winner = None if red == blue else int(blue > red)
        return won_by(winner, "draw" if winner is None else "points", SEATS) if self.over else None


@dataclass(slots=True)
class Match(Procedure):
    """[3.1a] Three rounds, and the player with more points has won."""

    def steps(self) -> tuple[str, ...]:
        return ("deal", "stake", "duel")

    def deal(self, s: Tiny) -> None:
        """[1.1a] Three cards each; two stay out of play, unseen."""
        s.deck = list(range(len(CARDS)))
        s.hand = [bitset(s.draw(s.deck) for _ in range(ROUNDS)) for _ in SEATS]

    def stake(self, s: Tiny) -> None:
        """[2.1a] A round begins with its stake."""
        s.round, s.stake = s.round + 1, 1
        s.call(Stake(s.leader))

    def duel(self, s: Tiny) -> str:
        """[2.2a] Then both choose a card; [3.1a] after the third round the game is over."""
        s.call(Duel((0, 1)))
        return "stake" if s.round < ROUNDS else END


LAST_ROUND = Refusal("2.1b", "last_round")
NOT_IN_HAND = Refusal("2.2a", "not_in_hand")


@dataclass(slots=True)
class Stake(Ask):
    """[2.1a] The leader may raise the stake."""

    def candidates(self, s: Tiny, seat: int) -> list[Action]:
        return [PASS, RAISE]

    def refuse(self, s: Tiny, seat: int, action: Action) -> Refusal | None:
        return LAST_ROUND if action == RAISE and s.round == ROUNDS else None

    def choose(self, s: Tiny, seat: int, action: Action) -> None:
        if action == RAISE:
            s.stake = 2
            s.tell("raised", seat)

    def public(self, s: Tiny) -> bool:
        return True


@dataclass(slots=True)
class Duel(Commit):
    """[2.2a] Both choose a card in secret."""

    def candidates(self, s: Tiny, seat: int) -> list[Action]:
        return [("play", card) for card in range(len(CARDS))]

    def refuse(self, s: Tiny, seat: int, action: Action) -> Refusal | None:
        (card,) = action[1:]
        return None if s.hand[seat] >> card & 1 else NOT_IN_HAND

    def resolve(self, s: Tiny, answers: list[Action]) -> None:
        s.reveal()
        (red,), (blue,) = (answer[1:] for answer in answers)
        for seat, card in enumerate((red, blue)):
            s.hand[seat] &= ~(1 << card)
            s.played |= 1 << card
            s.tell("shown", seat, card)
        s.leader = int(VALUE[blue] > VALUE[red])
        if VALUE[red] == VALUE[blue]:                           # [2.2b]
            die = s.die()
            s.leader = int(die < 4)
            s.tell("die", die)
        s.points[s.leader] += s.stake
        s.tell("won", s.leader, s.stake)


def view(s: Tiny, seat: int) -> Tiny:
    shown = s.view_base(seat)
    shown.hand, shown.deck = [hand if owner == seat else 0 for owner, hand in enumerate(s.hand)], []
    return shown


def fill(s: Tiny, seat: int, chance: Random) -> None:
    each = ROUNDS - s.played.bit_count() // 2
    unseen = [card for card in range(len(CARDS)) if not (s.played | s.hand[seat] * (seat >= 0)) >> card & 1]
    for owner in (0, 1):
        if owner != seat:
            s.hand[owner] = bitset(deal(unseen, each, chance.randrange))
    s.deck = unseen


GAME = tablero.Game(
    code="tiny", title="Tiny", seats=SEATS, scenarios=("duel",), options={}, rules=1, pack=PACK, state=Tiny,
    verbs=signatures({"pass": "", "raise": "", "play": "card"}),
    events=signatures({"raised": "side", "shown": "side card", "die": "die:number", "won": "side n:number"}),
    create=lambda scenario, options: Tiny(stack=[Match()]), names=lambda s: NAMES, view=view, fill=fill,
    scene=lambda s, seat: Scene("table"), label=lambda s, kind, thing, say: say.say(f"{kind}.{NAMES[kind][thing]}"),
)
tablero.register(GAME)
