"""The tables of the book and of the player's aid, from the same data as the rules."""

from __future__ import annotations

from tablero.games.wellington.board import LINE_KINDS, POWERS
from tablero.kernel.aids import CARDS, PIECES, SCENARIOS, Cell, Chart, Printer, keys, signed, span
from tablero.kernel.packs import Row, Table

ARMS = ("infantry", "cavalry", "artillery")
SCENARIO_FACTS = ("resources", "home_cards", "other_cards", "control_markers")


def charts(p: Printer) -> tuple[Chart, ...]:
    """All of them."""
    return (
        _lines(p),
        p.facts("costs", "costs", "6.1a 6.1c 6.2a 7.1a 9.1a 14.2d 16.31a", without="extra_deployments"),
        _soldiers(p),
        p.facts("limits", "limits", "4.5a 9.42a 14.2a 14.2c 16.43a 1.7"),
        p.facts(
            "reactions",
            "interception evasion",
            "10.4b 10.4e 10.7b 10.7c 10.7d",
            signs=(
                "friendly_target from_enemy_or_uncontrolled pass_or_rough evasion_from_enemy_or_uncontrolled "
                "evasion_friendly_target evasion_pass_or_rough evasion_failed_gives_attacker_dice"
            ),
        ),
        _nationality(p),
        p.facts(
            "battle",
            "battle",
            "11.3b 11.5b 11.5c 11.52e 11.7a",
            without="nationality",
            show=lambda key, value: "½" if isinstance(value, float) else None,
        ),
        _die(p, "loot", p.tables.tables("battlefield_loot"), ("resources",), "battlefield_loot", "11.10a 11.10c"),
        p.facts("siege", "siege sack_and_pillage", "12.3a 12.3c 12.22b 12.3e 12.41b 12.5a"),
        p.facts("attrition", "attrition shore_batteries", "13.1a 14.3d", without="shore_batteries_event_card"),
        _guerrillas(p),
        _die(
            p,
            "appeal",
            p.table("appeal_to_the_emperor").tables("result"),
            ("cp", "remove_sp"),
            "appeal_to_the_emperor",
            "16.21a 16.21b 16.21d",
        ),
        _appeal_modifiers(p),
        _reinforcements(p),
        _interphase(p),
        p.facts(
            "ends",
            "conquest_of_spain peace_roll sudden_death",
            "18.6a 18.7a 18.2a 18.31a 18.32a 18.4a",
            without="peace_roll_blocked_by_card",
        ),
        p.facts(
            "victory_points",
            "victory_points",
            "19.1c 19.1d 19.2a 19.3a 19.4a",
            without="french_duchies_per_point",
            signs="unfulfilled_removal",
            show=lambda key, value: "½" if isinstance(value, float) else None,
        ),
        _french_bonus(p),
        _spanish_bonus(p),
        _scenarios(p),
        _keys(p),
        *_setups(p),
        _leaders(p),
        _counters(p),
        _duchies(p),
        *_cards(p),
    )


def _power(p: Printer, power: str) -> str:
    return p.say(f"side.{power}.name")


def _card(p: Printer, number: int) -> str:
    """A card by its number."""
    row = next(row for row in p.pack.rows("cards.csv") if row.text("number") == str(number))
    return p.say(f"card.{row.text('id')}.name")


def _lines(p: Printer) -> Chart:
    """[1.22b] What each kind of line does."""
    rows = []
    for kind in LINE_KINDS:
        table = p.table("terrain").table(kind)
        react = (
            signed(table.integer("intercept_evade")) if table.flag("intercept_evade_allowed") else p.say("head.never")
        )
        rows.append(
            (
                p.say(f"line.{kind}"),
                signed(table.integer("defender_dice")),
                react,
                p.say(f"chart.lines.attrition_{kind}") if table.has("attrition") else None,
            )
        )
    return p.chart("lines", "terrain", "line defender_dice reaction attrition", rows, "1.22b 9.41a 9.44b 10.4b 11.4a")


