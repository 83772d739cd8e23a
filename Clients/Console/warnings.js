// What the services warned of in their logs, each with the page where it is mended.

import {programNames} from "./copy.js";
import {groupOf, remedyText} from "./deliveries.js";
import {chip, element, moment, section, table, term, word} from "./elements.js";
import {serverText} from "./server-texts.js";

/** Which page is about a warning: the first whose pattern its sentence fits. Checks are about the rest. */
const pages = [
    [/identity provider|at Apple/, "keys"], [/webhook/, "webhooks"], [/backup|restore/, "backups"], [/audit log|security log/, "log"],
    [/messages? to people|notices to users|told of sign-ins/, "settings?query=messages"], [/tracing/, "settings?query=tracing"],
    [/credential.* (set|app)\b|settings of push|correct it in the settings/, "settings?query=push"], [/push|deliver|provider|notification/i, "push-health"]];
/** The groups of a provider's reasons that say more than the sentence. */
const corrected = ["otherApp", "credential", "large"];
const pageOf = message => pages.find(([pattern]) => pattern.test(message))?.[1] ?? "checks";

/** A line of a log in parts: its sentence, and the details behind it by their names. */
function parts(text) {
    const [, message, rest] = /^(.*?)((?: [\w.-]+=.*)?)$/s.exec(text);
    return {message, details: [...rest.matchAll(/ ([\w.-]+)=(.*?)(?= [\w.-]+=|$)/gs)].map(([, name, value]) => [name, value])};
}

/** The latest warnings of all services. What was warned of several times is one row. */
export function warningsTable({warnings}) {
    const rows = new Map();
    for (const warning of warnings) {
        const key = [warning.service, warning.replica, warning.level, parts(warning.text).message].join("\n");
        const row = rows.get(key);
        if (row) row.count += 1;
        else rows.set(key, {...warning, count: 1});
    }
    return section("lastWarnings", table("lastWarnings", ["when", "level", "message", "details"], [...rows.values()].slice(0, 20).map(warning => [
        element("span", {}, moment(warning.at), warning.count > 1 ? element("span", {class: "note below"}, word("warningTimes", {count: warning.count})) : null),
        chip(term("level", warning.level), warning.level === "warning" ? "warning" : "bad"), sentence(warning), detailsOf(warning)]), "noWarnings"));
}

/** What happened, why where it is known, and the page where it is mended. */
function sentence({text}) {
    const {message, details} = parts(text), value = wanted => details.find(([name]) => name === wanted)?.[1];
    const id = value("notification"), group = groupOf(value("reason") ?? ""), page = pageOf(message);
    return element("span", {}, serverText(message), " ",
        corrected.includes(group) ? `${word(`cause.${group}`)} ${remedyText(value("reason"))} ` : "",
        id ? [element("a", {href: `#/notification/${encodeURIComponent(id)}`}, word("seeNotification")), ". "] : "",
        element("a", {href: `#/${page}`}, word("seePage", {page: word(page.split("?")[0])})));
}

/** Which service said it, and what else its line has, as it stands there. */
const detailsOf = ({service, replica, text}) => programNames(parts(text).message, [
    ["service", [service, replica].filter(Boolean).join(" ")], ...parts(text).details]);
