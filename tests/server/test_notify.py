"""Players who are away are told that it is their turn: once, and until they have been told."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import random
import re
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path

import pytest

import tablero
from tablero.kernel.errors import BadAddress, NotAllowed, NotDelivered, TooMany
from tablero.kernel.text import Speech
from tablero.server.delivery import Smtp, check_mail, check_url, post, reachable, signature
from tablero.server.hall import Guest, Hall, Room
from tablero.server.notify import CLAIMED, TRIES, Notifier, Ways
from tablero.server.store.database import open_database
from tablero.server.store.notices import Notice
from tests.server.house import GAME, playing, table
from tests.server.people import house as application
from tests.server.sinks import MailSink, WebSink, listening


def run(test: Coroutine[object, object, None]) -> None:
    asyncio.run(asyncio.wait_for(test, 60))


async def until(true: Callable[[], object]) -> None:
    """Wait for something; `run` does not wait for ever."""
    while not true():
        await asyncio.sleep(0.01)


@contextlib.asynccontextmanager
async def house(
    address: str, mail: MailSink | None = None, after: float = 0.05, pause: float = 0.02
) -> AsyncIterator[tuple[Hall, Notifier]]:
    """A hall with its notices, quicker than a real one."""
    hall = Hall(open_database(address))
    smtp = Smtp("127.0.0.1", "table@example.org", mail.port, "none") if mail else None
    notifier = Notifier(hall, "https://table.example.org/", smtp, after, 0.02, pause, private=True)
    notifier.start()
    try:
        yield hall, notifier
    finally:
        await notifier.close()
        hall.database.close()


async def told_by(notifier: Notifier, player: str, **ways: str) -> None:
    database = notifier.database
    if await asyncio.to_thread(database.player, player) is None:
        await asyncio.wrap_future(database.create_player(player, player, 1.0))
    await notifier.set_ways(player, Ways(**ways))


async def finish(hall: Hall, room: Room, seat: int) -> None:
    """Play the turn of a seat to its end."""
    chance = random.Random(1)
    while seat in room.sitting.to_move():
        await act(hall, room, seat, chance)


async def act(hall: Hall, room: Room, seat: int, chance: random.Random) -> None:
    s = room.sitting.state
    do = GAME.write(s, chance.choice(tablero.options(s, seat)))
    await hall.change(room, playing(seat, do, room.sitting.stamps[seat]))


FAR = 1e6       # seconds: nothing falls due by itself


async def queued(notifier: Notifier, count: int) -> list[Notice]:
    """The notices, once there are so many."""
    await until(lambda: len(notifier.database.due_notices(9e9)) == count)
    return notifier.database.due_notices(9e9)


async def falls_due(notifier: Notifier, notices: list[Notice]) -> None:
    """The time has come for some notices; waits until they are dealt with."""
    for notice in notices:
        await asyncio.wrap_future(notifier.database.set_notice(notice, 1.0))
    await until(lambda: not notifier.database.due_notices(time.time() + 2 * CLAIMED))


@pytest.fixture
def file(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tablero.db'}"


def test_whoever_is_away_gets_one_mail_that_says_which_game_and_what_is_asked(file: str) -> None:
    async def test() -> None:
        mail = MailSink()
        async with listening(mail), house(file, mail) as (hall, notifier):
            await told_by(notifier, "ana", email="ana@example.org", lang="es")
            room = await table(hall)
            await until(lambda: mail.mails)
            (got,) = mail.mails
            speech, text = Speech(GAME, "es"), got.get_content().replace("\r\n", "\n")
            asked = speech.prompt(room.sitting.state, tablero.prompt(room.sitting.state, 0))
            title = speech.say("scenario.maella.title")
            assert ("ana@example.org", f"Le toca: {title}") == (got["To"], got["Subject"])
            assert "auto-generated" == got["Auto-Submitted"]
            for part in (title, GAME.title, asked, speech.seat(0), "\nhttps://table.example.org/table/s\n"):
                assert part in text
            assert not re.search(r"[\x01-\x08]", text), "links of the page are no part of a mail"

    run(test())


def test_one_notice_a_turn_however_many_actions_it_takes(file: str) -> None:
    async def test() -> None:
        web = WebSink()
        async with listening(web), house(file) as (hall, notifier):
            await told_by(notifier, "ana", webhook=web.url, webhook_secret="x")
            room = await table(hall)
            await until(lambda: web.got)
            chance, turn = random.Random(1), room.sitting.turns[0]
            for _ in range(5):
                await act(hall, room, 0, chance)
                assert ([0], turn) == (room.sitting.to_move(), room.sitting.turns[0])
                await asyncio.sleep(0.1)
            assert 1 == len(web.got)
            await finish(hall, room, 0)
            await finish(hall, room, 1)
            assert 0 in room.sitting.to_move()
            await until(lambda: len(web.got) > 1)
            await asyncio.sleep(0.2)
            assert [f"s.{turn}", f"s.{room.sitting.turns[0]}"] == [told["id"] for told in web.turns]

    run(test())


def test_whoever_is_at_the_table_is_spared(file: str) -> None:
    async def test() -> None:
        web = WebSink()
        async with listening(web), house(file, after=FAR) as (hall, notifier):
            await told_by(notifier, "ana", webhook=web.url, webhook_secret="x")
            room = await table(hall)
            hall.enter(room, Guest("ana", 0, "en"))
            await falls_due(notifier, await queued(notifier, 1))
            assert [] == web.got

    run(test())


def test_that_the_opponent_is_at_the_table_does_not_count(file: str) -> None:
    async def test() -> None:
        web = WebSink()
        async with listening(web), house(file) as (hall, notifier):
            await told_by(notifier, "ana", webhook=web.url, webhook_secret="x")
            hall.enter(await table(hall), Guest("ben", 1, "en"))
            await until(lambda: web.got)

    run(test())


def test_whoever_has_answered_in_time_is_spared(file: str) -> None:
    async def test() -> None:
        web = WebSink()
        async with listening(web), house(file, after=FAR) as (hall, notifier):
            await told_by(notifier, "ana", webhook=web.url, webhook_secret="x")
            answered, again = await table(hall, "answered"), await table(hall, "again")
            first = await queued(notifier, 2)
            await finish(hall, answered, 0)
            await finish(hall, again, 0)
            await finish(hall, again, 1)
            assert ([1], True) == (answered.sitting.to_move(), 0 in again.sitting.to_move())
            await falls_due(notifier, first)
            assert [] == web.got, "of a turn that is over, even if it is the player's turn again"
            (second,) = await queued(notifier, 1)
            await falls_due(notifier, [second])
            assert [f"again.{again.sitting.turns[0]}"] == [told["id"] for told in web.turns]

    run(test())


def test_nothing_is_sent_of_a_game_that_is_paused_over_or_left(file: str) -> None:
    async def test() -> None:
        web = WebSink()
        async with listening(web), house(file, after=FAR) as (hall, notifier):
            await told_by(notifier, "ana", webhook=web.url, webhook_secret="x")
            paused, over, left = [await table(hall, name) for name in ("paused", "over", "left")]
            await hall.change(paused, lambda s, now: s.propose(0, "pause", -1, now))
            await hall.change(paused, lambda s, now: s.reply(1, True, now))
            await hall.change(over, lambda s, now: s.resign(1, now))
            await hall.change(left, lambda s, now: s.leave(0, now))
            await falls_due(notifier, await queued(notifier, 3))
            assert [] == web.got

    run(test())


def test_whoever_plays_both_sides_is_told_nothing(file: str) -> None:
    async def test() -> None:
        async with house(file) as (hall, notifier):
            await told_by(notifier, "ana", webhook="http://127.0.0.1:1/", webhook_secret="x")
            room = await table(hall)
            await until(lambda: notifier.database.due_notices(9e9))
            notifier.begun.clear()
            room.sitting.seating.holders = (room.sitting.seating[0],) * 2
            notifier.look(room)
            assert {} == notifier.begun

    run(test())


def test_what_failed_is_tried_again_until_it_is_taken(file: str) -> None:
    async def test() -> None:
        web, mail = WebSink([500, 404, 302]), MailSink(refuse=2)
        async with listening(web), listening(mail), house(file, mail) as (hall, notifier):
            await told_by(notifier, "ana", email="ana@example.org", webhook=web.url, webhook_secret="x")
            await table(hall)
            await until(lambda: len(web.got) == 4 and mail.mails)
            await until(lambda: not notifier.database.due_notices(9e9))
            await asyncio.sleep(0.2)
            assert (4, 3, 1) == (len(web.got), mail.asked, len(mail.mails))
            assert 1 == len({told["id"] for told in web.turns})

    run(test())


def test_after_some_tries_a_notice_is_given_up(file: str) -> None:
    async def test() -> None:
        web = WebSink([503] * 20)
        async with listening(web), house(file, pause=0.0001) as (hall, notifier):
            await told_by(notifier, "ana", webhook=web.url, webhook_secret="x")
            await table(hall)
            await until(lambda: len(web.got) == TRIES)
            await until(lambda: not notifier.database.due_notices(9e9))
            await asyncio.sleep(0.2)
            assert TRIES == len(web.got)

    run(test())


def test_the_pauses_between_tries_grow(file: str) -> None:
    async def test() -> None:
        web = WebSink([503] * 20)
        async with listening(web), house(file, pause=0.1) as (hall, notifier):
            await told_by(notifier, "ana", webhook=web.url, webhook_secret="x")
            await table(hall)
            await until(lambda: len(web.got) == 3)
            first, second, third = (float(str(told["at"])) for told in web.turns)
            assert 0.1 <= second - first
            assert 0.4 <= third - second

    run(test())


def test_the_queue_outlives_the_server(address: str) -> None:
    async def test() -> None:
        web = WebSink()
        async with listening(web):
            async with house(address, after=1.0) as (hall, notifier):
                await told_by(notifier, "ana", webhook=web.url, webhook_secret="x")
                await table(hall)
                await until(lambda: notifier.database.due_notices(9e9))
            async with house(address, after=1.0):
                assert [] == web.got
                await until(lambda: web.got)
                await asyncio.sleep(0.2)
            async with house(address, after=0.01):
                await asyncio.sleep(0.3)
            assert 1 == len(web.got)

    run(test())


def test_a_turn_whose_notice_was_not_queued_when_the_server_died_is_found_again(file: str) -> None:
    async def test() -> None:
        web = WebSink()
        async with listening(web):
            database = open_database(file)
            await asyncio.wrap_future(database.create_player("ana", "Ana", 1.0))
            await asyncio.wrap_future(database.set_notices(
                "ana", f'{{"webhook": "{web.url}", "webhook_secret": "x"}}'
            ))
            await table(Hall(database))
            database.close()
            async with house(file):
                await until(lambda: web.got)

    run(test())


def test_a_deleted_table_and_an_address_taken_back_send_nothing(file: str) -> None:
    async def test() -> None:
        web = WebSink()
        async with listening(web), house(file, after=FAR) as (hall, notifier):
            for player in ("ana", "ben"):
                await told_by(notifier, player, webhook=web.url, webhook_secret="x")
            gone, stays = await table(hall, "gone"), await table(hall, "stays")
            notices = await queued(notifier, 2)
            await hall.delete(gone)
            await told_by(notifier, "ana")
            await falls_due(notifier, notices)
            assert ([], [0]) == (web.got, stays.sitting.to_move())

    run(test())


def test_a_webhook_is_signed_and_tells_only_what_the_players_own_prompt_says(file: str) -> None:
    async def test() -> None:
        web = WebSink()
        async with listening(web), house(file) as (hall, notifier):
            await told_by(notifier, "ana", webhook=web.url, webhook_secret="a secret")
            room = await table(hall)
            await until(lambda: web.got)
            ((first, headers, body),) = web.got
            assert "POST /turn?x=1 HTTP/1.1" == first
            assert f"127.0.0.1:{web.port}" == headers["host"]
            signed = hmac.new(b"a secret", body, hashlib.sha256).hexdigest()
            assert f"sha256={signed}" == headers["x-tablero-signature"]
            (told,) = web.turns
            asked, speech = tablero.prompt(room.sitting.state, 0), Speech(GAME, "en")
            assert {
                "type": "your_turn", "id": "s.3", "at": told["at"], "sitting": "s", "game": "dpyr",
                "scenario": "maella", "title": speech.say("scenario.maella.title"), "seat": "carlist",
                "text": speech.prompt(room.sitting.state, asked), "rule": asked.rule,
                "url": "https://table.example.org/table/s",
            } == told

    run(test())


def test_a_slow_receiver_holds_up_nobody(file: str) -> None:
    async def test() -> None:
        async def hang(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await asyncio.sleep(30)
            writer.close()

        slow, web = await asyncio.start_server(hang, "127.0.0.1", 0), WebSink()
        port = slow.sockets[0].getsockname()[1]
        async with listening(web), house(file) as (hall, notifier):
            await told_by(notifier, "ana", webhook=f"http://127.0.0.1:{port}/", webhook_secret="x")
            await told_by(notifier, "ben", webhook=web.url, webhook_secret="x")
            room = await table(hall)
            await asyncio.sleep(0.2)
            loop = asyncio.get_running_loop()
            start = loop.time()
            await finish(hall, room, 0)
            await until(lambda: web.got)
            assert loop.time() - start < 10
        slow.close()

    run(test())


BAD = [
    "", "x", "ftp://example.org/", "file:///etc/passwd", "gopher://example.org", "javascript:alert(1)", "http://",
    "https:///x", "http://example.org:99999/", "http://[::1", "http://localhost/", "http://localhost:8000/x",
    "http://127.0.0.1/", "http://127.1.2.3:80/", "http://10.0.0.1/", "http://172.16.0.1/", "http://192.168.1.1/",
    "http://169.254.169.254/latest/meta-data", "http://100.64.0.1/", "http://0.0.0.0/", "http://224.0.0.1/",
    "http://255.255.255.255/", "http://[::1]/", "http://[::]/", "http://[fe80::1]/", "http://[fc00::1]/",
    "http://[ff02::1]/", "http://[::ffff:127.0.0.1]/", "http://[2002:7f00:1::]/", "http://[64:ff9b::7f00:1]/",
    "http://user:word@example.org/", "http://user@example.org/", "http://example.org/a b",
    "http://example.org/\r\nX: y", "http://example.org/ñ", "http://intranet/", "http://2130706433/",
]


@pytest.mark.parametrize("url", BAD)
def test_webhooks_go_to_the_internet_only(url: str) -> None:
    with pytest.raises(BadAddress):
        check_url(url)


def test_public_addresses_are_taken() -> None:
    for url in ("https://example.org/hook?a=b", "http://example.org:8080", "http://8.8.8.8/", "https://[2001:4860::8]/"):
        assert url == check_url(url).geturl()


def test_a_name_that_stands_for_a_machine_nearby_is_refused_when_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    near = [(2, 1, 6, "", ("93.184.216.34", 80)), (2, 1, 6, "", ("10.0.0.7", 80))]
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: near)
    with pytest.raises(BadAddress):
        reachable("http://example.org/")
    with pytest.raises(BadAddress):
        post("http://example.org/", b"{}", "x")


@pytest.mark.parametrize("address", ["x", "a@b", "a@b.c", "a b@example.org", "a@example.org\r\nBcc: b@example.org",
                                     "<a@example.org>", "a@example.org,b@example.org", "@example.org", "a@.org"])
def test_what_is_no_mail_address_is_refused(address: str) -> None:
    with pytest.raises(BadAddress):
        check_mail(address)


def test_a_player_says_where_over_http_and_gets_a_secret_that_stays(tmp_path: Path) -> None:
    with application(f"sqlite:///{tmp_path / 'tablero.db'}", smtp=Smtp("127.0.0.1", "t@example.org")) as rooms:
        ana, ben = rooms.person("Ana"), rooms.person("Ben")
        nothing = {"email": "", "webhook": "", "webhook_secret": "", "lang": "en", "mail": True, "push": []}
        assert nothing == ana.get("/api/me/notices").json()
        wanted = {"email": "ana@example.org", "webhook": "https://8.8.8.8/hook", "lang": "es"}
        kept = ana.ask("PUT", "/api/me/notices", wanted).json()
        assert {**wanted, "mail": True, "push": [], "webhook_secret": kept["webhook_secret"]} == kept
        assert 64 == len(kept["webhook_secret"])
        told = {**kept, "webhook_secret": ""}           # the secret is shown once, and stays the same
        assert told == ana.ask("PUT", "/api/me/notices", wanted).json() == ana.get("/api/me/notices").json()
        ways = rooms.client.app.state.notifier.ways     # type: ignore[attr-defined]
        assert [kept["webhook_secret"]] == [way.webhook_secret for way in ways.values() if way.webhook]
        other = ana.ask("PUT", "/api/me/notices", {**wanted, "webhook": "https://8.8.4.4/"}).json()
        assert kept["webhook_secret"] != other["webhook_secret"]
        assert nothing == ben.get("/api/me/notices").json()
        for bad in ({"webhook": "http://127.0.0.1/"}, {"email": "x"}, {"lang": "xx"}, {"else": ""}, {"email": 3}):
            assert ana.ask("PUT", "/api/me/notices", bad).status_code in (400, 404)
        assert {**other, "webhook_secret": ""} == ana.get("/api/me/notices").json()
        assert nothing == ana.ask("PUT", "/api/me/notices", {}).json()
        assert 401 == rooms.client.get("/api/me/notices").status_code


def test_a_server_without_mail_says_so(tmp_path: Path) -> None:
    with application(f"sqlite:///{tmp_path / 'tablero.db'}") as rooms:
        ana = rooms.person("Ana")
        assert ana.get("/api/me/notices").json()["mail"] is False
        assert 400 == ana.ask("PUT", "/api/me/notices", {"email": "ana@example.org"}).status_code


def test_a_test_is_sent_at_once_and_says_whether_it_was_taken(file: str) -> None:
    async def test() -> None:
        mail, web = MailSink(refuse=1), WebSink(answers=[500])
        async with listening(mail), listening(web), house(file, mail) as (_, notifier):
            await told_by(notifier, "ana")
            for way in ("mail", "webhook"):
                with pytest.raises(NotAllowed):
                    await notifier.test("ana", way)
            await told_by(
                notifier, "ana", email="ana@example.org", webhook=web.url, webhook_secret="secret", lang="es"
            )
            for way in ("mail", "webhook"):
                with pytest.raises(NotDelivered):
                    await notifier.test("ana", way)
                await notifier.test("ana", way)
            (sent,) = mail.mails
            assert ("Tablero: una prueba", "ana@example.org") == (sent["Subject"], sent["To"])
            _, headers, body = web.got[-1]
            assert signature("secret", body) == headers["x-tablero-signature"]
            assert "test" == web.turns[-1]["type"]
            for _ in range(4):
                await notifier.test("ana", "webhook")
            with pytest.raises(TooMany):        # nobody's mail box is filled by it
                await notifier.test("ana", "webhook")

    run(test())


def test_tests_are_asked_for_over_http(tmp_path: Path) -> None:
    with application(f"sqlite:///{tmp_path / 'tablero.db'}") as rooms:
        ana = rooms.person("Ana")
        answers = [ana.post("/api/me/notices/test", {"way": way}) for way in ("mail", "webhook", "pigeon")]
        assert [(403, "not_allowed"), (403, "not_allowed"), (400, "bad_request")] == [
            (answer.status_code, answer.json()["code"]) for answer in answers
        ]
