"""The words of the game: what each verb and each event speaks of. Text forms, click targets, sentences come from it."""

from __future__ import annotations

from tablero.kernel.actions import signatures

VERBS = signatures({
    "pass": "", "done": "", "all": "", "yes": "", "no": "",
    # [3] order of play
    "first": "side", "challenge": "", "match": "", "yield": "",
    # [7] cards
    "play": "card", "lay": "card", "discard": "card", "restore": "block", "weaken": "block", "ally": "card",
    "name": "block", "reroll": "block",
    "mutiny": "space", "quieten": "space", "dismiss": "block", "root_out": "space", "attach": "block",
    # [10] actions
    "activate": "space", "build": "block", "demolish": "block", "store": "", "replacements": "", "recruit": "space",
    "suppress": "space", "transport": "from:space", "disembark": "", "command": "",
    "disband_knapsack": "space",
    # [11] movement
    "add": "block", "load": "load n:number", "march": "space", "force": "space", "roll": "", "leave": "block",
    "unload": "load n:number", "combine_inside": "", "combine_outside": "",
    # [11.6] interception
    "intercept": "space", "join": "block", "bring": "load",
    # [12] Carlist special movement
    "concentrate": "", "summon": "block", "fetch": "space load n:number", "countermarch": "space",
    "evade": "", "stand": "", "rearguard": "block",
    # [13] sea
    "ship": "block", "escort": "block", "sail": "to:space", "embark": "space", "land": "space",
    # [14] artillery
    "deploy": "load space", "hide_one": "load space",
    # [15] [16] [18] combats, skirmish, siege
    "fight": "space", "locate": "space", "assault": "space", "sortie": "space", "fire": "block", "hit": "block",
    "inside": "block", "stow": "load", "out": "block", "take_out": "load", "take": "load", "keep": "", "raze": "",
    # [17] battle
    "front": "block", "fill": "", "charge": "block", "wait": "", "support": "", "counterbattery": "",
    "target": "block", "hold": "", "flee": "", "countercharge": "block", "withdraw": "", "fight_on": "",
    "reinforce": "block", "pull_back": "block", "bring_up": "block", "rally": "block",
    "step_in": "", "exchange": "block",
    # [17.9] [17.10] retreat, merging, regrouping
    "retreat": "block space", "retreat_all": "space", "carry": "load space", "carry_one": "load space",
    "break_out": "space", "merge": "block into:block", "disband": "block", "regroup": "block space",
    "regroup_load": "load from:space to:space", "regroup_gun": "load from:space to:space",
    # [19] supply
    "from_train": "", "from_knapsack": "", "without": "block",
    # [20] [21] reinforcements, replacements
    "place": "space", "replace": "block", "emplace": "load space", "box": "load", "raise": "block",
    "refill": "load space", "draw": "", "train": "space", "knapsack": "space", "enrol": "unit",
    # [22] [23] uprising, regions
    "region": "space", "rouse": "space",
    # [24] end of year
    "redeploy": "block", "shift": "load space", "hide": "load space", "to": "space", "ship_to": "space",
})

