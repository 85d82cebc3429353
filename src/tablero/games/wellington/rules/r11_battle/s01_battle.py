"""[11] [11.1] A Battle, Round by Round: cards, dice, Casualties, the victor, and what follows for both sides.

Whatever cards change is a field of the Battle. Lists go by side; sets of sides are bitsets of sides. What lasts for one
Round is cleared when the dice of the Round have been rolled, all else lasts as long as the Battle.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tablero.games.wellington.board import (
    ALLIES, BATTLE_ROUND, BATTLE_START, CARDS, COMBAT_WON, DUCHIES, OFFENSIVE_INTERCEPTION, RESPONSES, ROUND_RESULT,
    SIDE_LEADERS, SIDES, TABLES, WELLINGTON
)
from tablero.games.wellington.rules.r01_pieces.s06_leaders import commander_at, commanding_power, formations, mark
from tablero.games.wellington.rules.r03_control import Friendly, fortresses
from tablero.games.wellington.rules.r05_cards.s02_windows import (
    EVERYBODY, SIDE_POWERS, Window, open_window, track_order
)
from tablero.games.wellington.rules.r11_battle.s02_dice import battle_dice, strength
from tablero.games.wellington.rules.r11_battle.s02_sheet import battle_rows, battle_tally
from tablero.games.wellington.state import Duchy, Leaders, Power, Powers, Side, Wellington
from tablero.kernel.actions import Action
from tablero.kernel.cards import about
from tablero.kernel.events import faces
from tablero.kernel.frames import END, Procedure
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import TOGETHER

_battle = TABLES.table("battle")
KILLS, DISRUPTS = _battle.integer("kill_on"), _battle.integer("disrupt_on")
ROUNDS = _battle.integer("max_rounds")              # unless cards say otherwise [11.52e]
ROUT = _battle.integer("rout_difference")           # more Casualties than the winner [11.7a]
BOLD_DICE = LONG_NOSED_DICE = 2                     # of an Army that an Event sent forward, in a first Round

NOTHING, ANOTHER_ROUND, SECOND_BATTLE = range(3)    # what follows a Round by an Event; the later Event counts

NOT_IN_BATTLE = Refusal("5.3a", "not_in_battle")
RESPONSES_ONLY = Refusal("11.1d", "responses_only")


@dataclass(slots=True)
class Battle(Procedure):
    """[11a] [20h] [20an] A Battle in a Duchy between all pieces of both sides there."""

    x: Duchy
    power: Power                            # who acts: his side is the Active one
    came: tuple[tuple[Duchy, int], ...] = ()    # by which lines the Active side came: from where, and their kinds
    before: Friendly = (0, 0)               # what was Friendly to each side before the move or placement
    failed: int = 0                         # failed evasions of the inactive side
    forfeit: Leaders = 0                    # its Leaders who failed to evade with their men [10.7d]
    sea: Duchy = -1                         # the Port from which the Active side came by sea
    shore: tuple[int, int] = (0, 0)         # what shore batteries killed and disrupted of it: counts as of Round 1
    first_bonus: int = 0                    # its dice in the first Round by the Event that led to the Battle
    # by cards, for this Round
    bonus: list[int] = field(default_factory=lambda: [0, 0])        # dice more or fewer
    halved: int = 0                         # sides that roll half their dice, rounded up
    quarrel: int = 0                        # sides of which the Power that does not command gives no dice
    grenadiers: int = 0                     # sides whose first Casualty eliminates even if it is a 5
    ignored: list[int] = field(default_factory=lambda: [0, 0])      # so many 5s against the side have no effect
    # by cards, for the Battle
    lasting: list[int] = field(default_factory=lambda: [0, 0])      # dice more or fewer in this and all later Rounds
    humbled: int = 0                        # sides whose Commander's Battle Rating counts 1, or 0 if it is 1
    rounds: int = ROUNDS                    # with equal Casualties after this Round the Active side has lost
    margin: list[int] = field(default_factory=lambda: [ROUT, ROUT])     # by winner: difference that makes a Rout
    no_rout: int = 0                        # sides that cannot be Routed
    no_attrition: int = 0                   # sides that retreat without Attrition
    follows: int = NOTHING                  # whatever the result: ANOTHER_ROUND, or a SECOND_BATTLE after Rout and Loot
    # as it goes on
    round: int = 0
    renewed: bool = False                   # this is the second Battle
    played: bool = False                    # a card was played in the last window
    asking: Side = -1                       # the side that may answer with Responses
    disruptions: list[int] = field(default_factory=lambda: [0, 0])      # suffered: each costs a die from now on
    shaken: list[int] = field(default_factory=lambda: [0, 0])           # pieces that are disrupted now
    suffered: list[int] = field(default_factory=lambda: [0, 0])         # Casualties of all Rounds
    kills: list[int] = field(default_factory=lambda: [0, 0])            # to be taken in this Round
    killed: list[int] = field(default_factory=lambda: [0, 0])           # SPs lost in this Round
    lost: list[int] = field(default_factory=lambda: [0, 0])             # SPs and Leaders lost, for Loot [11.10e]
    began: list[int] = field(default_factory=lambda: [0, 0])            # SPs and Staff Officers at the start [11.9b]
    led: int = 0                            # sides with a Leader in it: Armies
    loser: Side = -1                        # -1: another Round is due
    routed: bool = False
    survivors: int = 0                      # pieces of the loser that have retreated and live
    overrun: bool = False
    looted: bool = False
    victor: Power = -1                      # the Power of the Commander of the winner

    def steps(self) -> tuple[str, ...]:
        return (
            "start", "begin", "next_round", "interceptions", "offensive_interceptions", "commanders", "active_cards",
            "inactive_cards", "responses", "roll", "active_losses", "inactive_losses", "result", "decide", "rout",
            "second_battle", "renew", "retreat", "overrun_test", "flag_overrun", "loot", "won", "end",
        )

    @property
    def side(self) -> Side:
        """The Active side."""
        return self.power & 1

    def fights(self, s: Wellington, side: Side) -> bool:
        """Has a side pieces in the Battle?"""
        return bool(formations(s, side) >> self.x & 1)

    def joined(self, s: Wellington) -> bool:
        """[11a] Have both sides pieces in it?"""
        return self.fights(s, 0) and self.fights(s, 1)

    # 1. the start

    def start(self, s: Wellington) -> None:
        """[11a] [14.3h] Sides and lines are fixed; cards may be played. What shore batteries did counts in this Battle,
        and no more in a Siege."""
        from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
        s.fights += 1
        s.tell("battle", self.power, self.x)
        impulse = s.frame(Impulse)
        if impulse.shore[0] == self.x:
            impulse.shore = (-1, 0, 0)
        kills, disruptions = self.shore
        side = self.side
        self.suffered[side] = kills + disruptions
        self.disruptions[side] = self.shaken[side] = disruptions
        self.lost[side] = kills
        self.bonus[side] += self.first_bonus
        open_window(s, BATTLE_START, EVERYBODY, self)

    def begin(self, s: Wellington) -> str | None:
        """[11a] A card may have left nobody to fight."""
        if not self.joined(s):
            return END
        self.muster(s)
        return None

    def muster(self, s: Wellington) -> None:
        """[11.9b] [11.2a] Strengths at the start are noted. Events have promised some Armies dice in first Rounds."""
        from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
        self.began = [strength(s, side, self.x) for side in range(len(SIDES))]
        impulse, here = s.frame(Impulse), s.here[self.x]
        if impulse.bold & here:
            self.bonus[self.side] += BOLD_DICE
            impulse.bold &= ~here
        if impulse.long_nosed and commander_at(s, ALLIES, self.x) == WELLINGTON:
            self.bonus[ALLIES] += LONG_NOSED_DICE

    # 2. before a Round

    def next_round(self, s: Wellington) -> str | None:
        """[11.52c] [11.52e] Another Round begins; only before a second or later one more Armies may join it."""
        self.round += 1
        self.loser, self.follows = -1, NOTHING
        self.killed = [0, 0]
        s.tell("battle_round", self.round)
        return "commanders" if self.round == 1 else None

    def interceptions(self, s: Wellington) -> None:
        """[10.1e] The inactive side may intercept into a Battle that is under way."""
        from tablero.games.wellington.rules.r10_reactions.s09_sequence import open_reactions
        open_reactions(s, self)

    def offensive_interceptions(self, s: Wellington) -> None:
        """[10.1e] [10.2c] Then the Active side may, by an Event."""
        open_window(s, OFFENSIVE_INTERCEPTION, SIDE_POWERS[self.side], self)

    def commanders(self, s: Wellington) -> str | None:
        """[9.62a] [1.6d] [11.2e] Each side has one Commander: where Leaders of both its Powers are left without him
        another one is named."""
        from tablero.games.wellington.rules.r09_movement.s06_groups import name_commander
        for side, ours in enumerate(SIDE_LEADERS):
            here = s.here[self.x] & ours
            if not here:
                continue
            self.led |= 1 << side
            named = s.commander[side * DUCHIES + self.x]
            if (named < 0 or not here >> named & 1) and name_commander(s, side, self.x):
                return "commanders"
        return None

    # 3. cards

    def active_cards(self, s: Wellington) -> None:
        """[11.1a] [11.1d] [11.1g] [5.3b] The Active side plays cards first, until both its Powers pass."""
        battle_window(s, BATTLE_ROUND, SIDE_POWERS[self.side], self)

    def inactive_cards(self, s: Wellington) -> None:
        """[11.1d] Then the inactive side."""
        self.played, self.asking = False, 1 - self.side
        battle_window(s, BATTLE_ROUND, SIDE_POWERS[self.asking], self)

    def responses(self, s: Wellington) -> str | None:
        """[11.1d] [11.1g] Whatever one side has played the other may answer, with Responses only."""
        if not self.played:
            return None
        self.played, self.asking = False, 1 - self.asking
        battle_window(s, BATTLE_ROUND, SIDE_POWERS[self.asking], self, responses=True)
        return "responses"

    # 4. dice

    def roll(self, s: Wellington) -> None:
        """[11.5a] [11.5f] [11.1e] [11.1f] Both sides roll; every 5 and 6 is a Casualty, recorded even beyond the pieces
        that are there. Dice of cards for one Round are gone."""
        dice = [battle_dice(s, self, side) for side in range(len(SIDES))]
        for side in (self.side, 1 - self.side):
            rolled = s.dice(dice[side])
            kills, disruptions = rolled.count(KILLS), rolled.count(DISRUPTS)
            s.tell("battle_dice", commanding_power(s, side, self.x), dice[side], kills, disruptions, faces(rolled))
            if side == self.side:
                s.sheet(lambda: battle_rows(s, self))       # before anybody has suffered
            self.hit(s, 1 - side, kills, disruptions)
        self.bonus, self.ignored = [0, 0], [0, 0]
        self.halved = self.quarrel = self.grenadiers = 0

    def hit(self, s: Wellington, side: Side, kills: int, disruptions: int) -> None:
        """[11.5b] [11.5c] [11.5d] What a side suffers: kills first, then Disruptions of those that live; kills take
        disrupted pieces first [11.53c]."""
        disruptions -= min(disruptions, self.ignored[side])
        if self.grenadiers >> side & 1 and not kills and disruptions:
            kills, disruptions = 1, disruptions - 1
        self.kills[side] = kills
        self.suffered[side] += kills + disruptions
        self.disruptions[side] += disruptions
        alive = max(0, self.pieces(s, side) - kills)
        self.shaken[side] = min(alive, max(0, self.shaken[side] - kills) + disruptions)

    def pieces(self, s: Wellington, side: Side) -> int:
        """SPs and Leaders of a side in the Battle."""
        one, other = SIDES[side]
        soldiers = s.sp[one * DUCHIES + self.x] + s.sp[other * DUCHIES + self.x]
        return soldiers + (s.here[self.x] & SIDE_LEADERS[side]).bit_count()

    def active_losses(self, s: Wellington) -> None:
        """[11.5a] Losses are taken at the same time: both sides have rolled."""
        self.take(s, self.side, self.kills[self.side])

    def inactive_losses(self, s: Wellington) -> None:
        """[11.5b] Then the inactive side."""
        self.take(s, 1 - self.side, self.kills[1 - self.side])

    def take(self, s: Wellington, side: Side, kills: int) -> None:
        """[11.5b] A side loses pieces."""
        from tablero.games.wellington.rules.r11_battle.s05_resolution import Casualties
        if kills:
            s.call(Casualties(side, self.x, kills))

    # 5. the result

    def judge(self, s: Wellington) -> Side:
        """[11.52a] [11.52b] [11.52d] Who has lost: the only side without pieces; else the one with more Casualties; at
        a tie nobody before the last Round, and then the Active side."""
        ours, theirs = self.side, 1 - self.side
        if not self.fights(s, ours) or not self.fights(s, theirs):
            return ours if not self.fights(s, ours) else theirs
        if self.suffered[ours] != self.suffered[theirs]:
            return ours if self.suffered[ours] > self.suffered[theirs] else theirs
        return ours if self.round >= self.rounds else -1

    def result(self, s: Wellington) -> None:
        """[11.52b] The result of the Round is known, and cards may change it."""
        self.loser = self.judge(s)
        battle_window(s, ROUND_RESULT, EVERYBODY, self)

    def decide(self, s: Wellington) -> str | None:
        """[11.52c] [11.52a] [11.6a] Another Round, or the Battle is lost and won. If nobody is left nobody has
        won (reading W8). A victor whose Commander has fallen names another one [9.6c]."""
        from tablero.games.wellington.rules.r09_movement.s06_groups import succeed
        if not self.fights(s, 0) and not self.fights(s, 1):
            s.tell("battle_nobody", self.x)
            s.sheet(lambda: battle_tally(s, self))
            return END
        self.loser = self.judge(s)
        if self.joined(s) and (self.follows == ANOTHER_ROUND or self.loser < 0):
            return "next_round"
        if succeed(s, 1 - self.loser, self.x):
            return "decide"
        self.victor = commanding_power(s, 1 - self.loser, self.x)
        s.tell("battle_won", self.victor, self.x)
        s.sheet(lambda: battle_tally(s, self))
        return None

    # 6. Rout

    def rout(self, s: Wellington) -> None:
        """[11.7a] [11.7b] [11.52d] With so many more Casualties in all Rounds the loser is Routed, and all his
        disrupted pieces are eliminated."""
        loser = self.loser
        difference = self.suffered[loser] - self.suffered[1 - loser]
        self.routed = difference >= self.margin[1 - loser] and not self.no_rout >> loser & 1
        if self.routed and self.fights(s, loser):
            s.tell("routed", commanding_power(s, loser, self.x))
            self.take(s, loser, self.shaken[loser])

    def second_battle(self, s: Wellington) -> str | None:
        """[11.10d] By an Event there is a second Battle at once, after the Loot of the first."""
        if self.follows != SECOND_BATTLE:
            return "retreat"
        self.loot(s)
        return None

    def renew(self, s: Wellington) -> str | None:
        """[11.10d] [11.53d] The second Battle: disrupted pieces have recovered, nothing is left of the first but the
        losses for Loot."""
        if not self.joined(s):
            return "retreat"
        self.renewed, self.looted, self.routed = True, False, False
        self.round, self.rounds = 0, ROUNDS
        self.disruptions, self.shaken, self.suffered = [0, 0], [0, 0], [0, 0]
        self.bonus, self.lasting, self.ignored = [0, 0], [0, 0], [0, 0]
        self.margin = [ROUT, ROUT]
        self.humbled = self.no_rout = self.no_attrition = 0
        self.muster(s)
        return "next_round"

    # 7. to 11.

    def retreat(self, s: Wellington) -> None:
        """[11.6a] [11.52f] The loser gets his markers and leaves the Duchy."""
        from tablero.games.wellington.rules.r11_battle.s06_retreat import Retreat
        self.survivors = 0
        if self.fights(s, self.loser):
            mark(s, self.loser, self.x)
            s.call(Retreat(self.loser, self.x))

    def overrun_test(self, s: Wellington) -> None:
        """[11.8a] [11.52a] [20ai] Nothing is left of the loser, in whatever way: an Overrun."""
        self.overrun = not self.survivors
        if self.overrun:
            s.tell("overrun", self.victor, self.x)

    def flag_overrun(self, s: Wellington) -> None:
        """[11.9a] [11.9b] The loser suffered more Casualties than he had SPs and Staff Officers: a free Flag, except in
        a Fortress Duchy."""
        from tablero.games.wellington.rules.r11_battle.s09_flag_overrun import call_for_flag
        if self.suffered[self.loser] > self.began[self.loser] and not fortresses(s) >> self.x & 1:
            call_for_flag(s, self.victor, self.x)

    def loot(self, s: Wellington) -> None:
        """[11.10a] An Army was Routed or wiped out: the victor rolls for Loot."""
        from tablero.games.wellington.rules.r11_battle.s10_loot import roll_for_loot
        if (self.routed or self.overrun) and self.led >> self.loser & 1 and not self.looted:
            self.looted = True
            roll_for_loot(s, self.victor, self.x, self.lost[self.loser])

    def won(self, s: Wellington) -> None:
        """[11.11a] Cards for the winner."""
        open_window(s, COMBAT_WON, 1 << self.victor, self)

    def end(self, s: Wellington) -> None:
        """[11.52f] [11.53d] [11.8b] [11.8c] The winner gets his markers, unless it was an Overrun. Disrupted pieces
        recover, since nothing of a Battle remains."""
        if not self.overrun:
            mark(s, 1 - self.loser, self.x)
            note_battle(s, 1 - self.loser, self.x)


def note_battle(s: Wellington, side: Side, x: Duchy) -> None:
    """[12.2a] The winner of a Battle that was no Overrun may not besiege a Fortress there in this Impulse."""
    from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
    impulse = s.frame(Impulse)
    impulse.fought |= 1 << x
    impulse.fighters |= s.here[x] & SIDE_LEADERS[side]
    piles = [power * DUCHIES + x for power in SIDES[side]]
    impulse.veterans = [one for one in impulse.veterans if one[0] not in piles]
    impulse.veterans += [(pile, s.sp[pile]) for pile in piles]


# --- windows for cards


@dataclass(slots=True)
class BattleWindow(Window):
    """[11.1a] [11.1g] [5.3a] A window in a Battle: Battle cards need a piece in it, Responses do not."""

    responses: bool = False         # only those

    def among(self, s: Wellington, seat: Power) -> int:
        found = Window.among(self, s, seat)
        return found & RESPONSES if self.responses or not self.present(s, seat) else found

    def present(self, s: Wellington, seat: Power) -> bool:
        """[11.1b] [11.1c] Has a Power a piece in the Battle?"""
        battle = about(s, self)
        assert isinstance(battle, Battle)
        return bool(s.occupied[seat] >> battle.x & 1)

    def refuse(self, s: Wellington, seat: Power, action: Action) -> Refusal | None:
        if action[0] == "play" and not RESPONSES >> action[1] & 1 and CARDS.by[seat] >> action[1] & 1:
            if not self.present(s, seat):
                return NOT_IN_BATTLE
            if self.responses:
                return RESPONSES_ONLY
        return Window.refuse(self, s, seat, action)

    def react(self, s: Wellington, seat: Power, action: Action) -> None:
        battle = about(s, self)
        assert isinstance(battle, Battle)
        battle.played = True
        Window.react(self, s, seat, action)


def battle_window(s: Wellington, moment: int, powers: Powers, battle: Battle, responses: bool = False) -> None:
    """[11.1d] Ask Powers for cards in a Battle, if any of them could play one as far as everybody can tell."""
    order = track_order(s, powers)
    if CARDS.opens(s, moment, order, battle):
        s.call(BattleWindow(moment, order, TOGETHER, responses=responses))
