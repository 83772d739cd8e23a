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
    var json = JSONWriter(capacity: 128 + 112 * reply.allowed.count)
    json.write(#"{"MiataruAllowedDeviceList":{"DeviceID":"#)
    json.write(string: device.text)
    json.write(#","IsAllowedDeviceListEnabled":"#)
    json.write(reply.isEnabled)
    json.write(#","allowedDevices":["#)
    for (position, allowed) in reply.allowed.enumerated() {
        json.write(position > 0 ? #",{"DeviceID":"# : #"{"DeviceID":"#)
        json.write(string: allowed.device.text)
        json.write(#","hasCurrentLocationAccess":"#)
        json.write(allowed.readsCurrentLocation)
        json.write(#","hasHistoryAccess":"#)
        json.write(allowed.readsHistory)
        json.write("}")
    }
    json.write("]}}")
    return Answer(json: json.bytes)
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
        GetDeviceSlogan(
            device: device, reader: try question.readerDevice(), readerKey: try question.readerKey()))
    var json = JSONWriter()
    json.write(#"{"MiataruDeviceSlogan":{"DeviceID":"#)
    json.write(string: device.text)
    json.write(#","Slogan":"#)
    json.write(string: reply.slogan)
    json.write("}}")
    return Answer(json: json.bytes)
}

func getDeviceSecurityStatus(_ call: MiataruCall) async throws(EdgeError) -> Answer {
    let question = try call.wrapped(in: "MiataruGetDeviceSecurityStatus")
    let device = try question.device("DeviceID")
    let reply = try await call.send(
        GetDeviceSecurityStatus(
            device: device, reader: try question.readerDevice(), readerKey: try question.readerKey()))
    var json = JSONWriter()
    json.write(#"{"MiataruDeviceSecurityStatus":{"DeviceID":"#)
    json.write(string: device.text)
    json.write(#","HasDeviceKey":"#)
    json.write(reply.hasDeviceKey)
    json.write(#","IsAllowedDeviceListEnabled":"#)
    json.write(reply.isAllowedListEnabled)
    json.write("}}")
    return Answer(json: json.bytes)
}
