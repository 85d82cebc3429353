"""Why the bot would do what it chooses, from the same plans and chances by which it weighs the options."""

from __future__ import annotations

from tablero.bots import Told
from tablero.bots.heuristic.aiw import actions, battle, combat, missions, reactions
from tablero.bots.heuristic.aiw.hand import KEPT
from tablero.bots.heuristic.aiw.knowledge import fighting, last, named, power
from tablero.bots.heuristic.aiw.missions import Mission, fresh
from tablero.bots.heuristic.aiw.outlook import CROWD, EMPTY, Outlook, Stack, stack_of
from tablero.bots.heuristic.aiw.weights import TOWN
from tablero.bots.heuristic.aiw.worth import fall_chance, fort_worth, site
from tablero.games.aiw.board import CITIES, FIELD, FIRST_REGION, LEAST_UPRISING, LIBERAL, MOST, REFUGES, TOWNS, TRAINS
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r05_units.s01_blocks import in_open
from tablero.games.aiw.rules.r05_units.s01_counters import load
from tablero.games.aiw.rules.r11_movement.s00_activation import Activation, FormGroup
from tablero.games.aiw.rules.r11_movement.s01_march import GroupMove
from tablero.games.aiw.rules.r11_movement.s06_interception import Interceptions, Interceptors, automatic
from tablero.games.aiw.rules.r12_carlist_movement.s02_evasion import Evasion
from tablero.games.aiw.rules.r17_battle.s00_battlefield import battlefield, front_of
from tablero.games.aiw.rules.r18_siege.s00_siege import GoInside
from tablero.games.aiw.rules.r18_siege.s01_assault import Assault
from tablero.games.aiw.rules.r23_regions.s02_combat import GoOn
from tablero.games.aiw.rules.r23_regions.s04_uprisings import suppress_modifier
from tablero.games.aiw.state import INSIDE, Area, area_of
from tablero.kernel.actions import DONE
from tablero.kernel.advice import Chance, Points, Reason, Thing, Values

Explained = Reason | None
DIE = 6


def space(x: Area) -> Thing:
    return Thing("space", area_of(x))


def block(b: int) -> Thing:
    return Thing("block", b)


# ------------------------------------------------------------------------------------------------------------- marches


def going(look: Outlook, x: Area, y: Area, g: Stack) -> Reason:
    """What a group is good for in an area: the part of its worth there that is greatest."""
    values: Values = {"n": max(1, g.blocks), "from": space(x), "space": space(y)}
    if y >= FIRST_REGION:
        return _to_region(look, y, values)
    here, there = site(look, y), look.here(y)
    n, strong = there.n + g.n, there.power + g.power
    clash = here.clash(n, strong) if here.foes.blocks else None
    win = clash.win if clash else 1.0
    parts = [(0.0, Reason("go_near", values))]
    if here.prize:
        siege: Values = {**values, "chance": Chance(fall_chance(look, y)), "worth": Points(fort_worth(look, y))}
        parts.append((win * here.prize, Reason("go_siege", siege)))
    elif here.town:
        kept = here.hold(n)
        parts.append((win * here.w.keep * kept * TOWN, Reason("go_town", {**values, "chance": Chance(kept)})))
    if here.relief:
        parts.append((win * here.relief, Reason("go_relief", values)))
    elif here.kept:
        guard = here.first * (min(1.0, n) - min(1.0, there.n)) + here.second * (
            max(0.0, min(1.0, n - 1)) - max(0.0, min(1.0, there.n - 1)))
        if here.home_town:
            guard += here.w.garrison * (here.hold(n) - here.hold(there.n)) * TOWN
        key = "go_garrison" if look.s.forts[look.side] >> y & 1 else "go_guard"
        parts.append((win * guard, Reason(key, values)))
    parts.append((here.draws[min(CROWD, int(n + 0.5))] * min(1.0, g.power / 5), Reason("go_near", values)))
    if n >= missions.GATHERED - 2 and here.presence:
        parts.append((win * here.presence, Reason("go_army", values)))
    parts += _leaving(look, x, y, g, values)
    best = max(parts, key=lambda part: part[0])[1]
    if clash is None:
        return best
    fight: Values = {"chance": Chance(win), "plan": best, **values}
    return Reason("go_fight" if clash.value > max(part[0] for part in parts) else "go_fight_for", fight)


