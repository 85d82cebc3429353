"""Four seats, a point-to-point map, blocks in the fog, cards that answer cards: what larger games ask of the kernel."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import tablero
from tablero.kernel.actions import PASS, Action, Names, signatures
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.cards import DARK, OPEN, OWN, Cards, CardState, Zone, about
from tablero.kernel.frames import END, Procedure, Result, won_by
from tablero.kernel.graph import Graph
from tablero.kernel.guessing import arrange
from tablero.kernel.packs import Pack
from tablero.kernel.refusals import Refusal
from tablero.kernel.scene import Board, Card, Hand, Line, Piece, Scene, Space, Track
from tablero.kernel.text import Catalogue
from tablero.kernel.windows import TURNS, Ask, Commit, PublicAsk, Reactions

PACK = Pack(Path(__file__).parent / "four_pack", "four")
SEATS = ("north", "east", "south", "west")
UNITS = ("militia", "line", "guard")            # strength 1, 2, 3
SPACES = tuple(row.text("id") for row in PACK.rows("spaces.csv"))
HOMES = bitset(x for x, row in enumerate(PACK.rows("spaces.csv")) if row.maybe_text("home"))
MAP = Graph(len(SPACES), [(SPACES.index(r.text("a")), SPACES.index(r.text("b")), 0) for r in PACK.rows("edges.csv")])
MOMENTS = ("march", "card")
MARCH, CARD = range(2)
CARDS = Cards(PACK.rows("cards.csv"), SEATS, MOMENTS)
HANDS = (0, 1, 2, 3)
DECK, TABLE, DISCARDS = 4, 5, 6
CARDS.lay_out(
    [*(Zone("hand", seat, OWN, CARDS.all) for seat in range(4)), Zone("deck", -1, DARK, CARDS.all),
     Zone("table", -1, OPEN, CARDS.all), Zone("discards", -1, OPEN, CARDS.all)],
    [(seat,) for seat in HANDS],
)
BLOCKS = tuple(f"{seat}_{n}" for seat in SEATS for n in (1, 2, 3))
OWNER = tuple(b // 3 for b in range(len(BLOCKS)))
ARMY = tuple(tuple(b for b, owner in enumerate(OWNER) if owner == seat) for seat in range(4))
NAMES = {
    "space": Names(SPACES), "block": Names(BLOCKS), "card": Names(CARDS.ids),
    "unit": Names(UNITS), "side": Names(SEATS),
}
ROUNDS, ROOM, BIDS = 3, 2, 3
GONE = -1


@dataclass(slots=True)
class Four(CardState):
    round: int = 0
    order: list[int] = field(default_factory=list)      # seats that have still to act in this round
    at: list[int] = field(default_factory=list)         # by block: space or GONE
    here: list[int] = field(default_factory=list)       # by space: bitset of its blocks
    unit: list[int] = field(default_factory=list)       # by block, hidden: index in UNITS
    may: list[int] = field(default_factory=list)        # by block: bitset of the units it can be, as others know it

    @property
    def result(self) -> Result | None:
        if not self.over:
            return None
        held = spaces(self)
        best = [seat for seat, n in enumerate(held) if n == max(held)]
        return won_by(best[0], "spaces", SEATS) if len(best) == 1 else won_by(None, "draw", SEATS)


# --------------------------------------------------------------------------------------------------------- the blocks


def put(s: Four, block: int, x: int) -> None:
    """Move a block or take it off; those of its side that it leaves or joins can no longer be told apart."""
    old, s.at[block] = s.at[block], x
    if x != GONE:
        mix(s, s.here[old])
        s.here[x] |= 1 << block
        mix(s, s.here[x])
    s.here[old] &= ~(1 << block)


def mix(s: Four, blocks: int) -> None:
    """Blocks that share a space may be any of the units they can be together."""
    together = ids_of(blocks)
    may = 0
    for b in together:
        may |= s.may[b]
    for b in together:
        s.may[b] = may


def show(s: Four, block: int) -> None:
    """[2.2a] A block is shown: it is certain, and no other of its side can be that unit."""
    s.reveal()
    s.tell("shown", block, s.unit[block])
    for b in ARMY[OWNER[block]]:
        s.may[b] &= ~(1 << s.unit[block])
    s.may[block] = 1 << s.unit[block]


def spaces(s: Four) -> tuple[int, ...]:
    """[4.1a] By seat: how many spaces it holds."""
    return tuple(len({s.at[b] for b in army if s.at[b] != GONE}) for army in ARMY)


def alive(s: Four) -> list[int]:
    return [seat for seat in range(4) if any(s.at[b] != GONE for b in ARMY[seat])]


def draw(s: Four, seat: int) -> None:
    """[2.1a] The drawer sees his card: something hidden became known to him."""
    if s.sizes[DECK]:
        card = CARDS.pick(s, DECK)
        CARDS.move(s, card, DECK, HANDS[seat])
        s.reveal()
        s.tell("drew", seat, card, seen=1 << seat, public=("drew_hidden", (seat,)))


# --------------------------------------------------------------------------------------------------------- the sequence


@dataclass(slots=True)
class Campaign(Procedure):
    """[4.1a] Three rounds."""

    def steps(self) -> tuple[str, ...]:
        return ("set_up", "bid", "turns", "next_round")

    def set_up(self, s: Four) -> None:
        """[1.1a] Three blocks at home and two cards for each seat."""
        s.here = [bitset(ARMY[x]) if HOMES >> x & 1 else 0 for x in range(len(SPACES))]
        s.at = list(OWNER)                          # homes come first in the order of the seats
        s.may = [0b111] * len(BLOCKS)
        for _ in SEATS:
            units = [0, 1, 2]
            s.unit += [s.draw(units) for _ in UNITS]
        CARDS.deal_out(s, {DECK: CARDS.all})
        for hand in HANDS:
            for _ in range(2):
                CARDS.move(s, CARDS.pick(s, DECK), DECK, hand)

    def bid(self, s: Four) -> None:
        """[1.2a] All who are still there bid for the order of play."""
        s.round += 1
        s.call(Bid(tuple(alive(s))))

    def turns(self, s: Four) -> str | None:
        """[2.1a] One turn after the other."""
        if not s.order:
            return None
        s.call(Turn(s.order.pop(0)))
        return "turns"

    def next_round(self, s: Four) -> str | None:
        """[4.1a] Until the last."""
        return "bid" if s.round < ROUNDS else None


@dataclass(slots=True)
class Bid(Commit):
    """[1.2a] A secret bid of every seat."""

    def candidates(self, s: Four, seat: int) -> list[Action]:
        return [("bid", n) for n in range(BIDS)]

    def resolve(self, s: Four, answers: list[Action]) -> None:
        bids = {seat: n for seat, (n,) in zip(self.seats, (answer[1:] for answer in answers), strict=True)}
        s.reveal()
        for seat, n in bids.items():
            s.tell("bid", seat, n)
        s.order = sorted(bids, key=lambda seat: (-bids[seat], seat))


@dataclass(slots=True)
class Turn(Procedure):
    """[2.1a] A card, and perhaps a march."""

    seat: int

    def steps(self) -> tuple[str, ...]:
        return ("draw", "march")

    def draw(self, s: Four) -> str | None:
        """[2.1a] Whoever has no blocks left has no turn."""
        if self.seat not in alive(s):
            return END
        draw(s, self.seat)
        return None

    def march(self, s: Four) -> None:
        """[2.1a] The seat chooses a block and a space."""
        s.call(ChooseMarch(self.seat))


NOT_JOINED = Refusal("2.1a", "not_joined")
FULL = Refusal("2.1b", "full")
WRONG_MOMENT = Refusal("3.1b", "wrong_moment")


def closed(s: Four, seat: int) -> int:
    """[2.1b] Spaces in which the seat's own blocks leave no room."""
    army = bitset(ARMY[seat])
    return bitset(x for x, blocks in enumerate(s.here) if (blocks & army).bit_count() >= ROOM) & ~HOMES