def _soldiers(p: Printer) -> Chart:
    """[1.5a] Strength Points."""
    table = p.table("strength")
    rows: list[tuple[Cell, ...]] = [(p.say(f"symbol.{arm}"), table.integer(arm)) for arm in ARMS]
    rows += [(p.say(f"chart.strength.{key}"), table.integer(key)) for key in ("leader_as_losses", "staff_officer_dice")]
    return p.chart("strength", "strength", "piece sp", rows, "1.5a 11.2b 20ap")


def _nationality(p: Printer) -> Chart:
    """[11.3a] Dice of a nation."""
    table = p.table("battle").table("nationality")
    return p.chart(
        "nationality",
        "battle",
        "power dice",
        [(_power(p, power), signed(table.integer(power))) for power in keys(table)],
        "11.3a 11.3b",
    )


def _die(p: Printer, id_: str, results: list[Table], columns: tuple[str, ...], of: str, rules: str) -> Chart:
    """A table of dice."""
    rows = [(_span(row), *(row.integer(key) or None for key in columns)) for row in results]
    return p.chart(id_, of, " ".join(["die", *columns]), rows, rules)


def _span(of: Table) -> str:
    return span(of.integer("min") if of.has("min") else None, of.integer("max") if of.has("max") else None)


def _guerrillas(p: Printer) -> Chart:
    """[4.4c] What guerrillas do."""
    table = p.table("guerrillas")
    none, lost = table.integers("no_effect"), table.integers("flag_lost")
    rows = [
        (span(None, none[-1]), p.say("chart.guerrillas.no_effect")),
        (span(lost[0], None), p.say("chart.guerrillas.flag_lost")),
    ]
    return p.chart("guerrillas", "guerrillas", "die result", rows, "4.4a 4.4b 4.4c")


def _appeal_modifiers(p: Printer) -> Chart:
    """[16.21c] Events that change an Appeal."""
    rows = [
        (
            _card(p, row.integer("card")),
            signed(row.integer("value")),
            p.say("chart.appeal_modifiers.note_french") if row.has("note") else None,
        )
        for row in p.table("appeal_to_the_emperor").tables("modifier")
    ]
    return p.chart("appeal_modifiers", "appeal_to_the_emperor", "card modifier only", rows, "16.21c")


def _reinforcements(p: Printer) -> Chart:
    """[16.22a] [16.23a] Dice of the Allies in the Interphase."""
    letter, rising = p.table("letter_to_the_horse_guards"), p.table("levantamiento_popular")
    rows: list[tuple[Cell, ...]] = [
        (p.say("chart.reinforcements.letter"), letter.integer("dice")),
        *(
            (
                p.say("chart.reinforcements.not_controlling", duchy=p.say(f"duchy.{duchy}.name")),
                signed(letter.table("not_controlling").integer(duchy)),
            )
            for duchy in keys(letter.table("not_controlling"))
        ),
        *(
            (
                p.say("chart.reinforcements.letter_card", camp=p.say(f"camp.{camp}.name")),
                signed(letter.table("other_wellesley").integer(camp)),
            )
            for camp in ("allied", "french")
        ),
        (p.say("chart.reinforcements.rising"), rising.integer("dice")),
        (p.say("chart.reinforcements.per_keys"), signed(rising.integer("per_two_spanish_keys"))),
        *(
            (
                p.say("chart.reinforcements.rising_card", camp=p.say(f"camp.{camp}.name")),
                signed(rising.table("other_wellesley").integer(camp)),
            )
            for camp in ("allied", "french")
        ),
    ]
    return p.chart(
        "reinforcements", "letter_to_the_horse_guards levantamiento_popular", "", rows, "16.22a 16.22b 16.23a 16.23c"
    )


