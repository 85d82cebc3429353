"""Games whose Battles and Sieges are followed: who came by which line, who failed to evade, which cards take effect."""

from __future__ import annotations

from typing import Any

from tests.games.wellington.referee.clash import Clash
from tests.games.wellington.referee.follow import Follower
from tests.games.wellington.referee.position import (
    ALLIES,
    CLEAR,
    DUCHIES,
    FRENCH,
    LEADERS,
    NUMBER,
    PLYMOUTH,
    POWER_OF,
    RIVER,
    Position,
    board,
)
from tests.games.wellington.referee.storm import Storm

BUSY = {"Step", "Contact", "FlagContact", "Battle", "Interception", "Evasion", "Attrition"}     # pieces are on the move


class FightFollower(Follower):
    """A game whose Battles and Sieges are followed."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.clash: Clash | None = None
        self.storm: Storm | None = None
        self.before_step = self.before_entry = Position(self.s)
        self.dice: list[int] = []
        self.failed = 0
        self.failures: list[int] = []
        self.shore = (0, 0)
        self.entries: list[tuple[int, int, int, int]] = []      # leader or -1, power, from, to
        self.blown: set[frozenset[int]] = set()
        self.waded: set[tuple[int, int, int, int]] = set()     # entries over blown bridges
        self.evaders = self.last_came = 0
        self.bold = -1                  # the Leader of L'Audace
        self.bold_clash: Any = None
        self.long_nose = False
        self.voided: list[tuple[int, int]] = []

    @property
    def calm(self) -> Position:
        """[10.4j] The position that statuses go by: before the step, or, where a Turning Movement ends among enemies,
        before it came there."""
        names = [type(one).__name__ for one in self.s.stack]
        ends = "Contact" in names and names[names.index("Contact") - 1] == "March"
        return self.before_entry if ends else self.before_step

    def frame(self, s: Any, name: str) -> Any:
        return next((one for one in reversed(s.stack) if type(one).__name__ == name), None)

    def outer_event(self, s: Any) -> int:
        """The Event that all this belongs to."""
        event = self.frame(s, "PlayEvent")
        return NUMBER[event.card] if event is not None else 0

    def shown(self, b: Position, x: int) -> str:
        words = [board.LEADER_NAMES[one] for one in LEADERS if b.at[one] == x]
        return " ".join(words + [f"{name}:{b.sp[p, x]}" for p, name in enumerate(board.POWERS) if b.sp[p, x]])

    def last_dice(self, n: int) -> list[int]:
        found, self.dice = self.dice[len(self.dice) - n:], []
        return found

    def changed(self, old: Position, new: Position, side: int, x: int, kills: int) -> bool:
        """[1.5f] Have SPs been lost that the counters could not show?"""
        for power in (side, side + 2):
            for gone in range(1, kills + 1):
                if gone <= old.sp[power, x] and not old.fits(power, {x: -gone}):
                    self.seen["change"] += 1
                    return True
        return False

    # --- lines of entry

    def kind_of(self, leader: int, power: int, a: int, x: int, wet: bool) -> int:
        """As it was when it was crossed; card 27 may help afterwards."""
        kind = RIVER if wet else int(board.MAP.edge_kind(a, x))
        impulse = self.frame(self.s, "Impulse")
        if kind == RIVER and impulse is not None:
            if (leader >= 0 and impulse.bridged >> leader & 1) or (
                    leader < 0 and {power * DUCHIES + a, power * DUCHIES + x} & set(impulse.bridged_piles)):
                return CLEAR
        return kind

    def arrivals(self, b: Position, side: int, x: int) -> list[tuple[int, int, int]]:
        """Who of a side came to x in this Impulse and is still there: Leader, Power, from where."""
        last: dict[Any, tuple[int, int, int, int]] = {}
        for entry in self.entries:
            leader, power, _, to = entry
            if leader >= 0:
                last[leader] = entry
            elif to == x and (entry is self.entries[-1] or self.others_marched(power, x)):
                last["soldiers", power] = entry
        return [(leader, power, a) for leader, power, a, to in last.values()
                if to == x and power % 2 == side and (b.at[leader] == x if leader >= 0 else b.sp[power, x])]

    def others_marched(self, power: int, x: int) -> bool:
        """Are there Soldiers that have marched here, besides those that came last?"""
        marched = sum(n for pile, far, _, n in self.s.tags if pile == power * DUCHIES + x and far)
        _, last_power, _, to = self.entries[-1]
        return marched > (self.last_came if (last_power, to) == (power, x) else 0)

    def lines_into(self, b: Position, side: int, x: int) -> list[int]:
        return [self.kind_of(*entry, x, (*entry, x) in self.waded) for entry in self.arrivals(b, side, x)]

    def forfeited(self, b: Position, side: int, x: int) -> bool:
        chief = b.commander(side, x)
        return any(failed >> chief & 1 if chief >= 0 else True for failed in self.failures)

    def spirit(self, b: Position, side: int, x: int, chief: int, clash: Any) -> int:
        """Long-Nosed Wellesley and L'Audace."""
        if side != self.s.active % 2:
            return 0
        dice = 2 if self.long_nose and chief == board.WELLINGTON else 0
        if clash is not None and self.bold >= 0 and b.at[self.bold] == x and self.bold_clash in (None, clash) and (
                not clash.again_fought):
            self.bold_clash = clash
            dice += 2
        return dice

    # --- what is heard

    def on_chance(self, s: Any, n: int, value: int) -> None:
        super().on_chance(s, n, value)
        if n == 6:
            self.dice.append(value)

    def on_tell(self, s: Any, kind: str, args: tuple[int, ...]) -> None:
        super().on_tell(s, kind, args)
        if self.clash is not None and (self.frame(s, "Battle") is None or kind == "battle"):
            self.clash.close(s)
            self.clash = None
        handler = getattr(self, f"hear_{kind}", None)
        if handler is not None:
            handler(s, *args)
        about = self.storm or self.clash
        if about is not None:
            about.told(s, kind, args)

    def hear_impulse(self, s: Any, power: int) -> None:
        self.entries, self.blown, self.waded = [], set(), set()
        self.bold, self.bold_clash, self.long_nose = -1, None, False

    def enter(self, leader: int, power: int, a: int, b: int) -> None:
        self.entries.append((leader, power, a, b))
        if frozenset((a, b)) in self.blown:
            self.waded.add((leader, power, a, b))

    def hear_army_moved(self, s: Any, leader: int, n: int, a: int, b: int) -> None:
        self.enter(leader, POWER_OF[leader], a, b)
        self.last_came = n
        self.failed, self.failures = 0, []

    def hear_counter_moved(self, s: Any, power: int, n: int, a: int, b: int) -> None:
        self.enter(-1, power, a, b)
        self.last_came = n
        self.failed, self.failures = 0, []

    def hear_interception_succeeds(self, s: Any, power: int, x: int) -> None:
        one = self.frame(s, "Interception")
        if one is not None and power % 2 == s.active % 2:
            self.enter(one.leader, power, one.via if one.via >= 0 else one.a, x)
            self.last_came = 0          # an interception is no march

    def hear_bridges_blown(self, s: Any, a: int, b: int) -> None:
        self.blown.add(frozenset((a, b)))

    def hear_evades(self, s: Any, leader: int, a: int, b: int, n: int) -> None:
        self.evaders = 0
        for _, some, _ in self.frame(s, "Evasion").forces:
            self.evaders |= some

    def hear_soldiers_evade(self, s: Any, power: int, a: int, b: int, n: int) -> None:
        self.evaders = 0

    def hear_evasion_fails(self, s: Any, power: int, x: int, n: int) -> None:
        self.failed += 1 if self.evaders else n
        self.failures.append(self.evaders)

    def hear_batteries(self, s: Any, x: int, kills: int, disruptions: int) -> None:
        self.shore = (kills, disruptions)

    def hear_played_event(self, s: Any, power: int, card: int) -> None:
        n = NUMBER[card]
        if n == 98:
            at = s.at[board.WELLINGTON]
            self.long_nose = at < DUCHIES and at != PLYMOUTH
        about = self.storm or self.clash
        if about is not None:
            about.played(s, power, n)

    def hear_event_void(self, s: Any, card: int) -> None:
        about = self.storm or self.clash
        if about is not None:
            about.pending = [one for one in about.pending if one[1] != NUMBER[card]]
        self.seen[f"voided {NUMBER[card]}"] += 1

    def hear_battle(self, s: Any, power: int, x: int) -> None:
        self.clash = Clash(self, s, power, x)

    def hear_siege(self, s: Any, power: int, x: int) -> None:
        self.storm = Storm(self, s, power, x)

    def settle(self, s: Any) -> None:
        super().settle(s)
        names = {type(one).__name__ for one in s.stack}
        placing = self.frame(s, "PlaceSoldiers")
        half = placing is not None and placing.placed
        if not half and not names & BUSY:
            self.before_step = now = Position(s)
            if not any(now.force(ALLIES, x) and now.force(FRENCH, x) for x in range(DUCHIES)):
                self.before_entry = now
            self.failed, self.failures = 0, []
            if "Convoy" not in names:
                self.shore = (0, 0)
        top = type(s.stack[-1]).__name__
        about = self.storm or self.clash
        if about is not None and type(s.stack[-1]).__name__ in ("Window", "BattleWindow") and (
                type(s.stack[-2]).__name__ in ("Battle", "Siege")):
            about.take_effect(s)
        if self.clash is not None:
            if "Battle" not in names:
                self.clash.close(s)
                self.clash = None
            else:
                if top not in ("OddKill", "FallenLeader"):
                    self.clash.settle(s)
                if top == "FreeFlag":
                    self.clash.flag_seen = True
        if self.storm is not None:
            if top not in ("FallenStaff", "FallenLeader"):
                self.storm.settle(s)
            if "Siege" not in names:
                self.storm.close(s)
                self.storm = None

    def look(self, s: Any, seat: int, options: list[Any]) -> None:
        super().look(s, seat, options)
        top = type(s.stack[-1]).__name__
        if top == "RetreatGroup" and self.clash is not None and self.clash.won >= 0:
            offered = {action[1] for action in options if action[0] == "retreat"}
            want = self.clash.ways(self.clash.was, seat % 2)
            self.seen["ways"] += 1
            if offered != want:
                self.clash.fault(f"ways {offered}, not {want}")
        if top == "GoOn" and self.storm is not None and not (self.storm.more and seat == self.storm.power):
            self.storm.fault("asked to go on")

    def note(self, s: Any, seat: int, action: Any) -> None:
        super().note(s, seat, action)
        if action[0] == "lead" and self.outer_event(s) == 105 and type(s.stack[-2]).__name__ == "Audace":
            self.bold, self.bold_clash = action[1], None
