// @ts-check
// The dialogs about oneself: a name, an account for those who want one, sessions, and notices.

import { html } from "./vendor/lit-html.js";
import { api, session } from "./net.js";
import { date, lang, w } from "./i18n.js";
import { announce, dialog, go, sorry } from "./page.js";
import { adopt, change, settings } from "./settings.js";

/**
 * @import { Content, Heard, Words } from "./internal"
 * @import { Session } from "./types"
 */

/**
 * An input of a form.
 * @typedef {{name: string, label?: string, type?: string, value?: string, autocomplete?: string, minlength?: number,
 *   maxlength?: number, optional?: boolean, hidden?: boolean}} Field
 */

const LOGIN = { name: "login", autocomplete: "username", minlength: 3, maxlength: 40 };
const PASSWORD = { name: "password", type: "password", autocomplete: "new-password", minlength: 8 };
const OLD = { name: "old", type: "password", autocomplete: "current-password" };

/** @param {Words} values */
const login = (values) => ({ login: values.login, password: values.password });

/** Forms of one window, and the result of the last thing tried in it. */
class Desk {
  /** @type {Record<string, {text: string, bad?: boolean}>} */ said = {};        // by form

  /** @param {() => void} draw */
  constructor(draw) {
    this.draw = draw;
  }

  /**
   * Try something, and show beside it what went wrong, or that it worked.
   * @param {string} name @param {() => unknown} does @param {string} [well]
   */
  async try(name, does, well = "") {
    this.said = {};
    try {
      await does();
      if (well) this.said[name] = { text: w(`account.${well}`) };
    } catch (problem) {
      this.said[name] = { text: sorry(problem), bad: true };
    }
    announce(this.said[name]?.text ?? "");
    if (document.querySelector("dialog[open]")) this.draw();
  }

  /** @param {string} name */
  answer(name) {
    const { text = "", bad = false } = this.said[name] ?? {};
    return text ? html`<p class=${bad ? "bad" : "good"}>${text}</p>` : "";
  }

  /** @param {string} name @param {string} label @param {() => unknown} does @param {string} [well] */
  button(name, label, does, well) {
    return html`<button type="button" @click=${() => this.try(name, does, well)}>${w(`account.${label}`)}</button>`;
  }

  /**
   * A form of some fields; `does(values)` gets what was filled in, by name.
   * @param {string} name @param {Field[]} fields @param {string} label @param {(values: Words) => unknown} does
   * @param {string} [well] @param {Content} [more]
   */
  form(name, fields, label, does, well, more = "") {
    /** @param {Heard<HTMLFormElement>} event */
    const send = (event) => {
      event.preventDefault();
      const form = event.currentTarget;
      const values = Object.fromEntries([...new FormData(form)].map(([key, value]) =>
        [key, key in { password: 1, old: 1 } ? String(value) : String(value).trim()]));
      this.try(name, async () => {
        await does(values);
        for (const { name: secret, type } of fields) if (type === "password") form[secret].value = "";
      }, well);
    };
    return html`<form class="form" @submit=${send}>${fields.map((one) => html`
      <label class="field" ?hidden=${one.hidden}><span>${w(`account.${one.label ?? one.name}`)}</span><input
        name=${one.name} type=${one.type ?? "text"} autocomplete=${one.autocomplete ?? "off"}
        minlength=${one.minlength ?? 0} maxlength=${one.maxlength ?? 64} ?required=${!one.optional}
          .defaultValue=${one.value ?? ""}></label>`)}
      <p class="row"><button
        class=${name === "sign" ? "primary" : ""}>${w(`account.${label}`)}</button>${more}</p>${this.answer(
          name)}</form>`;
  }
}

/** Sign in, or sign up; resolves with "yes" when it is done. @param {string} label */
export function sign(label) {
  /** @type {Desk} */
  let desk;
  return dialog(w(`account.${label}`), (close, draw) => {
    desk ??= new Desk(draw);
    const up = label === "sign_up";
    return html`${up ? html`<p>${w("account.why")}</p>`
      : ""}${desk.form("sign", [LOGIN, up ? PASSWORD : { ...PASSWORD, autocomplete: "current-password" }],
        label, async (values) => {
      if (up) await api("POST", "/api/me", { name: values.login });
      const me = session.me = await api("POST", up ? "/api/account" : "/api/session", login(values));
      adopt(me.settings);
      close("yes");
    })}`;
  });
}

/** @param {string} path */
async function signOut(path) {
  await api("DELETE", path);
  session.me = null;
  for (const open of document.querySelectorAll("dialog")) open.close();
  go("/");
}

