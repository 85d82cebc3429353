"""[12.3] The worked examples of movement, with their dice."""

from __future__ import annotations

from tablero.games.aiw.board import AREAS, CARLIST, area
from tablero.games.aiw.rules.r03_phase import phase
from tablero.games.aiw.rules.r10_actions import ActionsStep
from tablero.games.aiw.state import Aiw
from tablero.kernel.refusals import Refusal
from tests.games.aiw.march import actions, left, marches
from tests.games.aiw.war import asked, at, do, guns, offered, refused, run, strength, war
from tests.rules import rule


def liberal_example() -> Aiw:
    """The set-up of the example of Liberal movement."""
    return war({
        "vitoria": "l_rg1 l_rg2 l_ln1 l_lnc1 l_st1 l_ln2 l_ln3",
        "salvatierra": "c_ala1", "durango": "c_bis1", "villaro": "c_bis2",
    }, side="liberal", points=3, command=(1, 0))


@rule("aiw", "12.3x1", "11.1b", "11.1c", "11.4a", "11.4b", "12.2b", "12.2e", "12.2f", "11.6i", "11.6p", "10.1a")
def test_example_of_liberal_movement() -> None:
    s = liberal_example()
    actions(s)
    do(s, "activate vitoria")
    assert 4 == phase(s).points
    do(s, "add l_rg1", "add l_rg2", "add l_ln1", "add l_lnc1", "add l_st1", "done", dice=[5])
    assert 4 == left(s)

    do(s, "march salvatierra")
    do(s, "evade", dice=[3])
    do(s, "retreat_all alsasua")
    assert ["salvatierra", "alsasua"] == [at(s, u) for u in ("l_rg1", "c_ala1")]
    assert 3 == left(s)

    do(s, "march alsasua")
    assert "carlist Evade" == asked(s)
    do(s, "stand")
    assert "liberal FormGroup" == asked(s)
    assert ["alsasua"] * 5 == [at(s, u) for u in ("l_rg1", "l_rg2", "l_ln1", "l_lnc1", "l_st1")]
    assert 0 == s.vp                                # Salvatierra was passed, not taken

    do(s, "add l_ln2", "add l_ln3", dice=[3])
    assert 5 == left(s)
    do(s, "march villarreal")
    assert ["done", "intercept durango", "intercept villaro"] == offered(s)
    do(s, "done")
    do(s, "march durango")
    do(s, "intercept villaro", "join c_bis2", "done", dice=[6])
    assert 0 == s.command[CARLIST]
    assert ["durango"] * 4 == [at(s, u) for u in ("l_ln2", "l_ln3", "c_bis1", "c_bis2")]
    assert "liberal Act" == asked(s)                # nobody may evade after an interception


@rule("aiw", "12.3x2", "17.9e", "9.1c")
def test_consequences_of_the_liberal_example() -> None:
    s = liberal_example()
    actions(s)
    do(s, "activate vitoria", "add l_rg1", "add l_rg2", "add l_ln1", "add l_lnc1", "add l_st1", "done", dice=[5])
    do(s, "march salvatierra", "evade", "retreat_all alsasua", "march alsasua", "stand", dice=[3])
    do(s, "add l_ln2", "add l_ln3", "march villarreal", "done", "march durango", dice=[3])
    do(s, "intercept villaro", "join c_bis2", "done", "done", dice=[6])

    do(s, "fight durango", "fire c_bis1", "fire c_bis2", "fire l_ln2", "fire l_ln3", dice=[6] * 13)
    assert ["villarreal", "villarreal"] == [at(s, u) for u in ("l_ln2", "l_ln3")]
    assert 1 == s.held >> area("durango") & 1
    assert 0 == s.vp

    do(s, "fire l_rg1", "fire l_rg2", "fire l_ln1", dice=[6] * 15)
    do(s, "retreat_all segura")
    assert [3, 2] == [strength(s, u) for u in ("l_ln2", "l_ln3")]       # Villarreal does not supply them


