import BaliseJSON
import Crypto
import Foundation

/// Stores the state of device keys in the app's secret store, one secret for each server and device.
struct DeviceKeyStore: Sendable {
    let secrets: any BaliseSecretStore
    /// Keys of another server are not visible.
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

    /// Ids have any length and any characters; names of secrets do not.
    private func name(of device: LocationDeviceID) -> String {
        "device-key." + hexadecimal(SHA256.hash(data: Data((server + "\n" + device.text).utf8)))
    }
}
