// The log: what operators have done and seen and whether that is whole, and what matters to security.

import {call, query} from "./calls.js";
import {saveRows} from "./csv.js";
import {attempt} from "./dialogs.js";
import {auditTable, changes, deed} from "./audit-entries.js";
import {button, chip, choice, element, field, language, pager, tell, term, word} from "./elements.js";
import {titleOf} from "./notification-texts.js";
import {personFilter} from "./person-filter.js";
import {securityLog} from "./security-events.js";

export {auditTable};

/** The actions that can be looked for; the words of each are `act.NAME`. */
const acts = [
    "BeginConsoleSession", "EndConsoleSession", "CreateConsoleLink", "AddConsolePasskey", "RemoveConsolePasskey", "CreateAPIKey", "RevokeAPIKey",
    "RotateSigningKey", "InviteAccount", "SendPasswordLink", "EndAccountSession", "EndAccountSessions", "EndAccountSharing", "RemoveSecondStep",
    "DisableAccount", "EnableAccount", "EditAccount", "ChangeTags", "ExportAccount", "EraseAccount", "SendNotification", "ChangeNotification",
    "CancelNotification", "Announce", "TestPushDevice", "SetSeries", "EndSeries", "SetWebhook", "ChangeWebhook", "TestWebhook",
    "RemoveWebhook", "RetryWebhook", "ResetDeviceKey", "RemoveDeviceKey", "BeginAccountImport", "EndAccountImport", "BeginPlaceImport",
    "EndPlaceImport", "MakeBackup", "VerifyBackup", "EraseMissingAccounts", "KeepMissingAccounts"];
/** Those that only look. */
const views = [
    "ListAccounts", "FindAccount", "ListAccountSessions", "ListAccountDevices", "GetAccountSharing", "GetAccountPreferences", "ListAccountInbox",
    "ListInstallationPeople", "StreamMap", "ListMapOwners", "GetMapHistory", "FindPushDevices", "ListAuditEntries", "ListSecurityEvents",
    "ListNotifications", "GetNotification", "ExplainNotification", "CountAudience", "CountNotificationAudience", "ImportAccounts", "ImportPlaces"];
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
        ...await (isSecurity ? securityLog : auditLog)(parameters, context, byDay)];
}

async function auditLog(parameters, context) {
    const asked = Object.fromEntries(names.map(name => [name, parameters.get(name) ?? ""]));
    const filter = {
        account: asked.account, operator: asked.operator, call: asked.call, since: midnight(asked.from), until: midnight(asked.to, 1),
        changes: asked.looks || views.includes(asked.call) ? "" : "true", names: "true"};
    const entries = [], list = element("div");
    let titles = null;
    const load = async cursor => {
        const page = await call("GET", `/audit${query({...filter, limit: 100, cursor})}`);
        entries.push(...page.entries);
        if (entries.some(({call}) => /Series$/.test(call))) titles ??= await seriesTitles();
        list.replaceChildren(...auditDays(entries, keys, titles), pager(page.nextCursor, () => attempt(() => load(page.nextCursor))) ?? "");
    };
    const {keys} = await call("GET", "/api-keys");
    await load();
    const outcome = element("p", {role: "status", class: "answer"});
    return [
        element("p", {class: "note"}, word("logNote")), folded(search(asked, keys, context), names.some(name => asked[name])),
        element("div", {class: "row"},
            days().map(([name, from, to]) => element("a", {class: "button plain", href: `#/log${query({...asked, from, to})}`,
                "aria-current": asked.from === from && asked.to === to ? "true" : null}, word(name))),
            button("saveLog", () => attempt(() => saveLog(filter, keys)), {kind: "plain"}), button("verify", () => verify(outcome), {kind: "plain"})),
        outcome, list];
}

const narrow = matchMedia("(max-width: 45rem)");

/** A form that fills a phone's screen, closed there until somebody needs it; elsewhere it is open. */
function folded(form, isUsed) {
    const made = element("details", {class: "fold", open: isUsed || !narrow.matches}, element("summary", {}, word("filters")), form);
    const widen = () => {
        if (!made.isConnected) return narrow.removeEventListener("change", widen);
        if (!narrow.matches) made.open = true;
    };
    narrow.addEventListener("change", widen);
    return made;
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

/** The titles of the series that have not ended, by the name that the log has of them. */
async function seriesTitles() {
    const {series} = await call("GET", "/series").catch(() => ({series: []}));
    return new Map(series.map(entry => [`${entry.publisher}/${entry.name}`, titleOf(entry)]));
}

const clock = new Intl.DateTimeFormat(language, {timeStyle: "short"}), dates = new Intl.DateTimeFormat(language, {dateStyle: "full"});
const timeOfDay = text => element("time", {datetime: text, title: text}, clock.format(new Date(text)));

/** Items with a part for each day of this browser's time zone. `list` makes a list of the items of a day, and shows the time of each. */
export function byDay(items, at, list) {
    const parts = new Map(), known = new Map(days().map(([name, day]) => [day, word(name)]));
    for (const item of items) {
        const day = dayOf(new Date(at(item)));
        parts.set(day, [...parts.get(day) ?? [], item]);
    }
    return [...parts].map(([day, found]) => element("div", {class: "day"},
        element("h2", {}, [known.get(day), dates.format(new Date(at(found[0])))].filter(Boolean).join(" · ")), list(found, timeOfDay)));
}

const auditDays = (entries, keys, titles) => entries.length ? byDay(changes(entries), ({begun}) => begun.at,
    (rows, time) => auditTable(rows.flatMap(({begun, end}) => begun === end ? [end] : [end, begun]), keys, {time, titles})) : [auditTable([])];

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
