"""Why the bot would do what it chooses, from the same plans and chances by which it weighs the options."""

from __future__ import annotations

from tablero.bots import Told
from tablero.bots.heuristic.wellington import hand, plans
from tablero.bots.heuristic.wellington.dice import chance, siege
from tablero.bots.heuristic.wellington.outlook import Outlook
from tablero.bots.heuristic.wellington.parties import Party
from tablero.bots.heuristic.wellington.plans import Deed
from tablero.bots.heuristic.wellington.reactions import Meeting
from tablero.games.wellington.board import (
    COMBAT_WON, CP, DUCHIES, HAND, KEYS, LEADER_POWER, MADRID, MUST_PLAY, ROUND_RESULT
)
from tablero.games.wellington.fight_odds import army_of_siege
from tablero.games.wellington.odds import stranded
from tablero.games.wellington.rules.r05_cards.s02_windows import Window, held
from tablero.games.wellington.rules.r06_building import PlaceBuilt, Spending
from tablero.games.wellington.rules.r09_movement.s02_march import March
from tablero.games.wellington.rules.r09_movement.s03_step import forces_of
from tablero.games.wellington.rules.r10_reactions.s01_contact import Contact
from tablero.games.wellington.rules.r10_reactions.s04_interception import interception_modifier, whole
from tablero.games.wellington.rules.r10_reactions.s05_evasion import evasion_modifier
from tablero.games.wellington.rules.r10_reactions.s09_sequence import ReactionWindow
from tablero.games.wellington.rules.r11_battle.s01_battle import Battle
from tablero.games.wellington.rules.r12_sieges.s02_siege import Siege
from tablero.games.wellington.rules.r14_naval import Convoy
from tablero.games.wellington.state import Duchy
from tablero.kernel.actions import DONE, Action
from tablero.kernel.advice import Chance, Points, Reason, Thing, Values
from tablero.kernel.cards import about

Explained = Reason | None
ROLLED = ROUND_RESULT, COMBAT_WON       # moments of a Battle when it is decided, as far as nobody plays a card


def duchy(x: Duchy) -> Thing:
    return Thing("duchy", x)


def leader(one: int) -> Thing:
    return Thing("leader", one)


def card(one: int) -> Thing:
    return Thing("card", one)


# --- deeds


