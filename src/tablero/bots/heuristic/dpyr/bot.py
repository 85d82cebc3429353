"""One answer for each question of the rules: what each option is worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias, cast

from tablero.bots import FREE, Bot, Budget, Told
from tablero.bots.heuristic.dpyr import fire, setup, shock
from tablero.bots.heuristic.dpyr.guess import guess
from tablero.bots.heuristic.dpyr.outlook import FAR, Outlook
from tablero.bots.heuristic.dpyr.reasons import REASONS
from tablero.bots.heuristic.dpyr.worth import WEIGHTS, Weights, activations_left, turns_left
from tablero.games.dpyr.board import (
    BATIR, CAMPI, CAVALRY, GEFE, INFANTRY, LIBERAL, MOJAR, MONTEAR, PUENTE, RISTRE, TABLES
)
from tablero.games.dpyr.rules.r03_preparation.s00_factor_markers import Assign
from tablero.games.dpyr.rules.r03_preparation.s00_set_up import Deploy
from tablero.games.dpyr.rules.r04_actions.s00_actions import GUNBOATS, HALT, SQUARE, ChooseAction, March, reach
from tablero.games.dpyr.rules.r04_actions.s02_assault import Assault, Declare, PickCombat
from tablero.games.dpyr.rules.r04_actions.s02_mojar import (
    FLAG, STAND, ChooseRetreat, Combat, Counterattack, Decorate, PickTarget, RaiseFlag, attack_total, defence_total
)
from tablero.games.dpyr.rules.r04_actions.s03_batir_s04_paqueo import Volley
from tablero.games.dpyr.rules.r04_actions.s05_bala_rasa import Bombard, KeptSalvo, Load
from tablero.games.dpyr.rules.r05_gefes.s03_reingreso import PickRally, PlaceRallied
from tablero.games.dpyr.rules.r06_movement.s01_movement import Dress
from tablero.games.dpyr.rules.r07_victory.s02_corda import corda_modifier
from tablero.games.dpyr.rules.r09_scenarios.s02_luchana import REPAIR, PlaceArrival, RepairBridge
from tablero.games.dpyr.state import ActionId, Dpyr, Hex, Unit
from tablero.kernel.actions import DONE, PASS, Action
from tablero.kernel.advice import Reason
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.frames import Frame, State
from tablero.kernel.game import Game

BETTER = 0.01       # a place must be better by this much to be worth a move
FIRST = 200.0       # what comes before everything else
FRONT = 100.0       # a unit in the front line that gains by a march, less its distance from the enemy

Worth: TypeAlias = dict[Action, float]


class HeuristicBot(Bot):
    """Plays either side of any battle; the seed makes its set-ups differ. It keeps no plan: whatever it wants to do is
    found again in each position."""

    def __init__(self, game: Game[State], seed: int, weights: Weights = WEIGHTS) -> None:
        self.weights = weights
        self.chance = Random(seed)

    def weigh(self, view: State, options: Sequence[Action], seat: int, budget: Budget = FREE) -> list[float]:
        assert isinstance(view, Dpyr)
        if len(options) == 1:
            return [1.0]
        s = guess(view, seat)
        frame = s.stack[-1]
        worth = ANSWERS[type(frame)](self, Outlook(s, seat, self.weights), frame, list(options))
        return [worth[action] for action in options]

    def reason(self, told: Told) -> Reason | None:
        assert isinstance(told.view, Dpyr)
        s = guess(told.view, told.seat)
        return REASONS[type(s.stack[-1])](Outlook(s, told.seat, self.weights), told)

    # --- preparation

    def deploy(self, look: Outlook, frame: Frame, options: list[Action]) -> Worth:
        return setup.deploy(look.s, look.side, cast("Deploy", frame), options, self.chance)

    def assign(self, look: Outlook, frame: Frame, options: list[Action]) -> Worth:
        return setup.assign(look.s, look.side, options)

    # --- the action

    def choose_action(self, look: Outlook, frame: Frame, options: list[Action]) -> Worth:
        """What each action of an activation promises."""
        s, side, w = look.s, look.side, look.weights
        time = min(1.0, activations_left(s, side) / 3)      # for what a better place is good for
        marching = w.march * time * self._march_worth(look, MONTEAR)
        batir = fire.batir_worth(look)
        if batir > 0 and not (s.played[side] >> BATIR) & 1:
            batir += w.first_batir * len(look.shooters()) * s.chits.count(1 - side)
        spots = fire.campi_spots(look)
        mojar, ristre = shock.plan_assault(look, False), shock.plan_assault(look, True)
        found: dict[str, float] = {
            "montear": marching,
            "puente": w.march * time * self._march_worth(look, PUENTE) - 0.3,
            "batir": batir,
            "campi": fire.campi_worth(look, spots),
            "bala_rasa": fire.bala_rasa_worth(look),
            "mojar": sum(a.worth for a in mojar) + (0.3 * max(0.0, marching) if mojar else 0.0),
            "ristre": sum(a.worth for a in ristre),
            "corda": self._corda_worth(look),
        }
        worth = {action: found.get(action[0], -0.01) for action in options}
        if GUNBOATS in options:
            worth[GUNBOATS] = marching + 5.0 if boats_ready(s) else -1.0
        return worth

    def _march_worth(self, look: Outlook, action: ActionId) -> float:
        """How much better the units could stand after a march."""
        s, total = look.s, 0.0
        for u in s.b.army[look.side]:
            if s.at[u] >= 0:
                best, _ = look.best_place(u, ids_of(reach(s, u, action, False)))
                total += max(0.0, best - look.score(u, s.at[u]))
        return total

    def _corda_worth(self, look: Outlook) -> float:
        """[7.2b] The chance to win at once; worth more the less time there is to win otherwise."""
        s = look.s
        need = TABLES.corda_least - corda_modifier(s, look.side)
        return (7 - need) / 6 * (6.0 if turns_left(s) > 2 else 15.0)

    # --- marching

    def march(self, look: Outlook, frame: Frame, options: list[Action]) -> Worth:
        march = cast("March", frame)
        aims = self._aims(look, march)
        if march.hand >= 0:
            return self._destinations(look, march, aims, options)
        return self._next_units(look, march, aims, options)

    def _aims(self, look: Outlook, march: March) -> dict[Unit, tuple[Hex, float]]:
        """Where units go for the attack or the shot that follows the march, and what that is worth."""
        if march.action in (MOJAR, RISTRE):
            attacks = shock.plan_assault(look, march.action == RISTRE, march.done)
            return {a.unit: (a.hex, attack.worth) for attack in attacks for a in attack.group}
        if march.action == CAMPI:
            return {u: (place, worth) for u, (worth, place, _) in fire.campi_spots(look).items()}
        return {}

    def _next_units(
        self, look: Outlook, march: March, aims: dict[Unit, tuple[Hex, float]], options: list[Action]
    ) -> Worth:
        """First the order of the last stack, then who has an aim, then who gains by a better place, from front to rear;
        of the others, what they would lose."""
        s = look.s
        worth = self._stack_order(look, s.at[march.last], options) if march.last >= 0 else dict.fromkeys(options, 0.0)
        worth[DONE] = BETTER
        for action in options:
            if action[0] == "raise":
                worth[action] += FIRST + FIRST if worth[action] > 0 else 0.0
            elif action[0] == "move":
                (u,) = action[1:]
                place, aim = aims.get(u, (-1, 0.0))
                if place >= 0 and (reach(s, u, march.action, march.boats) >> place) & 1:
                    worth[action] = FIRST + aim
                elif place != s.at[u] and not self._comes_back(look, march, u):
                    best, _ = look.best_place(u, ids_of(reach(s, u, march.action, march.boats)))
                    worth[action] = gain = best - look.score(u, s.at[u])
                    if gain > BETTER or march.action in (MONTEAR, PUENTE) and self._wants_square(look, u):
                        worth[action] = FRONT - look.far[s.at[u]] - (FAR if s.b.kind[u] == GEFE else 0)
        return worth

    def _comes_back(self, look: Outlook, march: March, unit: Unit) -> bool:
        """Does moving a unit make sense only for the shot or the charge that follows?"""
        return march.action in (CAMPI, RISTRE) and look.s.b.kind[unit] != GEFE

    def _wants_square(self, look: Outlook, unit: Unit) -> bool:
        """[6.2a] A damaged battalion on open ground that horse can reach."""
        s = look.s
        x = s.at[unit]
        return (
            s.b.kind[unit] == INFANTRY and not (s.b.field.obstacles >> x) & 1 and not (s.square >> unit) & 1
            and bool((look.horse >> x) & 1) and s.fire[unit] + s.shock[unit] > 0
        )

    def _destinations(
        self, look: Outlook, march: March, aims: dict[Unit, tuple[Hex, float]], options: list[Action]
    ) -> Worth:
        """How good each place is; an aim comes first, and no aim means no move where one moves only for it."""
        unit = march.hand
        here = look.score(unit, look.s.at[unit])
        place, aim = aims.get(unit, (-1, 0.0))
        away = -FIRST if self._comes_back(look, march, unit) else 0.0
        worth = {action: look.score(unit, action[-1]) + away for action in options if action[0] == "to"}
        if ("to", place) in worth:
            worth["to", place] = FIRST + aim
        square = 0.0 if self._wants_square(look, unit) else -1.0
        return {HALT: here + BETTER, SQUARE: here + 2 * BETTER + square, **worth}

    # --- standing

    def dress(self, look: Outlook, frame: Frame, options: list[Action]) -> Worth:
        return self._stack_order(look, look.s.at[cast("Dress", frame).unit], options)

    def _stack_order(self, look: Outlook, x: Hex, options: list[Action]) -> Worth:
        """[4.3l] How much less fire would hurt the unit on top; units turn to the enemy by themselves."""
        worth = dict.fromkeys(options, 0.0)
        for action in options:
            if action[0] == "raise":
                worth[action] = look.hurt(look.s.piles[x][-1]) - look.hurt(action[1])
            elif action[0] == "face":
                worth[action] = -1.0
        return worth

    # --- shock

    def declare(self, look: Outlook, frame: Frame, options: list[Action]) -> Worth:
        """What each attack is worth that would be made; another one no more than to end, unless cavalry must charge."""
        s = look.s
        assault = s.caller(frame, Assault)
        attacks = shock.plan_assault(look, assault.ristre, s.b.army_bits[look.side])
        planned = {("attack", a.unit, attack.target): attack.worth for attack in attacks for a in attack.group}
        most = 0.0 if DONE in options else FIRST
        others = [action for action in options if action != DONE and action not in planned]
        return {DONE: 0.0, **planned, **{a: min(most, self._charge_worth(look, assault, a)) for a in others}}

    def _charge_worth(self, look: Outlook, assault: Assault, action: Action) -> float:
        """What an attack is worth with one unit more."""
        unit, x = action[1:]
        search = shock.Assault(look, assault.ristre, -1)
        search.attacked = bitset(y for _, y in assault.attacks)
        group = [shock.Assailant(u, look.s.at[u]) for u in assault.against(x)]
        return search.appraise([*group, shock.Assailant(unit, look.s.at[unit])], x).worth

    def pick_combat(self, look: Outlook, frame: Frame, options: list[Action]) -> Worth:
        """The surest combat first: the chance of a hit."""
        s = look.s
        assault = s.caller(frame, Assault)

        def chance(x: Hex) -> float:
            if x not in s.piles:
                return -1.0
            strength = attack_total(s, assault.against(x), x, assault.ristre)
            strength -= defence_total(s, x, assault.attacked, assault.engaged)
            return shock.hit_chance(s, x, strength)

        return {action: chance(action[1]) for action in options}

    def raise_flag(self, look: Outlook, frame: Frame, options: list[Action]) -> Worth:
        """[4.2s] A Black Flag where the second marker hurts, against what it may do later."""
        s, combat = look.s, look.s.caller(frame, Combat)
        strength = attack_total(s, combat.attackers, combat.hex, combat.ristre)
        strength -= defence_total(s, combat.hex, combat.attacked, combat.engaged)
        gain = look.damage.gain
        more = sum(gain(u, shock=2) - gain(u, shock=1) for u in s.piles[combat.hex])
        return {FLAG: shock.hit_chance(s, combat.hex, strength) * more, PASS: 0.25 if turns_left(s) > 2 else 0.02}

    def decorate(self, look: Outlook, frame: Frame, options: list[Action]) -> Worth:
        """[4.2t] A rule of thumb: the Cross for a unit that will live to wear it."""
        s, unit = look.s, cast("Decorate", frame).unit
        sound = s.fire[unit] + s.shock[unit] <= s.b.limit[unit] - 2
        return {PASS: 0.5, ("decorate", unit): float(sound or turns_left(s) <= 2)}

    def pick_target(self, look: Outlook, frame: Frame, options: list[Action]) -> Worth:
        """[4.2r] Strike back where it promises most; it costs nothing."""
        s, unit, gain = look.s, look.s.caller(frame, Counterattack).unit, look.damage.gain
        worth = {a: shock.counter_chance(s, unit, a[1]) * gain(a[1], shock=1) for a in options if a != PASS}
        return {PASS: 0.001, **worth}

    def retreat(self, look: Outlook, frame: Frame, options: list[Action]) -> Worth:
        """[4.2n] How good each place is. To stand is a rule of thumb: only for who is lost anyway; horse never."""
        s, unit = look.s, cast("ChooseRetreat", frame).unit
        worth = {action: look.score(unit, action[1]) for action in options if action != STAND}
        lost = s.shock[unit] >= s.b.limit[unit] and s.b.kind[unit] != CAVALRY
        return {STAND: FIRST if lost else -FIRST, **worth}

    # --- fire

    def volley(self, look: Outlook, frame: Frame, options: list[Action]) -> Worth:
        """Shots by what they do, against the price of the powder."""
        unit, at = cast("Volley", frame).hand, look.s.at
        if unit >= 0:
            return {action: fire.musket_worth(look, unit, action[1]) for action in options}
        return {a: look.price if a == DONE else look.shot(a[1], at[a[1]])[0] for a in options}

    def load(self, look: Outlook, frame: Frame, options: list[Action]) -> Worth:
        """[4.5a] Batteries whose salvoes are worth their powder."""
        return {action: 0.0 if action == DONE else fire.battery_worth(look, action[1]) for action in options}

    def bombard(self, look: Outlook, frame: Frame, options: list[Action]) -> Worth:
        """The best shot of the best battery."""
        gun, at = cast("Bombard", frame).hand, look.s.at
        if gun < 0:
            return {action: look.cannon(action[1], at[action[1]]) for action in options}
        if options[0][0] == "onto":
            return {action: look.round_shot(gun, at[gun], action[1]) for action in options}
        return {action: fire.salvo_worth(look, gun, action) for action in options}

    def kept_salvo(self, look: Outlook, frame: Frame, options: list[Action]) -> Worth:
        """[4.5l] What was kept is fired at a good target, and at any before the turn ends."""
        later, at = 0.1 if look.s.chits.count(1 - look.side) else 0.0, look.s.at
        return {a: later if a == PASS else look.round_shot(a[1], at[a[1]], a[2]) for a in options}

    # --- the end of the turn, arrivals

    def pick_rally(self, look: Outlook, frame: Frame, options: list[Action]) -> Worth:
        """A rule of thumb: the best units first, because they choose their places."""
        return {action: float(look.s.b.morale[action[1]]) for action in options}

    def place(self, look: Outlook, frame: Frame, options: list[Action]) -> Worth:
        unit = cast("PlaceRallied | PlaceArrival", frame).unit
        return {action: look.score(unit, action[1]) for action in options}

    def repair(self, look: Outlook, frame: Frame, options: list[Action]) -> Worth:
        """A rule of thumb: to try costs nothing."""
        return {PASS: 0.0, REPAIR: 1.0}


def boats_ready(s: Dpyr) -> bool:
    """[9.2g] Do enough battalions stand by the river, or is it time to cross at last?"""
    arms = (*s.b.of_kind[LIBERAL][INFANTRY], *s.b.of_kind[LIBERAL][CAVALRY])
    ready = sum(s.at[u] >= 0 and (s.b.field.by_the_river >> s.at[u]) & 1 for u in arms)
    return ready >= 7 or s.turn >= 4 and ready >= 3


Answer: TypeAlias = Callable[[HeuristicBot, Outlook, Frame, list[Action]], Worth]

ANSWERS: dict[type[Frame], Answer] = {
    Deploy: HeuristicBot.deploy,
    Assign: HeuristicBot.assign,
    ChooseAction: HeuristicBot.choose_action,
    March: HeuristicBot.march,
    Dress: HeuristicBot.dress,
    Declare: HeuristicBot.declare,
    PickCombat: HeuristicBot.pick_combat,
    RaiseFlag: HeuristicBot.raise_flag,
    Decorate: HeuristicBot.decorate,
    PickTarget: HeuristicBot.pick_target,
    ChooseRetreat: HeuristicBot.retreat,
    Volley: HeuristicBot.volley,
    Load: HeuristicBot.load,
    Bombard: HeuristicBot.bombard,
    KeptSalvo: HeuristicBot.kept_salvo,
    PickRally: HeuristicBot.pick_rally,
    PlaceRallied: HeuristicBot.place,
    PlaceArrival: HeuristicBot.place,
    RepairBridge: HeuristicBot.repair,
}
