"""What the account of a war is made of."""

from __future__ import annotations

from tablero.games.car.board import NAT
from tablero.games.car.state import Car
from tablero.kernel.ledger import Args, Entry, Last, Ledger, Roll, Shares

DIE_MEAN, DIE_VARIANCE = 3.5, 35 / 12


def standing(s: Car) -> Shares:
    """[5.1.1a] Where the marker stood at the start, and what the Republic must keep it under."""
    return {"start": (s.setting.setup.integer("vp"), 0), "level": (0, s.setting.draw)}


def points(s: Car, args: Args, last: Last) -> Entry:
    """[5.1.2a] The marker counts for the Nationalists, up and down."""
    return Entry("gained" if args[0] > 0 else "given_back", NAT, args[0])


def unit_lost(s: Car, args: Args, last: Last) -> Entry:
    return Entry("units", args[0])


def step_lost(s: Car, args: Args, last: Last) -> Entry:
    return Entry("steps", args[0])


def won(s: Car, args: Args, last: Last) -> Entry:
    return Entry("combat", args[0])


def drawn(s: Car, args: Args, last: Last) -> Entry:
    return Entry("combat", -1)




def fired(s: Car, args: Args, last: Last) -> Roll:
    return Roll("fire", args[0], args[1], DIE_MEAN, DIE_VARIANCE)


LEDGER = Ledger(
    standing, gains={"vp": points},
    losses={"eliminated": unit_lost, "removed": unit_lost, "starved": unit_lost, "reduced": step_lost,
            "replaced": step_lost},
    fights={"combat_won": won, "combat_drawn": drawn}, rolls={"fired": fired},
)
