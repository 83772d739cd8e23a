// Who asks: the part of Miataru's reading calls that names the reader.

import BaliseJSON
import Models

extension Reader {
    /// The reader that `MiataruConfig` names; a reader without id when it names none, which the location service
    /// judges.
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
    /// The id of the reader in the calls that cannot do without, under any of its names.
    func readerDevice() throws(EdgeError) -> DeviceID {
        try device(["RequestDeviceID", "RequestMiataruDeviceID", "requestingDeviceID"])
    }

    /// The key of the reader in the calls that cannot do without, under any of its names.
    func readerKey() throws(EdgeError) -> DeviceKey {
        try key("RequestDeviceKey", "RequestMiataruDeviceKey", "requestingDeviceKey")
    }
}
