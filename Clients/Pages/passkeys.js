// Passkeys (W3C Web Authentication): signing in with one, and those of an account.

import {Refusal, api, call} from "./calls.js";
import {about, folded} from "./cards.js";
import {byId, element, foreign, moment, rows, scrolling, word} from "./elements.js";

/** Whether this browser has passkeys, and this server takes them. */
export const arePossible = () =>
    window.PublicKeyCredential !== undefined && byId("signed-out").dataset.passkeys === "yes";

/** Signs in with a passkey that the person chooses, and takes the erasure of the account back where they say so. */
export async function signInWithPasskey(cancels) {
    const {data} = await api("POST", "auth/passkeys/options");
    const shown = await asked(() => navigator.credentials.get(
        {publicKey: {...data, challenge: bytes(data.challenge)}}));
    const {clientDataJSON, authenticatorData, signature, userHandle} = shown.response;
    await call("POST", "/account/session/passkey", {
        id: shown.id, ...(cancels ? {cancelErasure: true} : {}), response: {
            clientDataJSON: text(clientDataJSON), authenticatorData: text(authenticatorData), signature: text(signature),
            ...(userHandle ? {userHandle: text(userHandle)} : {})}});
}

/** Has the person make a passkey, and adds it to the account. */
export async function addPasskey(name) {
    const {data} = await api("POST", "users/me/passkeys/options");
    const made = await asked(() => navigator.credentials.create({publicKey: {
        ...data, challenge: bytes(data.challenge), user: {...data.user, id: bytes(data.user.id)},
        excludeCredentials: data.excludeCredentials.map(passkey => ({...passkey, id: bytes(passkey.id)}))}}));
    const {clientDataJSON, attestationObject} = made.response;
    await api("POST", "users/me/passkeys", {
        id: made.id, name, response: {
            clientDataJSON: text(clientDataJSON), attestationObject: text(attestationObject),
            transports: made.response.getTransports?.() ?? []}});
}

/** A passkey of the account, with what its person can do about it. */
export function passkeyCard(passkey, act) {
    const path = `users/me/passkeys/${encodeURIComponent(passkey.id)}`;
    const field = element("input", {id: `name-${passkey.id}`, name: "name", maxlength: "64", required: "", autocomplete: "off"});
    field.value = passkey.name;
    const rename = element("form", {class: "rename"},
        element("label", {for: field.id}, word("passkeyName")), field,
        element("button", {"aria-label": about("rename", passkey.name)}, word("rename")));
    rename.addEventListener("submit", event => {
        event.preventDefault();
        act(() => api("PATCH", path, {name: field.value}), "renamed", "passkeyNameRefused");
    });
    const remove = element("button", {type: "button", "aria-label": about("remove", passkey.name)}, word("remove"));
    remove.addEventListener("click", () => act(() => api("DELETE", path), "passkeyRemoved"));
    return element("li", {},
        element("strong", scrolling(passkey.name), foreign(passkey.name)),
        element("dl", {}, ...rows([
            ["since", moment(passkey.createdAt)], ["lastUsed", passkey.lastUsedAt && moment(passkey.lastUsedAt)],
            ["backedUp", word(passkey.isBackedUp ? "yes" : "no")]])),
        folded(word("rename"), rename), remove);
}

/** What the authenticator answers; what it refuses is told in words of the page. */
async function asked(ask) {
    try {
        return await ask();
    } catch (error) {
        const name = {InvalidStateError: "passkeyKnown", SecurityError: "passkeyElsewhere"}[error.name];
        throw new Refusal(0, word(name ?? "passkeyNotShown"));
    }
}

/** Bytes from base64url, and base64url without padding from bytes. */
const bytes = encoded => Uint8Array.from(
    atob(encoded.replaceAll("-", "+").replaceAll("_", "/")), character => character.charCodeAt(0));
const text = buffer => btoa(Array.from(new Uint8Array(buffer), byte => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
