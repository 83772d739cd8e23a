// Backups: which there are, how old they are, and whether they are as they were made.

import {call, path} from "./calls.js";
import {attempt, confirmed} from "./dialogs.js";
import {ago, button, bytes, chip, day, element, foreign, moment, table, tell, word} from "./elements.js";

/** Milliseconds between two looks while something goes on, and days after which a backup is old. */
const pause = 1000, old = 7;

export async function show(_, context) {
    const list = element("div"), progress = element("div", {role: "status"});
    const found = await call("GET", "/backups");
    const fill = found => {
        progress.replaceChildren(...jobParts(found.job), ...healthParts(found.health));
        list.replaceChildren(backupTable(found, context, look));
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
        element("h1", {}, word("backups")), element("p", {class: "note"}, word("backupsNote")),
        found.obstacle ? element("p", {class: "alert", tabindex: "0"}, foreign(found.obstacle)) : "",
        context.may("operator") && !found.obstacle ? element("div", {class: "row"}, button("makeBackup", () => make(look))) : "",
        progress, list];
}

function backupTable(found, context, look) {
    return table("backups", ["name", "when", "age", "size", "parts", "action"], found.backups.map((backup, place) => {
        const isOld = place === 0 && Date.now() - Date.parse(backup.at) > old * day;
        const isWhole = !backup.missing.length;
        return [
            element("code", {}, foreign(backup.name)), moment(backup.at), chip(ago(Date.parse(backup.at)), isOld ? "bad" : ""),
            bytes(backup.bytes), isWhole ? chip(word("complete"), "good")
                : element("span", {}, chip(word("incomplete"), "bad"), " ", foreign(backup.missing.join(", "))),
            isWhole && context.may("operator")
                ? button("verifyBackup", () => verify(backup, look), {kind: "plain", about: backup.name}) : ""];
    }), "noBackups");
}

const jobWords = {make: "jobMake", verify: "jobVerify", drill: "jobDrill"};

/** When the last drill was, and why the last backup and the last drill failed. */
function healthParts(health = {}) {
    const failed = [["backupFailed", health.backup], ["drillFailed", health.drill]].filter(([, last]) => last?.problem);
    return [health.drill ? element("p", {class: "quiet"}, word("lastDrill"), " ", moment(health.drill.at)) : "",
        ...failed.map(([name, last]) => element("p", {class: "alert", tabindex: "0"}, word(name), " ", foreign(last.problem)))];
}

/** What goes on, or how the last thing ended. */
function jobParts(job) {
    if (!job) return [];
    const kind = job.problem ? "bad" : job.endedAt ? "good" : "busy";
    return [element("p", {class: "answer"},
        chip(word(job.problem ? "jobFailed" : job.endedAt ? "jobDone" : "jobGoesOn"), kind), " ",
        word(jobWords[job.action] ?? "jobVerify"), " ", element("code", {}, foreign(job.backup)), " ", moment(job.beganAt),
        job.endedAt ? "" : element("span", {class: "quiet"}, ` – ${word("jobBehind", {services: job.done.join(", ") || "–"})}`),
        job.progress ? element("span", {class: "quiet"}, ` – ${job.progress.service}: ${bytes(job.progress.copied)} / ${bytes(job.progress.total)}`) : ""),
    job.problem ? element("p", {class: "alert", tabindex: "0"}, foreign(job.problem)) : ""];
}

async function make(look) {
    if (!await confirmed("makeBackup", word("makeBackupText"))) return;
    if (await attempt(() => call("POST", "/backups"))) await followed(look);
}

async function verify(backup, look) {
    if (await attempt(() => call("POST", path`/backups/${backup.name}/verification`))) await followed(look);
}

async function followed(look) {
    try { await look(); } catch (refusal) { tell(refusal.message); }
}
