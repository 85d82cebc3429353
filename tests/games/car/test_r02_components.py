"""[1] [2] The components: what lies on the table at the start, and what every marker shows."""

from __future__ import annotations

import re

import tablero
from tablero.games.car import GAME
from tablero.games.car.board import (
    BEACH_MALLORCA,
    CARD,
    MALLORCA,
    NAT,
    PACK,
    REP,
    SCENARIOS,
    SIDES,
    UNIT,
    UNITS,
    space,
)
from tablero.games.car.odds import trial
from tablero.games.car.rules.r03_control import enter
from tablero.games.car.rules.r08_cards.s05_landings import open_beach
from tablero.games.car.state import AUTOMATIC, Car
from tablero.kernel.bits import bitset
from tablero.kernel.scene import Panel, Piece, Scene
from tests.games.car.field import at, attack, do, field, offered, operation, refused, stand
from tests.games.car.r10_movement.moving import activate, build
from tests.games.car.turns import action, hold
from tests.rules import rule


def seen(s: Car, seat: int = NAT) -> Scene:
    return GAME.scene(GAME.view(s, seat), seat)


def panel(s: Car, id_: str, seat: int = NAT) -> Panel:
    return next(panel for panel in seen(s, seat).panels if panel.id == f"panel:{id_}")


def cells(s: Car, id_: str) -> dict[str, str]:
    return {key: value for row in panel(s, id_).rows for key, value in row}


def pieces(s: Car, symbol: str) -> dict[str, Piece]:
    """By space, what is drawn with a symbol."""
    return {piece.at.removeprefix("space:"): piece for piece in seen(s).pieces if piece.symbol == symbol}


def badges(s: Car, unit: str) -> tuple[str, ...]:
    return next(piece.badges for piece in seen(s).pieces if piece.id == f"unit:{unit}")


def campaign() -> Car:
    s = GAME.new("campaign", 3)
    assert isinstance(s, Car)
    return s


@rule("car", "1.0a")
def test_two_players_sit_at_the_table() -> None:
    assert ("nationalist", "republican") == tuple(GAME.seats)


@rule("car", "1.0b")
def test_only_what_the_playbook_says_is_cited_with_pb() -> None:
    rules = PACK.toml("rules.toml").tables("rule")
    cited = {rule.text("id") for rule in rules if re.search(r"\bPB \d", rule.text("text_en"))}
    assert {"2.1.2g"} == cited, "the optional corridor"
    sections = re.compile(r"(\d+(\.\d+)*(\.[A-F](\.\d)?)?[a-z]+|6\.0\.B[a-z]|CL\.[A-Z0-9]+[a-z]|SU[a-z])$")
    assert [] == [rule.text("id") for rule in rules if not sections.match(rule.text("id"))]


@rule("car", "2.1.3a")
def test_all_tracks_and_boxes_of_the_map_are_shown() -> None:
    scene = seen(campaign())
    assert {"track:turn", "track:round", "track:vp", "track:rm"} == {track.id for track in scene.tracks}
    for side in SIDES:
        for name in ("reserve", "eliminated", "gone", "points", "chart", "kept", "cards", "events"):
            assert f"panel:{name}.{side}" in {panel.id for panel in scene.panels}


@rule("car", "2.2a", "4.1a", "4.1.3a")
def test_at_the_start_units_sieges_works_and_isolated_spaces_lie_on_the_map_and_no_other_piece() -> None:
    s = campaign()
    kinds: dict[str, list[str]] = {}
    for piece in seen(s).pieces:
        kinds.setdefault("unit" if piece.id.startswith("unit:") else piece.symbol, []).append(piece.at)
    assert {"unit", "siege", "isolated", "trench", "position"} == set(kinds)
    assert ["space:oviedo"] == kinds["trench"]
    assert ["space:badajoz"] == kinds["position"]
    assert (0, 0, -1, 0) == (s.bonus_rm, s.bonus_vp, s.beach, s.deadline)
    assert ([0, 0], 0, [2, 1, 3]) == (s.tried, s.special, s.specials)


@rule("car", "2.2.1e", "2.2.2a")
def test_a_unit_of_a_card_is_out_of_play_until_its_event_happens() -> None:
    s = field({"valencia": "rep_rpa_1:r", "madrid": "rep_rpa_2"}, turn=4, happened="r1 r2")
    s.rp = [0, 0, 8, 8]
    assert ("pool", "pool") == (at(s, "rep_t26_r04"), at(s, "nat_inf_n02"))
    action(s, "republican", turn=4, hands="r4 r9")
    do(s, "ops r4")                                                # not for its event
    assert "pool" == at(s, "rep_t26_r04")
    assert {"move valencia", "move madrid"} == {word for word in offered(s) if word.startswith("move")}
    s = field({"valencia": "rep_rpa_1"}, turn=4, happened="r1 r2")
    action(s, "republican", turn=4, hands="r4 r9")
    do(s, "event r4", "to valencia")
    assert "valencia" == at(s, "rep_t26_r04")


