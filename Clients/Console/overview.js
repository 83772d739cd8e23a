// The overview: what needs attention, the first steps on a new server, the figures of a day, and those of now.

import {call, metricsPath, text} from "./calls.js";
import {chip, element, moment, number, section, term, word} from "./elements.js";
import {by, hasBackups, quantile, readMetrics, readUpkeep, sum, tile, upkeepTiles} from "./figures.js";

const requests = "balise_http_requests_total", duration = "balise_http_request_duration_seconds";
/** Seconds between two reads of the metrics, and how many reads the lines show. */
const pause = 10, looks = 60;
/** Each so many reads of the metrics, what changes slowly is read again. */
const slow = 6;
/** What was read in this tab, the newest last: `{at, samples, rate}`. */
const history = [];
/** What was read last of what changes slowly. */
let upkeep = null, lookCount = 0;

export async function show(_, context) {
    const tiles = element("div", {class: "tiles"});
    const details = element("div"), warnings = element("div"), away = element("div"), missing = element("div");
    const attention = element("div", {}, element("p", {class: "note"}, word("checking"))), steps = element("div"), lastDay = element("div");
    lookCount = 0;
    await look(tiles, details, warnings);
    showMissing(missing, context);
    showAttention(attention, steps, context);
    showDay(lastDay);
    const again = async () => {
        if (!tiles.isConnected) {
            clearInterval(timer);
            return removeEventListener("online", again);
        }
        // A page in the background asks for nothing.
        if (document.hidden) return;
        try {
            if (lookCount % slow === 0) showDay(lastDay);
            await look(tiles, details, warnings);
            if (!away.hasChildNodes() && !attention.querySelector("[role=alert]")) return;
            away.replaceChildren();
            showAttention(attention, steps, context);
        } catch (refusal) {
            // The figures stay, and the page says that they are old until the server answers again.
            away.replaceChildren(element("p", {class: "alert", role: "alert"}, refusal.message));
        }
    };
    const timer = setInterval(again, pause * 1000);
    addEventListener("online", again);
    return [
        element("div", {class: "row spread"}, element("h1", {}, word("overview")),
            context.may("operator") ? element("a", {href: "#/compose", class: "button plain"}, word("notify")) : null),
        away, element("div", {class: "charts first-look"}, attention, steps), missing, lastDay,
        element("h2", {}, word("now")), tiles, details, warnings,
    ];
}

async function look(tiles, details, warnings) {
    const [metrics, ready, read] = await Promise.all([
        text(metricsPath), readiness(), lookCount++ % slow ? upkeep : readUpkeep()]);
    upkeep = read;
    const samples = readMetrics(metrics);
    const last = history.at(-1), now = Date.now();
    const all = sum(samples, requests);
    const rate = last ? Math.max(0, all - sum(last.samples, requests)) / Math.max(1, (now - last.at) / 1000) : 0;
    if (!last || now - last.at > 1000) history.push({at: now, samples, rate});
    if (history.length > looks) history.shift();
    renew(tiles,
        servicesTile(samples, ready), requestsTile(samples, all, rate), latencyTile(samples), messagesTile(samples), refusedTile(samples),
        processTile(samples),
        ...upkeepTiles(samples, upkeep));
    renew(details, !ready.isReady
        ? section("notes", element("ul", {}, ready.notes.map(note => element("li", {}, element("bdi", {}, note))))) : "");
    showWarnings(warnings, upkeep);
}

/** The words for warnings are read after the figures. */
async function showWarnings(place, found) {
    const {warningsTable} = await import("./warnings.js");
    renew(place, warningsTable(found));
}

/** What /readyz says: whether all is ready, and what an operator should know. */
async function readiness() {
    try {
        const [, ...notes] = (await text("/readyz")).trim().split("\n");
        return {isReady: true, notes};
    } catch (refusal) {
        if (refusal.status !== 503) throw refusal;
        return {isReady: false, notes: [refusal.message]};
    }
}

function servicesTile(samples, ready) {
    const up = samples.filter(sample => sample.name === "balise_service_up");
    const chips = up.map(({labels, value}) =>
        chip([labels.service, labels.replica].filter(Boolean).join(" "), value === 1 ? "good" : "bad"));
    const made = tile("services", word(ready.isReady ? "ready" : "notReady"), "",
        {to: "#/checks", kind: ready.isReady ? "good wide" : "bad wide"});
    made.querySelector(".note").replaceChildren(...chips);
    return made;
}

