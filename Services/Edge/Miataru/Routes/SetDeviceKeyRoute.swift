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
