"""What the account of a war is made of."""

from __future__ import annotations

from tablero.games.wellington.board import FRENCH, LEADER_POWER, POWERS
from tablero.games.wellington.rules.r19_victory import basic_parts, french_bonus
from tablero.games.wellington.state import Wellington
from tablero.kernel.ledger import Args, Entry, Last, Ledger, Roll, Shares, hits


def standing(s: Wellington) -> Shares:
    """[19.2a] [19.4a] In halves: Keys, Madrid, Resources, unfulfilled Events, and the bonus of the French."""
    parts = [basic_parts(s, power) for power in range(len(POWERS))]
    bonus = tuple(2 * french_bonus(s, power) if power & 1 == FRENCH else 0 for power in range(len(POWERS)))
    return {name: tuple(of[name] for of in parts) for name in parts[0]} | {"bonus": bonus}


def soldiers(s: Wellington, args: Args, last: Last) -> Entry:
    return Entry("soldiers", args[0], args[1])


def attrition(s: Wellington, args: Args, last: Last) -> Entry:
    return Entry("attrition", args[0], args[2])


def leader(s: Wellington, args: Args, last: Last) -> Entry:
    return Entry("leaders", LEADER_POWER[args[0]])


def battle(s: Wellington, args: Args, last: Last) -> Entry:
    return Entry("battle", args[0])


def undecided(s: Wellington, args: Args, last: Last) -> Entry:
    return Entry("battle", -1)


def taken(s: Wellington, args: Args, last: Last) -> Entry:
    return Entry("siege", args[0])


def held_out(s: Wellington, args: Args, last: Last) -> Entry:
    return Entry("siege", -1)


def battle_dice(s: Wellington, args: Args, last: Last) -> Roll:
    power, dice, kills, disruptions, _ = args
    return hits("battle", power, dice, 1 / 3, kills + disruptions)


def siege_dice(s: Wellington, args: Args, last: Last) -> Roll:
    power, dice, got, _ = args
    return hits("siege", power, dice, 1 / 6, got)


def attrition_dice(s: Wellington, args: Args, last: Last) -> Roll:
    power, _, dice, got, _ = args
    return hits("attrition", power, dice, 1 / 6, got, favours=False)


LEDGER = Ledger(
    standing,
    losses={"lost_soldiers": soldiers, "attrition_loss": attrition, "lost_leader": leader, "attrition_leader": leader},
    fights={"battle_won": battle, "battle_nobody": undecided, "fortress_taken": taken, "siege_failed": held_out},
    rolls={"battle_dice": battle_dice, "siege_dice": siege_dice, "attrition": attrition_dice},
    unit=2,
)
