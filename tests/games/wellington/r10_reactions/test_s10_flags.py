"""[10.10] A Flag that an Event places can be intercepted."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.wellington.board import ALLIES, BRITAIN, NORD, ORIGINAL, SPAIN, SUD
from tablero.games.wellington.rules.r03_control import flags_on_map
from tablero.games.wellington.rules.r10_reactions.s10_flags import FlagContact
from tests.games.wellington.field import asked, at, do, game, holder, leader, marked, offered, run, told, x
from tests.rules import rule


@rule("wellington", "10.10a", "10.10b", "13.1g", "10.4j")
def test_an_intercepted_flag_is_removed_and_the_interceptor_stands_there() -> None:
    """Clausel needs 9 with +3, and +1 as Toledo was Friendly before the Flag. He comes over a Rough line."""
    s = game({"ciudad_real": "clausel nord:3"}, active="spain")
    run(s, FlagContact(SPAIN, x("toledo"), SPAIN))
    assert holder(s, "toledo") == "spain"
    assert (asked(s), tablero.prompt(s, NORD).key) == ("nord ReactionWindow", "reaction_flag")
    assert offered(s) == ["pass", "intercept clausel", "detach clausel"]
    told_of = do(s, "intercept clausel", dice=[2, 4])
    assert told(told_of, "interception_rolled")[0][1:] == (6, 6 + 3 + 1 - 1)
    assert at(s, "clausel") == "toledo"
    assert holder(s, "toledo") == "nord"
    assert flags_on_map(s, ALLIES) == 0
    assert s.owned == list(ORIGINAL)
    assert s.answer == 0
    assert asked(s) == "nobody"


@rule("wellington", "10.10a")
def test_a_failed_interception_leaves_the_flag() -> None:
    s = game({"ciudad_real": "clausel nord:3"}, active="spain")
    run(s, FlagContact(SPAIN, x("toledo"), SPAIN))
    do(s, "intercept clausel", dice=[1, 1])
    assert holder(s, "toledo") == "spain"
    assert at(s, "clausel") == "ciudad_real"
    assert marked(s, "clausel")
    assert s.answer == 1


@rule("wellington", "10.10a")
def test_once_the_flag_is_gone_nobody_else_intercepts() -> None:
    s = game({"ciudad_real": "clausel nord:3", "madrid": "reille nord:2"}, active="spain")
    run(s, FlagContact(SPAIN, x("toledo"), SPAIN))
    do(s, "intercept reille", dice=[1, 1])
    assert offered(s) == ["pass", "intercept clausel", "detach clausel"]
    s = game({"ciudad_real": "clausel nord:3", "madrid": "reille nord:2"}, active="spain")
    run(s, FlagContact(SPAIN, x("toledo"), SPAIN))
    do(s, "intercept reille", dice=[6, 6])
    assert asked(s) == "nobody"


@rule("wellington", "10.10b", "13.1g")
def test_the_interceptor_of_a_flag_suffers_attrition() -> None:
    """Castaños comes over a Pass out of an Uncontrolled Duchy."""
    s = game({"avila": "castanos spain:2"}, active="nord", flags={"spain": "talavera"})
    run(s, FlagContact(3, x("talavera"), 3))
    told_of = do(s, "intercept castanos", dice=[6, 6, 6, 1, 1])
    assert told(told_of, "attrition") == [(SPAIN, x("talavera"), 3, 1)]
    assert holder(s, "talavera") == "spain"


@rule("wellington", "10.10a", "10.1b")
def test_a_flag_with_a_formation_of_its_side_is_not_intercepted() -> None:
    s = game({"ciudad_real": "clausel nord:3", "toledo": "britain:1"}, active="spain")
    run(s, FlagContact(BRITAIN, x("toledo"), SPAIN))
    assert asked(s) == "nobody"
    assert s.answer == 1
    assert s.at[leader("clausel")] == x("ciudad_real")


@rule("wellington", "7.1a", "10.10a")
@pytest.mark.parametrize("where, owner", [("lumbrales", NORD), ("valladolid", NORD), ("jaen", SUD)])
def test_a_flag_is_told_and_whose_the_duchy_was_is_kept(where: str, owner: int) -> None:
    s = game()
    flag = FlagContact(BRITAIN, x(where), SPAIN)
    events = run(s, flag)
    assert [(BRITAIN, x(where), SPAIN)] == told(events, "flagged")
    assert owner == flag.owner