@dataclass(slots=True)
class ChooseMarch(Ask):
    """[2.1a] March one block to a joined space, or stay."""

    def candidates(self, s: Four, seat: int) -> list[Action]:
        blocks = [b for b in ARMY[seat] if s.at[b] != GONE]
        return [PASS, *(("march", b, x) for b in blocks for x in range(len(SPACES)))]

    def refuse(self, s: Four, seat: int, action: Action) -> Refusal | None:
        if action == PASS:
            return None
        block, x = action[1:]
        if MAP.edge_kind(s.at[block], x) < 0 or OWNER[block] != seat:
            return NOT_JOINED
        return FULL if closed(s, seat) >> x & 1 else None

    def options(self, s: Four, seat: int) -> list[Action]:
        room = ~closed(s, seat)
        found: list[Action] = [PASS]
        for b in ARMY[seat]:
            if s.at[b] != GONE:
                found += [("march", b, x) for x in ids_of(MAP.near_bits[s.at[b]] & room)]
        return found

    def choose(self, s: Four, seat: int, action: Action) -> None:
        if action != PASS:
            block, x = action[1:]
            s.call(March(block, x))


@dataclass(slots=True)
class March(Procedure):
    """[2.1a] A march: others may answer it, then the block arrives or fights."""

    block: int
    space: int
    void: bool = False

    def steps(self) -> tuple[str, ...]:
        return ("declare", "answers", "go")

    def declare(self, s: Four) -> None:
        """[2.1a] Where to is said before anybody answers."""
        s.tell("marches", self.block, self.space)

    def answers(self, s: Four) -> None:
        """[3.1a] The others may answer."""
        s.call(Answer(MARCH, clockwise(OWNER[self.block]), TURNS))

    def go(self, s: Four) -> None:
        """[2.2a] [3.1b] A march that is not void ends in a fight or a free space."""
        foes = s.here[self.space] & ~bitset(ARMY[OWNER[self.block]])
        if self.void:
            s.tell("stopped", self.block)
        elif foes:
            s.call(Fight(self.block, self.space))
        else:
            put(s, self.block, self.space)
            s.tell("arrived", self.block, self.space)


