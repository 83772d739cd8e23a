import Models

/// Answers `Announce` once the announcement is stored. The audience is resolved and notified afterwards.
struct AnnounceHandler: Sendable {
    let service: PushContext

    func handle(_ request: Announce, _ context: MessageContext) async throws -> Announce.Reply {
        let now = service.clock.now()
        let isOperator = request.isOperator == true
        if request.isDryRun { return try await count(request, isOperator: isOperator, at: now) }
        // A repeated request succeeds even if the time or the settings would now forbid it.
        let key = try request.idempotencyKey.map {
            try IdempotencyKey($0, of: AnnouncementRules.kept(request.announcement))
        }
        if let key, let former = try await service.store.announcement(of: request.publisher, underKey: key) {
            return Announce.Reply(record: former.shown(isOperator: isOperator))
        }
        let announcement = try service.announcements.checked(request.announcement, at: now)
        try checkLimits(of: request)
        try count(request, at: now)
        // Before it is stored, so that the publisher sees an error if a service is down.
        let marks = try await service.catchUp()
        guard let id = AnnouncementID(opaqueIDText(service.random(16))) else {
            throw ServiceError(.internalFailure, "no id could be made for the announcement")
        }
        let record = try await service.store.announce(
            announcement, as: id, by: request.publisher, underKey: key,
            request.apiKey.map { NotificationPlan(apiKey: $0, limits: request.limits, isOperator: isOperator) },
            isBounded: !isOperator, at: now)
        service.resolveAudience(id, marks)
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

    private func count(_ request: Announce, at now: UnixTime) throws {
        guard let key = request.apiKey, let limit = request.limits?.perMinute else { return }
        if let wait = service.rates.take(key, perMinute: limit, at: now) {
            throw Refusal.tooManyRequests(limit: limit, retryAfter: wait).answer
        }
    }

    /// Counts the users who would be notified. Stores only the fact of the count and its place.
    private func count(_ request: Announce, isOperator: Bool, at now: UnixTime) async throws -> Announce.Reply {
        let announcement = try service.announcements.checked(request.announcement, at: now)
        try checkLimits(of: request)
        var interest = Interest(announcement)
        if !isOperator { interest.coordinate = CoarsePlace.middle(of: interest.coordinate) }
        // First, so that a request that is answered with "try again" uses up no dry run.
        _ = try await service.catchUp()
        if !isOperator { try await service.store.probe(request.publisher, .count, at: interest.coordinate, now) }
        let counts = service.audience.count(
            AudienceQuery(interest),
            except: try await service.store.silencedPushDevices(for: announcement.type.rawValue, at: now), at: now)
        guard !isOperator else { return Announce.Reply(recipients: counts.recipients, deliveries: counts.pushDevices) }
        return CountRules.reply(recipients: counts.recipients, error: service.countError())
    }
}
