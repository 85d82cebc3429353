"""Hints and guided first games over HTTP."""

from __future__ import annotations

import pytest

import tablero
from tablero import bots
from tablero.kernel.guides import guide, is_through
from tablero.kernel.text import LANGUAGES, catalogue
from tablero.server.guided import play_up_to
from tablero.table.journal import FORMAT, Opened
from tablero.table.sitting import Sitting
from tests.server.people import House, Person


def hint(ana: Person, sitting: str, **query: str) -> dict[str, object]:
    answer = ana.get(f"/api/sittings/{sitting}/hint", params=query)
    assert 200 == answer.status_code, answer.text
    found: dict[str, object] = answer.json()
    return found


def test_a_hint_is_one_of_the_choices_with_a_reason_in_the_readers_language(home: House) -> None:
    ana = home.person("Ana")
    sitting = ana.opens("me", "me")
    english, spanish = (hint(ana, sitting, seat="carlist", lang=lang) for lang in LANGUAGES)
    table = ana.table(sitting, seat="carlist")
    assert table["stamp"] == english["stamp"]
    assert english["do"] in [choice["do"] for choice in table["choices"]]
    assert english["do"] == spanish["do"]
    assert "the Gefe last" in str(english["reason"])
    assert "el Gefe el último" in str(spanish["reason"])
    assert "\x01unit:" in str(english["reason"]), "things are links"
    assert english["through"] is False


def test_a_hint_leaves_no_trace_in_the_game(home: House) -> None:
    ana = home.person("Ana")
    sitting = ana.opens("me", "me")
    table = home.room(sitting).sitting
    before = table.version, len(table.record.entries), table.record.text()
    hint(ana, sitting, seat="carlist")
    assert before == (table.version, len(table.record.entries), table.record.text())


def test_a_hint_follows_what_was_really_done(home: House) -> None:
    ana = home.person("Ana")
    sitting = ana.opens("me", "me")
    first = hint(ana, sitting, seat="carlist")
    table = ana.table(sitting, seat="carlist")
    stamp, other = table["stamp"], next(one["do"] for one in table["choices"] if one["do"] != first["do"])
    assert 200 == ana.does(sitting, "act", seat="carlist", do=other, stamp=stamp).status_code
    second = hint(ana, sitting, seat="carlist")
    assert second["stamp"] != first["stamp"]
    assert second["do"] in [choice["do"] for choice in ana.table(sitting, seat="carlist")["choices"]]


def test_there_are_no_hints_among_people(home: House) -> None:
    ana, ben = home.person("Ana"), home.person("Ben")
    sitting = ana.opens("me", "open")
    ben.joins(ana, sitting, "liberal")
    for one, seat in ((ana, "carlist"), (ben, "liberal")):
        answer = one.get(f"/api/sittings/{sitting}/hint", params={"seat": seat})
        assert (403, "not_allowed") == (answer.status_code, answer.json()["code"])
        assert "other people" in answer.json()["text"]


def test_a_spectator_and_who_is_not_asked_get_no_hint(home: House) -> None:
    ana, ben = home.person("Ana"), home.person("Ben")
    sitting = ana.opens("me", "me", spectators=True)
    assert 403 == ben.get(f"/api/sittings/{sitting}/hint").status_code
    assert 403 == ben.get(f"/api/sittings/{sitting}/hint", params={"seat": "carlist"}).status_code
    waiting = next(seat for seat in ("carlist", "liberal") if not ana.table(sitting, seat=seat)["choices"])
    answer = ana.get(f"/api/sittings/{sitting}/hint", params={"seat": waiting})
    assert "not_your_turn" == answer.json()["code"]


# --- the guide


def test_a_guided_first_game_is_the_same_each_time(home: House) -> None:
    ana = home.person("Ana")
    told = []
    for _ in range(2):
        made = ana.post("/api/guides", {"game": "aiw"})
        assert 200 == made.status_code, made.text
        sitting = made.json()["id"]
        about = ana.get(f"/api/sittings/{sitting}/about").json()
        assert about["guide"] is True
        assert ["carlist"] == [seat["seat"] for seat in about["seats"] if seat.get("you")]
        table = ana.table(sitting)
        told.append((table["pieces"], table["hands"], table["asked"], hint(ana, sitting)["reason"]))
    assert told[0] == told[1]
    assert ana.get(f"/api/sittings/{ana.opens('me', 'me')}/about").json()["guide"] is False


@pytest.mark.parametrize("code", tablero.GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_game_has_a_guide_in_words(home: House, code: str, lang: str) -> None:
    told = home.client.get(f"/api/games/{code}/guide", params={"lang": lang}).json()
    assert [] == told["chapters"][0]["prompts"], "it begins with what is shown at the start"
    for chapter in told["chapters"]:
        assert not chapter["title"].startswith("["), chapter
        assert not chapter["text"].startswith("["), chapter
    assert len(told["end"]) > 50
    games = {game["code"]: game for game in home.client.get("/api/games").json()}
    assert games[code]["guide"] is True


@pytest.mark.parametrize("code", tablero.GAMES)
def test_the_chapters_of_a_guide_have_their_moments_before_it_ends(code: str) -> None:
    """Played by its own advice, the guide shows most chapters, and ends."""
    game = tablero.game(code)
    found = guide(game)
    assert found is not None
    prompts = catalogue(game.pack, "en")
    assert all(prompts.has(f"prompt.{key}") for chapter in found.chapters for key in chapter.prompts)
    table = Sitting.open("guide", Opened(code, found.scenario, dict(found.options), f"{found.seed:x}", "", game.rules,
                                         guide=True, format=FORMAT), 0.0)
    for seat in range(len(game.seats)):
        table.seat_bot(seat, found.opponent, 0.0)
    play_up_to(table, found, 0.0)
    s, asked, answers = table.state, set[str](), 0
    while not is_through(game, table.state, answers):
        s, seat = table.state, table.to_move()[0]
        if seat == found.seat:
            asked.add(tablero.prompt(s, seat).key)
            answers += 1
        bot = bots.make(bots.adviser(game), game, answers)
        action = bot.choose(game.view(s, seat), tablero.options(s, seat), seat)
        table.act(seat, action, table.stamps[seat], 0.0)
    met = [chapter.id for chapter in found.chapters if not chapter.prompts or asked & set(chapter.prompts)]
    assert len(met) >= 8, met
    assert not table.over


def test_a_game_without_a_guide_says_so(home: House) -> None:
    ana = home.person("Ana")
    assert 404 == ana.post("/api/guides", {"game": "chess"}).status_code
    assert 404 == home.client.get("/api/games/chess/guide").status_code