# --------------------------------------------------------------------------------------------------------- cards


def clockwise(seat: int) -> tuple[int, ...]:
    """The other seats, from the left of one."""
    return tuple((seat + n) % 4 for n in (1, 2, 3))


@dataclass(slots=True)
class Answer(Reactions):
    """[3.1a] The other seats may answer a march or a card; whoever may hold a card for it is asked."""

    def register(self) -> Cards:
        return CARDS

    def refuse(self, s: Four, seat: int, action: Action) -> Refusal | None:
        if action == PASS:
            return None
        (card,) = action[1:]
        return None if CARDS.may_play(s, seat, self.moment, card, about(s, self)) else WRONG_MOMENT

    def react(self, s: Four, seat: int, action: Action) -> None:
        (card,) = action[1:]
        s.call(PlayCard(seat, card))


@dataclass(slots=True)
class PlayCard(Procedure):
    """[3.1b] A card is played, may be answered itself, and takes effect unless it is void."""

    seat: int
    card: int
    void: bool = False

    def steps(self) -> tuple[str, ...]:
        return ("declare", "answers", "effect", "away")

    def declare(self, s: Four) -> None:
        """[3.1a] The card is shown."""
        CARDS.move(s, self.card, HANDS[self.seat], TABLE)
        s.reveal()
        s.tell("played", self.seat, self.card)

    def answers(self, s: Four) -> None:
        """[3.1a] A response to a response needs nothing new."""
        s.call(Answer(CARD, clockwise(self.seat), TURNS))

    def effect(self, s: Four) -> None:
        """[3.1b] What it answers becomes void."""
        if self.void:
            s.tell("voided", self.card)
        else:
            CARDS.effects[self.card](s, self.seat, about(s, self))

    def away(self, s: Four) -> None:
        """[3.1a] It is discarded."""
        CARDS.move(s, self.card, TABLE, DISCARDS)


def shown_ambush(s: Four, seat: int, march: March) -> bool:
    """[3.1b] A march that is void is not stopped again."""
    return not march.void


def effect_ambush(s: Four, seat: int, march: March) -> None:
    """[3.1b] The march is void."""
    march.void = True


def shown_counter(s: Four, seat: int, play: PlayCard) -> bool:
    """[3.1b] A card that is void is not answered again."""
    return not play.void


def effect_counter(s: Four, seat: int, play: PlayCard) -> None:
    """[3.1b] The card is void."""
    play.void = True


CARDS.bind(sys.modules[__name__])


# --------------------------------------------------------------------------------------------------------- fights


@dataclass(slots=True)
class Fight(Procedure):
    """[2.2a] A block against one of those that hold a space."""

    block: int
    space: int

    def steps(self) -> tuple[str, ...]:
        return ("ask", "resolve", "end")

    def ask(self, s: Four) -> None:
        """[2.2a] The owner names the block that defends."""
        s.call(PickDefender(OWNER[ids_of(s.here[self.space])[0]], self.space))

    def resolve(self, s: Four) -> None:
        """[2.2a] Both are shown; strength and a die against strength and three."""
        defender = s.answer
        show(s, self.block)
        show(s, defender)
        die = s.die()
        s.tell("die", die)
        won = s.unit[self.block] + die > s.unit[defender] + 3
        loser = defender if won else self.block
        put(s, loser, GONE)
        s.tell("eliminated", loser)
        if won and not s.here[self.space]:
            put(s, self.block, self.space)
            s.tell("arrived", self.block, self.space)

    def end(self, s: Four) -> None:
        """[4.1a] With one seat left the game is over at once."""
        if len(alive(s)) == 1:
            s.cut(s.frame(Campaign), END)


