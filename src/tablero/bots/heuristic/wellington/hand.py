"""What cards are played for, and what Events are aimed at."""

from __future__ import annotations

from tablero.bots.heuristic.wellington import sea
from tablero.bots.heuristic.wellington.logistics import need
from tablero.bots.heuristic.wellington.outlook import Outlook
from tablero.bots.heuristic.wellington.parties import parties
from tablero.bots.heuristic.wellington.plans import choose, marches, points_worth, siege_deed
from tablero.bots.heuristic.wellington.reactions import prey
from tablero.bots.heuristic.wellington.values import A_CARD, A_POINT, A_RESOURCE, LEADER_WORTH, VALUE, held_value
from tablero.games.wellington.board import (
    CARDS, COMMON, CP, DUCHIES, FRENCH, HAND, HAND_LIMIT, KEYS, LEADER_POWER, LEADERS, REGROUP, SIDES, WELLINGTON
)
from tablero.games.wellington.cards.choices import ChooseDuchy, ChooseLeader, waiting_leaders
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
from tablero.games.wellington.rules.r04_sequence.s03_end_of_turn import guerrilla_targets
from tablero.games.wellington.rules.r05_cards.s02_windows import held
from tablero.games.wellington.rules.r09_movement.s02_march import FreeMarch, refuse_leader
from tablero.games.wellington.state import Card, Power
from tablero.kernel.actions import DONE, PASS, Action
from tablero.kernel.bits import ids_of

END: Action = ("end",)
NAMES = CARDS.ids
POOR, FEWEST = 0.8, 4   # when a Hand is given up for one of a card less, and how small it may become
KEEP = 0.7              # of what an Event is worth is lost when its card is spent for Command Points
MARCHES = {"forced_march": (5, 9), "audace": (3, 4), "long_nosed_wellesley": (4, 4)}    # Duchies, and without Attrition


def play(look: Outlook, options: list[Action]) -> Action:
    """[4.2b] A Siege first; then the card that is worth most, as Command Points or as an Event."""
    if ("relieve",) in options:
        return ("relieve",)
    besiege = siege_deed(look, options)
    if besiege is not None:
        return besiege
    s = look.s
    impulse = s.frame(Impulse)
    best, chosen = -99.0, END
    for action in options:
        if action[0] in ("cp", "event"):
            worth = worth_of(look, action)
            if worth > best:
                best, chosen = worth, action
    if END not in options:
        if chosen == END:
            return options[0]
        return draw_first(look, options) or chosen
    more = draw_first(look, options)
    if more:
        return more
    if chosen != END and (impulse.cards or impulse.resource) and best > spare(look, chosen[1]):
        return chosen
    return END


def spare(look: Outlook, card: Card) -> float:
    """What a further card of this Impulse must bring: it could be played later, unless the others are running out."""
    others = max(held(look.s, power) for power in range(4) if power != look.power)
    return 0.3 if held(look.s, look.power) > others + 1 else 0.9 * A_CARD + 0.1 * CP[card]


def draw_first(look: Outlook, options: list[Action]) -> Action | None:
    """[15.2a] A Resource for a card, as long as there is time to play it."""
    s = look.s
    if ("resource",) not in options:
        return None
    others = max(held(s, power) for power in range(4) if power != look.power)
    if held(s, look.power) > others + 1:
        return None
    kept = 0 if s.year < 1814 else 2
    return ("resource",) if s.resources[look.power] > kept else None


def worth_of(look: Outlook, action: Action) -> float:
    """What it is worth to play a card in this way, less what it is worth to hold it."""
    verb, card = action
    if verb == "cp":
        return points_worth(look, CP[card]) - KEEP * max(0.0, held_value(card, look.side)) * usable(look, card)
    return event_worth(look, card) - 0.25 * A_POINT * CP[card]


def usable(look: Outlook, card: Card) -> float:
    """Can the Power play the Event of a card at all?"""
    return 1.0 if CARDS.by[look.power] >> card & 1 else 0.0


