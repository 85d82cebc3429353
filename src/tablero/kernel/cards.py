"""Cards: where they lie, who knows it, when they may be played, and what they do.

    card      an index: the place of its row in `cards.csv`; a set of cards is an integer (bits.py)
    moment    a named place in the rules at which a card may be played, or at which one that is in force acts
    use       what a card is spent for instead of its event: a verb of the game
    zone      a place for cards: hand, deck, discards. How many cards lie in it is always public
    viewer    a seat, or everybody: what all know in common
    about     the procedure that a card is played into: the one under its window
    in force  a card that lies in a field of a frame, and acts when that frame reaches one of its moments

`Cards` is the register, one for each game. It reads the rows of `cards.csv` and finds the functions of each card by
name in the modules of `games/<game>/cards/`, each called with `(s, seat, about)`:

    effect_<id>                     what it does when it is played
    shown_<id>[_at_<moment>]        the part of its condition that everybody can see
    when_<id>[_at_<moment>]         the rest of its condition, from what its holder knows
    act_<id>_at_<moment>            what it does later, while it is in force

Without `shown_` a card counts as possible. That costs a needless question, never a secret. Cards of one kind may share
their functions: `bind_kind`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from types import ModuleType
from typing import NamedTuple, TypeAlias

from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset, ids_of, nth
from tablero.kernel.compiling import mypyc_attr
from tablero.kernel.frames import AnyState, Decision, Frame, Procedure, State
from tablero.kernel.packs import Row

OPEN, OWN, DARK = range(3)      # who sees the cards of a zone: everybody, the seat it belongs to, nobody
ALWAYS = 1 << 30                # a turn after the last

Condition: TypeAlias = Callable[[AnyState, int, AnyState], bool]        # (state, seat, about)
Effect: TypeAlias = Callable[[AnyState, int, AnyState], None]


class Zone(NamedTuple):
    """A place for cards."""

    name: str
    seat: int           # whose it is, -1 for nobody's
    sight: int          # OPEN, OWN or DARK
    holds: int          # the cards that can ever lie in it


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True)
class CardState(State):
    """The state of a game with cards: its own class adds the other columns."""

    piles: list[int] = field(default_factory=list)      # hidden in part, by zone: its cards
    sizes: list[int] = field(default_factory=list)      # by zone: how many they are
    sees: list[int] = field(default_factory=list)       # by viewer: cards whose place it knows; everybody comes last
    happened: int = 0                                   # the cards whose event has happened
    barred: int = 0                                     # the cards whose event is impossible now, as everybody can tell


class Cards:
    """The cards of a game: what their rows say, the zones they lie in, and the functions that carry them out."""

    def __init__(
        self,
        rows: Sequence[Row],
        seats: Sequence[str],
        moments: Sequence[str],
        uses: Mapping[str, str] | None = None,
        untold: int = 0,
    ) -> None:
        """`uses` gives the moment at which each use other than the event is offered; `untold` is the number of cards in
        records that do not tell it."""
        self.untold = untold
        self.seats = tuple(seats)
        self.moments = tuple(moments)
        self.everybody = len(seats)                             # the last viewer
        self.rows: list[Row] = []                               # by card
        self.ids: list[str] = []
        for row in rows:
            copies = _number(row, "copies", 1)
            self.rows += [row] * copies
            self.ids += [row.text("id")] if copies == 1 else [f"{row.text('id')}_{n}" for n in range(1, copies + 1)]
        self.index = {name: card for card, name in enumerate(self.ids)}
        spelt = [name.lower() for name in self.ids]             # functions are found by ids in lower case
        for card, row in enumerate(self.rows):
            if spelt.index(spelt[card]) != card:
                raise row.wrong("id", "own_id")
        self.all = (1 << len(self.ids)) - 1
        self.at = self._by_word("moments", self.moments)        # by moment: the cards whose event may be played
        self.acts = self._by_word("acts", self.moments)         # by moment: the cards that act while they are in force
        self.by = [bitset(card for card, row in enumerate(self.rows) if seat in (_words(row, "by") or self.seats))
                   for seat in self.seats]                      # by seat: the cards whose event it may use
        self.spent = {use: bitset(card for card, row in enumerate(self.rows) if use in _words(row, "uses"))
                      for use in uses or {}}                    # by use: the cards that have it
        self.uses_at = [[use for use, at in (uses or {}).items() if at == moment] for moment in self.moments]
        for use, at in (uses or {}).items():
            if at not in self.moments:
                raise ValueError(f"the use {use} is offered at {at}, which is no moment")
        self.fate = [row.cells.get("fate", "") for row in self.rows]    # where a card goes after its event
        self.first = [_number(row, "first", 0) for row in self.rows]
        self.last = [_number(row, "last", ALWAYS) for row in self.rows]
        self.after = [[bitset(self._card(row, "after", name) for name in either.split("/"))
                       for either in row.cells.get("after", "").split("&") if either] for row in self.rows]
        self.barred_by = [bitset(self._card(row, "barred_by", name) for name in _words(row, "barred_by"))
                          for row in self.rows]
        self.effects: dict[int, Effect] = {}                    # by card
        self.shown: list[dict[int, Condition]] = [{} for _ in moments]      # by moment, then by card
        self.when: list[dict[int, Condition]] = [{} for _ in moments]
        self.acting: list[dict[int, Effect]] = [{} for _ in moments]
        self.zones: tuple[Zone, ...] = ()
        self.hands: tuple[tuple[int, ...], ...] = ()
        self._seen: list[int] = []                              # by zone: bitset of the viewers that see its cards
        self._holds: list[int] = []                             # by zone, as in `zones`
        self._narrowest: list[int] = []                         # zones whose cards somebody cannot see
        for row in self.rows:
            for use in _words(row, "uses"):
                if use not in self.spent:
                    raise row.wrong("uses", "words", allowed=list(self.spent))
            for seat in _words(row, "by"):
                if seat not in self.seats:
                    raise row.wrong("by", "words", allowed=self.seats)

    def _by_word(self, column: str, words: Sequence[str]) -> list[int]:
        sets = [0] * len(words)
        for card, row in enumerate(self.rows):
            for word in _words(row, column):
                if word not in words:
                    raise row.wrong(column, "words", allowed=words)
                sets[words.index(word)] |= 1 << card
        return sets

    def _card(self, row: Row, column: str, name: str) -> int:
        if name not in self.index:
            raise row.wrong(column, "ids", file=row.file)
        return self.index[name]

    def of(self, column: str, value: str) -> int:
        """The cards whose column has a value."""
        return bitset(card for card, row in enumerate(self.rows) if row.maybe_text(column) == value)

    # --- set-up

    def lay_out(self, zones: Sequence[Zone], hands: Sequence[Sequence[int]]) -> None:
        """Name the zones, and by seat those it plays cards from. Hidden zones must be nested or apart, else a deal of
        the cards that nobody has seen could fail."""
        self.zones = tuple(zones)
        self.hands = tuple(tuple(own) for own in hands)
        self._holds = [zone.holds for zone in zones]
        viewers = self.everybody + 1
        self._seen = [(1 << viewers) - 1 if zone.sight == OPEN else 1 << zone.seat if zone.sight == OWN else 0
                      for zone in zones]
        hidden = [z for z, zone in enumerate(zones) if zone.sight != OPEN]
        for a in hidden:
            for b in hidden:
                one, other = zones[a].holds, zones[b].holds
                if one & other and one & ~other and other & ~one:
                    names = f"{zones[a].name} and {zones[b].name}"
                    raise ValueError(f"the zones {names} cross: they share some cards, and each can hold others")
        self._narrowest = sorted(hidden, key=lambda z: zones[z].holds.bit_count())

    def bind(self, *modules: ModuleType) -> None:
        """Find the functions of the cards by their names; one that fits no card or moment is an error."""
        cards: dict[str, list[int]] = {}
        for card, row in enumerate(self.rows):
            cards.setdefault(row.text("id").lower(), []).append(card)
        fits = {f"{word}_at_{moment}": (word, m) for word in cards for m, moment in enumerate(self.moments)}
        fits |= {word: (word, -1) for word in cards}            # last, since an id may have `_at_` in it
        for module in modules:
            for name, function in vars(module).items():
                kind, _, rest = name.partition("_")
                if not rest or kind not in ("effect", "shown", "when", "act") or not callable(function):
                    continue
                word, at = fits.get(rest, ("", -1))
                if not word or (kind == "act" and at < 0) or (kind == "effect" and at >= 0):
                    raise ValueError(f"{module.__name__}.{name} is the function of no card and moment")
                for card in cards[word]:
                    if kind == "effect":
                        self.effects[card] = function
                    elif kind == "act":
                        self.acting[at][card] = function
                    else:
                        self._bind_condition(self.shown if kind == "shown" else self.when, card, at, function)

    def bind_kind(
        self, cards: int, effect: Callable[..., None], shown: Callable[..., bool] | None = None
    ) -> None:
        """Let cards of one kind share their functions, which are told by `card` which of them it is. A card that has a
        function of its own name keeps that."""
        for card in ids_of(cards):
            self.effects.setdefault(card, partial(effect, card=card))
            if shown is not None:
                self._bind_condition(self.shown, card, -1, partial(shown, card=card))

    def _bind_condition(self, tables: list[dict[int, Condition]], card: int, at: int, test: Condition) -> None:
        """A condition without a moment is for all moments of the card that have none of their own."""
        for m, table in enumerate(tables):
            if m == at or at < 0 and self.at[m] >> card & 1 and card not in table:
                table[card] = test

    def missing(self) -> list[str]:
        """What the cards lack of code, a line each."""
        found = []
        for card, name in enumerate(self.ids):
            bit = 1 << card
            moments = [m for m in range(len(self.moments)) if self.at[m] & bit]
            acts = [m for m in range(len(self.moments)) if self.acts[m] & bit]
            if not moments and not any(cards & bit for cards in self.spent.values()):
                found.append(f"{name}: no moment at which it may be played, and no use")
            if moments and not acts and card not in self.effects:
                found.append(f"{name}: no function effect_{name.lower()}")
            found += [f"{name}: no function act_{name.lower()}_at_{self.moments[m]}"
                      for m in acts if card not in self.acting[m]]
            for m, tables in enumerate(zip(self.shown, self.when)):
                if any(card in table for table in tables) and m not in moments:
                    found.append(f"{name}: a condition for {self.moments[m]}, which is none of its moments")
        found += [f"moment {moment}: no card, and no use" for moment, cards, acts, uses
                  in zip(self.moments, self.at, self.acts, self.uses_at) if not (cards or acts or uses)]
        return found

    # --- where cards lie

    def deal_out(self, s: CardState, piles: Mapping[int, int]) -> None:
        """Put every card into its first zone, by zone the cards."""
        s.piles = [piles.get(z, 0) for z in range(len(self.zones))]
        s.sizes = [pile.bit_count() for pile in s.piles]
        s.sees = [0] * (self.everybody + 1)
        self._see_own(s, self.everybody)
        for seat in range(self.everybody):
            self._see_own(s, seat)

    def _see_own(self, s: CardState, viewer: int) -> None:
        for pile, seen in zip(s.piles, self._seen):
            if seen >> viewer & 1:
                s.sees[viewer] |= pile

    def move(self, s: CardState, card: int, a: int, b: int, among: int = -1, watch: int = 0) -> None:
        """A card goes from one zone to another. Whoever sees it leave or arrive, or is in `watch` (bitset of viewers),
        knows where it is; to all others any card of the first zone, out of `among`, may have gone that the second can
        hold."""
        bit = 1 << card
        piles, sizes, sees = s.piles, s.sizes, s.sees
        before = piles[a]
        assert before & bit, f"{self.ids[card]} is not in {self.zones[a].name}"
        seen = self._seen[a] | self._seen[b] | watch
        for viewer in range(len(sees)):
            if seen >> viewer & 1:
                sees[viewer] |= bit
            elif sizes[a] > 1:
                sees[viewer] &= ~(before & among & self.zones[b].holds | bit)
        piles[a] = before ^ bit
        piles[b] |= bit
        sizes[a] -= 1
        sizes[b] += 1

    def move_all(self, s: CardState, cards: int, a: int, b: int) -> None:
        """Cards that everybody can name go from one zone to another: all of it, or those that a rule names."""
        for card in ids_of(cards):
            self.move(s, card, a, b, watch=-1)

    def pour(self, s: CardState, a: int, b: int) -> None:
        """All cards of one zone go into another: whoever knew that a card was in the first knows where it is now."""
        piles, sizes = s.piles, s.sizes
        for viewer in range(len(s.sees)):
            if (self._seen[a] | self._seen[b]) >> viewer & 1:
                s.sees[viewer] |= piles[a]
        piles[b] |= piles[a]
        sizes[b] += sizes[a]
        piles[a] = sizes[a] = 0

    def pick(self, s: CardState, zone: int, among: int = -1) -> int:
        """A card of a zone, by chance; -1 if there is none. A zone has no order: the number says which card it is."""
        cards = s.piles[zone] & among
        return nth(cards, s.below(cards.bit_count())) if cards else -1

    def where(self, s: CardState, card: int) -> int:
        """The zone in which a card lies; for rules, which know the truth."""
        for zone, pile in enumerate(s.piles):
            if pile >> card & 1:
                return zone
        raise LookupError(f"{self.ids[card]} lies nowhere")

    def exist(self, s: CardState) -> int:
        """The cards that the game was set up with: those added since lie aside."""
        return (1 << s.printed) - 1 if s.printed else self.all

    def forget(self, s: CardState, zone: int) -> None:
        """Nobody keeps track of the cards of a zone."""
        s.sees = [cards & ~s.piles[zone] for cards in s.sees]

    def look(self, s: CardState, viewer: int, zone: int) -> None:
        """A seat is shown all the cards of a zone."""
        s.sees[viewer] |= s.piles[zone]

    # --- what may be played

    def bar(self, s: CardState, turn: int, banned: int = 0) -> None:
        """Find anew which events are impossible: by turn, by what has happened or has not, or `banned` by the game."""
        barred, happened = banned, s.happened
        for card in range(len(self.ids)):
            if (
                not self.first[card] <= turn <= self.last[card]
                or self.barred_by[card] & happened
                or any(not either & happened for either in self.after[card])
            ):
                barred |= 1 << card
        s.barred = barred

    def known(self, s: CardState, zone: int) -> int:
        """The cards that everybody knows to lie in a zone."""
        return s.piles[zone] & s.sees[self.everybody]

    def imaginable(self, s: CardState, zone: int) -> int:
        """The cards that may lie in a zone as far as everybody can tell."""
        common = s.sees[self.everybody]
        known = s.piles[zone] & common
        return known if known.bit_count() == s.sizes[zone] else known | self._holds[zone] & ~common

    def could(self, s: CardState, seat: int, moment: int, about: Frame | None, among: int = -1) -> bool:
        """Could a seat play the event of a card at a moment, as far as everybody can tell? Its real hand is not read.
        `among` are the cards that other rules leave to the seat."""
        wanted = self.at[moment] & self.by[seat] & ~s.barred & among
        if not wanted:
            return False
        common, piles = s.sees[self.everybody], s.piles
        for zone in self.hands[seat]:
            size = s.sizes[zone]
            if size:                                            # `imaginable`, written out: asked at every window
                known = piles[zone] & common
                cards = (known if known.bit_count() == size else known | self._holds[zone] & ~common) & wanted
                if cards:
                    shown = self.shown[moment]
                    for card in ids_of(cards):
                        condition = shown.get(card)
                        if condition is None or condition(s, seat, about):
                            return True
        return False

    def opens(self, s: CardState, moment: int, order: Sequence[int], about: Frame | None) -> bool:
        """Could any of these seats play a card? A rule asks this before it calls a window in which cards are all that
        can be played: most windows need not be made."""
        wanted = self.at[moment] & ~s.barred
        if not wanted:
            return False
        if not wanted & ~s.sees[self.everybody]:                # everybody knows where each of them is
            held = 0
            for seat in order:
                held |= self.held(s, seat)
            if not held & wanted:
                return False
        for seat in order:
            if self.could(s, seat, moment, about):
                return True
        return False

    def held(self, s: CardState, seat: int) -> int:
        """The cards that a seat may play from, as far as the state knows them."""
        cards = 0
        for zone in self.hands[seat]:
            cards |= s.piles[zone]
        return cards

    def playable(self, s: CardState, seat: int, moment: int, about: Frame | None, among: int = -1) -> list[int]:
        """The cards whose event a seat may really play at a moment, lowest first."""
        cards = self.held(s, seat) & self.at[moment] & self.by[seat] & ~s.barred & among
        return [card for card in ids_of(cards) if self.allows(s, seat, moment, card, about)]

    def spendable(self, s: CardState, seat: int, moment: int) -> list[Action]:
        """What a seat may spend the cards it holds for at a moment, instead of their events: a use and a card each."""
        held = self.held(s, seat)
        return [(use, card) for use in self.uses_at[moment] for card in ids_of(held & self.spent[use])]

    def allows(self, s: CardState, seat: int, moment: int, card: int, about: Frame | None) -> bool:
        """Do the conditions of a card of this moment hold?"""
        for conditions in (self.shown[moment], self.when[moment]):
            condition = conditions.get(card)
            if condition is not None and not condition(s, seat, about):
                return False
        return True

    def may_play(self, s: CardState, seat: int, moment: int, card: int, about: Frame | None) -> bool:
        """May a seat play this card, which it holds, at a moment?"""
        fits = self.at[moment] & self.by[seat] & ~s.barred
        return bool(fits >> card & 1) and self.allows(s, seat, moment, card, about)

    def act(self, s: CardState, seat: int, force: int, moment: int, about: Frame) -> None:
        """Let the cards of a seat that are in force act at a moment; the rule that reaches it names no card. At most
        one of them may call a frame."""
        acting = self.acting[moment]
        for card in ids_of(force & self.acts[moment]):
            acting[card](s, seat, about)

    # --- what is hidden

    def cover(self, s: CardState, viewer: int) -> None:
        """Make the card columns of a copy what a viewer may know; a spectator is everybody."""
        known = s.sees[viewer]
        s.piles = [pile & known for pile in s.piles]
        s.sees = [cards if v in (viewer, self.everybody) else 0 for v, cards in enumerate(s.sees)]

    def deal_unseen(
        self, s: CardState, viewer: int, chance: Random, narrow: Callable[[int], int] | None = None
    ) -> None:
        """Fill the zones of a view with cards that its viewer has not seen, every possible deal being equally likely.
        `narrow` gives by zone the cards that can lie in it now; these sets too must be nested or apart. Cards that a
        game has dealt before stay where they are."""
        pool = self.all & ~s.sees[viewer]
        for pile in s.piles:
            pool &= ~pile
        zones, holds = self._narrowest, self._holds
        if narrow is not None:
            holds = [cards & narrow(z) for z, cards in enumerate(holds)]
            zones = sorted(zones, key=lambda z: holds[z].bit_count())
        for z in zones:
            missing = s.sizes[z] - s.piles[z].bit_count()
            if missing:
                dealt = bitset(chance.sample(ids_of(holds[z] & pool), missing))
                pool ^= dealt
                s.piles[z] |= dealt
        common = s.sees[self.everybody]
        for seat in range(self.everybody):
            if seat != viewer:
                s.sees[seat] = common
                self._see_own(s, seat)


def _words(row: Row, column: str) -> list[str]:
    return row.cells.get(column, "").split()


def _number(row: Row, column: str, default: int) -> int:
    return row.integer(column) if row.cells.get(column) else default


def about(s: State, frame: Frame) -> Procedure:
    """The procedure that a decision interrupts: the next one under it. Never kept, since the stack moves. A frame that
    is not on the stack is a copy of the topmost one without its secrets."""
    stack = s.stack
    i = len(stack) - 1
    while i >= 0 and stack[i] is not frame:
        i -= 1
    i = (i if i >= 0 else len(stack) - 1) - 1
    while isinstance(stack[i], Decision):
        i -= 1
    below = stack[i]
    assert isinstance(below, Procedure)
    return below

