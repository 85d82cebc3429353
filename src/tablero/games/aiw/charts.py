"""The tables of the book and of the player's aid, from the same data as the rules."""

from __future__ import annotations

from tablero.games.aiw.board import SIDES
from tablero.kernel.aids import CARDS, PIECES, SCENARIOS, Cell, Chart, Printer, halves, keys, signed
from tablero.kernel.packs import Row, Table

DICE = range(1, 7)
ENDS = ("pursuit_protected", "pursuit_open", "rout_protected", "rout_open")
LOSSES = ("dice", "hits_on", "field_lost", "mountain_lost", "train_lost")
TURNS = range(1, 6)


def charts(p: Printer) -> tuple[Chart, ...]:
    """All of them."""
    return (
        p.facts(
            "actions",
            "action_costs extra_action_point command_points cards",
            "10.0g 10.0f 10.1a 10.2a 10.4a 10.5a 7.0e",
        ),
        _by_die(p),
        p.facts(
            "movement",
            "movement",
            "11.1b 11.1c 4.4b 4.5a",
            without="liberal_mp_by_d6",
            signs="group_1_2_bonus group_5_plus_penalty field_artillery cavalry region_connection_extra",
        ),
        p.facts(
            "special_moves",
            "forced_march interception concentration evasion countermarch",
            "11.2b 11.6a 11.6i 12.1e 12.2b 12.3d",
        ),
        p.facts(
            "sea",
            "sea",
            "13.1b 13.2b 13.2e 13.2i",
            signs="disembark_dice_penalty",
            show=lambda key, value: (
                halves(int(str(value)))
                if key == "transport_half_ap_per_unit"
                else p.names("space", map(str, value))
                if isinstance(value, list)
                else None
            ),
        ),
        _skirmish(p),
        _front(p),
        p.facts(
            "battle",
            "battle",
            "17.0a 17.4m 17.5c 17.7f 17.8a",
            without="front_rough front_open",
            signs="charge_spent charge_carlist_rough charge_carlist_open charge_full_strength charge_one_strength "
            "charge_success_effectiveness morale_per_extra_hit morale_one_strength reinforce_enemy_zone rout_vp",
        ),
        _pursuit(p),
        p.facts("surrounded", "surrounded", "17.9u 17.9w"),
        p.facts(
            "assault",
            "assault",
            "18.1o 18.1q 18.1s 18.1w 18.1i",
            signs="defender_bonus_if_artillery_not_less attacker_penalty_if_artillery_not_less",
        ),
        p.facts("limits", "limits", "19.1a 19.1d 18.0b 11.5b 17.10d"),
        p.facts("supply", "supply.carlist supply.liberal supply.units", "19.2b 19.2e 19.2f 19.2l 19.2m"),
        p.facts(
            "attrition",
            "attrition foraging",
            "19.3a 19.3c 19.3d 19.3e 19.3f 23.3c 23.3d",
            signs="besieged_fortress_in_enemy_zone besieged_more_besieging_field_artillery "
            "besieged_no_besieging_field_artillery",
        ),
        p.facts(
            "replacements",
            "replacement_cost obtain_replacements reinforcement_strength",
            "21.1a 21.1h 10.5d 20.1a 20.2a",
            without="obtain_replacements_rp_by_d6",
            signs="obtain_replacements_modifier_1834",
            show=lambda key, value: halves(int(str(value))) if key.startswith("half_rp") else None,
        ),
        _uprising(p),
        p.facts(
            "uprisings",
            "uprising_expedition suppress expeditions",
            "22.2b 23.4e 23.4f 23.0b 23.0c 23.4n",
            signs="suppress_with_units_bonus_per_extra_unit",
        ),
        p.facts("region_combat", "region_combat", "23.2b 23.2d 23.2f 23.2g", signs="inf_bonus cav_bonus"),
        p.facts(
            "victory",
            "victory",
            "9.1a 9.1c 9.1d 9.1p 24.1d 24.2a 24.4b",
            without="uprising_level3_regions",
            signs="city main_town rout baztan_fortress_from_1835 war_fatigue_from_1836",
        ),
        _level_3(p),
        _zones(p),
        _fortresses(p),
        p.facts(
            "prestige",
            "prestige",
            "9.1f 9.1g 9.1h 9.1j 9.1k 9.1m",
            signs="last_box_vp sum_1_2_advance "
            "sum_3_plus_with_expedition_advance carlist_city_unbesieged_extra expedition_destroyed",
        ),
        _year_end(p),
        p.facts("redeployment", "redeployment", "24.8b"),
        _turn_track(p),
        _markers_of_points(p),
        _initiative(p),
        _scenarios(p),
        *_setups(p),
        _new_units(p),
        _event_units(p),
        *_units(p),
        _counters(p),
        _spaces(p),
        _regions(p),
        *_cards(p),
    )


