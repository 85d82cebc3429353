"""Why the bot would do what it chooses, from the same plans and chances by which it weighs the options."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, cast

from tablero.bots import Told
from tablero.bots.heuristic.dpyr import fire, shock
from tablero.bots.heuristic.dpyr.outlook import FAR, Outlook
from tablero.bots.heuristic.dpyr.setup import enemy_places
from tablero.bots.heuristic.dpyr.worth import ONE_MARKER, TWO_MARKERS, over, turns_left
from tablero.games.dpyr.board import CAMPI, CAVALRY, GEFE, GRID, MOJAR, MONTEAR, PUENTE, RISTRE, TABLES
from tablero.games.dpyr.rules.r03_preparation.s00_factor_markers import Assign
from tablero.games.dpyr.rules.r03_preparation.s00_set_up import Deploy
from tablero.games.dpyr.rules.r04_actions import s05_bala_rasa as bala_rasa
from tablero.games.dpyr.rules.r04_actions.s00_actions import ChooseAction, March, reach
from tablero.games.dpyr.rules.r04_actions.s02_assault import Assault, Declare, PickCombat
from tablero.games.dpyr.rules.r04_actions.s02_mojar import (
    ChooseRetreat, Combat, Counterattack, Decorate, PickTarget, RaiseFlag, attack_total, defence_total
)
from tablero.games.dpyr.rules.r04_actions.s03_batir_s04_paqueo import Volley, usable_factor
from tablero.games.dpyr.rules.r04_actions.s05_bala_rasa import Bombard, KeptSalvo, Load
from tablero.games.dpyr.rules.r05_gefes.s03_reingreso import PickRally, PlaceRallied
from tablero.games.dpyr.rules.r06_movement.s01_movement import Dress
from tablero.games.dpyr.rules.r07_victory.s02_corda import corda_modifier
from tablero.games.dpyr.rules.r09_scenarios.s02_luchana import PlaceArrival, RepairBridge
from tablero.games.dpyr.state import Hex, Unit
from tablero.kernel.advice import Chance, Reason, Thing, Values, things
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import Frame

LITTLE = 0.01        # a gain that is not worth a word

Explained: TypeAlias = Reason | None


def unit(u: Unit) -> Thing:
    return Thing("unit", u)


def place(x: Hex) -> Thing:
    return Thing("hex", x)


# --- what is reckoned with


def musket_chance(look: Outlook, u: Unit, x: Hex, y: Hex) -> Chance:
    """The chance that a unit that stands in one hex hits another."""
    s = look.s
    here, s.at[u] = s.at[u], x
    factor = usable_factor(s, u, y)
    s.at[u] = here
    return Chance(ONE_MARKER[factor] + TWO_MARKERS)


def gun_chance(look: Outlook, gun: Unit, y: Hex, canister: bool = False) -> Chance:
    s = look.s
    return Chance(over(bala_rasa.to_beat(s, gun, y, canister) - bala_rasa.modifiers(s, gun, y)))


def standing(look: Outlook, u: Unit, x: Hex) -> Reason:
    """What makes a hex better for a unit than the one it is in: the part of its score that gains most."""
    s, w = look.s, look.weights
    here, kind = s.at[u], s.b.kind[u]
    if kind == GEFE:
        near = sum(s.at[v] >= 0 and v != u and GRID.distance[x][s.at[v]] <= s.b.units[u].radius
                   for v in s.b.army[look.side])
        return Reason("place_gefe", {"unit": unit(u), "hex": place(x), "n": near})
    found, covered = list[tuple[float, Reason]](), s.b.field.obstacles
    if covered >> x & 1 and kind != CAVALRY and not (here >= 0 and covered >> here & 1):
        found.append((w.cover, Reason("place_cover", {"unit": unit(u), "hex": place(x)})))
    shot, target = look.shot(u, x)
    before = look.shot(u, here)[0] if here >= 0 else 0.0
    if target >= 0 and shot > before:
        values: Values = {"unit": unit(u), "hex": place(x), "target": place(target),
                          "chance": musket_chance(look, u, x, target)}
        found.append((w.opportunity * (shot - before), Reason("place_shot", values)))
    if here >= 0:
        hurt = w.threat * look.caution * (1 - look.next) * look.damage.gain(u, fire=1)
        safer = look.threat(here) - look.threat(x)
        if safer > 0:
            found.append((hurt * safer, Reason("place_safe", {"unit": unit(u), "hex": place(x)})))
        if look.far[x] < look.far[here] < FAR:
            values = {"unit": unit(u), "hex": place(x), "n": look.far[x], "before": look.far[here]}
            found.append((look.eagerness * (look.far[here] - look.far[x]), Reason("place_near", values)))
        if kind == CAVALRY and look.charge(x) > look.charge(here):
            found.append((w.charge * (look.charge(x) - look.charge(here)),
                          Reason("place_charge", {"unit": unit(u), "hex": place(x)})))
    best = max(found, key=lambda one: one[0], default=None)
    return best[1] if best else Reason("place_better", {"unit": unit(u), "hex": place(x)})


def attack_reason(look: Outlook, key: str, attack: shock.Attack) -> Reason:
    values: Values = {"hex": place(attack.target), "units": things("unit", (a.unit for a in attack.group)),
              "n": len(attack.group), "chance": Chance(attack.chance)}
    return Reason(key, values)


# --- preparation


def deploy(look: Outlook, told: Told) -> Explained:
    s, action = look.s, told.action
    frame = cast("Deploy", s.stack[-1])
    if action[0] == "deploy":
        return Reason("deploy_next", {"unit": unit(action[1])})
    if action[0] == "to" and frame.hand >= 0:
        x = action[1]
        gap = min(GRID.distance[x][y] for y in enemy_places(s, look.side))
        if s.b.kind[frame.hand] == GEFE:
            return Reason("deploy_gefe", {"unit": unit(frame.hand), "hex": place(x)})
        key = "deploy_cover" if s.b.field.obstacles >> x & 1 else "deploy_open"
        return Reason(key, {"unit": unit(frame.hand), "hex": place(x), "n": gap})
    if action[0] == "conceal":
        return Reason("conceal", {"hex": place(action[1]), "n": len(s.piles.get(action[1], ()))})
    return Reason("deploy_done") if action[0] == "done" else None


def assign(look: Outlook, told: Told) -> Explained:
    return Reason("assign", {"marker": Thing("marker", told.action[1])}) if told.action[0] == "give" else None


# --- the action


def choose_action(look: Outlook, told: Told) -> Explained:
    verb = told.action[0]
    if verb in ("mojar", "ristre"):
        attacks = shock.plan_assault(look, verb == "ristre")
        return attack_reason(look, verb, max(attacks, key=lambda a: a.worth)) if attacks else None
    if verb == "batir":
        shots = [(worth, u, y) for u in fire.muskets(look) for worth, y in [look.shot(u, look.s.at[u])]
                 if worth > look.price]
        return volley_reason(look, "batir", [(worth, u, look.s.at[u], y) for worth, u, y in shots])
    if verb == "campi":
        spots = [(worth, u, x, y) for u, (worth, x, y) in fire.campi_spots(look).items() if worth > look.price]
        return volley_reason(look, "campi", spots)
    if verb == "bala_rasa":
        gun = max(fire.guns(look), key=lambda u: fire.battery_worth(look, u))
        return battery_reason(look, gun)
    if verb == "corda":
        need = TABLES.corda_least - corda_modifier(look.s, look.side)
        return Reason("corda", {"chance": Chance(max(0, min(7 - need, 6)) / 6), "n": turns_left(look.s)})
    if verb in ("montear", "puente"):
        return march_reason(look, told)
    return Reason("boats") if verb == "gunboats" else Reason("pass_action") if verb == "pass" else None


def volley_reason(look: Outlook, key: str, shots: list[tuple[float, Unit, Hex, Hex]]) -> Explained:
    if not shots:
        return None
    _, u, x, y = max(shots)
    values: Values = {"n": len(shots), "unit": unit(u), "hex": place(y), "from": place(x),
                      "chance": musket_chance(look, u, x, y)}
    return Reason(key, values)


def battery_reason(look: Outlook, gun: Unit) -> Explained:
    targets = bala_rasa.targets(look.s, gun)
    if not targets:
        return None
    y = max(targets, key=lambda y: look.round_shot(gun, look.s.at[gun], y))
    return Reason("battery", {"unit": unit(gun), "hex": place(y), "chance": gun_chance(look, gun, y)})


def march_reason(look: Outlook, told: Told) -> Explained:
    """How many units gain by a march, and which one most."""
    s, kind = look.s, MONTEAR if told.action[0] == "montear" else PUENTE
    gains = []
    for u in s.b.army[look.side]:
        if s.at[u] >= 0:
            best, x = look.best_place(u, ids_of(reach(s, u, kind, False)))
            gains.append((best - look.score(u, s.at[u]), u, x))
    better = [(gain, u, x) for gain, u, x in gains if gain > LITTLE and x >= 0]
    if not better:
        return None
    _, u, x = max(better)
    return Reason("march_action", {"n": len(better), "unit": unit(u), "hex": place(x)})


# --- marching


def march(look: Outlook, told: Told) -> Explained:
    s, action = look.s, told.action
    frame = cast("March", s.stack[-1])
    if action[0] == "done":
        return Reason("march_done_aim" if frame.action in (MOJAR, RISTRE, CAMPI) else "march_done")
    if action[0] == "raise":
        return raised(look, action[1])
    if action[0] == "square":
        return Reason("square", {"unit": unit(frame.hand)})
    if action[0] == "halt":
        return Reason("halt", {"unit": unit(frame.hand)})
    u, x = (action[1], -1) if action[0] == "move" else (frame.hand, action[1])
    aimed = aim(look, frame, u)
    if aimed and (x < 0 or aimed[0] == x):
        return aimed[1]
    if x < 0:
        _, x = look.best_place(u, ids_of(reach(s, u, frame.action, frame.boats)))
    return standing(look, u, x) if x >= 0 and x != s.at[u] else None


def aim(look: Outlook, frame: March, u: Unit) -> tuple[Hex, Reason] | None:
    """Where a unit goes for the attack or the shot that follows, and why."""
    if frame.action in (MOJAR, RISTRE):
        for attack in shock.plan_assault(look, frame.action == RISTRE, frame.done):
            for a in attack.group:
                if a.unit == u:
                    values: Values = {"unit": unit(u), "hex": place(a.hex), "target": place(attack.target),
                              "n": len(attack.group), "chance": Chance(attack.chance)}
                    return a.hex, Reason("to_attack", values)
    if frame.action == CAMPI:
        spot = fire.campi_spots(look).get(u)
        if spot:
            _, x, y = spot
            values = {"unit": unit(u), "hex": place(x), "target": place(y), "chance": musket_chance(look, u, x, y)}
            return x, Reason("to_fire", values)
    return None


def raised(look: Outlook, u: Unit) -> Reason:
    return Reason("raise", {"unit": unit(u)})


def dress(look: Outlook, told: Told) -> Explained:
    return raised(look, told.action[1]) if told.action[0] == "raise" else Reason("dress_done") if (
        told.action[0] == "done") else None


# --- shock


def declare(look: Outlook, told: Told) -> Explained:
    s, action = look.s, told.action
    assault = s.caller(s.stack[-1], Assault)
    if action[0] != "attack":
        return Reason("declare_done")
    for attack in shock.plan_assault(look, assault.ristre, s.b.army_bits[look.side]):
        if attack.target == action[2] and any(a.unit == action[1] for a in attack.group):
            return attack_reason(look, "declare", attack)
    return Reason("must_charge", {"unit": unit(action[1])}) if ("done",) not in told.options else None


def pick_combat(look: Outlook, told: Told) -> Explained:
    return Reason("pick_combat", {"hex": place(told.action[1]), "chance": Chance(max(0.0, told.worth[told.best]))})


def raise_flag(look: Outlook, told: Told) -> Explained:
    s = look.s
    combat = s.caller(s.stack[-1], Combat)
    strength = attack_total(s, combat.attackers, combat.hex, combat.ristre)
    strength -= defence_total(s, combat.hex, combat.attacked, combat.engaged)
    values: Values = {"hex": place(combat.hex), "chance": Chance(shock.hit_chance(s, combat.hex, strength))}
    return Reason("flag" if told.action[0] == "flag" else "no_flag", values)


def decorate(look: Outlook, told: Told) -> Explained:
    u = cast("Decorate", look.s.stack[-1]).unit
    return Reason("decorate" if told.action[0] == "decorate" else "no_cross", {"unit": unit(u)})


def pick_target(look: Outlook, told: Told) -> Explained:
    if told.action[0] != "counter":
        return None
    u = look.s.caller(look.s.stack[-1], Counterattack).unit
    return Reason("counter", {"unit": unit(told.action[1]), "chance": Chance(
        shock.counter_chance(look.s, u, told.action[1]))})


def retreat(look: Outlook, told: Told) -> Explained:
    u = cast("ChooseRetreat", look.s.stack[-1]).unit
    if told.action[0] == "stand":
        return Reason("stand", {"unit": unit(u)})
    return Reason("retreat", {"unit": unit(u), "hex": place(told.action[1])}) if told.action[0] == "retreat" else None


# --- fire


def volley(look: Outlook, told: Told) -> Explained:
    s, action = look.s, told.action
    u = cast("Volley", s.stack[-1]).hand
    if action[0] == "done":
        return Reason("volley_done", {"n": s.ammunition[look.side]})
    if action[0] == "aim":
        _, y = look.shot(action[1], s.at[action[1]])
        if y < 0:
            return None
        return Reason("aim", {"unit": unit(action[1]), "hex": place(y),
                              "chance": musket_chance(look, action[1], s.at[action[1]], y)})
    if action[0] == "fire" and action[1] in s.piles:
        top = s.piles[action[1]][-1]
        hurt = s.fire[top] + s.shock[top]
        values: Values = {"unit": unit(top), "hex": place(action[1]),
                          "chance": musket_chance(look, u, s.at[u], action[1])}
        return Reason("fire_hurt" if hurt else "fire", values)
    return None


def load(look: Outlook, told: Told) -> Explained:
    return battery_reason(look, told.action[1]) if told.action[0] == "load" else Reason("load_done")


def bombard(look: Outlook, told: Told) -> Explained:
    action, gun = told.action, cast("Bombard", look.s.stack[-1]).hand
    if action[0] == "aim":
        return battery_reason(look, action[1])
    if action[0] in ("shoot", "canister", "rebound") and gun >= 0:
        values: Values = {"unit": unit(gun), "hex": place(action[1]),
                  "chance": gun_chance(look, gun, action[1], action[0] == "canister")}
        return Reason(action[0], values)
    return None


def kept_salvo(look: Outlook, told: Told) -> Explained:
    if told.action[0] != "salvo":
        return Reason("keep_salvo")
    gun, y = told.action[1:]
    return Reason("battery", {"unit": unit(gun), "hex": place(y), "chance": gun_chance(look, gun, y)})


# --- the end of the turn, arrivals


def pick_rally(look: Outlook, told: Told) -> Explained:
    return Reason("rally", {"unit": unit(told.action[1])}) if told.action[0] == "rally" else None


def placed(look: Outlook, told: Told) -> Explained:
    u = cast("PlaceRallied | PlaceArrival", look.s.stack[-1]).unit
    return standing(look, u, told.action[1]) if told.action[0] == "place" else None


def repair(look: Outlook, told: Told) -> Explained:
    return Reason("repair") if told.action[0] == "repair" else None


REASONS: dict[type[Frame], Callable[[Outlook, Told], Explained]] = {
    Deploy: deploy, Assign: assign, ChooseAction: choose_action, March: march, Dress: dress, Declare: declare,
    PickCombat: pick_combat, RaiseFlag: raise_flag, Decorate: decorate, PickTarget: pick_target,
    ChooseRetreat: retreat, Volley: volley, Load: load, Bombard: bombard, KeptSalvo: kept_salvo,
    PickRally: pick_rally, PlaceRallied: placed, PlaceArrival: placed, RepairBridge: repair,
}
