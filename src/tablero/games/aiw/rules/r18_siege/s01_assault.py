"""[18.1] Assault: one or two rounds of fire on the walls of a besieged Fortress."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablero.games.aiw.board import CITIES, COMBAT, DICE_MISSED, EFFECT, FIELD, HORSE, TABLES
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r05_units.s01_blocks import fighters, in_open
from tablero.games.aiw.rules.r05_units.s01_counters import load
from tablero.games.aiw.rules.r05_units.s03_strength import lose
from tablero.games.aiw.rules.r07_cards.s01_types import open_window
from tablero.games.aiw.rules.r07_cards.s03_combat import ASSAULT, Tactics, let_act
from tablero.games.aiw.rules.r11_movement.s00_groups import fresh_load
from tablero.games.aiw.rules.r16_skirmish.s00_fire import TakeHits, mean_row, reveal_blocks, roll, shot_rows, side_row
from tablero.games.aiw.rules.r16_skirmish.s00_firing_units import ChooseFiring
from tablero.games.aiw.rules.r16_skirmish.s00_tactics import PAYS, roll_again
from tablero.games.aiw.rules.r18_siege.s03_capture import Capture
from tablero.games.aiw.state import INSIDE, Aiw, Area, Block, Blocks, Card, Side, Units
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.events import faces
from tablero.kernel.frames import END, Procedure
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import Ask

_table = TABLES.table("assault")
MOST_STORMING = (_table.integer("attackers_other"), _table.integer("attackers_city"))               # [18.1q]
HALVES = _table.integer("hits_per_loss")                                                            # [18.1s]
ROUNDS = (_table.integer("rounds_if_attacker_has_more_field_artillery"), _table.integer("rounds_otherwise"))
BONUS = _table.integer("defender_bonus_if_artillery_not_less")                                      # [18.1w]
PENALTY = _table.integer("attacker_penalty_if_artillery_not_less")
HORSE_HITS = _table.integer("cavalry_hits_on")                                                      # [18.1x]
GARRISON = _table.integer("garrison_strength")                                                      # [18.1i]
CITY_GARRISON = (_table.integer("garrison_city_carlist_e"), _table.integer("garrison_city_liberal_e"))
FORTRESS_GARRISON = _table.integer("garrison_fortress_e")

NOT_YET = Refusal("18.1n", "siege_began_in_this_phase")
ALREADY = Refusal("18.1z", "assaulted_already")
NO_FIELD_GUN = Refusal("18.1m", "no_field_artillery")
NOBODY = Refusal("17.9r", "retreated_units_do_not_assault")


def barred_assault(s: Aiw, side: Side, x: Area) -> Refusal | None:
    """[18.1m] [18.1n] [18.1z] Why a side may not assault the enemy Fortress at which it stands, as everybody sees."""
    player_phase = phase(s)
    if not (s.siege & player_phase.begun) >> x & 1:
        return NOT_YET
    if player_phase.assaulted >> x & 1:
        return ALREADY
    if not fresh_load(s, side, FIELD, x):
        return NOBODY if load(s, side, FIELD, x) else NO_FIELD_GUN
    return None if in_open(s, side, x) & ~s.retreated else NOBODY


def refuse_assault(s: Aiw, side: Side, x: Area) -> Refusal | None:
    """[18.1q] [17.9r] Why it may not, as it knows itself: somebody must be there to assault."""
    return barred_assault(s, side, x) or (None if fighters(s, in_open(s, side, x) & ~s.retreated) else NOBODY)


def garrison(side: Side, x: Area) -> int:
    """[5.4g] [18.1e] [18.1i] The effectiveness of a side's Garrison in a space."""
    return CITY_GARRISON[side] if CITIES >> x & 1 else FORTRESS_GARRISON


def storm_fire(s: Aiw, block: Block, least: int, guns: int) -> int:
    """[18.1v] The hits of a unit in an Assault; `guns` is what Artillery changes."""
    hits = roll(s, block, s.strength[block], least)
    card = least - max(1, EFFECT[s.unit[block]] + guns)
    parts = [("effect", guns, "18.1w"), ("card_hits", card, "7.3b")]
    if HORSE >> s.unit[block] & 1:
        s.sheet(lambda: shot_rows(s, block, s.strength[block], least, (), "18.1x"))
    else:
        s.sheet(lambda: shot_rows(s, block, s.strength[block], least, parts))
    return hits


