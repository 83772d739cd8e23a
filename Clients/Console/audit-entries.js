// Entries of the audit log as sentences: who did what, and of whom or what.

import {programNames} from "./copy.js";
import {chip, element, excerpt, moment, table, term, word} from "./elements.js";

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
/** Acts whose entries name the kind of the act, and those whose entries name what has an id alone. */
const kinded = new Set(["EndAccountSharing", "ChangeWebhook"]), unnamed = new Set(["BeginConsoleSession", "EndConsoleSession"]);
const actOf = ({call, subjectName}) => kinded.has(call) && subjectName ? `${call}.${subjectName}` : call;

/** What an entry is about, by name where it is known, and of the operators’ series without the publisher; null for nothing. */
function about({call, account, accountName, subjectKey, subjectName, subjectTitle}, keys, titles) {
    if (account) return element("a", {href: `#/person/${encodeURIComponent(account)}`}, excerpt(accountName ?? account));
    if (subjectName && /Notification$/.test(call)) {
        return element("a", {href: `#/notification/${encodeURIComponent(subjectName)}`}, excerpt(subjectTitle ?? subjectName));
    }
    if (subjectName && titles?.has(subjectName)) return element("a", {href: "#/notifications?state=scheduled"}, excerpt(titles.get(subjectName)));
    const isImport = call === "BeginAccountImport", hasNoName = kinded.has(call) || unnamed.has(call);
    const name = hasNoName ? null : isImport && subjectName ? term("importSource", subjectName) : subjectName?.replace(/^operator\//, "");
    const found = name ?? keys.find(key => key.id === subjectKey)?.name ?? subjectKey;
    return found ? excerpt(found) : null;
}

/** The parts of a text before and behind what it is about. Of `[one|other]` in it the first is for an act that is about something. */
export const deed = (name, isAbout) => term("act", name).replace(/\[(.*?)\|(.*?)\]/, isAbout ? "$1" : "$2").split("{about}");

/** What was done as a sentence: who did what, and of whom or what. */
function sentence(entry, keys, titles) {
    const subject = about(entry, keys, titles), [before, after] = deed(actOf(entry), subject);
    return element("span", {}, element("strong", {}, excerpt(who(entry))), " ",
        after === undefined ? [excerpt(before), subject ? [": ", subject] : ""] : [before, subject, after]);
}

/** The numbers of the entries, and the ids of what has a name beside. */
const detailsOf = ({begun, end}) => programNames(`${who(end)} ${begun.number}`, [
    ["entry", begun === end ? String(end.number) : `${begun.number}–${end.number}`], ["person", end.account],
    ["subject", kinded.has(end.call) ? null : end.subjectName], ["apiKey", end.subjectKey ?? end.apiKey], ["requestId", end.request]]);

/** Entries of the audit log, a row for each change or look. `keys` gives names to ids of keys, `titles` to series, `time` shows when it was. */
export const auditTable = (entries, keys = [], {time = moment, titles} = {}) => table("log", ["when", "whatHappened", "outcome", "details"],
    changes(entries).map(row => [
        time(row.begun.at), sentence(row.end, keys, titles),
        row.end.outcome === "done" ? element("span", {class: "quiet usual"}, term("outcome", "done"))
            : chip(outcomeText(row.end.outcome), row.end.outcome.startsWith("done") ? "good" : row.end.outcome === "begun" ? "" : "bad"),
        detailsOf(row)]), "noEntries");

/** What came out; of an import the server says how many behind a colon. */
function outcomeText(outcome) {
    const [name, tally] = outcome.split(": ");
    return tally ? word("pair", {name: term("outcome", name), value: tally.replace(/(\d+) (\w+)/g, (_, count, kind) => term("tally", kind).replace("{count}", count))})
        : term("outcome", name);
}
