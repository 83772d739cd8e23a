import Models
import Storage

// The history of a claimed device, for its owner and for people whom `PlaceAccess` lets see it.
extension LocationStore {
    /// Returns a page of the history. A reader who is not the owner is recorded as a visitor before.
    func readHistory(_ request: ReadDeviceHistory, at now: UnixTime) async throws(LocationStoreError) -> AccessResult<
        ReadDeviceHistory.Reply
    > {
        let lacksTimes = try await read { connection in
            let row = try historyReader(request, connection, at: now).row
            return try HistoryTable(connection: connection).lacksTimes(row.number)
        }
        if lacksTimes {
            try await write { connection in
                let row = try historyReader(request, connection, at: now).row
                try HistoryTable(connection: connection).fillTimes(row.number)
            }
        }
        let (reply, reader) = try await read { connection -> (ReadDeviceHistory.Reply, HistoryReader) in
            let reader = try historyReader(request, connection, at: now)
            let (row, right) = (reader.row, reader.right)
            var range = request.range
            if let share = right.share { range.from = max(range.from ?? share.historySince, share.historySince) }
            // Reads one point more than the page has, to know whether another page follows.
            let found = try HistoryTable(connection: connection).page(
                row.number, in: range, after: request.after, limit: request.limit + 1,
                isOldestFirst: request.isOldestFirst)
            let page = found.prefix(request.limit)
            let points = page.compactMap { HistoryPoint($0.location, fixedAt: $0.fixedAt) }
            let reply = ReadDeviceHistory.Reply(
                points: right.share.map { share in points.compactMap(share.shown) } ?? points,
                next: found.count > page.count ? page.last?.place : nil)
            return (reply, reader)
        }
        if !reply.points.isEmpty {
            if let share = reader.right.share {
                try await recordVisits(
                    [CircleLook(number: reader.row.number, device: reader.device, share: share)], at: now)
            } else if let visitor = reader.right.visitor {
                let visited = VisitedDevice(number: reader.row.number, device: reader.device, right: reader.right)
                try await recordVisits(of: visitor, to: [visited], at: now)
            }
        }
        return AccessResult(value: reply)
    }

    /// Returns the device and the right of a reader. If the reader may not see the history, throws the owner's refusal.
    /// A member of a circle names the device by its handle (`DeviceKeyHasher.handle`), and only so.
    private func historyReader(
        _ request: ReadDeviceHistory, _ connection: Connection, at now: UnixTime
    ) throws -> HistoryReader {
        let refusal: Refusal
        do {
            return HistoryReader(
                device: request.device, row: try find(request.device, of: .account(request.account), connection),
                right: PlaceRight(isSeen: true))
        } catch let found as Refusal { refusal = found }
        guard case .account(let claims, let shares) = try person(request.account, connection, at: now) else {
            throw refusal
        }
        let found = shared(request.device, among: shares)
        let device = found?.device ?? request.device
        let reader = PlaceReader.account(found == nil ? claims : [], shares: found == nil ? [:] : shares)
        guard let row = try DeviceTable(connection: connection).findProtection(device) else { throw refusal }
        let right = try right(of: reader, to: .history, at: row, of: device, connection)
        guard right.isSeen else { throw refusal }
        return HistoryReader(device: device, row: row, right: right)
    }

    func deleteHistory(
        of device: DeviceID, in range: HistoryRange, by account: AccountID
    ) async throws(LocationStoreError) -> AccessResult<Int> {
        try await write(on: .device(device)) { connection in
            _ = try find(device, of: .account(account), connection)
            guard let row = try DeviceTable(connection: connection).find(device), let newest = row.newest else {
                return AccessResult(value: 0)
            }
            let history = HistoryTable(connection: connection)
            try history.fillTimes(row.number)
            return AccessResult(value: try history.delete(row.number, in: range, newest: newest.sequence))
        }
    }

    func getHistoryDays(of device: DeviceID, by account: AccountID) async throws(LocationStoreError) -> AccessResult<
        Int?
    > {
        try await read { connection in
            let row = try find(device, of: .account(account), connection)
            return AccessResult(value: try DeviceTable(connection: connection).historyDays(of: row.number))
        }
    }

    func setHistoryDays(
        _ days: Int?, of device: DeviceID, by account: AccountID
    ) async throws(LocationStoreError) -> AccessResult<Done> {
        try await write(on: .device(device)) { connection in
            let row = try find(device, of: .account(account), connection)
            try DeviceTable(connection: connection).setHistoryDays(days, of: row.number)
            return AccessResult(value: Done())
        }
    }

