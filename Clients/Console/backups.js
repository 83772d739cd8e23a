// Backups: which there are, how old they are, and whether they are as they were made.

import {call, path, serverWords} from "./calls.js";
import {copyable, shellWord} from "./copy.js";
import {attempt} from "./dialogs.js";
import {ago, button, bytes, chip, choice, day, element, english, excerpt, field, foreign, moment, said, section, table, tell, word} from "./elements.js";
import "./server-page-words.js";

/** Milliseconds between two looks while something goes on, and days after which a backup is old. */
const pause = 1000, old = 7;

export async function show(_, context) {
    const list = element("div"), progress = element("div", {role: "status"});
    const [found, {texts}, place] = await Promise.all([
        call("GET", "/backups"), serverWords(), context.may("operator") ? placeOf() : null]);
    if (place) place.folder = found.folder;
    const isUnset = found.obstacle?.startsWith("set backups.to");
    const fill = found => {
        progress.replaceChildren(...jobParts(found.job), ...healthParts(found.health, found.job));
        list.replaceChildren(...isUnset && !found.backups.length ? [] : [backupTable(found, context, look)],
            ...!place ? [] : isUnset ? setting(place) : restoring(found.backups, place));
    };
    /** Looks again and again until what goes on has ended. */
    const look = async () => {
        let found = await call("GET", "/backups");
        fill(found);
        while (found.job && !found.job.endedAt && list.isConnected) {
            await new Promise(resolve => setTimeout(resolve, pause));
            found = await call("GET", "/backups");
            fill(found);
        }
    };
    fill(found);
    // What somebody else has begun is followed, too; once this is part of the page.
    if (found.job && !found.job.endedAt) setTimeout(() => look().catch(() => {}));
    return [
        element("div", {class: "row spread"}, element("h1", {}, word("backups")),
            context.may("operator") && !found.obstacle ? button("makeBackup", () => make(look)) : null),
        element("p", {class: "note"}, word("backupsNote")),
        found.obstacle && !(isUnset && place) ? element("p", {class: "alert", tabindex: "0"}, texts[found.obstacle] ?? english(found.obstacle)) : "",
        progress, list];
}

function backupTable(found, context, look) {
    return table("backups", ["when", "age", "size", "parts", "action"], found.backups.map((backup, place) => {
        const isOld = place === 0 && Date.now() - Date.parse(backup.at) > old * day;
        const isWhole = !backup.missing.length;
        return [
            element("span", {}, moment(backup.at), element("span", {class: "note below"}, element("code", {class: "words"}, excerpt(backup.name)))), chip(ago(Date.parse(backup.at)), isOld ? "bad" : ""),
            bytes(backup.bytes), isWhole ? chip(word("complete"), "good")
                : element("span", {}, chip(word("incomplete"), "bad"), " ", foreign(backup.missing.join(", "))),
            isWhole && context.may("operator")
                ? button("verifyBackup", () => verify(backup, look), {kind: "plain", about: backup.name}) : ""];
    }), "noBackups");
}

/** What a command needs to know of this program: where its data and its backups are, and whether those are encrypted. */
async function placeOf() {
    const {settings} = await call("GET", "/settings");
    const find = name => settings.find(setting => setting.name === name);
    const value = name => find(name)?.source === "default" && name !== "data.dir" ? undefined : find(name)?.value;
    return {
        data: value("data.dir"), to: value("backups.to"), config: value("config"),
        needsKey: value("backups.recipients") !== undefined && value("backups.identity") === undefined};
}

/** A command of balise for the data of this program, about a backup. */
function command(verb, {data, config, folder}, options, backup) {
    const all = [["--config", config], ["--data-dir", data], ...options].filter(([, value]) => value);
    const isRelative = [data, config, backup].some(place => place && !/^(\/|s3:)/.test(place));
    return [
        copyable([`balise ${verb}`, ...all.map(([name, value]) => `${name} ${shellWord(value)}`), shellWord(backup)].join(" "), word("restoreCommand")),
        isRelative && folder ? element("p", {class: "note"}, word("runIn"), " ", element("code", {}, foreign(folder))) : isRelative ? element("p", {class: "note"}, word("whereToRun")) : ""];
}

