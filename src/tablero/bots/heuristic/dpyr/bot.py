"""One answer for each question of the rules, each by what it is worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import cast

from tablero.bots import FREE, Bot, Budget, as_weights
from tablero.bots.heuristic.dpyr import fire, setup, shock
from tablero.bots.heuristic.dpyr.guess import guess
from tablero.bots.heuristic.dpyr.outlook import Outlook
from tablero.bots.heuristic.dpyr.worth import WEIGHTS, Weights, activations_left, turns_left
from tablero.games.dpyr.board import (
    BATIR,
    CAMPI,
    CAVALRY,
    GEFE,
    INFANTRY,
    LIBERAL,
    MOJAR,
    MONTEAR,
    PUENTE,
    RISTRE,
    TABLES,
)
from tablero.games.dpyr.rules.r03_preparation.s00_factor_markers import Assign
from tablero.games.dpyr.rules.r03_preparation.s00_set_up import Deploy
from tablero.games.dpyr.rules.r04_actions.s00_actions import GUNBOATS, HALT, SQUARE, ChooseAction, March, reach
from tablero.games.dpyr.rules.r04_actions.s02_assault import Assault, Declare, PickCombat
from tablero.games.dpyr.rules.r04_actions.s02_mojar import (
    FLAG,
    STAND,
    ChooseRetreat,
    Combat,
    Counterattack,
    Decorate,
    PickTarget,
    RaiseFlag,
    attack_total,
    defence_total,
)
from tablero.games.dpyr.rules.r04_actions.s03_batir_s04_paqueo import Volley
from tablero.games.dpyr.rules.r04_actions.s05_bala_rasa import Bombard, KeptSalvo, Load
from tablero.games.dpyr.rules.r05_gefes.s03_reingreso import PickRally, PlaceRallied
from tablero.games.dpyr.rules.r06_movement.s01_movement import Dress
from tablero.games.dpyr.rules.r07_victory.s02_corda import corda_modifier
from tablero.games.dpyr.rules.r09_scenarios.s02_luchana import REPAIR, PlaceArrival, RepairBridge
from tablero.games.dpyr.state import ActionId, Dpyr, Hex, Unit, Units
from tablero.kernel.actions import DONE, PASS, Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.frames import Frame, State
from tablero.kernel.game import Game

BETTER = 0.01       # a place must be better by this much to be worth a move


@dataclass(slots=True)
class Plan:
    """What the bot means to do in the activation that is running; made anew when it does not fit any more: in the next
    activation, and after a take-back."""

    key: tuple[int, ...] = ()
    stood: list[Hex] = field(default_factory=list)              # by unit: where it was when the plan was made
    places: dict[Unit, Hex] = field(default_factory=dict)       # unit: hex it shall move to
    settled: Units = 0                                          # units that stay where they are
    moved: Units = 0                                            # units that it has moved
    attacks: dict[Unit, Hex] | None = None                      # unit: hex it shall attack
    drawn_up: list[Hex] = field(default_factory=list)           # where its units were when attacks were planned

    def fits(self, look: Outlook, march: March, key: tuple[int, ...]) -> bool:
        """Is this still the march that was planned, with nothing taken back?"""
        waiting = [u for u in look.s.b.army[look.side] if not (march.done >> u) & 1]
        return self.key == key and not self.moved & ~march.done and all(look.s.at[u] == self.stood[u] for u in waiting)


class HeuristicBot(Bot):
    """Plays either side of any battle; the seed makes its set-ups differ."""

    def __init__(self, game: Game[State], seed: int, weights: Weights = WEIGHTS) -> None:
        self.weights = weights
        self.plan = Plan()
        self.chance = Random(seed)

    def weigh(self, view: State, options: Sequence[Action], seat: int, budget: Budget = FREE) -> list[float]:
        assert isinstance(view, Dpyr)
        if len(options) == 1:
            return [1.0]
        s, offered = guess(view, seat), list(options)
        answer = ANSWERS.get(type(s.stack[-1]))
        wanted = answer(self, Outlook(s, seat, self.weights), s.stack[-1], offered) if answer else options[0]
        return as_weights(wanted if isinstance(wanted, dict) or wanted in options else _plain(offered), options)

    # --- preparation

    def deploy(self, look: Outlook, frame: Frame, options: list[Action]) -> Action:
        return setup.deploy(look.s, look.side, cast("Deploy", frame), options, self.chance)

    def assign(self, look: Outlook, frame: Frame, options: list[Action]) -> Action:
        return setup.assign(look.s, look.side, options)

    # --- the action

    def prospects(self, look: Outlook, options: list[Action]) -> dict[Action, float]:
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

    def choose_action(self, look: Outlook, frame: Frame, options: list[Action]) -> dict[Action, float]:
        self.plan = Plan()
        return self.prospects(look, options)

    # --- marching

    def march(self, look: Outlook, frame: Frame, options: list[Action]) -> Action:
        march = cast("March", frame)
        plan = self._plan(look, march)
        unit = march.hand
        if unit >= 0:
            return self._destination(look, march, plan, options)
        if march.last >= 0:
            raised = self._raise(look, look.s.at[march.last], options)
            if raised:
                return raised
        return self._next_unit(look, march, plan, options)

    def _plan(self, look: Outlook, march: March) -> Plan:
        """The plan of this activation, or a new one."""
        s = look.s
        key = s.turn, len(s.chits), march.action
        if not self.plan.fits(look, march, key):
            self.plan = plan = Plan(key, list(s.at))
            if march.action in (MOJAR, RISTRE):
                attacks = shock.plan_assault(look, march.action == RISTRE, march.done)
                plan.places = {a.unit: a.hex for attack in attacks for a in attack.group}
            elif march.action == CAMPI:
                spots = fire.campi_spots(look)
                plan.places = {u: spots[u][1] for u in sorted(spots, key=lambda u: -spots[u][0])}
        return self.plan

    def _next_unit(self, look: Outlook, march: March, plan: Plan, options: list[Action]) -> Action:
        """First who has a place to go to, then the others from front to rear."""
        s = look.s
        units = [u for verb, *rest in options if verb == "move" for u in rest if not (plan.settled >> u) & 1]
        for u in plan.places:
            if u in units and (reach(s, u, march.action, march.boats) >> plan.places[u]) & 1:
                return ("move", u)
        for u in sorted(units, key=lambda u: (s.b.kind[u] == GEFE, look.far[s.at[u]], u)):
            if self._comes_back(look, march, u) or plan.places.get(u) == s.at[u]:
                plan.settled |= 1 << u
                continue
            place = self._better_place(look, march, u)
            if place >= 0:
                plan.places[u] = place
                return ("move", u)
            if march.action in (MONTEAR, PUENTE) and self._wants_square(look, u):
                return ("move", u)
            plan.settled |= 1 << u
        return DONE

    def _comes_back(self, look: Outlook, march: March, unit: Unit) -> bool:
        """Does moving a unit make sense only for the shot or the charge that follows?"""
        return march.action in (CAMPI, RISTRE) and look.s.b.kind[unit] != GEFE

    def _better_place(self, look: Outlook, march: March, unit: Unit) -> Hex:
        """Where a unit would stand better than here, or -1."""
        here = look.s.at[unit]
        hexes = ids_of(reach(look.s, unit, march.action, march.boats))
        best, place = look.best_place(unit, hexes)
        return place if hexes and best > look.score(unit, here) + BETTER else -1

    def _wants_square(self, look: Outlook, unit: Unit) -> bool:
        """[6.2a] A damaged battalion on open ground that horse can reach."""
        s = look.s
        x = s.at[unit]
        return (
            s.b.kind[unit] == INFANTRY and not (s.b.field.obstacles >> x) & 1 and not (s.square >> unit) & 1
            and bool((look.horse >> x) & 1) and s.fire[unit] + s.shock[unit] > 0
        )

    def _destination(self, look: Outlook, march: March, plan: Plan, options: list[Action]) -> Action:
        unit = march.hand
        plan.settled |= 1 << unit
        plan.moved |= 1 << unit
        if unit not in plan.places and not self._comes_back(look, march, unit):
            plan.places[unit] = self._better_place(look, march, unit)
        place: Action = ("to", plan.places.get(unit, -1))
        if place in options:
            return place
        if SQUARE in options and self._wants_square(look, unit):
            return SQUARE
        return HALT

    # --- standing

    def dress(self, look: Outlook, frame: Frame, options: list[Action]) -> Action:
        return self._raise(look, look.s.at[cast("Dress", frame).unit], options) or DONE

    def _raise(self, look: Outlook, x: Hex, options: list[Action]) -> Action | None:
        """The unit that shall lie on top of a hex, if it does not yet."""
        if not any(action[0] == "raise" for action in options):
            return None
        wanted: Action = ("raise", look.top_unit(x))
        return wanted if wanted in options else None

    # --- shock

    def declare(self, look: Outlook, frame: Frame, options: list[Action]) -> Action:
        s = look.s
        assault = s.caller(frame, Assault)
        here = [s.at[u] for u in s.b.army[look.side]]
        if self.plan.attacks is None or not assault.attacks or self.plan.drawn_up != here:
            still = s.b.army_bits[look.side]
            attacks = shock.plan_assault(look, assault.ristre, still)
            self.plan.attacks = {a.unit: attack.target for attack in attacks for a in attack.group}
            self.plan.drawn_up = here
        for unit, x in self.plan.attacks.items():
            if ("attack", unit, x) in options:
                return ("attack", unit, x)
        if DONE in options:
            return DONE
        return max(options, key=lambda action: self._charge_worth(look, assault, action))

    def _charge_worth(self, look: Outlook, assault: Assault, action: Action) -> float:
        """[4.8a] Cavalry that moved must charge: against whom it hurts least."""
        unit, x = action[1:]
        search = shock.Assault(look, assault.ristre, -1)
        search.attacked = bitset(y for _, y in assault.attacks)
        group = [shock.Assailant(u, look.s.at[u]) for u in assault.against(x)]
        return search.appraise([*group, shock.Assailant(unit, look.s.at[unit])], x).worth

    def pick_combat(self, look: Outlook, frame: Frame, options: list[Action]) -> Action:
        """The surest combat first."""
        s = look.s
        assault = s.caller(frame, Assault)

        def chance(action: Action) -> float:
            (x,) = action[1:]
            attackers = assault.against(x)
            if x not in s.piles:
                return -1.0
            strength = attack_total(s, attackers, x, assault.ristre) - defence_total(s, x, assault.attacked)
            return shock.hit_chance(s, x, strength)

        return max(options, key=chance)

    def raise_flag(self, look: Outlook, frame: Frame, options: list[Action]) -> Action:
        """[4.2s] A Black Flag where the second marker hurts."""
        s, combat = look.s, look.s.caller(frame, Combat)
        strength = attack_total(s, combat.attackers, combat.hex, combat.ristre)
        strength -= defence_total(s, combat.hex, combat.attacked)
        chance = shock.hit_chance(s, combat.hex, strength)
        gain = look.damage.gain
        more = sum(gain(u, shock=2) - gain(u, shock=1) for u in s.piles[combat.hex])
        wanted = 0.25 if turns_left(s) > 2 else 0.02
        return FLAG if chance * more >= wanted else PASS

    def decorate(self, look: Outlook, frame: Frame, options: list[Action]) -> Action:
        """[4.2t] The Cross for a unit that will live to wear it."""
        s, unit = look.s, cast("Decorate", frame).unit
        sound = s.fire[unit] + s.shock[unit] <= s.b.limit[unit] - 2
        return ("decorate", unit) if sound or turns_left(s) <= 2 else PASS

    def pick_target(self, look: Outlook, frame: Frame, options: list[Action]) -> Action:
        """[4.2r] Strike back where it promises most; it costs nothing."""
        s, unit = look.s, look.s.caller(frame, Counterattack).unit

        def worth(action: Action) -> float:
            if action == PASS:
                return 0.001
            (target,) = action[1:]
            return shock.counter_chance(s, unit, target) * look.damage.gain(target, shock=1)

        return max(options, key=worth)

    def retreat(self, look: Outlook, frame: Frame, options: list[Action]) -> Action:
        """[4.2n] Retreat, unless the second marker changes nothing; horse always avoids bayonets."""
        unit = cast("ChooseRetreat", frame).unit
        ways = [action for action in options if action[0] == "retreat"]
        lost = look.s.shock[unit] >= look.s.b.limit[unit]
        if STAND in options and (lost and look.s.b.kind[unit] != CAVALRY or not ways):
            return STAND
        return self._place(look, unit, ways)

    def _place(self, look: Outlook, unit: Unit, options: list[Action]) -> Action:
        """The best of several hexes for a unit."""
        return max(options, key=lambda action: sum(look.score(unit, x) for x in action[1:]))

    # --- fire

    def volley(self, look: Outlook, frame: Frame, options: list[Action]) -> Action:
        volley = cast("Volley", frame)
        if volley.hand >= 0:
            return max(options, key=lambda a: sum(fire.musket_worth(look, volley.hand, x) for x in a[1:]))
        best, chosen = look.price, DONE
        for action in options:
            for unit in action[1:]:
                worth, _ = look.shot(unit, look.s.at[unit])
                if worth > best:
                    best, chosen = worth, action
        return chosen

    def load(self, look: Outlook, frame: Frame, options: list[Action]) -> Action:
        """[4.5a] Batteries whose salvoes are worth their powder."""
        best, chosen = 0.0, DONE
        for action in options:
            for gun in action[1:]:
                worth = fire.battery_worth(look, gun)
                if worth > best:
                    best, chosen = worth, action
        return chosen

    def bombard(self, look: Outlook, frame: Frame, options: list[Action]) -> Action:
        gun = cast("Bombard", frame).hand
        if gun < 0:
            return options[0]
        if options[0][0] == "onto":
            return max(options, key=lambda a: sum(look.round_shot(gun, look.s.at[gun], x) for x in a[1:]))
        return max(options, key=lambda action: fire.salvo_worth(look, gun, action))

    def kept_salvo(self, look: Outlook, frame: Frame, options: list[Action]) -> Action:
        """[4.5l] What was kept is fired at a good target, and at any before the turn ends."""
        more = look.s.chits.count(1 - look.side)
        best, chosen = 0.1 if more else 0.0, PASS
        for action in options:
            if action != PASS:
                gun, x = action[1:]
                worth = look.round_shot(gun, look.s.at[gun], x)
                if worth > best:
                    best, chosen = worth, action
        return chosen

    # --- the end of the turn, arrivals

    def pick_rally(self, look: Outlook, frame: Frame, options: list[Action]) -> Action:
        """The best units first: they choose their places."""
        return max(options, key=lambda action: sum(look.s.b.morale[u] for u in action[1:]))

    def place_rallied(self, look: Outlook, frame: Frame, options: list[Action]) -> Action:
        return self._place(look, cast("PlaceRallied", frame).unit, options)

    def place_arrival(self, look: Outlook, frame: Frame, options: list[Action]) -> Action:
        return self._place(look, cast("PlaceArrival", frame).unit, options)

    def repair(self, look: Outlook, frame: Frame, options: list[Action]) -> Action:
        return REPAIR


def boats_ready(s: Dpyr) -> bool:
    """[9.2g] Do enough battalions stand by the river, or is it time to cross at last?"""
    arms = (*s.b.of_kind[LIBERAL][INFANTRY], *s.b.of_kind[LIBERAL][CAVALRY])
    ready = sum(s.at[u] >= 0 and (s.b.field.by_the_river >> s.at[u]) & 1 for u in arms)
    return ready >= 7 or s.turn >= 4 and ready >= 3


def _plain(options: list[Action]) -> Action:
    """For a question nobody thought of: end it, else the first option."""
    for action in (DONE, PASS):
        if action in options:
            return action
    return options[0]


Answer = Callable[[HeuristicBot, Outlook, Frame, list[Action]], Action | dict[Action, float]]

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
    PlaceRallied: HeuristicBot.place_rallied,
    PlaceArrival: HeuristicBot.place_arrival,
    RepairBridge: HeuristicBot.repair,
}
