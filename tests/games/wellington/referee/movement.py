"""Random games in which a second account of the rules (sheet.py) watches movement and reactions.

`Referee` plays a random game, compares every question of these chapters with what the sheet finds, and every roll with
the dice and modifiers that the sheet expects.
"""

from __future__ import annotations

import itertools
import random
import sys
from collections.abc import Iterable
from typing import Any

import tablero
from tablero.kernel.actions import write
from tests.games.wellington.field import said
from tests.games.wellington.referee.sheet import (
    BRITAIN,
    CARD,
    CLEAR,
    DUCHIES,
    LEADER_POWER,
    NORD,
    PASS,
    PLYMOUTH,
    RATING,
    ROUGH,
    SPAIN,
    SUD,
    Action,
    Sheet,
    ally_of,
    bits,
    board,
    has,
    side_of,
)

VERBS = sys.modules["tablero.games.wellington.verbs"].VERBS
# what changes the Attrition of a step
CHANGES = ("bridges_blown", "hasty_fortress", "disputed_command", "mud", "heat_of_la_mancha", "local_guides")
# what an Event adds to the interceptions that it brings about
REACH_BONUS = {"light_division": 3, "call_for_reinforcements": 2, "march_to_the_guns": 1}


class Odd(Exception):
    """The program and the sheet differ."""


KEEN = {"step": 6.0, "lead": 4.0, "intercept": 5.0, "evade": 4.0, "evade_excess": 3.0, "cp": 4.0, "play": 3.0,
        "join": 4.0, "staff": 2.0, "stop": 0.5, "done": 0.5, "end": 0.5, "convoy": 3.0, "sail": 2.0, "detach": 2.0}


