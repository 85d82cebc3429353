"""The tables of the book and of the player's aid, from the same data as the rules."""

from __future__ import annotations

from tablero.games.dpyr.board import SIDES
from tablero.kernel.aids import PIECES, SCENARIOS, Cell, Chart, Printer, keys, signed, span
from tablero.kernel.packs import Table

KINDS = ("infantry", "cavalry", "artillery", "gefe")
GRADES = ("M", "C", "P", "B")
ACTIONS = ("montear", "montear_road", "mojar", "campi", "puente", "ristre", "batir", "bala_rasa")
TERRAIN = ("clear", "road", "ford", "bridge", "building", "forest", "mountain")
HIGHEST = 20  # a lead above it is “or more”


def charts(p: Printer) -> tuple[Chart, ...]:
    """All of them."""
    return (
        _movement(p),
        _terrain(p),
        _mojar(p),
        *_defence(p),
        p.facts("shock_modifiers", "mojar.modifiers", "4.2g 4.2h 4.2k 4.2u 5.1a", signs="all"),
        p.facts(
            "shock_limits",
            "mojar mojar.aurrera mojar.black_flag mojar.cross",
            "4.2c 4.2l 4.2n 4.2p 4.2s 4.2t",
            without="result building_modifier mountain_modifier modifiers aurrera black_flag cross",
            show=lambda key, value: str(value) if key == "aurrera_morale" else None,
        ),
        p.facts(
            "ristre",
            "ristre",
            "4.8b 4.8c 4.8d 4.8f",
            show=lambda key, value: _places(p, value) if key == "not_against" else f"× {value}",
        ),
        _modifiers(p, "batir", "4.3e 4.3f 4.3g 4.3h 4.3i"),
        p.facts("fire", "batir campi", "4.3a 4.3c 4.3d 4.3k 4.4a 4.6a", without="modifier"),
        _modifiers(p, "bala_rasa", "4.5e 4.5f"),
        p.facts(
            "guns",
            "bala_rasa bala_rasa.rebote bala_rasa.bote",
            "4.5a 4.5c 4.5d 4.5h 4.5j",
            without="modifier rebote bote",
        ),
        p.facts(
            "line_of_fire",
            "line_of_fire",
            "4.3b 4.5k",
            show=lambda key, value: _places(p, value) if key == "blocking_terrain" else None,
        ),
        p.facts(
            "facing",
            "facing",
            "6.1a 6.1e 4.2g",
            without="front rear",
            show=lambda key, value: _places(p, value) if key == "no_rear" else None,
        ),
        _grades(p),
        p.facts(
            "rally",
            "reingreso",
            "5.3d 5.3h",
            without="minimum",
            signs="drm_ammunition_zero drm_gefe_killed_this_or_last_turn drm_gefe_checked_for_fire_damage_this_turn",
        ),
        p.facts(
            "gefe",
            "gefe",
            "5.1a 5.1b 5.3e",
            signs="check_drm_ammunition_zero",
            show=lambda key, value: str(value) if key == "morale" else None,
        ),
        p.facts(
            "square", "square", "6.2a 6.2b 4.7b", without="success_min_1d6", show=lambda _, value: _places(p, value)
        ),
        p.facts("guirigay", "guirigay", "3.0e 3.0f 6.3f", show=lambda _, value: _places(p, value)),
        p.facts("corda", "corda", "7.2a 7.2b 7.2c", signs="drm_enemy_has_b_unit drm_enemy_has_one_unit"),
        p.facts("time", "time", "1.0b 3.0l"),
        _graded(p),
        _battles(p),
        _deployment(p),
        _reinforcements(p),
        _factor_markers(p),
        _markers(p),
        *_units(p),
    )


def _places(p: Printer, value: object) -> Cell:
    """Terrain, formations, actions and moments that a table names."""
    if isinstance(value, list):
        return ", ".join(_place(p, str(one)) for one in value)
    return _place(p, value) if isinstance(value, str) else None


def _place(p: Printer, id_: str) -> str:
    kinds = ("terrain", "action", "kind", "marker", "moment")
    return next((p.say(f"{kind}.{id_}.name") for kind in kinds if p.catalogue.has(f"{kind}.{id_}.name")), id_)


