// How often a series comes: its rule as the fields of a form, in words, and the days that follow from it.

import {language, word} from "./elements.js";

export const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
export const frequencies = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"];
/** Milliseconds. */
const day = 86_400_000;

/** A day of the week in words. The first of 2024 was a Monday. */
export const weekdayName = name => new Intl.DateTimeFormat(language, {weekday: "long", timeZone: "UTC"})
    .format(new Date(Date.UTC(2024, 0, 1 + weekdays.indexOf(name))));

/** What a recurrence rule says, with its end as a number or a moment; null for a rule that says more than fields can. */
export function ruleParts(rule) {
    const parts = new Map(String(rule).replace(/^RRULE:/i, "").toUpperCase().split(";").map(part => part.split("=")));
    const often = parts.get("FREQ"), days = parts.get("BYDAY")?.split(",") ?? [], until = parts.get("UNTIL");
    const isKnown = frequencies.includes(often) && [...parts.keys()].every(name => ["FREQ", "INTERVAL", "BYDAY", "COUNT", "UNTIL"].includes(name))
        && (!days.length || often === "WEEKLY" && days.every(name => weekdays.includes(name)))
        && (!until || /^\d{8}T\d{6}Z$/.test(until));
    if (!isKnown) return null;
    const end = until?.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, "$1-$2-$3T$4:$5:$6Z");
    const [interval, count] = ["INTERVAL", "COUNT"].map(name => parts.has(name) ? Number(parts.get(name)) : undefined);
    return end && Number.isNaN(Date.parse(end)) ? null : {often, interval: interval || 1, days, count, until: end};
}

/** Whether the browser knows a time zone; the server knows those of its own list. */
export function isZone(name) {
    try { return Boolean(name && new Intl.DateTimeFormat("en", {timeZone: name})); } catch { return false; }
}

/** The clock of a time zone at a moment in milliseconds, such as "2026-12-31T09:00:00"; that of UTC where the browser lacks the zone. */
function clockAt(time, timeZone) {
    const two = "2-digit";
    const format = new Intl.DateTimeFormat("sv-SE", {
        year: "numeric", month: two, day: two, hour: two, minute: two, second: two, hourCycle: "h23", timeZone: isZone(timeZone) ? timeZone : "UTC"});
    return format.format(time).replace(" ", "T");
}

/** The moment of a local time in a time zone. The second look is right on days on which a clock is changed. */
function momentIn(clock, timeZone) {
    const wanted = Date.parse(`${clock}Z`);
    const shift = time => Date.parse(`${clockAt(time, timeZone)}Z`) - time;
    return wanted - shift(wanted - shift(wanted));
}

/** The last day on which something comes, by the end that a rule says. */
export function lastDay(until, timeZone, startsAtLocal) {
    const clock = clockAt(Date.parse(until), timeZone);
    const isBefore = clock.slice(11, 16) < startsAtLocal.slice(11, 16);
    return isBefore ? new Date(Date.parse(`${clock.slice(0, 10)}T00:00Z`) - day).toISOString().slice(0, 10) : clock.slice(0, 10);
}

/** The rule that fields say. The last day is counted to its end. */
export function writtenRule({often, interval = 1, days = [], count, last, timeZone}) {
    const until = last && new Date(momentIn(`${last}T23:59:59`, timeZone)).toISOString().replace(/[-:]|\.\d+/g, "");
    return [`FREQ=${often}`, interval > 1 && `INTERVAL=${interval}`, days.length && `BYDAY=${days.join(",")}`,
        count && `COUNT=${count}`, until && `UNTIL=${until}`].filter(Boolean).join(";");
}

/** A rule in words; `timeZone` and `startsAtLocal` tell its last day. */
export function ruleText({rule, timeZone, startsAtLocal}) {
    const parts = ruleParts(rule);
    if (!parts) return word("repeat.own");
    const {often, interval, days, count, until} = parts;
    let text = word(`repeat.${often.toLowerCase()}`, {count: interval});
    if (days.length) text = word("repeat.on", {rule: text, days: new Intl.ListFormat(language, {type: "conjunction"}).format(days.map(weekdayName))});
    if (count) return word("repeat.times", {rule: text, count});
    return until ? word("repeat.until", {rule: text, date: dayText(lastDay(until, timeZone, startsAtLocal), {dateStyle: "medium"})}) : text;
}

const dayText = (date, format) => new Intl.DateTimeFormat(language, {...format, timeZone: "UTC"}).format(Date.parse(`${date}T00:00Z`));

/** The first days on which it comes from today on, in words. */
export function nextDays({rule, startsAtLocal, timeZone}, most = 4) {
    const parts = ruleParts(rule), start = Date.parse(`${startsAtLocal.slice(0, 10)}T00:00Z`);
    if (!parts || Number.isNaN(start)) return [];
    const now = clockAt(Date.now(), timeZone), last = parts.until && lastDay(parts.until, timeZone, startsAtLocal);
    const found = [];
    let counted = 0;
    for (const time of days(parts, start)) {
        const date = new Date(time).toISOString().slice(0, 10);
        if (last && date > last || parts.count && ++counted > parts.count || found.length === most) break;
        if (`${date}T${startsAtLocal.slice(11, 16)}` >= now.slice(0, 16)) found.push(date);
    }
    return found.map(date => dayText(date, {weekday: "short", day: "numeric", month: "short", year: "numeric"}));
}

/** The days of a rule without its end, for as long as somebody may look ahead. */
function* days({often, interval, days: names}, start) {
    const first = new Date(start), [year, month, date] = [first.getUTCFullYear(), first.getUTCMonth(), first.getUTCDate()];
    const weekday = (first.getUTCDay() + 6) % 7;
    const chosen = names.length ? weekdays.flatMap((name, place) => names.includes(name) ? [place] : []) : [weekday];
    for (let turn = 0; turn < 5000; turn++) {
        const step = turn * interval;
        if (often === "DAILY") yield start + step * day;
        else if (often === "WEEKLY") yield* chosen.map(place => start + (7 * step + place - weekday) * day).filter(time => time >= start);
        else {
            const time = Date.UTC(year, month + step * (often === "YEARLY" ? 12 : 1), date);
            // A month without that day is left out.
            if (new Date(time).getUTCDate() === date) yield time;
        }
    }
}
