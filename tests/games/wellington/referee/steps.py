"""Attrition of steps, retreats and Loot with the cards that change it, the cards of an own step, marches that Events
give, and the choices that fights leave: chapters 7, 9, 11 and 13 and the card list."""

from __future__ import annotations

from typing import Any

from tests.games.wellington.referee.clash import Clash
from tests.games.wellington.referee.position import (
    BY,
    CLEAR,
    DUCHIES,
    LEADERS,
    NEIGHBOURS,
    NUMBER,
    PASS,
    POWER_OF,
    RIVER,
    SPAIN,
    Position,
    board,
)
from tests.games.wellington.referee.responses import ResponseFollower

FREE_STEPS = {2: 5, 98: 4, 105: 3}


class StepFollower(ResponseFollower):
    """A game in which every Attrition check is counted."""

    extra = 0               # checks by cards 3 and 80 on the step that is being settled
    guided = False          # card 24 at the Pass
    due: list[tuple[int, int, int]]         # Attrition of retreats: Power, Duchy, dice
    pillage = 0             # Resources that Spain has just gained by a fight
    march: list[int]        # the Leaders that a free march has moved, step by step

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.due, self.march = [], []
        self.box = 0

    # --- cards on a step

    def hear_played_event(self, s: Any, power: int, card: int) -> None:
        super().hear_played_event(s, power, card)
        n = NUMBER[card]
        below = s.stack[-2]
        if getattr(below, "moment", -1) == board.STEP_SETTLED:
            self.extra += n in (3, 80)
            self.guided |= n == 24
        if n in FREE_STEPS:
            self.march = []
        if n == 75 and power == SPAIN:
            self.pillage += 1

    def hear_event_void(self, s: Any, card: int) -> None:
        super().hear_event_void(s, card)
        n = NUMBER[card]
        self.extra -= n in (3, 80) and self.extra > 0
        self.guided &= n != 24
        self.pillage -= n == 75 and self.pillage > 0

    def hear_army_moved(self, s: Any, leader: int, n: int, a: int, b: int) -> None:
        super().hear_army_moved(s, leader, n, a, b)
        self.extra, self.guided = 0, False
        event = self.outer_event(s)
        if event in FREE_STEPS and not any(type(one).__name__ == "Spending" for one in s.stack):
            self.march.append(leader)
            self.seen[f"free step {event}"] += 1
            if len(self.march) > FREE_STEPS[event] or len(set(self.march)) > 1:
                self.fault(f"card {event} moves {self.march}")

    def hear_counter_moved(self, s: Any, power: int, n: int, a: int, b: int) -> None:
        super().hear_counter_moved(s, power, n, a, b)
        self.extra, self.guided = 0, False

    # --- Attrition

    def hear_attrition(self, s: Any, power: int, x: int, dice: int, hits: int) -> None:
        self.check(s, power % 2, x, dice, hits)

    def hear_attrition_both(self, s: Any, side: int, x: int, dice: int, hits: int) -> None:
        self.check(s, side, x, dice, hits)

    def check(self, s: Any, side: int, x: int, dice: int, hits: int) -> None:
        frame = self.frame(s, "Attrition")
        at = max(k for k, one in enumerate(s.stack) if one is frame)
        over = type(s.stack[at - 1]).__name__
        rolled = self.dice[len(self.dice) - dice:]
        count = sum(bin(leaders).count("1") + sps for _, leaders, sps in frame.forces)
        if hits != min(rolled.count(6), count):
            self.fault(f"Attrition at {board.DUCHY_NAMES[x]}: {hits} hits of {rolled}")
        if over == "Contact":
            self.check_step(s, s.stack[at - 1], frame, dice, count)
        elif over == "Retreat":
            self.check_retreat(x, dice)
        elif over in ("Battle", "Siege") or (over == "PlayEvent" and NUMBER[s.stack[at - 1].card] == 75):
            self.check_loot(s, x, dice)
        self.seen[f"attrition under {over}"] += 1

    def check_step(self, s: Any, contact: Any, frame: Any, dice: int, count: int) -> None:
        """[9.41] [9.42] [9.43] Pass, Forced March, Ambush, and cards."""
        side, x, calm = contact.power % 2, contact.x, self.calm
        if contact.sea >= 0 or contact.placed or contact.turning:
            return
        want, origins = 0, {a for a, _ in contact.came[:1]}
        for a in origins:
            safe = calm.friendly(side, a)
            kind = self.line(a, x)
            pass_owed = kind == PASS and not (safe and calm.friendly(side, x)) and not self.guided
            want += int(pass_owed) + int(calm.hostile(side, x) and not safe)
        want = (want + self.extra) * count
        tired = 0
        if self.outer_event(s) != 2:
            for power, leaders, sps in frame.forces:
                tired += sum(1 for one in LEADERS if leaders >> one & 1 and s.marched[one] >= 5)
                far = sum(n for pile, march, _, n in s.tags if pile == power * DUCHIES + x and march >= 5)
                tired += min(sps, far)
        self.seen["step attrition"] += 1
        if want + tired != dice:
            self.fault(f"step to {board.DUCHY_NAMES[x]}: {dice} Attrition dice, not {want} + {tired}; "
                       f"extra {self.extra} guided {self.guided} forces {frame.forces}")

    def check_retreat(self, x: int, dice: int) -> None:
        for k, (_, y, n) in enumerate(self.due):
            if y == x and n == dice:
                del self.due[k]
                self.seen["retreat attrition"] += 1
                return
        self.fault(f"retreat to {board.DUCHY_NAMES[x]}: {dice} Attrition dice, due {self.due}")

    def check_loot(self, s: Any, x: int, dice: int) -> None:
        """[11.11] One check of the Spaniards for each Resource."""
        want = self.pillage * Position(s).pieces(SPAIN, x)
        self.seen["Spanish attrition"] += 1
        if dice != want:
            self.fault(f"Spanish Loot: {dice} dice, not {want}")
        self.pillage = 0

    def hear_loot(self, s: Any, power: int, die: int, losses: int, n: int) -> None:
        self.pillage = n if power == SPAIN else 0

    def hear_sacked(self, s: Any, power: int, die: int, n: int) -> None:
        self.pillage = n if power == SPAIN else 0

    def hear_battle_won(self, s: Any, power: int, x: int) -> None:
        self.due = []

    def hear_retreated(self, s: Any, power: int, y: int) -> None:
        clash, b = self.clash, Position(s)
        if clash is None or clash.won < 0:
            return
        came = b.pieces(power, y) - self.known(clash, power, y)
        clash.counted[power, y] = b.pieces(power, y)
        reasons = self.reasons(s, clash, b, power, y)
        if came and reasons and not clash.rear[power % 2]:
            self.due.append((power, y, reasons * came))

    def known(self, clash: Clash, power: int, y: int) -> int:
        return clash.counted.get((power, y), clash.was.pieces(power, y))

    def hear_attrition_loss(self, s: Any, power: int, y: int, n: int) -> None:
        if self.clash is not None and (power, y) in self.clash.counted:
            self.clash.counted[power, y] = Position(s).pieces(power, y)

    def hear_attrition_leader(self, s: Any, leader: int, y: int) -> None:
        power = POWER_OF[leader]
        if self.clash is not None and (power, y) in self.clash.counted:
            self.clash.counted[power, y] = Position(s).pieces(power, y)

    def reasons(self, s: Any, clash: Clash, b: Position, power: int, y: int) -> int:
        """[9.44] Enemy Duchy, River, unfriendly Pass; or the sea."""
        side, x, was = power % 2, clash.x, clash.was
        if clash.contact is not None and clash.contact.sea == y and side == clash.side:
            return 1
        kind = self.line(x, y)
        impulse = self.frame(s, "Impulse")
        came = [one for one in b.chiefs(power, y) if was.at[one] == x]
        dry = all(impulse.bridged >> one & 1 for one in came) if came else power * DUCHIES + x in impulse.bridged_piles
        if kind == RIVER and dry:
            kind = CLEAR
        safe = was.friendly(side, x) and was.friendly(side, y)
        return int(was.hostile(side, y)) + int(kind == RIVER) + int(kind == PASS and not safe)

    # --- cards of an own step

    def look(self, s: Any, seat: int, options: list[Any]) -> None:
        super().look(s, seat, options)
        top = s.stack[-1]
        if type(top).__name__ != "MarchOrders" or seat == self.silent:
            return
        march, b = self.frame(s, "March"), Position(s)
        offered = {NUMBER[action[1]] for action in options if action[0] == "play"}
        leaders = [one for one, _, _ in march.armies]
        impulse = self.frame(s, "Impulse")
        for card in b.common(seat):
            n = NUMBER[card]
            if n == 44 and seat in BY[card]:
                alone = len(leaders) == 1 and POWER_OF[leaders[0]] == seat and not impulse.turning >> leaders[0] & 1
                near = any(b.force(1 - seat % 2, y) or (b.fortress(y) and b.owner(y) % 2 != seat % 2)
                           for y in [march.x, *NEIGHBOURS[march.x]])
                self.seen[f"window own_step 44 {alone and near}"] += 1
                if (alone and near) != (44 in offered):
                    self.fault(f"card 44: {44 in offered}, {leaders} at {board.DUCHY_NAMES[march.x]}")
            if n == 27:
                self.seen[f"window own_step 27 {27 in offered}"] += 1

    def settle(self, s: Any) -> None:
        super().settle(s)
        if self.due and self.frame(s, "Battle") is None and self.frame(s, "Attrition") is None:
            self.fault(f"Attrition of a retreat is missing: {self.due}")
            self.due = []