def _to_region(look: Outlook, y: Area, values: Values) -> Reason:
    level = look.s.uprising[y - FIRST_REGION]
    more: Values = {**values, "level": level}
    if look.land.foes[y].blocks:
        return Reason("go_hunt" if look.side == LIBERAL else "go_region", more)
    return Reason("go_quiet" if look.side == LIBERAL else "go_expedition", more)


def _leaving(look: Outlook, x: Area, y: Area, g: Stack, values: Values) -> list[tuple[float, Reason]]:
    """What a group escapes by going: hunger, a stronger enemy."""
    if x >= FIRST_REGION or x == y:
        return []
    here, all_ = site(look, x), look.here(x)
    short = max(0.0, all_.n - here.fed) - max(0.0, all_.n - g.n - here.fed)
    danger = here.danger(all_.n, all_.power) - here.danger(all_.n - g.n, all_.power - g.power) if here.threat else 0.0
    found = [(look.w.hunger * look.w.strength * short, Reason("go_food", {**values, "fed": here.fed}))]
    if y < FIRST_REGION and danger > site(look, y).danger(look.here(y).n + g.n, look.here(y).power + g.power):
        found.append((danger, Reason("go_danger", values)))
    return found


def mission_reason(look: Outlook, x: Area, mission: Mission) -> Reason:
    return going(look, x, mission.to, stack_of(look.s, mission.blocks))


def activation(look: Outlook, x: Area) -> Explained:
    """What the activation of an area is for."""
    units = fresh(look, x)
    mission = missions.best_mission(look, x, units) if units else None
    gathered = missions.gathering(look, x)
    if gathered.gain > (mission.gain if mission else 0.0):
        return Reason("gather", {"space": space(x), "n": gathered.summoned.bit_count()})
    return mission_reason(look, x, mission) if mission else None


def form_group(look: Outlook, told: Told) -> Explained:
    question, verb = look.s.frame(FormGroup), told.action[0]
    x = question.x
    if verb == "concentrate":
        return Reason("gather", {"space": space(x), "n": missions.gathering(look, x).summoned.bit_count()})
    units = fresh(look, x)
    mission = missions.best_mission(look, x, units, look.s.frame(Activation).less) if units else None
    if mission is None:
        return Reason("stay", {"space": space(x)})
    plan = mission_reason(look, x, mission)
    if verb == "all" or verb == "done":
        return Reason("group_done" if verb == "done" else "group_all", {"plan": plan})
    if verb == "add":
        unit = look.s.unit[named(told.action)]
        key = "group_train" if unit >= 0 and TRAINS >> unit & 1 else "group_add"
        return Reason(key, {"block": block(named(told.action)), "plan": plan})
    return Reason("group_load", {"load": Thing("load", told.action[1]), "plan": plan}) if verb == "load" else None


def march(look: Outlook, told: Told) -> Explained:
    move, verb = look.s.frame(GroupMove), told.action[0]
    goes = missions.heading(look, move)
    if verb == "march":
        return going(look, move.spot, goes.aim, goes.g)
    values: Values = {"space": space(move.spot)}
    if verb == "done":
        return Reason("march_done", values)
    if verb == "roll":
        return Reason("march_roll", {"space": space(goes.aim)})
    y = named(told.action)
    if verb == "countermarch":
        chance = 1.0 if REFUGES >> y & 1 else (DIE - goes.g.blocks) / DIE
        return Reason("countermarch", {"space": space(y), "chance": Chance(max(0.0, chance))})
    return Reason("force", {"plan": going(look, move.spot, y, goes.g)}) if verb == "force" else None


# ------------------------------------------------------------------------------------------------------------- actions


def act(look: Outlook, told: Told) -> Explained:
    s, verb, things = look.s, told.action[0], told.action[1:]
    if verb == "activate":
        return activation(look, things[0])
    if verb == "done":
        n = phase(s).points
        return Reason("act_done", {"n": n}) if n else Reason("act_spent")
    if verb == "suppress":
        return suppress(look, things[0])
    if verb == "build":
        x = area_of(s.at[things[0]])
        return Reason("build_town" if TOWNS >> x & 1 else "build", {"space": space(x)})
    if verb == "replacements":
        weak = [b for b in look.own_blocks() if s.unit[b] >= 0 and s.strength[b] < MOST[s.unit[b]]]
        return Reason("replacements", {"n": len(weak)})
    if verb == "transport":
        _, b, y = actions.voyage(look, things[0])
        return Reason("voyage", {"block": block(b), "space": space(y)}) if b >= 0 else None
    if verb == "disembark":
        _, x, y = actions.landing(look)
        return Reason("landing", {"from": space(x), "space": space(y)}) if y >= 0 else None
    if verb == "recruit":
        return Reason("recruit", {"space": space(things[0]), "level": s.uprising[things[0] - FIRST_REGION]})
    if verb == "command":
        areas = [x for x in range(FIRST_REGION) if in_open(s, look.side, x)]
        x = max(areas, key=lambda x: missions.prospect(look, x))
        plan = activation(look, x)
        return Reason("command", {"plan": plan}) if plan else None
    if verb == "store":
        return Reason("store")
    return Reason("play_action", {"card": Thing("card", things[0])}) if verb == "play" else None


