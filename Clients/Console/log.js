// The log: what operators have done and seen and whether that is whole, and what matters to security.

import {call, query} from "./calls.js";
import {saveRows} from "./csv.js";
import {attempt} from "./dialogs.js";
import {button, chip, choice, element, excerpt, field, language, moment, pager, table, tell, term, word} from "./elements.js";
import {personFilter} from "./person-filter.js";
import {securityLog} from "./security-events.js";

/** The actions that can be looked for; the words of each are `act.NAME`. */
const acts = [
    "BeginConsoleSession", "EndConsoleSession", "CreateConsoleLink", "AddConsolePasskey", "RemoveConsolePasskey", "CreateAPIKey", "RevokeAPIKey",
    "RotateSigningKey", "InviteAccount", "SendPasswordLink", "EndAccountSession", "EndAccountSessions", "EndAccountSharing", "RemoveSecondStep",
    "DisableAccount", "EnableAccount", "EditAccount", "ChangeTags", "ExportAccount", "EraseAccount", "SendNotification", "ChangeNotification",
    "CancelNotification", "TestPushDevice", "SetSeries", "EndSeries", "SetWebhook", "ChangeWebhook", "TestWebhook", "RemoveWebhook", "RetryWebhook",
    "ResetDeviceKey", "RemoveDeviceKey", "BeginAccountImport", "EndAccountImport", "BeginPlaceImport", "EndPlaceImport", "MakeBackup",
    "VerifyBackup", "EraseMissingAccounts", "KeepMissingAccounts"];
/** Those that only look. */
const views = [
    "ListAccounts", "FindAccount", "ListAccountSessions", "ListAccountDevices", "GetAccountSharing", "GetAccountPreferences", "ListAccountInbox",
    "ListInstallationPeople", "StreamMap", "GetMapHistory", "FindPushDevices", "ListAuditEntries", "ListSecurityEvents", "ExplainNotification"];
const names = ["account", "operator", "call", "from", "to", "looks"];
/** The most entries of a file, and how many are asked for at once. */
const fileEntries = 10_000, portion = 200;

export async function show(parameters, context) {
    const isSecurity = parameters.get("view") === "security";
    const account = parameters.get("account") ?? "";
    const link = (name, view, isShown) => element("a", {
        href: `#/log${query({view, account})}`, class: "button plain", "aria-current": isShown ? "page" : null}, word(name));
    return [
        element("h1", {}, word("log")),
        element("nav", {class: "row", "aria-label": word("log")},
            link("operatorsLog", "", !isSecurity), link("securityLog", "security", isSecurity)),
        ...await (isSecurity ? securityLog : auditLog)(parameters, context)];
}

async function auditLog(parameters, context) {
    const asked = Object.fromEntries(names.map(name => [name, parameters.get(name) ?? ""]));
    const filter = {
        account: asked.account, operator: asked.operator, call: asked.call, since: midnight(asked.from), until: midnight(asked.to, 1),
        changes: asked.looks || views.includes(asked.call) ? "" : "true", names: "true"};
    const entries = [], list = element("div");
    const load = async cursor => {
        const page = await call("GET", `/audit${query({...filter, limit: 100, cursor})}`);
        entries.push(...page.entries);
        list.replaceChildren(...[daysOf(entries, keys)].flat(), pager(page.nextCursor, () => attempt(() => load(page.nextCursor))) ?? "");
    };
    const {keys} = await call("GET", "/api-keys");
    await load();
    const outcome = element("p", {role: "status", class: "answer"});
    return [
        element("p", {class: "note"}, word("logNote")), search(asked, keys, context),
        element("div", {class: "row"},
            days().map(([name, from, to]) => element("a", {class: "button plain", href: `#/log${query({...asked, from, to})}`,
                "aria-current": asked.from === from && asked.to === to ? "true" : null}, word(name))),
            button("saveLog", () => attempt(() => saveLog(filter, keys)), {kind: "plain"}), button("verify", () => verify(outcome), {kind: "plain"})),
        outcome, list];
}

