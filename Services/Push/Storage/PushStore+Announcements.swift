import Models
import Storage

extension PushStore {
    /// The announcement that a publisher made with an idempotency key; nil for none. Throws `keyUsed` if the content
    /// differs.
    func announcement(
        of publisher: PublisherID, underKey key: IdempotencyKey
    ) async throws(PushStoreError) -> AnnouncementRecord? {
        try await read { try announcement(of: publisher, underKey: key, $0) }
    }

    private func announcement(
        of publisher: PublisherID, underKey key: IdempotencyKey, _ connection: Connection
    ) throws -> AnnouncementRecord? {
        guard let number = try IdempotencyTable(connection: connection).announcement(of: publisher, key) else {
            return nil
        }
        return try AnnouncementTable(connection: connection).find(number)?.record
    }

    /// Accepts an announcement, or returns the existing one with the same key. Throws `keyUsed`. Unless `isBounded` is
    /// false, it throws `tooManyProbes` or `tooManyTogether` if the publisher has cancelled too many around the place,
    /// or could. The plan is the one of a scheduled announcement.
    func announce(
        _ announcement: Announcement, as id: NotificationID, by publisher: PublisherID, underKey key: IdempotencyKey?,
        _ plan: NotificationPlan? = nil, isBounded: Bool, at now: UnixTime
    ) async throws(PushStoreError) -> AnnouncementRecord {
        let ids = DeliveryIDs(key: random(16))
        return try await write { connection in
            if let key, let former = try self.announcement(of: publisher, underKey: key, connection) { return former }
            let begin = AnnouncementRules.begin(of: announcement, createdAt: now)
            if isBounded {
                try self.bound(publisher, at: announcement.coordinate, beginning: begin, at: now, connection)
            }
            let isLater = begin > now
            let table = AnnouncementTable(connection: connection)
            let number = try table.insert(
                announcement, as: id, from: .publisher(publisher), isLater ? .scheduled : .deciding, ids, at: now)
            if isLater, let plan { try NotificationPlanTable(connection: connection).set(plan, of: number) }
            if let key {
                try IdempotencyTable(connection: connection).insert(key, of: publisher, number, at: now)
            }
            guard let kept = try table.find(number) else {
                throw StorageError.sqlite(code: 1, message: "an announcement is not there that has just been written")
            }
            return kept.record
        }
    }

    /// Throws if the publisher's limit around a place is used up. Both past cancellations and announcements that can
    /// still be cancelled before the first push count.
    ///
    /// - Parameter changed: The number of the announcement being changed, which does not count.
    func bound(
        _ publisher: PublisherID, at place: Coordinate, beginning begin: UnixTime, at now: UnixTime,
        except changed: Int64? = nil, _ connection: Connection
    ) throws {
        let takenBack = try ProbeTable(connection: connection).ends(of: publisher, .takeBack, near: place, at: now)
        if takenBack.count >= CountRules.probes, let end = takenBack.last {
            throw Refusal.tooManyProbes(.takeBack, retryAfter: now.seconds(until: end))
        }
        let begins = try AnnouncementTable(connection: connection).begins(
            of: publisher, near: place, with: begin, except: changed)
        let tooMany = takenBack.count + begins.count - CountRules.probes
        guard tooMany >= 0 else { return }
        let end = begins[tooMany].adding(seconds: CountRules.together)
        throw Refusal.tooManyTogether(retryAfter: begin > now ? nil : now.seconds(until: end))
    }

    /// Counts a publisher's look at a place without a push. Throws `tooManyProbes` if the limit is used up.
    func probe(
        _ publisher: PublisherID, _ kind: ProbeKind, at place: Coordinate, _ now: UnixTime
    ) async throws(PushStoreError) {
        try await write { connection in
            let table = ProbeTable(connection: connection)
            if let end = try table.end(of: publisher, kind, near: place, at: now) {
                throw Refusal.tooManyProbes(kind, retryAfter: now.seconds(until: end))
            }
            try table.insert(publisher, kind, at: place, now)
        }
    }

    /// Finds an announcement by its id, or the latest by the publisher's name for it. A nil publisher accepts any.
    func announcement(
        _ id: String, of publisher: PublisherID?
    ) async throws(PushStoreError) -> KeptAnnouncement? {
        try await read { connection in
            let table = AnnouncementTable(connection: connection)
            return try table.find(id: id, of: publisher) ?? table.find(subject: id, of: publisher)
        }
    }

    /// Up to `limit` announcements before `before`, latest first. A nil publisher selects all. Returns nil if `before`
    /// is unknown.
    func announcements(
        of publisher: PublisherID?, before: NotificationID?, limit: Int
    ) async throws(PushStoreError) -> [AnnouncementRecord]? {
        try await read { connection in
            let table = AnnouncementTable(connection: connection)
            var number = Int64.max
            if let before {
                guard let found = try table.find(id: before.text, of: publisher) else { return nil }
                number = found.number
            }
            return try table.all(of: publisher, before: number, limit: limit).map(\.record)
        }
    }
}