def suppress(look: Outlook, x: Area) -> Reason:
    """[23.4d] The chance to lower an Uprising, as it is reckoned in `actions.suppression`."""
    s, i = look.s, x - FIRST_REGION
    level, units = s.uprising[i], len(fresh(look, x))
    modifier = suppress_modifier(s, x) + max(0, units - 1)
    lowers = sum(die + modifier > level or units > 0 and die + modifier == level for die in range(1, DIE + 1))
    chance = lowers / DIE if level > LEAST_UPRISING[i] else 0.0
    return Reason("suppress", {"space": space(x), "level": level, "n": units, "chance": Chance(chance)})


def name_first(look: Outlook, told: Told) -> Explained:
    return Reason("second" if named(told.action) == look.foe else "go_first")


def challenge(look: Outlook, told: Told) -> Explained:
    return Reason("challenge" if told.action[0] in ("challenge", "match") else "no_challenge")


def regions(look: Outlook, told: Told) -> Explained:
    if len(told.action) < 2:
        return None
    x = named(told.action)
    if told.action[0] in ("region", "rouse"):
        return Reason("rise", {"space": space(x), "level": look.s.uprising[x - FIRST_REGION]})
    return suppress(look, x)


def muster(look: Outlook, told: Told) -> Explained:
    return Reason("muster", {"block": block(named(told.action))}) if told.action[0] == "join" else None


def leading(look: Outlook, told: Told) -> Explained:
    return activation(look, named(told.action)) if told.action[0] == "activate" else None


def building(look: Outlook, told: Told) -> Explained:
    return act(look, told) if told.action[0] == "build" else None


# --------------------------------------------------------------------------------------------------------------- cards


def window(look: Outlook, told: Told) -> Explained:
    if told.action[0] == "play":
        return Reason("play_now", {"card": Thing("card", named(told.action))})
    return Reason("keep_card")


def lay(look: Outlook, told: Told) -> Explained:
    if told.action[0] == "lay":
        return Reason("lay", {"card": Thing("card", named(told.action))})
    return Reason("lay_none")


def discard(look: Outlook, told: Told) -> Explained:
    cards = [card for card in told.action[1:] if card in KEPT]
    return Reason("discard", {"card": Thing("card", cards[0])}) if cards else None


def tactic(look: Outlook, told: Told) -> Explained:
    return Reason("tactic")


# ------------------------------------------------------------------------------------------------------------- combats


def next_combat(look: Outlook, told: Told) -> Explained:
    s, verb = look.s, told.action[0]
    if verb == "done":
        return Reason("no_combat")
    x = named(told.action)
    if verb == "fight":
        here = stack_of(s, in_open(s, look.side, x))
        return Reason("fight", {"space": space(x), "chance": Chance(site(look, x).clash(here.n, here.power).win)})
    if verb == "assault":
        return assault(look, x)
    return Reason("locate" if verb == "locate" else "sortie", {"space": space(x)})


def assault(look: Outlook, x: Area) -> Reason:
    values: Values = {"space": space(x), "chance": Chance(storms(look, x)), "worth": Points(fort_worth(look, x))}
    return Reason("assault", values)


def storms(look: Outlook, x: Area, rounds: int = 2) -> float:
    """The chance that a Fortress falls to an Assault, as it is reckoned in `combat.storm`."""
    s = look.s
    best = sorted(fighting(s, in_open(s, look.side, x) & ~s.retreated), key=lambda b: -power(s, b))
    superior = load(s, look.foe, FIELD, INSIDE + x) >= load(s, look.side, FIELD, x)
    shots = sum(power(s, b) for b in best[: 4 if CITIES >> x & 1 else 2])
    hits = (1 if superior else rounds) * shots * (1 / 6 if superior else 1 / 3)
    return combat.at_least(combat.HALVES * (1 + round(look.land.inside.get(x, EMPTY).power)), hits)


