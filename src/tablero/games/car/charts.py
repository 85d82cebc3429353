"""The tables of the book and of the player's aid, from the same data as the rules."""

from __future__ import annotations

from collections import Counter

from tablero.games.car.board import SIDES
from tablero.kernel.aids import CARDS, PIECES, SCENARIOS, Cell, Chart, Printer, halves, keys, signed
from tablero.kernel.packs import Row, Table

DICE = range(1, 7)
SHORT = {"nat": "nationalist", "rep": "republican"}
HALF_COSTS = (
    "sr_division",
    "sr_corps",
    "special_sr_division",
    "special_sr_corps",
    "rp_division_step",
    "rp_corps_step",
    "isolated_limit",
)
BOXES = ("reserve", "africa", "eliminated", "gone")


def charts(p: Printer) -> tuple[Chart, ...]:
    """All of them."""
    return (
        _turns(p),
        *(_fire(p, size) for size in ("division", "corps")),
        _terrain(p),
        p.facts("modifiers", "modifiers", "16.6.2 16.5.1 16.5.3 17.5.1", signs="all"),
        p.facts(
            "works",
            "works sieges",
            "10.2 16.1.4",
            signs="sieges_turn_1 sieges_strong_assault",
            show=lambda key, value: halves(int(str(value))) if key == "sieges_rp" else None,
        ),
        p.facts(
            "costs",
            "costs",
            "12.1.2a 14.1.3a 13.4.3 16.2.4.2",
            show=lambda key, value: halves(int(str(value))) if key in HALF_COSTS else None,
        ),
        _replacements(p),
        p.facts(
            "victory_points",
            "victory_points",
            "5.1.2a 3.0ak 16.1.7 16.2.5",
            signs="capital vp_space main_city madrid alcazar_liberated oviedo_taken_while_isolated",
        ),
        p.facts("madrid", "madrid_priority", "17.3.2a", signs="all"),
        p.facts(
            "morale",
            "morale",
            "16.3.3a 16.3.3b 16.3.3c 16.3.3e",
            signs="capital main_city madrid siege_liberated french_border portuguese_border north_connected "
            "north_ended republican_zone_divided nationalist_zone_divided",
        ),
        _hands(p),
        p.facts("winter", "winter", "16.5.1a 16.5.3"),
        _africa(p),
        p.facts("mobilization", "mobilization", "15.2.2.1a 15.2", show=lambda key, value: _levy(p, key, value)),
        p.facts(
            "sea",
            "sea corridor_of_grado",
            "12.1.7 13.1.4 16.7.1 16.7.2 2.1.2",
            show=lambda key, value: _where(p, value),
        ),
        p.facts(
            "markers",
            "markers",
            "2.2.2 10.2.9a 4.1",
            part=PIECES,
            show=lambda key, value: p.names(key, map(str, value)) if isinstance(value, list) else None,
        ),
        _scenarios(p),
        *_setups(p),
        *_units(p),
        _spaces(p),
        *_cards(p),
    )


def _side(p: Printer, short: str) -> str:
    return p.say(f"side.{SHORT[short]}.plural") if short else ""


def _turns(p: Printer) -> Chart:
    """[5.2.2a] [16.5.1a] The months, the phases of the war, Winter, and the limits of Republican Morale."""
    rows = [
        (
            turn.integer("n"),
            p.say(f"turn.{turn.integer('n')}.name"),
            p.say(f"phase.{turn.text('phase')}.name"),
            turn.flag("winter"),
            _limit("≤", turn, "rm_nat"),
            _limit("≥", turn, "rm_rep"),
            f"−{halves(-turn.integer('sr'))}" if turn.integer("sr") else None,
        )
        for turn in p.tables.tables("turn")
    ]
    return p.chart(
        "turns", "turn turns", "turn month phase winter nat_wins rep_wins sr", rows, "5.2.2a 16.5.1a 15.1 17.2.1"
    )


def _limit(sign: str, turn: Table, key: str) -> Cell:
    return f"{sign} {turn.integer(key)}" if turn.has(key) else None


def _fire(p: Printer, size: str) -> Chart:
    """[11.2.6] Losses by strength and die."""
    rows: list[tuple[Cell, ...]] = [
        (table.text("column").replace("-", "–"), *table.integers("hits")) for table in p.table("fire").tables(size)
    ]
    return p.chart(f"fire_{size}", "fire", "column " + " ".join(f"={n}" for n in DICE), rows, "11.2.6 11.2.7")


def _terrain(p: Printer) -> Chart:
    """[11.2.6] Shifts of columns, and where a retreat may be cancelled."""
    rows = [
        (
            p.say(f"chart.terrain.{one.text('id')}"),
            signed(one.integer("attacker")),
            signed(one.integer("defender")),
            one.flag("cancels_retreat"),
        )
        for one in p.tables.tables("terrain")
    ]
    return p.chart("terrain", "terrain", "terrain attacker defender stays", rows, "11.2.6 10.2.8a 11.4.3")


