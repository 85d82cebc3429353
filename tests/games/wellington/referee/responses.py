"""Games whose windows are followed: who is offered which card, who is left out, who comes first on the Track; and what
cards do to the rolls of interceptions and evasions."""

from __future__ import annotations

from typing import Any

import tablero
from tests.games.wellington.referee.fights import FightFollower
from tests.games.wellington.referee.position import (
    BY,
    COMMAND,
    DUCHIES,
    KIND,
    LEADERS,
    MOMENTS,
    NEIGHBOURS,
    NUMBER,
    PASS,
    PLYMOUTH,
    POWER_OF,
    RATING,
    RIVER,
    ROUGH,
    Position,
    board,
)
from tests.games.wellington.referee.windows import WHEN


class ResponseFollower(FightFollower):
    """A game whose windows, interceptions and evasions are followed."""

    total = 0
    turned = False                  # Scum of the Earth has turned a result
    silent = -1                     # whom the Exploring Officers have silenced
    opened: Any = None
    fresh_attempt = False           # an evasion has been declared, nothing is rolled
    aids: list[tuple[int, int]] = []
    answers: tuple[Any, dict[int, Any]] = (None, {})

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.heard: set[tuple[str, int]] = set()        # who was asked at which moment

    # --- who may come [10.1] [10.3]

    def line(self, a: int, x: int) -> int:
        kind = int(board.MAP.edge_kind(a, x))
        return RIVER if frozenset((a, x)) in self.blown else kind

    def wet(self, power: int, leader: int, a: int, x: int) -> bool:
        impulse = self.frame(self.s, "Impulse")
        dry = impulse.bridged >> leader & 1 if leader >= 0 else power * DUCHIES + a in impulse.bridged_piles
        return self.line(a, x) == RIVER and not dry

    def bridged(self, forces: Any, a: int) -> bool:
        """Card 27: all of them have pontoons, and no River stops them."""
        impulse = self.frame(self.s, "Impulse")
        return all(leaders & impulse.bridged == leaders if leaders else power * DUCHIES + a in impulse.bridged_piles
                   for power, leaders, _ in forces)

    def fresh(self, b: Position, power: int, y: int) -> int:
        """SPs of a Power without a marker."""
        marked = sum(sps for pile, _, mark, sps in self.s.tags if pile == power * DUCHIES + y and mark)
        return b.sp[power, y] - marked

    def may_leave(self, side: int, a: int, x: int) -> bool:
        """[12.4] Out of the Duchy of an enemy Fortress."""
        calm = self.calm
        return not (calm.fortress(a) and calm.owner(a) % 2 != side and calm.hostile(side, x))

    def may_come(
        self, b: Position, power: int, leader: int, y: int, *path: tuple[int, int], event: bool = False
    ) -> bool:
        """Could an Army, or Soldiers whom a card lends a Leader, intercept along a path?"""
        s, side = self.s, power % 2
        x = path[-1][1]
        if y >= DUCHIES or y == PLYMOUTH or (power, y) in b.quarters or (not event and self.closed(side, x)):
            return False
        if leader >= 0 and s.marked >> leader & 1:
            return False
        if leader < 0 and (b.chiefs(power, y) or not self.fresh(b, power, y)):
            return False
        return all(not self.wet(power, leader, a, c) and self.may_leave(side, a, c) for a, c in path)

    def closed(self, side: int, x: int) -> bool:
        """[10.1b] An enemy Formation that has not moved held the Duchy alone."""
        impulse, calm = self.frame(self.s, "Impulse"), self.calm
        movers = s_side = self.s.active % 2
        if side == s_side or calm.force(side, x):
            return False
        for power in (movers, movers + 2):
            for one in calm.chiefs(power, x):
                if not self.s.marched[one] and not impulse.arrived >> one & 1:
                    return True
            moved = sum(sps for pile, march, _, sps in self.s.tags if pile == power * DUCHIES + x and march)
            new = sum(n for pile, n in impulse.arrived_piles if pile == power * DUCHIES + x)
            if min(calm.sp[power, x], self.s.sp[power * DUCHIES + x] - moved - new) > 0:
                return True
        return False

    def within_two(self, b: Position, power: int, leader: int, x: int) -> bool:
        """[10.1c] Card 40: through a Duchy without enemies and without an unbesieged enemy Fortress."""
        y, side = b.at[leader], power % 2
        if y == x or y >= DUCHIES:
            return False
        if x in NEIGHBOURS[y] and self.may_come(b, power, leader, y, (y, x)):
            return True
        for v in NEIGHBOURS[y]:
            blocked = b.force(1 - side, v) or (b.fortress(v) and b.owner(v) % 2 != side and not b.force(side, v))
            if x in NEIGHBOURS[v] and not blocked and self.may_come(b, power, leader, y, (y, v), (v, x)):
                return True
        return False

    def river_stops(self, b: Position, me: int, x: int) -> bool:
        """Card 27: could a Formation of the side intercept or evade but for a River?"""
        side, contact = me % 2, self.frame(self.s, "Contact")
        for power in (side, side + 2):
            for one in LEADERS:
                y = b.at[one]
                if POWER_OF[one] == power and y < DUCHIES and y in NEIGHBOURS[x] and self.wet(power, one, y, x) and (
                        not self.s.marked >> one & 1 and (power, y) not in b.quarters and not self.closed(side, x)
                        and self.may_leave(side, y, x)):
                    return True
        if contact is None or self.frame(self.s, "Battle") is not None:
            return False
        if contact.turning and not contact.arrived and not any(contact.arrived_sps):
            return False                # whom a Turning Movement passes does not evade; an interception stops it
        came = {a for a, _ in contact.came}
        for y in NEIGHBOURS[x]:
            if y in came or b.force(1 - side, y) or not self.may_leave(side, x, y):
                continue
            if b.fortress(y) and b.owner(y) % 2 != side and not b.force(side, y):
                continue
            for power in (side, side + 2):
                led = [one for one in b.chiefs(power, x) if not contact.arrived >> one & 1]
                untried = [one for one in led if not contact.tried >> one & 1]
                if untried and any(self.wet(power, one, x, y) for one in untried):
                    return True
                room = sum(COMMAND[one] for one in led)
                loose = b.sp[power, x] - contact.arrived_sps[power] - room
                if loose > 0 and not contact.tried_soldiers >> power & 1 and self.wet(power, -1, x, y):
                    return True
        return False

    def victor(self, s: Any, b: Position, fight: Any) -> int:
        """Whose Formation commands the victors."""
        if type(fight).__name__ == "Siege":
            return int(fight.power)
        return self.clash.victor if self.clash is not None else -1

    # --- windows

    def look(self, s: Any, seat: int, options: list[Any]) -> None:
        super().look(s, seat, options)
        top = s.stack[-1]
        if type(top).__name__ not in ("Window", "BattleWindow", "ReactionWindow"):
            return
        offered = {NUMBER[action[1]] for action in options if action[0] == "play"}
        want = self.wanted(s, seat, top)
        self.seen["windows"] += 1
        if want != offered:
            self.fault(f"{board.MOMENTS[top.moment]}: {board.POWERS[seat]} is offered {sorted(offered - want)} too "
                       f"many, {sorted(want - offered)} missing; {[type(one).__name__ for one in s.stack[-4:]]}")
        if self.opened is not top:
            self.opened = top
            for other in set(range(4)) - set(tablero.players(s)):
                missed = self.wanted(s, other, top)
                if missed and other in top.order:
                    self.fault(f"{board.MOMENTS[top.moment]}: {board.POWERS[other]} is not asked for {missed}")
                    break

    def wanted(self, s: Any, seat: int, top: Any) -> set[int]:
        """The cards that a Power may play in the open window."""
        moment, flag = board.MOMENTS[top.moment], False
        about: Any = s.stack[-2]
        if moment in ("reaction", "offensive_interception"):
            if not getattr(top, "cards", True):
                return set()            # the Armies of an Event only
            flag = type(about).__name__ == "FlagContact"
            about = about.x if not hasattr(top, "x") else top.x
        if seat not in top.order:
            return set()
        found = self.fitting(s, seat, moment, about, getattr(top, "responses", False))
        return found & {27} if flag else found      # [10.10] the others answer a step, or Formations that were placed

    def fitting(self, s: Any, seat: int, moment: str, about: Any, responses: bool = False) -> set[int]:
        """The cards of a Power that it may play at a moment."""
        b, found = Position(s), set()
        for card in [*b.common(seat), *b.cards(board.HOME[seat])]:
            n = NUMBER[card]
            if moment not in MOMENTS[card] or seat not in BY[card]:
                continue
            if KIND[card] == "response" and seat == self.silent:
                continue
            if responses and KIND[card] != "response":
                continue
            self.seen[f"window {moment} {n}"] += 1
            test = WHEN.get((moment, n))
            if test is not None and test(self, s, b, seat, about):
                found.add(n)
                self.seen[f"open {moment} {n}"] += 1
        return found

    # --- nobody is left out, and the first on the Track comes first [5.2g]

    def expect(self, s: Any, frame: str, moment: str, powers: list[int] | None = None) -> None:
        """A moment is over: everybody with a card for it has been asked."""
        about = self.frame(s, frame)
        for seat in range(4) if powers is None else powers:
            if (moment, seat) not in self.heard and about is not None:
                missed = self.fitting(s, seat, moment, about)
                if missed:
                    self.fault(f"{moment}: {board.POWERS[seat]} was not asked for {missed}")
        self.heard = {one for one in self.heard if one[0] != moment}

    def hear_battle_round(self, s: Any, n: int) -> None:
        if n == 1 and self.clash is not None and not self.clash.round:
            self.expect(s, "Battle", "battle_start")

    def hear_battle_dice(self, s: Any, power: int, dice: int, kills: int, disruptions: int) -> None:
        if self.clash is not None and not self.clash.rolled:
            self.expect(s, "Battle", "battle_round")

    def hear_siege_round(self, s: Any, n: int) -> None:
        if n == 1:
            self.expect(s, "Siege", "siege_start")

    def hear_siege_dice(self, s: Any, power: int, dice: int, hits: int) -> None:
        self.expect(s, "Siege", "siege_round")

    def note(self, s: Any, seat: int, action: Any) -> None:
        super().note(s, seat, action)
        top = s.stack[-1]
        if type(top).__name__ in ("Window", "BattleWindow", "ReactionWindow"):
            if self.answers[0] is not top:
                self.answers = (top, {})
            self.answers[1][seat] = action
            for one in tablero.players(s):
                self.heard.add((board.MOMENTS[top.moment], one))

    def first_of(self, s: Any, power: int) -> None:
        """[5.2g] Of several answers that of the Power next after the Active one is carried out."""
        top, given = self.answers
        active = s.active if s.active >= 0 else (s.box + 3) % 4
        order = [(active + k) % 4 for k in range(1, 5)]
        eager = [one for one in order if given.get(one, ("pass",)) != ("pass",)]
        if eager and eager[0] != power and any(one is top for one in s.stack):
            self.fault(f"{board.POWERS[power]} comes before {board.POWERS[eager[0]]}")
        if len(eager) > 1:
            self.seen["several answers"] += 1
        self.answers = (top, {})

    # --- rolls

    def hear_impulse(self, s: Any, power: int) -> None:
        super().hear_impulse(s, power)
        self.silent = -1

    def hear_hand_seen(self, s: Any, power: int, owner: int) -> None:
        event = self.frame(s, "PlayEvent")
        if event is not None and NUMBER[event.card] == 19:
            self.silent = owner

    def hear_intercepts(self, s: Any, leader: int, a: int, b: int, n: int) -> None:
        self.first_of(s, POWER_OF[leader])
        self.aids, self.turned = [], False

    def hear_soldiers_intercept(self, s: Any, power: int, a: int, b: int, n: int) -> None:
        self.first_of(s, power)
        self.aids, self.turned = [], False

    def hear_evades(self, s: Any, leader: int, a: int, b: int, n: int) -> None:
        super().hear_evades(s, leader, a, b, n)
        self.fresh_attempt = True
        self.first_of(s, POWER_OF[leader])
        self.aids, self.turned = [], False

    def hear_soldiers_evade(self, s: Any, power: int, a: int, b: int, n: int) -> None:
        super().hear_soldiers_evade(s, power, a, b, n)
        self.fresh_attempt = True
        self.first_of(s, power)
        self.aids, self.turned = [], False

    def hear_played_event(self, s: Any, power: int, card: int) -> None:
        super().hear_played_event(s, power, card)
        n = NUMBER[card]
        if s.stack[-2] is self.answers[0]:
            self.first_of(s, power)
        self.aids = [*self.aids, (power, n)]
        self.turned ^= n == 82
        moment = getattr(s.stack[-2], "moment", board.CARD_PLAY)
        self.seen[f"played {board.MOMENTS[moment]} {n}"] += 1

    def hear_event_void(self, s: Any, card: int) -> None:
        super().hear_event_void(s, card)
        n = NUMBER[card]
        self.aids = [one for one in self.aids if one[1] != n]
        self.turned ^= n == 82

    def starter(self, s: Any, name: str) -> int:
        """The card that lets an interception happen."""
        at = max(k for k, one in enumerate(s.stack) if type(one).__name__ == name)
        for one in reversed(s.stack[:at]):
            if type(one).__name__ == "PlayEvent":
                return NUMBER[one.card]
            if type(one).__name__ in ("Contact", "FlagContact"):
                return 0
        return 0

    def hear_interception_rolled(self, s: Any, power: int, dice: int, total: int) -> None:
        self.expect(s, "Interception", "interception_declared")
        one, side, calm = self.frame(s, "Interception"), power % 2, self.calm
        by = self.starter(s, "Interception")
        last = one.via if one.via >= 0 else one.a
        want = dice + int(calm.friendly(side, one.x)) - int(not calm.friendly(side, last))
        guided = any(n == 24 for _, n in self.aids)
        if self.line(last, one.x) in (ROUGH, PASS) and not guided:
            want -= 1
        want += RATING[one.leader] if one.leader >= 0 else {36: 2, 39: 1}.get(by, 0)
        want += {40: 2, 97: 3, 108: 1}.get(by, 0)
        want += 2 * guided + sum({36: 2, 97: 3}.get(n, 0) for _, n in self.aids)
        self.total = total
        self.seen["interceptions"] += 1
        self.seen[f"interception by {by}"] += 1
        if sum(self.dice[-2:]) != dice or want != total:
            self.fault(f"interception of {board.POWERS[power]} into {board.DUCHY_NAMES[one.x]}: {total}, not {want}; "
                       f"by {by} aids {self.aids} from {board.DUCHY_NAMES[last]} line {self.line(last, one.x)}")
        self.result = "interception"

    def hear_evasion_rolled(self, s: Any, power: int, dice: int, total: int) -> None:
        if self.fresh_attempt:
            self.expect(s, "Evasion", "evasion_declared")
        self.fresh_attempt = False
        one, side, calm = self.frame(s, "Evasion"), power % 2, self.calm
        guided = any(n == 24 for _, n in self.aids)
        want = dice + int(calm.friendly(side, one.b)) - int(not calm.friendly(side, one.x))
        if self.line(one.x, one.b) in (ROUGH, PASS) and not guided:
            want -= 1
        want += RATING[one.leader] if one.leader >= 0 else 0
        want += 2 * guided + 3 * any(n == 97 for _, n in self.aids)
        self.total = total
        self.seen["evasions"] += 1
        if want != total:
            self.fault(f"evasion of {board.POWERS[power]} to {board.DUCHY_NAMES[one.b]}: {total}, not {want}")

    def hear_interception_succeeds(self, s: Any, power: int, x: int) -> None:
        super().hear_interception_succeeds(s, power, x)
        cancelled = any(n == 29 for _, n in self.aids)
        if (self.total >= 9) == self.turned or cancelled:
            self.fault(f"interception succeeds with {self.total} {self.aids}")

    def hear_interception_fails(self, s: Any, power: int, x: int) -> None:
        if any(n in (22, 29) for _, n in self.aids):
            return
        if (self.total >= 9) != self.turned:
            self.fault(f"interception fails with {self.total} {self.aids}")
