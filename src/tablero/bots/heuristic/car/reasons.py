"""Why the bot would do what it chooses, from the same plans and chances by which it weighs the options."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from tablero.bots import Told
from tablero.bots.heuristic.car import combat, logistics, plans
from tablero.bots.heuristic.car.dice import Outcome, assault, body_of, outcome, steps_of
from tablero.bots.heuristic.car.hand import Prospects
from tablero.bots.heuristic.car.outlook import Outlook
from tablero.bots.heuristic.car.plans import Deed, March
from tablero.games.car.board import FACES, SIEGE_AT, SPACES, SR_LOSS, VP
from tablero.games.car.cards.combat_cards import Defect
from tablero.games.car.cards.nationalist_events import LoseStepInTheBasqueCountry, NameCard, Rise, Surrender
from tablero.games.car.cards.reinforcements import Train
from tablero.games.car.cards.republican_events import Fortify, LandDivision, Substitute, TrenchByMadrid
from tablero.games.car.rules.r06_sequence import DiscardCards, Redraw, RemoveWorks
from tablero.games.car.rules.r07_actions import ChooseAction
from tablero.games.car.rules.r08_cards.s02_operations import Activate, Operations
from tablero.games.car.rules.r08_cards.s05_combat_cards import CombatCards
from tablero.games.car.rules.r08_cards.s05_counterattacks import Bonus
from tablero.games.car.rules.r08_cards.s05_landings import LandAt, SendToReserve
from tablero.games.car.rules.r08_cards.s05_reinforcements import GiveUp, PlaceUnit
from tablero.games.car.rules.r09_stacking import Overstacked
from tablero.games.car.rules.r10_movement.s01_movement import Moves
from tablero.games.car.rules.r11_combat.s01_combat import Combats
from tablero.games.car.rules.r11_combat.s02_resolution import Combat, fire_column
from tablero.games.car.rules.r11_combat.s03_losses import LoseStep, ReplaceCorps, SpareStep
from tablero.games.car.rules.r11_combat.s04_retreat import HoldGround, RetreatUnit
from tablero.games.car.rules.r11_combat.s05_advance import Advance
from tablero.games.car.rules.r12_redeployment import Redeploy
from tablero.games.car.rules.r14_replacements import Spend
from tablero.games.car.rules.r15_war_progress.s02_corps import DeployCorps, MakeRoom, Militarize, WithdrawDivision
from tablero.games.car.rules.r17_columns.s06_africa import Arrival
from tablero.games.car.state import Card, Space, Units
from tablero.kernel.advice import Chance, Points, Reason, Thing, Values, things, things_in
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import Frame

Explained: TypeAlias = Reason | None
SHARE = 0.3         # of what a march is worth makes a reason


def space(x: Space) -> Thing:
    return Thing("space", x)


def unit(u: int) -> Thing:
    return Thing("unit", u)


def fight_of(look: Outlook, x: Space, units: Units, bonus: int = 0) -> Outcome:
    """How an attack ends, as it is reckoned in `chances.promise`."""
    s = look.s
    attack, body = assault(s, look.side, x, units, bonus), body_of(s, s.here[x])
    answer = fire_column(body.strength, body.corps, attack.answer)
    return outcome(attack.hits, answer.hits, body_of(s, units).points, body.points)


def attack_reason(look: Outlook, x: Space, units: Units, card: Card) -> Reason:
    """An attack: the chance to win it, and what the space is worth."""
    odds = fight_of(look, x, units, plans.helped(card, x))
    values: Values = {"space": space(x), "units": things_in("unit", units), "chance": Chance(odds.wins + odds.wipes),
              "worth": Points(look.prize(x)), "n": VP[x]}
    return Reason("attack_vp" if VP[x] else "attack", values)


def deed_reason(look: Outlook, deed: Deed, card: Card) -> Reason:
    """What an Activation is for."""
    s, x = look.s, deed.spaces[0]
    if deed.verb == "attack":
        if deed.target in deed.spaces:
            return Reason("siege", {"space": space(deed.target)})
        units = 0
        for one in deed.spaces:
            units |= s.here[one]
        return attack_reason(look, deed.target, units, card)
    if deed.target == x:
        return Reason("works", {"space": space(x)})
    march = plans.best_march(look, Operations(look.side, 0, card, look.theirs), x, s.here[x])
    return march_reason(look, x, march)


def march_reason(look: Outlook, x: Space, march: March) -> Reason:
    """What a march is good for: what it takes, what it closes, what it can attack next, what it holds."""
    y, stack = march.way[-1], march.units
    taken = sum(1 << z for z in march.way if look.theirs >> z & 1)
    values: Values = {"units": things_in("unit", stack), "space": space(y), "from": space(x)}
    if taken:
        prize = max(ids_of(taken), key=look.prize)
        return Reason("go_take", {**values, "prize": space(prize), "worth": Points(look.prize(prize))})
    least = SHARE * march.worth
    if look.relief(x, y, stack) > least:
        return Reason("go_guard", values)
    near = ids_of(look.near[y] & look.s.occupied[look.foe])
    strength = look.power(stack)
    target = max(near, key=lambda z: look.gain(z, strength), default=-1)
    if target >= 0 and look.ready(x, y, strength) > least:
        return Reason("go_ready", {**values, "target": space(target)})
    return Reason("go_hold" if look.menace[y] else "go_near", values)


def planned(look: Outlook, points: int, card: Card, used: int = 0) -> list[Deed]:
    """The deeds of a plan, the most valuable first."""
    _, actions = plans.plan(look, points, card, used)
    found = plans.all_deeds(look, plans.bearing(card), used)
    deeds = [deed for deed in found if all((deed.verb, x) in actions for x in deed.spaces)]
    return sorted(deeds, key=lambda deed: -deed.worth)


# --- cards


def choose_action(look: Outlook, told: Told) -> Explained:
    verb = told.action[0]
    if verb == "auto":
        deeds = planned(look, 1, -1)
        return Reason("auto", {"plan": deed_reason(look, deeds[0], -1)}) if deeds else Reason("auto_idle")
    card = told.action[1]
    face, named = FACES[card], Thing("card", card)
    if verb == "ops":
        deeds = planned(look, face.value, -1)
        values: Values = {"n": face.value, "card": named}
        if not deeds:
            return Reason("ops_idle", values)
        return Reason("ops", {**values, "plan": deed_reason(look, deeds[0], -1)})
    if verb == "sr":
        worth = logistics.redeployment_worth(look, max(0, 2 * face.value + SR_LOSS[look.s.turn]))
        best = look.places[0] if look.places else None
        if best is None or best[0] <= 0:
            return None
        return Reason("sr", {"unit": unit(best[2]), "space": space(best[1]), "worth": Points(worth)})
    prospects = Prospects(look, told.options)
    if verb == "event":
        worth = prospects.event(card)
        key = "event_ops" if face.grants else "event"
        return Reason(key, {"card": named, "worth": Points(worth), "n": face.grants or 0, "other": told.other})
    weak = [u for u in ids_of(look.s.reduced) if look.s.at[u] < SPACES and look.own >> look.s.at[u] & 1]
    return Reason("rp", {"n": len(weak), "points": face.rp_own})


def activate(look: Outlook, told: Told) -> Explained:
    action, operation = told.action, look.s.frame(Operations)
    if action[0] == "done":
        return Reason("activate_done")
    used = operation.moves | operation.attacks
    for points, before in ((operation.points + used.bit_count(), 0), (operation.points, used)):
        for deed in planned(look, points, operation.card, before):
            if deed.verb == action[0] and action[1] in deed.spaces:
                return deed_reason(look, deed, operation.card)
    return None


def discard(look: Outlook, told: Told) -> Explained:
    if told.action[0] == "discard":
        return Reason("discard", {"card": Thing("card", told.action[1])})
    return Reason("discard_none")


def combat_cards(look: Outlook, told: Told) -> Explained:
    fight = look.s.frame(Combat)
    if told.action[0] == "pass":
        return Reason("no_card", {"space": space(fight.x)})
    if told.action[0] == "armor":
        return Reason("armor", {"space": space(fight.x)})
    return Reason("combat_card", {"card": Thing("card", told.action[1]), "space": space(fight.x)})


def name_card(look: Outlook, told: Told) -> Explained:
    return Reason("name_card", {"card": Thing("card", told.action[1])})


# --- movement


def moves(look: Outlook, told: Told) -> Explained:
    s, action = look.s, told.action
    frame, operation = s.stack[-1], s.frame(Operations)
    assert isinstance(frame, Moves)
    if action[0] == "done":
        return Reason("moves_done")
    if action[0] == "build":
        return Reason("build", {"space": space(s.at[action[1]])})
    if action[0] == "stop":
        return Reason("stop", {"space": space(frame.where(s))})
    if action[0] == "step":
        chosen, way = plans.best_way(look, frame, operation, told.options)
        if chosen != action or not way:
            return None
        x = frame.where(s)
        return march_reason(look, x, March(plans.march_worth(look, x, frame.hand, way), frame.hand, way))
    x = s.at[action[1]]
    march = plans.best_march(look, operation, x, s.here[x] & ~(operation.moved | operation.builders), frame.hand)
    return march_reason(look, x, march) if march.units else None


# --- combat


def combats(look: Outlook, told: Told) -> Explained:
    s, action = look.s, told.action
    frame, card = s.stack[-1], s.frame(Operations).card
    assert isinstance(frame, Combats)
    if action[0] == "target":
        units = combat.together(look, replace(frame, target=action[1]).near_target(s))
        return attack_reason(look, action[1], units, card)
    if action[0] == "assault":
        return Reason("assault", {"space": space(SIEGE_AT[action[1]])})
    if action[0] == "done":
        return Reason("combats_done")
    if frame.target < 0:
        return None
    units = combat.together(look, frame.near_target(s))
    if action[0] == "join":
        odds = fight_of(look, frame.target, units, plans.helped(card, frame.target))
        return Reason("join", {"unit": unit(action[1]), "space": space(frame.target), "n": units.bit_count(),
                               "chance": Chance(odds.wins + odds.wipes)})
    return attack_reason(look, frame.target, frame.joined or units, card)


def lose(look: Outlook, told: Told) -> Explained:
    u = told.action[1]
    last = steps_of(look.s, u) == 1
    return Reason("lose_last" if last else "lose", {"unit": unit(u)})


def advance(look: Outlook, told: Told) -> Explained:
    if told.action[0] != "advance":
        return Reason("advance_done")
    _, u, y = told.action
    if look.theirs >> y & 1:
        return Reason("advance_take", {"unit": unit(u), "space": space(y), "worth": Points(look.prize(y))})
    return Reason("advance", {"unit": unit(u), "space": space(y)})


def retreat(look: Outlook, told: Told) -> Explained:
    _, u, y = told.action
    return Reason("retreat", {"unit": unit(u), "space": space(y)})


def hold_ground(look: Outlook, told: Told) -> Explained:
    x = look.s.frame(Combat).x
    if told.action[0] == "cancel":
        return Reason("hold", {"unit": unit(told.action[1]), "space": space(x), "worth": Points(look.worth[x])})
    return Reason("hold_free" if told.action[0] == "yes" else "give_way", {"space": space(x)})


# --- units that come and go


def placed(look: Outlook, told: Told) -> Explained:
    if told.action[0] == "to_reserve":
        return Reason("to_reserve")
    x = told.action[-1]
    if told.action[0] == "deploy":
        return Reason("deploy", {"unit": unit(x)})
    if x >= SPACES:
        return None
    if look.menace[x]:
        foes = ids_of(look.near[x] & look.foes)
        return Reason("place_front", {"space": space(x), "n": len(foes), "foes": things("space", foes)})
    return Reason("place_rear" if look.care[x] > look.pull[x] else "place_aim", {"space": space(x)})


def redeploy(look: Outlook, told: Told) -> Explained:
    frame = look.s.stack[-1]
    assert isinstance(frame, Redeploy)
    if told.action[0] == "to":
        return placed(look, told)
    if told.action[0] == "done":
        return Reason("redeploy_done")
    u = told.action[1]
    if frame.is_cut_off(look.s, u):
        return Reason("redeploy_cut_off", {"unit": unit(u)})
    _, y = logistics.best_place(look, u)
    return Reason("redeploy", {"unit": unit(u), "space": space(y)}) if y >= 0 else None


def spend(look: Outlook, told: Told) -> Explained:
    verb = told.action[0]
    if verb == "reinforce":
        return Reason("reinforce", {"space": space(SIEGE_AT[told.action[1]])})
    if verb not in ("restore", "rebuild"):
        return Reason("spend_done")
    u = told.action[1]
    x = look.s.at[u]
    near = x < SPACES and (look.menace[x] or look.reached >> x & 1)
    return Reason("restore_front" if verb == "restore" and near else verb, {"unit": unit(u)})


def spared(look: Outlook, told: Told) -> Explained:
    """The unit that is missed least."""
    return Reason("spare", {"unit": unit(told.action[1])}) if len(told.action) > 1 else None


def best(look: Outlook, told: Told) -> Explained:
    return Reason("best_unit", {"unit": unit(told.action[1])}) if len(told.action) > 1 else None


def militarize(look: Outlook, told: Told) -> Explained:
    return Reason("militarize", {"unit": unit(told.action[1])}) if told.action[0] == "militarize" else None


def bonus(look: Outlook, told: Told) -> Explained:
    return Reason("bonus", {"space": space(told.action[1])})


def works(look: Outlook, told: Told) -> Explained:
    if told.action[0] == "raze":
        return Reason("raze", {"space": space(told.action[1])})
    return Reason("dig", {"space": space(told.action[1])}) if told.action[0] == "dig" else Reason("keep_works")


def redraw(look: Outlook, told: Told) -> Explained:
    return Reason("redraw") if told.action[0] == "redraw" else None


REASONS: dict[type[Frame], Callable[[Outlook, Told], Explained]] = {
    ChooseAction: choose_action, Activate: activate, Moves: moves, Combats: combats, CombatCards: combat_cards,
    LoseStep: lose, LoseStepInTheBasqueCountry: lose, Redeploy: redeploy, Spend: spend, DiscardCards: discard,
    Redraw: redraw, RemoveWorks: works, TrenchByMadrid: works, Fortify: works, NameCard: name_card, Arrival: placed,
    Rise: placed, Surrender: spared, Train: best, LandDivision: best, Substitute: best, Defect: best,
    Overstacked: best, ReplaceCorps: best, SpareStep: best, HoldGround: hold_ground, RetreatUnit: retreat,
    Advance: advance, GiveUp: spared, MakeRoom: spared, WithdrawDivision: spared, SendToReserve: spared,
    Militarize: militarize, Bonus: bonus, LandAt: placed, PlaceUnit: placed, DeployCorps: placed,
}