@dataclass(slots=True)
class PickDefender(PublicAsk):
    """[2.2a] The owner of a space names the block that defends it."""

    space: int

    def candidates(self, s: Four, seat: int) -> list[Action]:
        return [("defend", b) for b in ids_of(s.here[self.space])]

    def choose(self, s: Four, seat: int, action: Action) -> None:
        (s.answer,) = action[1:]


# --------------------------------------------------------------------------------------------------------- the fog


def view(s: Four, seat: int) -> Four:
    """What one seat may know: its own hand and blocks, and the blocks that are certain."""
    new = s.view_base(seat)
    CARDS.cover(new, seat)
    for b, owner in enumerate(OWNER):
        if owner != seat and s.may[b].bit_count() > 1:
            new.unit[b] = -1
    return new


def fill(s: Four, seat: int, chance: Random) -> None:
    """Units for the blocks as they may be, and cards for the hands out of all that were not seen."""
    others = [owner for owner in range(4) if owner != seat]
    for owner in others:
        army = ARMY[owner]
        found = arrange([s.may[b] for b in army], range(len(UNITS)), chance)
        assert found is not None
        s.unit[army[0] : army[-1] + 1] = found
    CARDS.deal_unseen(s, seat, chance)


# ----------------------------------------------------------------------------------------------------- how it is drawn

PLACES = ((3, 0), (6, 3), (3, 6), (0, 3), (3, 3), (5, 1), (5, 5), (1, 5), (1, 1))      # by space
LINKS = tuple(Line(f"space:{row.text('a')}", f"space:{row.text('b')}", "main") for row in PACK.rows("edges.csv"))


def board(s: Four) -> Board:
    """Four gates around a centre, and the cards."""
    spaces = tuple(Space(f"space:{id_}", *PLACES[x], "open", f"space.{id_}") for x, id_ in enumerate(SPACES))
    cards = tuple(Card(f"card:{id_}", "", id_.partition("_")[0]) for id_ in CARDS.ids)
    return Board("map", "points", 6, 6, spaces, LINKS, (), cards)


def scene(s: Four, seat: int) -> Scene:
    """The blocks, the cards in each hand, and the round."""
    faces = [("block", "") if unit < 0 else (UNITS[unit], f"unit.{UNITS[unit]}") for unit in s.unit]
    pieces = tuple(
        Piece(f"block:{BLOCKS[b]}", f"space:{SPACES[x]}", SEATS[OWNER[b]], *faces[b], order=b)
        for b, x in enumerate(s.at) if x != GONE
    )
    hands = tuple(
        Hand(SEATS[hand], tuple(f"card:{CARDS.ids[card]}" for card in ids_of(s.piles[hand])), s.sizes[hand])
        for hand in HANDS
    )
    return Scene("map", pieces, (Track("track:round", "track.round", s.round, ROUNDS),), hands=hands)


def label(s: Four, kind: str, thing: int, say: Catalogue) -> str:
    name = NAMES[kind][thing]
    key, _, n = name.partition("_")
    if kind == "card":
        return f"{say.say(f'kind.{key}')} {n}"
    if kind == "block":
        return f"{say.say(f'side.{key}.name')} {n}"
    return say.say(f"side.{name}.name" if kind == "side" else f"{kind}.{name}")


GAME = tablero.Game(
    code="four", title="Four", seats=SEATS, scenarios=("crossroads",), options={}, rules=1, pack=PACK, state=Four,
    verbs=signatures({"bid": "n:number", "pass": "", "march": "block space", "play": "card", "defend": "block"}),
    events=signatures({
        "drew": "side card", "drew_hidden": "side", "bid": "side n:number", "marches": "block space",
        "played": "side card", "voided": "card", "stopped": "block", "arrived": "block space", "shown": "block unit",
        "die": "die:number", "eliminated": "block",
    }),
    create=lambda scenario, options: Four(stack=[Campaign()]), names=lambda s: NAMES, view=view,
    fill=fill, scene=scene, board=board, label=label, phase=lambda s: s.round,
    turns=lambda s: s.round, points=spaces, cards=CARDS,
)
tablero.register(GAME)
