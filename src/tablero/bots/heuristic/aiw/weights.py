"""What things are worth, in Victory Points."""

from __future__ import annotations

from typing import Final, NamedTuple

TOWN: Final = 1.0               # [9.1c]
CITY: Final = 3.5               # [9.1a] and what it adds to Prestige
SECOND_CITY: Final = 8.0        # [9.1b] wins the war
PRESTIGE: Final = 0.25          # [9.1j] a step of the Prestige marker: four of them make a point
DESTROYED: Final = 2            # [9.1m] steps that the loss of an Expedition costs


class Weights(NamedTuple):
    """How much a side makes of what no rule prices."""

    strength: float = 0.15      # a point of strength: what an Action Point buys of it, and what that is worth
    rout: float = 1.8           # [9.1d] a Rout: a point, and what becomes of the routed
    field: float = 0.5          # to win a Battle, which drives an army away
    keep: float = 1.0           # trust that a town stays taken
    pull: float = 0.16          # to be near an aim
    danger: float = 1.0         # fear of a stronger enemy in reach
    garrison: float = 1.0       # care for what is held
    build: float = 1.0          # Fortresses of one's own
    quiet: float = 0.8          # [23.4d] suppressed Uprisings
    relief: float = 1.0         # a besieged Fortress that is relieved
    siege: float = 1.0          # a Fortress that is besieged
    stake: float = 1.0          # [24.1] Fortresses that count at the end of a year
    hunger: float = 1.6         # [19.3] points of strength that an unsupplied unit is thought to lose
    army: float = 1.0           # [9.1k] an army that holds Prestige back
    expedition: float = 1.2     # for Partidas, to be near a region that they can raid
    mass: float = 0.02          # each unit beyond two that stands with others
    intercept: float = 1.0      # to come in the way


# found in matches: the few Carlists do better to husband their strength and to besiege, the many Liberals to mass and
# to attack
CARLIST_WEIGHTS: Final = Weights(strength=0.12, field=0.5, garrison=1.0, siege=1.0)
LIBERAL_WEIGHTS: Final = Weights(strength=0.17, field=1.0, garrison=0.8, siege=0.7, mass=0.05)
WEIGHTS: Final = (CARLIST_WEIGHTS, LIBERAL_WEIGHTS)     # by side