def firing(look: Outlook, told: Told) -> Explained:
    if told.action[0] == "all":
        return Reason("fire_all")
    return Reason("fire", {"block": block(named(told.action))}) if told.action[0] == "fire" else None


def hit(look: Outlook, told: Told) -> Explained:
    return Reason("hit", {"block": block(named(told.action))}) if len(told.action) > 1 else None


def hit_in_battle(look: Outlook, told: Told) -> Explained:
    return Reason("hit_battle", {"block": block(named(told.action))}) if len(told.action) > 1 else None


def activate_unit(look: Outlook, told: Told) -> Explained:
    if told.action[0] == "fire":
        return Reason("battle_fire", {"block": block(named(told.action))})
    if told.action[0] == "charge":
        return Reason("battle_charge", {"block": block(named(told.action))})
    return Reason("battle_wait")


def charge_target(look: Outlook, told: Told) -> Explained:
    return Reason("charge_at", {"block": block(named(told.action))}) if len(told.action) > 1 else None


def give_up(look: Outlook, told: Told) -> Explained:
    f = battlefield(look.s)
    ours, theirs = (battle.standing_power(look, f, side) for side in (look.side, look.foe))
    key = "fight_on" if told.action[0] == "fight_on" else "withdraw"
    return Reason(key, {"ours": Points(ours), "theirs": Points(theirs)})


def bring_up(look: Outlook, told: Told) -> Explained:
    return Reason("bring_up", {"block": block(named(told.action))}) if len(told.action) > 1 else Reason("bring_none")


def pull_back(look: Outlook, told: Told) -> Explained:
    if told.action == DONE:
        return Reason("line_holds", {"n": front_of(battlefield(look.s), look.side).bit_count()})
    return Reason("pull_back", {"block": block(named(told.action))})


def reinforce(look: Outlook, told: Told) -> Explained:
    return Reason("reinforce", {"block": block(named(told.action))}) if len(told.action) > 1 else Reason("no_reinforce")


def deployment(look: Outlook, told: Told) -> Explained:
    return Reason("fill_line") if told.action[0] == "fill" else None


def guns_of_battle(look: Outlook, told: Told) -> Explained:
    return Reason(told.action[0]) if told.action[0] in ("support", "counterbattery") else None


def strongest(look: Outlook, told: Told) -> Explained:
    return Reason("strongest", {"block": block(last(told.action))}) if len(told.action) > 1 else None


def weakest(look: Outlook, told: Told) -> Explained:
    return Reason("weakest", {"block": block(last(told.action))}) if len(told.action) > 1 else None


def keep_fortress(look: Outlook, told: Told) -> Explained:
    return Reason("keep_fort" if told.action[0] == "keep" else "raze_fort")


# ----------------------------------------------------------------------------------------------------------- reactions


def intercept(look: Outlook, told: Told) -> Explained:
    asked, verb = look.s.within(Interceptions), told.action[0]
    if asked is None:
        return None
    foe, into = reactions.marching(look), space(asked.into)
    if verb == "intercept":
        x = last(told.action)
        n = len(reactions.party(look, x))
        chance = 1.0 if automatic(look.side, asked.into, x) else (DIE - n) / DIE
        return Reason("intercept", {"from": space(x), "space": into, "n": n, "chance": Chance(max(0.0, chance))})
    if verb == "play":
        return Reason("intercept_card", {"card": Thing("card", named(told.action)), "space": into})
    best = max(reactions.interceptions(look).values(), default=0.0)
    return Reason("no_intercept" if best > 0 else "cannot_stop", {"space": into, "n": foe.blocks})


def interceptors(look: Outlook, told: Told) -> Explained:
    if told.action[0] == "join":
        return Reason("intercept_join", {"block": block(named(told.action))})
    return Reason("intercept_done", {"n": look.s.frame(Interceptors).picked.bit_count()})


def evade(look: Outlook, told: Told) -> Explained:
    x = look.s.frame(Evasion).x
    here, foe = look.here(x), look.land.foes[x]
    values: Values = {"space": space(x), "ours": Points(here.power), "theirs": Points(foe.power)}
    if told.action[0] == "play":
        return Reason("evade_card", {**values, "card": Thing("card", named(told.action))})
    return Reason("evade" if told.action[0] == "evade" else "stand", values)


