// What has to be looked after before it fails: queues, space, backups, credentials that end, and what was warned of.

import {ago, bytes, day} from "./amounts.js";
import {call} from "./calls.js";
import {chip, element, foreign, moment, number, section, term, word} from "./elements.js";
import {by, sum} from "./metrics.js";
import {table} from "./tables.js";
import {tile} from "./tile.js";

const due = "balise_push_deliveries_due", used = "balise_storage_database_bytes", free = "balise_storage_free_bytes";
const backup = "balise_backup_time_seconds", end = "balise_credential_end_seconds";
/** Below this there is a warning: bytes that are free, and days since the last backup and until a credential ends. */
const leastFree = 2 ** 30, oldestBackup = 7, soonestEnd = 30;

/** What stands in no metric: when keys end, and what was warned of. */
export async function readUpkeep() {
    const [{keys}, {warnings}] = await Promise.all([call("GET", "/api-keys"), call("GET", "/warnings")]);
    return {keys, warnings};
}

export const upkeepTiles = (samples, upkeep) => [
    queueTile(samples), diskTile(samples), backupTile(samples), credentialsTile(samples, upkeep.keys), warningsTile(upkeep.warnings)];

function queueTile(samples) {
    const channels = by(samples, due, "channel");
    return tile("queue", number(sum(samples, due)),
        channels.filter(({count}) => count).map(({name, count}) => `${name} ${number(count)}`).join(" · ") || word("nothingDue"), {to: "#/notifications"});
}

function diskTile(samples) {
    const left = samples.filter(sample => sample.name === free).map(sample => sample.value);
    const databases = by(samples, used, "service");
    const all = databases.reduce((total, {count}) => total + count, 0);
    return tile("disk", left.length ? bytes(Math.min(...left)) : "–",
        [word("databases", {size: bytes(all)}), ...databases.map(({name, count}) => `${name} ${bytes(count)}`)].join(" · "),
        {to: "#/settings?query=data", kind: left.some(value => value < leastFree) ? "bad" : ""});
}

/** The oldest of the services' last backups. On a PostgreSQL backups are made by other means, of which nobody tells. */
function backupTile(samples) {
    const files = samples.filter(sample => sample.name === free).length;
    const times = samples.filter(sample => sample.name === backup).map(sample => sample.value * 1000);
    if (!files && !times.length) return tile("backup", "–", word("backupElsewhere"), {to: "#/backups"});
    const isMissing = times.length < files;
    const oldest = Math.min(...times);
    const made = tile("backup", isMissing ? word("never") : ago(oldest), isMissing ? word("backupHow") : "",
        {to: "#/backups", kind: isMissing || Date.now() - oldest > oldestBackup * day ? "bad" : "good"});
    if (!isMissing) made.querySelector(".note").replaceChildren(moment(new Date(oldest).toISOString()));
    return made;
}

function credentialsTile(samples, keys) {
    const ends = [
        ...samples.filter(sample => sample.name === end).map(({labels, value}) => ({name: labels.credential, at: value * 1000, isKey: false})),
        ...keys.filter(key => key.expiresAt && !key.revokedAt).map(key => ({name: key.name, at: Date.parse(key.expiresAt), isKey: true}))]
        // A key that is over was meant to end; a certificate that is over stops something.
        .filter(({at, isKey}) => at < Date.now() + soonestEnd * day && !(isKey && at < Date.now()))
        .sort((one, other) => one.at - other.at);
    const first = ends[0];
    const made = tile("credentialEnds", number(ends.length), first ? "" : word("noneEnds", {count: soonestEnd}),
        {to: first && !first.isKey ? `#/settings?query=${encodeURIComponent(first.name.split(".").at(-1))}` : "#/keys", kind: first ? "bad" : ""});
    if (first) made.querySelector(".note").replaceChildren(foreign(first.name), " ", moment(new Date(first.at).toISOString()));
    return made;
}

function warningsTile(warnings) {
    const recent = warnings.filter(({at}) => Date.now() - Date.parse(at) < day);
    const worst = recent.some(({level}) => level !== "warning");
    return tile("warnings", number(recent.length), word("warningsNote"),
        {act: () => document.getElementById("title-lastWarnings")?.scrollIntoView(), kind: worst ? "bad" : ""});
}

/** The latest warnings of all services. */
export const warningsTable = ({warnings}) => section("lastWarnings",
    table("lastWarnings", ["when", "service", "level", "message"], warnings.slice(0, 20).map(warning => [
        moment(warning.at), [warning.service, warning.replica].filter(Boolean).join(" "),
        chip(term("level", warning.level), warning.level === "warning" ? "busy" : "bad"), foreign(warning.text)]), "noWarnings"));
