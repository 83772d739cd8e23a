// The console begins here: the session, the list of pages, and which of them is shown.

import {session} from "./calls.js";
import {element, excerpt, loadWords, moment, said, tell, term, word, button} from "./elements.js";

/** Each page: its name in the address, in the words and of the file that shows it. `operator` pages need that role. */
const pages = [
    {name: "overview"}, {name: "history"}, {name: "people"}, {name: "notifications"}, {name: "installations"}, {name: "push-health"},
    {name: "webhooks"}, {name: "keys"}, {name: "log"}, {name: "backups"}, {name: "checks"}, {name: "map", role: "operator"},
    {name: "settings", role: "operator"}, {name: "api"},
];
/** Pages that others lead to, each with the page of the menu that it belongs to. */
const inner = {person: "people", compose: "notifications", notification: "notifications"};
const roles = ["viewer", "support", "operator"];
const [place, side, menu, finder] = ["place", "side", "menu", "finder"].map(id => document.getElementById(id));
let present = null;
/** Counts the pages that were begun: what comes for an earlier one is not shown. And whether the file of the last one is missing. */
let turn = 0, unloaded = false;
/** The page of the menu that is shown, or to which the shown one belongs; null for none. */
let owner = null;
/** The page at which a session ended, to which the next one returns; and a module that is loaded behind the first view. */
let left = "", presence = null;

/** What a page may know and do. */
const context = {
    /** Whether whoever is signed in may do what takes a role. */
    may: role => roles.indexOf(present?.role) >= roles.indexOf(role),
    /** The names of all pages of the menu that may be seen. */
    get pages() { return pages.filter(page => context.may(page.role ?? "viewer")).map(page => page.name); },
    go: address => { location.hash = address; },
    again: () => show(),
    /** Shows the page anew, and says what was done. */
    done: async name => { await show(); tell(word(name), true); },
    get session() { return present; },
};

function showSide() {
    const links = context.pages.map(name => element("li", {}, element("a", {href: `#/${name}`, "data-page": name}, word(name))));
    const key = present.apiKeyName ?? term("credential", present.credential);
    side.replaceChildren(
        element("ul", {}, links),
        element("div", {class: "who"},
            element("p", {}, element("strong", {}, excerpt(key)), element("br"), term("role", present.role)),
            element("p", {class: "note"}, `${word("sessionUntil")} `, moment(present.expiresAt)),
            present.credential === "api-key" || !context.may("operator") ? null
                : element("p", {class: "note"}, element("a", {href: "#/keys?view=console"}, word("addOwnPasskey"))),
            button("signOut", signOut, {kind: "plain"})));
    for (const part of [side, menu, finder]) part.hidden = false;
}

async function show() {
    if (!present) return;
    const begun = ++turn;
    unloaded = false;
    tell("");
    const [address, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
    const [name, ...rest] = address.split("/").map(decoded);
    owner = address ? context.pages.find(page => page === name) ?? (Object.hasOwn(inner, name) ? inner[name] : null) : pages[0].name;
    const file = !owner ? "no-page" : address ? name : owner;
    if (!owner) rest.splice(0, rest.length, pages.find(page => page.name === name)?.name);
    markOwner();
    menu.setAttribute("aria-expanded", "false");
    side.classList.remove("open");
    document.title = `${word(owner ?? "noPage")} – ${word("console")}`;
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
        unloaded = !isAnswer && !isLoaded;
        if (unloaded) document.dispatchEvent(new CustomEvent("unreached"));
        const text = isAnswer ? said(refusal) : word(isLoaded ? "pageFailed" : "pageNotLoaded", {message: refusal.message});
        shown.replaceChildren(
            element("h1", {}, word(owner ?? "noPage")), element("p", {class: "alert", role: "alert"}, text),
            isAnswer ? button("tryAgain", context.again) : button("reload", () => location.reload()));
        if (!isAnswer) throw refusal;
    }
}

function markOwner() {
    for (const link of side.querySelectorAll("[data-page]")) link.ariaCurrent = link.dataset.page === owner ? "page" : null;
}

/** A part of an address; one that is wrong stays as it is. */
function decoded(part) {
    try { return decodeURIComponent(part); } catch { return part; }
}

menu.addEventListener("click", () => {
    const opens = menu.getAttribute("aria-expanded") !== "true";
    menu.setAttribute("aria-expanded", String(opens));
    side.classList.toggle("open", opens);
});

const find = () => import("./finder.js").then(({findPerson}) => findPerson(context), error => tell(word("pageNotLoaded", {message: error.message})));
finder.addEventListener("click", find);
document.addEventListener("keydown", event => {
    const isTyping = event.target.closest?.("input, select, textarea") || document.querySelector("dialog[open]");
    if (event.key !== "/" || event.ctrlKey || event.metaKey || !present || isTyping) return;
    event.preventDefault();
    find();
});

async function showSignIn(reason) {
    const begun = ++turn;
    present = null;
    presence?.watchSession(null);
    for (const part of [side, menu, finder]) part.hidden = true;
    document.title = word("console");
    place.replaceChildren();
    try {
        const {signInPage} = await import("./sign-in.js");
        if (begun === turn) place.replaceChildren(signInPage(reason, enter));
    } catch (error) {
        place.replaceChildren(element("p", {class: "alert", role: "alert"}, word("pageNotLoaded")), button("reload", () => location.reload()));
        throw error;
    }
}

async function enter(signIn) {
    let begun;
    try { begun = await signIn(); } catch (refusal) {
        if (refusal.status === undefined) throw refusal;
        return showSignIn(said(refusal));
    }
    await enterWith(begun);
}

/** Shows the page with a session that has begun; the one at which another ended, if there is one. */
async function enterWith(begun) {
    present = begun;
    if (left) history.replaceState(null, "", left);
    left = "";
    showSide();
    await show().finally(accompany);
}

async function accompany() {
    if (!presence) {
        presence = await import("./presence.js").catch(() => null);
        presence?.watchConnection(() => unloaded ? location.reload() : present ? show() : begin(), () => !present, enterWith);
    }
    watch();
}

const watch = () => presence?.watchSession(present, renewed => {
    present = renewed;
    showSide();
    markOwner();
    watch();
});

async function signOut() {
    await session("DELETE").catch(() => {});
    // The drafts of the composer. A browser that keeps nothing refuses this, too.
    try { sessionStorage.clear(); } catch { /* There are none. */ }
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
    let begun;
    try { begun = link ? await session("POST", {link}) : await session("GET"); } catch (refusal) {
        return showSignIn(link || refusal.status !== 401 ? said(refusal) : null);
    }
    await enterWith(begun);
}

document.addEventListener("signedout", () => {
    if (!present) return;
    left = location.hash;
    showSignIn(word("sessionOver"));
});
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
