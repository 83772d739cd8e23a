import Models

extension PushContext {
    /// Replies once the announcement is stored. The audience is resolved and notified afterwards.
    func announce(_ request: Announce, _ context: MessageContext) async throws -> Announce.Reply {
        let now = clock.now()
        let isOperator = request.isOperator == true
        if request.isDryRun { return try await countRecipients(of: request, isOperator: isOperator, at: now) }
        // A repeated request succeeds even if the time or the settings would now forbid it.
        let key = try request.idempotencyKey.map {
            try IdempotencyKey($0, of: AnnouncementRules.kept(request.announcement))
        }
        if let key, let former = try await store.announcement(of: request.publisher, underKey: key) {
            return Announce.Reply(record: former.shown(isOperator: isOperator))
        }
        let announcement = try announcements.checked(request.announcement, at: now)
        try checkLimits(of: request)
        if let key = request.apiKey { try count(key, request.limits, at: now) }
        // Before it is stored, so that the publisher sees an error if a service is down.
        let marks = try await catchUp()
        guard let id = NotificationID(opaqueIDText(random(16))) else {
            throw ServiceError(.internalFailure, "no id could be made for the announcement")
        }
        let record = try await store.announce(
            announcement, as: id, by: request.publisher, underKey: key,
            request.apiKey.map { NotificationPlan(apiKey: $0, limits: request.limits, isOperator: isOperator) },
            isBounded: !isOperator, at: now)
        resolveAudience(id, marks)
        return Announce.Reply(record: record.shown(isOperator: isOperator))
    }

    /// Throws `forbidden` if the key is limited to other kinds, or to topics.
    private func checkLimits(of request: Announce) throws(ServiceError) {
        guard let limits = request.limits else { return }
        let kind = request.announcement.type.rawValue
        guard limits.kinds?.contains(kind) ?? true, limits.topics == nil else {
            throw ServiceError(.forbidden, "this API key may not announce anything of the kind \(kind)")
        }
    }

    /// Counts the users who would be notified. Stores only the fact of the count and its place.
    private func countRecipients(
        of request: Announce, isOperator: Bool, at now: UnixTime
    ) async throws -> Announce.Reply {
        let announcement = try announcements.checked(request.announcement, at: now)
        try checkLimits(of: request)
        var interest = Interest(announcement)
        if !isOperator { interest.coordinate = CoarsePlace.middle(of: interest.coordinate) }
        // First, so that a request that is answered with "try again" uses up no dry run.
        _ = try await catchUp()
        if !isOperator { try await store.probe(request.publisher, .count, at: interest.coordinate, now) }
        let counts = audience.count(
            AudienceQuery(interest),
            except: try await store.silencedPushDevices(for: announcement.type.rawValue, at: now), at: now)
        guard !isOperator else { return Announce.Reply(recipients: counts.recipients, deliveries: counts.pushDevices) }
        return CountRules.reply(recipients: counts.recipients, error: countError())
    }

    func getAnnouncement(_ request: GetAnnouncement, _ context: MessageContext) async throws -> AnnouncementRecord {
        try await announcement(request.id, of: request.publisher).record
            .shown(isOperator: request.publisher == nil && request.asPublisher != true)
    }

    func listAnnouncements(
        _ request: ListAnnouncements, _ context: MessageContext
    ) async throws -> ListAnnouncements.Reply {
        guard ListAnnouncements.limits.contains(request.limit) else {
            throw ServiceError(.invalidRequest, "limit must be a whole number from 1 to 100")
        }
        // One extra row shows whether another page exists.
        let page = try await store.announcements(
            of: request.publisher, before: request.before, limit: request.limit + 1)
        guard var found = page else {
            throw ServiceError(.invalidRequest, "the cursor names no announcement; begin again without one")
        }
        let hasMore = found.count > request.limit
        if hasMore { found.removeLast() }
        let isOperator = request.publisher == nil && request.asPublisher != true
        return ListAnnouncements.Reply(
            announcements: found.map { $0.shown(isOperator: isOperator) }, hasMore: hasMore)
    }

    func cancelAnnouncement(
        _ request: CancelAnnouncement, _ context: MessageContext
    ) async throws -> AnnouncementRecord {
        let found = try await announcement(request.id, of: request.publisher)
        try await cancel(found.number, by: request.publisher)
        return try await announcement(found.record.id.text, of: request.publisher).record
            .shown(isOperator: request.publisher == nil)
    }

    func findAnnouncements(
        _ request: FindAnnouncements, _ context: MessageContext
    ) async throws -> FindAnnouncements.Reply {
        guard FindAnnouncements.limits.contains(request.limit) else {
            throw ServiceError(.invalidRequest, "limit must be a whole number from 1 to 500")
        }
        // Lists show the same texts as the pushes.
        return FindAnnouncements.Reply(
            found: try await store.find(request, at: clock.now()) { opened($0, for: request.language) })
    }

    func openAnnouncement(_ request: OpenAnnouncement, _ context: MessageContext) async throws -> AnnouncementRecord {
        let now = clock.now()
        if let record = try await store.latest(of: request.subject, request.types, at: now) {
            return opened(record, for: request.language)
        }
        // The page contains only the details. The texts of a notification are only for its recipients.
        if let page = try await store.page(of: request.subject, request.types, at: now) { return page }
        throw ServiceError(.notFound, "nothing with this id was announced")
    }

    /// An announcement as all users may see it: with all texts, and without its counts.
    private func opened(_ record: AnnouncementRecord, for language: String?) -> AnnouncementRecord {
        var record = record
        record.announcement = texts.filled(record.announcement, for: language)
        (record.recipients, record.counts) = (0, .empty)
        return record
    }

    /// Throws `notFound`.
    /// - Parameter publisher: The required publisher; nil for an operator, who may see all.
    private func announcement(_ id: String, of publisher: PublisherID?) async throws -> KeptAnnouncement {
        guard let found = try await store.announcement(id, of: publisher) else {
            throw ServiceError(.notFound, "no announcement has this id")
        }
        return found
    }
}
