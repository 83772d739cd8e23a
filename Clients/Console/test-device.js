// A test of a notification on a device of the operator's own, which is chosen once.

import {call, path} from "./calls.js";
import {attempt} from "./dialogs.js";
import {button, choice, element, excerpt, field, tell, word} from "./elements.js";
import {personName, personSearch} from "./person-search.js";
import {idEnd, pushDeviceName} from "./push-device-names.js";
import {setTestDevice, testDevice} from "./stored-choices.js";

/** `text` gives the title and the body that the test has. */
export function testPart(text) {
    const part = element("div");
    let known = testDevice();
    const fill = () => part.replaceChildren(...known ? chosen() : search());
    const search = () => [element("p", {class: "note"}, word("myDeviceNote")), personSearch("myAccount", pick)];
    const pick = async account => {
        const found = await attempt(() => call("GET", path`/accounts/${account.id}/devices`));
        if (!found) return;
        const devices = found.pushDevices.filter(({purpose, muted}) => purpose === "alert" && !muted);
        const keep = device => {
            known = {account: account.id, device: device.id, name: `${personName(account)} · ${nameOf(device)}`};
            setTestDevice(known);
            fill();
        };
        if (devices.length === 1) return keep(devices[0]);
        if (!devices.length) return part.replaceChildren(element("p", {class: "note"}, word("noTestDevice", {name: personName(account)})), ...search());
        const select = choice("myDevice", devices.map(device => [device.id, nameOf(device)]));
        part.replaceChildren(field("myDevice", select), button("choose", () => keep(devices.find(({id}) => id === select.value)), {kind: "plain"}));
    };
    const chosen = () => [
        element("p", {}, excerpt(known.name)),
        element("div", {class: "row"},
            button("sendTest", async () => {
                const {title, body} = text();
                if (await attempt(() => call("POST", path`/accounts/${known.account}/push-devices/${known.device}/test`, {title, body}))) tell(word("testSent"), true);
            }, {kind: "plain"}),
            button("otherDevice", () => {
                setTestDevice(known = null);
                fill();
            }, {kind: "link"}))];
    fill();
    return part;
}

const nameOf = device => `${pushDeviceName(device)}, ${idEnd(device.id)}`;
