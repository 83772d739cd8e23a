// The lists of the page: where a person is signed in, their devices, and how they can sign in.

import {api} from "./calls.js";
import {byId, element, foreign, moment, rows, scrolling, word} from "./elements.js";
import {passkeyCard} from "./passkeys.js";

/** Fills all lists. One that cannot be read says so in its place, and the others are shown. */
export async function showLists(person, act) {
    showWaysIn(person);
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
        fill("location-devices", async () => {
            const {data} = await api("GET", "users/me/location-devices");
            return data.devices.map(device => locationCard(device, act));
        }),
        fill("trackers", async () => {
            const {data} = await api("GET", "users/me/trackers");
            return data.trackers.map(tracker => trackerCard(tracker, act));
        }),
        fill("passkeys", async () => {
            const {data} = await api("GET", "users/me/passkeys");
            return data.passkeys.map(passkey => passkeyCard(passkey, act));
        }),
        fill("links", async () => {
            const {data} = await api("GET", "users/me/links");
            return data.links.map(link => linkCard(link, act));
        })]);
}

async function fill(id, read) {
    const list = byId(id);
    try {
        const cards = await read();
        list.replaceChildren(...cards.length ? cards : [element("li", {}, word("none"))]);
    } catch (refusal) {
        if (refusal.status === 401) throw refusal;
        list.replaceChildren(element("li", {class: "untrusted"}, refusal.message));
    }
}

function card(title, pairs, ...actions) {
    return element("li", {}, element("strong", scrolling(title), foreign(title)), element("dl", {}, ...rows(pairs)), ...actions);
}

/** A button whose name for a screen reader says which of the list it is about. */
function button(name, title, action) {
    const made = element("button", {type: "button", "aria-label": `${word(name)}: ${title.slice(0, 80)}`}, word(name));
    made.addEventListener("click", action);
    return made;
}

function sessionCard(session, act) {
    const title = session.deviceName || word("unknownDevice");
    const client = [session.browserName && `${session.browserName} ${session.browserVersion ?? ""}`,
        session.osName && `${session.osName} ${session.osVersion ?? ""}`].filter(Boolean).join(", ");
    const end = session.isCurrentSession
        ? element("p", {class: "note"}, word("thisSession"))
        : button("end", title, () => act(
            () => api("DELETE", `auth/sessions/${encodeURIComponent(session.id)}`), "ended"));
    return card(title, [
        ["client", client], ["appVersion", session.appVersion], ["userAgent", session.userAgent],
        ["place", session.location], ["address", session.ipAddress], ["lastUsed", moment(session.lastActivityAt)],
        ["begun", moment(session.createdAt)], ["ends", moment(session.expiresAt)]], end);
}

function pushCard(token, act) {
    const title = token.deviceName || token.deviceId || token.platform;
    return card(title, [
        ["system", token.platform], ["appVersion", token.appVersion], ["app", token.bundleId],
        ["lastUsed", token.lastUsedAt && moment(token.lastUsedAt)], ["registered", moment(token.createdAt)]],
    button("remove", title, () => act(
        () => api("DELETE", `push/tokens/${encodeURIComponent(token.id)}`), "removed")));
}

function locationCard(device, act) {
    return card(device.device, [
        ["claimed", moment(device.claimedAt)], ["deviceKey", word(device.hasKey ? "yes" : "no")],
        ["handoverUntil", device.handoverEndsAt && moment(device.handoverEndsAt)]],
    button("release", device.device, () => act(
        () => api("DELETE", `users/me/location-devices/${encodeURIComponent(device.device)}`), "released")));
}

function trackerCard(tracker, act) {
    return card(tracker.name, [
        ["trackedDevice", tracker.device], ["showsFriends", word(tracker.friends ? "yes" : "no")],
        ["keepsHistory", word(tracker.history ? "yes" : "no")], ["created", moment(tracker.createdAt)],
        ["lastUsed", tracker.lastUsedAt && moment(tracker.lastUsedAt)]],
    button("revoke", tracker.name, () => act(
        () => api("DELETE", `users/me/trackers/${encodeURIComponent(tracker.id)}`), "revoked")));
}

function linkCard(link, act) {
    return card(link.issuer, [["since", link.linkedAt && moment(link.linkedAt)]],
        button("remove", link.issuer, () => act(
            () => api("DELETE", `users/me/links/${encodeURIComponent(link.id)}`), "linkRemoved")));
}

function showWaysIn(person) {
    const ways = [];
    if (person.passwordChangedAt) {
        const names = [person.username, person.email, person.phone].filter(Boolean).join(", ");
        ways.push(card(word("byPassword"), [["names", names], ["passwordSetAt", moment(person.passwordChangedAt)]]));
    }
    if (person.verifiedAt) ways.push(card(word("byProvider"), [["since", moment(person.verifiedAt)]]));
    if (person.emailVerifiedAt) {
        ways.push(card(word("byEmailCode"), [["email", person.email], ["since", moment(person.emailVerifiedAt)]]));
    }
    byId("ways-in").replaceChildren(...ways.length ? ways : [element("li", {}, word("none"))]);
}
