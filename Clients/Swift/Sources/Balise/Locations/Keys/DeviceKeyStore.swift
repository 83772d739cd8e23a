import BaliseJSON
import Crypto
import Foundation

/// Stores the state of device keys in the app's secret store, one secret for each server and device.
struct DeviceKeyStore: Sendable {
    let secrets: any BaliseSecretStore
    /// The server of the keys. Keys for other servers are not visible.
    let server: String

    func record(of device: LocationDeviceID) async throws(BaliseError) -> DeviceKeyRecord {
        guard let data = try await secrets.read(name(of: device)) else { return DeviceKeyRecord() }
        do {
            return try DeviceKeyRecord(jsonText: Array(data))
        } catch {
            // The parser's error may quote the secret.
            throw .storage("what is kept of the key of \(device) cannot be read")
        }
    }

    func keep(_ record: DeviceKeyRecord, of device: LocationDeviceID) async throws(BaliseError) {
        if record.isEmpty {
            try await secrets.remove(name(of: device))
        } else {
            try await secrets.write(Data(record.json.bytes), name(of: device))
        }
    }

    /// Returns the name of a device's secret: a hash, because device ids have any length and any characters, and the
    /// names of secrets must not.
    private func name(of device: LocationDeviceID) -> String {
        "device-key." + hexadecimal(SHA256.hash(data: Data((server + "\n" + device.text).utf8)))
    }
}

/// The state of one device's key on this phone. A new key is stored before it is sent: if the answer is lost, either
/// key may be valid, and the record has both to find out.
struct DeviceKeyRecord: Equatable, Sendable {
    /// The key that the server has confirmed; nil if it has confirmed no key.
    var current: LocationDeviceKey?
    /// The key that was sent and may already be valid; nil if no change is unfinished.
    var pending: LocationDeviceKey?

    init() {}

    init(certain key: LocationDeviceKey) { current = key }

    var isEmpty: Bool { current == nil && pending == nil }
}

extension DeviceKeyRecord: JSONReadable, JSONWritable {
    init(_ json: JSONValue) throws(JSONShapeError) {
        current = try json.optional("current", as: StoredKey.self)?.key
        pending = try json.optional("pending", as: StoredKey.self)?.key
    }

    func write(to json: inout JSONObject) {
        json.set("current", current?.secret)
        json.set("pending", pending?.secret)
    }

    private struct StoredKey: JSONReadable {
        let key: LocationDeviceKey

        init(_ json: JSONValue) throws(JSONShapeError) {
            guard let key = LocationDeviceKey(try String(json)) else { throw JSONShapeError(.isNot("a device key")) }
            self.key = key
        }
    }
}