    /// Adds points below the current place, in the order of time. The points have passed `HistoryRules`.
    func importHistory(
        _ points: [Location], of device: DeviceID, by account: AccountID
    ) async throws(LocationStoreError) -> AccessResult<ImportDeviceHistory.Reply> {
        try await write(telling: [device], on: .device(device)) { connection in
            _ = try find(device, of: .account(account), connection)
            guard let row = try DeviceTable(connection: connection).find(device) else {
                throw Refusal.notYours(.account(account))
            }
            return AccessResult(value: try add(points, to: row, connection))
        }
    }

    /// Adds points below the current place for the holder of the device's key.
    func addEarlier(
        _ points: [Location], of device: DeviceID, key: DeviceKey
    ) async throws(LocationStoreError) -> AccessResult<Done> {
        try await write(telling: [device], on: .device(device)) { connection in
            let row = try DeviceTable(connection: connection).find(device)
            _ = try check(key, of: device, row, rules.refusalOfUnproven)
            guard let row else { throw Refusal.keepsNoHistory }
            // Their targets take the place that arrives last as the current place.
            if row.hasForwarders { throw Refusal.forwardsInOrder }
            _ = try add(points, to: row, connection)
            return AccessResult(value: Done(), proven: [device])
        }
    }

    /// Adds points below the current place, in the order of time. Points with a known time are left out.
    private func add(
        _ points: [Location], to row: DeviceRow, _ connection: Connection
    ) throws -> ImportDeviceHistory.Reply {
        guard policy.historyCap > 0, row.newest?.expiresAt == nil else { throw Refusal.keepsNoHistory }
        let (history, locations) = (HistoryTable(connection: connection), LocationTable(connection: connection))
        try history.fillTimes(row.number)
        var known = try history.times(row.number)
        let fixes = points.map { (time: HistoryRules.fixedAt($0.timestamp), location: $0) }
        let fresh = fixes.filter { fix in fix.time.map { known.insert($0).inserted } ?? false }
            .sorted { $0.time ?? 0 < $1.time ?? 0 }
        var reply = ImportDeviceHistory.Reply(stored: fresh.count, known: points.count - fresh.count, dropped: 0)
        guard !fresh.isEmpty else { return reply }
        let oldest = try history.oldest(row.number)
        let first = oldest.map { $0 - Int64(fresh.count) } ?? 1
        for (index, fix) in fresh.enumerated() {
            try locations.put(fix.location, device: row.number, sequence: first + Int64(index), expiresAt: nil)
        }
        let newest = row.newest?.sequence ?? Int64(fresh.count)
        if oldest != nil { try history.sort(row.number, newest: newest) }
        let total = newest - first + 1
        reply.dropped = max(0, Int(total) - policy.historyCap)
        if reply.dropped > 0 {
            try locations.delete(device: row.number, through: newest - Int64(policy.historyCap))
        }
        return reply
    }

    /// Looks at up to `limit` devices after `number`, and deletes points that are older than the owner of their device
    /// wants, up to `portion` points in one transaction. Returns the last device; nil after the last of all devices.
    func trimHistories(
        after number: Int64, limit: Int, portion: Int, at now: UnixTime
    ) async throws(LocationStoreError) -> Int64? {
        let found = try await read { connection in
            try HistoryTable(connection: connection).limited(after: number, limit: limit, at: now)
        }
        for history in found where history.isOverdue {
            let range = HistoryRange(to: now.adding(seconds: -history.days * 86_400))
            while try await trim(history.device, range, portion) == portion, !Task.isCancelled {}
        }
        return found.count < limit ? nil : found.last?.device
    }

    private func trim(
        _ device: Int64, _ range: HistoryRange, _ portion: Int
    ) async throws(LocationStoreError) -> Int {
        try await write { connection in
            let newest = try connection.value(
                "SELECT max(sequence) FROM location WHERE device = \(device)", as: Int64.self)
            guard let newest else { return 0 }
            let history = HistoryTable(connection: connection)
            try history.fillTimes(device)
            return try history.delete(device, in: range, newest: newest, limit: portion)
        }
    }
}

private struct HistoryReader {
    let device: DeviceID
    let row: DeviceRow
    let right: PlaceRight
}