def storm_hits_on(s: Aiw, block: Block, bonus: int) -> int:
    """[18.1v] [18.1w] [18.1x] The highest face with which a unit hits: normal effectiveness; Cavalry only with 1."""
    unit = s.unit[block]
    return HORSE_HITS if HORSE >> unit & 1 else max(1, EFFECT[unit] + bonus)


@dataclass(slots=True)
class Assault(Procedure):
    """[18.1l] An Assault on a besieged Fortress."""

    x: Area
    side: Side
    coup: bool = False      # by a card (C24): one round, and guns do not matter
    round: int = 1
    superior: bool = False  # has the defender at least as much Field Artillery?
    picked: Blocks = 0      # the blocks that assault in this round
    halves: int = 0         # half hits [18.1t]
    hits: int = 0           # full hits still to be taken
    tactic: list[Card] = field(default_factory=lambda: [-1, -1])
    bonus: int = 0          # what a card adds to the effectiveness of Infantry in this round (C23)
    full: int = 0           # so many hits of this round are full ones by a card (L34)
    spared: Units = 0       # units that lose nothing if dice rolled again miss too (C18)
    shots: list[tuple[Block, int, int]] = field(default_factory=list)       # the last fire: who, hits, misses

    def steps(self) -> tuple[str, ...]:
        return (
            "compare", "choose", "reveal", "cards", "operational", "more_cards", "defence", "storm", "bayonets", "pay",
            "breach", "strike", "again", "second",
        )

    def compare(self, s: Aiw) -> None:
        """[18.1o] [18.1z] [17.9r] The Field Artillery of both sides is compared, without guns that retreated here."""
        phase(s).assaulted |= 1 << self.x
        s.tell("assault", self.side, self.x)
        guns = fresh_load(s, self.side, FIELD, self.x)
        theirs = load(s, 1 - self.side, FIELD, INSIDE + self.x)
        self.superior = not self.coup and theirs >= guns
        s.sheet(lambda: [side_row(self.side), ("guns", str(guns), str(theirs), "18.1o")])

    def choose(self, s: Aiw) -> None:
        """[18.1q] The attacker chooses, again in each round; a block that is alone is chosen already."""
        blocks = in_open(s, self.side, self.x) & ~s.retreated
        most = (MOST_STORMING[CITIES >> self.x & 1],) * 2
        if blocks.bit_count() == 1:
            s.answer = fighters(s, blocks)
            return
        s.call(ChooseFiring((self.side,), x=self.x, most=most, riding=most[0], assault=True))

    def reveal(self, s: Aiw) -> None:
        """[18.1p] [18.1r] Those who assault are shown, and all units inside."""
        self.picked = reveal_blocks(s, s.answer)
        s.answer = 0
        reveal_blocks(s, fighters(s, s.shut[self.x]))

    def cards(self, s: Aiw) -> None:
        """[18.1r] The attacker may lay a Tactical card, the defender none."""
        self.bonus = self.full = 0
        s.call(Tactics(self.side, self.x, ASSAULT, self.round))

    def operational(self, s: Aiw) -> None:
        """[18.1r] The attacker's Operational cards."""
        s.answer = 0
        open_window(s, COMBAT, self.side, self)

    def more_cards(self, s: Aiw) -> str | None:
        """[18.1r] Any number of them."""
        return "operational" if s.answer else None

    def defence(self, s: Aiw) -> None:
        """[18.1p] [18.1u] All units inside and the Garrison fire; the assaulting units take the hits."""
        bonus = BONUS if self.superior else 0
        inside = ids_of(fighters(s, s.shut[self.x]))
        hits = sum(storm_fire(s, b, storm_hits_on(s, b, bonus), bonus) for b in inside)
        least = garrison(1 - self.side, self.x) + bonus
        rolled = s.dice(GARRISON)
        scored = sum(die <= least for die in rolled)
        s.tell("garrison_fired", self.x, GARRISON, least, scored, faces(rolled))
        s.sheet(lambda: [
            ("strength", str(GARRISON), "", "18.1i"), ("effectiveness", str(least - bonus), "", "18.1i"),
            *((("effect", f"{bonus:+}", "", "18.1w"),) if bonus else ()), mean_row(GARRISON, least),
        ])
        if hits + scored and self.storming(s):
            s.call(TakeHits(self.side, hits + scored, self.storming(s)))

    def storming(self, s: Aiw) -> Blocks:
        """The assaulting units that are still there."""
        return self.picked & in_open(s, self.side, self.x)

    def storm(self, s: Aiw) -> None:
        """[18.1u] The survivors fire."""
        self.shots = []
        for b in ids_of(self.storming(s)):
            hits = storm_fire(s, b, self.least(s, b), PENALTY if self.superior else 0)
            self.shots.append((b, hits, s.strength[b] - hits))

    def least(self, s: Aiw, block: Block) -> int:
        """[18.1v] [18.1w] With what an assaulting unit hits; under Eguía (C23) Infantry is better than else. In older
        versions his bonus came on top of the 1 that always hits."""
        penalty = PENALTY if self.superior else 0
        if s.rules < 3 and not HORSE >> s.unit[block] & 1:
            return storm_hits_on(s, block, penalty) + self.bonus
        return storm_hits_on(s, block, penalty + self.bonus)

    def bayonets(self, s: Aiw) -> None:
        """[7.3b] L18, C18: dice of one Infantry unit that missed may be rolled again."""
        s.answer = -1
        let_act(s, self, self.side, DICE_MISSED, self)

    def misses(self) -> tuple[Blocks, Blocks]:
        """The blocks that rolled, and those with dice that missed."""
        return bitset(b for b, _, _ in self.shots), bitset(b for b, _, missed in self.shots if missed)

    def pay(self, s: Aiw) -> None:
        """[7.3b] L18, C18: without any hit the unit may lose a point."""
        if s.answer < 0:
            return
        i = next(i for i, (block, _, _) in enumerate(self.shots) if block == s.answer)
        block, hits, missed = self.shots[i]
        rolled = roll_again(s, self, block, missed, self.least(s, block), hits)
        if rolled == PAYS:
            lose(s, block)
        self.shots[i] = block, max(0, rolled), missed

    def breach(self, s: Aiw) -> None:
        """[18.1s] [18.1t] Two hits make a full one, and half a hit is kept. With a Siege Train (L34) the first two
        hits are full ones."""
        hits = sum(n for _, n, _ in self.shots)
        full = min(hits, self.full)
        self.hits, self.halves = divmod(self.halves + hits - full, HALVES)
        self.hits += full
        s.tell("stormed", self.x, self.hits, self.halves)

    def strike(self, s: Aiw) -> str | None:
        """[18.1k] [18.1u] [18.3a] Full hits go to the strongest inside; one on the Garrison, and the Fortress falls."""
        if not self.hits:
            return None
        inside = fighters(s, s.shut[self.x])
        if not inside:
            s.call(Capture(self.x, self.side))
            return END
        self.hits -= 1
        s.call(TakeHits(1 - self.side, 1, inside))
        return "strike"

    def again(self, s: Aiw) -> str | None:
        """[18.1o] A second round, if the attacker has more Field Artillery and wants it."""
        s.answer = 0
        if self.coup or self.round >= ROUNDS[self.superior] or not in_open(s, self.side, self.x) & ~s.retreated:
            return END
        s.call(SecondRound(self.side))
        return None

    def second(self, s: Aiw) -> str | None:
        """[18.1q] Units may be changed from one round to the next."""
        self.round += 1
        return "choose" if s.answer else None


@dataclass(slots=True)
class SecondRound(Ask):
    """[18.1o] A second Assault Round?"""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("yes",), ("no",)]

    def choose(self, s: Aiw, seat: Side, action: Action) -> None:
        s.answer = int(action == ("yes",))