def _movement(p: Printer) -> Chart:
    """[4.1a] Hexes by action and kind of unit."""
    table = p.table("movement")
    rows: list[tuple[Cell, ...]] = [
        (p.say(f"chart.movement.{action}"), *(table.table(action).integer(kind) or None for kind in KINDS))
        for action in ACTIONS
    ]
    rows += [
        (p.say(f"chart.movement.{key}"), None, table.integer(key), None, None)
        for key in ("montear_cavalry_from_mountain",)
    ]
    rows.append((p.say("chart.movement.retreat"), *(table.integer("retreat") for _ in KINDS)))
    return p.chart(
        "movement",
        "movement",
        "action infantry cavalry artillery gefe",
        rows,
        "4.1a 4.1b 4.1c 4.2a 4.6a 4.7a 4.8a 4.2w",
    )


def _terrain(p: Printer) -> Chart:
    """[6.3c] What each terrain does: stacking, lines of fire, squares, defence in shock."""
    stacking = p.table("stacking")
    blocks, square = p.table("line_of_fire").texts("blocking_terrain"), p.table("square").texts("where")
    hides, no_charge = p.table("guirigay").texts("where"), p.table("ristre").texts("not_against")
    defence = {
        "forest": signed(p.table("mojar.modifiers").integer("defence_forest")),
        "building": p.say("head.by_die"),
        "mountain": p.say("head.by_die"),
    }
    rows = [
        (
            p.say(f"terrain.{id_}.name"),
            stacking.integer(id_),
            id_ in blocks,
            defence.get(id_),
            id_ in square,
            id_ in hides,
            id_ not in no_charge,
        )
        for id_ in TERRAIN
    ]
    return p.chart(
        "terrain",
        "stacking",
        "terrain stack blocks defence square hides charge",
        rows,
        "6.3c 6.3d 6.3e 4.3b 4.2i 4.2j 4.2k 6.2a 4.8d",
    )


def _mojar(p: Printer) -> Chart:
    rows = [(_span(result, HIGHEST), _dice(result.integers("hit_on"))) for result in p.table("mojar").tables("result")]
    return p.chart("mojar", "mojar", "lead hits", rows, "4.2l 4.2m")


def _defence(p: Printer) -> tuple[Chart, ...]:
    """[4.2i] [4.2j] Dice that strengthen a defender."""
    return tuple(
        p.chart(
            where,
            "mojar",
            "die defence",
            [
                (_dice(row.integers("die")), signed(row.integer("defence")))
                for row in p.table("mojar").tables(f"{where}_modifier")
            ],
            rule,
        )
        for where, rule in (("building", "4.2i"), ("mountain", "4.2j"))
    )


def _modifiers(p: Printer, action: str, rules: str) -> Chart:
    """[4.3e] [4.5e] Modifiers of fire; where an option restores the printed sign, that too."""
    found = p.table(action).tables("modifier")
    text = any(row.has("original") for row in found)
    rows = [
        (
            p.say(f"modifier.{action}.{row.text('id')}.name"),
            signed(row.integer("drm")),
            *([signed(row.maybe_integer("original", row.integer("drm")))] if text else []),
        )
        for row in found
    ]
    return p.chart(action, action, "modifier drm option_text" if text else "modifier value", rows, rules)


def _grades(p: Printer) -> Chart:
    """[2.2a] Morale: when a unit leaves, rallies, forms square."""
    leaves, killed = (p.table("chaqueteo").table(key) for key in ("removal_at", "permanent_if_shock_at_least"))
    rally, square = p.table("reingreso").table("minimum"), p.table("square").table("success_min_1d6")
    rows = [
        (
            p.say(f"morale.{grade}.name"),
            p.say(f"morale.{grade}.gloss"),
            leaves.integer(grade),
            killed.integer(grade),
            span(rally.integer(grade), None),
            span(square.integer(grade), None) if square.integer(grade) > 1 else p.say("head.always"),
        )
        for grade in GRADES
    ]
    return p.chart(
        "grades",
        "chaqueteo reingreso square",
        "morale . limit killed rally square_on",
        rows,
        "2.2a 5.2a 5.2b 5.3b 6.2b",
    )


def _graded(p: Printer) -> Chart:
    """[7.3a] Points of the option of graded victory."""
    graded = p.pack.toml("scenarios.toml").table("variant").table("graded_victory")
    rows: list[tuple[Cell, ...]] = [
        (_place(p, key) if key in KINDS else p.say(f"morale.{key}.name"), value)
        for key, value in graded.table("values").values.items()
        if isinstance(value, int)
    ]
    rows += [(p.say(f"chart.graded.{key}"), graded.integer(key)) for key in ("margin", "decisive")]
    return p.chart("graded", "scenarios.toml", "what points", rows, "7.3a 7.3b")


