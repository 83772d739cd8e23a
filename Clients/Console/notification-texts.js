// What notifications are called, and for whom they are, in words.

import {chip, element, excerpt, language, moment, number, term, word} from "./elements.js";

const languages = new Intl.DisplayNames(language, {type: "language"}), english = new Intl.DisplayNames("en", {type: "language"});

/** A language tag in words. */
export function languageName(tag) {
    if (!tag || tag === "und") return word("anyLanguage");
    try { return languages.of(tag); } catch { return tag; }
}

/** The languages that a form proposes. */
export const commonLanguages = ["ar", "de", "en", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "tr", "uk", "zh-Hans", "zh-Hant"];

/** The tag of a language that was typed as a tag, or by a name that is proposed; null where it is neither. */
export function languageTag(typed) {
    const isNamed = tag => [languageName(tag), english.of(tag)].some(name => name.toLowerCase() === typed.toLowerCase());
    const named = commonLanguages.find(isNamed);
    if (named || /^x(-[a-z0-9]{1,8})+$/i.test(typed)) return named ?? typed;
    const tag = typed.replaceAll("_", "-");
    // A browser takes a name of five to eight letters for a tag, too.
    if (!/^[a-z]{2,3}(-|$)/i.test(tag)) return null;
    try { return Intl.getCanonicalLocales(tag)[0]; } catch { return null; }
}

/** A name of programs in words: what the texts say for it, else its own words, such as "Bio food" for `BIO_FOOD`. */
export function readable(kind, name) {
    const known = term(kind, name);
    return known === name && /^[A-Za-z\d_-]+$/.test(name) ? name[0].toUpperCase() + name.slice(1).replace(/[_-]+/g, " ").toLowerCase() : known;
}

/** The kind of a notification in words. */
export const typeName = name => name && readable("type", name);

/** The text for a reader of the page: in its language, else in the fallback language, else the first. */
function textFor({texts = [], fallbackLanguage}) {
    const of = tag => tag && texts.find(text => text.language?.toLowerCase() === tag.toLowerCase());
    return of(language) ?? texts.find(text => text.language?.toLowerCase().startsWith(`${language}-`)) ?? of(fallbackLanguage) ?? texts[0];
}

