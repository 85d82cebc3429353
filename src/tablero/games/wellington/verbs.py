"""The words of the game: what each verb and each event speaks of. Text forms, click targets, sentences come from it."""

from __future__ import annotations

from tablero.kernel.actions import signatures

VERBS = signatures({
    "pass": "", "done": "", "yes": "", "no": "",
    # [2] setting up, [4] the turn, [15] Resources
    "mulligan": "", "keep": "", "preempt": "", "end": "",
    "cp": "card", "event": "card", "resource": "", "besiege": "leader", "command": "leader", "remove": "power duchy",
    # [5] cards
    "play": "card",
    # [6] building, [7] Flags
    "build": "arm", "regroup": "arm", "build_leader": "leader", "place": "duchy", "relieve": "",
    "flag": "duchy power",
    # [9] movement, [14] naval affairs
    "lead": "leader", "counter": "duchy arm", "step": "duchy", "load": "n:number", "staff": "leader", "join": "leader",
    "stop": "", "convoy": "duchy", "aboard": "leader", "sail": "duchy",
    # [10] interception and evasion
    "intercept": "leader", "detach": "leader", "intercept_from": "duchy", "evade": "duchy", "evade_excess": "duchy",
    "go": "",
    # [11] Battle, [12] Siege, [13] Attrition
    "bear": "power", "lose": "leader", "retreat": "duchy", "leave": "leader", "soldiers": "n:number", "go_on": "",
    # [16] Interphase
    "gather": "duchy", "deploy": "leader", "muster": "duchy", "leave_one": "duchy",
    "take_along": "leader", "deploy_to": "duchy", "withdraw": "leader", "give_up": "card",
    # cards
    "choose": "duchy", "storm": "duchy", "against": "power", "name": "leader", "remove_card": "card", "desert": "",
    "desert_at": "power duchy", "quarter": "power duchy", "enrage": "camp", "offer": "card", "wish": "card",
    "admiralty": "", "hearts_of_oak": "",
})

EVENTS = signatures({
    # [2] setting up, [4] the turn, [15] Resources
    "turn": "n:number", "end_of_turn": "n:number", "interphase": "n:number",
    "round": "n:number", "impulse": "power", "preempted": "power", "passed": "power",
    "passes": "power", "bid_paid": "power duchy", "kept_hand": "power", "mulligan": "power n:number card",
    "dealt_home": "power card", "dealt_home_hidden": "power", "played_cp": "power card n:number", "named": "leader",
    "refused_commander": "power leader", "spent_resource": "power", "gained": "power n:number",
    "lost_resource": "power", "burned_resource": "power", "free_flag": "power duchy",
    "guerrillas": "duchy die:number total:number", "balanced": "power n:number",
    # [5] cards
    "played_event": "power card", "event_void": "card", "removed_card": "card", "drew": "power card",
    "drew_hidden": "power n:number", "reshuffled": "", "shuffled_back": "power card", "discarded": "power card",
    "debt": "power card n:number", "debt_paid": "power n:number",
    # [6] building, [7] Flags
    "placed": "power n:number duchy", "leader_placed": "leader duchy", "eliminated": "power n:number duchy",
    "regrouped": "power n:number duchy", "flagged": "power duchy owner:power",
    # [9] movement, [14] naval affairs
    "stays": "leader",
    "army_moved": "leader n:number from:duchy to:duchy", "counter_moved": "power n:number from:duchy to:duchy",
    "convoy": "power n:number from:duchy to:duchy", "convoy_stays": "power duchy",
    "assault": "power n:number from:duchy to:duchy",
    "batteries": "duchy kills:number disruptions:number faces:number",
    # [10] interception and evasion
    "intercepts": "leader from:duchy to:duchy n:number", "soldiers_intercept": "power from:duchy to:duchy n:number",
    "interception_rolled": "power dice:number total:number faces:number", "interception_succeeds": "power duchy",
    "interception_fails": "power duchy", "interception_cancelled": "power duchy",
    "evades": "leader from:duchy to:duchy n:number", "soldiers_evade": "power from:duchy to:duchy n:number",
    "evasion_rolled": "power dice:number total:number faces:number", "evasion_succeeds": "power duchy n:number",
    "evasion_fails": "power duchy n:number", "evasion_cancelled": "power duchy", "flag_intercepted": "power duchy",
    # [11] Battle, [12] Siege, [13] Attrition
    "battle": "power duchy", "battle_round": "n:number", "battle_nobody": "duchy", "battle_won": "power duchy",
    "battle_dice": "power dice:number kills:number disruptions:number faces:number",
    "lost_soldiers": "power n:number duchy", "lost_regrouped": "power n:number",
    "lost_leader": "leader duchy", "routed": "power", "retreated": "power duchy", "cannot_retreat": "power duchy",
    "overrun": "power duchy", "loot": "power die:number losses:number n:number", "siege": "power duchy",
    "siege_round": "n:number", "siege_dice": "power dice:number hits:number faces:number",
    "fortress_dice": "duchy dice:number kills:number disruptions:number faces:number", "siege_failed": "power duchy",
    "fortress_taken": "power duchy", "siege_overrun": "power duchy", "sacked": "power die:number n:number",
    "attrition": "power duchy dice:number hits:number faces:number",
    "attrition_both": "camp duchy dice:number hits:number faces:number",
    "attrition_cancelled": "duchy",
    "attrition_loss": "power duchy n:number", "attrition_leader": "leader duchy",
    # [16] Interphase, [18] [19] the end
    "returned": "power card", "returned_hidden": "power", "gave_up": "power card",
    "appeal": "power die:number total:number", "reinforcements": "power n:number",
    "deployed": "power duchy to:duchy leaders:number n:number", "withdrew": "leader",
    "conquest_roll": "power die:number total:number", "no_peace_roll": "", "peace_roll": "die:number",
    "final_points": "power points:half", "won": "power",
    # cards
    "card_die": "card die:number", "race_die": "camp die:number total:number", "race_won": "camp n:number",
    "missed": "leader", "gate_held": "duchy",
    "wounded": "leader", "bridges_blown": "from:duchy to:duchy", "fortified": "duchy",
    "recalled": "leader duchy", "called_home": "power duchy", "hand_seen": "power owner:power",
    "took_card": "power owner:power card", "took_card_hidden": "power owner:power", "council": "power",
    "no_exchange": "power", "exchanged": "power card other:card", "exchanged_hidden": "power",
    "desertion": "power duchy die:number n:number", "quartered": "power duchy", "atrocity": "camp",
})
