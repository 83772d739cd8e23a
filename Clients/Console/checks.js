// What balise doctor finds, the worst first. Loading the page tries credentials at their providers.

import {call} from "./calls.js";
import {copyable, shellWord} from "./copy.js";
import {button, chip, element, excerpt, table, term, word} from "./elements.js";
import {serverText} from "./server-texts.js";

const kinds = {ok: "good", unknown: "", warning: "warning", failure: "bad"}, names = Object.keys(kinds);
/** Where a check is looked after, for those that have a page. */
export const checkPages = {
    "backup": "backups", "backup-job": "backups", "restore-drill": "backups", "push-credential": "push-health", "push-queue": "push-health",
    "identity-provider": "keys", "identity-provider-now": "keys", "apple-key": "keys", "missing-accounts": "overview"};

/** What is typed to do what a remedy says, by the beginning of the remedy; of the second kind the finding names the files. */
const commands = [
    [/^(update|install) tzdata/, () => "sudo apt-get update && sudo apt-get install tzdata"],
    [/let it follow a time server$/, () => "sudo timedatectl set-ntp true"],
    [/^run chmod o=/, found => filesOf(/ can read or change (.+)$/, found, files => `chmod o= ${files.map(shellWord).join(" ")}`)],
    [/^run chmod 600/, found => filesOf(/ can read or change (.+) in (\/.+)$/, found, (files, folder) =>
        `chmod 700 ${shellWord(folder)} && chmod 600 ${files.map(name => shellWord(`${folder}/${name}`)).join(" ")}`)]];

/** The command for the files that a finding names all of. */
function filesOf(form, found, make) {
    const [, files, folder] = form.exec(found) ?? [];
    return !files || files.endsWith(" and others") ? null : make(files.split(", "), folder);
}

const commandOf = ({remedy, found}) => commands.find(([form]) => form.test(remedy))?.[1](found);

/** Checks with the services that found the same. */
function gathered(checks) {
    const rows = new Map();
    for (const {name, subject, state, found, remedy, service, replica} of checks) {
        const key = [name, subject, state, found.replace(/\d+ m?s\b/, ""), remedy].join("\n");
        const row = rows.get(key) ?? {name, subject, state, found, remedy, services: []};
        row.services.push(replica ? `${service} (${replica})` : service);
        rows.set(key, row);
    }
    return [...rows.values()];
}

export async function show(_, context) {
    const {state, checks} = await call("GET", "/checks");
    const rows = gathered(checks), fine = rows.filter(row => row.state === "ok"), others = rows.filter(row => row.state !== "ok");
    const counts = names.filter(name => name !== "ok").reverse().map(name => [name, others.filter(row => row.state === name).length]).filter(([, count]) => count);
    return [
        element("div", {class: "row spread"}, element("h1", {}, word("checks"), " ", chip(term("checkState", state), kinds[state] ?? "")),
            button("checkAgain", context.again, {kind: "plain"})),
        element("p", {class: "note"}, word("checksNote")),
        element("p", {}, counts.length ? counts.map(([name, count]) => [word(`checksCount.${name}`, {count}), " "]) : word("checksAllFine"),
            counts.some(([name]) => name === "unknown") ? element("span", {class: "quiet"}, word("checksUnknownNote")) : null),
        others.length ? element("div", {}, table("checks", ["check", "checkState", "found", "remedy"], others.map(row => [
            title(row), chip(term("checkState", row.state), kinds[row.state] ?? ""), serverText(row.found), remedy(row)]))) : "",
        fine.length ? element("details", {open: !others.length}, element("summary", {}, element("h2", {}, word("checksFine", {count: fine.length}))),
            table("checks", ["check", "found"], fine.map(row => [title(row), serverText(row.found)]))) : ""];
}

/** The check, and what it is about: its subject, and the services that found the same. */
const title = ({name, subject, services}) => element("span", {class: "words lead"}, element("strong", {}, excerpt(term("check", name))),
    element("span", {class: "note below"}, excerpt([subject, services.join(", ")].filter(Boolean).join(" · "))));

/** What to do, and the page where it is done. */
function remedy(row) {
    const {name, remedy} = row, command = remedy && commandOf(row);
    return element("span", {}, remedy ? [serverText(remedy), " "] : null,
        command ? copyable(command, term("check", name)) : null, command && name === "time-zones" ? element("span", {class: "note below"}, word("onDebian")) : null,
        checkPages[name] ? element("a", {href: `#/${checkPages[name]}`}, word("seePage", {page: word(checkPages[name])})) : remedy ? null : "–");
}
