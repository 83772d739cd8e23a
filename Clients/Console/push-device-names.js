// What push devices are called in lists.

import {call, path} from "./calls.js";
import {deviceName, platformName} from "./device-names.js";
import {word} from "./elements.js";

/** A push device in words. Operators do not see the name that its owner gave it; its model is known while its session lives. */
export const pushDeviceName = ({model, platform, appVersion}) =>
    [model ?? platformName(platform), appVersion && word("appWithVersion", {version: appVersion})].filter(Boolean).join(", ");

/** The end of a device's id, which tells two like devices apart and is the same in each list. */
export const idEnd = id => word("idEnd", {end: id.slice(-4)});

export const readSessions = async account => (await call("GET", path`/accounts/${account}/sessions`)).sessions;

/** The devices of a person, each push device with the model that its session tells of, if that can be read. */
export async function readDevices(account, reading = readSessions(account)) {
    const [devices, sessions] = await Promise.all([call("GET", path`/accounts/${account}/devices`), reading.catch(() => null)]);
    const models = new Map((sessions ?? []).map(session => [session.id, deviceName(session) ?? undefined]));
    for (const device of devices.pushDevices) device.model = models.get(device.session);
    return devices;
}

/** Whether the last push to a device has failed. */
export const isFailing = ({lastError, lastUsedAt}) => Boolean(lastError) && !(lastUsedAt > lastError.at);
