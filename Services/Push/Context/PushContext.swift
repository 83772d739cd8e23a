import Models

/// The parts that all handlers share. The handlers are its methods, in `Handlers/`.
struct PushContext: Sendable {
    let store: PushStore
    let audience: AudienceProjection
    let feeds: any AppliedFeeds
    let resolver: any ResolvesAudiences
    let queue: any DeliversQueue
    let announcements: AnnouncementRules
    let texts: StandardTexts
    var publishing = PublishingRules()
    var rates = PublishingRates()
    let clock: any WallClock
    let random: @Sendable (Int) -> [UInt8]
    /// Returns the error of the next answer to a dry run (`CountNoise`).
    let countError: @Sendable () -> Int
    /// The bundle id for tokens without one, for previews; nil if none is configured.
    var appTopic: String?
    var broadcasts: any BroadcastGateway = UnconfiguredBroadcasts()
}

extension PushContext {
    /// Throws `notFound`.
    ///
    /// - Parameters:
    ///   - id: As in `GetNotification`.
    ///   - publisher: The required publisher; nil for an operator, who may see all.
    ///   - group: The required group; nil for both.
    func notification(
        _ id: String, of publisher: PublisherID?, among group: NotificationGroup?
    ) async throws -> KeptNotification {
        guard let found = try await store.notification(id, of: publisher, among: group) else {
            throw ServiceError(.notFound, "no \(group.noun) has this id")
        }
        return found
    }

    /// Cancels a notification. The first write stops all pushes; the rest updates the delivery counts.
    func cancel(_ number: Int64, by publisher: PublisherID?) async throws {
        let portion = 5000
        try await store.cancel(number, by: publisher, at: clock.now())
        while try await store.suppressCancelled(number, limit: portion, at: clock.now()) {}
        while try await store.takeBackUntold(number, limit: portion) {}
    }

    /// Counts a request of an API key that has a limit per minute. Throws once the limit is reached.
    func count(_ key: APIKeyID, _ limits: PublishingLimits?, at now: UnixTime) throws {
        guard let limit = limits?.perMinute else { return }
        if let wait = rates.take(key, perMinute: limit, at: now) {
            throw Refusal.tooManyRequests(limit: limit, retryAfter: wait).answer
        }
    }
}

extension NotificationGroup? {
    /// The word for one of them in errors.
    var noun: String { self == .announcements ? "announcement" : "notification" }
}
