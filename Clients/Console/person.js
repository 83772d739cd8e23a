// One person, in tabs: who they are, where they are signed in, their devices, notifications and security, and their data.

import {call, query} from "./calls.js";
import {chip, element, excerpt, facts, moment, section, term, word} from "./elements.js";
import {deviceParts} from "./devices.js";
import "./people-words.js";
import {dataActions} from "./person-actions.js";
import {preferences, whyOfPerson} from "./person-notifications.js";
import {overview} from "./person-overview.js";
import {peopleAddress, personName, readPerson} from "./person-search.js";
import {sessionsPart} from "./person-sessions.js";
import {sharingPart} from "./person-sharing.js";
import {eventTable} from "./security-events.js";

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

const deviceAndSharingParts = async (account, name, context) => [
    ...await deviceParts(account, context), await sharingPart(account, name, context)];

const notificationParts = account => Promise.all([
    part("notifications", () => whyOfPerson(account)), part("preferences", () => preferences(account))]);

const securityParts = account => part("securityLog", async () => {
    const page = await call("GET", `/security-events${query({account: account.id, limit: 50})}`);
    return element("div", {}, eventTable(page.events, {none: "nothingHappened"}), page.nextCursor ? element("p", {},
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
