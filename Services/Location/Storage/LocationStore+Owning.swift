// What a device's owner sets and sees: key, allowed list, slogan, visitors.

import Models
import Storage

extension LocationStore {
    /// Sets a device's first key, or replaces it when the current one is shown. Of two first keys at once one is
    /// refused. The stored key as the new one changes nothing and needs no current one: a phone whose answer was lost
    /// asks again, and must learn which key counts. Another key outdates claims, and so does a first one: an account
    /// that claimed the device when it had an earlier key, and removed that, must not decide about the key of whoever
    /// protects it now.
    /// - Parameters:
    ///   - salt: fresh random bytes.
    ///   - newDevices: what the device may weigh if it becomes known.
    func setDeviceKey(
        _ device: DeviceID, current: DeviceKey?, new: DeviceKey, salt: [UInt8], newDevices: Int
    ) async throws(LocationStoreError) -> AccessResult<Done> {
        let stored = hasher.stored(new, salt: salt)
        return try await write(telling: [device], on: .device(device)) { connection in
            // Writes follow one another, so of two first keys the second finds the first and is checked against it.
            let devices = DeviceTable(connection: connection)
            let row = try devices.findProtection(device)
            let granted = AccessResult(value: Done(), proven: [device])
            if hasher.check(new, against: row?.key) == .proven { return granted }
            _ = try check(current, of: device, row, rules.refusesOwner)
            if row == nil, newDevices < device.weightAsNew { throw Refusal.newDevices(device.weightAsNew) }
            try devices.setKey(stored, of: try row?.number ?? devices.insert(device))
            if let row { try devices.outdateClaims(of: row.number) }
            return granted
        }
    }

    /// Replaces a device's allowed list; each reader stands in it once.
    /// - Parameter newDevices: what the device may weigh if it becomes known.
    func setAllowedDeviceList(
        _ device: DeviceID, key: DeviceKey, allowed: [AllowedDevice], newDevices: Int
    ) async throws(LocationStoreError) -> AccessResult<Done> {
        try await write(telling: [device], on: .device(device)) { connection in
            let devices = DeviceTable(connection: connection)
            let row = try devices.findProtection(device)
            let check = try check(key, of: device, row, rules.refusesOwner)
            let granted = AccessResult(value: Done(), proven: check == .proven ? [device] : [])
            // An empty list of an unknown device says nothing and makes nobody known.
            if row == nil, allowed.isEmpty { return granted }
            if let refusal = rules.refusesNewcomer(device, isKnown: row != nil) { throw refusal }
            if row == nil, newDevices < device.weightAsNew { throw Refusal.newDevices(device.weightAsNew) }
            let number = try row?.number ?? devices.insert(device)
            try AllowedDeviceTable(connection: connection).replace(allowed, device: number)
            if row?.hasAllowedList ?? false == allowed.isEmpty {
                try devices.setHasAllowedList(!allowed.isEmpty, of: number)
            }
            return granted
        }
    }

    /// Reads a device's allowed list in the order in which it was set.
    func getAllowedDeviceList(
        _ device: DeviceID, key: DeviceKey
    ) async throws(LocationStoreError) -> AccessResult<[AllowedDevice]> {
        try await read { connection in
            let row = try DeviceTable(connection: connection).findProtection(device)
            let check = try check(key, of: device, row, rules.refusesOwner)
            let list = try row.map { try AllowedDeviceTable(connection: connection).list(device: $0.number) }
            return AccessResult(value: list ?? [], proven: check == .proven ? [device] : [])
        }
    }

    /// Sets the slogan of a device that has a key.
    func setDeviceSlogan(
        _ device: DeviceID, key: DeviceKey, slogan: String
    ) async throws(LocationStoreError) -> AccessResult<Done> {
        try await write(telling: [device], on: .device(device)) { connection in
            let devices = DeviceTable(connection: connection)
            let row = try devices.findProtection(device)
            _ = try check(key, of: device, row, rules.refusesUnproven)
            if let row { try devices.setSlogan(slogan, of: row.number) }
            return AccessResult(value: Done(), proven: [device])
        }
    }

    /// Reads the newest `amount` of a device's visits, among them all from before.
    func getVisitorHistory(
        _ device: DeviceID, amount: Int, key: DeviceKey?
    ) async throws(LocationStoreError) -> AccessResult<GetVisitorHistory.Reply> {
        await untilVisitsAreRecorded(of: device)
        return try await read { connection in
            let row = try DeviceTable(connection: connection).findProtection(device)
            let check = try check(key, of: device, row, rules.refusesOwner)
            var reply = GetVisitorHistory.Reply(maximum: policy.visitorCap, visits: [])
            let wanted = min(amount, policy.visitorCap)
            if let row, wanted > 0 {
                reply.visits = try VisitTable(connection: connection).newest(wanted, device: row.number)
            }
            return AccessResult(value: reply, proven: check == .proven ? [device] : [])
        }
    }
}