def _by_die(p: Printer) -> Chart:
    """[11.1b] [10.5c] What a die gives."""
    march, found = p.table("movement").integers("liberal_mp_by_d6"), p.table("obtain_replacements").integers("rp_by_d6")
    rows: list[tuple[Cell, ...]] = [
        (p.say("chart.by_die.movement"), *march),
        (p.say("chart.by_die.replacements"), *found),
    ]
    return p.chart(
        "by_die", "movement obtain_replacements", "die " + " ".join(f"={n}" for n in DICE), rows, "11.1b 10.5c"
    )


def _skirmish(p: Printer) -> Chart:
    """[16.0l] Everything about a Skirmish."""
    return p.facts(
        "skirmish", "skirmish", "16.0c 16.0j 16.0l 16.0o 16.0w", signs="rough_inf rough_cav open_inf open_cav"
    )


def _front(p: Printer) -> Chart:
    """[17.1f] The front line of a Battle."""
    table = p.table("battle")
    rows: list[tuple[Cell, ...]] = [
        (
            p.say(f"terrain.{where}.name"),
            *(table.table(f"front_{where}").integer(arm) for arm in ("infantry", "cavalry")),
        )
        for where in ("rough", "open")
    ]
    return p.chart("front", "battle", "terrain infantry cavalry", rows, "17.1f")


def _pursuit(p: Printer) -> Chart:
    """[17.8d] What the loser of a Battle suffers."""

    def loss(value: object) -> Cell:
        return value if isinstance(value, int) else p.say(f"chart.pursuit.{str(value).replace(' ', '_')}")

    table = p.table("pursuit_rout")
    rows = [(p.say(f"chart.pursuit.{end}"), *(loss(table.table(end).values[key]) for key in LOSSES)) for end in ENDS]
    return p.chart(
        "pursuit",
        "pursuit_rout",
        "result dice hits_on field_lost mountain_lost train_lost",
        rows,
        "17.8d 17.8e 17.8g 17.8h",
    )


def _uprising(p: Printer) -> Chart:
    """[22.1b] Where a rising is."""
    table = p.table("uprising")

    def where(name: str) -> str:
        return p.say(f"chart.uprising.{name}") if name in ("none", "carlist_choice") else p.say(f"space.{name}.name")

    rows = [(int(roll), where(table.text(roll))) for roll in keys(table)]
    return p.chart("uprising", "uprising", "two_dice region", rows, "22.1b 22.1c")


def _level_3(p: Printer) -> Chart:
    """[9.1p] Points for regions at level 3."""
    found = p.table("victory").values["uprising_level3_regions"]
    rows = [(f"{low}–{high}", signed(points)) for low, high, points in found] if isinstance(found, list) else []
    return p.chart("level_3", "victory", "regions_at_3 carlist_vp", rows, "9.1p")


