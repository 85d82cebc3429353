"""Powder: who fires at what in Batir, Campi and Bala Rasa, and what it promises."""

from __future__ import annotations

from tablero.bots.heuristic.dpyr.outlook import Outlook
from tablero.games.dpyr.board import ARTILLERY, CAMPI, CAVALRY, GRID, INFANTRY, TABLES
from tablero.games.dpyr.rules.r04_actions import s05_bala_rasa as bala_rasa
from tablero.games.dpyr.rules.r04_actions.s00_actions import reach
from tablero.games.dpyr.rules.r04_actions.s03_batir_s04_paqueo import usable_factor
from tablero.games.dpyr.state import Hex, Unit, fire_factor
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of

KEPT = 0.6          # a salvo kept for the enemy's activation, against one fired now


def muskets(look: Outlook) -> list[Unit]:
    """Own units that could fire."""
    s = look.s
    arms = (*s.b.of_kind[look.side][INFANTRY], *s.b.of_kind[look.side][CAVALRY])
    return [u for u in arms if s.at[u] >= 0 and fire_factor(s, u)]


def batir_worth(look: Outlook) -> float:
    """What a volley from where the units stand is worth, after the ammunition it costs."""
    return _volley(look, [look.shot(u, look.s.at[u]) for u in muskets(look)])


def _volley(look: Outlook, shots: list[tuple[float, Hex]]) -> float:
    """Several shots at one hex do not add up fully: the first may do the work of the last."""
    worth, at = 0.0, dict[Hex, int]()
    shots = sorted((shot for shot in shots if shot[0] > look.price), reverse=True)
    for value, target in shots[: max(0, look.s.ammunition[look.side] - 1)]:
        n = at[target] = at.get(target, 0) + 1
        worth += max(0.0, value * (1.0 if n <= 3 else 0.5) - look.price)
    return worth


def campi_spots(look: Outlook) -> dict[Unit, tuple[float, Hex, Hex]]:
    """Per unit that gains by stepping out: what its shot is worth, from where, at what."""
    found = {}
    for u in muskets(look):
        here = look.s.at[u]
        if look.far[here] > 4 and not look.targets & GRID.ring_bits(here, 4):
            continue
        place = here
        best, target = look.shot(u, here)
        for x in ids_of(reach(look.s, u, CAMPI, False)):
            worth, y = look.shot(u, x)
            if worth > best + 0.02:
                best, place, target = worth, x, y
        if target >= 0:
            found[u] = best, place, target
    return found


def campi_worth(look: Outlook, spots: dict[Unit, tuple[float, Hex, Hex]]) -> float:
    """What stepping out and firing is worth."""
    return _volley(look, [(worth, target) for worth, _, target in spots.values()])


def bala_rasa_worth(look: Outlook) -> float:
    """What the batteries with a target could do."""
    return sum(max(0.0, battery_worth(look, u)) for u in guns(look))


def guns(look: Outlook) -> list[Unit]:
    return [u for u in look.s.b.of_kind[look.side][ARTILLERY] if look.s.at[u] >= 0]


def battery_worth(look: Outlook, gun: Unit) -> float:
    """A battery's two salvoes, the second one later, less their price; what it still has need not be bought."""
    s = look.s
    best = max((look.round_shot(gun, s.at[gun], x) for x in bala_rasa.targets(s, gun)), default=0.0)
    return best * (1 + KEPT * (1 - s.salvo[gun])) - TABLES.battery_ammunition * look.price


def salvo_worth(look: Outlook, gun: Unit, shot: Action) -> float:
    """What a shot of a battery in its own activation is worth, a salvo that is left over included."""
    s = look.s
    (x,) = shot[1:]
    here = s.at[gun]
    if shot[0] == "rebound":
        second = max((look.round_shot(gun, here, y) for y in bala_rasa.second_targets(s, gun, x)), default=0.0)
        return look.round_shot(gun, here, x) + second
    once = look.round_shot(gun, here, x, shot[0] == "canister")
    return once + KEPT * look.round_shot(gun, here, x)


def musket_worth(look: Outlook, unit: Unit, x: Hex) -> float:
    """What a shot at a hex is worth."""
    s = look.s
    if x not in s.piles:
        return 0.0
    return look.damage.musketry(s.piles[x][-1], usable_factor(s, unit, x))
