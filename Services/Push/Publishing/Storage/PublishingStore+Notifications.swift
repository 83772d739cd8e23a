import Models
import Storage

extension PublishingStore {
    func notification(
        of publisher: PublisherID, underKey key: IdempotencyKey
    ) async throws(PushStoreError) -> NotificationRecord? {
        try await read { try notification(of: publisher, underKey: key, $0) }
    }

    private func notification(
        of publisher: PublisherID, underKey key: IdempotencyKey, _ connection: Connection
    ) throws -> NotificationRecord? {
        guard let number = try connection.idempotencyKeys.notification(of: publisher, key) else { return nil }
        return try connection.notifications.find(number)?.record
    }

    /// Stores a notification, or returns the existing notification with the same key; throws `keyUsed` if they differ.
    /// `plan` is for the second check of a scheduled notification. With `isBounded`, throws if the publisher's limit
    /// around the place is used up, as `bound` does. `recipients` that are few and known are queued at once.
    func send(
        _ notification: OutgoingNotification, as id: NotificationID, by publisher: PublisherID,
        underKey key: IdempotencyKey?, _ plan: NotificationPlan?, isBounded: Bool,
        to recipients: [ResolvedRecipient]? = nil, at now: UnixTime
    ) async throws(PushStoreError) -> NotificationRecord {
        let ids = DeliveryIDs(key: random(16))
        return try await write { connection in
            if let key, let former = try self.notification(of: publisher, underKey: key, connection) { return former }
            let begin = PublishingRules.begin(of: notification, createdAt: now)
            if isBounded, let place = notification.audience.place {
                try self.bound(publisher, at: place, beginning: begin, at: now, connection)
            }
            let table = connection.notifications
            let number = try table.insert(
                notification, as: id, from: .publisher(publisher), begin > now ? .scheduled : .deciding, ids, at: now)
            if begin > now, let plan { try connection.notificationPlans.set(plan, of: number) }
            if let key {
                try connection.idempotencyKeys.insert(key, of: publisher, number, at: now)
            }
            try connection.namedRecipients.set(notification.audience, of: number)
            if notification.announcement == nil {
                try connection.webhooks.follow(number, of: publisher)
            }
            if let recipients {
                try table.setDecided(
                    number, recipients: recipients.count, recipients.isEmpty ? .done : .deciding, after: .max, at: now)
                try self.queue(recipients, number, at: now, connection)
                try table.finishQueueing(number)
            }
            guard let kept = try table.find(number) else {
                throw StorageError.unreadable(column: "number", source: "notification")
            }
            return kept.record
        }
    }

    /// Finds a notification by its id. A nil `publisher` accepts any publisher, a nil `group` both groups.
    func notification(
        own id: String, of publisher: PublisherID?, among group: NotificationGroup?
    ) async throws(PushStoreError) -> KeptNotification? {
        try await read { try $0.notifications.find(own: id, of: publisher, among: group) }
    }

    /// Finds a notification by its id, or the latest announcement by the publisher's id of its subject. Without a
    /// group, a name that looks like an id is only read as an id.
    func notification(
        _ name: String, of publisher: PublisherID?, among group: NotificationGroup? = nil
    ) async throws(PushStoreError) -> KeptNotification? {
        try await read { try $0.notifications.find(name, of: publisher, among: group) }
    }

    /// Returns notifications, the latest first. A nil publisher selects all publishers, a nil group both groups.
    /// Returns nil if no notification has the id `before`.
    func notifications(
        of publisher: PublisherID?, in states: [NotificationState] = [], among group: NotificationGroup? = nil,
        isFailing: Bool = false, before: NotificationID?, limit: Int
    ) async throws(PushStoreError) -> [NotificationRecord]? {
        try await read { connection in
            let table = connection.notifications
            var number = Int64.max
            if let before {
                guard let found = try table.find(own: before.text, of: publisher, among: group) else { return nil }
                number = found.number
            }
            return try table.all(
                of: publisher, in: states, among: group, isFailing: isFailing, before: number, limit: limit
            ).map(\.record)
        }
    }

    /// Throws if the publisher's limit around a place is used up, by past cancellations or by notifications that can
    /// still be cancelled before the first push. The notification `changed` does not count.
    func bound(
        _ publisher: PublisherID, at place: Coordinate, beginning begin: UnixTime, at now: UnixTime,
        except changed: Int64? = nil, _ connection: Connection
    ) throws {
        let takenBack = try connection.probes.ends(of: publisher, .takeBack, near: place, at: now)
        if takenBack.count >= CountRules.probes, let end = takenBack.last {
            throw Refusal.tooManyProbes(.takeBack, retryAfter: now.seconds(until: end))
        }
        let begins = try connection.notifications.begins(of: publisher, near: place, with: begin, except: changed)
        let tooMany = takenBack.count + begins.count - CountRules.probes
        guard tooMany >= 0 else { return }
        let end = begins[tooMany].adding(seconds: CountRules.together)
        throw Refusal.tooManyTogether(retryAfter: begin > now ? nil : now.seconds(until: end))
    }

