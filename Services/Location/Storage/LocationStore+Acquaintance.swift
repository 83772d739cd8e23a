import Models
import Storage

extension LocationStore {
    /// Reads a slogan for a reader with a key; records the visit if there is a slogan.
    func getDeviceSlogan(
        _ device: DeviceID, reader: DeviceID, readerKey: DeviceKey, at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<String?> {
        let row = try await read { connection in
            try checkProof(of: reader, readerKey, connection)
            return try DeviceTable(connection: connection).findProtection(device)
        }
        if let row, row.slogan != nil, device != reader {
            try await recordVisits(
                of: reader, to: [VisitedDevice(number: row.number, device: device, isProven: true)], at: now)
        }
        return AccessResult(value: row?.slogan, proven: [reader])
    }

    /// Reads a device's protection, and records the visit if the device has a current location. The answer does not wait for
    /// it: the delay would reveal that.
    func getDeviceSecurityStatus(
        _ device: DeviceID, reader: DeviceID, readerKey: DeviceKey, at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<GetDeviceSecurityStatus.Reply> {
        let row = try await read { connection in
            try checkProof(of: reader, readerKey, connection)
            return try DeviceTable(connection: connection).find(device)
        }
        if let row, row.hasLocation(at: now), device != reader {
            recordVisitsLater(
                of: reader, to: [VisitedDevice(number: row.number, device: device, isProven: true)], at: now)
        }
        let reply = GetDeviceSecurityStatus.Reply(
            hasDeviceKey: row?.key != nil, isAllowedListEnabled: row?.hasAllowedList ?? false)
        return AccessResult(value: reply, proven: [reader])
    }

    private func checkProof(of reader: DeviceID, _ key: DeviceKey, _ connection: Connection) throws {
        let row = try DeviceTable(connection: connection).findProtection(reader)
        _ = try check(key, of: reader, row, rules.refusesUnproven)
    }
}
