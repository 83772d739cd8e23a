import Models

/// Answers `SendNotification` once the notification is stored. Named recipients are queued with it; other audiences are
/// resolved afterwards.
struct SendNotificationHandler: Sendable {
    let service: PushContext

    private var openTopics: NamePatterns { service.publishing.openTopics }

    func handle(_ request: SendNotification, _ context: MessageContext) async throws -> SendNotification.Reply {
        let now = service.clock.now()
        let isOperator = request.isOperator == true
        let notification = request.notification
        if request.isDryRun { return try await count(request, isOperator: isOperator, at: now) }
        // A repeated request succeeds even if the time or the settings would now forbid it.
        let key = try request.idempotencyKey.map { try IdempotencyKey($0, of: notification) }
        if let key, let former = try await service.store.notification(of: request.publisher, underKey: key) {
            return SendNotification.Reply(record: former.shown(isOperator: isOperator, openTopics: openTopics))
        }
        try service.publishing.check(notification, by: request.limits, isOperator: isOperator, at: now)
        try NotificationRules.check(notification.content, mayInterrupt: request.mayInterrupt == true)
        try service.check(notification.details)
        try service.count(request.apiKey, request.limits, at: now)
        // Before it is stored, so that the publisher sees an error if a service is down.
        let marks = try await service.catchUp()
        guard let id = AnnouncementID(opaqueIDText(service.random(16))) else {
            throw ServiceError(.internalFailure, "no id could be made for the notification")
        }
        let told = try await told(notification, at: service.clock.now())
        let record = try await service.store.send(
            notification, as: id, by: request.publisher, underKey: key,
            NotificationPlan(apiKey: request.apiKey, limits: request.limits, isOperator: isOperator),
            NotificationReading.text(of: notification.content, for: nil), isBounded: !isOperator, told: told, at: now)
        if told == nil { service.resolveAudience(record.id, marks) } else { service.deliver() }
        return SendNotification.Reply(record: record.shown(isOperator: isOperator, openTopics: openTopics))
    }

    /// The recipients, if the notification begins now and names the accounts it can reach; nil otherwise.
    private func told(_ notification: OutgoingNotification, at now: UnixTime) async throws -> [ResolvedRecipient]? {
        guard case .accounts(let accounts) = notification.audience, notification.localStart == nil,
            PublishingRules.begin(of: notification, createdAt: now) <= now
        else { return nil }
        let query = AudienceQuery(
            kind: service.publishing.kind(notification.kind), expression: notification.audience)
        let numbers = try await service.store.numbers(of: accounts)
        return service.audience.resolve(query, naming: numbers, at: now).recipients
    }

    /// Counts the users who would be notified. Stores only the fact of the count and its place. Publishers get no count
    /// of users they pick, not even with an error.
    private func count(
        _ request: SendNotification, isOperator: Bool, at now: UnixTime
    ) async throws -> SendNotification.Reply {
        var notification = request.notification
        try service.publishing.check(notification, by: request.limits, isOperator: isOperator, at: now)
        try NotificationRules.check(notification.content, mayInterrupt: request.mayInterrupt == true)
        try service.check(notification.details)
        guard isOperator || !AudienceExpressionRules.isPicked(notification.audience, openTopics: openTopics) else {
            return SendNotification.Reply()
        }
        if !isOperator { notification.audience = notification.audience.coarse }
        // First, so that a request that is answered with "try again" uses up no dry run.
        _ = try await service.catchUp()
        if !isOperator {
            if let place = notification.audience.place {
                try await service.store.probe(request.publisher, .count, at: place, now)
            } else {
                try await service.store.probeAudience(request.publisher, at: now)
            }
        }
        let query = AudienceQuery(
            kind: service.publishing.kind(notification.kind), expression: notification.audience)
        var silenced = try await service.store.silencedPushDevices(
            for: notification.kind, describesMuted: notification.audience.isOfDevices, at: now)
        // Silent notifications do not count towards caps.
        if notification.isSilent { silenced.capped = [] }
        let counts = service.audience.count(
            query, naming: try await service.store.numbers(of: notification.audience.accounts), except: silenced,
            at: now)
        guard !isOperator else {
            return SendNotification.Reply(recipients: counts.recipients, deliveries: counts.pushDevices)
        }
        let told = CountRules.reply(recipients: counts.recipients, error: service.countError())
        return SendNotification.Reply(recipients: told.recipients, fewerThan: told.fewerThan)
    }
}

extension AudienceExpression {
    /// The same expression, with the circle around the centre of its grid square.
    fileprivate var coarse: AudienceExpression {
        switch self {
        case .near(let place): .near(CoarsePlace.middle(of: place))
        case .all(let parts): .all(parts.map(\.coarse))
        default: self
        }
    }
}
