"""[12.2] [12.3] A Siege: who may besiege, and its Rounds until the Fortress falls or the besieger has to stop.

Whatever cards change is a field of the Siege. Lists go by side, as in a Battle: the besieger's, and the Fortress's.
What lasts for one Round is cleared when its dice have been rolled.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tablero.games.wellington.board import (
    CARD, COMBAT_WON, COMMAND_RATING, DUCHIES, FORTRESSES, LEADER_POWER, LEADERS, LISBON, OWNER, SIEGE_RESULT,
    SIEGE_ROUND, SIEGE_START, STRENGTH, TABLES, WELLINGTON
)
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import lose_soldiers, put_soldiers, take_soldiers
from tablero.games.wellington.rules.r01_pieces.s06_leaders import formations, lose_leader, mark_force
from tablero.games.wellington.rules.r03_control import besieged
from tablero.games.wellington.rules.r05_cards.s02_windows import EVERYBODY, open_window
from tablero.games.wellington.rules.r11_battle.s01_battle import DISRUPTS, KILLS, LONG_NOSED_DICE
from tablero.games.wellington.rules.r11_battle.s02_dice import national_bonus, rating_dice
from tablero.games.wellington.rules.r11_battle.s02_sheet import siege_rows, siege_tally
from tablero.games.wellington.state import Army, Duchy, Leader, Leaders, Power, Wellington
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.events import faces
from tablero.kernel.frames import END, Procedure
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import PublicAsk

_siege = TABLES.table("siege")
HASTY_STRENGTH = _siege.integer("strength_hasty")
_sack = TABLES.table("sack_and_pillage")
SACKED = _sack.integer("resource_on")
TORRES_VEDRAS, LINES_STRENGTH = CARD["torres_vedras"], 5        # of Lisbon, behind its lines

NOT_ON_MAP = Refusal("12.21a", "not_on_map")
NO_FORTRESS = Refusal("12.2a", "no_enemy_fortress")
ENEMY_THERE = Refusal("12.2a", "enemy_before_fortress")
HAS_FOUGHT = Refusal("12.2a", "has_fought_there")
BESIEGED_ALREADY = Refusal("12.22a", "besieged_already")
IN_QUARTERS = Refusal("5.1c", "in_winter_quarters")


def fortress_strength(s: Wellington, x: Duchy) -> int:
    """[12.3a] [12.22c] [20q] The built-in strength of a Fortress: 3, Gibraltar 5, a Hasty one 2; of Lisbon 5 behind the
    Lines of Torres Vedras."""
    if not FORTRESSES >> x & 1:
        return HASTY_STRENGTH if s.hasty >> x & 1 else 0
    if x == LISBON and s.turn_events >> TORRES_VEDRAS & 1:
        return LINES_STRENGTH
    return STRENGTH[x]


# --- who may besiege


def refuse_siege(s: Wellington, leader: Leader) -> Refusal | None:
    """[12.2a] [12.2b] [12.2c] [12.2d] [12.2e] [12.21a] [12.22a] The rule against a Siege by the Army of a Leader, in an
    Impulse of his Power."""
    x = s.at[leader]
    if x >= DUCHIES:
        return NOT_ON_MAP
    refusal = refuse_fortress(s, LEADER_POWER[leader], x)
    return HAS_FOUGHT if refusal is None and fought_there(s) >> leader & 1 else refusal


def refuse_fortress(s: Wellington, power: Power, x: Duchy) -> Refusal | None:
    """[12.2a] [12.22a] The rule against a Siege in a Duchy, whoever besieges; for Events, too."""
    from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
    side = power & 1
    if not besieged(s, side) >> x & 1:
        return NO_FORTRESS
    if formations(s, 1 - side) >> x & 1:
        return ENEMY_THERE
    impulse = s.within(Impulse)
    if impulse is not None and impulse.besieged >> x & 1:
        return BESIEGED_ALREADY
    return IN_QUARTERS if any(who == power and where == x for who, where, _ in s.quarters) else None


def can_besiege(s: Wellington, leader: Leader) -> bool:
    """[12.2a] May the Army of a Leader resolve a Siege, in an Impulse of his Power?"""
    return refuse_siege(s, leader) is None


def besiegers(s: Wellington, power: Power) -> list[Leader]:
    """[12.2b] [12.21a] The Leaders of a Power whose Armies may resolve a Siege, in an Impulse of it."""
    if not besieged(s, power & 1) & s.occupied[power]:
        return []                           # mostly so, and it is asked after every play
    return [leader for leader in ids_of(LEADERS[power]) if can_besiege(s, leader)]


def fought_there(s: Wellington) -> Leaders:
    """[12.2a] Leaders that have won a Battle, which was no Overrun, in this Impulse; they still stand where it was."""
    from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
    impulse = s.within(Impulse)
    return impulse.fighters if impulse is not None else 0


def fresh_soldiers(s: Wellington, power: Power, x: Duchy) -> int:
    """[12.2a] The SPs of a Power in a Duchy that have not fought a Battle there in this Impulse (reading W12)."""
    from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
    impulse, pile = s.within(Impulse), power * DUCHIES + x
    tired = sum(n for p, n in impulse.veterans if p == pile) if impulse is not None else 0
    return max(0, s.sp[pile] - tired)


def siege_army(s: Wellington, leader: Leader) -> Army:
    """[12.21a] [12.31a] [1.61d] [20d] The Army that a Leader besieges with: Soldiers of his Power within his Command
    Rating, and other Leaders of his Power as Staff Officers if there is room for them."""
    power, x = LEADER_POWER[leader], s.at[leader]
    room = COMMAND_RATING[leader]
    sps = min(room, fresh_soldiers(s, power, x))
    staff = 0
    for other in ids_of(s.here[x] & LEADERS[power] & ~(1 << leader) & ~fought_there(s)):
        if staff.bit_count() < room - sps:
            staff |= 1 << other
    return leader, staff, sps


@dataclass(slots=True)
class Siege(Procedure):
    """[12.2a] [20ao] [20an] A Siege of a Fortress by one Army, or by Soldiers alone if an Event lets them (then there
    is no Leader)."""

    power: Power                            # the besieger
    leader: Leader                          # of the Army; -1 for Soldiers alone
    x: Duchy
    strength: int = 0                       # of the Fortress, here for this Siege only; 0: what it is
    # by cards, for this Round
    bonus: list[int] = field(default_factory=lambda: [0, 0])        # dice more or fewer
    halved: int = 0                         # sides that roll half their dice, rounded up
    grenadiers: int = 0                     # sides whose first Casualty eliminates even if it is a 5
    fives_kill: bool = False                # 5s of the Fortress eliminate
    fives_hit: bool = False                 # 5s of the besieger are hits
    doubled: bool = False                   # the Fortress rolls twice its strength
    # by cards, for the Siege
    lasting: list[int] = field(default_factory=lambda: [0, 0])      # dice more or fewer in this and all later Rounds
    last: bool = False                      # the rules allow no further Round in this Impulse
    further: bool = False                   # one more Round, whatever the result
    fallen: bool = False                    # the Fortress has fallen by treason: a Siege Overrun, nothing to sack
    # as it goes on
    owner: Power = -1                       # of the Fortress
    hasty: bool = False
    army: Army = (-1, 0, 0)                 # its Leader, Staff Officers, SPs at most
    round: int = 0
    hits: int = 0                           # of all Rounds
    scored: int = 0                         # hits of this Round
    casualties: int = 0                     # of the besieger in this Round
    disruptions: int = 0                    # of the besieger in all Rounds
    kills: int = 0                          # still to be taken
    taken: bool = False
    overrun: bool = False
    victor: Power = -1                      # the besieger, once the Fortress has fallen

    def steps(self) -> tuple[str, ...]:
        return (
            "declare", "begin", "next_round", "besieger_cards", "owner_cards", "roll", "losses", "leaders", "result",
            "go_on", "over", "flag", "sack", "won", "end",
        )

    @property
    def side(self) -> int:
        """That of the besieger."""
        return self.power & 1

    # the start

    def declare(self, s: Wellington) -> None:
        """[12.2a] [12.2b] [12.22a] [14.3h] An Army besieges a Fortress, once in an Impulse; cards may be played. What
        shore batteries did to it counts as of the first Round."""
        from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
        from tablero.games.wellington.rules.r14_naval import shore_losses
        s.frame(Impulse).besieged |= 1 << self.x
        self.owner = s.flag[self.x] if s.flag[self.x] >= 0 else OWNER[self.x]
        self.hasty = not FORTRESSES >> self.x & 1
        kills, self.disruptions = shore_losses(s, self.x)
        self.casualties = kills + self.disruptions
        s.fights += 1
        s.tell("siege", self.power, self.x)
        open_window(s, SIEGE_START, EVERYBODY, self)

    def begin(self, s: Wellington) -> str | None:
        """[12.3a] [12.31a] The strength of the Fortress, and the Army. A card may have left nobody to besiege."""
        from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
        if not self.alive(s):
            return END
        self.strength = self.strength or fortress_strength(s, self.x)
        self.army = self.mustered(s)
        if s.frame(Impulse).long_nosed and self.leader == WELLINGTON:
            self.bonus[self.side] += LONG_NOSED_DICE
        return None

    def mustered(self, s: Wellington) -> Army:
        """[12.31a] The Army that the first Round begins with."""
        if self.leader < 0:
            return -1, 0, fresh_soldiers(s, self.power, self.x)
        return siege_army(s, self.leader)

    def alive(self, s: Wellington) -> bool:
        """[12.3c] Is the Leader of the Army still there, or any Soldier of one without a Leader?"""
        if self.leader >= 0:
            return s.at[self.leader] == self.x
        return bool(s.sp[self.power * DUCHIES + self.x])

    def unusual(self) -> bool:
        """Have cards changed this Round, or whether there is another one?"""
        changed = self.fallen or self.fives_kill or self.fives_hit or self.doubled or self.halved or self.grenadiers
        return bool(changed or self.last or self.further or any(self.bonus) or self.lasting[1 - self.side])

    # a Round

    def next_round(self, s: Wellington) -> None:
        """[12.22b] Another Round."""
        self.round += 1
        self.scored = 0
        if self.round > 1:
            self.casualties = 0
        self.further = False
        s.tell("siege_round", self.round)

    def besieger_cards(self, s: Wellington) -> None:
        """[5.3c] [12.23a] [12.23c] Cards of the Power that besieges, not of its Ally."""
        open_window(s, SIEGE_ROUND, 1 << self.power, self)

    def owner_cards(self, s: Wellington) -> None:
        """[12.23b] Then those of the Power that owns the Fortress, which needs no Formation there."""
        if not self.fallen:
            open_window(s, SIEGE_ROUND, 1 << self.owner, self)

    def roll(self, s: Wellington) -> str | None:
        """[12.3a] [12.3b] [12.3d] Both roll: only 6s of the besieger are hits, 5s and 6s of the Fortress are
        Casualties. Dice of cards for one Round are gone."""
        if not self.alive(s):
            return "over"
        if self.fallen:
            self.taken = True
            return "over"
        ours, theirs = besieger_dice(s, self), fortress_dice(self)
        rolled, fire = s.dice(ours), s.dice(theirs)
        self.scored = rolled.count(KILLS) + (rolled.count(DISRUPTS) if self.fives_hit else 0)
        s.tell("siege_dice", self.power, ours, self.scored, faces(rolled))
        s.sheet(lambda: siege_rows(s, self))
        self.hits += self.scored
        s.tell("fortress_dice", self.x, theirs, fire.count(KILLS), fire.count(DISRUPTS), faces(fire))
        self.suffer(fire.count(KILLS), fire.count(DISRUPTS))
        self.bonus = [0, 0]
        self.halved = self.grenadiers = 0
        self.fives_kill = self.fives_hit = self.doubled = False
        return None

    def suffer(self, kills: int, disruptions: int) -> None:
        """[12.3d] [12.3j] What the besieger suffers."""
        if self.fives_kill:
            kills, disruptions = kills + disruptions, 0
        elif self.grenadiers >> self.side & 1 and not kills and disruptions:
            kills, disruptions = 1, disruptions - 1
        self.casualties += kills + disruptions
        self.disruptions += disruptions
        self.kills = kills

    def losses(self, s: Wellington) -> None:
        """[12.3c] [12.31b] [11.51c] Soldiers are lost first; others of the Power fill the ranks of the Army at once."""
        n = min(self.kills, fresh_soldiers(s, self.power, self.x))
        if n:
            lose_soldiers(s, self.power, self.x, n)
            self.kills -= n
            s.tell("lost_soldiers", self.power, n, self.x)

    def leaders(self, s: Wellington) -> str | None:
        """[12.3c] [11.51c] Then Staff Officers, at last the Leader himself."""
        leader, staff, _ = self.army
        staff &= s.here[self.x]
        if 0 < self.kills < staff.bit_count():
            s.call(FallenStaff(self.power, staff))
            return "leaders"
        for other in ids_of(staff) if self.kills else ():
            self.kill(s, other)
        if self.kills and leader >= 0:
            self.kill(s, leader)
        return None

    def kill(self, s: Wellington, leader: Leader) -> None:
        lose_leader(s, leader)
        self.kills -= 1
        s.tell("lost_leader", leader, self.x)

    def result(self, s: Wellington) -> str | None:
        """[12.3c] [12.3e] [12.3h] [12.3i] [12.22b] Has it fallen? Otherwise the besieger may go on if he has scored
        more hits than he suffered Casualties, and Rounds are left; or by a card."""
        self.kills = 0
        if not self.alive(s):
            return "over"
        if self.hits >= self.strength:
            self.taken = True
            return "over"
        if self.may_go_on():
            s.call(GoOn(self.power))
        else:
            open_window(s, SIEGE_RESULT, 1 << self.power, self)
        return None

    def may_go_on(self) -> bool:
        """[12.3e] [12.22b] Do the rules allow another Round after this one?"""
        return self.scored > self.casualties and self.round < self.strength and not self.last

    def go_on(self, s: Wellington) -> str | None:
        """[12.3e] Another Round, or the end."""
        return "next_round" if self.further and self.alive(s) else None

    # the end

    def over(self, s: Wellington) -> str | None:
        """[12.3f] [12.3k] [12.41a] [12.41b] [12.41c] The Fortress has fallen, or has all its strength again. Unless it
        was a Siege Overrun the besiegers get their markers, else they are free to march on."""
        if not self.taken:
            s.tell("siege_failed", self.power, self.x)
            s.sheet(lambda: siege_tally(s, self))
            self.set_marks(s, True)
            return "end"
        self.victor = self.power
        s.tell("fortress_taken", self.power, self.x)
        s.sheet(lambda: siege_tally(s, self))
        self.overrun = self.fallen or self.hits > self.strength or self.round < self.strength
        if self.overrun:
            s.tell("siege_overrun", self.power, self.x)
        self.set_marks(s, not self.overrun)
        return None

    def set_marks(self, s: Wellington, marked: bool) -> None:
        """[12.41a] The pieces of the Army get the marker, or lose the one they got when they stopped here."""
        leader, staff, sps = self.army
        leaders = (staff | (1 << leader if leader >= 0 else 0)) & s.here[self.x]
        sps = min(sps, fresh_soldiers(s, self.power, self.x))
        if marked:
            mark_force(s, (self.power, leaders, sps), self.x)
        else:
            s.marked &= ~leaders
            taken = take_soldiers(s, self.power, self.x, sps)
            put_soldiers(s, self.power, self.x, [(marched, 0, n) for marched, _, n in taken])

    def flag(self, s: Wellington) -> None:
        """[12.3g] [7.1e] [12.1b] The besieger may Flag the Duchy; the Fortress serves its new owner at full strength. A
        Hasty one is gone."""
        from tablero.games.wellington.rules.r11_battle.s09_flag_overrun import call_for_flag
        s.hasty &= ~(1 << self.x)
        call_for_flag(s, self.power, self.x)

    def sack(self, s: Wellington) -> None:
        """[12.5a] [12.5b] [12.5c] [12.5d] The besieger must roll for a Resource: one more for each Round that was not
        needed. There is nothing in a Hasty Fortress, or after treason."""
        from tablero.games.wellington.rules.r11_battle.s10_loot import gain
        if self.hasty or self.fallen:
            return
        die = s.die()
        found = int(die + max(0, self.strength - self.round) >= SACKED)
        s.tell("sacked", self.power, die, found)
        gain(s, self.power, self.x, found)

    def won(self, s: Wellington) -> None:
        """[11.11a] Cards for the winner."""
        open_window(s, COMBAT_WON, 1 << self.victor, self)

    def end(self, s: Wellington) -> None:
        """[18.1b] The war may be over."""
        from tablero.games.wellington.rules.r18_ending import sudden_death
        sudden_death(s)


def besieger_dice(s: Wellington, siege: Siege) -> int:
    """[12.3b] [12.3j] [12.31a] [12.31b] The dice of the Army: as in a Battle, but of this Army alone. Disrupted
    Soldiers are replaced by those of the Power that were not needed so far."""
    leader, staff, most = siege.army
    fresh = fresh_soldiers(s, siege.power, siege.x)
    sps = min(most, fresh)
    dice = sps + (staff & s.here[siege.x]).bit_count() + rating_dice(leader) + national_bonus(s, siege.power)
    dice += siege.bonus[siege.side] + siege.lasting[siege.side]
    dice = max(0, dice - max(0, siege.disruptions - (fresh - sps)))
    return (dice + 1) // 2 if siege.halved >> siege.side & 1 else dice


def fortress_dice(siege: Siege) -> int:
    """[12.3a] The dice of the Fortress: its strength in every Round, without a Nationality Bonus; and cards."""
    side = 1 - siege.side
    dice = siege.strength * (2 if siege.doubled else 1) + siege.bonus[side] + siege.lasting[side]
    return (max(0, dice) + 1) // 2 if siege.halved >> side & 1 else max(0, dice)


@dataclass(slots=True)
class GoOn(PublicAsk):
    """[12.3e] Another Siege Round, or stop?"""

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        return [("go_on",), ("stop",)]

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        s.frame(Siege).further = action == ("go_on",)

    def prompt(self, s: Wellington, seat: Power) -> Prompt:
        return Prompt("12.3e", "go_on", (("duchy", "duchy", s.frame(Siege).x),))


@dataclass(slots=True)
class FallenStaff(PublicAsk):
    """[11.51c] One of several Staff Officers falls in a Siege."""

    leaders: Leaders

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        return [("lose", leader) for leader in ids_of(self.leaders)]

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        s.frame(Siege).kill(s, action[1])
