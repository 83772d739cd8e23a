// Announcements: taken on, read and taken back.

import Models
import Storage

extension PushStore {
    /// The announcement that a publisher has made with an idempotency key before, nil for none. Throws `keyUsed` when
    /// that was another one.
    func announcement(
        of publisher: PublisherID, underKey key: IdempotencyKey
    ) throws(PushStoreError) -> AnnouncementRecord? {
        try read { try announcement(of: publisher, underKey: key, $0) }
    }

    private func announcement(
        of publisher: PublisherID, underKey key: IdempotencyKey, _ connection: Connection
    ) throws -> AnnouncementRecord? {
        guard let number = try IdempotencyTable(connection: connection).announcement(of: publisher, key) else {
            return nil
        }
        return try AnnouncementTable(connection: connection).find(number)?.record
    }

    /// Takes an announcement on; gives the one that stands under its key when there is one. Throws `keyUsed`, and
    /// `tooManyProbes` or `tooManyTogether` for one who took too many back around the place, or could, unless
    /// `isBounded` is false.
    func announce(
        _ announcement: Announcement, as id: AnnouncementID, by publisher: PublisherID, underKey key: IdempotencyKey?,
        isBounded: Bool, at now: UnixTime
    ) async throws(PushStoreError) -> AnnouncementRecord {
        let ids = DeliveryIDs(key: random(16))
        return try await write { connection in
            if let key, let former = try self.announcement(of: publisher, underKey: key, connection) { return former }
            if isBounded { try self.bound(publisher, announcement, at: now, connection) }
            let isLater = AnnouncementRules.begin(of: announcement, createdAt: now) > now
            let table = AnnouncementTable(connection: connection)
            let number = try table.insert(
                announcement, as: id, from: .publisher(publisher), isLater ? .scheduled : .deciding, ids, at: now)
            if let key {
                try IdempotencyTable(connection: connection).insert(key, of: publisher, number, at: now)
            }
            guard let kept = try table.find(number) else {
                throw StorageError.sqlite(code: 1, message: "an announcement is not there that has just been written")
            }
            return kept.record
        }
    }

    /// Throws when what a publisher took back around a place, and what it could still take back before anybody is told,
    /// leave none.
    private func bound(
        _ publisher: PublisherID, _ announcement: Announcement, at now: UnixTime, _ connection: Connection
    ) throws {
        let place = announcement.coordinate
        let takenBack = try ProbeTable(connection: connection).ends(of: publisher, .takeBack, near: place, at: now)
        if takenBack.count >= CountRules.probes, let end = takenBack.last {
            throw PushStoreError.tooManyProbes(.takeBack, end: end)
        }
        let begin = AnnouncementRules.begin(of: announcement, createdAt: now)
        let begins = try AnnouncementTable(connection: connection).begins(of: publisher, near: place, with: begin)
        let tooMany = takenBack.count + begins.count - CountRules.probes
        guard tooMany >= 0 else { return }
        throw PushStoreError.tooManyTogether(
            end: begin > now ? nil : begins[tooMany].adding(seconds: CountRules.together))
    }

    /// An announcement by its id, or by what its publisher calls it: then the latest of those. Only one of `publisher`,
    /// unless that is nil.
    func announcement(_ id: String, of publisher: PublisherID?) throws(PushStoreError) -> KeptAnnouncement? {
        try read { connection in
            let table = AnnouncementTable(connection: connection)
            return try table.find(id: id, of: publisher) ?? table.find(subject: id, of: publisher)
        }
    }

    /// The latest announcement of a subject that has begun and was not taken back; nil for none.
    func latest(
        of subject: SubjectID, _ types: [AnnouncementType], at now: UnixTime
    ) throws(PushStoreError) -> AnnouncementRecord? {
        try read { connection in
            guard let number = try AnnouncementSearch(connection: connection).latest(of: subject, types, at: now) else {
                return nil
            }
            return try AnnouncementTable(connection: connection).find(number)?.record
        }
    }

    /// Announcements of a publisher, or of all for nil, the latest first: those before `before`, at most so many. Nil
    /// for an unknown `before`.
    func announcements(
        of publisher: PublisherID?, before: AnnouncementID?, limit: Int
    ) throws(PushStoreError) -> [AnnouncementRecord]? {
        try read { connection in
            let table = AnnouncementTable(connection: connection)
            var number = Int64.max
            if let before {
                guard let found = try table.find(id: before.text, of: publisher) else { return nil }
                number = found.number
            }
            return try table.all(of: publisher, before: number, limit: limit).map(\.record)
        }
    }