@rule("car", "2.2.1e")
def test_every_unit_with_a_card_number_waits_in_the_pool_of_every_set_up_until_that_event() -> None:
    for name in SCENARIOS:
        s = GAME.new(name, 1)
        assert isinstance(s, Car)
        for unit, counter in enumerate(UNITS):
            if counter.card and not s.happened >> CARD[counter.card] & 1:
                assert "pool" == at(s, counter.id), (name, counter.id, unit)


@rule("car", "2.2.2.1a", "3.0af")
def test_turn_points_and_morale_are_on_the_tracks() -> None:
    s = campaign()
    assert {"track:turn": 1, "track:round": 1, "track:vp": 7, "track:rm": 26} == {
        track.id: track.value for track in seen(s).tracks}
    s.rm, s.rp = 31, [3, 2, 1, 0]
    (morale,) = [track for track in seen(s).tracks if track.id == "track:rm"]
    assert (31, True) == (morale.value, morale.length >= 31), "Morale has no upper end"
    assert ("1½", "1") == (cells(s, "points.nationalist")["rp_nat"], cells(s, "points.nationalist")["rp_axis"])
    assert ("½", "0") == (cells(s, "points.republican")["rp_rep"], cells(s, "points.republican")["rp_sov"])


@rule("car", "2.2.2.2a")
def test_government_strait_and_shortage_at_the_start() -> None:
    s = campaign()
    assert ("side.republican.plural", "flag.yes") == (cells(s, "status")["strait"], cells(s, "status")["shortage"])
    assert (0, REP, True) == (s.happened & (1 << CARD["r1"] | 1 << CARD["r28"] | 1 << CARD["n5"]), s.strait, s.shortage)
    s.shortage = False
    assert "shortage" not in cells(s, "status")


@rule("car", "2.2.2.3a", "2.5a")
def test_an_event_that_changed_points_or_morale_is_listed_with_what_it_changed() -> None:
    s = field({"burgos": "nat_inf_1"}, happened="n5")
    action(s, turn=14, hands="n42")
    do(s, "event n42")
    rows = panel(s, "events.nationalist", REP).rows
    assert (("card", "card:n42"), ("vp", "+1"), ("rm", "−1")) == rows[-1]
    assert () == panel(s, "events.republican").rows


@rule("car", "2.2.2.4a")
def test_an_event_that_lasts_is_listed_as_long_as_the_war() -> None:
    s = field({"burgos": "nat_inf_1"}, nationalist="bilbao")
    action(s, turn=6, hands="n37")
    assert () == panel(s, "events.nationalist").rows
    do(s, "event n37")
    s.turn = 9
    assert (("card", "card:n37"), ("vp", ""), ("rm", "−1")) == panel(s, "events.nationalist").rows[0]


@rule("car", "2.2.2.5a")
def test_three_sieges_and_two_isolated_spaces_are_marked_at_the_start() -> None:
    s = campaign()
    sieges = {at: dict(piece.values)["level"] for at, piece in pieces(s, "siege").items()}
    assert {"gijon", "pto_de_valderrepiso", "toledo"} == set(sieges)
    assert s.sieges == [int(sieges[at]) for at in ("gijon", "pto_de_valderrepiso", "toledo")]
    assert {"oviedo", "granada"} == set(pieces(s, "isolated"))


@rule("car", "2.2.2.6a", "4.1.1a")
def test_the_chart_of_a_side_has_a_marker_for_each_of_six_rounds() -> None:
    s = field({"burgos": "nat_inf_1"})
    hold(s, "", deck="")
    s.chart = [AUTOMATIC] * 6 + [0] * 6
    rows = panel(s, "chart.nationalist").rows
    assert [f"round_{n}" for n in range(1, 7)] == [row[0][0] for row in rows]
    assert () == panel(s, "chart.republican").rows
    s.chart = [0] * 12
    action(s, number=3, hands="n2")
    do(s, "event n2")
    assert ((("round_3", "action.event"),),) == panel(s, "chart.nationalist").rows


