// What matters of a person at first: when they were seen, on what, whether pushes reach them; and who they are.

import {call, path, query} from "./calls.js";
import {attempt} from "./dialogs.js";
import {ago, chip, element, excerpt, facts, moment, number, section, term, word} from "./elements.js";
import {tile} from "./figures.js";
import {auditTable} from "./log.js";
import {languageName} from "./notification-texts.js";
import {loginText} from "./people-list.js";
import {accountActions} from "./person-actions.js";
import {sessionDetails, sessionDevice} from "./person-sessions.js";
import {isFailing, readDevices, readSessions} from "./push-device-names.js";

/** What cannot be read is left out, unless the session of the operator is over. */
const orNone = reading => reading.catch(refusal => {
    if (refusal.status === undefined || refusal.status === 401) throw refusal;
    return null;
});

export async function overview(account, name, context) {
    const reading = orNone(readSessions(account.id));
    const [sessions, devices, preferences] = await Promise.all([
        reading, orNone(readDevices(account.id, reading)),
        context.may("support") ? orNone(call("GET", path`/accounts/${account.id}/preferences`)) : null]);
    // A session that lives has begun with a sign-in, whatever the account says.
    const signIns = [account.lastLoginAt, ...(sessions ?? []).map(session => session.createdAt)].filter(Boolean).sort();
    const names = [account.firstName, account.lastName].filter(Boolean).join(" ");
    return [
        element("div", {class: "tiles"}, tiles(account, sessions, devices, signIns.at(-1))),
        accountActions(account, name, context),
        section("account", facts([
            ["username", account.username], ["email", account.email && element("span", {}, loginText(account.email), " ",
                account.emailVerifiedAt ? chip(word("addressConfirmed"), "good") : chip(word("addressNotConfirmed"), "warning"))],
            ["phone", account.phoneNumber], ["name", names === name ? null : names],
            ["displayName", account.displayName === name ? null : account.displayName],
            ["locale", account.locale && languageName(account.locale)],
            ["tags", preferences?.tags.length ? element("span", {}, preferences.tags.map(tag => chip(tag))) : null],
            ["waysIn", account.methods?.length ? element("span", {}, account.methods.map(method => chip(term("method", method)))) : null],
            ["created", moment(account.createdAt)], ["lastSignIn", moment(signIns.at(-1))],
            ["erasesAt", account.erasesAt && moment(account.erasesAt)]])),
        operatorActions(account)];
}

function tiles(account, sessions, devices, signedInAt) {
    const to = tab => `#/person/${encodeURIComponent(account.id)}?tab=${tab}`;
    const byUse = (sessions ?? []).toSorted((one, other) => one.lastActivityAt < other.lastActivityAt ? 1 : -1), latest = byUse[0];
    const seenAt = latest?.lastActivityAt ?? signedInAt;
    // A browser says nothing of the app.
    const used = byUse.find(({appVersion}) => appVersion) ?? latest;
    return [
        tile("lastSeen", seenAt ? ago(Date.parse(seenAt)) : word("never"), seenAt ? moment(seenAt) : ""),
        tile("appVersion", used?.appVersion ? excerpt(used.appVersion) : "–", used ? excerpt([sessionDevice(used), sessionDetails({...used, appVersion: null})].filter(Boolean).join(" · ")) : ""),
        sessions && tile("sessions", number(sessions.length), word("signedInDevices", {count: sessions.length}), {to: to("sessions")}),
        devices && reach(devices, to("devices"))];
}

/** On how many of their devices pushes reach somebody. Those whose app is gone count, too. */
function reach({pushDevices, endedPushDevices = []}, to) {
    const current = pushDevices.filter(({purpose}) => purpose === "alert"), gone = endedPushDevices.filter(({reason}) => reason === "unreachable").length;
    const failing = current.filter(isFailing).length + gone, all = current.length + gone;
    const text = !all ? "noPushDevices" : failing ? "someUnreachable" : "allReachable";
    return tile("pushDevices", number(all), word(text, {unreachable: failing, all}), {to, kind: failing ? failing === all ? "bad" : "warning" : ""});
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