@rule("aiw", "12.3x3", "12.1b", "12.1e", "11.4a", "11.4j", "11.6c", "11.1c")
def test_example_of_carlist_movement() -> None:
    s = war({
        "llodio": "c_bis1 c_bis2", "sodupe": "c_ala1", "murguia": "c_ala2 c_cas1", "durango": "c_navc1 field:1",
        "orduna": "l_rg1 l_rg2", "valmaseda": "l_lnc1", "bilbao": "l_ln1",
    }, side="carlist", points=3, command=(0, 5), forts={"liberal": ["orduna"]})
    run(s, ActionsStep(CARLIST))
    do(s, "activate llodio", "concentrate", "summon c_ala1", "summon c_ala2")
    assert "carlist FormGroup" == asked(s)          # the second unit of Murguía may not come
    assert 4 == s.open[CARLIST * AREAS + area("llodio")].bit_count()

    do(s, "add c_bis1", "add c_bis2", "add c_ala1", "done")
    assert 4 == left(s)
    do(s, "march orduna")
    assert "carlist FormGroup" == asked(s)          # stopped, and no Liberal was asked to intercept
    do(s, "pass")

    do(s, "activate durango", "all")
    assert 2 == phase(s).points
    assert 7 == left(s)                             # 6 for the gun, 8 for the Cavalry alone
    do(s, "march villaro")
    assert "carlist March" == asked(s)              # the Liberals in Bilbao cannot intercept there
    do(s, "march sodupe", "march orduna")
    assert "road sodupe>orduna" == at(s, "c_navc1")
    assert (1, 0) == guns(s, "carlist", "road sodupe>orduna")
    assert ["orduna"] * 3 == [at(s, u) for u in ("c_bis1", "c_bis2", "c_ala1")]
    assert ["llodio", "murguia"] == [at(s, u) for u in ("c_ala2", "c_cas1")]


@rule("aiw", "12.3x4", "11.3e", "11.1d")
def test_notes_of_the_carlist_example() -> None:
    s = war({"durango": "c_navc1 field:1"}, side="carlist", points=1)
    run(s, ActionsStep(CARLIST))
    do(s, "activate durango", "all")
    do(s, "unload field 1")
    do(s, *marches("eibar vergara villafranca tolosa hernani irun hernani tolosa"))     # eight points
    assert Refusal("11.1f", "not_enough_points") == refused(s, "march villafranca")
    assert (1, 0) == guns(s, "carlist", "durango")
    do(s, "done")
    assert "nobody" == asked(s)
    assert (0, 0) == guns(s, "carlist", "durango")  # it was left alone


@rule("aiw", "12.3x4", "11.1d")
def test_the_gun_of_the_carlist_example_has_six_points() -> None:
    s = war({"durango": "c_navc1 field:1"}, side="carlist", points=1)
    run(s, ActionsStep(CARLIST))
    do(s, "activate durango", "all", *marches("eibar vergara villafranca tolosa hernani irun"))
    assert Refusal("11.1d", "field_artillery_is_slower") == refused(s, "march hernani")
    do(s, "unload field 1")
    assert "march hernani" in offered(s)


@rule("aiw", "12.3x5", "12.3a", "12.3b", "12.3d", "12.3e", "11.2a", "11.2b", "9.1c")
def test_example_of_a_countermarch_with_a_forced_march() -> None:
    s = war({"irurzun": "c_nav1", "estella": "l_rg1 l_rg2"}, side="carlist", points=1)
    run(s, ActionsStep(CARLIST))
    do(s, "activate irurzun", "add c_nav1")
    assert 7 == left(s)
    do(s, "march alsasua", "countermarch estella", dice=[4])
    assert 3 == left(s)
    do(s, "march lerin")
    assert 1 == left(s)
    assert Refusal("11.1f", "not_enough_points") == refused(s, "march calahorra")
    do(s, "force calahorra", dice=[6])
    assert ["calahorra", 4] == [at(s, "c_nav1"), strength(s, "c_nav1")]
    assert 1 == s.vp


@rule("aiw", "12.3x6", "12.3f", "12.3g")
def test_what_if_the_countermarch_had_failed() -> None:
    s = war({"irurzun": "c_nav1", "estella": "l_rg1 l_rg2"}, side="carlist", points=1)
    run(s, ActionsStep(CARLIST))
    do(s, "activate irurzun", "add c_nav1", "march alsasua", "countermarch estella", dice=[1])
    assert 5 == left(s)
    on = {"march estella", "march segura", "march salvatierra", "march amescoas"}
    assert on <= set(offered(s))
    assert not [text for text in offered(s) if text.startswith("countermarch")]
    do(s, "march estella")
    assert "estella" == at(s, "c_nav1")
    assert "nobody" == asked(s)                     # stopped
