// API keys, identity providers, the keys that sign access tokens, and who is in the console.

import {call, path} from "./calls.js";
import {consoleSessions} from "./access.js";
import {attempt, confirmed, showSecret} from "./dialogs.js";
import {button, chip, element, foreign, moment, table, word} from "./elements.js";
import {filledKey, limitsOf} from "./key-form.js";
import {consolePasskeys} from "./passkeys.js";
import {part} from "./person.js";

export async function show(_, context) {
    const operates = context.may("operator");
    return [
        element("h1", {}, word("keys")),
        ...await Promise.all([
            part("apiKeys", () => apiKeys(context)), operates ? part("issuers", issuers) : null,
            part("signingKeys", () => signingKeys(context)), part("consoleSessions", () => consoleSessions(context)),
            part("consolePasskeys", () => consolePasskeys(context)),
        ].filter(Boolean))];
}

async function apiKeys(context) {
    const {keys} = await call("GET", "/api-keys");
    const now = new Date().toISOString();
    const ends = key => key.revokedAt ?? key.expiresAt;
    const operates = context.may("operator");
    return element("div", {},
        table("apiKeys", ["name", "scopes", "publisher", "limits", "created", "ends", "action"], keys.map(key => {
            const isOver = key.revokedAt || key.expiresAt && key.expiresAt < now;
            return [
                element("span", {}, foreign(key.name), element("br"), element("code", {}, key.id)),
                element("span", {}, key.scopes.map(scope => chip(scope, scope === "operate" ? "busy" : ""))), key.publisher, limitsOf(key) || null,
                moment(key.createdAt), ends(key) ? element("span", {}, moment(ends(key)), isOver ? [" ", chip(word("over"), "bad")] : null) : word("never"),
                isOver || !operates ? "" : button("revoke", () => revoke(key, context), {kind: "danger", about: key.name})];
        }), "noKeys"),
        operates ? button("createKey", () => create(context)) : null);
}

async function revoke(key, context) {
    if (!await confirmed("revoke", word("revokeText"), {name: key.name})) return;
    if (await attempt(() => call("DELETE", path`/api-keys/${key.id}`))) await context.done("revoked");
}

async function create(context) {
    const made = await filledKey();
    if (!made) return;
    await showSecret("newKey", made.secret, word("shownOnce"));
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
    element("p", {class: "note"}, word("issuersNote")));
}

async function signingKeys(context) {
    const {keys} = await call("GET", "/signing-keys");
    return element("div", {},
        table("signingKeys", ["id", "state"], keys.map(({id, signs}) =>
            [element("code", {}, id), chip(word(signs ? "signs" : "verifies"), signs ? "good" : "")])),
        element("p", {class: "note"}, word("signingKeysNote")),
        context.may("operator") ? button("rotate", async () => {
            if (!await confirmed("rotate", word("rotateText"), {phrase: "rotate"})) return;
            if (await attempt(() => call("POST", "/signing-keys/rotate"))) await context.done("rotated");
        }, {kind: "plain"}) : null);
}
