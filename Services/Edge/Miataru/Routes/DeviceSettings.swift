import BaliseJSON
import Models

func setDeviceKey(_ call: MiataruCall) async throws(EdgeError) -> Answer {
    let wish = try call.wrapped(in: "MiataruSetDeviceKey")
    _ = try await call.send(
        SetDeviceKey(
            device: try wish.device("DeviceID"),
            currentKey: try wish.optionalKey("CurrentDeviceKey"),
            newKey: try wish.key("NewDeviceKey")))
    return .acknowledgement("Device key set successfully")
}

func setAllowedDeviceList(_ call: MiataruCall) async throws(EdgeError) -> Answer {
    let wish = try call.wrapped(in: "MiataruSetAllowedDeviceList")
    let device = try wish.device("DeviceID")
    let key = try wish.key("DeviceKey")
    guard let entries = wish.member("allowedDevices")?.elements else {
        throw .invalid("allowedDevices must be an array")
    }
    var allowed: [AllowedDevice] = []
    for entry in entries {
        guard entry.kind == .object else { throw .invalid("each entry of allowedDevices must be an object") }
        allowed.append(
            AllowedDevice(
                device: try entry.device("DeviceID"),
                readsCurrentLocation: try entry.flag("hasCurrentLocationAccess"),
                readsHistory: try entry.flag("hasHistoryAccess")))
    }
    _ = try await call.send(SetAllowedDeviceList(device: device, key: key, allowed: allowed))
    return .acknowledgement("Allowed devices list updated successfully")
}

extension JSONValue {
    fileprivate func flag(_ name: StaticString) throws(EdgeError) -> Bool {
        guard let value = member(name) else { return false }
        guard let flag = value.bool else { throw .invalid("\(name) must be true or false") }
        return flag
    }
}

func getAllowedDeviceList(_ call: MiataruCall) async throws(EdgeError) -> Answer {
    let question = try call.wrapped(in: "MiataruGetAllowedDeviceList")
    let device = try question.device("DeviceID")
    let reply = try await call.send(GetAllowedDeviceList(device: device, key: try question.key("DeviceKey")))
    var list = JSONObject()
    list.set("DeviceID", device.text)
    list.set("IsAllowedDeviceListEnabled", reply.isEnabled)
    list.set(
        "allowedDevices",
        reply.allowed.map { allowed -> JSONObject in
            var json = JSONObject()
            json.set("DeviceID", allowed.device.text)
            json.set("hasCurrentLocationAccess", allowed.readsCurrentLocation)
            json.set("hasHistoryAccess", allowed.readsHistory)
            return json
        })
    return .wrapping(list, in: "MiataruAllowedDeviceList")
}

func setDeviceSlogan(_ call: MiataruCall) async throws(EdgeError) -> Answer {
    let wish = try call.wrapped(in: "MiataruSetDeviceSlogan")
    let device = try wish.device("DeviceID")
    let key = try wish.key("DeviceKey")
    guard let slogan = wish.member("Slogan")?.string else { throw .invalid("Slogan must be a string") }
    _ = try await call.send(SetDeviceSlogan(device: device, key: key, slogan: slogan))
    return .acknowledgement("Device slogan set successfully")
}

func getDeviceSlogan(_ call: MiataruCall) async throws(EdgeError) -> Answer {
    let question = try call.wrapped(in: "MiataruGetDeviceSlogan")
    let device = try question.device("DeviceID")
    let reply = try await call.send(
        GetDeviceSlogan(device: device, reader: try question.readerDevice(), readerKey: try question.readerKey()))
    var slogan = JSONObject()
    slogan.set("DeviceID", device.text)
    slogan.setOrNull("Slogan", reply.slogan)
    return .wrapping(slogan, in: "MiataruDeviceSlogan")
}

func getDeviceSecurityStatus(_ call: MiataruCall) async throws(EdgeError) -> Answer {
    let question = try call.wrapped(in: "MiataruGetDeviceSecurityStatus")
    let device = try question.device("DeviceID")
    let reply = try await call.send(
        GetDeviceSecurityStatus(
            device: device, reader: try question.readerDevice(), readerKey: try question.readerKey()))
    var status = JSONObject()
    status.set("DeviceID", device.text)
    status.set("HasDeviceKey", reply.hasDeviceKey)
    status.set("IsAllowedDeviceListEnabled", reply.isAllowedListEnabled)
    return .wrapping(status, in: "MiataruDeviceSecurityStatus")
}

extension Answer {
    fileprivate static func wrapping(_ content: JSONObject, in name: String) -> Answer {
        var json = JSONObject()
        json.set(name, content)
        return Answer(json: json.bytes)
    }
}
