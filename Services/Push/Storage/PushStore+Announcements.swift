// Announcements: taken on, within what a publisher may find out, and read.

import Models
import Storage

extension PushStore {
    /// The announcement that a publisher has made with an idempotency key before, nil for none. Throws `keyUsed` when
    /// that was another one.
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

    /// Takes an announcement on; gives the one that stands under its key when there is one. Throws `keyUsed`, and
    /// `tooManyProbes` or `tooManyTogether` for one who took too many back around the place, or could, unless
    /// `isBounded` is false. The plan says by which key it is, where it begins later.
    func announce(
        _ announcement: Announcement, as id: AnnouncementID, by publisher: PublisherID, underKey key: IdempotencyKey?,
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

    /// Throws when what a publisher took back around a place, and what it could still take back before anybody is told,
    /// leave none.
    ///
    /// - Parameter changed: the number of one that does not count, since it is being changed.
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

    /// Counts that a publisher looks from a place without telling anybody. Throws `tooManyProbes` when it has none left
    /// there.
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

    /// An announcement by its id, or by what its publisher calls it: then the latest of those. Only one of `publisher`,
    /// unless that is nil.
    func announcement(
        _ id: String, of publisher: PublisherID?
    ) async throws(PushStoreError) -> KeptAnnouncement? {
        try await read { connection in
            let table = AnnouncementTable(connection: connection)
            return try table.find(id: id, of: publisher) ?? table.find(subject: id, of: publisher)
        }
    }

    /// Announcements of a publisher, or of all for nil, the latest first: those before `before`, at most so many. Nil
    /// for an unknown `before`.
    func announcements(
        of publisher: PublisherID?, before: AnnouncementID?, limit: Int
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
