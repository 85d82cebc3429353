"""What the games warn of, by the text form of the option, for their tests."""

from __future__ import annotations

import tablero
from tablero.kernel.text import Speech


def warned(game: tablero.Game[tablero.State], s: tablero.State) -> dict[str, str]:
    """By option of the seat that is asked: `waste.action_points`, or `vain.no_target`."""
    (seat,) = tablero.players(s)
    view = game.view(s, seat)
    found = {game.write(s, action): game.caution(view, seat, action) for action in tablero.options(s, seat)}
    return {text: f"{caution.kind}.{caution.key}" for text, caution in found.items() if caution is not None}


def words(game: tablero.Game[tablero.State], s: tablero.State, text: str) -> str:
    """What is said about an option."""
    (seat,) = tablero.players(s)
    view = game.view(s, seat)
    caution = game.caution(view, seat, game.read(s, text))
    return Speech(game, "en").caution(view, caution) if caution else ""