    /// Records a dry run around a place, or for all users. Throws `tooManyProbes` if the limit is used up.
    func probe(_ publisher: PublisherID, at place: Coordinate?, _ now: UnixTime) async throws(PushStoreError) {
        try await write { connection in
            let (table, kind) = (connection.probes, place == nil ? ProbeKind.countAnywhere : .count)
            if let end = try table.end(of: publisher, kind, near: place, at: now) {
                throw Refusal.tooManyProbes(kind, retryAfter: now.seconds(until: end))
            }
            try table.insert(publisher, kind, at: place, now)
        }
    }

    /// Changes a notification that has not begun. Throws `unknownNotification`, `hasBegun`, and with `isBounded` the
    /// errors of `bound`. `plan` is for the check at the new begin.
    func change(
        _ id: NotificationID, of publisher: PublisherID, to notification: OutgoingNotification,
        _ plan: NotificationPlan, isBounded: Bool, at now: UnixTime
    ) async throws(PushStoreError) -> NotificationRecord {
        try await write { connection in
            let table = connection.notifications
            guard let kept = try table.find(own: id.text, of: publisher, among: .others) else {
                throw Refusal.unknownNotification
            }
            // The audience of a due notification may be in the process of being resolved.
            guard kept.record.state == .scheduled, kept.beginsAt > now, !kept.isBetweenBegins else {
                throw Refusal.hasBegun
            }
            let begin = PublishingRules.begin(of: notification, createdAt: now)
            if isBounded, let place = notification.audience.place {
                try self.bound(publisher, at: place, beginning: begin, at: now, except: kept.number, connection)
            }
            try table.update(kept.number, to: notification, begin > now ? .scheduled : .deciding, at: now)
            try connection.namedRecipients.set(notification.audience, of: kept.number)
            let plans = connection.notificationPlans
            if begin > now { try plans.set(plan, of: kept.number) } else { try plans.delete(of: kept.number) }
            guard let changed = try table.find(kept.number) else {
                throw StorageError.unreadable(column: "number", source: "notification")
            }
            return changed.record
        }
    }

    /// Cancels a notification. The cancellation counts while it can hide the notification: from the begin to the end,
    /// but at most a day. `suppressCancelled` suppresses the waiting deliveries. `publisher` is nil for an operator,
    /// whose cancellations are not counted.
    func cancel(_ notification: Int64, by publisher: PublisherID?, at now: UnixTime) async throws(PushStoreError) {
        try await write { connection in
            let table = connection.notifications
            guard let kept = try table.find(notification), kept.state != .cancelled else { return }
            if let publisher, let place = kept.query.place, kept.beginsAt <= now, now < kept.endsAt,
                now < kept.beginsAt.adding(seconds: CountRules.day)
            {
                // On the first day, announcing and then cancelling reveals as much as a dry run, so it is counted.
                try connection.probes.insert(publisher, .takeBack, at: place, now)
            }
            try table.setState(notification, .cancelled)
            try end(notification, connection)
        }
    }

    /// Finds the latest announcement of a subject that has begun and was not cancelled.
    func latest(
        of subject: AnnouncementSubject, _ types: [AnnouncementType], at now: UnixTime
    ) async throws(PushStoreError) -> AnnouncedPage? {
        try await read { connection in
            guard let number = try AnnouncementSearch(connection: connection).latest(of: subject, types, at: now) else {
                return nil
            }
            return try connection.notifications.page(number)
        }
    }

    func page(
        of subject: AnnouncementSubject, _ types: [AnnouncementType], at now: UnixTime
    ) async throws(PushStoreError) -> AnnouncedPage? {
        guard case .number(let number) = subject else { return nil }
        return try await read { try $0.notifications.page(of: number, types, at: now) }
    }

    /// Finds announcements: only the latest of each subject, sorted by distance, or latest first. The filter tests
    /// pages in the form of `opened`, which users see.
    func find(
        _ question: FindAnnouncements, at now: UnixTime,
        opened: @escaping (AnnouncedPage) -> AnnouncedPage = { $0 }
    ) async throws(PushStoreError) -> [FindAnnouncements.SearchResult] {
        try await read { connection in
            var search = AnnouncementSearch(connection: connection)
            // The pages of the checked announcements; nil for a page that does not match. A search around a place can
            // visit an announcement several times.
            var looked: [Int64: AnnouncedPage?] = [:]
            if let filter = question.filter {
                search.matches = { number throws(StorageError) in
                    if let known = looked[number] { return known != nil }
                    let page = try connection.notifications.page(number).map(opened)
                    let match = page.flatMap { filter.matches($0) ? $0 : nil }
                    looked.updateValue(match, forKey: number)
                    return match != nil
                }
            }
            return try search.find(question, at: now)
                .compactMap { hit in
                    let page = try looked[hit.number] ?? connection.notifications.page(hit.number).map(opened)
                    return page.map { FindAnnouncements.SearchResult(page: $0, distance: hit.distance) }
                }
        }
    }
}
