"""The words of the game: what each verb and each event speaks of. Text forms, click targets, sentences come from it."""

from __future__ import annotations

from tablero.kernel.actions import signatures

VERBS = signatures({
    "pass": "", "done": "", "yes": "", "no": "",
    # [6] the turn
    "discard": "card", "redraw": "", "raze": "space",
    # [7] [8] actions
    "ops": "card", "sr": "card", "rp": "card", "event": "card", "auto": "",
    "move": "space", "attack": "space", "bonus": "space", "land": "space",
    "name": "card", "dig": "space", "train": "unit",
    # [10] movement
    "take": "unit", "step": "space", "stop": "", "build": "unit",
    # [11] combat
    "target": "space", "join": "unit", "fight": "", "assault": "siege", "armor": "", "play": "card",
    "lose": "unit", "replace": "unit", "cancel": "unit", "retreat": "unit space", "advance": "unit space",
    "designate": "", "spare": "unit",
    # [12] [14] [15] redeployment, replacements, deployment
    "redeploy": "unit", "to": "space", "to_reserve": "", "restore": "unit points", "rebuild": "unit points",
    "reinforce": "siege",
    "deploy": "unit", "withdraw": "unit", "militarize": "unit",
})

EVENTS = signatures({
    # [3] [5] [16.3] control, points, morale
    "captured": "side space", "vp": "n:number total:number source", "rm": "n:number total:number source",
    "cut_off": "side", "border_open": "side", "north_linked": "", "north_ended": "", "divided": "side",
    "shortage_over": "", "siege_lifted": "siege", "linked_up": "space",
    # [6] the turn
    "turn": "n:number", "round": "side n:number", "drew": "side n:number", "reshuffled": "side",
    "discarded": "side card", "drew_card": "side card", "showed": "side card",
    "siege_weakened": "siege", "siege_surrendered": "siege", "starved": "side unit space", "beach_gone": "space",
    # [7] [8] actions
    "played_ops": "side card", "played_sr": "side card", "played_rp": "side card", "played_event": "side card",
    "automatic": "side", "activated_move": "side space", "activated_attack": "side space",
    "points": "side own:half ally:half", "no_ally_points": "side card n:half", "sr_fewer": "side n:half lost:half",
    "stays_in_morocco": "", "landed": "unit space",
    # [9] [10] stacking, movement, works
    "removed": "side unit space", "eliminated": "side unit space",
    "stepped": "side n:number from:space space", "will_build": "side unit space", "build_roll": "side space die:number",
    "position_built": "side space", "trench_built": "side space", "works_gone": "side space",
    # [11] [16.1] combat
    "combat": "side space", "combat_void": "space", "designated": "side space", "armor_declared": "side",
    "played_combat_card": "side card", "kept_card": "side card",
    "fired": "side die:number modifier:number n:number", "reduced": "side unit space", "replaced": "side unit space",
    "spared": "side unit space", "combat_won": "side space", "combat_drawn": "space", "held_ground": "side space",
    "retreated": "side unit space", "advanced": "side unit space",
    "assault": "siege", "assault_die": "die:number modifier:number",
    "assault_succeeds": "siege", "assault_fails": "siege",
    # [12] redeployment
    "left_over_border": "side unit space", "to_reserve": "side unit from:space",
    "redeployed": "side unit from:space space", "sr_lost": "side n:half",
    # [8.5.2] [14] reinforcements, replacements
    "given_up": "side unit space", "placed": "side unit space", "militarized": "side unit space", "bonus": "space",
    "beach_opened": "space", "landing_won": "", "landing_lost": "", "strait_open": "", "silenced": "card",
    "severe_winter": "n:number", "replacements": "side own:half ally:half",
    "rp_taken": "side points n:half card", "rp_cities": "side points n:half", "rp_lost": "side own:half ally:half",
    "restored": "side unit space", "rebuilt": "side unit", "siege_reinforced": "siege n:number",
})