class Referee:
    """One random game of the program, watched."""

    def __init__(self, scenario: str, seed: int) -> None:
        self.name = f"{scenario} {seed}"
        self.s: Any = tablero.game("wellington").new(scenario, seed=seed)
        self.rng = random.Random(seed)
        self.faults: list[str] = []
        self.seen: dict[str, int] = {}
        self.base: Sheet = Sheet(self.s.clone())
        self.placing = False
        self.owed: tuple[int, int, int] | None = None       # the Attrition dice of a step: side, Duchy, dice
        self.risk: tuple[int, int, int] | None = None       # and those of a reaction
        self.cards: list[int] = []          # played since the last declaration
        self.answered: list[int] = []       # and since the step
        self.try_at: Any = None             # the interception or evasion: side, from, to, rating, pieces, line
        self.modifier = self.total = 0
        self.disturb: Any = None

    def run(self, limit: int = 100000) -> None:
        for _ in range(limit):
            if self.s.over or len(self.faults) > 20:
                return
            try:
                self.step()
            except Odd as odd:
                self.faults.append(f"{self.name} {self.s.year}.{self.s.round} {odd}")

    def frame(self, name: str) -> Any:
        return next((f for f in reversed(self.s.stack) if type(f).__name__ == name), None)

    def step(self) -> None:
        s = self.s
        placing = self.frame("PlaceSoldiers") is not None
        under_way = self.frame("Contact") or self.frame("FlagContact") or placing and self.placing
        if not under_way and not (self.frame("Step") and type(s.stack[-1]).__name__ == "NameCommander"):
            self.base = Sheet(s.clone())
        self.placing = placing
        name = type(s.stack[-1]).__name__
        if name == "ChoosePlay" and self.disturb is not None and not s.stack[-2].cards:
            self.disturb(s, self.rng)
            self.base = Sheet(s.clone())
        ask = getattr(self, "ask_" + name.lower(), None)
        odd: Odd | None = None
        if ask is not None:
            try:
                ask(Sheet(s), s.stack[-1])
            except Odd as found:
                odd = found
        seat = self.rng.choice(list(tablero.players(s)))
        options = [tuple(o) for o in tablero.options(s, seat)]
        if len(options) != len(set(options)):
            odd = Odd(f"twice: {self.words({o for o in options if options.count(o) > 1})}")
        action = self.rng.choices(options, [KEEN.get(o[0], 1.0) for o in options])[0]
        before = Sheet(s.clone())
        events = tablero.apply(s, seat, action)
        if odd is not None:
            raise odd
        self.follow(before, seat, action, list(events))

    # ------------------------------------------------------------------------------------------------- what happens

    def follow(self, before: Sheet, seat: int, action: Action, events: list[Any]) -> None:
        if action[0] == "step":
            march = next(f for f in reversed(before.s.stack) if type(f).__name__ == "March")
            self.owed = (side_of(march.power), action[1], before.march_dice(march, action[1]))
        for event in events:
            kind, args = event.kind, said(event.kind, event.args)
            if kind == "played_event":
                self.cards.append(args[1])
                self.answered.append(args[1])
            handler = getattr(self, "on_" + kind, None)
            if handler is not None:
                handler(before, *args)
        if not any(self.frame(name) for name in ("Contact", "FlagContact", "Step")):
            self.paid_up()
            self.risk = None
            self.cards, self.answered = [], []

    def paid_up(self) -> None:
        """The Attrition of a step was rolled, if it was owed."""
        owed, self.owed = self.owed, None
        if owed is not None and not self.touched(*CHANGES):
            self.compare("no attrition", 0, owed[2])

    def touched(self, *names: str) -> bool:
        return any(CARD[name] in self.answered for name in names)

    def on_attrition(self, before: Sheet, power: int, x: int, dice: int, hits: int) -> None:
        over = self.frame("Impulse") is None or self.frame("Impulse").power != before.impulse.power
        if over and self.owed is not None and not self.owed[2]:
            self.owed = None            # it is that of the end of a Turn
        if self.owed is not None and self.owed[:2] == (side_of(power), x):
            owed, self.owed = self.owed, None
            if not self.touched(*CHANGES):
                self.compare("attrition of a step", owed[2], dice)
        elif self.risk is not None and self.risk[:2] == (side_of(power), x):
            risk, self.risk = self.risk, None
            if not self.touched("mud", "heat_of_la_mancha", "cavalry_raid", "dysentery"):
                self.compare("attrition of a reaction", risk[2], dice)

    def on_attrition_both(self, before: Sheet, side: int, x: int, dice: int, hits: int) -> None:
        self.on_attrition(before, side, x, dice, hits)

    def on_battle(self, before: Sheet, power: int, x: int) -> None:
        self.paid_up()
        self.no_risk()

    def no_risk(self) -> None:
        risk, self.risk = self.risk, None
        if risk is not None:
            self.compare("no attrition of a reaction", 0, risk[2])

    def on_intercepts(self, before: Sheet, leader: int, a: int, x: int, n: int) -> None:
        self.no_risk()
        side = side_of(LEADER_POWER[leader])
        kind = before.line(a, x, has(before.impulse.bridged, leader))
        played = next((f for f in reversed(before.s.stack) if type(f).__name__ == "PlayEvent"), None)
        far = played is not None and board.CARDS.ids[played.card] in ("light_division", "call_for_reinforcements")
        near = kind >= 0 and not far            # with two Duchies it goes by the better way
        if self.owed is not None and self.owed[0] == side:
            self.owed = None            # an offensive interception: Attrition of both kinds follows
        self.try_at = (side, a, x, RATING[leader], n, kind) if near else None
        if near:
            play = next((f for f in reversed(before.s.stack) if type(f).__name__ == "PlayEvent"), None)
            bonus = REACH_BONUS.get(board.CARDS.ids[play.card], 0) if play else 0
            self.modifier = RATING[leader] + self.base.interception_modifier(side, a, x, kind) + bonus
        self.cards = []

    def on_soldiers_intercept(self, before: Sheet, power: int, a: int, x: int, n: int) -> None:
        self.no_risk()
        self.try_at, self.cards = None, []
        if self.owed is not None and self.owed[0] == side_of(power):
            self.owed = None

    def on_interception_rolled(self, before: Sheet, power: int, dice: int, total: int) -> None:
        if self.try_at is not None and not self.cards and self.frame("Battle") is None:
            self.compare("interception total", dice + self.modifier, total)
        self.total = total

    def on_interception_fails(self, before: Sheet, power: int, x: int) -> None:
        if not self.cards and self.try_at is not None:
            self.compare("interception fails", True, self.total <= 8)
        if self.try_at is not None:
            side, a = self.try_at[:2]
            p = Sheet(self.s)
            left = [n for n in p.side_chiefs(side, a) if not has(self.s.marked, n)]
            free = p.unmarked(side, a) + p.unmarked(side + 2, a)
            if p.impulse is before.impulse or p.impulse is not None and p.impulse.power == before.impulse.power:
                self.compare("marked", ([], 0), (left, free))

    def on_interception_succeeds(self, before: Sheet, power: int, x: int) -> None:
        if not self.cards and self.try_at is not None:
            self.compare("interception succeeds", True, self.total >= 9)
        if self.try_at is not None:
            side, a, _, _, n, kind = self.try_at
            self.risk = (side, x, n * self.base.reasons(side, a, x, kind))
            self.cards = []

    def on_evades(self, before: Sheet, leader: int, x: int, b: int, n: int) -> None:
        self.start_evasion(before, LEADER_POWER[leader], RATING[leader], x, b, n, has(before.impulse.bridged, leader))

    def on_soldiers_evade(self, before: Sheet, power: int, x: int, b: int, n: int) -> None:
        self.start_evasion(before, power, 0, x, b, n, power * DUCHIES + x in before.impulse.bridged_piles)

    def start_evasion(self, before: Sheet, power: int, rating: int, x: int, b: int, n: int, bridged: bool) -> None:
        self.no_risk()
        side, kind = side_of(power), before.line(x, b, bridged)
        self.try_at = (side, x, b, rating, n, kind)
        self.modifier = rating + self.base.evasion_modifier(side, x, b, kind)
        self.cards = []
        self.rolls: list[int] = []

    def on_evasion_rolled(self, before: Sheet, power: int, dice: int, total: int) -> None:
        if not self.cards:
            self.compare("evasion total", dice + self.modifier, total)
        self.rolls.append(total)

    def on_evasion_fails(self, before: Sheet, power: int, x: int, n: int) -> None:
        if not self.cards:
            self.compare("evasion fails", True, min(self.rolls, default=99) <= 8)

    def on_evasion_succeeds(self, before: Sheet, power: int, x: int, n: int) -> None:
        if not self.cards:
            self.compare("evasion succeeds", True, max(self.rolls, default=0) >= 9)
        side, a, b, _, _, kind = self.try_at
        self.compare("evades to", b, x)
        self.risk = (side, b, n * self.base.evasion_reasons(side, a, b, kind))

    def compare(self, what: str, expected: Any, actual: Any) -> None:
        self.seen[what] = self.seen.get(what, 0) + 1
        if expected != actual:
            stack = " ".join(map(str, self.s.stack[-2:]))[:400]
            if isinstance(expected, set):
                missing, more = self.words(expected - actual), self.words(actual - expected)
                raise Odd(f"{what}: missing {missing}, too many {more} in {stack}")
            raise Odd(f"{what}: {expected} expected, {actual} found in {stack}")

    def words(self, actions: Iterable[Any]) -> str:
        return ", ".join(write(a, VERBS, board.NAMES) for a in sorted(actions, key=str)) or "-"

    def among(self, seat: int, *verbs: str) -> set[Action]:
        return {tuple(o) for o in tablero.options(self.s, seat) if o[0] in verbs}

    # --------------------------------------------------------------------------------------------------- the questions

    def ask_spendpoints(self, p: Sheet, ask: Any) -> None:
        self.spending(p, ask.who, self.frame("Spending").points)

    def spending(self, p: Sheet, who: int, points: int) -> None:
        if any(p.held(0, x) and p.held(1, x) for x in range(DUCHIES)):
            return                  # a relief waits: pieces are placed, and nothing else
        self.compare("lead", p.may_lead(who) if points else set(), self.among(who, "lead"))
        self.compare("counter", p.may_walk(who) if points else set(), self.among(who, "counter"))
        self.compare("flag", p.may_flag(who) if points else set(), self.among(who, "flag"))
        self.compare("build", p.may_build(who, points), self.among(who, "build", "regroup", "build_leader"))
        sails = p.may_sail(who) if who == BRITAIN and not p.impulse.convoyed and points else set()
        self.compare("convoy", sails, self.among(who, "convoy"))

    def ask_marchorders(self, p: Sheet, ask: Any) -> None:
        march, who = self.frame("March"), ask.who
        points = self.frame("Spending").points if march.free_steps < 0 else march.free_steps * 9
        price = max(1, len(march.armies))
        steps = p.march_ways(march) if points >= price else set()
        self.compare("step", {("step", b) for b in steps}, self.among(who, "step"))
        if march.armies and not march.passing:
            self.compare("load", p.may_load(march), self.among(who, "load"))
            self.compare("staff", p.may_staff(march), self.among(who, "staff"))
            self.compare("join", p.may_join(march, points), self.among(who, "join"))
        if march.free_steps < 0:
            leads = p.may_lead(who) if points else set()
            leads -= {("lead", n) for n in bits(p.with_march(march))}
            if march.passing:
                leads = set()       # whoever is to stop among enemies does so first
            self.compare("lead on", leads, self.among(who, "lead"))
            flags = p.may_flag(who) if points and not march.passing else set()
            self.compare("flag on", flags, self.among(who, "flag"))

    def ask_reactionwindow(self, p: Sheet, ask: Any) -> None:
        if ask.offensive or not ask.cards:
            return
        contact = self.frame("Contact") or self.frame("FlagContact")
        fighting = self.frame("Battle") is not None or type(contact).__name__ == "FlagContact"
        movers = side_of(p.s.active)
        fresh = all(answer is None for answer in ask.answers)
        for seat in (1 - movers, 3 - movers):
            asked = seat in tablero.players(self.s)
            if not asked and not fresh:
                continue            # it has answered
            found = self.among(seat, "intercept", "evade", "evade_excess") if asked else set()
            ours = p.interceptors(seat, contact.x, self.base, movers)
            words = {("intercept", n) for n in ours}
            cards = {board.CARDS.ids[o[1]] for o in self.among(seat, "play")} if asked else set()
            fitting = self.cards_reaction(p, contact, seat, fighting) & self.hand(seat)
            self.compare_cards("reaction", fitting, cards)
            self.compare("intercept", words, {o for o in found if o[0] == "intercept"})
            away = set() if fighting or self.slips_by(contact) else p.may_evade(seat, contact, self.base)
            self.compare("evade", away, {o for o in found if o[0].startswith("evade")})

    # ------------------------------------------------------------------------------------------------ cards in windows

    def hand(self, seat: int) -> set[str]:
        return {board.CARDS.ids[card] for card in bits(board.CARDS.held(self.s, seat))}

    def ask_window(self, p: Sheet, ask: Any) -> None:
        name = board.MOMENTS[ask.moment]
        test = getattr(self, "cards_" + name, None)
        if test is None or p.impulse is None:
            return
        fresh = all(answer is None for answer in ask.answers)
        for seat in range(4):
            asked = seat in tablero.players(self.s)
            if not asked and not fresh:
                continue
            found = {board.CARDS.ids[o[1]] for o in self.among(seat, "play")} if asked else set()
            fitting = test(p, self.s.stack[-2], seat) & self.hand(seat)
            if has(p.impulse.silenced, seat):
                fitting = {card for card in fitting if not has(board.RESPONSES, CARD[card])}
            self.compare_cards(name, fitting, found)

    def compare_cards(self, name: str, fitting: set[str], found: set[str]) -> None:
        words = [{("play", CARD[card]) for card in cards} for cards in (fitting, found)]
        self.compare(f"cards {name}", *words)

    def cards_move_declared(self, p: Sheet, step: Any, seat: int) -> set[str]:
        side, b = side_of(seat), step.b
        found: set[str] = set()
        if side == side_of(step.power):
            return found
        leaders = [n for n, _, _ in step.armies]
        bridged = any(has(p.impulse.bridged, n) for n in leaders)
        if not leaders:
            bridged = step.power * DUCHIES + step.a in p.impulse.bridged_piles
        if p.line(step.a, b) in (CLEAR, ROUGH) and not bridged and p.held(side, b):
            found.add("bridges_blown")
        if side == 1 and len({LEADER_POWER[n] for n in leaders}) == 2:
            found.add("disputed_command")
        if p.controls(seat, b) and not p.fortress(b) and not p.held(1 - side, b):
            if (has(board.KEYS, b) or p.stands(seat, b)) and self.s.hasty.bit_count() < 2:
                found.add("hasty_fortress")
        return found

    def cards_naval_declared(self, p: Sheet, convoy: Any, seat: int) -> set[str]:
        return {"gales_in_biscay"} if side_of(seat) != side_of(convoy.power) else set()

    def cards_interception_declared(self, p: Sheet, attempt: Any, seat: int) -> set[str]:
        found: set[str] = set()
        ours = side_of(seat) == side_of(attempt.power)
        led = {LEADER_POWER[attempt.leader]} if attempt.leader >= 0 else set()      # whose Army declares it
        if ours:
            found.add("local_guides")
            if seat in led:
                found.add("scovell_ciphers")
            if seat == BRITAIN and seat in led:
                found.add("light_division")
        else:
            stops = [attempt.a, attempt.x] if attempt.via < 0 else [attempt.a, attempt.via, attempt.x]
            if {p.line(a, b) for a, b in itertools.pairwise(stops)} & {CLEAR, ROUGH}:
                found.add("bridges_blown")
        if seat in (BRITAIN, SPAIN) and not ours and p.stands(ally_of(attempt.power), attempt.x):
            found.add("marshals_quarrel")
        return found

    def cards_interception_rolled(self, p: Sheet, attempt: Any, seat: int) -> set[str]:
        total = attempt.roll + attempt.rating + attempt.fixed + attempt.bonus + attempt.swing
        total += int(attempt.ignore_terrain and attempt.kind in (ROUGH, PASS))
        found: set[str] = set()
        marching = self.frame("Battle") is None and not getattr(self.frame("Contact"), "placed", True)
        stands = total >= 9 and not attempt.beaten and not attempt.offensive
        if stands and marching and side_of(seat) != side_of(attempt.power):
            found.add("night_march")
        if 6 <= total <= 11:
            found.add("scum_of_the_earth")
        return found

    def cards_evasion_declared(self, p: Sheet, attempt: Any, seat: int) -> set[str]:
        if side_of(seat) != side_of(attempt.power):
            afloat = attempt.power * DUCHIES + attempt.x in p.impulse.bridged_piles or has(
                p.impulse.bridged, max(attempt.leader, 0)) and attempt.leader >= 0
            return {"bridges_blown"} if p.line(attempt.x, attempt.b) in (CLEAR, ROUGH) and not afloat else set()
        british = attempt.leader >= 0 and LEADER_POWER[attempt.leader] == seat == BRITAIN
        return {"local_guides", "light_division"} if british else {"local_guides"}

    def cards_evasion_rolled(self, p: Sheet, attempt: Any, seat: int) -> set[str]:
        rating = RATING[attempt.leader] if attempt.leader >= 0 else 0
        terrain = 0 if attempt.ignore_terrain else int(attempt.kind in (ROUGH, PASS))
        side = side_of(attempt.power)
        total = attempt.roll + rating + self.base.evasion_modifier(side, attempt.x, attempt.b, CLEAR) - terrain
        total += attempt.bonus + attempt.swing
        return {"scum_of_the_earth"} if 6 <= total <= 11 else set()

    def cards_step_settled(self, p: Sheet, contact: Any, seat: int) -> set[str]:
        found: set[str] = set()
        if side_of(seat) != side_of(contact.power):
            if contact.paid and contact.came and contact.sea < 0:
                found.add("mud")
                if contact.marched >= 3:
                    found.add("heat_of_la_mancha")
        elif contact.came and not self.touched("local_guides"):
            a, kind = contact.came[0]
            side = side_of(contact.power)
            if kind == PASS and not (self.base.friendly(side, a) and self.base.friendly(side, contact.x)):
                found.add("local_guides")
        return found

    def cards_attrition_rolled(self, p: Sheet, check: Any, seat: int) -> set[str]:
        return {"foraging_parties", "living_off_the_land"} if side_of(seat) == check.side == 1 else {"foraging_parties"}

    def cards_offensive_interception(self, p: Sheet, scene: Any, seat: int) -> set[str]:
        if side_of(seat) != side_of(scene.power):
            return set()
        found = set()
        movers = side_of(scene.power)
        if p.two_away(seat, scene.x, self.base, movers):
            found.add("call_for_reinforcements")
        if type(scene).__name__ == "Battle" and seat in (SUD, NORD):
            if any(p.interceptors(one, scene.x, self.base, 1) for one in (SUD, NORD)):
                found.add("march_to_the_guns")
        return found

    def slips_by(self, contact: Any) -> bool:
        """Turning Movement: nobody is attacked, as long as nobody intercepts."""
        return bool(contact.turning) and not contact.arrived and not any(contact.arrived_sps)

    def cards_reaction(self, p: Sheet, contact: Any, seat: int, fighting: bool) -> set[str]:
        found: set[str] = set()
        if has(p.impulse.silenced, seat):
            return found
        movers = side_of(p.s.active)
        if p.two_away(seat, contact.x, self.base, movers):
            flag = type(contact).__name__ == "FlagContact"
            found |= {"call_for_reinforcements"}
            if seat == BRITAIN and not flag:
                found.add("light_division")
        if p.unled(seat, contact.x, self.base, movers):
            found |= {"local_initiative", "scovell_ciphers"}
        if p.stopped_by_river(seat, contact, self.base, movers):
            found.add("pontoon_train")
        elif not fighting and not self.slips_by(contact):
            found |= {"pontoon_train"} if self.wet_evasion(p, contact, seat) else set()
        if self.frame("Battle") is not None and seat in (SUD, NORD):
            if any(p.interceptors(one, contact.x, self.base, movers) for one in (SUD, NORD)):
                found.add("march_to_the_guns")
        return found

    def wet_evasion(self, p: Sheet, contact: Any, seat: int) -> bool:
        side = side_of(seat)
        for one in (side, side + 2):
            if p.may_evade(one, contact, self.base, dry=True) - p.may_evade(one, contact, self.base):
                return True
        return False

    # ----------------------------------------------------------------------------------------------- smaller questions

    def ask_namecommander(self, p: Sheet, ask: Any) -> None:
        """[9.62a] The Power with more Soldiers names the Commander; at a tie whoever has, or last had, the Impulse."""
        powers = sorted({LEADER_POWER[n] for n in p.side_chiefs(side_of(ask.who), ask.x)})
        self.compare("powers of a group", 2, len(powers))
        one, other = (p.sp(power, ask.x) for power in powers)
        turn = self.s.active if self.s.active in powers else self.s.last
        if one != other:
            self.compare("names the commander", powers[0] if one > other else powers[1], ask.who)
        elif turn in powers:
            self.compare("names the commander", turn, ask.who)

    def ask_placebuilt(self, p: Sheet, ask: Any) -> None:
        """[6.3a] [6.3b] Where a built or regrouped piece enters."""
        if any(p.held(0, x) and p.held(1, x) for x in range(DUCHIES)):
            return                  # a relief waits: more pieces go there
        places = p.leader_places(ask.who) if ask.leader >= 0 else p.soldier_places(ask.who)
        self.compare("place", {("place", x) for x in places}, self.among(ask.who, "place"))

    def ask_loadconvoy(self, p: Sheet, ask: Any) -> None:
        """[14.2a] [14.2b] [14.4a] Who is aboard, and where it may sail."""
        convoy = self.frame("Convoy")
        power, a = convoy.power, convoy.a
        places = p.harbours(power, a, convoy.assault)
        if side_of(power) == 1:
            places = {b for b in places if any(has(zone, a) and has(zone, b) for zone in board.ZONES)}
        if convoy.sps:
            places -= {PLYMOUTH}
        if not convoy.sps and not convoy.leaders:
            places = set()
        self.compare("sail", {("sail", b) for b in places}, self.among(ask.who, "sail"))
        leaders, sps = p.sailors(power, a)
        room = 5 if convoy.free else min(5, self.frame("Spending").points)
        most = min(sps, room - convoy.leaders.bit_count())
        loads = {("load", n) for n in range(most + 1) if n != convoy.sps and p.fits(
            power, [*p.piles(power, {a: -n}), n])}
        self.compare("load a convoy", loads, self.among(ask.who, "load"))
        aboard = {("aboard", n) for n in leaders if has(convoy.leaders, n) or convoy.leaders.bit_count() < room}
        self.compare("aboard", aboard, self.among(ask.who, "aboard"))

    def ask_attritionlosses(self, p: Sheet, ask: Any) -> None:
        """[13.1b] The Commander's Power chooses who bears the losses of two Powers."""
        check = self.frame("Attrition")
        chief = p.commander(check.side, check.x)
        if chief >= 0 and len(self.among(ask.who, "bear")) > 1:
            self.compare("bears", LEADER_POWER[chief], ask.who)
