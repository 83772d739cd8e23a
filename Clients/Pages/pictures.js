// QR codes. The server sends them as SVG; only their lines are taken over, so no markup of an answer becomes an element.

import {byId} from "./elements.js";

/** A QR code with a name for those who do not see it; null for none. */
export function qrCode(svg, label) {
    const side = svg?.match(/viewBox="0 0 (\d+) \d+"/)?.[1];
    const lines = svg?.match(/stroke="black" d="([Mmhv\d .-]+)"/)?.[1];
    if (!side || !lines) return null;
    const picture = byId("qr-code").content.firstElementChild.cloneNode(true);
    const [ground, modules] = picture.children;
    picture.setAttribute("viewBox", `0 0 ${side} ${side}`);
    picture.setAttribute("aria-label", label);
    ground.setAttribute("d", `M0 0h${side}v${side}H0z`);
    modules.setAttribute("d", lines);
    return picture;
}
