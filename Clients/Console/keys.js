// API keys, who signs in to the console, identity providers, and the keys that sign access tokens.

import {call, path, query} from "./calls.js";
import {consoleSessions} from "./access.js";
import {programNames} from "./copy.js";
import {attempt, confirmed, showSecret} from "./dialogs.js";
import {button, chip, day, element, foreign, moment, table, word} from "./elements.js";
import {filledKey, limitsOf, scopeChip} from "./key-form.js";
import {consolePasskeys} from "./passkeys.js";
import {part} from "./person.js";
import "./server-page-words.js";

/** The parts of the page by their name in the address; each with its sections. */
const views = {
    "": ["apiKeys", {apiKeys}], console: ["consoleAccess", {consolePasskeys, consoleSessions}],
    tokens: ["tokensAndProviders", {issuers, signingKeys}]};

export async function show(parameters, context) {
    const shown = Object.hasOwn(views, parameters.get("view")) ? parameters.get("view") : "";
    return [
        element("h1", {}, word("keys")),
        element("nav", {class: "row", "aria-label": word("keys")}, Object.entries(views).map(([view, [name]]) => element("a", {
            href: `#/keys${query({view})}`, class: "button plain", "aria-current": view === shown ? "page" : null}, word(name)))),
        ...await Promise.all(Object.entries(views[shown][1])
            .filter(([name]) => name !== "issuers" || context.may("operator"))
            .map(([name, read]) => part(name, () => read(context))))];
}

async function apiKeys(context) {
    const {keys} = await call("GET", "/api-keys");
    const operates = context.may("operator"), over = keys.filter(endOf);
    return element("div", {},
        element("div", {class: "row spread"}, element("p", {class: "note"}, word("apiKeysNote")),
            operates ? button("createKey", () => create(keys, context)) : null),
        keyTable(keys.filter(key => !endOf(key)), context),
        over.length ? element("details", {class: "names"},
            element("summary", {}, word("keysOver", {count: over.length})), keyTable(over, context)) : null);
}

const keyTable = (keys, context) => table("apiKeys", ["name", "scopes", "limits", "created", "ends", "action"], keys.map(key => {
    const end = key.revokedAt ?? key.expiresAt, ended = endOf(key);
    return [
        element("span", {class: "lead"}, element("strong", {}, foreign(key.name)),
            programNames(key.name, [["id", key.id], ["publisher", key.publisher === key.id ? null : key.publisher]])),
        element("ul", {class: "plain-list"}, key.scopes.map(scope => element("li", {}, scopeChip(scope), element("span", {class: "note"}, word(`scope.${scope}`))))),
        key.scopes.includes("publish") ? limitsOf(key) || word("noLimits") : null, moment(key.createdAt),
        end ? element("span", {}, ended ? [chip(word(ended), "bad"), " "] : endsSoon(end) ? [chip(word("endsSoon"), "warning"), " "] : null, moment(end)) : word("never"),
        ended || !context.may("operator") ? "" : button("revoke", () => revoke(key, context), {kind: "danger", about: key.name})];
}), "noKeys");

const endsSoon = end => Date.parse(end) - Date.now() < 30 * day;

/** How a key has ended; null for one that is valid. */
function endOf(key) {
    if (key.revokedAt) return "keyRevoked";
    return key.expiresAt && key.expiresAt < new Date().toISOString() ? "keyExpired" : null;
}

async function revoke(key, context) {
    if (!await confirmed("revoke", word("revokeText"), {name: key.name})) return;
    if (await attempt(() => call("DELETE", path`/api-keys/${key.id}`))) await context.done("revoked");
}

async function create(keys, context) {
    const made = await attempt(() => filledKey(keys));
    if (!made?.secret) return;
    await showSecret("newKey", made.secret, word("shownOnce"), made.name);
    context.again();
}

/** The identity providers, out of the settings: no call lists them. */
async function issuers() {
    const {settings} = await call("GET", "/settings");
    const found = new Map();
    for (const {name, value} of settings) {
        const [group, issuer, member] = name.split(".");
        if (group !== "issuers" || !member || issuer.startsWith("<")) continue;
        found.set(issuer, {...found.get(issuer), [member]: value});
    }
    return element("div", {}, table("issuers", ["name", "issuer", "audiences"],
        [...found].map(([name, values]) => [name, values.issuer, values.audiences]), "noIssuers"),
    element("p", {class: "note"}, element("a", {href: "#/settings?query=issuers"}, word("issuersNote"))));
}

async function signingKeys(context) {
    const {keys} = await call("GET", "/signing-keys");
    return element("div", {},
        element("p", {class: "note"}, word("signingKeysNote")),
        table("signingKeys", ["state", "use"], keys.map(({id, signs}, place) => [
            chip(word(signs ? "signs" : "verifies"), signs ? "good" : ""),
            element("span", {}, word(signs ? "signsNote" : "verifiesNote"), programNames(`${place + 1}`, [["id", id]]))])),
        context.may("operator") ? element("div", {class: "row"}, button("rotate", async () => {
            if (!await confirmed("rotate", word("rotateText"), {phrase: word("rotatePhrase")})) return;
            if (await attempt(() => call("POST", "/signing-keys/rotate"))) await context.done("rotated");
        }, {kind: "plain"})) : null);
}
