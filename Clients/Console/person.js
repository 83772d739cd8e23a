// One person, in tabs: who they are, where they are signed in, their devices, notifications and security, and their data.

import {call, path, query} from "./calls.js";
import {attempt, confirmed} from "./dialogs.js";
import {button, chip, element, excerpt, facts, foreign, moment, section, table, term, word} from "./elements.js";
import {whyOfPerson} from "./deliveries.js";
import {agentName, deviceName} from "./device-names.js";
import {deviceParts} from "./devices.js";
import {auditTable} from "./log.js";
import {eventTable} from "./security-events.js";
import {accountActions, dataActions} from "./person-actions.js";
import {languageName} from "./notification-texts.js";
import {inbox, preferences} from "./person-notifications.js";
import {peopleAddress, personName, readPerson} from "./person-search.js";
import {sharingPart} from "./person-sharing.js";
import "./people-words.js";

export async function show(parameters, context, id) {
    const account = await readPerson(id);
    const name = personName(account);
    const mine = Object.entries(tabs).filter(([, {role}]) => context.may(role ?? "viewer"));
    const [chosen, {parts}] = mine.find(([tab]) => tab === parameters.get("tab")) ?? mine[0];
    return [
        element("p", {}, element("a", {href: peopleAddress()}, word("toPeople"))),
        element("h1", {}, excerpt(name), " ", chip(term("status", account.status), account.status === "active" ? "good" : "bad")),
        element("nav", {class: "row", "aria-label": word("personParts")}, mine.map(([tab]) => element("a", {
            href: `#/person/${encodeURIComponent(account.id)}${query({tab: tab === "overview" ? "" : tab})}`, class: "button plain",
            "aria-current": tab === chosen ? "page" : null}, word(`tab.${tab}`)))),
        ...[await parts(account, name, context)].flat().filter(Boolean)];
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

async function overview(account, name, context) {
    const sessions = await call("GET", path`/accounts/${account.id}/sessions`).then(answer => answer.sessions, refusal => {
        if (refusal.status === undefined || refusal.status === 401) throw refusal;
        return [];
    });
    // A session that lives has begun with a sign-in, whatever the account says.
    const signIns = [account.lastLoginAt, ...sessions.map(session => session.createdAt)].filter(Boolean).sort();
    const latest = sessions.toSorted((one, other) => one.lastActivityAt < other.lastActivityAt ? -1 : 1).at(-1);
    return [
        section("account", facts([
            ["username", account.username], ["email", account.email && element("span", {}, foreign(account.email), " ",
                account.emailVerifiedAt ? chip(word("addressConfirmed"), "good") : chip(word("addressNotConfirmed")))],
            ["phone", account.phoneNumber], ["firstName", account.firstName], ["lastName", account.lastName],
            ["displayName", account.displayName], ["locale", account.locale && languageName(account.locale)], ["created", moment(account.createdAt)],
            ["lastSignIn", moment(signIns.at(-1))], ["lastUsed", latest && moment(latest.lastActivityAt)],
            ["device", latest && sessionDevice(latest)], ["appVersion", latest?.appVersion], ["signedInOn", word("sessionCount", {count: sessions.length})],
            ["erasesAt", account.erasesAt && moment(account.erasesAt)]])),
        accountActions(account, name, context), operatorActions(account)];
}

/** What operators did for a person; what they looked at only when somebody asks for it. */
function operatorActions(account) {
    const list = element("div");
    const made = element("details", {class: "card"}, element("summary", {}, element("h2", {}, word("audit"))), list);
    made.addEventListener("toggle", () => attempt(async () => {
        if (!made.open || list.children.length) return;
        const {entries} = await call("GET", `/audit${query({account: account.id, limit: 100})}`);
        const isLook = ({call}) => /^(Find|Get|List|Explain|Stream)/.test(call);
        const looks = entries.filter(isLook);
        list.replaceChildren(
            auditTable(entries.filter(entry => !isLook(entry))),
            looks.length ? element("details", {}, element("summary", {}, word("looks", {count: looks.length})), auditTable(looks)) : "",
            element("p", {}, element("a", {href: `#/log${query({account: account.id})}`}, word("wholeLog"))));
    }));
    return made;
}

const sessionsPart = (account, name, context) => part("sessions", async () => {
    const {sessions} = await call("GET", path`/accounts/${account.id}/sessions`);
    return element("div", {},
        element("p", {class: "note"}, word("sessionsNote")),
        table("sessions", ["device", "signedInFrom", "method", "begun", "lastUsed", "ends", "action"],
            sessions.map(session => sessionRow(account, session, context)), "noSessions"),
        sessions.length > 1 && context.may("support") ? button("endSessions", () => endAll(account, name, context), {kind: "plain"}) : "");
});

const systemOf = session => [session.osName, session.osVersion].filter(Boolean).join(" ");
/** What a session's device is called: its model, else its browser, else its system. */
const sessionDevice = session => deviceName(session) ?? agentName(session.userAgent) ?? (systemOf(session) || session.deviceType || word("unknownDevice"));

function sessionRow(account, session, context) {
    const system = systemOf(session);
    const agent = agentName(session.userAgent), device = sessionDevice(session);
    const below = [system, session.appVersion && word("appWithVersion", {version: session.appVersion}), agent]
        .filter(text => text && text !== device);
    const about = [device, session.place ?? session.network].filter(Boolean).join(", ");
    return [
        element("span", {}, foreign(device), below.length ? element("span", {class: "note below"}, excerpt(below.join(" · "))) : null),
        session.place || session.network ? element("span", {}, session.place ? foreign(session.place) : null,
            session.network ? element("span", {class: "note below"}, excerpt(session.network)) : null) : null,
        term("method", session.method), moment(session.createdAt), moment(session.lastActivityAt), moment(session.expiresAt),
        context.may("support") ? button("endSession", () => end(account, session, about, context), {kind: "plain", about}) : ""];
}

async function end(account, session, device, context) {
    if (!await confirmed("endSession", word("endSessionText"), {subject: device})) return;
    const done = await attempt(() => call("DELETE", path`/accounts/${account.id}/sessions/${session.id}`));
    if (done) await context.done("sessionEnded");
}

async function endAll(account, name, context) {
    if (!await confirmed("endSessions", word("endSessionsText"), {subject: name})) return;
    if (await attempt(() => call("DELETE", path`/accounts/${account.id}/sessions`))) await context.done("sessionsEnded");
}

const deviceAndSharingParts = async (account, name, context) => [
    ...await deviceParts(account, context), await sharingPart(account, name, context)];

const notificationParts = account => Promise.all([
    part("inbox", () => inbox(account)), part("whyTitle", () => whyOfPerson(account)), part("preferences", () => preferences(account))]);

const securityParts = account => part("securityLog", async () => {
    const page = await call("GET", `/security-events${query({account: account.id, limit: 50})}`);
    return element("div", {}, eventTable(page.events, [], "nothingHappened"), page.nextCursor ? element("p", {},
        element("a", {href: `#/log${query({view: "security", account: account.id})}`}, word("wholeLog"))) : null);
});

const dataParts = (account, name, context) => [
    section("record", facts([
        ["id", element("code", {}, account.id)], ["number", account.number],
        ["created", moment(account.createdAt)], ["changed", moment(account.updatedAt)]])),
    dataActions(account, name, context)];

/** Each tab: what it shows, and the role that it takes. */
const tabs = {
    overview: {parts: overview}, sessions: {parts: sessionsPart}, devices: {parts: deviceAndSharingParts},
    notifications: {parts: notificationParts, role: "support"}, security: {parts: securityParts}, data: {parts: dataParts},
};