    /// Announcements that count at a moment, of one subject the latest only; nearest first, or the latest first.
    ///
    /// - Parameter opened: gives a record as people are shown it; that is what the filter looks at, and what is found.
    func find(
        _ question: FindAnnouncements, at now: UnixTime,
        opened: @escaping (AnnouncementRecord) -> AnnouncementRecord = { $0 }
    ) throws(PushStoreError) -> [FindAnnouncements.SearchResult] {
        try read { connection in
            let table = AnnouncementTable(connection: connection)
            var search = AnnouncementSearch(connection: connection)
            // What matched, so that it is read once; nil for what did not. A search around a place comes by again.
            var looked: [Int64: AnnouncementRecord?] = [:]
            if let filter = question.filter {
                search.matches = { number throws(StorageError) in
                    if let known = looked[number] { return known != nil }
                    let record = try table.find(number).map { opened($0.record) }
                    let match = record.flatMap { filter.matches($0.announcement) ? $0 : nil }
                    looked.updateValue(match, forKey: number)
                    return match != nil
                }
            }
            return try search.find(question, at: now)
                .compactMap { hit in
                    let record = try looked[hit.number] ?? table.find(hit.number).map { opened($0.record) }
                    return record.map { FindAnnouncements.SearchResult(record: $0, distance: hit.distance) }
                }
        }
    }

    /// Takes an announcement back, and counts that its publisher did while that can hide what it announced: from its
    /// begin until its end, for a day at most. What waits of it is suppressed by `suppressCancelled`.
    ///
    /// - Parameter publisher: who takes it back; nil for an operator, of whom nothing is counted.
    func cancel(
        _ announcement: Int64, by publisher: PublisherID?, at now: UnixTime
    ) async throws(PushStoreError) {
        try await write { connection in
            let table = AnnouncementTable(connection: connection)
            guard let kept = try table.find(announcement), kept.record.state != .cancelled else { return }
            if let publisher, kept.beginsAt <= now, now < kept.endsAt,
                now < kept.beginsAt.adding(seconds: CountRules.day)
            {
                // Whoever announces and takes back learns as much as by a dry run. Later it hides nothing.
                try ProbeTable(connection: connection)
                    .insert(publisher, .takeBack, at: kept.record.announcement.coordinate, now)
            }
            inFlight.change(announcement: announcement)
            try table.setState(announcement, .cancelled)
            try UndecidedTable(connection: connection).delete(of: announcement)
        }
    }

    /// Suppresses what waits of announcements that were cancelled, at most so many; whether there may be more.
    func suppressCancelled(
        _ announcement: Int64, limit: Int, at now: UnixTime
    ) async throws(PushStoreError) -> Bool {
        try await end(
            announcement, as: .suppressed, SuppressionReason.cancelled.rawValue, limit: limit, at: now)
    }

    /// Takes a cancelled announcement out of the inboxes of those whom no push device has told, so many entries at
    /// most; whether there may be more. Those for whom something is still on its way follow when that has ended.
    func takeBackUntold(_ announcement: Int64, limit: Int) async throws(PushStoreError) -> Bool {
        guard try read({ try AnnouncementTable(connection: $0).untold(of: announcement) }) != nil else { return false }
        return try await write { connection in
            let table = AnnouncementTable(connection: connection)
            guard let entries = try table.untold(of: announcement) else { return false }
            let end = min(entries.lowerBound + Int64(limit), entries.upperBound)
            try ToldTable(connection: connection).deleteUntold(of: announcement, among: entries.lowerBound...end)
            let isLast = end == entries.upperBound
            try table.setLookedThrough(announcement, before: isLast ? nil : end + 1)
            return !isLast
        }
    }

    /// The same for those that a crash has left, or that were cancelled before their entries were known.
    func takeBackUntold(limit: Int) async throws(PushStoreError) -> Bool {
        guard let announcement = try read({ try AnnouncementTable(connection: $0).nextUntold() }) else { return false }
        _ = try await takeBackUntold(announcement, limit: limit)
        return true
    }

    /// Ends what still waits although its time is over, at most so many; whether there may be more.
    func expire(limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool {
        for announcement in try read({ try AnnouncementTable(connection: $0).overdue(at: now) })
        where try await end(announcement, as: .expired, nil, limit: limit, at: now) { return true }
        return false
    }

    /// Ends what waits of an announcement, at most so many; whether there may be more. What is in flight may still be
    /// sent.
    private func end(
        _ announcement: Int64, as state: DeliveryState, _ reason: String?, limit: Int, at now: UnixTime
    ) async throws(PushStoreError) -> Bool {
        try await write { connection in
            guard let numbers = try AnnouncementTable(connection: connection).deliveries(of: announcement) else {
                return false
            }
            let deliveries = DeliveryTable(connection: connection)
            let open = try deliveries.open(of: announcement, in: numbers, limit: limit + inFlight.count)
            let ended = try self.end(open, as: DeliveryEnd(state: state, reason: reason), at: now, connection)
            return ended >= limit
        }
    }
}