def _replacements(p: Printer) -> Chart:
    """[7.1] Replacement Points of a card by its value."""
    table = p.table("replacements")
    rows = []
    for key in keys(table):
        own, ally = table.integers(key)
        rows.append((key.removeprefix("value_"), halves(own), halves(ally) if ally else None))
    return p.chart("replacements", "replacements", "value own_rp ally_rp", rows, "7.1 14.1")


def _hands(p: Printer) -> Chart:
    """[6.0.A.3b] How many cards; and what else holds in every scenario."""
    common = p.pack.toml("scenarios.toml").table("common")
    rows: list[tuple[Cell, ...]] = [
        (p.say(f"chart.hands.{key}"), common.integer(key)) for key in ("hand", "rounds", "stacking")
    ]
    for side in SHORT:
        low = common.table(f"hand_{side}")
        rows.append((p.say("chart.hands.low", side=_side(p, side), rm=low.integer("rm")), low.integer("cards")))
    return p.chart("hands", "scenarios.toml", "", rows, "6.0.A.3a 6.0.A.3b 6.0.Ba 9.1")


def _africa(p: Printer) -> Chart:
    """[17.6.2a] When the Army of Africa crosses."""
    table = p.table("africa")
    when = zip(table.integers("turns"), table.integers("rounds"), table.integers("rounds_early"), strict=True)
    rows: list[tuple[Cell, ...]] = [(n, turn, usual, early) for n, (turn, usual, early) in enumerate(when, 1)]
    limits = p.say(
        "chart.africa.limits",
        entry=p.names("space", table.texts("entry")),
        n=table.integer("sr_limit"),
        last=table.integer("sr_limit_last_turn"),
    )
    return p.chart("africa", "africa", "unit turn round round_early", rows, "17.6.2a 17.2.2", notes=(limits,))


def _levy(p: Printer, key: str, value: object) -> Cell:
    """Corps by name, Reserves by what they replace."""
    if key.endswith("_after"):
        return p.say(f"card.{value}.name")
    if not isinstance(value, list):
        return None
    if key.startswith("corps_"):
        return p.names("unit", map(str, value))
    return ", ".join(f"{p.say(f'chart.mobilization.of_{kind}')} {n}" for kind, n in value)


def _where(p: Printer, value: object) -> Cell:
    if isinstance(value, list):
        return p.names("space", map(str, value))
    if isinstance(value, str):
        return p.say(f"sea.{value}.name") if p.catalogue.has(f"sea.{value}.name") else p.say(f"space.{value}.name")
    return None


# ----------------------------------------------------------------------------------------------------------- scenarios


def _scenarios(p: Printer) -> Chart:
    """[4.0a] The four scenarios."""
    file = p.pack.toml("scenarios.toml")
    rows = []
    for one in file.tables("scenario"):
        setup = file.table("setups").table(one.text("setup"))
        rows.append(
            (
                p.say(f"scenario.{one.text('id')}.title"),
                f"{one.integer('first_turn')}–{one.integer('last_turn')}",
                setup.integer("vp"),
                setup.integer("rm"),
                f"≥ {one.integer('vp_nat_wins')}",
                one.integer("vp_draw"),
                f"≤ {one.integer('vp_draw') - 1}",
                ", ".join(p.say(f"phase.{deck}.name") for deck in one.texts("decks")),
            )
        )
    return p.chart(
        "scenarios",
        "scenarios.toml",
        "scenario turns vp rm nat_vp draw_vp rep_vp decks",
        rows,
        "4.0a 5.1.1a",
        SCENARIOS,
    )


def _setups(p: Printer) -> tuple[Chart, ...]:
    """Where the units of a set-up stand."""
    setups = p.pack.toml("scenarios.toml").table("setups")
    sides = {row.text("id"): row.text("side") for row in p.pack.rows("units.csv")}
    found = []
    for id_ in keys(setups):
        setup = setups.table(id_)
        units = setup.table("units")
        rows: list[tuple[Cell, ...]] = [
            (p.say(f"chart.setup.{key}"), _start(p, setup, key))
            for key in ("government", "command", "strait", "sieges", "isolated", "happened", "works")
        ]
        for side in SHORT:
            for place in keys(units):
                theirs = [unit for unit in units.texts(place) if sides[unit.partition(":")[0]] == side]
                if theirs:
                    name = f"box.{place}.name" if place in BOXES else f"space.{place}.name"
                    rows.append((f"{_side(p, side)}: {p.say(name)}", _units_at(p, theirs)))
        found.append(p.chart(f"setup_{id_}", "scenarios.toml", "place what", rows, "4.0a", SCENARIOS))
    return tuple(found)


