"""Accounts and notices, where the server has them: all from the page, by keyboard, in both languages."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tablero.server.delivery import signature
from tests.server.live import LiveServer
from tests.server.sinks import MailSink, WebSink, listening
from tests.server.test_push import Browser as Service
from tests.web.browser import PATIENCE, Visitor
from tests.web.conftest import Barriers, Person
from tests.web.games import begun

RUN = """
import sys
from tablero.server import app
from tablero.server.auth import Buckets
from tablero.server.delivery import Smtp

def patient(config, build=app.build):
    made = build(config)
    made.state.doorkeeper.passwords = Buckets(1000, 1000)       # all people of the test come from one address
    return made

app.build = patient
smtp = Smtp("127.0.0.1", "table@example.org", {port}, "none")
config = app.Config(sys.argv[1], bot_processes=1, rate=100_000, accounts=True, allow_private_webhooks=True, smtp=smtp)
app.serve(config, "127.0.0.1", int(sys.argv[2]))
"""


class Sinks:
    """A mail server and a web server in a thread of their own."""

    def __init__(self) -> None:
        self.mail, self.web = MailSink(), WebSink()
        self.loop, ready = asyncio.new_event_loop(), threading.Event()
        self.end = asyncio.Event()

        async def run() -> None:
            async with listening(self.mail), listening(self.web):
                ready.set()
                await self.end.wait()

        self.thread = threading.Thread(target=lambda: self.loop.run_until_complete(run()))
        self.thread.start()
        ready.wait(30)

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self.end.set)
        self.thread.join(30)


@pytest.fixture(scope="module")
def sinks() -> Iterator[Sinks]:
    found = Sinks()
    yield found
    found.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, sinks: Sinks) -> Iterator[LiveServer]:
    """A server for others: with accounts and mail."""
    folder = tmp_path_factory.mktemp("you")
    found = LiveServer(f"sqlite:///{folder / 'tablero.db'}", folder / "server.log", RUN.format(port=sinks.mail.port))
    found.start()
    yield found
    found.stop()
    assert "Traceback" not in (folder / "server.log").read_text()


def type_in(page: Page, **values: str) -> None:
    """Fill the window's fields by keyboard, in their order, and press Enter."""
    for n, (name, value) in enumerate(values.items()):
        if n:
            page.keyboard.press("Tab")
        expect(page.locator(f"dialog [name={name}]")).to_be_focused()
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type(value)
    page.keyboard.press("Enter")


def press(page: Page, what: Locator) -> None:
    what.focus()
    page.keyboard.press("Enter")


def lobby(page: Page) -> Locator:
    return page.locator("main.lobby")


def sign_up(person: Visitor, login: str, password: str = "correct horse") -> None:
    person.go("/")
    press(person.page, person.page.get_by_role("button", name="Create an account"))
    person.page.locator("dialog [name=login]").focus()
    type_in(person.page, login=login, password=password)
    expect(lobby(person.page)).to_be_visible()


def test_an_account_is_made_left_and_found_again_by_keyboard(person: Person) -> None:
    ana = person("Ana")
    sign_up(ana, "ana")
    page = ana.page
    page.get_by_role("button", name="Play", exact=True).click()
    ana.at_table()
    page.get_by_role("link", name=re.compile("Tablero")).click()
    press(page, page.get_by_role("button", name="ana", exact=True))
    window = page.get_by_role("dialog", name="You")
    expect(window).to_contain_text("You are signed in as ana.")
    expect(window.locator(".sessions li")).to_have_count(1)
    press(page, window.get_by_role("button", name="Sign out here"))
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.get_by_label("Your name")).to_be_visible()

    press(page, page.get_by_role("button", name="Sign in"))
    page.locator("dialog [name=login]").focus()
    type_in(page, login="ana", password="incorrect horse")
    expect(page.get_by_role("dialog")).to_contain_text("The user name or the password is wrong.")
    page.locator("dialog [name=login]").focus()
    type_in(page, login="ana", password="correct horse")
    expect(lobby(page)).to_contain_text("Your games")

    eva = person("Eva")
    eva.go("/")
    eva.page.get_by_role("button", name="Create an account").click()
    eva.page.locator("dialog [name=login]").focus()
    type_in(eva.page, login="ana", password="battery staple")
    expect(eva.page.get_by_role("dialog")).to_contain_text("This user name is taken: choose another.")


