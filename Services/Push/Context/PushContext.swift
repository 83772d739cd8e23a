// What every handler works with: the store, the audience and the clock.

import Models

/// What every handler works with.
struct PushContext: Sendable {
    let store: PushStore
    let audience: AudienceProjection
    let announcements: AnnouncementRules
    let texts: StandardTexts
    var publishing = PublishingRules()
    var rates = PublishingRates()
    let clock: any WallClock
    /// Gives so many random bytes.
    let random: @Sendable (Int) -> [UInt8]
    /// Gives the error of the next answer to a dry run (`CountNoise`).
    let countError: @Sendable () -> Int
    /// Returns when everything counts that people had said before, and says how far that is.
    let catchUp: @Sendable () async throws(ServiceError) -> FeedMarks
    /// There is an announcement whose audience is to be resolved, by no older state than that.
    let resolveAudience: @Sendable (AnnouncementID, FeedMarks) -> Void
    /// There is something to deliver.
    let deliver: @Sendable () -> Void
    /// The bundle id of the app whose tokens name none, for previews; nil where none is configured.
    var appTopic: String?
    /// The way to the channels of APNs.
    var broadcasts: any BroadcastGateway = UnconfiguredBroadcasts()

    /// The announcement that a publisher names. Throws `notFound`.
    /// - Parameter publisher: whose it has to be; nil for an operator, who sees those of all.
    func announcement(
        _ id: String, of publisher: PublisherID?
    ) async throws -> KeptAnnouncement {
        guard let found = try await store.announcement(id, of: publisher) else {
            throw ServiceError(.notFound, "no announcement has this id")
        }
        return found
    }

    /// An announcement as anybody may see it: with all texts, and without its counts.
    func opened(_ record: AnnouncementRecord, for language: String?) -> AnnouncementRecord {
        var record = record
        record.announcement = texts.filled(record.announcement, for: language)
        (record.recipients, record.counts) = (0, .empty)
        return record
    }
}

extension PushContext {
    /// The notification that a publisher names. Throws `notFound`.
    /// - Parameter publisher: whose it has to be; nil for an operator, who sees those of all.
    func notification(
        _ id: AnnouncementID, of publisher: PublisherID?
    ) async throws -> KeptNotification {
        guard let found = try await store.notification(id, of: publisher) else {
            throw ServiceError(.notFound, "no notification has this id")
        }
        return found
    }

    /// Throws `invalidRequest` when the page of a notification is out of its rules.
    func check(_ details: String?) throws(ServiceError) {
        guard let details else { return }
        _ = try NotificationDetails.checked(details, categories: announcements.categories)
    }

    /// Throws when the key has sent as much in a minute as it may; else what is sent now counts.
    func count(_ key: APIKeyID, _ limits: PublishingLimits?, at now: UnixTime) throws {
        guard let limit = limits?.perMinute else { return }
        if let wait = rates.take(key, perMinute: limit, at: now) {
            throw Refusal.tooManyRequests(limit: limit, retryAfter: wait).answer
        }
    }
}
