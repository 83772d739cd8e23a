// The console begins here: the session, the list of pages, and which of them is shown.

import {session} from "./calls.js";
import {element, excerpt, loadWords, moment, tell, term, word, button} from "./elements.js";

/** Each page: its name in the address, in the words and of the file that shows it. `operator` pages need that role. */
const pages = [
    {name: "overview"}, {name: "history"}, {name: "people"}, {name: "notifications"}, {name: "installations"}, {name: "push-health"},
    {name: "webhooks"}, {name: "keys"}, {name: "log"}, {name: "backups"}, {name: "checks"}, {name: "map", role: "operator"},
    {name: "settings", role: "operator"}, {name: "api"},
];
/** Pages that others lead to, each with the page of the menu that it belongs to. */
const inner = {person: "people", compose: "notifications", notification: "notifications"};
const roles = ["viewer", "support", "operator"];

const place = document.getElementById("place");
const side = document.getElementById("side");
const menu = document.getElementById("menu");
let present = null;
/** Counts the pages that were begun: what comes for an earlier one is not shown. */
let turn = 0;

/** What a page may know and do. */
const context = {
    /** Whether whoever is signed in may do what takes a role. */
    may: role => roles.indexOf(present?.role) >= roles.indexOf(role),
    go: address => { location.hash = address; },
    again: () => show(),
    /** Shows the page anew, and says what was done. */
    done: async name => { await show(); tell(word(name), true); },
    get session() { return present; },
};

function showSide() {
    const links = pages.filter(page => context.may(page.role ?? "viewer")).map(page =>
        element("li", {}, element("a", {href: `#/${page.name}`, "data-page": page.name}, word(page.name))));
    const key = present.apiKeyName ?? term("credential", present.credential);
    side.replaceChildren(
        element("ul", {}, links),
        element("div", {class: "who"},
            element("p", {}, element("strong", {}, excerpt(key)), element("br"), term("role", present.role)),
            element("p", {class: "note"}, `${word("sessionUntil")} `, moment(present.expiresAt)),
            button("signOut", signOut, {kind: "plain"})));
    side.hidden = false;
    menu.hidden = false;
}

async function show() {
    if (!present) return;
    const begun = ++turn;
    tell("");
    const [address, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
    const [name, ...rest] = address.split("/").map(decodeURIComponent);
    const page = pages.find(page => page.name === name && context.may(page.role ?? "viewer"));
    const [file, owner] = page ? [name, name] : inner[name] ? [name, inner[name]] : [pages[0].name, pages[0].name];
    for (const link of side.querySelectorAll("a")) {
        if (link.dataset.page === owner) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
    }
    closeMenu();
    document.title = `${word(owner)} – ${word("console")}`;
    const shown = element("div", {class: "page"}, element("p", {class: "quiet", role: "status"}, word("loading")));
    place.replaceChildren(shown);
    let isLoaded = false;
    try {
        const {show: fill} = await import(`./${file}.js`);
        isLoaded = true;
        const content = await fill(new URLSearchParams(query), context, ...rest);
        if (begun === turn) shown.replaceChildren(...content);
    } catch (refusal) {
        if (begun !== turn || refusal.status === 401) return;
        // Anything else is a file that did not load, which a browser does not ask for again, or an error of a script.
        const isAnswer = refusal.status !== undefined;
        const text = isAnswer ? refusal.message : isLoaded ? word("pageFailed", {message: refusal.message}) : word("pageNotLoaded");
        shown.replaceChildren(
            element("h1", {}, word(owner)), element("p", {class: "alert", role: "alert"}, text),
            isAnswer ? button("tryAgain", context.again) : button("reload", () => location.reload()));
        // Without the network the page comes by itself when that is back. A browser does not ask for a failed file again.
        if (!isLoaded || refusal.status === 0) {
            addEventListener("online", () => { if (begun === turn) isAnswer ? show() : location.reload(); }, {once: true});
        }
        if (!isAnswer) throw refusal;
    }
}

function closeMenu() {
    menu.setAttribute("aria-expanded", "false");
    side.classList.remove("open");
}

menu.addEventListener("click", () => {
    const opens = menu.getAttribute("aria-expanded") !== "true";
    menu.setAttribute("aria-expanded", String(opens));
    side.classList.toggle("open", opens);
});

async function showSignIn(reason) {
    const begun = ++turn;
    present = null;
    side.hidden = true;
    menu.hidden = true;
    document.title = word("console");
    const passkey = element("div");
    place.replaceChildren(element("section", {class: "card narrow"},
        element("h1", {}, word("signIn")), reason ? element("p", {class: "alert", role: "alert"}, reason) : null,
        element("p", {}, word("signInHow")), element("pre", {tabindex: "0"}, "balise console"),
        element("p", {class: "note"}, word("signInNote")), passkey));
    try {
        const {arePossible, signIn} = await import("./passkeys.js");
        if (begun === turn) passkey.replaceChildren(
            arePossible() ? button("signInWithPasskey", () => enter(signIn)) : "",
            element("p", {class: "note"}, word(arePossible() ? "signInPasskeyNote" : "passkeysElsewhere")));
    } catch (error) {
        console.error(error);
        passkey.replaceChildren(element("p", {class: "note"}, word("passkeysNotLoaded")), button("reload", () => location.reload()));
    }
}

async function enter(signIn) {
    try {
        present = await signIn();
    } catch (refusal) {
        if (refusal.status === undefined) throw refusal;
        return showSignIn(refusal.message);
    }
    showSide();
    await show();
}

async function signOut() {
    await session("DELETE").catch(() => {});
    showSignIn();
    tell(word("signedOut"), true);
}

async function begin() {
    try {
        await loadWords();
    } catch (error) {
        place.replaceChildren(element("p", {class: "alert", role: "alert"}, place.dataset.failed));
        throw error;
    }
    const link = /^#link=([\w-]+)$/.exec(location.hash)?.[1];
    // The secret leaves the address and the history before anything else happens.
    if (location.hash.startsWith("#link=")) history.replaceState(null, "", location.pathname);
    try {
        present = link ? await session("POST", {link}) : await session("GET");
    } catch (refusal) {
        return showSignIn(link || refusal.status !== 401 ? refusal.message : null);
    }
    showSide();
    await show();
}

document.addEventListener("signedout", () => { if (present) showSignIn(word("sessionOver")); });
document.getElementById("skip").addEventListener("click", event => {
    event.preventDefault();
    document.getElementById("content").focus();
});
addEventListener("hashchange", () => {
    // A link that is opened in a window in which the console is open.
    if (location.hash.startsWith("#link=")) return begin();
    show().then(() => document.getElementById("content").focus({preventScroll: true}));
});
await begin();