def test_sessions_are_seen_and_ended_and_a_password_changed_in_spanish(person: Person, server: LiveServer) -> None:
    rosa = person("Rosa")
    sign_up(rosa, "rosa")
    sitting = begun(server, rosa, "maella", 20)
    away = person("Rosa", locale="es-ES", user_agent="Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/128.0")
    away.go(f"/table/{sitting}")
    away.page.get_by_role("button", name="Iniciar sesión").click()
    away.page.locator("dialog [name=login]").focus()
    type_in(away.page, login="rosa", password="correct horse")
    away.at_table()                                 # where one wanted to go

    page = rosa.page
    page.get_by_role("button", name="rosa", exact=True).click()
    window = page.get_by_role("dialog", name="You")
    expect(window.locator(".sessions li")).to_have_count(2)
    expect(window.locator(".sessions li").first).to_contain_text("Firefox, Windows")
    press(page, window.get_by_role("button", name="Sign out: Firefox, Windows"))
    expect(window.locator(".sessions li")).to_have_count(1)
    expect(away.page.get_by_label("Su nombre")).to_be_visible()         # its table is closed at once

    away.page.get_by_role("button", name="Iniciar sesión").click()
    away.page.locator("dialog [name=login]").focus()
    type_in(away.page, login="rosa", password="mal caballo")
    expect(away.page.get_by_role("dialog")).to_contain_text("El nombre de usuario o la contraseña no son correctos.")
    away.page.locator("dialog [name=login]").focus()
    type_in(away.page, login="rosa", password="correct horse")
    away.at_table()
    away.page.get_by_role("button", name="Ajustes").click()
    away.page.get_by_role("button", name="Usted…").click()
    suyo = away.page.get_by_role("dialog", name="Usted")
    suyo.locator("[name=old]").focus()
    type_in(away.page, old="wrong horse", password="battery staple")
    expect(suyo).to_contain_text("El nombre de usuario o la contraseña no son correctos.")
    suyo.locator("[name=old]").focus()
    type_in(away.page, old="correct horse", password="battery staple")
    expect(suyo).to_contain_text("La contraseña ha cambiado.")
    expect(suyo.locator("[name=old]")).to_have_value("")
    expect(suyo.locator(".sessions li")).to_have_count(1)
    page.reload()
    expect(page.get_by_label("Your name")).to_be_visible()


def test_a_name_without_an_account_is_the_rule_and_may_become_one(person: Person) -> None:
    ana = person("Bea")
    ana.arrive()
    page = ana.page
    page.get_by_role("button", name="Bea", exact=True).click()
    window = page.get_by_role("dialog", name="You")
    name = window.get_by_label("Your name at the table")
    name.fill("Beatriz")
    name.press("Enter")
    expect(window).to_contain_text("Saved.")
    expect(page.locator(".me")).to_have_text("Beatriz")
    window.locator("[name=login]").focus()
    type_in(page, login="beatriz", password="correct horse")
    expect(window).to_contain_text("You are signed in as beatriz.")
    press(page, window.get_by_role("button", name="Sign out here"))
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.get_by_label("Your name")).to_be_visible()
    assert [] == ana.grumbles


def sent(page: Page, true: Callable[[], object]) -> None:
    for _ in range(PATIENCE // 20):
        if true():
            return
        page.wait_for_timeout(20)
    raise AssertionError("nothing came")


def test_one_is_told_by_mail_and_webhook_and_tries_both(person: Person, sinks: Sinks) -> None:
    ana = person("Ana")
    ana.arrive()
    page = ana.page

    def notices() -> Locator:
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("button", name="When it is my turn…").click()
        found = page.get_by_role("dialog", name="When it is my turn")
        expect(found).to_be_visible()
        return found

    window = notices()
    expect(window.get_by_role("button", name="Send me a test")).to_have_count(0)
    mail = window.get_by_label("E-mail address")
    mail.fill("ana@example.org")
    mail.press("Enter")
    expect(window).to_contain_text("Saved.")
    window.get_by_role("button", name="Send me a test").click()
    expect(window).to_contain_text("Sent.")
    sent(page, lambda: sinks.mail.mails)
    assert ("ana@example.org", "Tablero: a test") == (sinks.mail.mails[-1]["To"], sinks.mail.mails[-1]["Subject"])

    hook = window.get_by_label("Address of the webhook")
    hook.fill("http://127.0.0.1:1/")
    hook.press("Enter")
    secret = window.get_by_label("Its secret, shown only now")
    expect(secret).to_have_value(re.compile("^[0-9a-f]{64}$"))
    window.get_by_role("button", name="Send me a test").last.click()
    expect(window).to_contain_text("The notice could not be delivered: check the address.")
    hook.fill(sinks.web.url)
    hook.press("Enter")
    expect(window).to_contain_text("Saved.")
    known = secret.input_value()
    window.get_by_role("button", name="Send me a test").last.click()
    expect(window).to_contain_text("Sent.")
    _, headers, body = sinks.web.got[-1]
    assert signature(known, body) == headers["x-tablero-signature"]
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)

    window = notices()
    expect(window.get_by_label("Address of the webhook")).to_have_value(sinks.web.url)
    expect(window.get_by_label("E-mail address")).to_have_value("ana@example.org")
    expect(secret).to_have_count(0)
    window.get_by_label("E-mail address").fill("")
    window.get_by_label("E-mail address").press("Enter")
    expect(window.get_by_role("button", name="Send me a test")).to_have_count(1)