function search(asked, keys, context) {
    const any = ["", word("any")], option = name => [name, deed(name)[0]];
    const operators = [any, ["operator-token", term("credential", "operator-token")], ["operations-key", term("credential", "operations-key")],
        ...keys.filter(key => key.scopes.some(scope => ["view", "assist", "operate", "support"].includes(scope)) || key.id === asked.operator)
            .map(key => [key.id, key.name.slice(0, 80)])];
    const calls = [any, ...[...acts, ...views].map(option)];
    if (asked.call && !acts.includes(asked.call) && !views.includes(asked.call)) calls.push(option(asked.call));
    const looks = element("input", {type: "checkbox", id: "with-looks", name: "looks", value: "1", checked: asked.looks === "1"});
    const date = name => field(`log-${name}`, element("input", {name, type: "date", value: asked[name]}));
    return personFilter(asked.account, [
        field("operatorWho", choice("operator", operators, asked.operator)), field("action", choice("call", calls, asked.call)), date("from"), date("to"),
        element("div", {class: "check"}, looks, element("label", {for: "with-looks"}, word("withLooks")))],
    found => {
        const address = `/log${query(Object.fromEntries(names.map(name => [name, found[name]])))}`;
        if (location.hash === `#${address}`) context.again(); else context.go(address);
    });
}