def _zones(p: Printer) -> Chart:
    """[9.0a] What the track of Victory Points decides."""
    common = p.pack.toml("scenarios.toml").table("common")
    rows: list[tuple[Cell, ...]] = [
        (p.say(f"chart.zones.{zone}"), *(abs(common.table(zone).integer(side)) for side in SIDES))
        for zone in ("automatic_zone", "decisive_zone")
    ]
    last = (p.say("chart.zones.final"), 1, 1)
    return p.chart("zones", "scenarios.toml", "when carlist liberal", [*rows, last], "9.0b 9.0c 9.0d")


def _fortresses(p: Printer) -> Chart:
    """[24.1c] Which value of the Liberal Fortresses gives a point to whom."""
    table = p.table("fortress_points")
    rows = []
    for year in (key for key in keys(table) if key.isdigit()):
        carlist, liberal = table.integers(year)
        rows.append((year, f"≤ {carlist}", f"≥ {liberal}"))
    return p.chart("fortresses", "fortress_points", "year carlist_1 liberal_1", rows, "24.1a 24.1c")


def _year_end(p: Printer) -> Chart:
    """[24.7a] Replacement Points at the end of a year."""
    table = p.table("end_of_year_rp")
    quiet = table.table("liberal_per_quiet_region")
    rows: list[tuple[Cell, ...]] = [
        (p.say("chart.year_end.liberal_per_quiet_region", year=year), quiet.integer(year)) for year in keys(quiet)
    ]
    rows += [
        (p.say(f"chart.year_end.{key}"), table.integer(key)) for key in ("carlist_per_main_town", "carlist_for_city")
    ]
    return p.chart("year_end", "end_of_year_rp", "", rows, "24.7a 24.7b")


# ------------------------------------------------------------------------------------------------------ the turn track


def _turn_track(p: Printer) -> Chart:
    """[20.0a] Reinforcements turn by turn."""
    rows = []
    for years in p.pack.toml("turn_track.toml").tables("reinforcements"):
        first, *_, last = years.integers("years")
        units = [years.integers(f"{side}_{kind}") for side in SIDES for kind in ("units", "artillery")]
        rows += [
            (f"{first}–{last}", p.say(f"turn.{n}.name"), *(column[n - 1] or None for column in units)) for n in TURNS
        ]
    return p.chart(
        "turn_track",
        "turn_track.toml",
        "years turn carlist_units carlist_guns liberal_units liberal_guns",
        rows,
        "20.0a 20.0b 20.0c",
    )


def _markers_of_points(p: Printer) -> Chart:
    """[10.0a] [10.0b] The markers of Action Points in the cups."""
    table = p.pack.toml("turn_track.toml").table("action_markers")
    years = [key for key in keys(table.table("carlist")) if key.isdigit()]
    rows = [(year, *(" / ".join(map(str, table.table(side).integers(year))) for side in SIDES)) for year in years]
    return p.chart("action_points", "turn_track.toml", "year carlist liberal", rows, "10.0a 10.0b 10.0d")


def _initiative(p: Printer) -> Chart:
    table = p.pack.toml("turn_track.toml").table("initiative")
    rows = [(p.say(f"chart.initiative.{key}"), value) for key, value in table.values.items() if isinstance(value, int)]
    return p.chart("initiative", "turn_track.toml", "", rows, "3.0e 3.0f 3.0g")


# ----------------------------------------------------------------------------------------------------------- scenarios


def _scenarios(p: Printer) -> Chart:
    """[2.3a] The wars that can be played."""
    file = p.pack.toml("scenarios.toml")
    rows: list[tuple[Cell, ...]] = []
    for one in file.tables("scenario"):
        setup = file.table("setups").table(one.text("setup"))
        rows.append(
            (
                p.say(f"scenario.{one.text('id')}.title"),
                "–".join(map(str, (one.integers("start")[0], one.integer("end_year")))),
                signed(one.maybe_integer("vp", setup.integer("vp"))),
                setup.integer("prestige"),
                *(f"{setup.integer(f'carlist_{key}')} / {setup.integer(f'liberal_{key}')}" for key in ("cp", "hand")),
                ", ".join(map(str, one.integers("deck_years"))),
            )
        )
    return p.chart(
        "scenarios", "scenarios.toml", "scenario years vp prestige cp hand decks", rows, "2.3a 9.0g", SCENARIOS
    )


