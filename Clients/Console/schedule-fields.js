// When a notification is to begin: the fields of a form, and what they say.

import {set} from "./audience-fields.js";
import {choice, day, element, field, named, word} from "./elements.js";
import {frequencies, isZone, lastDay, nextDays, ruleParts, ruleText, weekdayName, weekdays, writtenRule} from "./recurrence.js";

/** How it begins; a series has a rule beside. */
const ways = ["now", "instant", "local", "again"];

/** The time zone of the browser. */
const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";

const zones = [...new Set(["UTC", ...Intl.supportedValuesOf?.("timeZone") ?? []])];

/** A moment, as a text or in milliseconds, as a field for a local time has it. */
export function local(text) {
    const date = new Date(text);
    return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** A moment that a field for a local time says. */
export const instant = text => text ? new Date(text).toISOString() : undefined;

/**
 * The fields; what does not belong to the chosen way is neither shown nor sent. `given` is what is changed, if anything is:
 * a notification cannot become a series, nor a series a notification.
 */
export function scheduleFields(given = {}, {isSeries, isChange}) {
    const way = choice("way", (isSeries ? ["again"] : isChange ? ways.slice(0, 3) : ways).map(name => [name, word(`way.${name}`)]),
        isSeries || given.rule ? "again" : given.startsAtLocal ? "local" : given.startsAt ? "instant" : "now");
    const tomorrow = `${local(Date.now() + day).slice(0, 10)}T09:00`;
    const time = (name, value) => element("input", {name, type: "datetime-local", required: true, value: value ?? tomorrow});
    const series = seriesFields(given);
    const zoned = element("div", {}, field("timeZone", element("input", {name: "timeZone", required: true, maxlength: "64", spellcheck: "false",
        autocapitalize: "none", list: "time-zones", value: given.timeZone ?? zone()}), word("timeZoneNote")),
    element("datalist", {id: "time-zones"}, zones.map(name => element("option", {value: name}))));
    const zoneField = zoned.querySelector("input");
    const checkZone = () => zoneField.setCustomValidity(isZone(zoneField.value.trim()) || zoneField.value === given.timeZone ? "" : word("noTimeZone", {name: zoneField.value.trim()}));
    zoneField.addEventListener("input", checkZone);
    const parts = {
        instant: [field("at", time("startsAt", given.startsAt ? local(given.startsAt) : undefined), word("yourClock", {zone: zone()}))],
        local: [field("localTime", time("startsAtLocal", given.startsAtLocal), word("localTimeNote"))],
        again: [series.element, field("firstTime", time("first", given.startsAtLocal)), series.end],
    };
    const whole = element("fieldset", {}, element("legend", {}, word("schedule")), field("way", way), parts.instant, series.element,
        element("div", {class: "columns"}, parts.local, parts.again[1], zoned), series.end, series.summary);
    const choose = () => {
        for (const [name, group] of Object.entries(parts)) for (const part of group) set(part, name === way.value);
        set(zoned, ["local", "again"].includes(way.value));
        if (way.value === "again") series.choose();
        const said = way.value === "again" ? readSchedule(new FormData(whole.closest("form") ?? undefined)) : {};
        series.say(said);
    };
    for (const kind of ["input", "change"]) whole.addEventListener(kind, choose);
    // The fields are read once they are part of a form.
    queueMicrotask(choose);
    choose();
    return {
        way, element: whole,
        /** An announcement begins at once or at a moment. */
        limit: isMoment => {
            for (const option of way.options) option.hidden = option.disabled = isMoment && ["local", "again"].includes(option.value);
            if (way.selectedOptions[0]?.disabled) way.value = "now";
            choose();
        }};
}

/** How often, on which days, from when and until when a series comes; a rule that says more is text. */
function seriesFields({rule = "FREQ=WEEKLY", startsAtLocal = "", timeZone}) {
    const known = ruleParts(rule);
    const repeat = choice("repeat", [...frequencies, "own"].map(name => [name, ""]), known?.often ?? "own");
    repeat.id = "field-repeat";
    const interval = element("input", {name: "interval", type: "number", min: "1", max: "1000", required: true, value: known?.interval ?? 1});
    interval.setAttribute("aria-label", word("interval"));
    const days = element("fieldset", {}, element("legend", {}, word("onDays")), element("div", {class: "row days"}, weekdays.map(name => element("div", {class: "check"},
        element("input", {type: "checkbox", name: "day", value: name, id: `day-${name}`, checked: known?.days.includes(name)}),
        element("label", {for: `day-${name}`}, weekdayName(name))))), element("p", {class: "note"}, word("onDaysNote")));
    const custom = field("rule", element("input", {name: "rule", required: true, maxlength: "1024", spellcheck: "false", autocapitalize: "none", value: rule}), word("ruleNote"));
    const ends = choice("ends", ["never", "date", "count"].map(name => [name, word(`ends.${name}`)]), known?.until ? "date" : known?.count ? "count" : "never");
    const last = field("lastOfSeries", element("input", {name: "lastDay", type: "date", required: true,
        value: known?.until ? lastDay(known.until, timeZone, startsAtLocal) : local(Date.now() + 30 * day).slice(0, 10)}));
    const count = field("timesCount", element("input", {name: "timesCount", type: "number", min: "1", max: "10000", required: true, value: known?.count ?? 10}));
    const end = element("div", {class: "columns"}, field("ends", ends), last, count);
    const summary = element("p", {"aria-live": "polite"});
    return {
        summary, end,
        element: element("div", {}, element("div", {class: "field"}, element("label", {for: repeat.id}, word("repeat")),
            element("div", {class: "every"}, interval, repeat)), days, custom),
        choose: () => {
            const isOwn = repeat.value === "own";
            for (const option of repeat.options) {
                option.textContent = option.value === "own" ? word("repeat.own") : word(`every.${option.value.toLowerCase()}`, {count: Number(interval.value) || 1});
            }
            set(custom, isOwn);
            set(days, repeat.value === "WEEKLY");
            set(end, !isOwn);
            interval.hidden = interval.disabled = isOwn;
            if (!isOwn) for (const [part, name] of [[last, "date"], [count, "count"]]) set(part, ends.value === name);
        },
        /** Says in words what the fields mean. */
        say: said => {
            const isKnown = said.rule && said.startsAtLocal && ruleParts(said.rule);
            const dates = isKnown ? nextDays(said) : [];
            summary.hidden = !isKnown;
            summary.textContent = isKnown ? [named("comes", ruleText(said)), dates.length ? named(dates.length > 1 ? "nextDays" : "nextTime", dates.join(" · ")) : word("noNextDays")].join(". ") : "";
        }};
}

/** The members of the body that say when it begins. */
export function readSchedule(data) {
    const timeZone = data.get("timeZone")?.trim();
    switch (data.get("way")) {
    case "instant": return {startsAt: instant(data.get("startsAt"))};
    case "local": return {startsAtLocal: data.get("startsAtLocal").slice(0, 16), timeZone};
    case "again": return {rule: ruleOf(data, timeZone), startsAtLocal: data.get("first").slice(0, 16), timeZone};
    default: return {};
    }
}

/** Without a chosen day of the week it comes on that of the first time. */
function ruleOf(data, timeZone) {
    const often = data.get("repeat");
    return often === "own" ? data.get("rule").trim() : writtenRule({
        often, days: data.getAll("day"), interval: Number(data.get("interval")), count: Number(data.get("timesCount")), last: data.get("lastDay"), timeZone});
}
