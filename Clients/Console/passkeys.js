// Passkeys of operators (W3C Web Authentication): signing in by one, and those of API keys.

import {Refusal, call, path, session} from "./calls.js";
import {attempt, confirmed, filled} from "./dialogs.js";
import {button, chip, element, field, foreign, moment, table, word} from "./elements.js";

/** Whether browsers have passkeys where this page is: at a name, over TLS or of this machine. */
const arePossible = () => window.PublicKeyCredential !== undefined && !/^\[|^[\d.]+$/.test(location.hostname);

/** Begins a session by a passkey that its operator chooses. */
async function signIn() {
    const options = await session("POST", {}, "/passkey/options");
    const shown = await asked(() => navigator.credentials.get({publicKey: {...options, challenge: bytes(options.challenge)}}));
    const {clientDataJSON, authenticatorData, signature, userHandle} = shown.response;
    return session("POST", {id: shown.id, response: {
        clientDataJSON: text(clientDataJSON), authenticatorData: text(authenticatorData), signature: text(signature),
        ...(userHandle ? {userHandle: text(userHandle)} : {})}}, "/passkey");
}

/** The part of the page for signing in; `enter` begins the session. */
export const signInParts = enter => [
    arePossible() ? button("signInWithPasskey", () => enter(signIn)) : "",
    element("p", {class: "note"}, word(arePossible() ? "signInPasskeyNote" : "passkeysElsewhere")), ...nameLink()];

/** A way to the same page by a name, where this machine was named by its address. */
function nameLink() {
    const {hostname, href} = location;
    return /^127\.|^\[::1\]$/.test(hostname)
        ? [element("p", {}, element("a", {href: href.replace(hostname, "localhost")}, word("openByName")))] : [];
}

/** The part of the page of keys. */
export async function consolePasskeys(context) {
    const {passkeys} = await call("GET", "/console-passkeys");
    const own = context.session.apiKey;
    return element("div", {},
        table("consolePasskeys", ["name", "apiKey", "created", "lastUsed", "action"], passkeys.map(passkey => [
            foreign(passkey.name),
            element("span", {}, foreign(passkey.apiKeyName), passkey.apiKey === own ? [" ", chip(word("you"), "good")] : null),
            moment(passkey.createdAt), moment(passkey.lastUsedAt),
            passkey.apiKey === own || context.may("operator")
                ? button("removePasskey", () => remove(passkey, own, context), {kind: "plain", about: passkey.name}) : ""]),
        "noPasskeys"),
        ...adding(context));
}

/** How to add a passkey: to the session's key, or for an operator who came without one to a key that is made for it. */
function adding(context) {
    const {apiKey, beganBy} = context.session;
    if (!arePossible()) return [element("p", {class: "note"}, word("passkeysElsewhere")), ...nameLink()];
    if (apiKey && beganBy === "link") return [element("div", {class: "row"}, button("addPasskey", () => add(context))), element("p", {class: "note"}, word("passkeySoon"))];
    return !apiKey && context.may("operator")
        ? [element("div", {class: "row"}, button("addOwnPasskey", () => addOwn(context))), element("p", {class: "note"}, word("ownPasskeyNote"))]
        : [element("p", {class: "note"}, word("passkeysNote"))];
}

async function add(context) {
    const name = element("input", {name: "name", maxlength: "64", autocomplete: "off"});
    const made = await filled("addPasskey", [field("passkeyName", name, word("passkeyNameNote"))], data => created(data.get("name")));
    if (made) await context.done("passkeyAdded");
}

/** Makes an API key for the operator, whose secret nobody sees, and gives it a passkey. Without the passkey the key goes, too. */
async function addOwn(context) {
    const input = (name, length, more) => element("input", {name, maxlength: length, ...more});
    const made = await filled("addOwnPasskey", [
        field("yourName", input("name", "100", {required: true, autocomplete: "name"}), word("yourNameNote")),
        field("passkeyName", input("passkey", "64", {autocomplete: "off"}), word("passkeyNameNote"))], async data => {
        const key = await call("POST", "/api-keys", {name: data.get("name"), scopes: ["operate"]});
        try {
            return await created(data.get("passkey"), {"X-API-Key": key.secret});
        } catch (refusal) {
            await call("DELETE", path`/api-keys/${key.id}`).catch(() => {});
            throw refusal;
        }
    });
    if (made) await context.done("passkeyAdded");
}

/** Lets the authenticator make a passkey for the session's key, or for the one in a field of the calls' heads. */
async function created(name, shown) {
    const options = await session("POST", {}, "/passkeys/options", shown);
    const made = await asked(() => navigator.credentials.create({publicKey: {
        ...options, challenge: bytes(options.challenge), user: {...options.user, id: bytes(options.user.id)},
        excludeCredentials: options.excludeCredentials.map(passkey => ({...passkey, id: bytes(passkey.id)}))}}));
    const {clientDataJSON, attestationObject} = made.response;
    const called = name.trim();
    return session("POST", {id: made.id, ...(called ? {name: called} : {}), response: {
        clientDataJSON: text(clientDataJSON), attestationObject: text(attestationObject),
        transports: made.response.getTransports?.() ?? []}}, "/passkeys", shown);
}

async function remove(passkey, own, context) {
    if (!await confirmed("removePasskey", word("removePasskeyText"), {subject: passkey.name})) return;
    const isOwn = passkey.apiKey === own;
    const removed = await attempt(() => isOwn
        ? session("DELETE", {}, path`/passkeys/${passkey.id}`) : call("DELETE", path`/console-passkeys/${passkey.id}`));
    if (removed) await context.done("passkeyRemoved");
}

/** What the authenticator answers; what it refuses is told in words of the page. */
async function asked(ask) {
    try {
        return await ask();
    } catch (error) {
        const name = {InvalidStateError: "passkeyKnown", SecurityError: "passkeysElsewhere"}[error.name];
        throw new Refusal(0, word(name ?? "passkeyNotShown"));
    }
}

/** Bytes from base64url, and base64url without padding from bytes. */
const bytes = encoded => Uint8Array.from(
    atob(encoded.replaceAll("-", "+").replaceAll("_", "/")), character => character.charCodeAt(0));
const text = buffer => btoa(Array.from(new Uint8Array(buffer), byte => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
