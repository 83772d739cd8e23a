// Shows a part of a page anew and leaves what has not changed: what is open, what has the focus, and what is selected.

/** Puts nodes into a place; what is there already stays, and changes where it has to. */
export function renew(place, ...nodes) {
    const fresh = document.createElement("div");
    fresh.append(...nodes);
    renewChildren(place, fresh);
}

function renewChildren(place, fresh) {
    const before = [...place.childNodes], after = [...fresh.childNodes];
    after.forEach((node, at) => before[at] ? renewNode(before[at], node) : place.append(node));
    for (const node of before.slice(after.length)) node.remove();
}

function renewNode(old, fresh) {
    if (old.nodeName === "DETAILS" && old.open && fresh.nodeName === "DETAILS") fresh.open = true;
    if (old.isEqualNode(fresh)) return;
    if (old.nodeName !== fresh.nodeName || old.nodeType !== Node.ELEMENT_NODE) return old.replaceWith(fresh);
    for (const {name} of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
    for (const {name, value} of [...fresh.attributes]) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    renewChildren(old, fresh);
}