EVENTS = signatures({
    # [3] the course of the war
    "turn": "n:number year:number", "phase": "side", "order": "side first:side", "challenged": "side",
    "matched": "side", "yielded": "side", "completed": "side space",
    # [4] [5] the map and the units
    "shown": "block unit strength:number", "weakened": "unit space n:number", "weakened_hidden": "block space n:number",
    "strengthened": "unit space n:number", "strengthened_hidden": "block space n:number",
    "lost": "unit space", "lost_hidden": "block space", "siege_lifted": "space", "works_swept": "space",
    "town_taken": "side space",
    # [9] victory
    "scored": "side n:number source", "prestige": "n:number", "prestige_back": "n:number",
    "expedition_destroyed": "space",
    # [7] cards
    "drew": "side card", "drew_hidden": "side", "drew_cancelled": "side card", "no_cards": "side", "reshuffled": "side",
    "discarded": "side card", "cancelled": "card", "command": "side n:number", "played": "side card", "voided": "card",
    "card_used": "side card", "held_back": "unit", "wall_stops": "side", "steadfast": "unit", "holds_out": "unit",
    "comes_at_once": "block space",
    "lays": "side", "lays_none": "side", "laid": "side card", "card_die": "card die:number", "mutiny": "space",
    "no_mutiny": "space", "card_returned": "side card", "no_partida": "space", "chapelgorris": "space",
    "rockets_fired": "n:number need:number hits:number faces:number",
    # [10] actions
    "marker": "side n:number", "works_begun": "side space", "demolished": "side space",
    "replacements": "side die:number n:number", "knapsack_disbanded": "side space",
    # [11] movement
    "activated": "side space", "movement_roll": "space die:number", "movement": "side space n:number",
    "marched": "side n:number from:space space", "force_marched": "side n:number from:space space",
    "waits": "side from:space space", "left": "side n:number space", "left_load": "side load n:number space",
    "load_lost": "side load n:number space",
    # [11.6] interception
    "intercepting": "side from:space space n:number", "intercepts": "from:space space die:number",
    "intercepts_at_once": "from:space space", "interception_failed": "from:space die:number",
    # [12] Carlist special movement
    "summoned": "from:space space", "fetched": "load n:number from:space space",
    "countermarches": "space die:number", "countermarches_at_once": "space", "countermarch_failed": "space die:number",
    "evades": "space die:number", "evades_at_once": "space", "evasion_failed": "space die:number", "stands": "space",
    # [13] sea
    "sailed": "from:space space n:number", "landed": "from:space space n:number",
    # [14] artillery
    "captured": "side load space n:number", "guns_lost": "side load space n:number", "deployed": "load space",
    # [15] [16] [18] combats, skirmish, siege
    "combat": "space n:number", "skirmish": "space side", "fired": "unit n:number need:number hits:number faces:number",
    "guns_fired": "side load n:number need:number hits:number faces:number", "must_retreat": "side space",
    "went_inside": "side space n:number", "stowed": "side load space", "besieged": "space",
    "sortie": "side space", "went_out": "side space n:number", "taken_out": "side load space", "assault": "side space",
    "garrison_fired": "space n:number need:number hits:number faces:number", "stormed": "space n:number half:number",
    "fortress_taken": "side space", "razed": "space",
    # [17] battle
    "battle": "side space", "battle_round": "n:number", "drew_up": "side front:number reserve:number",
    "passed": "side", "support": "unit", "counterbattery": "side",
    "morale": "unit roll:number need:number faces:number",
    "demoralized": "unit", "charges": "unit target:unit", "countercharges": "unit target:unit", "flees": "unit",
    "holds": "unit", "resists": "unit", "breaks_in": "unit target:unit",
    "reinforces": "block space roll:number faces:number", "stays_away": "block space roll:number faces:number",
    "brought": "side load space",
    "train_along": "block space", "pulled_back": "unit", "brought_up": "unit", "rallied": "unit",
    "battle_held": "side space", "battle_pursuit": "side space", "battle_rout": "side space",
    # [17.9] [17.10] retreat, merging, regrouping
    "retreated": "side from:space to:space n:number",
    "carried": "side load from:space to:space n:number", "came_from_roads": "side space n:number",
    "breaks_out": "side from:space to:space n:number", "regrouped": "block from:space to:space",
    # [19] supply
    "declared_trains": "side space n:number", "fed_by_train": "side space", "fed_by_knapsack": "side space",
    "unsupplied": "side space n:number", "foraged": "space n:number lost:number faces:number",
    "siege_attrition": "side space n:number lost:number faces:number",
    # [20] [21] reinforcements, replacements
    "arrived": "unit space", "arrived_hidden": "side space", "withdrawn": "unit space",
    "withdrawn_hidden": "side space", "gun_placed": "side load space", "gun_boxed": "load", "gun_lost": "side",
    "bag_empty": "side", "refilled": "side space", "knapsack_built": "side space", "built": "unit space",
    # [22] [23] uprising, regions
    "uprising_roll": "n:number faces:number", "uprising": "space level:number",
    "roused": "space carlists:number liberals:number die:number",
    "not_enough_to_rouse": "space carlists:number liberals:number",
    "located": "space die:number", "located_at_once": "space", "not_located": "space die:number",
    "pursuit": "space n:number", "goes_on": "side space", "breaks_off": "side space",
    "suppression": "space units:number die:number result:number", "recruits": "space n:number",
    # [24] end of year
    "year_end": "year:number", "fortress_points": "n:number", "fatigue": "", "final_roll": "die:number need:number",
    "year_points": "side n:number", "redeployments": "side n:number", "redeployed": "block from:space space",
    "shifted": "side load from:space space", "hidden_guns": "load space n:number", "new_deck": "side",
    "card_expired": "side card",
})
