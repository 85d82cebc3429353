"""What the account of a war is made of."""

from __future__ import annotations

from tablero.games.wellington.board import FRENCH, LEADER_POWER, POWERS
from tablero.games.wellington.rules.r10_reactions.s04_interception import NEEDED
from tablero.games.wellington.rules.r19_victory import basic_parts, french_bonus
from tablero.games.wellington.state import Wellington
from tablero.kernel.ledger import Args, Entry, Last, Ledger, Roll, Shares, hits, one_die
from tablero.kernel.odds import two_dice_over


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


def attrition_together(s: Wellington, args: Args, last: Last) -> Roll:
    """[13.1b] Of both Powers of a side: counted for the first."""
    side, _, dice, got, _ = args
    return hits("attrition", side, dice, 1 / 6, got, favours=False)


def fortress_dice(s: Wellington, args: Args, last: Last) -> Roll | None:
    """[12.3a] What the walls do to who besieges them."""
    _, dice, kills, disruptions, _ = args
    return hits("walls", last["siege"][0], dice, 1 / 3, kills + disruptions, favours=False) if "siege" in last else None


def batteries(s: Wellington, args: Args, last: Last) -> Roll | None:
    """[14.3d] The same of shore batteries; as many dice as faces."""
    _, kills, disruptions, faces = args
    dice = len(str(faces)) if faces else 0
    return hits("walls", last["assault"][0], dice, 1 / 3, kills + disruptions, favours=False) if dice else None


def intercepted(s: Wellington, args: Args, last: Last) -> Roll:
    return _reaction("interception", args)


def evaded(s: Wellington, args: Args, last: Last) -> Roll:
    return _reaction("evasion", args)


def _reaction(kind: str, args: Args) -> Roll:
    """[10.4e] [10.7c] Two dice with what is added to them must reach a number."""
    power, roll, total, _ = args
    return hits(kind, power, 1, float(two_dice_over(NEEDED - (total - roll) - 1)), total >= NEEDED)


def looted(s: Wellington, args: Args, last: Last) -> Roll:
    """[11.10c] [12.5a] High dice find more."""
    return one_die("loot", args[0], args[1])


def guerrillas(s: Wellington, args: Args, last: Last) -> Roll:
    """[4.4b] High dice are bad for the French."""
    return one_die("guerrillas", FRENCH, args[1], favours=False)


LEDGER = Ledger(
    standing,
    losses={"lost_soldiers": soldiers, "lost_regrouped": soldiers, "attrition_loss": attrition, "lost_leader": leader,
            "attrition_leader": leader},
    fights={"battle_won": battle, "battle_nobody": undecided, "fortress_taken": taken, "siege_failed": held_out},
    tells=("flagged", "free_flag", "fortress_taken", "turn"),
    rolls={"battle_dice": battle_dice, "siege_dice": siege_dice, "fortress_dice": fortress_dice, "batteries": batteries,
           "attrition": attrition_dice, "attrition_both": attrition_together, "interception_rolled": intercepted,
           "evasion_rolled": evaded, "loot": looted, "sacked": looted, "guerrillas": guerrillas},
    uncounted=(
        "appeal", "conquest_roll", "peace_roll",        # at most once in a Turn: an average says nothing
        "card_die", "race_die", "desertion",            # each card has its own meaning
    ),
    unit=2,
)