def deed_reason(look: Outlook, deed: Deed) -> Explained:
    """What Command Points are spent on."""
    if deed.party is not None:
        return march_reason(look, deed.party, deed.way, deed.cost // deed.party.cost)
    verb = deed.action[0]
    if verb == "flag":
        return flag_reason(look, deed.action)
    if verb in ("build", "regroup"):
        return Reason("build" if verb == "build" else "regroup", {"n": look.s.regroup[look.power]})
    if verb == "build_leader":
        return Reason("build_leader", {"leader": leader(deed.action[1])})
    return Reason("convoy", {"duchy": duchy(deed.action[1])}) if verb == "convoy" else None


def flag_reason(look: Outlook, action: Action) -> Reason:
    x = action[1]
    return Reason("flag_key" if KEYS >> x & 1 else "flag", {"duchy": duchy(x), "worth": Points(look.worth[x])})


def march_reason(look: Outlook, party: Party, way: tuple[Duchy, ...], steps: int) -> Reason:
    """What a march is for: a Battle, a Siege, a Duchy that is open, one that must be held; or one that is further than
    the points reach."""
    y, x = way[-1], look.s.at[party.leader]
    values: Values = {"leader": leader(party.leader), "n": party.sps, "duchy": duchy(y), "worth": Points(look.worth[y])}
    if not party.sps:
        return Reason("go_lead", values)
    if len(way) > steps:
        return Reason("go_later", {**values, "to": duchy(way[steps - 1])})
    if look.them >> y & 1:
        last = way[-2] if len(way) > 1 else x
        fight = look.attack(party.dice, party.pieces, last, y)
        lost = stranded(look.s, forces_of(party.armies), x, y, last)
        return Reason("go_attack_lost" if lost else "go_attack", {**values, "chance": Chance(fight.win)})
    if look.closed >> y & 1:
        return Reason("go_siege", {**values, "chance": Chance(siege_chance(look, party, y))})
    if look.ours >> y & 1:
        safer = look.more_guard(y, party.dice, party.pieces)
        return Reason("go_guard" if safer > plans.gathered(look, party, y) else "go_join", values)
    return Reason("go_key" if KEYS >> y & 1 else "go_take", values)


def siege_chance(look: Outlook, party: Party, y: Duchy) -> float:
    power = LEADER_POWER[party.leader]
    sps = sum(n for one, _, n in party.armies if LEADER_POWER[one] == power)
    sps += look.s.sp[power * DUCHIES + y] if look.us >> y & 1 else 0
    return look.siege_chance(party.leader, sps, y)[0]


def besiege_reason(look: Outlook, one: int) -> Reason:
    x = look.s.at[one]
    falls, lost = look.siege_chance(one, look.s.sp[LEADER_POWER[one] * DUCHIES + x], x)
    values: Values = {"leader": leader(one), "duchy": duchy(x), "chance": Chance(falls), "worth": Points(look.worth[x]),
              "lost": Points(lost)}
    return Reason("besiege", values)


def best_deed(look: Outlook, points: int) -> Deed | None:
    """What so many Command Points would first be spent on, as `plans.points_worth` reckons."""
    return plans.choose(plans.deeds(look, points, plans.ways_to_spend(look, points)), points)[1]


# --- the Impulse


def play(look: Outlook, told: Told) -> Explained:
    verb = told.action[0]
    if verb == "besiege":
        return besiege_reason(look, told.action[1])
    if verb == "resource":
        return Reason("resource", {"n": look.s.resources[look.power]})
    if verb == "relieve":
        return Reason("relieve")
    if verb == "end":
        return Reason("end", {"n": held(look.s, look.power)})
    if verb not in ("cp", "event"):
        return None
    one = told.action[1]
    if verb == "event":
        return Reason("event", {"card": card(one), "worth": Points(hand.event_worth(look, one))})
    deed = best_deed(look, CP[one])
    plan = deed_reason(look, deed) if deed else None
    values: Values = {"card": card(one), "n": CP[one], "worth": Points(plans.points_worth(look, CP[one]))}
    return Reason("cp", {**values, "plan": plan}) if plan else Reason("cp_idle", values)


def preempt(look: Outlook, told: Told) -> Explained:
    values: Values = {"worth": Points(plans.points_worth(look, 4)), "n": held(look.s, look.power)}
    return Reason("preempt" if told.action[0] == "preempt" else "no_preempt", values)


def spend(look: Outlook, told: Told) -> Explained:
    verb = told.action[0]
    if verb == "besiege":
        return besiege_reason(look, told.action[1])
    points = look.s.frame(Spending).points
    if verb == "done":
        return Reason("spend_done", {"n": points})
    if ("relieve",) in told.options:
        return Reason("relieve")
    _, deed = plans.choose(plans.deeds(look, points, told.options), points)
    return deed_reason(look, deed) if deed and deed.action == told.action else None


def march(look: Outlook, told: Told) -> Explained:
    s, verb = look.s, told.action[0]
    found = s.frame(March)
    if verb == "flag":
        return flag_reason(look, told.action)
    if verb == "stop":
        return Reason("march_stop", {"duchy": duchy(found.x)})
    deed = plans.headed(look, found, plans.marches_in_hand(look, found), []) if found.armies else None
    if deed is None or deed.party is None:
        return Reason("quiet_step", {"duchy": duchy(told.action[1])}) if verb == "step" else None
    plan = march_reason(look, deed.party, deed.way, deed.cost // deed.party.cost)
    if verb == "load":
        return Reason("march_load", {"n": told.action[1], "plan": plan})
    if verb in ("staff", "join"):
        key = "march_staff" if verb == "staff" else "march_join"
        return Reason(key, {"leader": leader(told.action[1]), "plan": plan})
    return plan


def free_army(look: Outlook, told: Told) -> Explained:
    return Reason("free_army", {"leader": leader(told.action[1])}) if told.action[0] == "lead" else None


# --- reactions and cards


def react(look: Outlook, told: Told) -> Explained:
    s, verb = look.s, told.action[0]
    frame = s.stack[-1]
    assert isinstance(frame, ReactionWindow)
    meeting = Meeting(look, frame.x, about(s, frame))
    values: Values = {"duchy": duchy(frame.x), "ours": meeting.ours, "theirs": meeting.enemy}
    if verb == "pass":
        if any(action[0] in ("intercept", "evade") for action in told.options):
            return Reason("no_reaction", values)
        return Reason("no_reaction_card", values)
    if verb == "intercept":
        one = told.action[1]
        added = interception_modifier(s, one, frame.x, frame.ours, frame.theirs, frame.reach)
        forces = whole(s, one, frame.x, frame.theirs, frame.reach)
        more: Values = {"leader": leader(one), "chance": Chance(chance((added or 0) + frame.bonus)),
                "n": sum(sps for _, _, sps in forces)}
        return Reason("intercept", {**values, **more})
    if verb == "evade":
        contact = about(s, frame)
        assert isinstance(contact, Contact)
        likely = chance(evasion_modifier(s, contact, look.power, told.action[1], excess=False))
        return Reason("evade", {**values, "to": duchy(told.action[1]), "chance": Chance(likely)})
    return Reason("play_now", {"card": card(told.action[1])}) if verb == "play" else None


def window(look: Outlook, told: Told) -> Explained:
    frame = look.s.stack[-1]
    scene, rolled = about(look.s, frame), isinstance(frame, Window) and frame.moment in ROLLED
    fight = duchy(scene.x) if isinstance(scene, Battle | Siege) and not rolled else None
    if told.action[0] == "play":
        one = card(told.action[1])
        return Reason("play_fight", {"card": one, "duchy": fight}) if fight else Reason("play_now", {"card": one})
    return Reason("no_card_fight", {"duchy": fight}) if fight else Reason("no_card")


def go_on(look: Outlook, told: Told) -> Explained:
    frame = look.s.frame(Siege)
    army = army_of_siege(look.s, frame)
    falls, lost = siege(army.sps, 0, army.dice - army.sps, frame.strength, frame.hits, frame.round)
    values: Values = {"duchy": duchy(frame.x), "chance": Chance(falls), "worth": Points(look.worth[frame.x]),
                      "lost": Points(lost)}
    return Reason("go_on" if told.action[0] == "go_on" else "siege_stop", values)


def step_or_stay(look: Outlook, told: Told) -> Explained:
    return Reason("step_on" if told.action[0] == "yes" else "step_back")


# --- pieces and small questions


def place(look: Outlook, told: Told) -> Explained:
    if len(told.action) < 2:
        return None
    x, frame = told.action[1], look.s.stack[-1]
    if isinstance(frame, PlaceBuilt) and frame.leader >= 0:
        return Reason("place_leader", {"leader": leader(frame.leader), "duchy": duchy(x)})
    if look.waiting_for(x) > 0.3:
        return Reason("place_led", {"duchy": duchy(x)})
    return Reason("place_guard" if look.threats(x) else "place", {"duchy": duchy(x)})


def port(look: Outlook, told: Told) -> Explained:
    return Reason("convoy", {"duchy": duchy(told.action[1])}) if told.action != DONE else Reason("no_convoy")


def sail(look: Outlook, told: Told) -> Explained:
    verb, *at = told.action
    if verb == "sail":
        return place(look, told)
    return Reason("sail_load", {"n": at[0], "duchy": duchy(look.s.frame(Convoy).a)}) if verb == "load" else None


def remove(look: Outlook, told: Told) -> Explained:
    _, power, x = told.action
    return Reason("remove", {"duchy": duchy(x), "n": look.s.sp[power * DUCHIES + x]})


def retreat(look: Outlook, told: Told) -> Explained:
    if told.action[0] != "retreat":
        return None
    x = told.action[1]
    return Reason("retreat_friends" if look.us >> x & 1 else "retreat", {"duchy": duchy(x)})


def flag(look: Outlook, told: Told) -> Explained:
    return flag_reason(look, told.action) if told.action[0] == "flag" else None


def leader_lost(look: Outlook, told: Told) -> Explained:
    return Reason("lose_leader", {"leader": leader(told.action[1])}) if len(told.action) > 1 else None


def bear(look: Outlook, told: Told) -> Explained:
    return Reason("bear_ally" if told.action[1] != look.power else "bear") if len(told.action) > 1 else None


def name_commander(look: Outlook, told: Told) -> Explained:
    return Reason("commander", {"leader": leader(told.action[1])}) if len(told.action) > 1 else None


def mulligan(look: Outlook, told: Told) -> Explained:
    n = (look.s.piles[HAND[look.power]] & ~MUST_PLAY).bit_count()
    return Reason("mulligan" if told.action[0] == "mulligan" else "keep_hand", {"n": n})


def keep(look: Outlook, told: Told) -> Explained:
    return Reason("keep_cards") if len(told.action) < 2 else Reason("give_up", {"card": card(told.action[1])})


def choose_duchy(look: Outlook, told: Told) -> Explained:
    if told.action[0] != "choose":
        return None
    x = told.action[1]
    if look.them >> x & 1:
        return Reason("strike", {"duchy": duchy(x), "n": look.pieces_at(1 - look.side, x)})
    return Reason("choose", {"duchy": duchy(x), "worth": Points(look.worth[x])})


def strike(look: Outlook, told: Told) -> Explained:
    _, power, x = told.action
    return Reason("strike", {"duchy": duchy(x), "n": look.s.sp[power * DUCHIES + x]})


def choose_power(look: Outlook, told: Told) -> Explained:
    if len(told.action) < 2:
        return None
    power = told.action[1]
    return Reason("against", {"power": Thing("power", power), "n": held(look.s, power)})


def choose_leader(look: Outlook, told: Told) -> Explained:
    return Reason("leader", {"leader": leader(told.action[1])}) if len(told.action) > 1 else None


def debt(look: Outlook, told: Told) -> Explained:
    return Reason("debt", {"card": card(told.action[1])}) if told.action[0] == "cp" else None


def reinforce(look: Outlook, told: Told) -> Explained:
    verb = told.action[0]
    if verb == "build_leader":
        return Reason("build_leader", {"leader": leader(told.action[1])})
    return Reason("regroup" if verb == "regroup" else "build", {"n": look.s.regroup[look.power]}) if (
        verb in ("regroup", "build")) else None


def deployment(look: Outlook, told: Told) -> Explained:
    verb = told.action[0]
    if verb == "deploy":
        return Reason("deploy", {"leader": leader(told.action[1])})
    if verb == "convoy":
        return Reason("convoy", {"duchy": duchy(told.action[1])})
    return Reason("deploy_done") if verb == "done" else None


def load_deployment(look: Outlook, told: Told) -> Explained:
    verb = told.action[0]
    if verb in ("muster", "leave_one"):
        return Reason("load_muster" if verb == "muster" else "load_leave", {"duchy": duchy(told.action[1])})
    return Reason("load_done") if verb == "done" else None


def transfer(look: Outlook, told: Told) -> Explained:
    return Reason("no_transfer") if told.action[0] == "done" else None


def deploy_to(look: Outlook, told: Told) -> Explained:
    if len(told.action) < 2:
        return None
    x = told.action[1]
    return Reason("deploy_madrid" if x == MADRID else "deploy_to", {"duchy": duchy(x)})
