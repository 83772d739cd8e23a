// Where the keys of devices are kept: one secret for each server and device.

import BaliseJSON
import Crypto
import Foundation

/// Keeps what is known of device keys in the app's store of secrets.
struct DeviceKeyStore: Sendable {
    let secrets: any BaliseSecretStore
    /// The server that the keys are for; another server's are not seen.
    let server: String

    /// What is known of a device's key.
    func record(of device: MiataruDeviceID) async throws(BaliseError) -> DeviceKeyRecord {
        guard let data = try await secrets.read(name(of: device)) else { return DeviceKeyRecord() }
        do {
            return try DeviceKeyRecord(jsonText: Array(data))
        } catch {
            // The reason may quote the secret.
            throw .storage("what is kept of the key of \(device) cannot be read")
        }
    }

    /// Keeps what is known of a device's key.
    func keep(_ record: DeviceKeyRecord, of device: MiataruDeviceID) async throws(BaliseError) {
        if record.isEmpty {
            try await secrets.remove(name(of: device))
        } else {
            try await secrets.write(Data(record.json.bytes), name(of: device))
        }
    }

    /// Ids have any length and any characters, names of secrets do not.
    private func name(of device: MiataruDeviceID) -> String {
        let digest = SHA256.hash(data: Data((server + "\n" + device.text).utf8))
        return "device-key." + digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
