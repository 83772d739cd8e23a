import BaliseJSON
import Models

extension Reader {
    /// The reader in `MiataruConfig`; without one, a reader without an id, which the location service judges.
    init(config body: JSONValue?) throws(EdgeError) {
        guard let config = body?.given("MiataruConfig") else {
            self.init(device: nil)
            return
        }
        guard config.kind == .object else { throw .invalid("MiataruConfig must be an object") }
        self.init(
            device: try config.optionalDevice(["RequestMiataruDeviceID", "requestingDeviceID"]),
            key: try config.optionalKey("RequestMiataruDeviceKey", "requestingDeviceKey"))
    }
}

extension JSONValue {
    /// The required id of the reader, under any of its names.
    func readerDevice() throws(EdgeError) -> DeviceID {
        try device(["RequestDeviceID", "RequestMiataruDeviceID", "requestingDeviceID"])
    }

    /// The required key of the reader, under any of its names.
    func readerKey() throws(EdgeError) -> DeviceKey {
        try key("RequestDeviceKey", "RequestMiataruDeviceKey", "requestingDeviceKey")
    }
}
