import Models
import Storage

extension LocationStore {
    /// Sets or replaces a device's key. Of two different first keys at the same time, the second key is refused. If the
    /// new key is the stored key, no current key is needed: a phone that missed the answer must learn which key is
    /// valid.
    ///
    /// Any new key outdates claims: an account may have claimed the device with an earlier key and then removed it, and
    /// must not decide about the key of a new owner. `newDevices` is the largest `weightAsNew` that a device may have
    /// if this call creates it.
    func setDeviceKey(
        _ device: DeviceID, current: DeviceKey?, new: DeviceKey, salt: [UInt8], newDevices: Int
    ) async throws(LocationStoreError) -> AccessResult<Done> {
        let stored = hasher.stored(new, salt: salt)
        return try await write(telling: [device], on: .device(device)) { connection in
            // Writes run one after the other, so the second of two first keys is checked against the first.
            let devices = DeviceTable(connection: connection)
            let row = try devices.findProtection(device)
            let granted = AccessResult(value: Done(), proven: [device])
            if hasher.check(new, against: row?.key) == .proven { return granted }
            _ = try check(current, of: device, row, rules.refusalOfOwner)
            if row == nil, newDevices < device.weightAsNew { throw Refusal.newDevices(device.weightAsNew) }
            try devices.setKey(stored, of: try row?.number ?? devices.insert(device))
            if let row { try devices.outdateClaims(of: row.number) }
            return granted
        }
    }

    /// Replaces the list. `allowed` names no reader twice. `newDevices` is the largest allowed `weightAsNew`.
    func setAllowedDeviceList(
        _ device: DeviceID, key: DeviceKey, allowed: [AllowedDevice], newDevices: Int
    ) async throws(LocationStoreError) -> AccessResult<Done> {
        try await write(telling: [device], on: .device(device)) { connection in
            let devices = DeviceTable(connection: connection)
            let row = try devices.findProtection(device)
            let check = try check(key, of: device, row, rules.refusalOfOwner)
            let granted = AccessResult(value: Done(), proven: check == .proven ? [device] : [])
            // An empty list for an unknown device does not create it.
            if row == nil, allowed.isEmpty { return granted }
            if let refusal = rules.refusalOfNewDevice(device, isKnown: row != nil) { throw refusal }
            if row == nil, newDevices < device.weightAsNew { throw Refusal.newDevices(device.weightAsNew) }
            let number = try row?.number ?? devices.insert(device)
            try AllowedDeviceTable(connection: connection).replace(allowed, device: number)
            if row?.hasAllowedList ?? false == allowed.isEmpty {
                try devices.setHasAllowedList(!allowed.isEmpty, of: number)
            }
            return granted
        }
    }

    func getAllowedDeviceList(
        _ device: DeviceID, key: DeviceKey
    ) async throws(LocationStoreError) -> AccessResult<[AllowedDevice]> {
        try await read { connection in
            let row = try DeviceTable(connection: connection).findProtection(device)
            let check = try check(key, of: device, row, rules.refusalOfOwner)
            let list = try row.map { try AllowedDeviceTable(connection: connection).list(device: $0.number) }
            return AccessResult(value: list ?? [], proven: check == .proven ? [device] : [])
        }
    }

    func setDeviceSlogan(
        _ device: DeviceID, key: DeviceKey, slogan: String
    ) async throws(LocationStoreError) -> AccessResult<Done> {
        try await write(telling: [device], on: .device(device)) { connection in
            let devices = DeviceTable(connection: connection)
            let row = try devices.findProtection(device)
            _ = try check(key, of: device, row, rules.refusalOfUnproven)
            if let row { try devices.setSlogan(slogan, of: row.number) }
            return AccessResult(value: Done(), proven: [device])
        }
    }

    /// Reads the newest `amount` visits, including all visits before this call.
    func getVisitorHistory(
        _ device: DeviceID, amount: Int, key: DeviceKey?
    ) async throws(LocationStoreError) -> AccessResult<GetVisitorHistory.Reply> {
        await untilVisitsAreRecorded(of: device)
        return try await read { connection in
            let row = try DeviceTable(connection: connection).findProtection(device)
            let check = try check(key, of: device, row, rules.refusalOfOwner)
            var reply = GetVisitorHistory.Reply(maximum: policy.visitorCap, visits: [])
            let wanted = min(amount, policy.visitorCap)
            if let row, wanted > 0 {
                reply.visits = try VisitTable(connection: connection).newest(wanted, device: row.number)
                // The cap limits devices, because anyone can invent these.
                let most = min(amount, ListCircleVisits.maximumCount)
                reply.links = try ShareLinkTable(connection: connection).views(device: row.number, atMost: most)
                let looks = try CircleTable(connection: connection).visits(device: row.number, atMost: most)
                if !looks.isEmpty { reply.members = looks }
                let sends = try ForwarderTable(connection: connection).sends(device: row.number, atMost: most)
                if !sends.isEmpty { reply.forwarders = sends }
            }
            return AccessResult(value: reply, proven: check == .proven ? [device] : [])
        }
    }
}