def _setups(p: Printer) -> tuple[Chart, ...]:
    """Where the units of a set-up stand."""
    setups = p.pack.toml("scenarios.toml").table("setups")
    found = []
    for id_ in keys(setups):
        setup = setups.table(id_)
        rows: list[tuple[Cell, ...]] = [
            (p.say(f"side.{place.text('side')}.plural"), p.say(f"space.{place.text('at')}.name"), _force(p, place))
            for place in setup.tables("place")
        ]
        for side in SIDES:
            name = p.say(f"side.{side}.plural")
            rows.append((name, p.say("chart.setup.fortresses"), p.names("space", setup.texts(f"{side}_fortresses"))))
            rows += [
                (name, p.say(f"chart.setup.{box}"), _blocks(p, setup.texts(f"{side}_{box}"))) for box in ("bag", "box")
            ]
        levels = setup.table("uprisings")
        rows.append(
            (
                p.say("side.carlist.plural"),
                p.say("chart.setup.uprisings"),
                ", ".join(
                    f"{p.say(f'space.{region}.name')} {levels.integer(region)}"
                    for region in keys(levels)
                    if region != "source" and levels.integer(region)
                ),
            )
        )
        hidden = [
            f"{p.say(f'load.{gun}.name')} {setup.integer(f'hidden_{gun}')}"
            for gun in ("field", "mountain")
            if setup.integer(f"hidden_{gun}")
        ]
        rows.append((p.say("side.carlist.plural"), p.say("chart.setup.hidden"), ", ".join(hidden)))
        rows.append(
            (
                p.say("side.carlist.plural"),
                p.say("chart.setup.regional"),
                _blocks(p, setup.texts("carlist_regional_box")),
            )
        )
        found.append(
            p.chart(f"setup_{setup.integer('year')}", "scenarios.toml", "side place units", rows, "2.3a", SCENARIOS)
        )
    return tuple(found)


def _force(p: Printer, place: Table) -> str:
    """Units with their strength, and guns."""
    units = [f"{p.say(f'unit.{unit}.name')} {strength}" for unit, strength in place.pairs("units")]
    guns = [f"{p.say(f'load.{gun}.name')} {place.integer(gun)}" for gun in ("field", "mountain") if place.has(gun)]
    return ", ".join([*units, *guns])


def _blocks(p: Printer, ids: list[str]) -> str:
    """Units by name, and how many Knapsacks."""
    bags = ids.count("knapsack")
    names = [p.say(f"unit.{id_}.name") for id_ in ids if id_ != "knapsack"]
    return ", ".join([*names, *([f"{p.say('symbol.knapsack')} ×{bags}"] if bags else [])])


def _new_units(p: Printer) -> Chart:
    """[24.6a] What is new at the end of a year."""
    rows = [
        (
            year.integer("end_of_year"),
            p.say(f"side.{side}.plural"),
            _blocks(
                p,
                [
                    unit
                    for box in ("bag", "box", "direct")
                    if year.has(f"{side}_{box}")
                    for unit in year.texts(f"{side}_{box}")
                ],
            ),
        )
        for year in p.pack.toml("scenarios.toml").tables("new_units")
        for side in SIDES
    ]
    return p.chart("new_units", "scenarios.toml", "year side units", rows, "24.6a 24.6b 24.6c", SCENARIOS)


def _event_units(p: Printer) -> Chart:
    """[7.2a] Units that cards bring."""
    table = p.pack.toml("scenarios.toml").table("event_units")
    rows = [(p.say(f"card.{card}.name"), _blocks(p, table.texts(card))) for card in keys(table)]
    return p.chart("event_units", "scenarios.toml", "card units", rows, "7.2a", SCENARIOS)


# ------------------------------------------------------------------------------------------ units, counters, map, cards