class ChoiceFollower(StepFollower):
    """A game in which the choices that fights leave are compared: odd kills, Leaders that fall, free Flags."""

    def look(self, s: Any, seat: int, options: list[Any]) -> None:
        super().look(s, seat, options)
        compare = getattr(self, f"ask_{type(s.stack[-1]).__name__}", None)
        if compare is not None:
            self.seen[type(s.stack[-1]).__name__] += 1
            compare(s, Position(s), seat, {tuple(action) for action in options})

    def same(self, what: str, want: Any, got: Any) -> None:
        if want != got:
            self.fault(f"{what}: {got}, not {want}")

    def ask_OddKill(self, s: Any, b: Position, seat: int, options: set[Any]) -> None:
        """[11.51] The Power of the Commander says who of two Powers loses one more."""
        assert self.clash is not None
        x, old = self.clash.x, self.clash.old or b
        side = next(iter(options))[1] % 2
        chief = old.commander(side, x)
        powers = [power for power in (side, side + 2) if b.sp[power, x]]
        self.same("odd kill", {("bear", power) for power in powers}, options)
        if chief >= 0:
            self.same("who shares out kills", POWER_OF[chief], seat)
        else:
            self.same("who shares out kills", max(powers, key=lambda power: (old.sp[power, x], power)), seat)

    def ask_FallenLeader(self, s: Any, b: Position, seat: int, options: set[Any]) -> None:
        """[11.51c] No Soldier of the side is left."""
        self.same("whose Leader falls", {seat % 2}, {POWER_OF[leader] % 2 for _, leader in options})
        if self.clash is not None and self.storm is None and self.frame(s, "Attrition") is None:
            self.same("Soldiers left", 0, sum(b.sp[power, self.clash.x] for power in (seat % 2, seat % 2 + 2)))

    def ask_AttritionLosses(self, s: Any, b: Position, seat: int, options: set[Any]) -> None:
        """[13.1b] The Commander's Power says whose SPs are lost."""
        frame = self.frame(s, "Attrition")
        chief = b.commander(frame.side, frame.x)
        if chief >= 0 and any(leaders >> chief & 1 for _, leaders, _ in frame.forces):
            self.same("who shares out Attrition", POWER_OF[chief], seat)
        self.same("two Powers", 2, len(options))

    def ask_FreeFlag(self, s: Any, b: Position, seat: int, options: set[Any]) -> None:
        """[7] [11.9] [12.3g] The victor's Flag, or the Duchy goes back to his Ally; Britain may raise Spain's."""
        x = self.storm.x if self.storm is not None else self.clash.x if self.clash is not None else -1
        victor = self.storm.power if self.storm is not None else self.clash.victor if self.clash is not None else -1
        owners = {victor} | {one for one in (board.OWNER[x],) if one == (victor + 2) % 4}
        if victor == 0 and board.SYMBOLS >> x & 1:
            owners.add(SPAIN)
        if not b.flags_left(victor % 2):
            owners &= {board.OWNER[x]}
        self.same("who may Flag", victor, seat)
        self.same("free Flag", {("flag", x, one) for one in owners} | {("no",)}, options)
