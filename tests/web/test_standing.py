"""A no for the rest of the phase, and chances that go by themselves or are always asked, in An Impossible War."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import expect

import tablero
from tablero.kernel.actions import PASS
from tablero.table.sitting import Sitting
from tests.server.live import LiveServer
from tests.web.browser import Visitor
from tests.web.conftest import Person
from tests.web.games import begun, folded
from tests.web.hand import Hand
from tests.web.test_aiw import choose_game

CARLIST = 0         # where Ana sits
NO = "No, and do not ask again this phase"
A_PAUSE = 2500      # milliseconds: twice what the table takes to let a chance go by

POST = """async ([path, body]) => {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  return [answer.status, await answer.json()];
}"""


def post(visitor: Visitor, path: str, body: dict[str, Any]) -> dict[str, Any]:
    status, found = visitor.page.evaluate(POST, [path, body])
    assert 200 == status, found
    answer: dict[str, Any] = found
    return answer


Step = tuple[int, str, bool]        # seat, text form, does it go by itself?


def chance_of(sitting: Sitting) -> tuple[str, int]:
    """What is asked of the Carlist: its key, and how many choices he has."""
    question = sitting.questions[CARLIST]
    return ("", 0) if question is None else (question[0].key, len(question[1]))


def way_on(server: LiveServer, id_: str, standing: bool) -> list[Step]:
    """How a war goes on until the Carlist, who says no, is asked the same again: in the same phase, or, after a
    standing no that has let such a chance go by, in another."""
    for seed in range(1000):
        sitting, chance, steps, gone_by = folded(server, id_), random.Random(seed), list[Step](), 0
        key, phase = chance_of(sitting)[0], sitting.game.phase(sitting.state)
        no = tablero.decline(sitting.state, CARLIST)
        assert no is not None
        sitting.act(CARLIST, no, sitting.stamps[CARLIST], 1.0, standing)
        while len(steps) < 60 and not sitting.over:
            seat = sitting.awaited()[0]
            automatic_pass = sitting.automatic_pass(seat)
            if seat == CARLIST and chance_of(sitting)[0] == key and chance_of(sitting)[1] > 1:
                if automatic_pass is None and (gone_by > 0) == standing == (sitting.game.phase(sitting.state) != phase):
                    return steps
                if automatic_pass is None:
                    break
                gone_by += 1
            action = automatic_pass or chance.choice(tablero.options(sitting.state, seat))
            steps.append((seat, sitting.game.write(sitting.state, action), automatic_pass is not None))
            sitting.act(seat, action, sitting.stamps[seat], 1.0)
    raise AssertionError("it is never asked again")


def go_on(ana: Visitor, ben: Visitor, id_: str, way: list[Step]) -> None:
    """Both do by request what the way says; what goes by itself is waited for."""
    hand, done = Hand(ana), ana.updates()[-1]["actions"]
    for n, (seat, do, passes) in enumerate(way, 1):
        if not passes:
            who, path = (ana, ben)[seat], f"/api/sittings/{id_}"
            seen = who.page.evaluate("(path) => fetch(path).then((a) => a.json())", path)
            post(who, f"{path}/act", {"id": f"{n}", "do": do, "stamp": seen["stamp"]})
        hand.until(lambda: ana.updates()[-1]["actions"] >= done + n)  # noqa: B023


def at_a_chance(ana: Visitor, ben: Visitor, server: LiveServer) -> str:
    """Ana sits down at a war against Ben in which she may intercept him, and could; gives its id."""
    for seed in range(1, 40):
        id_ = begun(server, ana, "zumalacarregui", 20, until="intercept", seats=("me", "open"), seed=seed, code="aiw",
                    player="random")
        key, choices = chance_of(folded(server, id_))
        if key == "intercept" and choices > 1:
            token = post(ana, f"/api/sittings/{id_}/invites", {"seat": "liberal"})["token"]
            post(ben, f"/api/invites/{token}", {})
            ana.go(f"/table/{id_}")
            ana.at_table()
            return id_
    raise AssertionError("nobody may ever intercept")


@pytest.fixture
def ben(person: Person) -> Visitor:
    one = person("Ben", locale="es-ES")
    one.go("/")
    one.page.get_by_label("Su nombre").fill("Ben")
    one.page.get_by_role("button", name="Entrar").click()
    expect(one.page.get_by_role("button", name="Jugar", exact=True)).to_be_visible()
    return one


def test_a_standing_no_holds_for_its_phase_and_no_longer(ana: Visitor, ben: Visitor, server: LiveServer) -> None:
    id_ = at_a_chance(ana, ben, server)
    way, page = way_on(server, id_, standing=True), ana.page
    prompt = page.locator(".prompt")
    expect(prompt.get_by_role("button", name="Let him pass")).to_be_visible()
    prompt.get_by_role("button", name=NO).click()
    expect(page.locator(".declined")).to_contain_text("not asked again: as the enemy passes your units.")
    page.get_by_role("button", name="ES", exact=True).click()
    expect(page.locator(".declined")).to_contain_text("preguntar: al pasar el enemigo junto a sus unidades.")
    page.get_by_role("button", name="EN", exact=True).click()
    go_on(ana, ben, id_, way)
    expect(prompt.get_by_role("button", name=NO)).to_be_visible()      # the next phase: the question is put again
    expect(page.locator(".declined")).to_have_count(0)
    assert [("done", True)] == [(act["do"], act.get("standing")) for act in ana.acts()]
    asked = [told["asked"] for told in ana.updates() if told["asked"].get("key") == "intercept" and told["choices"]]
    assert not asked[0].get("passing")
    assert not asked[-1].get("passing")
    assert any(one.get("passing") for one in asked)
    assert [] == ana.grumbles


def test_who_wants_to_be_asked_again_is_asked_in_the_same_phase(
    ana: Visitor, ben: Visitor, server: LiveServer
) -> None:
    """By keyboard."""
    id_ = at_a_chance(ana, ben, server)
    way, page = way_on(server, id_, standing=False), ana.page
    page.locator("body").press("n")
    again = page.get_by_role("button", name="Ask me again")
    again.focus()
    again.press("Enter")
    expect(again).to_have_count(0)
    go_on(ana, ben, id_, way)
    expect(page.get_by_role("button", name=NO)).to_be_visible()
    page.wait_for_timeout(A_PAUSE)
    expect(page.get_by_role("button", name=NO)).to_be_visible()
    assert [True] == [act.get("standing") for act in ana.acts()]


def test_a_standing_no_outlives_a_lost_line(ana: Visitor, ben: Visitor, server: LiveServer) -> None:
    id_, page = at_a_chance(ana, ben, server), ana.page
    before = ana.updates()[-1]["actions"]
    ana.context.set_offline(True)
    expect(page.locator(".banner")).to_be_visible()
    page.get_by_role("button", name=NO).click()
    ana.context.set_offline(False)
    expect(page.locator(".declined")).to_be_visible()
    sitting = folded(server, id_)
    assert (before + 1, ["intercept"]) == (len(sitting.record.entries), sitting.declined(CARLIST))
    assert 1 == len({act["id"] for act in ana.acts()})
    ana.grumbles.clear()        # that the line was lost


def test_a_standing_no_fits_a_phone(person: Person, ben: Visitor, server: LiveServer) -> None:
    ana = person("Ana", viewport={"width": 390, "height": 844}, has_touch=True)
    ana.arrive()
    at_a_chance(ana, ben, server)
    button = ana.page.get_by_role("button", name=NO)
    box = button.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    assert box["y"] + box["height"] <= 844
    assert box["x"] + box["width"] <= 390
    button.tap()
    expect(ana.page.get_by_role("button", name="Ask me again")).to_be_visible()
    assert ana.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_who_waits_reads_what_is_awaited_in_words_of_his_own(ana: Visitor, ben: Visitor, server: LiveServer) -> None:
    ben.go(f"/table/{at_a_chance(ana, ben, server)}")
    ben.at_table()
    more = ben.page.locator(".prompt .more")
    expect(more).to_contain_text("pueden intentar interceptarlo")
    ben.page.get_by_role("button", name="EN", exact=True).click()
    expect(more).to_contain_text("they may try to intercept it")
    expect(more).not_to_contain_text("your units")
    assert not any("decline" in told["asked"] or told.get("declined") for told in ben.updates())


def useless(ana: Visitor, server: LiveServer, reactions: str) -> str:
    """A war at a chance that Ana can only let go by."""
    for seed in range(1, 60):
        id_ = begun(server, ana, "zumalacarregui", 20, until="card_window", seats=("me", "random"), seed=seed,
                    code="aiw", player="random", reactions=reactions)
        if chance_of(folded(server, id_)) == ("card_window", 1):
            return id_
    raise AssertionError("every chance could be used")


def test_a_chance_that_cannot_be_used_goes_by_itself(ana: Visitor, server: LiveServer) -> None:
    id_ = useless(ana, server, "quick")
    before = len(folded(server, id_).record.entries)
    ana.go(f"/table/{id_}")
    ana.at_table()
    Hand(ana).until(lambda: ana.updates()[-1]["actions"] > before)
    passed = folded(server, id_).record.entries[before]
    assert (CARLIST, PASS) == (passed.seat, passed.action)
    assert [] == ana.acts()


def test_a_table_that_always_asks_waits_for_its_player(ana: Visitor, server: LiveServer) -> None:
    ana.go(f"/table/{useless(ana, server, reactions='ask')}")
    ana.at_table()
    first = ana.updates()[0]
    ana.page.wait_for_timeout(A_PAUSE)
    assert first["actions"] == ana.updates()[-1]["actions"]
    ana.page.get_by_role("button", name="Play no card", exact=False).first.click()
    Hand(ana).until(lambda: ana.updates()[-1]["actions"] > first["actions"])
    assert [("pass", None)] == [(act["do"], act.get("standing")) for act in ana.acts()]


def test_when_an_answer_is_seen_is_chosen_in_the_lobby_where_there_are_such_chances(ana: Visitor) -> None:
    page = ana.page
    reactions = page.get_by_label("Chances to react")
    expect(reactions).to_have_count(0)
    choose_game(ana)
    reactions.select_option("timed")
    expect(page.locator(".new")).to_contain_text("It costs time")
    page.get_by_label("Seconds for a chance").select_option("30")
    page.get_by_role("button", name="Play", exact=True).click()
    id_ = ana.at_table()
    about = page.evaluate("(path) => fetch(path).then((a) => a.json())", f"/api/sittings/{id_}/about")
    assert ("timed", 30) == (about["reactions"], about["window"])
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog")).to_contain_text("Chances to react: After a fixed time 30")


def test_at_a_timed_table_an_answer_is_shown_as_held_and_can_be_changed(ana: Visitor, server: LiveServer) -> None:
    id_ = ""
    for seed in range(1, 60):
        id_ = begun(server, ana, "zumalacarregui", 20, until="card_window", seats=("me", "random"), seed=seed,
                    code="aiw", player="random", reactions="timed")
        if chance_of(folded(server, id_))[1] > 1:
            break
    before = len(folded(server, id_).record.entries)
    ana.go(f"/table/{id_}")
    ana.at_table()
    chance = ana.page.locator(".chance")
    expect(chance).to_contain_text("s to answer")
    ana.page.get_by_role("button", name="Play no card", exact=False).first.click()
    expect(chance).to_contain_text("You answer: Play no card")
    assert before == ana.updates()[-1]["actions"]
    Hand(ana).until(lambda: ana.updates()[-1]["actions"] > before)
    assert "pass" == folded(server, id_).record.entries[before].action[0]


def test_a_question_for_cards_says_at_which_moment_and_a_no_is_for_that_alone(
    ana: Visitor, server: LiveServer
) -> None:
    page = ana.page
    ana.go(f"/table/{useless(ana, server, reactions='ask')}")
    ana.at_table()
    told = ana.updates()[-1]
    text = told["asked"]["text"]
    assert text.startswith("You may play an Operational card ")
    expect(page.locator("#asked")).to_contain_text(text.split(".")[0])
    page.get_by_role("button", name=NO).click()
    Hand(ana).until(lambda: ana.updates()[-1]["version"] > told["version"])
    words = page.evaluate("() => import('/web/i18n.js').then((words) => words.allWords())")

    def is_shown() -> bool:
        """The computer plays on, and with the phase the no is over: the page shows what the last message says."""
        declined = ana.updates()[-1].get("declined", [])
        shown = page.locator(".declined").all_inner_texts()
        return not declined and not shown or len(declined) == 1 and words[f"when.{declined[0]}"] in "".join(shown)

    Hand(ana).until(is_shown)
    topics = {topic for update in ana.updates() for topic in update.get("declined", [])}
    assert len(topics) == 1
    assert {"card_window"} == {topic.partition(".")[0] for topic in topics}
    assert all(words[f"when.{topic}"] in text for topic in topics)
