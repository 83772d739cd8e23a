// Where a person is signed in, their devices, and how they can sign in.

import {api} from "./calls.js";
import {button, card, fill, folded} from "./cards.js";
import {browserText, deviceTitle, platformName} from "./clients.js";
import {byId, element, moment, rows, word} from "./elements.js";
import {passkeyCard} from "./passkeys.js";

/** Fills the lists of sessions, devices and ways in. */
export async function showLists(person, act) {
    showWaysIn(person, []);
    await Promise.all([
        fill("sessions", async () => {
            const {data} = await api("GET", "auth/sessions");
            byId("end-others").hidden = data.sessions.length < 2;
            return data.sessions.map(session => sessionCard(session, act));
        }),
        fill("push-devices", async () => {
            const {data} = await api("GET", "push/tokens");
            return data.map(token => pushCard(token, act));
        }),
        fill("passkeys", async () => {
            const {data} = await api("GET", "users/me/passkeys");
            showWaysIn(person, data.passkeys);
            return data.passkeys.map(passkey => passkeyCard(passkey, act));
        }),
        fill("links", async () => {
            const {data} = await api("GET", "users/me/links");
            return data.links.map(link => linkCard(link, act));
        })]);
}

function sessionCard(session, act) {
    const browser = browserText(session.userAgent);
    const system = session.osName && `${platformName(session.osName)} ${session.osVersion ?? ""}`.trim();
    // A program calls itself by a name before its version.
    const program = session.userAgent?.split(/[/ (]/)[0];
    const title = browser ?? (deviceTitle(session.deviceName) || system || program || word("unknownDevice"));
    const end = session.isCurrentSession
        ? element("p", {class: "here"}, word("thisSession"))
        : button("end", title, () => act(
            () => api("DELETE", `auth/sessions/${encodeURIComponent(session.id)}`), "ended"));
    const more = rows([
        ["system", browser || title === system ? null : system], ["appVersion", session.appVersion],
        ["userAgent", browser ? null : session.userAgent], ["address", session.location ? session.ipAddress : null],
        ["begun", moment(session.createdAt)], ["ends", moment(session.expiresAt)]]);
    const made = card(title, [["place", session.location], ["address", session.location ? null : session.ipAddress],
        ["lastUsed", moment(session.lastActivityAt)]],
        folded(word("more"), element("dl", {}, ...more)), session.isCurrentSession ? null : end);
    if (session.isCurrentSession) made.querySelector("strong").after(end);
    return made;
}

function pushCard(token, act) {
    const title = deviceTitle(token.deviceName) || token.deviceId || platformName(token.platform);
    return card(title, [
        ["system", platformName(token.platform)], ["appVersion", token.appVersion], ["app", token.bundleId],
        ["lastUsed", token.lastUsedAt && moment(token.lastUsedAt)], ["registered", moment(token.createdAt)]],
    button("remove", title, () => act(
        () => api("DELETE", `push/tokens/${encodeURIComponent(token.id)}`), "removed")));
}

function linkCard(link, act) {
    return card(link.issuer, [["since", link.linkedAt && moment(link.linkedAt)]],
        button("remove", link.issuer, () => act(
            () => api("DELETE", `users/me/links/${encodeURIComponent(link.id)}`), "linkRemoved")));
}

function showWaysIn(person, passkeys) {
    const ways = [];
    if (person.passwordChangedAt) {
        const names = [person.username, person.email, person.phone].filter(Boolean).join(", ");
        ways.push(card(word("byPassword"), [["names", names], ["passwordSetAt", moment(person.passwordChangedAt)]]));
    }
    if (passkeys.length) ways.push(card(word("byPasskey"), [["shownName", passkeys.map(({name}) => name).join(", ")]]));
    if (person.verifiedAt) ways.push(card(word("byProvider"), [["since", moment(person.verifiedAt)]]));
    if (person.emailVerifiedAt) {
        ways.push(card(word("byEmailCode"), [["email", person.email], ["since", moment(person.emailVerifiedAt)]]));
    }
    byId("ways-in").replaceChildren(...ways.length ? ways : [element("li", {class: "none"}, word("none"))]);
}