const requestsTile = (samples, all, rate) => tile("requestsNow", word("perSecond", {count: number(rate, 1)}),
    word("sinceStart", {count: number(all)}), {to: "#/history?chart=requests", line: history.map(look => look.rate)});

function latencyTile(samples) {
    const recent = history.length > 1 ? history[0].samples : [];
    const shown = share => {
        const bound = quantile(samples, duration, share, recent) ?? quantile(samples, duration, share);
        if (bound === null) return "–";
        return bound === Infinity ? word("longer") : word("milliseconds", {count: number(bound * 1000, 1)});
    };
    return tile("latency", word("atMost", {time: shown(0.5)}), word("latencyNote", {time: shown(0.99)}), {to: "#/history?chart=latency"});
}

function messagesTile(samples) {
    const lost = sum(samples, "balise_identity_messages_given_up");
    return tile("messages", number(sum(samples, "balise_identity_messages_waiting")),
        word("messagesNote", {count: number(lost)}), {to: "#/checks", kind: lost ? "bad" : ""});
}

function refusedTile(samples) {
    const reasons = by(samples, "balise_edge_refused_credentials_total", "reason");
    const all = reasons.reduce((total, reason) => total + reason.count, 0);
    return tile("refused", number(all),
        reasons.filter(({count}) => count).slice(0, 3).map(({name, count}) => `${term("outcome", name)} ${number(count)}`).join(" · ") || "–", {to: "#/log?view=security"});
}

function processTile(samples) {
    const bytes = Math.max(0, ...samples.filter(sample => sample.name === "process_resident_memory_bytes").map(sample => sample.value));
    const start = Math.min(...samples.filter(sample => sample.name === "process_start_time_seconds").map(sample => sample.value));
    const made = tile("memory", word("mebibytes", {count: number(bytes / 2 ** 20)}), "");
    if (Number.isFinite(start)) {
        made.querySelector(".note").replaceChildren(`${word("runningSince")} `, moment(new Date(start * 1000).toISOString()));
    }
    return made;
}

/** The checks try credentials at their providers, so they come after the figures. */
async function showAttention(place, steps, context) {
    try {
        const {attention, firstSteps} = await import("./attention.js");
        const found = await attention();
        renew(place, found.made);
        if (context.may("operator")) steps.replaceChildren(await firstSteps(found, hasBackups(history.at(-1).samples)) ?? "");
    } catch (refusal) {
        place.replaceChildren(element("p", {class: "alert", role: "alert"}, refusal.message));
        if (refusal.status === undefined) throw refusal;
    }
}

/** The figures of the last 24 hours. */
async function showDay(place) {
    try {
        const {dayTiles} = await import("./history.js");
        renew(place, element("h2", {}, element("a", {href: "#/history"}, word("lastDay"))), await dayTiles());
    } catch (refusal) {
        // The figures stay; the page says itself that the server is away.
        if (refusal.status === undefined) throw refusal;
    }
}

/** The part for accounts that are missing comes when it is there: mostly there is nothing to show. */
async function showMissing(place, context) {
    try {
        const {services} = await call("GET", "/missing-accounts");
        if (services.length) place.replaceChildren((await import("./missing-accounts.js")).missingAccounts(services, context));
    } catch (refusal) {
        if (refusal.status === undefined) throw refusal;
        place.replaceChildren(element("p", {class: "alert", role: "alert"}, refusal.message));
    }
}

/** Puts nodes into a place. What is there already stays, with what is open or has the focus, and changes where it has to. */
function renew(place, ...nodes) {
    const fresh = document.createElement("div");
    fresh.append(...nodes);
    renewChildren(place, fresh);
}

function renewChildren(place, fresh) {
    const before = [...place.childNodes], after = [...fresh.childNodes];
    after.forEach((node, at) => before[at] ? renewNode(before[at], node) : place.append(node));
    for (const node of before.slice(after.length)) node.remove();
}

function renewNode(old, fresh) {
    if (old.nodeName === "DETAILS" && old.open && fresh.nodeName === "DETAILS") fresh.open = true;
    // The buttons of a row know its texts.
    if (old.nodeName === "TR") return old.textContent === fresh.textContent ? undefined : old.replaceWith(fresh);
    if (old.isEqualNode(fresh)) return;
    if (old.nodeName !== fresh.nodeName || old.nodeType !== Node.ELEMENT_NODE) return old.replaceWith(fresh);
    for (const {name} of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
    for (const {name, value} of [...fresh.attributes]) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    renewChildren(old, fresh);
}