export async function account() {
  /** @type {Session[]} */
  let sessions = session.me?.login ? await api("GET", "/api/sessions") : [];
  /** @type {Desk} */
  let desk;
  return dialog(w("account.account"), (_, draw) => {
    desk ??= new Desk(draw);
    const { me } = session;
    if (!me) return "";
    /** @param {Words} values */
    const keep = async (values) => {
      session.me = await api("POST", "/api/account", { old: values.old, ...login(values) });
      sessions = await api("GET", "/api/sessions");
    };
    return html`
      ${desk.form("name", [{ name: "name", value: me.name, maxlength: 40, autocomplete: "nickname" }],
        "save", async (values) => { session.me = await api("POST", "/api/me", { name: values.name }); if (
          location.pathname === "/") go("/"); }, "saved")}
      ${!session.accounts ? "" : !me.login
        ? html`<section><h3>${w("account.sign_up")}</h3><p>${w("account.why")}</p>${desk.form("up",
          [{ ...LOGIN, value: me.name }, PASSWORD], "sign_up", keep, "signed_up")}</section>` : html`
        <section><h3>${w("account.change")}</h3>
          <p>${w("account.signed_in_as", me)}</p>${desk.form("password",
            [{ ...LOGIN, value: me.login, hidden: true }, OLD, { ...PASSWORD, label: "fresh" }], "change",
              keep, "changed")}</section>
        <section><h3>${w("account.sessions")}</h3><ul class="sessions">${sessions.map((one) => html`
          <li><span><b>${one.browser || w("account.program")}</b><small>${w("account.since",
            { date: date(one.since) })}</small></span>${one.here ? html`<small>${w("account.here")}</small>` : html`
            <button type="button" aria-label="${w("account.sign_out")}: ${one.browser}"
              @click=${() => desk.try("sessions",
                async () => { await api("DELETE", `/api/sessions/${one.id}`); sessions = sessions
                  .filter((other) => other !== one); })}>${w("account.sign_out")}</button>`}</li>`)}</ul>
          ${desk.answer("sessions")}
          <p class="row">${desk.button("sessions", "sign_out_here", () => signOut("/api/session"))}${sessions.length > 1
            ? desk.button("sessions", "sign_out_all", () => signOut("/api/sessions")) : ""}</p></section>`}`;
  }, "");
}

/** How a player is notified that it is his turn. */
export async function notices() {
  let kept = await api("GET", "/api/me/notices");
  /** @type {Desk} */
  let desk;
  return dialog(w("account.notices"), (_, draw) => {
    desk ??= new Desk(draw);
    /** @param {"mail" | "webhook"} by @param {"email" | "webhook"} name @param {string} type */
    const way = (by, name, type) => {
      /** @param {Words} values */
      const keep = async (values) => {
        kept = await api("PUT", "/api/me/notices",
          { email: kept.email, webhook: kept.webhook, ...values, lang: lang() });
      };
      const test = () => api("POST", "/api/me/notices/test", { way: by });
      return desk.form(by, [{ name, type, value: kept[name], maxlength: 254, optional: true, autocomplete: type }],
        "save", keep, "saved", kept[name] ? desk.button(by, "test", test, "sent") : "");
    };
    return html`<p>${w("account.notices_how")}</p>
      ${"Notification" in window ? html`<section><h3>${w("account.browser")}</h3>
        <label class="check"><input type="checkbox" .checked=${settings.notify}
          @change=${(event) => desk.try("browser", () => allow(event.target))}>
            <span>${w("settings.notify")}</span></label>
        ${settings.notify ? html`<p
          class="row">${desk.button("browser", "test", () => notify(w("account.test_text"), "", "test"), "sent")}</p>`
            : ""}${desk.answer("browser")}</section>` : ""}
      ${session.push && "serviceWorker" in navigator && "PushManager" in window ? html`<section><h3>${
        w("account.push")}</h3><p class="hint">${w("account.push_how")}</p><p class="row">${kept.push.length
        ? desk.button("push", "test", () => api("POST", "/api/me/notices/test", { way: "push" }), "sent") : ""}${
          desk.button("push", "push_on", async () => { kept = await push(true); }, "saved")}${kept.push.length
            ? desk.button("push", "push_off", async () => { kept = await push(false); }, "saved") : ""}</p>${
              desk.answer("push")}</section>` : ""}
      ${session.mail ? html`<section><h3>${w("account.mail")}</h3>${way("mail", "email", "email")}</section>`
        : ""}
      <section><h3>${w("account.hook")}</h3><p
        class="hint">${w("account.hook_how")}</p>${way("webhook", "webhook", "url")}
        ${kept.webhook_secret ? html`<label class="field"><span>${w("account.secret")}</span><input readonly
          .value=${kept.webhook_secret} @focus=${(event) => event.target.select()}></label>` : ""}</section>`;
  }, "");
}

/** Tell this browser also when the page is closed, or no longer. @param {boolean} on */
async function push(on) {
  const worker = await navigator.serviceWorker.register("/worker.js");
  const told = await worker.pushManager.getSubscription()
    ?? await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: session.push })
      .catch(() => { throw Object.assign(new Error(), { code: "denied", text: w("account.denied") }); });
  const found = /** @type {{endpoint: string, keys: Words}} */ (told.toJSON());
  const kept = await api("POST", "/api/me/push", { browser: { endpoint: found.endpoint, p256dh: found.keys.p256dh,
    auth: found.keys.auth }, on });
  if (!on) await told.unsubscribe();
  return kept;
}

/** The browser is asked for permission only here, after a click. @param {HTMLInputElement} box */
async function allow(box) {
  const leave = !box.checked || (await Notification.requestPermission()) === "granted";
  box.checked &&= leave;
  change("notify", box.checked);
  if (!leave) throw Object.assign(new Error(), { code: "denied", text: w("account.denied") });
}

/**
 * Show a notification of the browser, if wanted and allowed; a click on it returns to the page.
 * @param {string} title @param {string} body @param {string} tag
 */
export function notify(title, body, tag) {
  if (!settings.notify || globalThis.Notification?.permission !== "granted") return;
  try {
    const notice = new Notification(title, { body, tag });
    notice.onclick = () => { focus(); notice.close(); };
  } catch { /* some phones allow notices only to service workers */ }
}
