// One notification: what it says and to whom, how far it has come, and what can be done as long as it waits.

import {call, path, query} from "./calls.js";
import {funnel, reasonsPart, whyOf} from "./deliveries.js";
import {button, chip, element, english, excerpt, facts, foreign, moment, named, number, section, table, term, word} from "./elements.js";
import {follow} from "./follow.js";
import {audienceText, begins, bodyOf, degreesText, knowPlaces, languageName, progress, readable, titleOf, typeName} from "./notification-texts.js";
import {changeLink, hasContent, takeBackNotification} from "./notifications.js";
import {personName, readPerson} from "./person-search.js";
import {publisherName, publisherNames} from "./publishers.js";

/** Of so many people the names are shown. */
const fewPeople = 10;

export async function show(parameters, context, id) {
    const read = () => call("GET", path`/notifications/${id}`);
    let [notification, names, {problems}] = await Promise.all([read(), publisherNames(), call("GET", "/push-health").catch(() => ({problems: []}))]);
    await knowPlaces(notification.audience);
    const heading = element("h1"), live = element("div"), actions = element("div", {class: "row"});
    const fill = () => {
        heading.replaceChildren(excerpt(titleOf(notification)), " ", progress(notification));
        actions.replaceChildren(...actionsOf(notification, context));
        live.replaceChildren(funnel(notification), waits(notification, problems), reasonsPart(notification.reasons), interactions(notification));
    };
    fill();
    const state = follow(live, async () => {
        if (["done", "cancelled"].includes(notification.state)) return null;
        const found = await read();
        if (JSON.stringify(found) === JSON.stringify(notification)) return false;
        notification = found;
        fill();
        return true;
    });
    if (parameters.get("part") === "reasons") setTimeout(() => document.getElementById("title-notSentReasons")?.scrollIntoView());
    return [
        element("p", {}, element("a", {href: "#/notifications"}, word("toNotifications"))), heading, state, actions, live,
        context.may("support") ? section("whyTitle", whyOf(notification.id)) : "",
        section("notification", await about(notification, names, context))];
}

function actionsOf(notification, context) {
    if (!context.may("operator")) return [];
    return [
        changeLink(notification) ?? "",
        hasContent(notification) ? element("a", {href: `#/compose${query({copy: notification.id})}`, class: "button plain"}, word("duplicate")) : "",
        ["done", "cancelled"].includes(notification.state) ? ""
            : button("takeBack", () => takeBackNotification(notification, context), {kind: "danger"})];
}

/** Why pushes wait: what stops Apple's or Google's. */
const waits = ({books}, problems) => books?.pending && problems.length ? section("whyWaiting",
    problems.map(problem => element("p", {class: "note"}, english(problem))),
    element("p", {}, element("a", {href: "#/push-health"}, word("push-health")))) : "";

const interactions = ({interactions}) => interactions?.length ? section("interactions", table("interactions", ["action", "link", "people"],
    interactions.map(({action, link, people}) => [term("interaction", action), link, number(people)]))) : "";

async function about(notification, names, context) {
    const {announcement, content, audience} = notification;
    const texts = content?.texts?.length > 1 ? element("span", {}, content.texts.map(({language, title, body}) => element("span", {class: "note below"},
        excerpt(word("pair", {name: languageName(language), value: [title, body].filter(Boolean).join(" – ")}))))) : null;
    return element("div", {}, facts([
        ["title", titleOf(notification)], ["body", bodyOf(notification)], ["languages", texts],
        ["audience", element("span", {}, excerpt(audienceText(audience)), await namesOf(audience, context))],
        ["coordinates", placeOf(audience)],
        ["publisher", publisherName(notification.publisher, names)],
        ["kind", announcement ? named("announcement", typeName(announcement.type)) : typeName(notification.kind)],
        ["subject", announcement?.subject], ["category", announcement?.category && readable("category", announcement.category)], ["link", content?.link],
        ["begins", begins(notification)], ["timeZone", notification.timeZone],
        ["expiresAt", notification.expiresAt && moment(notification.expiresAt)],
        ["created", moment(notification.createdAt)], ["again", notification.series], ["refusal", notification.refusal]]),
    element("details", {}, element("summary", {}, word("forPrograms")), facts([
        ["id", element("code", {}, foreign(notification.id))], ["publisher", element("code", {}, foreign(notification.publisher))],
        ["audience", element("code", {}, foreign(JSON.stringify(audience)))],
        ["details", (announcement?.details ?? notification.details) && element("code", {}, foreign(JSON.stringify(announcement?.details ?? notification.details)))]])));
}

/** Where the place of an audience is. */
const placeOf = audience => [audience, ...audience?.all ?? []].filter(part => part?.near).map(part => degreesText(part.near)).join() || null;

/** Who few named people are, as links; whoever may not look, or is gone, is left out. */
async function namesOf({account, accounts = account ? [account] : []} = {}, context) {
    if (!accounts.length || accounts.length > fewPeople || !context.may("support")) return null;
    const found = await Promise.all(accounts.map(id => readPerson(id).catch(() => null)));
    return found.filter(Boolean).map(person => [" ", element("a", {href: `#/person/${encodeURIComponent(person.id)}`}, chip(personName(person)))]);
}
