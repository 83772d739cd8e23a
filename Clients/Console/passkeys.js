// Passkeys of operators (W3C Web Authentication): signing in by one, and those of API keys.

import {Refusal, call, path, session} from "./calls.js";
import {attempt, confirmed, filled} from "./dialogs.js";
import {button, chip, element, field, foreign, moment, table, word} from "./elements.js";

/** Whether browsers have passkeys where this page is: at a name, over TLS or of this machine. */
export const arePossible = () => window.PublicKeyCredential !== undefined && !/^\[|^[\d.]+$/.test(location.hostname);

/** Begins a session by a passkey that its operator chooses. */
export async function signIn() {
    const options = await session("POST", {}, "/passkey/options");
    const shown = await asked(() => navigator.credentials.get({publicKey: {...options, challenge: bytes(options.challenge)}}));
    const {clientDataJSON, authenticatorData, signature, userHandle} = shown.response;
    return session("POST", {id: shown.id, response: {
        clientDataJSON: text(clientDataJSON), authenticatorData: text(authenticatorData), signature: text(signature),
        ...(userHandle ? {userHandle: text(userHandle)} : {})}}, "/passkey");
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
        own && context.session.beganBy === "link" && arePossible() ? button("addPasskey", () => add(context))
            : element("p", {class: "note"}, word(own && !arePossible() ? "passkeysElsewhere" : "passkeysNote")));
}

async function add(context) {
    const name = element("input", {name: "name", maxlength: "64", autocomplete: "off"});
    const made = await filled("addPasskey", [field("name", name, word("passkeyNameNote"))], async data => {
        const options = await session("POST", {}, "/passkeys/options");
        const made = await asked(() => navigator.credentials.create({publicKey: {
            ...options, challenge: bytes(options.challenge), user: {...options.user, id: bytes(options.user.id)},
            excludeCredentials: options.excludeCredentials.map(passkey => ({...passkey, id: bytes(passkey.id)}))}}));
        const {clientDataJSON, attestationObject} = made.response;
        const called = data.get("name").trim();
        return session("POST", {id: made.id, ...(called ? {name: called} : {}), response: {
            clientDataJSON: text(clientDataJSON), attestationObject: text(attestationObject),
            transports: made.response.getTransports?.() ?? []}}, "/passkeys");
    });
    if (made) await context.done("passkeyAdded");
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