def shelter(look: Outlook, told: Told) -> Explained:
    x = look.s.frame(GoInside).x
    values: Values = {"space": space(x), "ours": Points(look.here(x).power), "theirs": Points(look.land.foes[x].power)}
    if told.action != DONE:
        return Reason("go_inside", values)
    return Reason("inside_full" if reactions.outmatched(look, x, look.land.foes[x]) else "stay_out", values)


def retreat(look: Outlook, told: Told) -> Explained:
    if not told.action[0].startswith("retreat"):
        return None
    y = last(told.action)
    key = "retreat_friend" if look.friendly(y) else "retreat"
    return Reason(key, {"space": space(y), "n": look.land.foes[y].blocks})


def break_out(look: Outlook, told: Told) -> Explained:
    y = last(told.action)
    return Reason("break_out", {"space": space(y), "n": look.land.foes[y].blocks}) if len(told.action) > 1 else None


# -------------------------------------------------------------------------------------------------------------- levies


def placed(look: Outlook, told: Told) -> Explained:
    if told.action[0] == "replace":
        return Reason("replace", {"block": block(named(told.action))})
    if len(told.action) < 2:
        return None
    x = last(told.action)
    if look.besieged(x):
        return Reason("place_besieged", {"space": space(x)})
    if x < FIRST_REGION and look.land.threat[x] > 0:
        return Reason("place_threat", {"space": space(x), "n": round(look.land.comers[x]) or 1})
    return Reason("place", {"space": space(x)})


def spend(look: Outlook, told: Told) -> Explained:
    verb = told.action[0]
    if verb == "raise":
        b = named(told.action)
        key = "raise_last" if look.s.strength[b] == 1 else "raise_threat" if (
            look.land.threat[area_of(look.s.at[b])]) else "raise"
        return Reason(key, {"block": block(b)})
    return Reason("draw_unit") if verb in ("draw", "enrol") else Reason("supplies") if (
        verb in ("train", "knapsack", "refill")) else None


def guns(look: Outlook, told: Told) -> Explained:
    verb = told.action[0]
    if verb == "done":
        return Reason("guns_done")
    if verb == "box":
        return Reason("gun_box", {"load": Thing("load", named(told.action))})
    key = {"deploy": "gun_deploy", "hide": "gun_hide", "emplace": "gun_emplace"}.get(verb)
    if key is None:
        return None
    return Reason(key, {"space": space(last(told.action)), "load": Thing("load", named(told.action))})


def redeploy(look: Outlook, told: Told) -> Explained:
    if told.action[0] == "redeploy":
        return Reason("redeploy", {"block": block(named(told.action))})
    return Reason("redeploy_done") if told.action == DONE else None


def supply(look: Outlook, told: Told) -> Explained:
    return Reason(told.action[0]) if told.action[0] in ("from_knapsack", "from_train") else None


def spend_restored(look: Outlook, told: Told) -> Explained:
    return Reason("restored", {"block": block(named(told.action))}) if told.action[0] == "restore" else None


def coup(look: Outlook, told: Told) -> Explained:
    if len(told.action) < 2:
        return None
    x = named(told.action)
    return Reason("coup", {"space": space(x), "worth": Points(fort_worth(look, x))})


def second_round(look: Outlook, told: Told) -> Explained:
    x = look.s.frame(Assault).x
    return Reason("again" if told.action[0] == "yes" else "no_again", {
        "space": space(x), "chance": Chance(storms(look, x, rounds=1))})


def go_on(look: Outlook, told: Told) -> Explained:
    x = look.s.frame(GoOn).x
    ours, theirs = (stack_of(look.s, in_open(look.s, side, x)).power for side in (look.side, look.foe))
    key = "go_on" if told.action[0] == "yes" else "break_off"
    return Reason(key, {"ours": Points(ours), "theirs": Points(theirs)})


def without(look: Outlook, told: Told) -> Explained:
    return Reason("without", {"block": block(named(told.action))}) if len(told.action) > 1 else None


def ship(look: Outlook, told: Told) -> Explained:
    return Reason("ship", {"block": block(named(told.action))}) if len(told.action) > 1 else None


def sail(look: Outlook, told: Told) -> Explained:
    return Reason("sail", {"space": space(last(told.action))}) if len(told.action) > 1 else None
