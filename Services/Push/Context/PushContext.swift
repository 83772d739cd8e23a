import Models

/// The parts that all handlers share.
struct PushContext: Sendable {
    let store: PushStore
    let audience: AudienceProjection
    let announcements: AnnouncementRules
    let texts: StandardTexts
    var publishing = PublishingRules()
    var rates = PublishingRates()
    let clock: any WallClock
    let random: @Sendable (Int) -> [UInt8]
    /// Returns the error of the next answer to a dry run (`CountNoise`).
    let countError: @Sendable () -> Int
    /// Returns the feeds' positions once all earlier changes are applied.
    let catchUp: @Sendable () async throws(ServiceError) -> FeedMarks
    /// Resolves the audience of an announcement soon, with at least these feed positions.
    let resolveAudience: @Sendable (AnnouncementID, FeedMarks) -> Void
    let deliver: @Sendable () -> Void
    /// The bundle id for tokens without one, for previews; nil if none is configured.
    var appTopic: String?
    var broadcasts: any BroadcastGateway = UnconfiguredBroadcasts()

    /// Throws `notFound`.
    /// - Parameter publisher: The required publisher; nil for an operator, who may see all.
    func announcement(
        _ id: String, of publisher: PublisherID?
    ) async throws -> KeptAnnouncement {
        guard let found = try await store.announcement(id, of: publisher) else {
            throw ServiceError(.notFound, "no announcement has this id")
        }
        return found
    }

    /// An announcement as all users may see it: with all texts, and without its counts.
    func opened(_ record: AnnouncementRecord, for language: String?) -> AnnouncementRecord {
        var record = record
        record.announcement = texts.filled(record.announcement, for: language)
        (record.recipients, record.counts) = (0, .empty)
        return record
    }
}

extension PushContext {
    /// Throws `notFound`.
    /// - Parameter publisher: The required publisher; nil for an operator, who may see all.
    func notification(
        _ id: AnnouncementID, of publisher: PublisherID?
    ) async throws -> KeptNotification {
        guard let found = try await store.notification(id, of: publisher) else {
            throw ServiceError(.notFound, "no notification has this id")
        }
        return found
    }

    /// Throws `invalidRequest` if the details of a notification violate a rule.
    func check(_ details: String?) throws(ServiceError) {
        guard let details else { return }
        _ = try NotificationDetails.checked(details, categories: announcements.categories)
    }

    func count(_ key: APIKeyID, _ limits: PublishingLimits?, at now: UnixTime) throws {
        guard let limit = limits?.perMinute else { return }
        if let wait = rates.take(key, perMinute: limit, at: now) {
            throw Refusal.tooManyRequests(limit: limit, retryAfter: wait).answer
        }
    }
}
