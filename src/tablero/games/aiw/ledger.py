"""What the account of a war is made of."""

from __future__ import annotations

from tablero.games.aiw.board import CARLIST, LIBERAL, SOURCES, UNITS
from tablero.games.aiw.rules.r23_regions.s03_supply import FORAGERS_LOSE_ON
from tablero.games.aiw.state import Aiw
from tablero.kernel.ledger import Args, Entry, Last, Ledger, Roll, Shares, hits, one_die
from tablero.kernel.odds import two_dice_over


def standing(s: Aiw) -> Shares:
    """[9.0g] Where the marker stood at the start: the rest was told."""
    start = s.setting.vp
    return {"start": (max(0, start), max(0, -start))}


def scored(s: Aiw, args: Args, last: Last) -> Entry:
    side, n, source = args
    return Entry(SOURCES[source], side, n)


def lost(s: Aiw, args: Args, last: Last) -> Entry:
    return Entry("blocks", UNITS[args[0]].side)


def weakened(s: Aiw, args: Args, last: Last) -> Entry:
    return Entry("strength", UNITS[args[0]].side, args[2])


def battle(s: Aiw, args: Args, last: Last) -> Entry:
    return Entry("battle", 1 - args[0])


def skirmish(s: Aiw, args: Args, last: Last) -> Entry:
    return Entry("skirmish", 1 - args[0])


def siege(s: Aiw, args: Args, last: Last) -> Entry:
    return Entry("siege", args[0])


def fired(s: Aiw, args: Args, last: Last) -> Roll:
    unit, n, need, got, _ = args
    return hits("fire", UNITS[unit].side, n, need / 6, got)


def guns(s: Aiw, args: Args, last: Last) -> Roll:
    side, _, n, need, got, _ = args
    return hits("guns", side, n, need / 6, got)


def morale(s: Aiw, args: Args, last: Last) -> Roll:
    unit, roll, need, _ = args
    return hits("morale", UNITS[unit].side, 1, 1 - float(two_dice_over(need)), roll <= need)


def garrison(s: Aiw, args: Args, last: Last) -> Roll | None:
    """[18.1i] The Garrison is the enemy's of who assaults."""
    _, n, need, got, _ = args
    return hits("guns", 1 - last["assault"][0], n, need / 6, got) if "assault" in last else None


def rockets(s: Aiw, args: Args, last: Last) -> Roll:
    n, need, got, _ = args
    return hits("guns", LIBERAL, n, need / 6, got)


def marching(s: Aiw, args: Args, last: Last) -> Roll:
    """[11.1a] Only Liberals roll for their march; high dice go further."""
    return one_die("march", LIBERAL, args[1])


def replaced(s: Aiw, args: Args, last: Last) -> Roll:
    """[10.5a] High dice bring more."""
    return one_die("replacements", args[0], args[1])


def foraging(s: Aiw, args: Args, last: Last) -> Roll:
    """[23.3c] Expeditions without supply lose with low dice."""
    _, n, lost, _ = args
    return hits("foraging", CARLIST, n, FORAGERS_LOSE_ON / 6, lost, favours=False)


LEDGER = Ledger(
    standing, gains={"scored": scored}, losses={"lost": lost, "weakened": weakened},
    fights={"battle_held": battle, "battle_pursuit": battle, "battle_rout": battle, "must_retreat": skirmish,
            "fortress_taken": siege},
    rolls={"fired": fired, "guns_fired": guns, "garrison_fired": garrison, "rockets_fired": rockets, "morale": morale,
           "movement_roll": marching, "replacements": replaced, "foraged": foraging},
    tells=("town_taken", "fortress_taken", "battle_rout"),
    uncounted=(
        # the number that was needed depends on blocks that are hidden, or on markers, and is not told
        "intercepts", "interception_failed", "evades", "evasion_failed", "countermarches", "countermarch_failed",
        "reinforces", "stays_away", "located", "not_located", "roused", "suppression", "siege_attrition",
        "uprising_roll",        # names a region, and is no better or worse
        "card_die",             # each card has its own meaning
        "final_roll",           # once in a game
    ),
)
