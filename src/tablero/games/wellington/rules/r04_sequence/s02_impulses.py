"""[4.2] Impulses: who is next, who pre-empts, and what a Power does in its Impulse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from tablero.games.wellington.board import (
    ALL_DUCHIES, BRITAIN, CARD_PLAY, CARDS, CP, DUCHIES, GUEST, HAND, HOME, IMPULSE_START, LEADER_POWER, LEADERS, PLUS,
    PORTS, POWERS, SIDE_LEADERS, TABLE
)
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import clear_tags
from tablero.games.wellington.rules.r01_pieces.s06_leaders import commander_at
from tablero.games.wellington.rules.r03_control import friendly
from tablero.games.wellington.rules.r05_cards.s02_windows import (
    EVERYBODY, PlayEvent, can_draw, held, open_window, put_away, zone_of
)
from tablero.games.wellington.rules.r06_placement import Relief, relief_waits
from tablero.games.wellington.rules.r08_diplomacy import ally
from tablero.games.wellington.rules.r09_movement.s06_groups import of_two_powers, one_player, set_commander
from tablero.games.wellington.rules.r17_special import goes_on, holders
from tablero.games.wellington.rules.r18_ending import sudden_death
from tablero.games.wellington.state import Card, Cards, Duchies, Duchy, Leader, Leaders, Pile, Power, Powers, Wellington
from tablero.kernel.actions import PASS, Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import END, Procedure
from tablero.kernel.orders import Order, Orders
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import PublicAsk

ONE_CARD: Final = Refusal("5.6a", "one_card")
ONE_PLUS = Refusal("5.6c", "one_plus")
PLUS_AND_RESOURCE = Refusal("15.2d", "plus_and_resource")
EVENT_ONLY = Refusal("5.8a", "event_only")
CP_ONLY = Refusal("5.4a", "cp_only")
NOT_YOUR_EVENT = Refusal("5.2a", "card_not_for_you")
NO_EFFECT_NOW = Refusal("5.1a", "event_without_effect")
MUST_PLAY_SOMETHING = Refusal("4.2b", "must_play")
NO_RESOURCE = Refusal("15.2a", "no_resource")
ONE_RESOURCE = Refusal("4.2e", "one_resource")
HAND_FULL = Refusal("15.2j", "hand_full")
NOTHING_TO_DRAW = Refusal("15.2k", "nothing_to_draw")
CARD_FIRST = Refusal("4.2b", "card_first")
IS_COMMANDER = Refusal("1.6d", "is_commander")
ALREADY_NAMED = Refusal("9.62b", "already_named")


def preemptor(s: Wellington) -> Power:
    """[4.22a] [4.22h] The Power with more cards than any other; -1 where the lead is shared."""
    counts = [held(s, power) for power in range(len(POWERS))]
    most = max(counts)
    return counts.index(most) if counts.count(most) == 1 else -1


def may_preempt(s: Wellington) -> Power:
    """[4.22a] [4.22c] [4.22d] [4.22i] The Power that may pre-empt the marked box; -1 for none. Nobody has two Impulses
    in a row, and there is no pre-emption in the first Round of 1812."""
    if s.setting.late_preemption and s.year == s.setting.year and s.round == 1:
        return -1
    power = preemptor(s)
    return power if power not in (s.box, s.last) else -1


@dataclass(slots=True)
class Impulses(Procedure):
    """[4.24a] [4.24b] [4.24d] Box by box along the Track, until the only Power that still has cards when its box comes
    up has had its Impulse."""

    final: bool = False         # is this box the last of the Turn?

    def steps(self) -> tuple[str, ...]:
        return ("box", "preemption", "preempted", "scheduled", "ended", "move_marker")

    def box(self, s: Wellington) -> str | None:
        """[4.22f] [4.23a] [4.24d] The next box of the Track; that of a Power without cards is only a pass."""
        left = holders(s)
        if not left:
            return END
        self.final = left == 1 << s.box
        return None if left >> s.box & 1 else self.without_cards(s)

    def without_cards(self, s: Wellington) -> str:
        """[4.23a]"""
        if may_act_without_cards(s, s.box):
            s.call(Impulse(s.box, passing=True))
        else:
            s.tell("passed", s.box)
        return "move_marker"

    def preemption(self, s: Wellington) -> str | None:
        """[4.22a] [4.22b] [4.22k] Once for each box."""
        power = may_preempt(s)
        if power < 0:
            return "scheduled"
        s.call(Preempt(power))
        return None

    def preempted(self, s: Wellington) -> None:
        """[4.22b] [4.22e] [4.22g] An Impulse out of turn; the marker stays."""
        if s.answer >= 0:
            s.tell("preempted", s.answer)
            s.call(Impulse(s.answer, preempting=True))

    def scheduled(self, s: Wellington) -> str | None:
        """[4.2a] [4.22e] The Impulse of the Power whose box it is, unless it has lost its cards meanwhile."""
        if not held(s, s.box):
            return self.without_cards(s)
        s.call(Impulse(s.box, final=self.final))
        return None

    def ended(self, s: Wellington) -> None:
        """[4.1b] [4.24b] [17.1a] [17.1b] The Turn goes on if the last card was given to another Power."""
        self.final = self.final and not goes_on(s, s.box)

    def move_marker(self, s: Wellington) -> str:
        """[4.2c] [4.2d] [4.24c] [4.8b] [15.2f] [20an] On to the next box, after Nord to Britain: a Round is over."""
        s.box = (s.box + 1) % len(POWERS)
        if self.final:
            return END
        if s.box == BRITAIN:
            s.round += 1
            s.tell("round", s.round)
        return "box"


def may_act_without_cards(s: Wellington, power: Power) -> bool:
    """[4.23a] [15.2e] Has a Power without cards a Siege to resolve or a Resource to spend?"""
    from tablero.games.wellington.rules.r12_sieges.s02_siege import besiegers
    return bool(s.resources[power] and can_draw(s, power)) or bool(besiegers(s, power))


@dataclass(slots=True)
class Preempt(PublicAsk):
    """[4.22b] Take an Impulse before the Power whose box it is? The answer is the Power, or -1."""

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        return [PASS, ("preempt",)]

    def decline(self, s: Wellington, seat: Power) -> Action:
        return PASS

    def prompt(self, s: Wellington, seat: Power) -> Prompt:
        return Prompt("4.22b", "preempt", (("power", "power", s.box),))

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        s.answer = -1 if action == PASS else seat


@dataclass(slots=True)
class Impulse(Procedure):
    """[4.2a] [4.2b] [20ae] What one Power does in its Impulse. Modifiers that last for the Impulse are fields of it.

    `cards` counts the main cards that were played, the '+' card included; Responses and Battle cards do not count."""

    power: Power
    preempting: bool = False
    final: bool = False                 # the last Impulse of the Turn
    passing: bool = False               # the box of a Power without cards
    cards: int = 0
    plus: bool = False                  # a '+' card was played
    resource: bool = False              # a Resource was spent
    granted: int = 0                    # further cards without '+' that Events allow
    ended: bool = False
    besieged: Duchies = 0               # Fortresses that were besieged in this Impulse
    fought: Duchies = 0                 # Duchies with a Battle that was no Overrun
    fighters: Leaders = 0               # Leaders that have won one, where they stand
    veterans: list[tuple[Pile, int]] = field(default_factory=list)      # the same of Soldiers: SPs by pile
    convoyed: bool = False
    ports: Duchies = ALL_DUCHIES        # Friendly Ports when it began: Convoys sail from there only [14.2b]
    arrived: Leaders = 0                # Leaders that came into play: no Convoy takes them [14.2b]
    arrived_piles: list[tuple[Pile, int]] = field(default_factory=list)         # the same of Soldiers: SPs by pile
    shore: tuple[int, int, int] = (-1, 0, 0)    # an Assault: where, and what shore batteries killed and disrupted
    entries: list[tuple[Leader, Pile, Duchy, int]] = field(default_factory=list)
                                        # steps: a Leader (-1: a counter), the pile there, from where, kind of line
    placed: Duchies = 0                 # Duchies in which pieces were placed: these count as having moved [10.1b]
    named: Leaders = 0                  # Leaders named or proposed as Commander
    silenced: Powers = 0                # may play no Responses
    blown: list[tuple[Duchy, Duchy]] = field(default_factory=list)      # lines that count as Rivers
    bridged: Leaders = 0                # Leaders whose Rivers are Clear
    bridged_piles: list[Pile] = field(default_factory=list)             # the same of Soldiers without a Leader
    turning: Leaders = 0                # Turning Movement
    tired: list[tuple[Leader, int]] = field(default_factory=list)       # Heat: Duchies a Leader may still enter
    tired_piles: list[tuple[Pile, int]] = field(default_factory=list)   # the same of Soldiers without a Leader
    bold: Leaders = 0                   # two dice more in the first Round of the first Battle
    long_nosed: bool = False            # Wellington: two dice more in the first Round of each Battle or Siege
    disputed: Leaders = 0               # Disputed Command: Leaders of the Ally that do not march with the Active Power

    def steps(self) -> tuple[str, ...]:
        return ("begin", "window", "play", "played", "relief", "finish")

    def begin(self, s: Wellington) -> None:
        """[20a] The Power becomes Active."""
        s.active = self.power
        s.impulses += 1
        self.ports = friendly(s, self.power & 1) & PORTS
        s.tell("passes" if self.passing else "impulse", self.power)
        if s.quarters:
            s.quarters = [(power, x, 1 if power == self.power else begun) for power, x, begun in s.quarters]

    def window(self, s: Wellington) -> None:
        """[5.2c] Before the first choice of an Impulse."""
        if not self.passing:
            open_window(s, IMPULSE_START, EVERYBODY & ~(1 << self.power), self)

    def play(self, s: Wellington) -> None:
        """[4.2b] One choice after the other."""
        s.call(ChoosePlay(self.power))

    def played(self, s: Wellington) -> str | None:
        """[18.1b] [1.6g] After each play. The Impulse ends by itself once everybody can tell that nothing is left to be
        played: nobody is asked only whether he names a Commander."""
        return None if sudden_death(s) or self.ended or nothing_left(s, self) else "play"

    def relief(self, s: Wellington) -> None:
        """[6.3i] At the latest now the besieger of a Fortress meets the pieces that were placed there."""
        x = relief_waits(s)
        if x >= 0:
            s.call(Relief(self.power, x))

    def finish(self, s: Wellington) -> None:
        """[4.2c] [10.4g] [4.22l] Markers go. A pass counts as an Impulse only if a Resource was spent."""
        clear_tags(s)
        s.active = -1
        if not self.passing or self.resource:
            s.last = self.power
            allied, french = s.last_of
            s.last_of = (allied, self.power) if self.power & 1 else (self.power, french)
            if s.quarters:
                s.quarters = [one for one in s.quarters if one[0] != self.power or not one[2]]


def refuse_slot(impulse: Impulse, card: Card) -> Refusal | None:
    """[4.2e] [5.6a] [5.6b] [5.6c] [5.6d] [5.6e] [15.2c] [15.2g] [15.2h] [15.2i] Is there a slot for a card? One card,
    and a '+' card or a Resource besides; and what Events grant. Cards that are played in windows need none [5.2k]."""
    if PLUS >> card & 1:
        return ONE_PLUS if impulse.plus else PLUS_AND_RESOURCE if impulse.resource else None
    return ONE_CARD if impulse.cards - impulse.plus > impulse.granted else None


def nothing_left(s: Wellington, impulse: Impulse) -> bool:
    """[4.2b] [5.6a] Can all see that a Power that has played can play no more: no card that it may hold has a slot, and
    it has no Resource to spend and no Siege to resolve?"""
    from tablero.games.wellington.rules.r12_sieges.s02_siege import besiegers
    power = impulse.power
    if not (impulse.cards or impulse.resource) or relief_waits(s) >= 0:
        return False
    for zone in (HAND[power], HOME[power], GUEST[power]):
        if s.sizes[zone] and any(refuse_slot(impulse, card) is None for card in ids_of(CARDS.imaginable(s, zone))):
            return False
    return refuse_resource(s, impulse) is not None and not besiegers(s, power)


def refuse_resource(s: Wellington, impulse: Impulse) -> Refusal | None:
    """[15.2a] [15.2b] [15.2d] [15.2j] [15.2k] [4.2e] May a Resource be spent for a card?"""
    if not s.resources[impulse.power]:
        return NO_RESOURCE
    if impulse.resource:
        return ONE_RESOURCE
    if impulse.plus:
        return PLUS_AND_RESOURCE
    return None if can_draw(s, impulse.power) else refuse_draw(s, impulse.power)


def refuse_draw(s: Wellington, power: Power) -> Refusal:
    """[15.2j] [15.2k] Why no card can be drawn."""
    from tablero.games.wellington.board import HAND_LIMIT
    return HAND_FULL if s.sizes[HAND[power]] >= HAND_LIMIT else NOTHING_TO_DRAW


@dataclass(slots=True)
class ChoosePlay(Orders):
    """[4.2b] [4.2e] [4.2f] The next play of an Impulse: a Siege, a Resource, a card, a Commander, or its end."""

    def orders(self, s: Wellington) -> Sequence[Order]:
        """[6.3i] While a relief waits only a card that places more pieces comes before its Battle."""
        return RELIEF if relief_waits(s) >= 0 else PLAYS

    def impulse(self, s: Wellington) -> Impulse:
        return s.caller(self, Impulse)

    def prompt(self, s: Wellington, seat: Power) -> Prompt:
        """[4.2e] [4.23a] After a first card or a Resource, or without any card, other words say what is possible."""
        impulse = self.impulse(s)
        if impulse.cards or impulse.resource:
            return Prompt("4.2b", "finish_play")
        return Prompt("4.2b", "choose_play") if held(s, self.who) else Prompt("4.23a", "play_without_cards")

    def public(self, s: Wellington) -> bool:
        """Where no card can be played all see the options."""
        return not held(s, self.who)

    # cards

    def hand(self, s: Wellington) -> Cards:
        """[2.5a] [20ac] All cards of the Power, and no others; Must Play cards may wait among them [5.8c]."""
        return s.piles[HAND[self.who]] | s.piles[HOME[self.who]] | s.piles[GUEST[self.who]]

    def try_cp(self, s: Wellington) -> list[Action]:
        return [("cp", card) for card in ids_of(self.hand(s))]

    def try_event(self, s: Wellington) -> list[Action]:
        return [("event", card) for card in ids_of(self.hand(s))]

    def refuse_cp(self, s: Wellington, action: Action) -> Refusal | None:
        """[5.1e] [5.8a] [1.10b] Must Play cards have no CPs."""
        card = action[1]
        return refuse_slot(self.impulse(s), card) if CARDS.spent["cp"] >> card & 1 else EVENT_ONLY

    def refuse_event(self, s: Wellington, action: Action) -> Refusal | None:
        """[5.1a] [5.4a] [5.8a] The Event must be one of this Power, and have an effect."""
        card, impulse = action[1], self.impulse(s)
        if s.piles[GUEST[self.who]] >> card & 1:
            return CP_ONLY
        if not CARDS.by[self.who] >> card & 1:
            return NOT_YOUR_EVENT
        if not CARDS.may_play(s, self.who, CARD_PLAY, card, impulse):
            return NO_EFFECT_NOW
        return refuse_slot(impulse, card)

    def count(self, s: Wellington, card: Card) -> None:
        impulse = self.impulse(s)
        impulse.cards += 1
        impulse.plus = impulse.plus or bool(PLUS >> card & 1)

    def do_cp(self, s: Wellington, action: Action) -> None:
        """[1.10a] [5.5a] [5.5b] [4.21a] [4.21b] A card for its Command Points."""
        from tablero.games.wellington.rules.r06_building import Spending
        card = action[1]
        self.count(s, card)
        CARDS.move(s, card, zone_of(s, self.who, card), TABLE)
        s.reveal()
        s.tell("played_cp", self.who, card, CP[card])
        put_away(s, card, "discard")
        s.call(Spending(self.who, CP[card]))

    def do_event(self, s: Wellington, action: Action) -> None:
        """[5a] [5.1a] A card as an Event, without its CPs."""
        self.count(s, action[1])
        s.call(PlayEvent(self.who, action[1]))

    # the rest

    def refuse_resource(self, s: Wellington, action: Action) -> Refusal | None:
        return refuse_resource(s, self.impulse(s))

    def do_resource(self, s: Wellington, action: Action) -> None:
        """[15.2a] A Resource for a card."""
        from tablero.games.wellington.rules.r15_resources import SpendResource
        self.impulse(s).resource = True
        s.call(SpendResource(self.who))

    def sieges(self, s: Wellington) -> list[Action]:
        from tablero.games.wellington.rules.r12_sieges.s02_siege import besiegers
        return [("besiege", leader) for leader in besiegers(s, self.who)]

    def try_sieges(self, s: Wellington) -> list[Action]:
        return [("besiege", leader) for leader in ids_of(LEADERS[self.who]) if s.at[leader] < DUCHIES]

    def refuse_siege(self, s: Wellington, action: Action) -> Refusal | None:
        """[4.2b] [12.2a] Away from enemy Fortresses what a Leader could do needs a card first."""
        from tablero.games.wellington.rules.r12_sieges.s02_siege import NO_FORTRESS, refuse_siege
        refusal = refuse_siege(s, action[1])
        return CARD_FIRST if refusal is NO_FORTRESS else refusal

    def do_besiege(self, s: Wellington, action: Action) -> None:
        """[4.2f] [12.2b] A Siege is no play."""
        from tablero.games.wellington.rules.r12_sieges.s02_siege import Siege
        s.call(Siege(self.who, action[1], s.at[action[1]]))

    def try_command(self, s: Wellington) -> list[Action]:
        side = self.who & 1
        return [("command", leader) for leader in ids_of(LEADERS[self.who]) if s.at[leader] < DUCHIES
                and (s.here[s.at[leader]] & SIDE_LEADERS[side]).bit_count() > 1]

    def refuse_command(self, s: Wellington, action: Action) -> Refusal | None:
        """[1.6d] [9.62b] Another Leader than now, and each once in an Impulse."""
        leader = action[1]
        if action not in self.try_command(s):
            return CARD_FIRST
        if commander_at(s, self.who & 1, s.at[leader]) == leader:
            return IS_COMMANDER
        return ALREADY_NAMED if self.impulse(s).named >> leader & 1 else None

    def do_command(self, s: Wellington, action: Action) -> None:
        """[1.6g] [4.2f] [9.62b] A Commander among the own Leaders; beside Leaders of the Ally only if that agrees."""
        leader, side = action[1], self.who & 1
        self.impulse(s).named |= 1 << leader
        if not of_two_powers(s, side, s.at[leader]) or one_player(s, side):
            set_commander(s, s.at[leader], leader)
        else:
            s.call(AgreeCommander(ally(self.who), leader))

    def refuse_end(self, s: Wellington, action: Action) -> Refusal | None:
        """[4.2b] [4.2f] [5.8d] [ASPa] A Power with cards must play one, or a Resource."""
        impulse = self.impulse(s)
        if impulse.cards or impulse.resource or impulse.passing:
            return None
        can = any(self.refuse_cp(s, play) is None for play in self.try_cp(s)) or any(
            self.refuse_event(s, play) is None for play in self.try_event(s))
        return MUST_PLAY_SOMETHING if can else None

    def do_relieve(self, s: Wellington, action: Action) -> None:
        """[6.3i] All pieces are placed in the besieged Fortress: now its besieger is faced."""
        s.call(Relief(self.who, relief_waits(s)))

    def do_end(self, s: Wellington, action: Action) -> None:
        self.impulse(s).ended = True


PLAYS = (
    Order("besiege", ChoosePlay.do_besiege, tries=ChoosePlay.try_sieges, refuse=ChoosePlay.refuse_siege,
          allowed=ChoosePlay.sieges),
    Order("resource", ChoosePlay.do_resource, refuse=ChoosePlay.refuse_resource),
    Order("cp", ChoosePlay.do_cp, tries=ChoosePlay.try_cp, refuse=ChoosePlay.refuse_cp),
    Order("event", ChoosePlay.do_event, tries=ChoosePlay.try_event, refuse=ChoosePlay.refuse_event),
    Order("command", ChoosePlay.do_command, tries=ChoosePlay.try_command, refuse=ChoosePlay.refuse_command),
    Order("end", ChoosePlay.do_end, refuse=ChoosePlay.refuse_end),
)
RELIEF = (
    Order("cp", ChoosePlay.do_cp, tries=ChoosePlay.try_cp, refuse=ChoosePlay.refuse_cp),
    Order("relieve", ChoosePlay.do_relieve),
)


@dataclass(slots=True)
class AgreeCommander(PublicAsk):
    """[9.62b] Does the Ally agree to a new Commander?"""

    leader: Leader

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        return [("no",), ("yes",)]

    def decline(self, s: Wellington, seat: Power) -> Action:
        return ("no",)

    def prompt(self, s: Wellington, seat: Power) -> Prompt:
        return Prompt("9.62b", "agree_commander",
                      (("power", "power", LEADER_POWER[self.leader]), ("leader", "leader", self.leader)))

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        if action == ("yes",):
            set_commander(s, s.at[self.leader], self.leader)
        else:
            s.tell("refused_commander", seat, self.leader)