def _battles(p: Printer) -> Chart:
    """[9.0a] The seven battles."""
    rows: list[tuple[Cell, ...]] = []
    for id_, battle in _scenarios(p):
        partial = battle.text("partial_victory")
        rows.append(
            (
                battle.integer("number"),
                p.say(f"scenario.{id_}.title"),
                battle.text("date_historical"),
                battle.integer("turns"),
                *(_both(battle.table(key)) for key in ("ammunition", "black_flags", "crosses", "guirigay")),
                None if partial == "none" else p.say(f"side.{partial}.plural"),
                ", ".join(p.say(f"special.{id_}.{special.text('id')}.name") for special in battle.tables("special"))
                or None,
            )
        )
    return p.chart(
        "battles",
        "scenarios.toml",
        "number battle date turns ammunition flags crosses guirigay partial special",
        rows,
        "9.0a 7.1c",
        SCENARIOS,
        [f"9.{n}" for n in range(1, len(rows) + 1)],
    )


def _scenarios(p: Printer) -> list[tuple[str, Table]]:
    found = p.pack.toml("scenarios.toml").table("scenario")
    return [(id_, found.table(id_)) for id_ in keys(found)]


def _both(table: Table) -> str:
    """Carlist / Liberal."""
    return " / ".join(str(table.integer(side)) for side in SIDES)


def _deployment(p: Printer) -> Chart:
    """[3.0c] Who is set up where."""
    rows = [
        (
            p.say(f"scenario.{id_}.title"),
            p.say(f"side.{area.text('side')}.plural"),
            p.say(f"zone.{area.text('zone')}.name"),
            ", ".join(p.say(f"unit.{unit}.name") for unit in area.texts("units")),
            " ".join(area.texts("hexes")) if area.has("hexes") else None,
        )
        for id_, battle in _scenarios(p)
        for area in battle.tables("deploy")
    ]
    return p.chart("deployment", "scenarios.toml", "battle side zone units hexes", rows, "3.0c", SCENARIOS)


def _reinforcements(p: Printer) -> Chart:
    rows = [
        (
            p.say(f"scenario.{id_}.title"),
            p.say(f"side.{late.text('side')}.plural"),
            late.integer("turn"),
            p.say(f"zone.{late.text('zone')}.name"),
            ", ".join(p.say(f"unit.{unit}.full") for unit in late.texts("units")),
        )
        for id_, battle in _scenarios(p)
        for late in battle.tables("reinforcement")
    ]
    return p.chart("reinforcements", "scenarios.toml", "battle side turn zone units", rows, "9.2e 9.2i", SCENARIOS)


def _factor_markers(p: Printer) -> Chart:
    rows = [
        tuple(row.integer(key) for key in ("fire", "attack", "defence", "quantity"))
        for row in p.pack.rows("factor_markers.csv")
    ]
    return p.chart("factor_markers", "factor_markers.csv", "fire attack defence count", rows, "3.0b 3.0k", PIECES)


def _markers(p: Printer) -> Chart:
    rows = [
        (
            p.say(f"marker.{row.text('id')}.name"),
            p.say(f"side.{row.text('side')}.plural") if row.text("side") in SIDES else None,
            row.text("quantity"),
        )
        for row in p.pack.rows("markers.csv")
    ]
    return p.chart("markers", "markers.csv", "marker side count", rows, "2.0a", PIECES)


def _units(p: Printer) -> tuple[Chart, ...]:
    """[2.1a] Every unit, side by side."""
    found = p.pack.rows("units.csv")
    numbers = {id_: str(table.integer("number")) for id_, table in _scenarios(p)}
    return tuple(
        p.chart(
            f"units_{side}",
            "units.csv",
            "unit kind morale fire attack defence artillery_factor radius bonus battles",
            [
                (
                    p.say(f"unit.{row.text('id')}.full"),
                    p.say(f"kind.{row.text('kind')}.name"),
                    row.maybe_text("morale"),
                    *(
                        row.maybe_text(key)
                        for key in ("fire", "attack", "defence", "artillery_factor", "command_radius", "shock_bonus")
                    ),
                    ", ".join(numbers[battle] for battle in row.words("scenarios")),
                )
                for row in found
                if row.text("side") == side
            ],
            "2.1a 2.2a 5.1d",
            PIECES,
        )
        for side in SIDES
    )


def _span(row: Table, highest: int) -> str:
    low, high = row.integer("min"), row.integer("max")
    return span(low, high if high < highest else None)


def _dice(faces: list[int]) -> str:
    return ", ".join(map(str, faces))
