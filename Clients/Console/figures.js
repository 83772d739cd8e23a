// Figures: what /metrics says (the text format of Prometheus, 0.0.4), tiles that show one, and what has to be looked after before it
// fails: queues, space, backups, credentials that end, and what was warned of.

import {call} from "./calls.js";
import {ago, bytes, day, element, foreign, moment, number, term, word} from "./elements.js";

/** Reads the text into samples: `{name, labels, value}`. */
export function readMetrics(text) {
    const samples = [];
    for (const line of text.split("\n")) {
        const parts = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line);
        if (!parts) continue;
        const labels = {};
        for (const [, name, value] of (parts[2] ?? "").matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)) {
            labels[name] = value.replace(/\\(.)/g, (_, letter) => letter === "n" ? "\n" : letter);
        }
        samples.push({name: parts[1], labels, value: Number(parts[3].replace("Inf", "Infinity"))});
    }
    return samples;
}

/** The sum of the samples of a name that a condition holds for. */
export const sum = (samples, name, holds = () => true) =>
    samples.filter(sample => sample.name === name && holds(sample.labels)).reduce((all, sample) => all + sample.value, 0);

/** The sums of the samples of a name by a label, the largest first. */
export function by(samples, name, label, holds = () => true) {
    const sums = new Map();
    for (const sample of samples) {
        if (sample.name !== name || !holds(sample.labels)) continue;
        const key = sample.labels[label] ?? "";
        sums.set(key, (sums.get(key) ?? 0) + sample.value);
    }
    return [...sums].map(([key, count]) => ({name: key, count})).sort((one, other) => other.count - one.count);
}

/**
 * The quantile of a histogram, such as 0.99: the upper bound of the bucket in which it lies, in the histogram's unit; null
 * where nothing was counted. With `earlier` samples it is that of what came since then.
 */
export function quantile(samples, name, share, earlier = []) {
    const before = new Map(buckets(earlier, name));
    const counted = buckets(samples, name).map(([bound, count]) => [bound, count - (before.get(bound) ?? 0)]);
    const total = counted.at(-1)?.[1] ?? 0;
    if (total <= 0) return null;
    return counted.find(([, count]) => count >= share * total)[0];
}

function buckets(samples, name) {
    const sums = new Map();
    for (const sample of samples) {
        if (sample.name !== `${name}_bucket`) continue;
        const bound = Number(sample.labels.le.replace("+Inf", "Infinity"));
        sums.set(bound, (sums.get(bound) ?? 0) + sample.value);
    }
    return [...sums].sort(([one], [other]) => one - other);
}

/** A tile: its name, a value and a note. It leads to `to`, or does `act`; `line` are values over time. */
export function tile(name, value, note, {to, act, kind = "", line} = {}) {
    const head = to ? element("a", {href: to}, word(name))
        : act ? element("button", {type: "button", class: "link", click: act}, word(name)) : word(name);
    const made = element("section", {class: `tile ${kind}`},
        element("h2", {}, head), element("p", {class: "figure"}, value), element("p", {class: "note"}, note));
    if (line) {
        const spark = document.createElement("spark-line");
        spark.values = line;
        made.append(spark);
    }
    return made;
}

const namespace = "http" + "://www.w3.org/2000/svg";

/** An SVG line of values, the newest at the right; a custom element, so that a page only sets its values. */
export class SparkLine extends HTMLElement {
    /** @param {number[]} values */
    set values(values) {
        const width = 120, height = 32;
        const top = Math.max(...values, 1e-9);
        const points = values.map((value, place) => [
            values.length < 2 ? width : place * width / (values.length - 1), height - 2 - (height - 4) * value / top]);
        const line = document.createElementNS(namespace, "polyline");
        line.setAttribute("points", points.map(pair => pair.map(part => part.toFixed(1)).join(",")).join(" "));
        const drawing = document.createElementNS(namespace, "svg");
        drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
        drawing.setAttribute("preserveAspectRatio", "none");
        drawing.setAttribute("aria-hidden", "true");
        drawing.append(line);
        this.replaceChildren(drawing);
    }
}

customElements.define("spark-line", SparkLine);

const due = "balise_push_deliveries_due", used = "balise_storage_database_bytes", free = "balise_storage_free_bytes";
const backup = "balise_backup_time_seconds", end = "balise_credential_end_seconds";
/** Below this there is a warning: bytes that are free, and days since the last backup and until a credential ends. */
const leastFree = 2 ** 30, oldestBackup = 7, soonestEnd = 30;
/** So many days before a credential ends it is urgent. */
const urgentEnd = 3;

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
        channels.filter(({count}) => count).map(({name, count}) => `${term("channel", name)} ${number(count)}`).join(" · ") || word("nothingDue"), {to: "#/push-health"});
}

function diskTile(samples) {
    const left = samples.filter(sample => sample.name === free).map(sample => sample.value);
    const databases = by(samples, used, "service");
    const all = databases.reduce((total, {count}) => total + count, 0);
    return tile("disk", left.length ? bytes(Math.min(...left)) : "–",
        word("databases", {size: bytes(all)}),
        {to: "#/checks", kind: left.some(value => value < leastFree) ? "bad" : ""});
}

/** Whether each service with a file has a backup. Of a PostgreSQL nobody knows here, so it counts as one that has. */
export const hasBackups = samples => {
    const count = name => samples.filter(sample => sample.name === name).length;
    return count(backup) >= count(free);
};

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
        {to: first && !first.isKey ? "#/checks" : "#/keys", kind: !first ? "" : first.at < Date.now() + urgentEnd * day ? "bad" : "warning"});
    if (first) made.querySelector(".note").replaceChildren(foreign(first.name), " ", moment(new Date(first.at).toISOString()));
    return made;
}

function warningsTile(warnings) {
    const recent = warnings.filter(({at}) => Date.now() - Date.parse(at) < day);
    const worst = recent.some(({level}) => level !== "warning");
    return tile("warnings", number(recent.length), word("warningsNote"),
        {act: () => document.getElementById("title-lastWarnings")?.scrollIntoView(), kind: worst ? "bad" : ""});
}
