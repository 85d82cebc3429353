"""[24.0] The End of Year, in the order of its sections."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.aiw.board import CARLIST, LIBERAL, TABLES, YEARS
from tablero.games.aiw.rules.r04_map import settle
from tablero.games.aiw.rules.r09_victory import DECISIVE_ZONE, FATIGUE, FINAL_ROLL, in_zone, level_three, score, win
from tablero.games.aiw.rules.r10_actions.s00_points import fill_cups
from tablero.games.aiw.rules.r11_movement.s03_escorts import check_escorts
from tablero.games.aiw.rules.r19_supply.s00_supply import SiegeAttrition
from tablero.games.aiw.rules.r22_uprising import UprisingPhase
from tablero.games.aiw.rules.r24_end_of_year.s01_fortress_points import score_fortresses
from tablero.games.aiw.rules.r24_end_of_year.s06_new_units import bring_new_units, place_foreign_battalion
from tablero.games.aiw.rules.r24_end_of_year.s07_replacements import return_partida, spend_year_points
from tablero.games.aiw.rules.r24_end_of_year.s08_redeployment import Redeployment
from tablero.games.aiw.rules.r24_end_of_year.s09_cards import renew_decks
from tablero.games.aiw.state import DECISIVE, DRAW, POINTS, Aiw
from tablero.kernel.frames import Procedure

FATIGUE_POINTS = TABLES.table("victory").integer("war_fatigue_from_1836")
FATIGUE_FROM = 1836         # [24.2a]
FINAL_POINTS = 1            # [24.4b]


@dataclass(slots=True)
class EndOfYear(Procedure):
    """[24.0a] The End of Year, step by step. Between the steps what stands without an escort is lost [11.3f]."""

    def steps(self) -> tuple[str, ...]:
        return (
            "fortresses", "fatigue", "decisive", "scenario_end", "winter", "liberal_winter", "carlist_winter",
            "new_units", "foreign_battalion", "liberal_points", "carlist_points", "partidas",
            "before_liberal", "liberal_redeployment", "before_carlist", "carlist_redeployment", "decks", "markers",
        )

    def fortresses(self, s: Aiw) -> None:
        """[24.1] Liberal Fortresses in the Carlist Zone, and that of Baztán."""
        s.tell("year_end", s.year)
        score_fortresses(s)

    def fatigue(self, s: Aiw) -> None:
        """[9.1t] [24.2a] The longer the war lasts, the more points the Liberal has to make up for."""
        if s.year >= FATIGUE_FROM:
            s.tell("fatigue")
            score(s, LIBERAL, FATIGUE_POINTS, FATIGUE)

    def decisive(self, s: Aiw) -> None:
        """[9.0c] [9.1r] [24.3a] A decisive victory ends the game."""
        side = in_zone(s.vp, DECISIVE_ZONE)
        if side >= 0:
            win(s, side, DECISIVE)

    def scenario_end(self, s: Aiw) -> None:
        """[9.0d] [9.1u] [24.4a] [24.4b] [24.4c] In the last year: the final roll, then the marker decides."""
        if s.year < s.setting.end and s.year < YEARS[-1]:
            return
        need, die = s.prestige - s.debt + level_three(s), s.die()
        s.tell("final_roll", die, need)
        if die <= need:
            score(s, CARLIST, FINAL_POINTS, FINAL_ROLL)
        if s.vp:
            win(s, CARLIST if s.vp > 0 else LIBERAL, POINTS)
        else:
            win(s, -1, DRAW)

    def winter(self, s: Aiw) -> None:
        """[24.5a] The Uprising table, and the Expeditions."""
        s.mutiny = 0
        s.call(UprisingPhase())

    def liberal_winter(self, s: Aiw) -> None:
        """[24.5b] Siege attrition, the Liberal first."""
        s.call(SiegeAttrition(LIBERAL))

    def carlist_winter(self, s: Aiw) -> None:
        """[24.5b] Then the Carlist."""
        s.call(SiegeAttrition(CARLIST))

    def new_units(self, s: Aiw) -> None:
        """[11.3f] [24.6a] [24.6b] New units come into the bags and boxes."""
        check_escorts(s)
        bring_new_units(s)

    def foreign_battalion(self, s: Aiw) -> None:
        """[24.6c] The Foreign battalion."""
        place_foreign_battalion(s)

    def liberal_points(self, s: Aiw) -> None:
        """[24.7a] [24.7c] The Liberal spends his Replacement Points first."""
        spend_year_points(s, LIBERAL)

    def carlist_points(self, s: Aiw) -> None:
        """[24.7b] [24.7c] Then the Carlist."""
        spend_year_points(s, CARLIST)

    def partidas(self, s: Aiw) -> str | None:
        """[24.7e] Eliminated Partidas return, one after the other."""
        return "partidas" if return_partida(s) else None

    def before_liberal(self, s: Aiw) -> None:
        """[11.3f] What is alone before the redeployments."""
        check_escorts(s)
        settle(s)

    def liberal_redeployment(self, s: Aiw) -> None:
        """[24.8a] The Liberal first."""
        s.call(Redeployment(LIBERAL))

    def before_carlist(self, s: Aiw) -> None:
        """[11.3f] And between them."""
        check_escorts(s)
        settle(s)

    def carlist_redeployment(self, s: Aiw) -> None:
        """[24.8a] Then the Carlist."""
        s.call(Redeployment(CARLIST))

    def decks(self, s: Aiw) -> None:
        """[11.3f] [24.9] The decks of the coming year."""
        check_escorts(s)
        settle(s)
        renew_decks(s, s.year + 1)

    def markers(self, s: Aiw) -> None:
        """[24.10a] The Action Point markers of the coming year."""
        fill_cups(s, s.year + 1)
