"""Four houses in two alliances and a card for every shape that card-driven games know.

Cards that are kept by the winner, that open and bar other cards, that have several uses, that must be played, that are
played together with another, that belong to a house and are given away or stolen, that cancel a card, that have two
moments, that act later, that last for an impulse, and a window in which all answer in secret, with a card or otherwise.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import tablero
from tablero.kernel.actions import PASS, Action, Names, signatures
from tablero.kernel.bits import ids_of
from tablero.kernel.cards import DARK, OPEN, OWN, Cards, CardState, Zone, about
from tablero.kernel.frames import END, Procedure, Result, won_by
from tablero.kernel.packs import Pack
from tablero.kernel.refusals import Refusal
from tablero.kernel.scene import Scene
from tablero.kernel.text import Catalogue
from tablero.kernel.windows import ONCE, TOGETHER, TURNS, Ask, Reactions

PACK = Pack(Path(__file__).parent / "decks_pack", "decks")
SEATS = ("amber", "birch", "coral", "dune")
AMBER, BIRCH, CORAL, DUNE = range(4)
ALLY = (BIRCH, AMBER, DUNE, CORAL)
FOES = ((CORAL, DUNE), (CORAL, DUNE), (AMBER, BIRCH), (AMBER, BIRCH))
ROUNDS, CARDS_IN_HAND = 4, 3

# --------------------------------------------------------------------------------------------------------- the cards

MOMENTS = ("action", "dawn", "declared", "raid", "fight", "dice", "lost", "dusk")
ACTION, DAWN, DECLARED, RAID, FIGHT, DICE, LOST, DUSK = range(8)
USES = {use: PACK.toml("tables.toml").table("uses").text(use) for use in ("raid", "hire", "sell")}
CARDS = Cards(PACK.rows("cards.csv"), SEATS, MOMENTS, USES)
COMMON = CARDS.of("owner", "")
OF_HOUSE = [CARDS.of("owner", house) for house in SEATS]
OWNER = [SEATS.index(row.text("owner")) if row.maybe_text("owner") else -1 for row in CARDS.rows]
PLUS = CARDS.of("plus", "y")
BURDENS = CARDS.of("uses", "")
WAITS = CARDS.acts[DICE] | CARDS.acts[DUSK] | CARDS.of("fate", "keep")      # cards that stay on the table for a time
VALUE = [row.integer("value") for row in CARDS.rows]
CARD = CARDS.index

HAND, HOME, GUEST, KEPT, SPENT, RESERVE = (range(4 * n, 4 * n + 4) for n in range(6))      # by seat
DECK, TABLE, DISCARDS, REMOVED = range(24, 28)
CARDS.lay_out(
    [
        *(Zone(f"hand_{house}", seat, OWN, COMMON) for seat, house in enumerate(SEATS)),
        *(Zone(f"home_{house}", seat, OWN, OF_HOUSE[seat]) for seat, house in enumerate(SEATS)),
        *(Zone(f"guest_{house}", seat, OWN, CARDS.all & ~COMMON) for seat, house in enumerate(SEATS)),
        *(Zone(f"kept_{house}", seat, OPEN, COMMON) for seat, house in enumerate(SEATS)),
        *(Zone(f"spent_{house}", seat, OPEN, COMMON) for seat, house in enumerate(SEATS)),     # kept, used this round
        *(Zone(f"reserve_{house}", -1, DARK, OF_HOUSE[seat]) for seat, house in enumerate(SEATS)),
        Zone("deck", -1, DARK, COMMON), Zone("table", -1, OPEN, CARDS.all), Zone("discards", -1, OPEN, COMMON),
        Zone("removed", -1, OPEN, COMMON),
    ],
    [(HAND[seat], HOME[seat], GUEST[seat], KEPT[seat]) for seat in range(4)],
)
NAMES = {"card": Names(CARDS.ids), "side": Names(SEATS)}


@dataclass(slots=True)
class Decks(CardState):
    turn: int = 0
    order: list[int] = field(default_factory=list)      # seats that have still to act in this round
    coins: list[int] = field(default_factory=list)      # by seat
    guards: list[int] = field(default_factory=list)

    @property
    def result(self) -> Result | None:
        if not self.over:
            return None
        best = [seat for seat, n in enumerate(self.coins) if n == max(self.coins)]
        return won_by(best[0], "coins", SEATS) if len(best) == 1 else won_by(None, "draw", SEATS)


def gain(s: Decks, seat: int, n: int) -> None:
    """Coins are gained, or lost as far as there are any."""
    s.coins[seat] = max(0, s.coins[seat] + n)
    s.tell("coins", seat, s.coins[seat])


def muster(s: Decks, seat: int, n: int) -> None:
    """Guards likewise."""
    s.guards[seat] = max(0, s.guards[seat] + n)
    s.tell("guards", seat, s.guards[seat])


def draw(s: Decks, seat: int, source: int, hand: int) -> None:
    card = CARDS.pick(s, source)
    CARDS.move(s, card, source, hand)
    s.reveal()
    s.tell("drew", seat, card, seen=1 << seat, public=("drew_hidden", (seat,)))


def put_away(s: Decks, card: int, zone: int) -> None:
    """From a zone to where the card ends after its event or another use."""
    if OWNER[card] >= 0:
        CARDS.move(s, card, zone, RESERVE[OWNER[card]])
    else:
        CARDS.move(s, card, zone, REMOVED if CARDS.fate[card] == "remove" and zone == TABLE else DISCARDS)


def clockwise(seat: int) -> tuple[int, ...]:
    """The other seats, from the left of one."""
    return tuple((seat + n) % 4 for n in (1, 2, 3))


# --------------------------------------------------------------------------------------------------------- the sequence


@dataclass(slots=True)
class Campaign(Procedure):
    """[5.1a] Four rounds."""

    def steps(self) -> tuple[str, ...]:
        return ("set_up", "round", "next_round")

    def set_up(self, s: Decks) -> None:
        """[1.1a] Coins, guards, and all cards in their decks."""
        s.coins, s.guards = [3] * 4, [2] * 4
        CARDS.deal_out(s, {DECK: COMMON} | {RESERVE[seat]: cards for seat, cards in enumerate(OF_HOUSE)})

    def round(self, s: Decks) -> None:
        """[1.2a] A round."""
        s.call(Round())

    def next_round(self, s: Decks) -> str | None:
        """[5.1a] Until the last."""
        return "round" if s.turn < ROUNDS else None


@dataclass(slots=True)
class Round(Procedure):
    """[1.2a] One impulse for each house."""

    force: list[int] = field(default_factory=lambda: [0] * 4)       # by seat: cards that act at dusk

    def steps(self) -> tuple[str, ...]:
        return ("begin", "deal", "impulses", "dusk", "end")

    def begin(self, s: Decks) -> None:
        """[3.1b] A new turn allows or bars events."""
        s.turn += 1
        CARDS.bar(s, s.turn)
        s.order = [(s.turn + n) % 4 for n in range(4)]

    def deal(self, s: Decks) -> None:
        """[1.2a] Hands are filled up; discards come back when the deck is empty. A house holds one card of its own."""
        for seat in s.order:
            while s.sizes[HAND[seat]] < CARDS_IN_HAND and s.sizes[DECK] + s.sizes[DISCARDS]:
                if not s.sizes[DECK]:
                    CARDS.move_all(s, s.piles[DISCARDS], DISCARDS, DECK)
                draw(s, seat, DECK, HAND[seat])
            if not s.sizes[HOME[seat]] and s.sizes[RESERVE[seat]]:
                draw(s, seat, RESERVE[seat], HOME[seat])

    def impulses(self, s: Decks) -> str | None:
        """[2.1a] One after the other."""
        if not s.order:
            return None
        s.call(Impulse(s.order.pop(0)))
        return "impulses"

    def dusk(self, s: Decks) -> None:
        """[1.2a] Cards in force act."""
        for seat, force in enumerate(self.force):
            CARDS.act(s, seat, force, DUSK, self)

    def end(self, s: Decks) -> None:
        """[4.2b] They are put away, and kept cards can be used again."""
        for seat, force in enumerate(self.force):
            for card in ids_of(force):
                put_away(s, card, TABLE)
            CARDS.move_all(s, s.piles[SPENT[seat]], SPENT[seat], KEPT[seat])


FIRST, PLUS_PLAYED, LAST_CARD = range(3)


@dataclass(slots=True)
class Impulse(Procedure):
    """[2.1a] The impulse of a house."""

    seat: int
    slot: int = FIRST           # which card is to be played
    silenced: int = 0           # set of seats that answer nothing while it lasts
    flooded: int = 0            # set of seats that cannot be raided while it lasts

    def steps(self) -> tuple[str, ...]:
        return ("dawn", "act", "again")

    def dawn(self, s: Decks) -> None:
        """[3.1b] Others may have a card for this."""
        if CARDS.opens(s, DAWN, FOES[self.seat], self):
            s.call(Answer(DAWN, FOES[self.seat], TURNS))

    def act(self, s: Decks) -> None:
        """[2.1a] A card, if there is one."""
        if CARDS.held(s, self.seat):
            s.call(Act(self.seat))

    def again(self, s: Decks) -> str | None:
        """[2.1c] After a plus card there is another."""
        if self.slot != PLUS_PLAYED:
            return END
        self.slot = LAST_CARD
        return "act"


BURDEN = Refusal("2.1b", "burden")
ONE_PLUS = Refusal("2.1c", "one_plus")
NO_USE = Refusal("2.2a", "no_use")
NOBODY_TO_RAID = Refusal("2.2a", "nobody_to_raid")
WRONG_MOMENT = Refusal("3.1b", "wrong_moment")


@dataclass(slots=True)
class Act(Ask):
    """[2.1a] A card for its event or another use, or nothing."""

    def candidates(self, s: Decks, seat: int) -> list[Action]:
        held = ids_of(CARDS.held(s, seat))
        return [PASS, *((verb, card) for verb in ("play", *USES) for card in held)]

    def refuse(self, s: Decks, seat: int, action: Action) -> Refusal | None:
        impulse = s.frame(Impulse)
        burdens = s.piles[HAND[seat]] & BURDENS
        if action == PASS:
            return BURDEN if burdens else None
        verb, card = action
        if burdens and not (verb == "play" and burdens >> card & 1):
            return BURDEN
        if impulse.slot == LAST_CARD and PLUS >> card & 1:
            return ONE_PLUS
        if verb == "play":
            return None if CARDS.may_play(s, seat, ACTION, card, impulse) else WRONG_MOMENT
        if action not in CARDS.spendable(s, seat, ACTION):
            return NO_USE
        return NOBODY_TO_RAID if verb == "raid" and not targets(impulse) else None

    def choose(self, s: Decks, seat: int, action: Action) -> None:
        if action == PASS:
            return
        verb, card = action
        impulse = s.frame(Impulse)
        if PLUS >> card & 1:
            impulse.slot = PLUS_PLAYED
        s.call(PlayCard(seat, card) if verb == "play" else Spend(seat, card, verb))


def targets(impulse: Impulse) -> list[int]:
    return [foe for foe in FOES[impulse.seat] if not impulse.flooded >> foe & 1]


@dataclass(slots=True)
class Spend(Procedure):
    """[2.2a] A card is spent for another use than its event."""

    seat: int
    card: int
    use: str

    def steps(self) -> tuple[str, ...]:
        return ("pay", "gain")

    def pay(self, s: Decks) -> None:
        """[2.2a] It is shown and put away."""
        put_away(s, self.card, CARDS.where(s, self.card))
        s.reveal()
        s.tell("spent", self.seat, self.card)

    def gain(self, s: Decks) -> None:
        """[2.2a] Its value in guards, coins or strength."""
        value = VALUE[self.card]
        if self.use == "hire":
            muster(s, self.seat, value)
        elif self.use == "sell":
            gain(s, self.seat, value)
        else:
            s.call(PickTarget(self.seat, value))


# ---------------------------------------------------------------------------------------------------- cards are played


@dataclass(slots=True)
class Answer(Reactions):
    """[3.1b] Seats may play a card at a moment, or intercept a raid."""

    def register(self) -> Cards:
        return CARDS

    def among(self, s: Decks, seat: int) -> int:
        return 0 if s.frame(Impulse).silenced >> seat & 1 else -1

    def more(self, s: Decks, seat: int) -> list[Action]:
        raid = about(s, self)
        return [("intercept",)] if isinstance(raid, Raid) and raid.may_intercept(s, seat) else []

    def refuse(self, s: Decks, seat: int, action: Action) -> Refusal | None:
        if action[0] != "play":
            return None
        (card,) = action[1:]
        allowed = self.among(s, seat) >> card & 1 and CARDS.may_play(s, seat, self.moment, card, about(s, self))
        return None if allowed else WRONG_MOMENT

    def react(self, s: Decks, seat: int, action: Action) -> None:
        if action[0] == "play":
            (card,) = action[1:]
            s.call(PlayCard(seat, card))
        else:
            raid = about(s, self)
            assert isinstance(raid, Raid)
            raid.defender = seat
            s.tell("intercepts", seat)


@dataclass(slots=True)
class PlayCard(Procedure):
    """[3.1a] The event of a card."""

    seat: int
    card: int
    void: bool = False

    def steps(self) -> tuple[str, ...]:
        return ("declare", "answers", "effect", "away")

    def declare(self, s: Decks) -> None:
        """[3.1a] It is laid on the table."""
        CARDS.move(s, self.card, CARDS.where(s, self.card), TABLE)
        s.reveal()
        s.tell("played", self.seat, self.card)

    def answers(self, s: Decks) -> None:
        """[3.1a] Enemies may answer."""
        if CARDS.opens(s, DECLARED, FOES[self.seat], self):
            s.call(Answer(DECLARED, FOES[self.seat], TOGETHER))

    def effect(self, s: Decks) -> None:
        """[3.1a] Unless it is void it takes effect, and allows or bars others."""
        if self.void:
            s.tell("voided", self.card)
            return
        s.happened |= 1 << self.card
        CARDS.bar(s, s.turn)
        if self.card in CARDS.effects:
            CARDS.effects[self.card](s, self.seat, about(s, self))

    def away(self, s: Decks) -> None:
        """[3.1a] It is put away, unless it has gone elsewhere, is in force, or waits for the end of a fight."""
        below = about(s, self)
        if not s.piles[TABLE] >> self.card & 1:
            return
        if self.void or not WAITS >> self.card & 1:
            put_away(s, self.card, TABLE)
        elif isinstance(below, Fight):
            below.used[self.seat] |= 1 << self.card
        else:
            s.frame(Round).force[self.seat] |= 1 << self.card


# --------------------------------------------------------------------------------------------------- raids and fights


@dataclass(slots=True)
class Raid(Procedure):
    """[4.1a] A raid: it is declared, answered, and fought unless it is void."""

    seat: int
    target: int
    value: int
    defender: int = -1          # whoever intercepts, instead of the target
    escort: int = 0
    void: bool = False

    def steps(self) -> tuple[str, ...]:
        return ("declare", "answers", "fight")

    def declare(self, s: Decks) -> None:
        """[4.1a] All hear of it."""
        s.tell("raids", self.seat, self.target)

    def answers(self, s: Decks) -> None:
        """[4.1a] Together and in secret."""
        s.call(Answer(RAID, clockwise(self.seat), TOGETHER))

    def may_intercept(self, s: Decks, seat: int) -> bool:
        """[4.1a] The ally of the target, with a guard, once."""
        return seat == ALLY[self.target] and s.guards[seat] > 0 and self.defender < 0 and not self.void

    def fight(self, s: Decks) -> None:
        """[4.1a] Unless it is void."""
        if self.void:
            s.tell("stopped")
        else:
            s.call(Fight(self.seat, self.target if self.defender < 0 else self.defender, self.value, self.escort))


@dataclass(slots=True)
class Fight(Procedure):
    """[4.2a] Two houses fight."""

    attacker: int
    defender: int
    attack: int
    defence: int
    used: list[int] = field(default_factory=lambda: [0] * 4)        # by seat: cards that the fight decides on
    winner: int = -1
    spared: bool = False

    def steps(self) -> tuple[str, ...]:
        return ("attacker_s_cards", "defender_s_cards", "before_dice", "dice", "lost", "losses", "cards")

    def attacker_s_cards(self, s: Decks) -> None:
        """[4.2a] The attacker first."""
        if CARDS.opens(s, FIGHT, (self.attacker,), self):
            s.call(Answer(FIGHT, (self.attacker,), TURNS))

    def defender_s_cards(self, s: Decks) -> None:
        """[4.2a] Then the defender."""
        if CARDS.opens(s, FIGHT, (self.defender,), self):
            s.call(Answer(FIGHT, (self.defender,), TURNS))

    def before_dice(self, s: Decks) -> None:
        """[4.2a] Cards in force act."""
        CARDS.act(s, self.defender, self.used[self.defender], DICE, self)

    def dice(self, s: Decks) -> None:
        """[4.2a] Strength and a die against guards and a die."""
        attack, defence = s.die() + self.attack, s.die() + self.defence + s.guards[self.defender]
        s.tell("dice", attack, defence)
        self.winner = self.attacker if attack > defence else self.defender
        s.tell("won", self.winner)

    def lost(self, s: Decks) -> None:
        """[3.1b] The loser may have a card for this."""
        if CARDS.opens(s, LOST, (self.loser(),), self):
            s.call(Answer(LOST, (self.loser(),), ONCE))

    def loser(self) -> int:
        return self.attacker + self.defender - self.winner

    def losses(self, s: Decks) -> None:
        """[4.2a] The loser loses a guard and a coin to the winner."""
        if not self.spared:
            muster(s, self.loser(), -1)
        if s.coins[self.loser()]:
            gain(s, self.loser(), -1)
            gain(s, self.winner, 1)

    def cards(self, s: Decks) -> None:
        """[4.2b] The winner keeps the cards that can be kept; they are used up for this round."""
        for seat in (self.attacker, self.defender):
            for card in ids_of(self.used[seat]):
                if seat == self.winner and CARDS.fate[card] == "keep":
                    CARDS.move(s, card, TABLE, SPENT[seat])
                else:
                    put_away(s, card, TABLE)


@dataclass(slots=True)
class PickHouse(Ask):
    """[2.2a] A question about a house."""

    def candidates(self, s: Decks, seat: int) -> list[Action]:
        return [("at", house) for house in self.houses(s)]

    def houses(self, s: Decks) -> Sequence[int]:
        return FOES[self.who]

    def public(self, s: Decks) -> bool:
        return True


@dataclass(slots=True)
class PickTarget(PickHouse):
    """[2.2a] Whom to raid."""

    value: int

    def houses(self, s: Decks) -> Sequence[int]:
        return targets(s.frame(Impulse))

    def choose(self, s: Decks, seat: int, action: Action) -> None:
        (target,) = action[1:]
        s.call(Raid(seat, target, self.value))


@dataclass(slots=True)
class PickSpied(PickHouse):
    """[3.1b] Whose cards to look at."""

    def choose(self, s: Decks, seat: int, action: Action) -> None:
        (target,) = action[1:]
        for zone in CARDS.hands[target]:
            CARDS.look(s, seat, zone)
        s.frame(Impulse).silenced |= 1 << target
        s.reveal()
        s.tell("looked", seat, target)


def victims(s: Decks, seat: int) -> list[int]:
    """Houses that have a card which can be stolen; how many they have is public."""
    return [x for x in clockwise(seat) if s.sizes[HAND[x]] + s.sizes[HOME[x]] + s.sizes[GUEST[x]]]


@dataclass(slots=True)
class PickVictim(PickHouse):
    """[3.2a] From whom a card is stolen, by chance; a card of a house becomes a guest."""

    def houses(self, s: Decks) -> Sequence[int]:
        return victims(s, self.who)

    def choose(self, s: Decks, seat: int, action: Action) -> None:
        (victim,) = action[1:]
        zones = (HAND[victim], HOME[victim], GUEST[victim])
        n = s.below(sum(s.sizes[zone] for zone in zones))
        card = [card for zone in zones for card in ids_of(s.piles[zone])][n]
        own = HOME[seat] if OWNER[card] == seat else GUEST[seat]
        CARDS.move(s, card, CARDS.where(s, card), HAND[seat] if OWNER[card] < 0 else own, watch=1 << victim)
        s.reveal()
        s.tell("stole", seat, card, victim, seen=1 << seat | 1 << victim, public=("stole_hidden", (seat, victim)))


@dataclass(slots=True)
class PayOrLose(Ask):
    """[4.2a] A coin or a guard."""

    def candidates(self, s: Decks, seat: int) -> list[Action]:
        return [*([("pay",)] if s.coins[seat] else []), ("lose",)]

    def choose(self, s: Decks, seat: int, action: Action) -> None:
        if action == ("pay",):
            gain(s, seat, -1)
        else:
            muster(s, seat, -1)

    def public(self, s: Decks) -> bool:
        return True


# ------------------------------------------------------------------------------------------------ what each card does


def effect_lanterns(s: Decks, seat: int, fight: Fight) -> None:
    """[4.2a] One more."""
    strengthen(s, seat, fight, 1)


def strengthen(s: Decks, seat: int, fight: Fight, n: int) -> None:
    if seat == fight.attacker:
        fight.attack += n
    else:
        fight.defence += n


def shown_veterans(s: Decks, seat: int, fight: Fight) -> bool:
    """[3.1b] For an attack."""
    return seat == fight.attacker


def effect_veterans(s: Decks, seat: int, fight: Fight) -> None:
    strengthen(s, seat, fight, 2)


def shown_turncoats(s: Decks, seat: int, fight: Fight) -> bool:
    """[3.1b] For a defence."""
    return seat == fight.defender


def act_turncoats_at_dice(s: Decks, seat: int, fight: Fight) -> None:
    s.call(PayOrLose(fight.attacker))


effect_shield = effect_lanterns


def effect_charter(s: Decks, seat: int, about: Procedure) -> None:
    gain(s, seat, 1)


effect_fair = effect_charter


def effect_toll(s: Decks, seat: int, impulse: Impulse) -> None:
    for foe in FOES[seat]:
        gain(s, foe, -1)


def effect_edict(s: Decks, seat: int, impulse: Impulse) -> None:
    gain(s, seat, 2)


effect_mill = effect_edict


def effect_embargo(s: Decks, seat: int, impulse: Impulse) -> None:
    for foe in FOES[seat]:
        gain(s, foe, -2)


def effect_spies(s: Decks, seat: int, impulse: Impulse) -> None:
    s.call(PickSpied(seat))


def shown_thief(s: Decks, seat: int, impulse: Impulse) -> bool:
    """[3.1b] Somebody must have a card."""
    return bool(victims(s, seat))


def effect_thief(s: Decks, seat: int, impulse: Impulse) -> None:
    s.call(PickVictim(seat))


def effect_plague(s: Decks, seat: int, impulse: Impulse) -> None:
    for house in range(4):
        muster(s, house, -1)


def effect_strike(s: Decks, seat: int, impulse: Impulse) -> None:
    gain(s, seat, -1)


def shown_rumour(s: Decks, seat: int, play: PlayCard) -> bool:
    """[3.1b] A card that is void is not answered again."""
    return not play.void


def effect_rumour(s: Decks, seat: int, play: PlayCard) -> None:
    play.void = True


def shown_floods_at_raid(s: Decks, seat: int, raid: Raid) -> bool:
    """[3.1b] Against a raid of enemies that is not void."""
    return raid.seat in FOES[seat] and not raid.void


def effect_floods(s: Decks, seat: int, about: Raid | Impulse) -> None:
    """In either of its moments."""
    if isinstance(about, Raid):
        about.void = True
        s.frame(Impulse).flooded |= 1 << about.target
    else:
        for foe in FOES[seat]:
            muster(s, foe, -1)


def shown_escort(s: Decks, seat: int, raid: Raid) -> bool:
    """[3.1b] A raid that is not void."""
    return not raid.void


def effect_escort(s: Decks, seat: int, raid: Raid) -> None:
    raid.escort += 2


def when_ledger(s: Decks, seat: int, raid: Raid) -> bool:
    """[3.1b] Only its holder knows whether he has another card for a fight."""
    return bool(s.piles[HAND[seat]] & CARDS.at[FIGHT])


effect_ledger = effect_charter


def effect_rearguard(s: Decks, seat: int, fight: Fight) -> None:
    fight.spared = True


def act_levy_at_dusk(s: Decks, seat: int, round: Round) -> None:
    muster(s, seat, 2)


def effect_subsidy(s: Decks, seat: int, impulse: Impulse) -> None:
    """[3.2a] From the table: all know where it is now."""
    gain(s, BIRCH, 2)
    CARDS.move(s, CARD["subsidy"], TABLE, GUEST[BIRCH])


def shown_ditch(s: Decks, seat: int, raid: Raid) -> bool:
    """[3.1b] Against a raid on this side."""
    return raid.seat in FOES[seat] and not raid.void


def effect_ditch(s: Decks, seat: int, raid: Raid) -> None:
    raid.escort += 1


def effect_pact(s: Decks, seat: int, impulse: Impulse) -> None:
    gain(s, DUNE, 2)


def shown_fleet_at_raid(s: Decks, seat: int, raid: Raid) -> bool:
    """[3.1b] Against enemies; in a fight always."""
    return raid.seat in FOES[seat]


def effect_fleet(s: Decks, seat: int, about: Raid | Fight) -> None:
    if isinstance(about, Raid):
        gain(s, about.seat, -1)
    else:
        strengthen(s, seat, about, 1)


def effect_riders(s: Decks, seat: int, impulse: Impulse) -> None:
    gain(s, impulse.seat, -1)


def effect_wells(s: Decks, seat: int, impulse: Impulse) -> None:
    muster(s, seat, 1)


CARDS.bind(sys.modules[__name__])


# --------------------------------------------------------------------------------------------------------- the game


def view(s: Decks, seat: int) -> Decks:
    new = s.view_base(seat)
    CARDS.cover(new, seat)
    return new


def label(s: Decks, kind: str, thing: int, say: Catalogue) -> str:
    name = NAMES[kind][thing]
    return say.say(f"card.{CARDS.rows[thing].text('id')}.name" if kind == "card" else f"{kind}.{name}")


GAME = tablero.Game(
    code="decks", title="Decks", seats=SEATS, scenarios=("fair",), options={}, rules=1, pack=PACK, state=Decks,
    verbs=signatures({
        "pass": "", "play": "card", "raid": "card", "hire": "card", "sell": "card", "at": "side", "intercept": "",
        "pay": "", "lose": "",
    }),
    events=signatures({
        "drew": "side card", "drew_hidden": "side", "played": "side card", "voided": "card", "spent": "side card",
        "raids": "side target:side", "intercepts": "side", "stopped": "", "dice": "attack:number defence:number",
        "won": "side", "looked": "side target:side", "stole": "side card target:side",
        "stole_hidden": "side target:side", "coins": "side n:number", "guards": "side n:number",
    }),
    create=lambda scenario, options: Decks(stack=[Campaign()]), names=lambda s: NAMES, view=view,
    fill=CARDS.deal_unseen, scene=lambda s, seat: Scene("map"), label=label, turns=lambda s: s.turn, cards=CARDS,
)
tablero.register(GAME)
