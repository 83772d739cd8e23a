// Where a person is signed in.

import {call, path} from "./calls.js";
import {agentName, deviceName} from "./device-names.js";
import {attempt, confirmed} from "./dialogs.js";
import {button, chip, element, excerpt, foreign, language, moment, table, term, word} from "./elements.js";
import {part} from "./person.js";

const regions = new Intl.DisplayNames(language, {type: "region"});

/** A city and a country in words: "Lyon, FR" is "Lyon, France". */
function placeName(place) {
    const parts = place.split(", "), country = parts.at(-1);
    try { return [...parts.slice(0, -1), /^[A-Z]{2}$/.test(country) ? regions.of(country) : country].join(", "); } catch { return place; }
}

export const sessionsPart = (account, name, context) => part("sessions", async () => {
    const {sessions} = await call("GET", path`/accounts/${account.id}/sessions`);
    const news = newsOf(sessions);
    return element("div", {},
        element("p", {class: "note"}, word("sessionsNote")),
        table("sessions", ["device", "signedInFrom", "method", "begun", "lastUsed", "ends", "action"],
            sessions.map(session => sessionRow(account, session, news.get(session), context)), "noSessions"),
        sessions.length > 1 && context.may("support")
            ? element("div", {class: "row"}, button("endSessions", () => endAll(account, name, context), {kind: "plain"})) : "");
});

/** What is new of a session beside all that began before it: its country, or else its network. Of the first nothing is. */
export function newsOf(sessions) {
    const news = new Map(), seen = {country: new Set(), network: new Set()};
    for (const session of sessions.toSorted((one, other) => one.createdAt < other.createdAt ? -1 : 1)) {
        const facts = {country: session.place?.split(", ").at(-1), network: session.network};
        news.set(session, Object.keys(facts).find(name => facts[name] && seen[name].size && !seen[name].has(facts[name])));
        for (const name of Object.keys(facts)) if (facts[name]) seen[name].add(facts[name]);
    }
    return news;
}

const systemOf = session => [...new Set([session.osName, session.osVersion])].filter(Boolean).join(" ");
/** What a session's device is called: its model, else its browser, else its system. */
export const sessionDevice = session => deviceName(session) ?? agentName(session.userAgent) ?? (systemOf(session) || session.deviceType || word("unknownDevice"));

/** What else a session says of its device. */
export const sessionDetails = session => [
    systemOf(session), session.appVersion && word("appWithVersion", {version: session.appVersion}), agentName(session.userAgent)]
    .filter(text => text && text !== sessionDevice(session)).join(" · ");

function sessionRow(account, session, news, context) {
    const device = sessionDevice(session), details = sessionDetails(session);
    const place = session.place && placeName(session.place);
    const about = [device, place ?? session.network].filter(Boolean).join(", ");
    const isNew = news ? [" ", chip(word(`new.${news}`), news === "country" ? "warning" : "busy")] : null;
    return [
        element("span", {}, foreign(device), details ? element("span", {class: "note below"}, excerpt(details)) : null),
        place || session.network ? element("span", {}, place ? foreign(place) : null, isNew,
            session.network ? element("span", {class: "note below"}, excerpt(session.network)) : null) : null,
        element("span", {class: "words"}, term("method", session.method)), moment(session.createdAt), moment(session.lastActivityAt), moment(session.expiresAt),
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
