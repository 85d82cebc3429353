"""[21.0] Replacement Points: where they come from, and what things cost."""

from __future__ import annotations

from tablero.games.aiw.board import TABLES
from tablero.kernel.refusals import Refusal

BY_ACTION, BY_EVENT, AT_YEAR_END, IN_REINFORCEMENTS, BY_EXPEDITION = range(5)

_costs = TABLES.table("replacement_cost")
UNIT_COST = _costs.integer("half_rp_infantry_cavalry")                          # [21.1a] in half points
SUPPLY_COST = _costs.integer("half_rp_supply_train_knapsack")
BUILT_STRENGTH = _costs.integer("build_from_bag_strength")                      # [21.2a]
ABROAD_TIMES = _costs.integer("carlist_outside_carlist_zone_multiplier")        # [21.1h]

NO_POINTS = Refusal("21.1a", "no_replacement_points")
NOT_YOURS = Refusal("21.0a", "not_your_unit")
NOT_OF_EXPEDITION = Refusal("23.4r", "not_of_the_expedition")
