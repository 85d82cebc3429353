"""The words of the game: what each verb and each event speaks of. Text forms, click targets, sentences come from it."""

from __future__ import annotations

from tablero.kernel.actions import signatures

VERBS = signatures({
    "pass": "", "done": "", "yes": "", "no": "",
    # [6] the turn
    "discard": "card", "redraw": "", "raze": "space",
    # [7] [8] actions
    "ops": "card", "sr": "card", "rp": "card", "event": "card", "auto": "",
    "move": "space", "attack": "space",
    # [10] movement
    "take": "unit", "step": "space", "stop": "", "build": "unit",
    # [11] combat
    "target": "space", "join": "unit", "fight": "", "assault": "siege", "armor": "", "play": "card",
    "lose": "unit", "replace": "unit", "cancel": "unit", "retreat": "unit space", "advance": "unit space",
    # [12] [14] [15] redeployment, replacements, deployment
    "redeploy": "unit", "to": "space", "to_reserve": "", "restore": "unit", "rebuild": "unit", "reinforce": "siege",
    "deploy": "unit", "withdraw": "unit", "militarize": "unit",
})

EVENTS = signatures({
    # [3] [5] [16.3] control, points, morale
    "captured": "side space", "vp": "n:number total:number", "rm": "n:number total:number",
    "cut_off": "side", "border_open": "side", "north_linked": "", "north_ended": "", "divided": "side",
    "shortage_over": "", "siege_lifted": "siege", "linked_up": "space",
    # [6] the turn
    "turn": "n:number", "round": "side n:number", "drew": "side n:number", "reshuffled": "side", "discarded": "side card",
    # [7] [8] actions
    "played_ops": "side card", "played_sr": "side card", "played_rp": "side card", "played_event": "side card",
    "automatic": "side", "activated_move": "side space", "activated_attack": "side space",
    # [10] works
    "works_gone": "side space",
})
