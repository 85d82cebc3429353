"""What the account of a war is made of."""

from __future__ import annotations

from tablero.games.car.board import CHANGES, NAT, REP
from tablero.games.car.rules.r16_special.s01_sieges import SUCCEEDS
from tablero.games.car.state import Car
from tablero.kernel.ledger import Args, Entry, Last, Ledger, Meter, Roll, Shares, hits, one_die
from tablero.kernel.odds import one_die as chance_of


def standing(s: Car) -> Shares:
    """[5.1.1a] Where the marker stood at the start, and what the Republic must keep it under."""
    return {"start": (s.setting.setup.integer("vp"), 0), "level": (0, s.setting.draw)}


def points(s: Car, args: Args, last: Last) -> Entry:
    """[5.1.2a] The marker counts for the Nationalists, up and down."""
    n, _, source = args
    return Entry(CHANGES[source], NAT, n)


def morale(s: Car, args: Args, last: Last) -> Entry:
    """[16.3.2a] What raises and lowers Republican Morale."""
    n, _, source = args
    return Entry(CHANGES[source], REP, n)


def first_morale(s: Car) -> int:
    return s.setting.setup.integer("rm")


def unit_lost(s: Car, args: Args, last: Last) -> Entry:
    return Entry("units", args[0])


def step_lost(s: Car, args: Args, last: Last) -> Entry:
    return Entry("steps", args[0])


def won(s: Car, args: Args, last: Last) -> Entry:
    return Entry("combat", args[0])


def drawn(s: Car, args: Args, last: Last) -> Entry:
    return Entry("combat", -1)


def fired(s: Car, args: Args, last: Last) -> Roll:
    return one_die("fire", args[0], args[1])


def assaulted(s: Car, args: Args, last: Last) -> Roll:
    """[16.1.4.2a] Low dice succeed."""
    die, modifier = args
    chance = chance_of(lambda face: face + modifier <= SUCCEEDS)
    return hits("assault", REP, 1, float(chance), die + modifier <= SUCCEEDS)


def built(s: Car, args: Args, last: Last) -> Roll:
    """[10.2.2b] High dice build."""
    side, _, die = args
    return one_die("building", side, die)


LEDGER = Ledger(
    standing, gains={"vp": points},
    losses={"eliminated": unit_lost, "removed": unit_lost, "starved": unit_lost, "reduced": step_lost,
            "replaced": step_lost},
    fights={"combat_won": won, "combat_drawn": drawn},
    rolls={"fired": fired, "assault_die": assaulted, "build_roll": built},
    tells=("captured",), meters={"morale": Meter(first_morale, {"rm": morale})},
)
