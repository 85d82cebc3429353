"""[16.2] Reinforcements: how many CPs each Power gets, and the pieces it brings into play with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablero.games.wellington.board import (
    ARMS, BRITAIN, DUCHIES, INFANTRY, KEYS, LEADERS, LISBON, PLYMOUTH, PORTO, REGROUP, REMOVED, SP_OF, SPAIN,
    SPANISH_KEYS, TABLES, UNBUILT, from_least, numbered
)
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import add_soldiers, total
from tablero.games.wellington.rules.r01_pieces.s06_leaders import formations, move_leader
from tablero.games.wellington.rules.r03_control import controlled
from tablero.games.wellington.rules.r05_cards.s11_shortages import RemoveSoldiers, pay_debts_at, pay_with_points
from tablero.games.wellington.rules.r06_building import BOX_EMPTY, NOT_THERE, has_room, leader_cost, soldier_cost
from tablero.games.wellington.rules.r06_placement import NO_ROOM, homes
from tablero.games.wellington.state import Card, Duchies, Duchy, Leader, Power, Wellington
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import Procedure
from tablero.kernel.orders import Order, Orders
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import PublicAsk

NO_POINTS = Refusal("16.2b", "too_few_points")
ODD_CP = Refusal("16.43e", "odd_cp")
NO_HOME_KEY = Refusal("16.2e", "not_a_home_key")

_appeal = TABLES.table("appeal_to_the_emperor")
APPEAL_EVENTS: tuple[tuple[Card, int], ...] = tuple(
    (numbered(row, "card", [row.integer("card")])[0], row.integer("value")) for row in _appeal.tables("modifier"))
LEAST = -(1 << 30)
APPEAL: tuple[tuple[int, int, int], ...] = tuple(
    (from_least(row, n, LEAST), row.integer("cp"), row.integer("remove_sp"))
    for n, row in enumerate(_appeal.tables("result"))
)                               # from which total on: CPs, and SPs to remove
_letter, _rising = TABLES.table("letter_to_the_horse_guards"), TABLES.table("levantamiento_popular")
BRITISH_DICE, SPANISH_DICE = _letter.integer("dice"), _rising.integer("dice")
WITHOUT_LISBON = _letter.table("not_controlling").integer("lisbon")
WITHOUT_PORTO = _letter.table("not_controlling").integer("porto")
WELLESLEY_BRITAIN = (0, _letter.table("other_wellesley").integer("allied"),
                     _letter.table("other_wellesley").integer("french"))        # dice, by `s.wellesley`
WELLESLEY_SPAIN = (0, _rising.table("other_wellesley").integer("allied"),
                   _rising.table("other_wellesley").integer("french"))
KEYS_FOR_ONE = 2                # Spanish Keys under Spanish Control for each CP


# --- how many


def appeal(s: Wellington, power: Power) -> tuple[int, int]:
    """[16.21a] [16.21c] The Appeal to the Emperor: CPs for each French Power, and SPs that each removes. Events that
    are out of the game change the roll."""
    die = s.die()
    total_ = die + sum(value for card, value in APPEAL_EVENTS if s.piles[REMOVED] >> card & 1)
    s.tell("appeal", power, die, total_)
    _, points, lost = [row for row in APPEAL if row[0] <= total_][-1]
    return points, lost


def letter(s: Wellington) -> int:
    """[16.22a] [16.22b] The Letter to the Horse Guards: CPs for Britain."""
    held = controlled(s, BRITAIN)
    roll = sum(s.dice(BRITISH_DICE + WELLESLEY_BRITAIN[s.wellesley]))
    roll += 0 if held >> LISBON & 1 else WITHOUT_LISBON
    return max(0, roll + (0 if held >> PORTO & 1 else WITHOUT_PORTO))


def rising(s: Wellington) -> int:
    """[16.23a] [16.23b] [16.23c] [20ab] Levantamiento Popular: CPs for Spain."""
    roll = sum(s.dice(SPANISH_DICE + WELLESLEY_SPAIN[s.wellesley]))
    return roll + (controlled(s, SPAIN) & SPANISH_KEYS).bit_count() // KEYS_FOR_ONE


# --- where


def open_home_keys(s: Wellington, power: Power) -> Duchies:
    """[16.2c] [16.43h] Friendly Home Keys without besiegers."""
    return homes(s, power) & KEYS & ~formations(s, 1 - (power & 1))


# --- who


@dataclass(slots=True)
class Reinforcements(Procedure):
    """[16.2a] [16.2b] The Reinforcements of a Power. The CPs that it does not use are its answer."""

    power: Power
    points: int
    lost: int = 0               # SPs it must remove first [16.21b]
    odd: int = 0                # a CP that can only regroup [16.43e]
    place: Duchy = -1           # the Home Key in which all arrive [16.2c]
    chosen: bool = False        # was another piece chosen?

    def steps(self) -> tuple[str, ...]:
        return ("remove", "debts", "home_key", "build", "again")

    def remove(self, s: Wellington) -> None:
        """[16.21b] [16.21d] Soldiers are called away, as far as there are any."""
        lost = min(self.lost, total(s, self.power))
        if lost:
            s.call(RemoveSoldiers(self.power, self.power, lost, -1))

    def debts(self, s: Wellington) -> None:
        """[5.12c] What is owed for Events comes first."""
        s.tell("reinforcements", self.power, self.points + self.odd)
        left = pay_with_points(s, self.power, self.points + self.odd)
        self.odd = min(self.odd, left)
        self.points = left - self.odd

    def home_key(self, s: Wellington) -> None:
        """[16.2c] One for all (reading G17)."""
        if self.able(s) and open_home_keys(s, self.power):
            s.call(ChooseHomeKey(self.power))

    def able(self, s: Wellington) -> bool:
        """Is there anything that could be built or regrouped?"""
        own = LEADERS[self.power]
        if self.points + self.odd and (s.regroup[self.power] or own & s.here[REGROUP]):
            return True
        if any(leader_cost(leader, False) <= self.points for leader in ids_of(own & s.here[UNBUILT])):
            return True
        return self.points >= soldier_cost(INFANTRY, False) and any(
            has_room(s, self.power, x, INFANTRY, False) for x in ids_of(open_home_keys(s, self.power)))

    def build(self, s: Wellington) -> None:
        """[16.2b] Pieces come into play, one after the other."""
        self.chosen = False
        s.call(Reinforce(self.power))

    def again(self, s: Wellington) -> str | None:
        """[16.2d] What is not used is kept."""
        s.answer = self.points
        return "build" if self.chosen else None

    def refuse_cost(self, cost: int, regroup: bool) -> Refusal | None:
        """[16.2b] [16.43e] Is there enough left? The odd CP can only regroup."""
        if cost <= self.points:
            return None
        if cost > self.points + self.odd:
            return NO_POINTS
        return None if regroup else ODD_CP

    def pay(self, cost: int, regroup: bool) -> None:
        """[16.43e] The odd CP goes first where it can be used."""
        self.chosen = True
        if regroup and self.odd:
            self.odd -= 1
            cost -= 1
        self.points -= cost


@dataclass(slots=True)
class ChooseHomeKey(PublicAsk):
    """[16.2c] [16.43h] In which Home Key do the Reinforcements arrive?"""

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        return [("gather", x) for x in ids_of(homes(s, seat) & KEYS)]

    def refuse(self, s: Wellington, seat: Power, action: Action) -> Refusal | None:
        return None if open_home_keys(s, seat) >> action[1] & 1 else NO_HOME_KEY

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        s.caller(self, Reinforcements).place = action[1]

    def prompt(self, s: Wellington, seat: Power) -> Prompt:
        frame = s.caller(self, Reinforcements)
        return Prompt("16.2c", "choose_home_key", (("n", "number", frame.points + frame.odd),))


@dataclass(slots=True)
class Reinforce(Orders):
    """[16.2b] Build or regroup a Soldier or a Leader, or keep the rest for a Deployment."""

    def orders(self, s: Wellington) -> Sequence[Order]:
        return REINFORCE

    def public(self, s: Wellington) -> bool:
        return True

    def frame(self, s: Wellington) -> Reinforcements:
        return s.caller(self, Reinforcements)

    def try_arms(self, s: Wellington) -> list[Action]:
        return [(verb, arm) for verb in ("build", "regroup") for arm in range(len(ARMS))]

    def refuse_arm(self, s: Wellington, action: Action) -> Refusal | None:
        """[16.2b] [16.2e] [1.5d] The rule against a counter of Soldiers."""
        verb, arm = action
        frame, regroup = self.frame(s), verb == "regroup"
        if frame.place < 0:
            return NO_HOME_KEY
        if regroup and s.regroup[self.who] < SP_OF[arm]:
            return BOX_EMPTY
        short = frame.refuse_cost(soldier_cost(arm, regroup), regroup)
        return short or (None if has_room(s, self.who, frame.place, arm, regroup) else NO_ROOM)

    def build(self, s: Wellington, action: Action) -> None:
        """[16.2b] [5.12c] Soldiers arrive at the Home Key."""
        verb, arm = action
        frame, regroup = self.frame(s), verb == "regroup"
        frame.pay(soldier_cost(arm, regroup), regroup)
        if regroup:
            s.regroup[self.who] -= SP_OF[arm]
        add_soldiers(s, self.who, frame.place, SP_OF[arm])
        s.tell("placed", self.who, SP_OF[arm], frame.place)
        pay_debts_at(s, self.who, frame.place, SP_OF[arm])

    def try_leaders(self, s: Wellington) -> list[Action]:
        return [("build_leader", leader) for leader in ids_of(
            LEADERS[self.who] & (s.here[UNBUILT] | s.here[REGROUP]) & ~s.recalled)]

    def refuse_leader(self, s: Wellington, action: Action) -> Refusal | None:
        """[16.2b] [16.2c] [16.2e] The rule against a Leader."""
        leader = action[1]
        if s.at[leader] < DUCHIES:
            return NOT_THERE
        regroup = s.at[leader] == REGROUP
        short = self.frame(s).refuse_cost(leader_cost(leader, regroup), regroup)
        return short or (None if leader_places(s, self.frame(s)) else NO_HOME_KEY)

    def build_leader(self, s: Wellington, action: Action) -> None:
        leader = action[1]
        regroup = s.at[leader] == REGROUP
        self.frame(s).pay(leader_cost(leader, regroup), regroup)
        s.call(PlaceReinforcement(self.who, leader))

    def finish(self, s: Wellington, action: Action) -> None:
        """The rest is kept."""

    def prompt(self, s: Wellington, seat: Power) -> Prompt:
        frame = self.frame(s)
        return Prompt("16.2b", "reinforce", (("n", "number", frame.points + frame.odd),))


REINFORCE = (
    Order("build regroup", Reinforce.build, tries=Reinforce.try_arms, refuse=Reinforce.refuse_arm),
    Order("build_leader", Reinforce.build_leader, tries=Reinforce.try_leaders, refuse=Reinforce.refuse_leader),
    Order("done", Reinforce.finish),
)


def leader_places(s: Wellington, frame: Reinforcements) -> Duchies:
    """[16.2c] [6.3h] Leaders arrive with the Soldiers; British ones in Plymouth, too."""
    found = 1 << frame.place if frame.place >= 0 else 0
    return found | (1 << PLYMOUTH if frame.power == BRITAIN else 0)


@dataclass(slots=True)
class PlaceReinforcement(PublicAsk):
    """[16.2c] [6.3h] Where does a Leader arrive?"""

    leader: Leader

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        return [("place", x) for x in ids_of(leader_places(s, s.caller(self, Reinforcements)))]

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        from tablero.games.wellington.rules.r09_movement.s06_groups import name_commander
        move_leader(s, self.leader, action[1])
        s.tell("leader_placed", self.leader, action[1])
        name_commander(s, seat & 1, action[1])

    def prompt(self, s: Wellington, seat: Power) -> Prompt:
        return Prompt("16.2c", "place_leader", (("leader", "leader", self.leader),))