@rule("car", "2.2.2.7a", "4.1.2a")
def test_activated_spaces_bear_a_marker_of_what_their_units_will_do() -> None:
    s = field({"burgos": "nat_inf_1", "segovia": "nat_inf_2", "avila": "nat_inf_3"})
    action(s, hands="n8")
    do(s, "ops n8", "move burgos", "attack segovia")
    assert {"burgos"} == set(pieces(s, "activated_move"))
    assert {"segovia"} == set(pieces(s, "activated_attack"))
    first = campaign()
    assert (NAT, [NAT]) == (first.side, list(tablero.players(first))), "the Nationalist has the markers first"


@rule("car", "2.2.2.8a")
def test_a_captured_space_shows_its_new_owner() -> None:
    s = field({"burgos": "nat_inf_1"})
    assert ("space:talavera_de_la_reina", "control.republican") in seen(s).marks
    stand(s, "nat_inf_2", "navalmoral_de_la_mata")
    enter(s, NAT, space("talavera_de_la_reina"))
    assert ("space:talavera_de_la_reina", "control.nationalist") in seen(s).marks


@rule("car", "2.2.2.9a")
def test_units_cut_off_and_units_that_only_a_border_feeds_bear_different_badges() -> None:
    s = field({"figueras": "rep_rpa_1", "albacete": "nat_inf_1", "burgos": "nat_inf_2"},
              nationalist="gerona barcelona tarragona vich lerida ripoll puigcerda")
    assert ("out_of_supply",) == badges(s, "nat_inf_1")
    assert ("border_supply",) == badges(s, "rep_rpa_1")
    assert () == badges(s, "nat_inf_2")


@rule("car", "2.2.2.10a")
def test_markers_for_works_are_limited_and_failed_attempts_are_marked() -> None:
    homes = ["burgos", "segovia", "avila", "soria", "logrono", "pamplona", "vitoria", "palencia"]
    s = field({name: f"nat_inf_{n}" for n, name in enumerate([*homes, "salamanca"], 1)}, positions=" ".join(homes))
    activate(s, "salamanca")
    assert ("10.2.9a", "no_markers") == refused(s, "build nat_inf_9")
    s = field({name: f"nat_inf_{n}" for n, name in enumerate([*homes, "salamanca"], 1)}, positions=" ".join(homes[1:]))
    activate(s, "salamanca")
    build(s, "nat_inf_9", dice=[4])
    assert {"salamanca": (("drm", "−1"),)} == {at: piece.values for at, piece in pieces(s, "attempt").items()}


@rule("car", "2.2.2.11a")
def test_the_beach_head_is_an_open_space_while_its_marker_is_there() -> None:
    s = field({"mallorca": "nat_inf_1 nat_inf_2", "menorca": "rep_mil_3"})
    assert {} == pieces(s, "beach")
    assert "space:beach_head_mallorca" not in {place for place, _ in seen(s).marks}
    open_beach(s, BEACH_MALLORCA, MALLORCA)
    stand(s, "rep_mil_1", "beach_head_mallorca")
    assert {"beach_head_mallorca"} == set(pieces(s, "beach"))
    assert ("space:beach_head_mallorca", "control.republican") in seen(s).marks
    attackers = UNIT["nat_inf_1"], UNIT["nat_inf_2"]
    combat = trial(s, NAT, BEACH_MALLORCA, bitset(attackers))
    assert (0, 0) == (combat.shift[NAT], combat.shift[REP]), "Open terrain"
    action(s, "republican", hands="r9")
    do(s, "ops r9")
    assert {"move beach_head_mallorca", "attack beach_head_mallorca"} <= set(offered(s))


@rule("car", "2.2.2.12a")
def test_a_bonus_marker_lies_in_its_space() -> None:
    s = field()
    s.bonus_rm, s.bonus_vp = 1 << space("brunete"), 1 << space("gandesa")
    assert ({"brunete"}, {"gandesa"}) == (set(pieces(s, "bonus_rm")), set(pieces(s, "bonus_vp")))


@rule("car", "2.2.2.13a")
def test_units_that_retreated_and_victorious_attacks_are_marked_for_the_rest_of_the_round() -> None:
    s = field({"belchite": "nat_inf_1 nat_inf_2 nat_inf_3", "caspe": "rep_mil_1 rep_mil_2"})
    attack(s, "caspe", dice=[3, 1])
    do(s, "lose rep_mil_1", "retreat rep_mil_2 alcaniz", "retreat rep_mil_2 morella")
    assert ("retreated",) == badges(s, "rep_mil_2")
    do(s, "advance nat_inf_1 caspe", "done")
    assert [space("caspe")] == operation(s).victories