def _start(p: Printer, setup: Table, key: str) -> Cell:
    """A fact of a set-up in words."""
    if key in ("government", "command"):
        return p.say(f"{key}.{setup.text(key)}.name")
    if key == "strait":
        return _side(p, setup.text(key))
    if key == "sieges":
        sieges = setup.table(key)
        return ", ".join(f"{p.say(f'siege.{name}.name')} {sieges.integer(name)}" for name in keys(sieges))
    if key == "works":
        works = {place: setup.table(key).text(place).partition("_")[0] for place in keys(setup.table(key))}
        return ", ".join(f"{p.say(f'space.{place}.name')} ({p.say(f'symbol.{work}')})" for place, work in works.items())
    return p.names("space" if key == "isolated" else "card", setup.texts(key))


def _units_at(p: Printer, ids: list[str]) -> str:
    """Units by their short names; those at reduced strength in brackets."""
    names = Counter(
        f"({p.say(f'unit.{id_[:-2]}.short')})" if id_.endswith(":r") else p.say(f"unit.{id_}.short") for id_ in ids
    )
    return ", ".join(f"{name} ×{n}" if n > 1 else name for name, n in names.items())


# ------------------------------------------------------------------------------------------------- units, spaces, cards


def _units(p: Printer) -> tuple[Chart, ...]:
    """[2.2.1] Every counter: factors of both sides of it."""
    found = p.pack.rows("units.csv")
    return tuple(
        p.chart(
            f"units_{side}",
            "units.csv",
            "unit type full reduced count entry",
            [
                (
                    p.say(f"unit.{row.text('id')}.name"),
                    row.text("type"),
                    _factors(row, ""),
                    _factors(row, "r_"),
                    row.integer("count"),
                    _entry(p, row),
                )
                for row in found
                if row.text("side") == side
            ],
            "2.2.1 14.1.3a",
            PIECES,
        )
        for side in SHORT
    )


def _factors(row: Row, before: str) -> Cell:
    factors = [row.maybe_text(f"{before}{key}") for key in ("cf", "lf", "mf")]
    return "-".join(factors) if all(factors) else None


def _entry(p: Printer, row: Row) -> str:
    card = row.maybe_text("card")
    return f"{card.upper()} {p.say(f'card.{card}.name')}" if card else p.say(f"chart.units_nat.{row.text('entry')}")


def _spaces(p: Printer) -> Chart:
    """[3.0] The spaces that are more than a name."""
    marks = ("vp_space", "main_city", "province_capital", "port", "sierra_of_madrid")
    rows = [
        (
            p.say(f"space.{row.text('id')}.name"),
            p.say(f"zone.{row.text('zone')}.name"),
            _side(p, row.maybe_text("controller")),
            row.integer("vp") or None,
            *(row.flag(mark) for mark in marks),
            ", ".join(_side(p, side) for side in SHORT if side in row.words("supply_source")) or None,
        )
        for row in p.pack.rows("spaces.csv")
        if any(row.flag(mark) for mark in marks) or row.maybe_text("supply_source")
    ]
    return p.chart(
        "spaces",
        "spaces.csv",
        "space zone controller vp vp_space main_city capital port sierra source",
        rows,
        "3.0 13.2.1b",
        PIECES,
    )


def _cards(p: Printer) -> tuple[Chart, ...]:
    """[7.1] Every card with its text, deck by deck."""
    rows = p.pack.rows("cards.csv")
    found = []
    for side, name in zip(SHORT, SIDES, strict=True):
        for deck in dict.fromkeys(row.text("deck") for row in rows):
            ours = [row for row in rows if row.text("side") == side and row.text("deck") == deck]
            chart = p.chart(
                "cards",
                "cards.csv",
                "number card kind ops rp when effect",
                [
                    (
                        row.text("number"),
                        p.say(f"card.{row.text('id')}.name"),
                        p.say(f"card_kind.{row.text('type')}"),
                        row.integer("value"),
                        _rp(row),
                        p.say(f"card.{row.text('id')}.when"),
                        p.say(f"card.{row.text('id')}.effect"),
                    )
                    for row in ours
                ],
                "7.1 8.5",
                CARDS,
                [row.maybe_text("refs") for row in ours],
            )
            title = p.say("chart.cards.title", side=p.say(f"side.{name}.plural"), deck=p.say(f"phase.{deck}.name"))
            found.append(p.named(chart, f"cards_{side}_{deck}", title))
    return tuple(found)


def _rp(row: Row) -> str:
    own, ally = row.integer("rp_own"), row.integer("rp_ally")
    return f"{own}+{ally}" if ally else str(own)
