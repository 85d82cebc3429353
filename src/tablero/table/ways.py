"""What can be clicked though it is several actions away: the gestures of the open question, in words."""

from __future__ import annotations

import msgspec

import tablero
from tablero.table.phrases import LinkedSpeech
from tablero.table.sitting import Sitting


class Way(msgspec.Struct, omit_defaults=True):
    """What a click on something far does."""

    things: list[str]           # that the actions name, in their order
    label: str = ""             # of the last action (and the first), or of the first, where it names what is clicked
    rolls: str = ""             # the dice that will be rolled on the way


def ways(sitting: Sitting, seat: int, speech: LinkedSpeech) -> dict[str, Way]:
    """What a seat can click that is more than one action away."""
    if seat not in sitting.to_move():
        return {}
    game, view = sitting.game, sitting.game.view(sitting.state, seat)
    found = {}
    for target, actions in tablero.gestures(view, seat).items():
        named = [game.targets(view, action) for action in actions]
        alone = len(actions) == 1 or target in named[-1]
        label = speech.action(view, actions[-1 if alone else 0]) if alone or target in named[0] else ""
        if alone and actions[1:] and not named[0]:
            label = f"{speech.action(view, actions[0])} · {label}"      # what it begins with is a choice of its own
        rolls = [note for action in actions if (note := speech.note(f"rolls.{action[0]}"))]
        found[target] = Way([thing for things in named for thing in things], label, rolls[0] if rolls else "")
    return found
