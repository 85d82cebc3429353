"""What cards are worth to hold, pieces to have, and Duchies to own, in Victory Points."""

from __future__ import annotations

from tablero.games.wellington.board import BATTLE_RATING, CARD, COMMAND_RATING

A_POINT = 0.22                  # a Command Point at any time: a good card of five points wins about a Key
AN_SP = 0.7                     # two Command Points build one, and it fights more than once
A_RESOURCE = 0.6                # half a Victory Point at the end, or a card now
A_CARD = 0.8                    # any card in hand
A_WAR = 18.0                    # the whole war: what a chance to win or lose it at once is measured by
LEADER_WORTH = tuple(0.3 + 0.25 * rating + 0.06 * command
                     for rating, command in zip(BATTLE_RATING, COMMAND_RATING, strict=True))

CARD_VALUES = {
    # what the enemy loses is worth as much as what the own side gains; those below that hurt one side only are worth
    # that to its enemies and as much less to itself (AGAINST)
    # Must Play cards: SPs, Resources or a card of those whom they hurt
    "russian_front": 3.4, "viceroys_overthrown": 1.8, "invade_canada": 1.4, "cadres": 2.4, "luddite_riots": 0.8,
    "cortes_of_cadiz": 0.8, "malet_conspiracy": 1.6, "corruption_sabotage": -0.6,
    # Events that take away Soldiers, Leaders or Resources
    "portuguese_unrest": 1.3, "emperor_beckons": 3.6, "emperors_horses": 2.0, "la_patrie_en_danger": 1.9,
    "spanish_ulcer": 1.3, "arrears_of_pay": 0.6, "magazines_burned": 0.6, "desertion": 0.7, "camp_fever": 1.0,
    "cavalry_raid": 0.6, "el_empecinado": 0.8, "dysentery": 0.7, "winter_quarters": 0.5,
    # Events that bring Soldiers or Leaders: half a Command Point's worth for each that a card would build
    "british_subsidies": 3.4, "next_class": 1.8, "volunteers": 0.9, "rally_to_the_colours": 0.8, "supply_convoy": 0.7,
    "field_promotion": 0.7, "to_arms": 1.3, "fighting_cocks": 1.3, "german_conscripts": 1.3, "italian_division": 0.9,
    "king_josephs_guard": 0.9, "gendarmes": 0.8, "nationalist_uprising": 1.4,
    # Events that Flag, or make Guerrillas attack
    "guerrilleros": 0.9, "juntas_proclaim": 0.5, "afrancesados": 0.5, "mobile_columns": 0.7,
    # Events that give Resources or cards
    "royal_intervention": 0.7, "extended_campaign": 1.0, "a_change_of_plans": 0.9, "cavalry_of_st_george": 1.2,
    "eagles_come_south": 1.1, "council_of_war": 0.1, "exploring_officers": 0.15, "baggage_train_taken": 0.5,
    "other_wellesley": 0.9, "war_without_end": 0.3, "atrocity": 0.7,
    # marches without Command Points
    "forced_march": 1.0, "long_nosed_wellesley": 1.5, "audace": 0.9, "command_of_the_sea": 0.4, "admiralty": 0.6,
    "naval_support": 0.1,
    # Battle cards: a die is worth a tenth to a fifth of a Battle
    "flank_attack": 0.5, "humbled": 0.7, "congreve_rockets": 0.4, "grand_battery": 0.45, "reserves_committed": 0.35,
    "rifles_forward": 0.4, "relentless_pursuit": 0.35, "charge_of_the_heavies": 0.45, "field_fortifications": 0.5,
    "stand_firm": 0.4, "rear_guard": 0.3, "militia": 0.55, "spanish_mob": 0.4, "thin_red_line": 0.6, "young_guard": 0.7,
    "vive_l_empereur": 0.35, "lancers_of_the_vistula": 0.5, "dragoons": 0.45, "los_arapiles": 0.4,
    # Battle and Siege cards: the same, more often
    "massed_grenadiers": 0.65, "conscripts": 0.55, "thunder_lightning": 0.9, "wild_geese": 0.55,
    # Siege cards: a Fortress that falls is a Key
    "forlorn_hope": 0.6, "bombardment": 0.5, "escalade": 0.6, "treason_at_the_gate": 0.5, "sortie": 0.5,
    "siege_train": 0.7, "war_to_the_knife": 0.5, "torres_vedras": 0.3,
    # Responses to Battles
    "another_day_of_battle": 0.4, "to_the_death": 0.3, "sharpshooters": 0.6, "juramentados": 0.7,
    "marshals_quarrel": 0.5, "disputed_command": 0.45, "fog_of_war": 0.4,
    # Responses to marches
    "mud": 0.6, "heat_of_la_mancha": 0.4, "bridges_blown": 0.35, "hasty_fortress": 0.7, "gales_in_biscay": 0.2,
    "turning_movement": 0.2, "pontoon_train": 0.15,
    # Responses to interceptions, evasions and Attrition
    "local_guides": 0.25, "night_march": 0.4, "scovell_ciphers": 0.3, "local_initiative": 0.3, "light_division": 0.45,
    "call_for_reinforcements": 0.45, "march_to_the_guns": 0.4, "scum_of_the_earth": 0.4, "foraging_parties": 0.45,
    "living_off_the_land": 0.35,
}
VALUE = tuple(value for _, value in sorted((CARD[name], value) for name, value in CARD_VALUES.items()))

AGAINST_FRENCH = ("russian_front", "cadres", "malet_conspiracy", "emperor_beckons", "emperors_horses")
AGAINST_ALLIES = ("viceroys_overthrown", "invade_canada", "luddite_riots", "cortes_of_cadiz", "portuguese_unrest")
HURTS = {CARD[name]: side for side, names in ((0, AGAINST_ALLIES), (1, AGAINST_FRENCH)) for name in names}


def held_value(card: int, side: int) -> float:
    """What a card is worth as an Event to a side."""
    return -VALUE[card] if HURTS.get(card) == side else VALUE[card]