const pad = part => String(part).padStart(2, "0");
const dayOf = date => `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;

/** The beginning of a day of this browser's time zone, or of one some days later; nothing for no day. */
function midnight(text, later = 0) {
    const [year, month, date] = text.split("-").map(Number);
    return date ? new Date(year, month - 1, date + later).toISOString() : "";
}

function days() {
    const now = new Date(), yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
    return [["today", dayOf(now), dayOf(now)], ["yesterday", dayOf(yesterday), dayOf(yesterday)], ["anyDay", "", ""]];
}

/**
 * Entries, the latest first, as rows `{begun, end}`: a change has an entry before it and one after it. Of one that was only begun, both
 * are the same.
 */
export function changes(entries) {
    const open = new Map(), rows = [];
    for (const entry of entries) {
        const key = `${entry.request} ${entry.call}`;
        const row = entry.outcome === "begun" ? open.get(key)?.pop() : null;
        if (row) row.begun = entry;
        else rows.push({begun: entry, end: entry});
        if (entry.outcome !== "begun") open.set(key, [...open.get(key) ?? [], rows.at(-1)]);
    }
    return rows;
}

const who = entry => entry.apiKeyName ?? term("credential", entry.credential);
const usualLength = 40;
/** Acts whose entries name the kind of the act. */
const kinded = new Set(["EndAccountSharing", "ChangeWebhook"]), actOf = ({call, subjectName}) => kinded.has(call) && subjectName ? `${call}.${subjectName}` : call;
/** What an entry is about, by name where it is known, and of the operators’ series without the publisher; null for nothing. */
function about({call, account, accountName, subjectKey, subjectName, subjectTitle}, keys) {
    if (account) return element("a", {href: `#/person/${encodeURIComponent(account)}`}, excerpt(accountName ?? account));
    if (subjectName && /Notification$/.test(call)) {
        return element("a", {href: `#/notification/${encodeURIComponent(subjectName)}`}, excerpt(subjectTitle ?? subjectName));
    }
    const name = (kinded.has(call) ? null : subjectName?.replace(/^operator\//, "")) ?? keys.find(key => key.id === subjectKey)?.name ?? subjectKey;
    return name ? excerpt(name) : null;
}

/** The parts of a text before and behind what it is about. Of `[one|other]` in it the first is for an act that is about something. */
const deed = (name, isAbout) => term("act", name).replace(/\[(.*?)\|(.*?)\]/, isAbout ? "$1" : "$2").split("{about}");

/** What was done as a sentence: who did what, and of whom or what. */
function sentence(entry, keys) {
    const subject = about(entry, keys), [before, after] = deed(actOf(entry), subject);
    const {call, account, subjectName, subjectKey, apiKey} = entry;
    // Below stand the ids of what has a name above, and what else the entry is about.
    const ids = [account, kinded.has(call) ? null : subjectName, subjectKey, apiKey].filter(id => id && id !== subject?.textContent);
    return element("span", {}, element("strong", {}, excerpt(who(entry))), " ",
        after === undefined ? [excerpt(before), subject ? [": ", subject] : ""] : [before, subject, after],
        ids.length ? [element("br"), element("small", {class: "quiet"}, ids.map((text, place) => [place ? " · " : "",
            element("span", {class: text.length <= usualLength ? "id" : null}, excerpt(text))]))] : "");
}

/** Entries of the audit log, a row for each change or look. `keys` gives names to ids of keys, `time` shows when it was. */
export const auditTable = (entries, keys = [], time = moment) => table("log", ["when", "whatHappened", "outcome", "entry"],
    changes(entries).map(({begun, end}) => [
        time(begun.at), sentence(end, keys),
        end.outcome === "done" ? element("span", {class: "quiet"}, term("outcome", "done"))
            : chip(outcomeText(end.outcome), end.outcome.startsWith("done") ? "good" : end.outcome === "begun" ? "" : "bad"),
        begun === end ? String(end.number) : `${begun.number}–${end.number}`]), "noEntries");

/** What came out; of an import the server says how many behind a colon. */
function outcomeText(outcome) {
    const [name, tally] = outcome.split(": ");
    return tally ? word("pair", {name: term("outcome", name), value: tally.replace(/(\d+) (\w+)/g, (_, count, kind) => term("tally", kind).replace("{count}", count))})
        : term("outcome", name);
}

const clock = new Intl.DateTimeFormat(language, {timeStyle: "short"}), dates = new Intl.DateTimeFormat(language, {dateStyle: "full"});
const timeOfDay = text => element("time", {datetime: text, title: text}, clock.format(new Date(text)));

/** The same with a part for each day of this browser's time zone. */
function daysOf(entries, keys) {
    if (!entries.length) return auditTable([]);
    const parts = new Map(), known = new Map(days().map(([name, day]) => [day, word(name)]));
    for (const {begun, end} of changes(entries)) {
        const day = dayOf(new Date(begun.at));
        parts.set(day, [...parts.get(day) ?? [], ...begun === end ? [end] : [end, begun]]);
    }
    return [...parts].map(([day, list]) => element("div", {class: "day"},
        element("h2", {}, [known.get(day), dates.format(new Date(list[0].at))].filter(Boolean).join(" · ")), auditTable(list, keys, timeOfDay)));
}

/** Saves what the filter finds as a file for tables. */
async function saveLog(filter, keys) {
    const entries = [];
    let cursor;
    do {
        const page = await call("GET", `/audit${query({...filter, limit: portion, cursor})}`);
        entries.push(...page.entries);
        cursor = page.nextCursor;
    } while (cursor && entries.length < fileEntries);
    const rows = changes(entries).map(({begun, end}) => [
        begun.at, end.at, end.credential, end.apiKey, end.apiKeyName, end.call, end.account, end.accountName, end.subjectKey,
        keys.find(key => key.id === end.subjectKey)?.name, end.subjectName, end.subjectTitle, end.outcome, begun.number, end.number]);
    const heads = ["begun", "ended", "credential", "key", "key name", "action", "account", "account name", "subject key", "subject key name", "subject",
        "title", "outcome", "first entry", "last entry"];
    saveRows([heads, ...rows], "log.csv");
    tell(word(cursor ? "logSavedPart" : "logSaved", {count: rows.length}), true);
}

/** Checks the log part by part, from the first entry. */
async function verify(outcome) {
    let part = {count: 0, head: "", hasMore: true};
    await attempt(async () => {
        while (part.hasMore && part.firstBroken === undefined) {
            outcome.textContent = word("verifying", {count: part.count});
            const behind = part.count > 0 ? {after: part.count, head: part.head} : {};
            part = await call("GET", `/audit/verification${query(behind)}`);
        }
        outcome.replaceChildren(part.firstBroken === undefined
            ? chip(word("whole"), "good") : chip(word("broken", {number: part.firstBroken}), "bad"),
        " ", word("verified", {count: part.count}), " ", element("code", {}, part.head));
    });
}