def event_worth(look: Outlook, card: Card) -> float:
    """What an Event brings now."""
    s, power, name = look.s, look.power, NAMES[card]
    if name in MARCHES:
        return march_worth(look, name)
    if name in ("command_of_the_sea", "naval_support"):
        return sea.event_worth(look)
    if name == "admiralty":
        return points_worth(look, 2)
    if name in ("rally_to_the_colours", "supply_convoy"):
        box = s.here[REGROUP] & LEADERS[power]
        leader = max((LEADER_WORTH[one] for one in ids_of(box)), default=0.0)
        return min(4 if name[0] == "r" else 3, s.regroup[power]) * look.sp + 0.6 * leader
    if name == "field_promotion":
        return 0.6 * max((LEADER_WORTH[one] for one in ids_of(waiting_leaders(s, power))), default=0.0)
    if name in ("camp_fever", "cavalry_raid", "el_empecinado", "dysentery"):
        worst = max((prey(look, x) for x in ids_of(look.them)), default=0.0)
        return worst * 2 if name == "camp_fever" else worst
    if name == "desertion":
        stacks = [s.sp[one * DUCHIES + x] for one in SIDES[1 - look.side] for x in ids_of(s.occupied[one])]
        return min(2.0, max(stacks, default=0) - 1) * look.sp * 0.7
    if name in ("magazines_burned", "arrears_of_pay", "spanish_ulcer"):
        rich = any(s.resources[one] for one in SIDES[1 - look.side])
        return VALUE[card] if rich else (0.0 if name == "magazines_burned" else 0.8 * VALUE[card])
    if name == "guerrilleros":
        return 0.5 * sum(sorted((look.worth[x] for x in ids_of(guerrilla_targets(s))), reverse=True)[:4])
    if name == "mobile_columns":
        return 0.12 * sum(look.worth[x] for x in ids_of(guerrilla_targets(s)))
    if name in ("juntas_proclaim", "afrancesados"):
        return 0.5
    if name == "hasty_fortress":
        return max((look.risk(x, look.dice_at(look.side, x), look.pieces_at(look.side, x)) * 0.6 * look.worth[x]
                    for x in ids_of(look.ours & KEYS & ~look.forts & s.owned[power])), default=0.0)
    if name == "la_patrie_en_danger":
        return 3.2 if look.side == FRENCH else 1.0
    if name in ("royal_intervention", "cavalry_of_st_george"):
        return A_RESOURCE + (0.4 if name[0] == "c" else 0.0)
    return held_value(card, look.side)


def march_worth(look: Outlook, name: str) -> float:
    """[9a] The best march without Command Points."""
    steps, free = MARCHES[name]
    among = [WELLINGTON] if name == "long_nosed_wellesley" else ids_of(LEADERS[look.power])
    return max((free_march(look, leader, steps, free) for leader in among), default=0.0)


def free_march(look: Outlook, leader: int, steps: int, free: int) -> float:
    s = look.s
    if s.at[leader] >= DUCHIES:
        return 0.8 if leader == WELLINGTON else 0.0
    if refuse_leader(s, look.power, leader) is not None:
        return 0.0
    alone = parties(look, leader)[:1]           # no other Army goes along
    found = [deed for party in alone for deed in marches(look, party, steps, s.marched[leader], free)]
    return choose(found, steps)[0]


def free_army(look: Outlook, options: list[Action]) -> Action:
    """[9a] The Army that gains most by a march without Command Points."""
    event = look.s.within(FreeMarch)
    steps, free = (event.free_steps, 9 if event.no_forced else 4) if event else MARCHES["audace"]

    def worth(action: Action) -> float:
        return free_march(look, action[1], steps, free) if action != DONE else 0.01

    return max(options, key=worth)


def preempt(look: Outlook, options: list[Action]) -> Action:
    """[4.22b] An Impulse out of turn if there is something good to be done at once, and cards are left for later."""
    s = look.s
    others = max(held(s, power) for power in range(4) if power != look.power)
    lead = held(s, look.power) - others
    worth = points_worth(look, 4)
    return ("preempt",) if worth > 2.0 or lead >= 2 and worth > 0.8 else PASS


# --- what Events are aimed at