def _interphase(p: Printer) -> Chart:
    """[16.1a] [16.31a] Resources of the Interphase, and extra Deployments."""
    extra = p.table("costs").table("extra_deployments")
    rows: list[tuple[Cell, ...]] = [
        (p.say(f"duchy.{duchy}.name"), p.say(f"chart.interphase.{duchy}"))
        for duchy in keys(p.table("interphase_resources"))
    ]
    rows += [(p.say(f"chart.interphase.{key}"), extra.integer(key)) for key in keys(extra)]
    return p.chart("interphase", "interphase_resources costs", "", rows, "16.1a 16.31a")


def _french_bonus(p: Printer) -> Chart:
    """[19.4a] Duchies that are a Victory Point for the French."""
    table = p.table("victory_points").table("french_duchies_per_point")
    return p.chart(
        "french_bonus", "victory_points", "year duchies", [(year, table.integer(year)) for year in keys(table)], "19.4a"
    )


def _spanish_bonus(p: Printer) -> Chart:
    """[19.5b] The bonus of a separate Spanish player."""
    rows = [(f"< {row.integer('below')}", row.integer("points")) for row in p.tables.tables("spanish_bonus")]
    return p.chart("spanish_bonus", "spanish_bonus", "french_duchies vp", rows, "19.5a 19.5b 19.5d")


# ----------------------------------------------------------------------------------------------------------- scenarios


def _scenarios(p: Printer) -> Chart:
    """[2.3] [2.4] The two starts, side by side."""
    file = p.pack.toml("scenarios.toml").table("scenario")
    starts = [file.table(id_) for id_ in keys(file)]
    rows: list[tuple[Cell, ...]] = [
        (p.say("chart.scenarios.turns"), *(f"{s.integer('start_turn')}–{s.integer('end_turn')}" for s in starts)),
        (p.say("chart.scenarios.first_impulse"), *(_power(p, s.text("first_impulse")) for s in starts)),
    ]
    rows += [
        (f"{p.say(f'chart.scenarios.{fact}')}: {_power(p, power)}", *(s.table(fact).integer(power) for s in starts))
        for fact in SCENARIO_FACTS
        for power in POWERS
    ]
    rows += [
        (p.say("chart.scenarios.spanish_keys_french"), *(s.integer("spanish_keys_french") for s in starts)),
        (p.say("chart.scenarios.flags_on_map"), *(s.integer("flags_on_map") for s in starts)),
        (p.say("chart.scenarios.no_preemption_first_round"), *(s.flag("no_preemption_first_round") for s in starts)),
        *(
            (p.say(f"chart.scenarios.{key}"), *(", ".join(_card(p, n) for n in s.integers(key)) for s in starts))
            for key in ("removed_cards", "reminders")
        ),
        (p.say("chart.scenarios.leaders_off_map"), *(p.names("leader", s.texts("leaders_off_map")) for s in starts)),
    ]
    return p.chart(
        "scenarios",
        "scenarios.toml",
        "what " + " ".join(f"={id_}" for id_ in keys(file)),
        rows,
        "2.3 2.4 4.22i",
        SCENARIOS,
    )


def _keys(p: Printer) -> Chart:
    """[2.3] Who Controls the Keys at the start."""
    file = p.pack.toml("scenarios.toml")
    rows = [
        (year, _power(p, power), p.names("duchy", file.table("spanish_keys").table(year).texts(power)))
        for year in keys(file.table("spanish_keys"))
        for power in POWERS
    ]
    rows += [
        (p.say("chart.keys.home"), _power(p, power), p.names("duchy", file.table("home_keys").texts(power)))
        for power in POWERS
        if file.table("home_keys").has(power)
    ]
    return p.chart("keys", "scenarios.toml", "start power keys", rows, "2.3", SCENARIOS)


def _setups(p: Printer) -> tuple[Chart, ...]:
    return tuple(
        p.chart(
            f"setup_{year}",
            f"setup_{year}.csv",
            "power duchy leader infantry cavalry artillery sp",
            [
                (
                    _power(p, row.text("power")),
                    p.say(f"duchy.{row.text('duchy')}.name"),
                    p.say(f"leader.{row.text('leader')}.name") if row.maybe_text("leader") else None,
                    *(row.integer(arm) or None for arm in ARMS),
                    row.integer("strength_points"),
                )
                for row in p.pack.rows(f"setup_{year}.csv")
            ],
            "2.3",
            SCENARIOS,
        )
        for year in (1812, 1813)
    )