/** Puts the arguments of a content into a text. */
const filled = (text, values = {}) => text.replace(/\{\{|\{(\w+)\}/g, (place, name) => name ? values[name] ?? place : "{");

/** The title of a notification or a series; its kind where it shows nothing, or where its texts are hidden or erased. */
export function titleOf({kind, announcement, content}) {
    if (announcement) return announcement.title || `${typeName(announcement.type)} ${announcement.subject}`;
    const text = content && textFor(content);
    const shown = text && (text.title || text.body || text.subtitle);
    return shown ? filled(shown, content.arguments) : typeName(kind);
}

/** Its text under the title; undefined for none. */
export function bodyOf({announcement, content}) {
    if (announcement) return announcement.body;
    const text = content && textFor(content);
    return text?.title && (text.body || text.subtitle) ? filled(text.body || text.subtitle, content.arguments) : undefined;
}

const platforms = {ios: "iOS", android: "Android", web: "Web"};
const comparisons = {"<": "below", "<=": "atMost", "=": "exactly", "!=": "not", ">=": "atLeast", ">": "above"};

/** A condition such as `>=2.1`, as its comparison and its version. */
export function versionParts(text) {
    const [, comparison, version] = /^(<=|>=|!=|<|>|=)?\s*(.*)$/.exec(text);
    return {comparison: comparison ?? "=", version};
}

const readers = {
    everyone: () => ({}),
    account: () => ({who: word("audience.people", {count: 1})}),
    accounts: ids => ({who: word("audience.people", {count: ids.length})}),
    topic: name => ({which: word("audience.topic", {name})}),
    tag: name => ({which: word("audience.tag", {name})}),
    deviceTag: name => ({which: word("audience.deviceTag", {name})}),
    language: tag => ({which: word("audience.language", {name: languageName(tag)})}),
    platform: name => ({which: word("audience.platform", {name: platforms[name] ?? name}), isPlatform: true}),
    appVersion: text => {
        const {comparison, version} = versionParts(text);
        return {which: word(`version.${comparisons[comparison]}`, {version}), isVersion: true};
    },
    near: place => ({which: word("audience.near", {place: placeText(place)})}),
    all: parts => {
        const read = parts.map(readPart).filter(part => part.who || part.which), [first = {}] = read;
        if (read.length < 2) return first;
        const people = read.filter(({who}) => who), denied = read.filter(({isNot}) => isNot);
        // A platform and a version are one condition for a reader.
        const rank = part => part.isPlatform ? 0 : part.isVersion ? 1 : 2;
        const asked = read.filter(part => !part.who && !part.isNot).sort((one, other) => rank(one) - rank(other));
        const conditions = asked.map((part, place) => !place ? inside(part)
            : `${part.isVersion && asked[place - 1].isPlatform ? " " : and()}${inside(part)}`).join("");
        const exceptions = denied.map(part => `, ${except(part)}`).join("");
        return {who: people.map(inside).join(and()), which: `${conditions}${exceptions}`, isGroup: true};
    },
    any: parts => {
        const read = parts.map(readPart), [first = {}] = read;
        if (read.length < 2) return first;
        // Whoever is chosen among all people is anybody.
        if (read.some(part => !part.who && !part.which)) return {};
        const isOfPeople = read.some(part => part.who);
        const texts = read.map(part => isOfPeople && !isWhole(part) ? word("audience.those", {part: inside(part)}) : inside(part)).join(or());
        return {[isOfPeople ? "who" : "which"]: texts, isGroup: true};
    },
    not: part => {
        const read = readPart(part);
        return read.isNot ? read.isNot : {which: word("audience.not", {part: inside(read)}), isNot: read};
    },
};

/** Who, and which of them; whether it says several things, and what it denies. */
function readPart(part) {
    const [name, value] = Object.entries(part ?? {})[0] ?? [];
    return Object.hasOwn(readers, name) ? readers[name](value) : {which: word("audience.unknown")};
}

const and = () => ` ${word("audience.and")} `, or = () => ` ${word("audience.or")} `;
/** Whether it begins with whom it is about, as one that asks for nothing and only has exceptions does in any case. */
const isWhole = ({who, which}) => who || !which || which.startsWith(",");
/** One among others: several have brackets around them. */
const inside = part => {
    const text = isWhole(part) ? whole(part) : part.which;
    return part.isGroup ? `(${text})` : text;
};
/** What is denied, behind whom it is taken from. */
const except = ({isNot: part}) => isWhole(part) ? word("audience.except", {part: whole(part)}) : word("audience.exceptThose", {part: part.which});
const whole = part => part.isNot ? `${word("audience.everyone")} ${except(part)}`
    : [part.who || word("audience.everyone"), part.which].filter(Boolean).join(" ").replace(" ,", ",");

/** The towns of the map, once a place has asked for them. */
let towns = null;

/** Loads what `audienceText` says of a place, if one of the audiences has one; without it, it says less. */
export async function knowPlaces(audiences) {
    if (towns || !/"near":/.test(JSON.stringify(audiences))) return;
    const [found, {northing}] = await Promise.all([import("./map-towns.js"), import("./mercator.js")]).catch(() => [null, {}]);
    if (found) towns = place => found.nearestTown({...place, north: northing(place.latitude)})?.town;
}

/** A place by its nearest town. */
const placeText = place => towns?.(place) ?? word("audience.place");

/** Where a place is, to about a hundred metres. */
export const degreesText = ({latitude, longitude}) => `${number(latitude, 3)}, ${number(longitude, 3)}`;

/** For whom it is: "Everyone on iOS below 2.0". */
export const audienceText = audience => whole(readPart(audience));

/** When a notification begins: at a moment, by each person's clock, or at once. */
export const begins = ({startsAt, startsAtLocal, createdAt}) => startsAtLocal
    ? element("span", {}, localMoment(startsAtLocal), " ", element("span", {class: "note"}, word("theirClock"))) : moment(startsAt ?? createdAt);

/** A time on a clock on a wall, in the form of the page's language. */
export function localMoment(text, format = {dateStyle: "medium", timeStyle: "short"}) {
    const date = new Date(`${text}Z`);
    return excerpt(Number.isNaN(date.getTime()) ? text : new Intl.DateTimeFormat(language, {...format, timeZone: "UTC"}).format(date));
}

/** By a local time the first are notified when it is that time in the earliest time zone, fourteen hours ahead of UTC. */
export const firstBegin = startsAtLocal => Date.parse(`${startsAtLocal}:00+14:00`);

/** Whether some time zones have passed its local time, and others may not. */
export const isBetweenZones = ({state, startsAtLocal}) => state === "deciding" && Boolean(startsAtLocal);

const kinds = {done: "good", cancelled: "", delivering: "busy", deciding: "busy", scheduled: "busy"};

/** How far a notification has come, in its colour. */
export const progress = notification => {
    const {state, books, refusal} = notification;
    const isFailed = refusal || state === "done" && books?.failed + books?.expired > 0 && !books.sent;
    return chip(isFailed ? word("stateFailed") : isBetweenZones(notification) ? word("betweenZones") : term("state", state), isFailed ? "bad" : kinds[state] ?? "");
};
