"""[24] The End of Year: points, winter, new units, replacements, redeployment, cards."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.aiw.board import (
    ASIDE, BAZTAN, CARDS, CARDS_OF, CARLIST, CARLIST_ZONE, CITIES, DECK, DISCARDS, EVENT, FIRST_REGION, HAND, LIBERAL,
    MOST, OF_TYPE, PACK, REMOVED, TABLES, TOWNS, UNIT, YEARS
)
from tablero.games.aiw.rules.r02_scenarios import bring
from tablero.games.aiw.rules.r04_map import besieged, friendly, settle
from tablero.games.aiw.rules.r07_cards.s00_decks import (
    THIS_YEAR, cards_of_year, expired, fill_cups, hold, lose_track, place_army
)
from tablero.games.aiw.rules.r09_victory import DECISIVE_ZONE, expeditions, in_zone, level_three, score, win
from tablero.games.aiw.rules.r11_movement.s03_escorts import check_escorts
from tablero.games.aiw.rules.r19_supply.s00_supply import SiegeAttrition
from tablero.games.aiw.rules.r20_reinforcements.s00_units import PlaceUnit
from tablero.games.aiw.rules.r21_replacements.s00_points import AT_YEAR_END
from tablero.games.aiw.rules.r21_replacements.s00_spending import Spend
from tablero.games.aiw.rules.r22_uprising import UprisingPhase
from tablero.games.aiw.rules.r24_end_of_year.s08_redeployment import Redeployment
from tablero.games.aiw.state import DECISIVE, DRAW, POINTS, Aiw, Areas, Side
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.frames import Procedure

_points = TABLES.table("fortress_points")
_rp = TABLES.table("end_of_year_rp")
_victory = TABLES.table("victory")
NEW_UNITS = {table.integer("end_of_year"): table for table in PACK.toml("scenarios.toml").tables("new_units")}
BAZTAN_FROM = 1835          # [24.1d]
FATIGUE_FROM = 1836         # [24.2a]
ARMY_YEAR = 1835            # [24.9f] the year for whose deck the Army of the North is placed


def fortress_value(s: Aiw) -> int:
    """[24.1a] [24.1b] What the Liberal Fortresses in the Carlist Zone are worth."""
    inside = s.forts[LIBERAL] & CARLIST_ZONE
    towns = (inside & TOWNS).bit_count()
    return towns * _points.integer("main_town") + (inside.bit_count() - towns) * _points.integer("other")


def year_points(s: Aiw, side: Side) -> int:
    """[24.7a] [24.7b] The Replacement Points of a side at the end of the year."""
    if side == CARLIST:
        cities = _rp.integer("carlist_for_city") if s.forts[CARLIST] & CITIES else 0
        return (s.held & TOWNS).bit_count() * _rp.integer("carlist_per_main_town") + cities
    active = expeditions(s)
    quiet = sum(level < 2 and not active >> FIRST_REGION + i & 1 for i, level in enumerate(s.uprising))
    return quiet * _rp.table("liberal_per_quiet_region").integer(str(s.year))


def homes(s: Aiw) -> Areas:
    """[24.6c] [24.7e] Friendly unbesieged spaces of the Carlist Zone."""
    return bitset(
        x for x in ids_of(CARLIST_ZONE) if friendly(s, CARLIST, x) and not besieged(s, CARLIST, x)
    )


@dataclass(slots=True)
class EndOfYear(Procedure):
    """[24.0a] The End of Year, step by step."""

    def steps(self) -> tuple[str, ...]:
        return (
            "fortresses", "fatigue", "decisive", "scenario_end", "winter", "liberal_winter", "carlist_winter",
            "new_units", "foreign_battalion", "liberal_points", "carlist_points", "partidas",
            "liberal_redeployment", "carlist_redeployment", "decks", "markers",
        )

    def fortresses(self, s: Aiw) -> None:
        """[9.1q] [9.1s] [24.1c] [24.1d] Liberal Fortresses in the Carlist Zone, and that of Baztán."""
        s.tell("year_end", s.year)
        value = fortress_value(s)
        few, many = _points.integers(str(s.year))
        s.tell("fortress_points", value)
        if value <= few:
            score(s, CARLIST, 1)
        elif value >= many:
            score(s, LIBERAL, 1)
        if s.year >= BAZTAN_FROM and s.forts[LIBERAL] >> BAZTAN & 1:
            score(s, LIBERAL, _victory.integer("baztan_fortress_from_1835"))

    def fatigue(self, s: Aiw) -> None:
        """[9.1t] [24.2a] War fatigue."""
        if s.year >= FATIGUE_FROM:
            s.tell("fatigue")
            score(s, LIBERAL, _victory.integer("war_fatigue_from_1836"))

    def decisive(self, s: Aiw) -> None:
        """[9.0c] [9.1r] [24.3a] A decisive victory ends the game."""
        side = in_zone(s.vp, DECISIVE_ZONE)
        if side >= 0:
            win(s, side, DECISIVE)

    def scenario_end(self, s: Aiw) -> None:
        """[9.0d] [9.1u] [24.4a] [24.4b] [24.4c] In the last year: the final roll, then the marker decides."""
        if s.year < s.setting.end and s.year < YEARS[-1]:
            return
        need = s.prestige - s.debt + level_three(s)
        die = s.die()
        s.tell("final_roll", die, need)
        if die <= need:
            score(s, CARLIST, 1)
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
        table = NEW_UNITS.get(s.year)
        if table is not None:
            for side in (CARLIST, LIBERAL):
                bring(s, side, table)
        settle(s)

    def foreign_battalion(self, s: Aiw) -> None:
        """[24.6c] The Foreign battalion is placed directly."""
        table = NEW_UNITS.get(s.year)
        if table is None or not table.has("carlist_direct"):
            return
        (name,) = table.texts("carlist_direct")
        unit = UNIT[name]
        if unit not in s.unit and not s.gone >> unit & 1 and homes(s):
            s.call(PlaceUnit(CARLIST, unit, MOST[unit], homes(s)))

    def liberal_points(self, s: Aiw) -> None:
        """[24.7a] [24.7c] The Liberal spends his Replacement Points first."""
        self._spend(s, LIBERAL)

    def carlist_points(self, s: Aiw) -> None:
        """[24.7b] [24.7c] Then the Carlist."""
        self._spend(s, CARLIST)

    def _spend(self, s: Aiw, side: Side) -> None:
        """[24.7d] As in 21.0, but a unit may gain several points."""
        s.acted = 0
        points = year_points(s, side)
        s.tell("year_points", side, points)
        s.call(Spend(side, 2 * points, AT_YEAR_END))

    def partidas(self, s: Aiw) -> str | None:
        """[24.7e] Eliminated Partidas return."""
        if not s.partidas or not homes(s):
            return None
        unit = ids_of(s.partidas)[0]
        s.partidas &= ~(1 << unit)
        s.call(PlaceUnit(CARLIST, unit, MOST[unit], homes(s)))
        return "partidas"

    def liberal_redeployment(self, s: Aiw) -> None:
        """[24.8a] The Liberal first."""
        check_escorts(s)
        settle(s)
        s.call(Redeployment(LIBERAL))

    def carlist_redeployment(self, s: Aiw) -> None:
        """[24.8a] Then the Carlist."""
        check_escorts(s)
        settle(s)
        s.call(Redeployment(CARLIST))

    def decks(self, s: Aiw) -> None:
        """[11.3f] [24.9] The decks of the coming year."""
        check_escorts(s)
        settle(s)
        renew_decks(s, s.year + 1)

    def markers(self, s: Aiw) -> None:
        """[24.10a] The Action Point markers of the coming year."""
        fill_cups(s, s.year + 1)


def renew_decks(s: Aiw, year: int) -> None:
    """[7.1h] [7.1i] [24.9a] [24.9b] [24.9c] [24.9d] [24.9e] Discards and new cards join the decks, expired and
    cancelled ones leave; what expires in a hand is replaced."""
    s.lasting &= ~THIS_YEAR
    s.reveal()          # that nothing in a hand expires is seen as well
    out = expired(year) | s.barred
    fresh = cards_of_year(s, year) & s.piles[ASIDE]
    for side in (0, 1):
        CARDS.move_all(s, s.piles[DISCARDS] & CARDS_OF[side], DISCARDS, DECK[side])
        CARDS.move_all(s, fresh & CARDS_OF[side], ASIDE, DECK[side])
        CARDS.move_all(s, s.piles[DECK[side]] & out, DECK[side], REMOVED)
        lose_track(s, side)
        s.tell("new_deck", side)
    for side in (0, 1):
        for card in ids_of(s.piles[HAND[side]] & expired(year)):
            CARDS.move(s, card, HAND[side], REMOVED)
            s.reveal()
            s.tell("card_expired", side, card)
            if s.piles[DECK[side]] & ~OF_TYPE[EVENT]:
                hold(s, side, CARDS.pick(s, DECK[side], ~OF_TYPE[EVENT]))
    if year == ARMY_YEAR:
        place_army(s)
