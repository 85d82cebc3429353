"""The words of the game: what each verb and each event speaks of. Text forms, click targets, sentences come from it."""

from __future__ import annotations

from tablero.kernel.actions import signatures

VERBS = signatures({
    # [3.0] preparation
    "deploy": "unit", "to": "hex", "conceal": "hex", "face": "facing", "raise": "unit", "done": "",
    "give": "marker", "fill": "",
    # [4.0] the actions
    "montear": "", "mojar": "", "batir": "", "bala_rasa": "", "campi": "", "puente": "", "ristre": "", "corda": "",
    "pass": "", "gunboats": "", "repair": "",
    # [6] movement
    "move": "unit", "halt": "", "square": "",
    # [4.2] [4.8] shock
    "attack": "unit hex", "resolve": "hex", "stand": "", "flag": "", "counter": "unit",
    "decorate": "unit", "retreat": "hex",
    # [4.3] [4.5] fire
    "aim": "unit", "fire": "hex", "load": "unit", "shoot": "hex", "canister": "hex", "rebound": "hex", "onto": "hex",
    "salvo": "unit hex",
    # [5.3] rally
    "rally": "unit", "place": "hex",
})

EVENTS = signatures({
    "deployed": "unit hex", "set_up": "side", "arrived": "unit hex", "concealed": "hex", "turned": "hex facing",
    "raised": "unit hex",
    "turn": "n:number", "first_draw": "side", "drew_markers": "side n:number", "drew_unseen": "side n:number",
    "assigned": "unit marker", "assigned_hidden": "side", "unseen": "unit",
    "activation": "side", "action": "side action", "passed": "side",
    "moved": "unit from:hex hex", "stirred": "from:hex hex", "square": "unit", "square_failed": "unit die:number",
    "revealed": "unit", "factors": "unit marker",
    "declared": "unit hex", "combat": "hex n:number", "lapsed": "hex", "withdrew": "unit from:hex hex",
    "flag": "side hex",
    "terrain_die": "hex die:number bonus:number",
    "compared": "hex attack:number defence:number", "repulsed": "hex", "hit_needed": "n:number die:number",
    "shock": "unit n:number", "missed": "hex", "retreated": "unit from:hex hex", "stood": "unit",
    "counter": "unit target:unit attack:number defence:number", "counter_missed": "unit die:number",
    "counter_hit": "unit target:unit die:number", "decorated": "unit",
    "fired": "unit hex factor:number a:number b:number gap:number", "cannot_fire": "unit", "fire": "unit n:number",
    "fire_missed": "hex", "loaded": "unit", "shot": "unit hex need:number roll:number a:number b:number",
    "canister": "unit hex need:number roll:number a:number b:number",
    "rebound": "unit hex other:hex roll:number a:number b:number",
    "gefe_check": "unit roll:number a:number b:number", "gefe_lives": "unit", "gefe_falls": "unit", "withdrawn": "unit",
    "eliminated": "unit",
    "rally_roll": "unit roll:number need:number a:number b:number", "rallied": "unit hex", "no_place": "unit",
    "corda": "side die:number need:number", "corda_failed": "side",
    "gunboats": "side", "bridge": "die:number", "bridge_repaired": "hex", "replaced": "unit other:unit", "weather": "",
    "victory": "side", "partial": "side", "clear": "side", "narrow": "side", "drawn": "",
    "points": "side n:number",
})
