import BaliseJSON
import Models

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
    /// A truth value; false if it is absent.
    fileprivate func flag(_ name: StaticString) throws(EdgeError) -> Bool {
        guard let value = member(name) else { return false }
        guard let flag = value.bool else { throw .invalid("\(name) must be true or false") }
        return flag
    }
}
