// One person whole: who they are, where they are signed in, their devices, and what operators did about them.

import {call, path, query} from "./calls.js";
import {attempt, confirmed} from "./dialogs.js";
import {button, chip, element, excerpt, facts, moment, section, table, term, word} from "./elements.js";
import {whyOfPerson} from "./deliveries.js";
import {deviceParts} from "./devices.js";
import {auditTable} from "./log.js";
import {eventTable} from "./security-events.js";
import {actions} from "./person-actions.js";
import {inbox, preferences} from "./person-notifications.js";

/** @param {string} id Its id, or a name that its person signs in with. */
export async function show(_, context, id) {
    const account = await call("GET", path`/accounts/${id}`);
    const name = [account.displayName, [account.firstName, account.lastName].filter(Boolean).join(" "), account.username,
        account.email, account.phoneNumber, account.id].find(Boolean);
    const parts = await Promise.all([
        part("sessions", () => sessions(account, name, context)), deviceParts(account, context),
        context.may("support") ? part("preferences", () => preferences(account)) : null,
        context.may("support") ? part("inbox", () => inbox(account)) : null,
        context.may("support") ? part("whyTitle", () => whyOfPerson(account)) : null,
        part("securityLog", () => security(account)),
        part("audit", async () => auditTable((await call("GET", `/audit${query({account: account.id, limit: 20})}`)).entries))]);
    return [
        element("p", {}, element("a", {href: "#/people"}, word("toPeople"))),
        element("h1", {}, excerpt(name), " ", chip(term("status", account.status), account.status === "active" ? "good" : "bad")),
        section("account", facts([
            ["id", element("code", {}, account.id)], ["number", account.number], ["username", account.username],
            ["email", account.email], ["phone", account.phoneNumber], ["firstName", account.firstName],
            ["lastName", account.lastName], ["displayName", account.displayName], ["locale", account.locale],
            ["created", moment(account.createdAt)], ["changed", moment(account.updatedAt)], ["lastSignIn", moment(account.lastLoginAt)],
            ["erasesAt", account.erasesAt && moment(account.erasesAt)]])),
        actions(account, name, context), ...parts.flat().filter(Boolean)];
}

/** A part of the page. One that cannot be read says so in its place, and the others are shown. */
export async function part(title, read) {
    try {
        return section(title, await read());
    } catch (refusal) {
        if (refusal.status === undefined || refusal.status === 401) throw refusal;
        return section(title, element("p", {class: "alert"}, refusal.message));
    }
}

async function security(account) {
    const page = await call("GET", `/security-events${query({account: account.id, limit: 10})}`);
    return element("div", {}, eventTable(page.events), page.nextCursor ? element("p", {},
        element("a", {href: `#/log${query({view: "security", account: account.id})}`}, word("more"))) : null);
}

async function sessions(account, name, context) {
    const {sessions} = await call("GET", path`/accounts/${account.id}/sessions`);
    return table("sessions", ["device", "system", "appVersion", "method", "begun", "lastUsed", "ends", "action"],
        sessions.map(session => {
            const device = [session.deviceVendor, session.deviceModel].filter(Boolean).join(" ") || session.deviceType || session.id;
            return [
                device, [session.osName, session.osVersion].filter(Boolean).join(" ") || null, session.appVersion,
                term("method", session.method), moment(session.createdAt), moment(session.lastActivityAt),
                moment(session.expiresAt),
                context.may("support") ? button("endSession", () => end(account, session, device, context), {kind: "plain", about: device}) : ""];
        }), "noSessions");
}

async function end(account, session, device, context) {
    if (!await confirmed("endSession", word("endSessionText"), {subject: device})) return;
    const done = await attempt(() => call("DELETE", path`/accounts/${account.id}/sessions/${session.id}`));
    if (done) await context.done("sessionEnded");
}