def _units(p: Printer) -> tuple[Chart, ...]:
    rows = p.pack.rows("units.csv")
    troop = "troop" if p.catalogue.language == "en" else "troop_es"
    return tuple(
        p.chart(
            f"units_{side}",
            "units.csv",
            "unit kind troop strength effectiveness morale enters",
            [
                (
                    p.say(f"unit.{row.text('id')}.name"),
                    p.say(f"symbol.{row.text('kind')}"),
                    row.text(troop),
                    row.maybe_text("max_strength"),
                    row.maybe_text("effectiveness"),
                    row.maybe_text("morale"),
                    _enters(p, row),
                )
                for row in rows
                if row.text("side") == side
            ],
            "5.3a 5.5a",
            PIECES,
        )
        for side in SIDES
    )


def _enters(p: Printer, row: Row) -> str:
    """The year of a unit, or the card that brings it."""
    card, year = row.maybe_text("entry_event"), row.maybe_text("year")
    if card:
        return p.say(f"card.{card}.name")
    return f"18{year}" if year.isdigit() else p.say("chart.units_liberal.start")


def _counters(p: Printer) -> Chart:
    name = f"name_{p.catalogue.language}"
    rows = [
        (
            row.text(name),
            p.say(f"side.{row.text('side')}.plural") if row.text("side") in SIDES else None,
            row.integer("count"),
        )
        for row in p.pack.rows("counters.csv")
    ]
    return p.chart("counters", "counters.csv", "counter side count", rows, "2.1a 14.0b", PIECES)


def _spaces(p: Printer) -> Chart:
    """[4.1a] The spaces that are more than a name."""
    rows = [
        (
            p.say(f"space.{row.text('id')}.name"),
            p.say(f"mark.{row.text('type')}"),
            p.say(f"terrain.{row.text('terrain')}.name"),
            p.say(f"mark.{row.text('zone')}"),
            row.flag("port"),
        )
        for row in p.pack.rows("spaces.csv")
        if row.text("type") != "other" or row.flag("port")
    ]
    return p.chart("spaces", "spaces.csv", "space kind terrain zone port", rows, "4.1 4.2 4.3", PIECES)


def _regions(p: Printer) -> Chart:
    links: dict[str, list[str]] = {}
    for link in p.pack.rows("region_links.csv"):
        for a, b in ((link.text("a"), link.text("b")), (link.text("b"), link.text("a"))):
            links.setdefault(a, []).append(b)
    regions = [row for row in p.pack.rows("regions.csv") if row.flag("is_region")]
    ids = [row.text("id") for row in regions]
    rows = [
        (
            p.say(f"space.{row.text('id')}.name"),
            row.flag("coastal"),
            row.integer("min_uprising"),
            row.integer("max_uprising"),
            p.names("space", (other for other in links.get(row.text("id"), []) if other in ids)),
        )
        for row in regions
    ]
    return p.chart(
        "regions", "regions.csv region_links.csv", "region coast least most next_to", rows, "22.0a 22.0b 23.0e", PIECES
    )


def _cards(p: Printer) -> tuple[Chart, ...]:
    """[7.0b] Every card with its text."""
    found = []
    for side in reversed(SIDES):
        rows = [row for row in p.pack.rows("cards.csv") if row.text("by") == side]
        found.append(
            p.chart(
                f"cards_{side}",
                "cards.csv",
                "number card kind years when effect",
                [
                    (
                        row.text("number"),
                        p.say(f"card.{row.text('id')}.name"),
                        p.say(f"card_kind.{row.text('type')}"),
                        "–".join(filter(None, (row.text("year"), row.maybe_text("removed_in")))),
                        p.say(f"card.{row.text('id')}.when"),
                        p.say(f"card.{row.text('id')}.effect"),
                    )
                    for row in rows
                ],
                "7.0b 7.1b 7.1c",
                CARDS,
                [row.maybe_text("refs") for row in rows],
            )
        )
    return tuple(found)