def choose_duchy(look: Outlook, options: list[Action]) -> Action:
    """[5.1a] Attrition where the enemy is strongest, Flags and Fortresses where they are worth most."""
    frame = look.s.stack[-1]
    assert isinstance(frame, ChooseDuchy)
    name = NAMES[frame.card]

    def worth(action: Action) -> float:
        if action == DONE:
            return 0.01
        x = action[1]
        if name == "hasty_fortress":
            return look.worth[x] * (0.1 + look.risk(x, look.dice_at(look.side, x), look.pieces_at(look.side, x)))
        if look.them >> x & 1 and name in ATTRITION:
            return prey(look, x)
        if look.us >> x & 1 and name in ATTRITION:
            return -prey(look, x)
        if look.theirs >> x & 1:
            return look.worth[x]
        return 0.5 + 0.1 * need(look, x)

    return max(options, key=worth)


ATTRITION = ("camp_fever", "cavalry_raid", "el_empecinado", "dysentery")


def dysentery(look: Outlook, options: list[Action]) -> Action:
    """A Siege that can hardly fail, or Attrition where the enemy is strongest."""
    def worth(action: Action) -> float:
        verb, thing = action
        if verb == "choose":
            return prey(look, thing) if look.them >> thing & 1 else -1.0
        x = look.s.at[thing] if verb == "besiege" else thing
        sps = look.s.sp[look.power * DUCHIES + x]
        fails: float = (5 / 6) ** (sps + 2 * (verb == "besiege"))
        return (1 - fails) * look.worth[x]

    return max(options, key=worth)


def choose_power(look: Outlook, options: list[Action]) -> Action:
    """[5.1b] The enemy with most cards and Resources; against oneself nobody, if it can be helped."""
    s = look.s
    return max(options, key=lambda action: (
        action[1] & 1 != look.side, s.resources[action[1]] > 0, held(s, action[1]), action[1] != look.power))


def choose_leader(look: Outlook, options: list[Action]) -> Action:
    """[5.1a] The best own Leader comes, the best of the enemy goes; of those who must go the least able."""
    frame = look.s.stack[-1]
    assert isinstance(frame, ChooseLeader)
    loses = NAMES[frame.card] == "emperor_beckons"

    def worth(action: Action) -> float:
        if action == DONE:
            return 0.01
        found = LEADER_WORTH[action[1]]
        if NAMES[frame.card] == "sharpshooters":
            return found if LEADER_POWER[action[1]] & 1 != look.side else -found
        return -found if loses else found

    return max(options, key=worth)


def strike(look: Outlook, options: list[Action]) -> Action:
    """Where an enemy Power is strongest."""
    return max(options, key=lambda action: look.s.sp[action[1] * DUCHIES + action[2]])


def atrocity(look: Outlook, options: list[Action]) -> Action:
    return ("enrage", look.side)


def pay_or_desert(look: Outlook, options: list[Action]) -> Action:
    return ("desert",) if ("desert",) in options and look.s.year < 1814 else ("resource",)


def raise_debt(look: Outlook, options: list[Action]) -> Action:
    """[5.12a] With the card that is worth least."""
    cards = [action for action in options if action[0] == "cp"]
    return min(cards, key=lambda action: held_value(action[1], look.side) + A_POINT * CP[action[1]],
               default=options[0])


# --- hands


def card_worth(power: Power, card: Card) -> float:
    """What a card is worth, as points or as an Event."""
    event = held_value(card, power & 1) if CARDS.by[power] >> card & 1 else 0.0
    return max(A_POINT * CP[card], event) if CP[card] else event


MEAN = tuple(sum(card_worth(power, card) for card in ids_of(COMMON)) / COMMON.bit_count() for power in range(4))


def mulligan(look: Outlook, options: list[Action]) -> Action:
    """[2.6a] Another Hand of one card less only for one that is worth less than four in five of that."""
    cards = ids_of(look.s.piles[HAND[look.power]])
    worth = sum(card_worth(look.power, card) for card in cards)
    poor = worth < POOR * (len(cards) - 1) * MEAN[look.power]
    return ("mulligan",) if poor and len(cards) > FEWEST else ("keep",)


def keep(look: Outlook, options: list[Action]) -> Action:
    """[16.43c] All cards are kept but those above the limit; these go for Reinforcements, the least useful first."""
    if DONE in options:
        return DONE
    assert look.s.piles[HAND[look.power]].bit_count() > HAND_LIMIT
    return min(options, key=lambda action: card_worth(look.power, action[1]))


