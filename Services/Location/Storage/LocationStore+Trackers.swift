import Models
import Storage

extension LocationStore {
    func createTracker(
        _ tracker: Tracker, of account: AccountID, hash: [UInt8]
    ) async throws(LocationStoreError) -> AccessResult<Tracker> {
        try await write { connection in
            let device = try find(tracker.device, of: .account(account), connection)
            let trackers = TrackerTable(connection: connection)
            guard try trackers.count(of: account) < TrackerSettings.maximumCount else { throw Refusal.tooManyTrackers }
            try trackers.insert(tracker, device: device.number, of: account, hash: hash)
            return AccessResult(value: tracker)
        }
    }

    func listTrackers(of account: AccountID) async throws(LocationStoreError) -> AccessResult<[Tracker]> {
        try await read { AccessResult(value: try TrackerTable(connection: $0).list(of: account)) }
    }

    func changeTracker(
        _ id: TrackerID, of account: AccountID, _ changes: TrackerChanges
    ) async throws(LocationStoreError) -> AccessResult<Tracker> {
        try await write { connection in
            let trackers = TrackerTable(connection: connection)
            guard var tracker = try trackers.find(id, of: account) else { throw Refusal.noTracker }
            tracker.change(changes)
            try trackers.update(tracker)
            return AccessResult(value: tracker)
        }
    }

    func revokeTracker(_ id: TrackerID, of account: AccountID) async throws(LocationStoreError) -> AccessResult<Done> {
        try await write { connection in
            guard try TrackerTable(connection: connection).delete(id, of: account) else { throw Refusal.noTracker }
            return AccessResult(value: Done())
        }
    }

    /// Stores places. A read checks the token first, so a wrong token costs no write. It finds the device, whose id
    /// chooses the write's partition, and the friends' places. One write stores places and visits.
    func report(
        _ request: ReportByTracker, at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<ReportByTracker.Reply> {
        let hash = TrackerSettings.hash(of: request.token.value)
        let look = try await read { connection -> TrackersLook in
            let tracker = try provenTracker(by: hash, connection)
            var friends: TrackersFriends?
            if request.wantsFriends, tracker.settings.readsFriends {
                friends = try self.friends(of: tracker, isManual: request.isManual, at: now, connection)
            }
            return TrackersLook(
                device: tracker.settings.device, friends: friends,
                needsWrite: !request.reports.isEmpty || tracker.settings.hourToRecord(at: now) != nil)
        }
        var reply = ReportByTracker.Reply(device: look.device)
        guard look.needsWrite || look.friends != nil else { return AccessResult(value: reply) }
        let visited = look.friends?.due ?? []
        let (stored, _) = try await write(
            telling: request.reports.isEmpty ? [] : [look.device],
            on: .devices([look.device] + visited.map(\.device)), reading: [TrackerTable.query(hash)],
            points: { $0.1.isEmpty ? [] : [DeviceReport.Run(device: look.device, locations: $0.1)] }
        ) { connection -> (ReportByTracker.Reply, [Location]) in
            let tracker = try provenTracker(by: hash, connection)
            if let hour = tracker.settings.hourToRecord(at: now) {
                try TrackerTable(connection: connection).recordUse(of: tracker.settings.id, at: hour)
            }
            if policy.visitorCap > 0, !visited.isEmpty {
                try record(tracker.settings.device, at: visited, false, now, connection)
            }
            return try store(request, of: tracker, at: now, connection)
        }
        (reply.stored, reply.repeated) = (stored.stored, stored.repeated)
        (reply.outdated, reply.discarded) = (stored.outdated, stored.discarded)
        if let friends = look.friends { reply.places = stored.places + friends.places }
        return AccessResult(value: reply)
    }

    private func provenTracker(by hash: [UInt8], _ connection: Connection) throws -> ProvenTracker {
        guard let tracker = try TrackerTable(connection: connection).proven(by: hash) else {
            throw Refusal.unknownTracker
        }
        if tracker.isSuspended { throw Refusal.suspendedTracker }
        return tracker
    }

    /// Returns the places of friends: devices on the tracked device's own allowed list that show it their place.
    private func friends(
        of tracker: ProvenTracker, isManual: Bool, at now: UnixTime, _ connection: Connection
    ) throws -> TrackersFriends {
        var friends = TrackersFriends()
        let device = tracker.settings.device
        let table = DeviceTable(connection: connection)
        for friend in try AllowedDeviceTable(connection: connection)
            .friends(letting: device, tracker.number, atMost: TrackersFriends.maximum) where friend != device
        {
            guard let row = try table.find(friend, at: now), let location = row.location else { continue }
            let right = try right(of: tracker.reader, to: .current, at: row, of: friend, connection)
            guard right.isSeen else { continue }
            friends.places.append(
                GetLocation.LocationResult(device: friend, location: location, slogan: row.slogan))
            let last = try VisitTable(connection: connection).latest(of: device, device: row.number)
            if isManual || last.map({ $0 <= now.adding(seconds: -TrackersFriends.pause) }) ?? true {
                friends.due.append(VisitedDevice(number: row.number, device: friend, right: right))
            }
        }
        return friends
    }

    /// Stores the reports. Also returns the newer places for viewers, who must not see the device go back.
    private func store(
        _ request: ReportByTracker, of tracker: ProvenTracker, at now: UnixTime, _ connection: Connection
    ) throws -> (ReportByTracker.Reply, [Location]) {
        let settings = tracker.settings
        let unit = request.speedUnit ?? settings.speedUnit
        let all = request.reports.compactMap { report in
            report.isOfVisit == true && !settings.keepsHistory ? nil : TrackedPlace(report, speedIn: unit, at: now)
        }
        let current = tracker.current.flatMap { current in
            current.fixedAt
                ?? HistoryRules.fixedAt(current.location.timestamp).map { UnixTime(milliseconds: $0) }
        }
        var places = TrackedPlaces(all, current: current, at: now)
        var reply = ReportByTracker.Reply(discarded: request.reports.count - all.count, device: settings.device)
        if settings.keepsHistory {
            let locations = LocationTable(connection: connection)
            if let doubtful = places.doubtful(current: current, at: now) {
                places.leaveOut(try locations.fixes(device: tracker.number, within: doubtful))
            }
            reply.stored = places.newer.count + places.older.count
            try locations.add(places, to: tracker, cap: max(policy.historyCap, 1), at: now)
        } else {
            reply.stored = places.newer.count
            reply.outdated = places.older.count
            if let newest = places.newer.last {
                let end = now.adding(seconds: Int64(settings.retentionMinutes) * 60)
                try LocationTable(connection: connection).replace(tracker, by: newest, until: end)
            }
        }
        reply.repeated = places.repeated
        if tracker.hasArrivals, let newest = places.newer.last {
            try ShareLinkTable(connection: connection).observe(newest.location, device: tracker.number, at: now)
        }
        if tracker.hasForwarders, !places.newer.isEmpty {
            let newer = places.newer.map(\.location)
            try ForwarderTable(connection: connection).queue(newer, device: tracker.number, at: now)
        }
        let shown = places.newer.last?.location ?? tracker.current.flatMap { $0.isOver(at: now) ? nil : $0.location }
        if let shown {
            reply.places = [
                GetLocation.LocationResult(device: settings.device, location: shown, slogan: tracker.slogan)
            ]
        }
        return (reply, places.newer.map(\.location))
    }
}

private struct TrackersLook {
    let device: DeviceID
    /// The friends in the answer; nil if the answer shows no friends.
    let friends: TrackersFriends?
    let needsWrite: Bool
}

private struct TrackersFriends {
    /// The most friends in one answer.
    static let maximum = 100
    /// The shortest time between two visits of automatic requests, in seconds.
    static let pause: Int64 = 15 * 60