# ---------------------------------------------------------------------------------------- leaders, counters, map, cards


def _leaders(p: Printer) -> Chart:
    """[1.61] The Leaders with their ratings."""

    def start(row: Row, year: int) -> Cell:
        where = row.maybe_text(f"start_{year}")
        return (
            p.say(f"duchy.{where}.name") if p.catalogue.has(f"duchy.{where}.name") else p.say(f"chart.leaders.{where}")
        )

    rows = [
        (
            p.say(f"leader.{row.text('id')}.full"),
            _power(p, row.text("power")),
            *(row.integer(key) for key in ("battle_rating", "command_rating", "build_cost", "regroup_cost")),
            start(row, 1812),
            start(row, 1813),
        )
        for row in p.pack.rows("leaders.csv")
    ]
    return p.chart(
        "leaders",
        "leaders.csv",
        "leader power battle_rating command_rating build regroup =1812 =1813",
        rows,
        "1.61 6.1c 6.2a",
        PIECES,
    )


def _counters(p: Printer) -> Chart:
    """[1.5c] The counters of each Power, and the markers."""
    rows = [
        (
            p.say(f"counter.{row.text('id')}")
            if p.catalogue.has(f"counter.{row.text('id')}")
            else p.say(f"symbol.{row.text('id').partition('_')[0]}"),
            _power(p, row.text("power")) if row.maybe_text("power") else None,
            row.integer("count"),
        )
        for row in p.pack.rows("counters.csv")
    ]
    return p.chart("counters", "counters.csv", "counter power count", rows, "1.5c 1.7", PIECES)


def _duchies(p: Printer) -> Chart:
    """[1.2] The Duchies that are Keys, Fortresses or Ports."""
    rows = [
        (
            p.say(f"duchy.{row.text('id')}.name"),
            p.say(f"country.{row.text('country')}.name"),
            row.integer("key") > 0,
            row.integer("fortress_strength") or None,
            p.say(f"mark.port_{row.text('port')}") if row.text("port") != "none" else None,
            *(_held(p, row, f"control_{year}") for year in (1812, 1813)),
        )
        for row in p.pack.rows("duchies.csv")
        if row.integer("key") or row.integer("fortress") or row.text("port") != "none"
    ]
    return p.chart("duchies", "duchies.csv", "duchy country key fortress port =1812 =1813", rows, "1.2 3.1a", PIECES)


def _held(p: Printer, row: Row, column: str) -> Cell:
    holder = row.maybe_text(column)
    return _power(p, holder) if holder in POWERS else None


def _cards(p: Printer) -> tuple[Chart, ...]:
    """[1.10] Every card with its text, deck by deck."""
    rows = p.pack.rows("cards.csv")
    found = []
    for deck in dict.fromkeys(row.text("deck") for row in rows):
        ours = [row for row in rows if row.text("deck") == deck]
        chart = p.chart(
            "cards",
            "cards.csv",
            "number card kind cp by when effect",
            [
                (
                    int(row.text("number")),
                    p.say(f"card.{row.text('id')}.name"),
                    p.say(f"card_kind.{row.text('type')}"),
                    f"{row.text('cp')}+" if row.flag("plus") else row.text("cp"),
                    ", ".join(_power(p, power) for power in row.words("by")) or p.say("chart.cards.all"),
                    p.say(f"card.{row.text('id')}.when"),
                    p.say(f"card.{row.text('id')}.effect"),
                )
                for row in ours
            ],
            "1.10 5a 5.6b",
            CARDS,
            [" ".join(ref for ref in row.words("refs") if ref[0].isdigit()) for row in ours],
        )
        found.append(p.named(chart, f"cards_{deck}", p.say(f"deck.{deck}.name")))
    return tuple(found)