# A browser whose maker's push service is the one of the test.
SERVICE = """
const told = { toJSON: () => (%s), unsubscribe: async () => true };
PushManager.prototype.getSubscription = async () => null;
PushManager.prototype.subscribe = async () => told;
"""


def test_a_browser_shows_what_is_pushed_to_it(person: Person) -> None:
    """The page subscribes, the server pushes, and the worker is given what came as the browser would."""
    ana, service = person("Ana"), Service()
    subscription = service.subscription
    keys = {name: subscription.pop(name) for name in ("p256dh", "auth")}
    ana.context.add_init_script(SERVICE % json.dumps({**subscription, "keys": keys}))
    ana.context.grant_permissions(["notifications"])
    ana.arrive()
    page = ana.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="When it is my turn…").click()
    window = page.get_by_role("dialog", name="When it is my turn")
    window.get_by_role("button", name="Tell this browser").click()
    expect(window).to_contain_text("Saved.")
    window.get_by_role("button", name="Send me a test").click()
    sent(page, lambda: service.got)
    told = service.read(service.got[0][2])
    session, found = ana.context.new_cdp_session(page), list[str]()
    session.on("ServiceWorker.workerRegistrationUpdated",
               lambda event: found.extend(one["registrationId"] for one in event["registrations"]))
    session.send("ServiceWorker.enable")
    sent(page, lambda: found)
    shown = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
      .map(({ title, body, tag, data }) => ({ title, text: body, url: data, tag }))"""

    def arrived() -> object:
        """A worker that is only just starting may miss a push; another one with the same tag takes its place."""
        session.send("ServiceWorker.deliverPushMessage",
                     {"origin": ana.url, "registrationId": found[-1], "data": json.dumps(told)})
        return page.evaluate(shown)

    sent(page, arrived)
    assert [told] == page.evaluate(shown)
    service.service.shutdown()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_window_about_oneself_has_a_serious_barrier(person: Person, barriers: Barriers, scheme: str) -> None:
    ana = person("Ana", color_scheme=scheme)
    ana.go("/")
    page = ana.page
    page.get_by_role("button", name="Create an account").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    found = {"sign up": barriers(ana)}
    page.locator("dialog [name=login]").focus()
    type_in(page, login=f"axe.{scheme}", password="correct horse")
    expect(lobby(page)).to_be_visible()
    page.locator(".me").click()
    page.locator("dialog [name=old]").focus()
    type_in(page, old="wrong horse", password="battery staple")
    expect(page.locator("dialog .bad")).to_be_visible()
    found["you"] = barriers(ana)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="When it is my turn…").click()
    page.get_by_label("Address of the webhook").fill("https://8.8.8.8/")
    page.get_by_label("Address of the webhook").press("Enter")
    expect(page.locator("dialog .good")).to_be_visible()
    found["notices"] = barriers(ana)
    assert {} == {where: what for where, what in found.items() if what}


# Controls that are smaller than a finger; a box to tick counts with its label.
SMALL = """() => [...document.querySelectorAll("button, a, input, select, summary")].filter((e) => e.checkVisibility())
  .map((e) => [e, (e.matches("[type=radio], [type=checkbox]") ? e.closest("label") : e).getBoundingClientRect()])
  .filter(([, box]) => box.width && Math.min(box.width, box.height) < 43.9).map(([e]) => e.outerHTML.slice(0, 100))"""


def test_fingers_hit_what_they_aim_at(person: Person) -> None:
    ana = person("Ana", viewport={"width": 390, "height": 844}, has_touch=True)
    ana.go("/")
    page = ana.page
    expect(page.get_by_label("Your name")).to_be_visible()
    found = {"welcome": page.evaluate(SMALL)}
    page.get_by_role("button", name="Create an account").tap()
    page.locator("dialog [name=login]").focus()
    found["sign up"] = page.evaluate(SMALL)
    type_in(page, login="finger", password="correct horse")
    expect(lobby(page)).to_be_visible()
    found["lobby"] = page.evaluate(SMALL)
    page.locator(".me").tap()
    expect(page.locator(".sessions")).to_be_visible()
    found["you"] = page.evaluate(SMALL)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").tap()
    page.get_by_role("button", name="When it is my turn…").tap()
    expect(page.get_by_label("Address of the webhook")).to_be_visible()
    found["notices"] = page.evaluate(SMALL)
    assert {} == {where: what for where, what in found.items() if what}
    wide = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]