    var places: [GetLocation.LocationResult] = []
    /// The friends with a visit to record.
    var due: [VisitedDevice] = []
}

extension ProvenTracker.Current {
    func isOver(at now: UnixTime) -> Bool { expiresAt.map { $0 <= now } ?? false }
}

extension LocationTable {
    fileprivate func fixes(device: Int64, within range: ClosedRange<Int64>) throws(StorageError) -> Set<Int64> {
        let fixes: [Int64] = try connection.values(
            """
            SELECT fixed_at FROM location WHERE device = \(device) \
            AND fixed_at BETWEEN \(range.lowerBound) AND \(range.upperBound)
            """)
        return Set(fixes)
    }

    /// Adds places to a history. Later rows are newer to readers, so older places are inserted below the current place.
    fileprivate func add(
        _ places: TrackedPlaces, to tracker: ProvenTracker, cap: Int, at now: UnixTime
    ) throws(StorageError) {
        guard !places.newer.isEmpty || !places.older.isEmpty else { return }
        var rows = (places.older + places.newer).map(\.location)
        var sequence = tracker.current?.sequence ?? 0
        if let current = tracker.current {
            let isAlone = current.expiresAt != nil
            if isAlone || !places.older.isEmpty { sequence -= 1 }
            // As for other devices, the first place of a history replaces a place that was to expire.
            if !places.older.isEmpty, !current.isOver(at: now) {
                rows.insert(current.location, at: places.older.count)
            }
        }
        for location in rows.suffix(cap) {
            sequence += 1
            try put(location, device: tracker.number, sequence: sequence, expiresAt: nil)
        }
        if sequence > cap { try delete(device: tracker.number, through: sequence - Int64(cap)) }
    }

    fileprivate func replace(
        _ tracker: ProvenTracker, by place: TrackedPlace, until end: UnixTime
    ) throws(StorageError) {
        let isAlone = tracker.current?.expiresAt != nil
        if tracker.current != nil, !isAlone { try delete(device: tracker.number) }
        let sequence = isAlone ? tracker.current?.sequence ?? 1 : 1
        try put(place.location, device: tracker.number, sequence: sequence, expiresAt: end.rawValue)
    }
}
