import Models
import Storage

extension LocationStore {
    /// Stores all the reports, or no report. A new device is created, or its report is dropped if it needs a key first;
    /// returns the number of dropped locations. If the new devices weigh more than `newDevices`, nothing is stored, and
    /// the refusal contains their weight.
    func updateLocation(
        _ reports: [DeviceReport], keeping: Keeping, newDevices: Int, at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<Int> {
        guard !reports.isEmpty else { return AccessResult(value: 0) }
        let devices = reports.map(\.device)
        let (result, _) = try await write(
            telling: devices, on: .devices(devices), reading: devices.map(DeviceTable.query),
            points: { DeviceReport.runs($0.1) }
        ) { connection -> (AccessResult<Int>, [DeviceReport]) in
            let devices = DeviceTable(connection: connection)
            var proven: [DeviceID] = []
            // Checks all keys before the first change.
            let rows = try reports.map { report in
                let row = try devices.find(report.device)
                for key in report.keys
                where try check(key, of: report.device, row, rules.refusalOfOwner) == .proven
                    && proven.last != report.device
                {
                    proven.append(report.device)
                }
                return row
            }
            let kept = zip(reports, rows).filter { rules.refusalOfNewDevice($0.device, isKnown: $1 != nil) == nil }
            let weight = kept.reduce(0) { $0 + ($1.1 == nil ? $1.0.device.weightAsNew : 0) }
            if weight > newDevices { throw Refusal.newDevices(weight) }
            for (report, row) in kept {
                let number = try row?.number ?? devices.insert(report.device)
                try store(report, keeping, device: number, newest: row?.newest, connection)
                if row?.hasArrivals == true, let newest = report.locations.last {
                    try ShareLinkTable(connection: connection).observe(newest, device: number, at: now)
                }
                if row?.hasForwarders == true {
                    try ForwarderTable(connection: connection).queue(report.locations, device: number, at: now)
                }
            }
            let stored = kept.map(\.0)
            let count = { (reports: [DeviceReport]) in reports.reduce(0) { $0 + $1.locations.count } }
            return (AccessResult(value: count(reports) - count(stored), proven: proven), stored)
        }
        return result
    }

    private func store(
        _ report: DeviceReport, _ keeping: Keeping, device: Int64, newest: DeviceRow.Newest?, _ connection: Connection
    ) throws(StorageError) {
        let locations = LocationTable(connection: connection)
        // A single location with an expiry is overwritten in place.
        let isAlone = newest?.expiresAt != nil
        switch keeping {
        case .history:
            // Even with a cap of 0, the current location is kept.
            let cap = max(policy.historyCap, 1)
            var sequence = newest?.sequence ?? 0
            if isAlone { sequence -= 1 }
            for location in report.locations.suffix(cap) {
                sequence += 1
                try locations.put(location, device: device, sequence: sequence, expiresAt: nil)
            }
            if sequence > cap { try locations.delete(device: device, through: sequence - Int64(cap)) }
        case .until(let time):
            guard let location = report.locations.last else { return }
            if newest != nil, !isAlone { try locations.delete(device: device) }
            let sequence = isAlone ? newest?.sequence ?? 1 : 1
            try locations.put(location, device: device, sequence: sequence, expiresAt: time.rawValue)
        }
    }

    /// Deletes the locations of a device and its visitor list. Returns how many of these three existed: the current
    /// location, the history and the visitor list.
    func deleteLocation(
        _ device: DeviceID, key: DeviceKey?, at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<DeleteLocation.Reply> {
        try await write(telling: [device], on: .device(device)) { connection in
            let row = try DeviceTable(connection: connection).find(device)
            let check = try check(key, of: device, row, rules.refusalOfOwner)
            var deleted = 0
            if let row {
                if row.hasLocation(at: now) { deleted += 1 }
                if row.hasHistory, policy.historyCap > 0 { deleted += 1 }
                if row.newest != nil { try LocationTable(connection: connection).delete(device: row.number) }
                let visits = try VisitTable(connection: connection).delete(row.number)
                let views = try ShareLinkTable(connection: connection).forgetViews(device: row.number)
                let looks = try CircleTable(connection: connection).forgetVisits(device: row.number)
                let sends = try ForwarderTable(connection: connection).forgetSends(device: row.number)
                if visits + views + looks + sends > 0 { deleted += 1 }
            }
            return AccessResult(value: DeleteLocation.Reply(deleted: deleted), proven: check == .proven ? [device] : [])
        }
    }

    func purgeExpired(at now: UnixTime, limit: Int) async throws(LocationStoreError) -> Int {
        try await write { try LocationTable(connection: $0).deleteExpired(at: now, limit: limit) }
    }

    /// Clears up to `limit` devices after `number`, in the order of their numbers. A device without a location loses
    /// the visits from before `oldest`. If it then has no visits, settings, claim or share link, it is deleted. Returns
    /// the number of the last device examined; nil if no device was left.
    func forgetDevices(
        after number: Int64, limit: Int, visitorsBefore oldest: UnixTime
    ) async throws(LocationStoreError) -> Int64? {
        let look = try await read {
            try DeviceTable(connection: $0).forgettable(after: number, limit: limit, visitorsBefore: oldest)
        }
        if !look.found.isEmpty {
            try await write { connection in
                let devices = DeviceTable(connection: connection)
                for device in look.found { try devices.forget(device, visitorsBefore: oldest) }
            }
        }
        return look.last
    }
}