/** The commands for a backup in any folder. */
const anyFolder = "/path/to/backup";

/** What to do where no place for backups is set. */
function setting(place) {
    return [section("backupsUnset",
        element("ol", {},
            element("li", {}, word("backupsMakeFolder")),
            element("li", {}, word("backupsSet"), " ", element("code", {}, "BALISE_BACKUPS_TO=/path/to/backups"), " ", word("backupsSetOr"), " ",
                element("code", {}, "--backups-to /path/to/backups")),
            element("li", {}, word("backupsStart"), " ", element("code", {}, "BALISE_BACKUPS_EVERY=24h"))),
        element("p", {}, word("backupsNow")), command("backup", place, [], anyFolder)),
    section("restore", restoreSteps(command("restore", place, [], anyFolder)))];
}

/** The steps around the command that restores. */
const restoreSteps = (...run) => [
    element("ol", {},
        element("li", {}, word("restoreStop")), element("li", {}, word("restoreRun"), run), element("li", {}, word("restoreStart"))),
    element("p", {class: "note"}, word("restoreNote"))];

/** The steps that restore a backup: the newest whole one, or another that is chosen. */
function restoring(backups, place) {
    const {to, needsKey} = place;
    const whole = backups.filter(backup => !backup.missing.length);
    if (!whole.length) return [];
    const shown = element("div");
    const chosen = choice("backup", whole.map(({name, at}) => [name, `${moment(at).textContent} (${ago(Date.parse(at))})`]), whole[0].name);
    const fill = () => {
        const from = `${to.replace(/\/$/, "")}/${chosen.value}`;
        shown.replaceChildren(...command("restore", place, [["--backups-identity-file", needsKey ? "balise.key" : undefined]], from));
    };
    chosen.addEventListener("change", fill);
    if (to) fill();
    return [section("restore", to ? [
        field("restoreWhich", chosen),
        ...restoreSteps(shown, needsKey ? element("p", {class: "note"}, word("restoreKey")) : "")] : element("p", {}, word("restoreApart")))];
}

const jobWords = {make: "jobMake", verify: "jobVerify", drill: "jobDrill"};

/** When the last drill was, and why the last backup and the last drill failed. */
function healthParts(health = {}, job) {
    const failed = [["backupFailed", health.backup], ["drillFailed", health.drill]].filter(([, last]) => last?.problem);
    // What the last job was is said by its own line.
    return [health.drill && job?.action !== "drill" ? element("p", {class: "quiet"}, word("lastDrill"), " ", moment(health.drill.at)) : "",
        ...failed.map(([name, last]) => element("p", {class: "alert", tabindex: "0"}, word(name), " ", english(last.problem)))];
}

/** What goes on, or how the last thing ended. */
function jobParts(job) {
    if (!job) return [];
    const kind = job.problem ? "bad" : job.endedAt ? "good" : "busy";
    return [element("p", {class: "answer"},
        chip(word(job.problem ? "jobFailed" : job.endedAt ? "jobDone" : "jobGoesOn"), kind), " ",
        word(jobWords[job.action] ?? "jobVerify"), " ", moment(job.beganAt),
        job.endedAt ? "" : element("span", {class: "quiet"}, ` – ${word("jobBehind", {services: job.done.join(", ") || "–"})}`),
        job.progress ? element("span", {class: "quiet"}, ` – ${job.progress.service}: ${bytes(job.progress.copied)} / ${bytes(job.progress.total)}`) : ""),
    job.problem ? element("p", {class: "alert", tabindex: "0"}, english(job.problem)) : ""];
}

async function make(look) {
    if (await attempt(() => call("POST", "/backups"))) await followed(look);
}

async function verify(backup, look) {
    if (await attempt(() => call("POST", path`/backups/${backup.name}/verification`))) await followed(look);
}

async function followed(look) {
    try { await look(); } catch (refusal) { tell(said(refusal)); }
}
