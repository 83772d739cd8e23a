import Foundation
import Models

extension PushContext {
    /// Stores a notification, and then replies. Named recipients are queued at once, others later.
    func sendNotification(
        _ request: SendNotification, _ context: MessageContext
    ) async throws -> SendNotification.Reply {
        let now = clock.now()
        let isOperator = request.isOperator == true
        if request.isDryRun { return try await countRecipients(of: request, isOperator: isOperator, at: now) }
        var notification = request.notification
        notification.announcement = notification.announcement.map(AnnouncementRules.kept)
        // A repeated request succeeds even if the time or the settings would now forbid the notification.
        let key = try request.idempotencyKey.map { try IdempotencyKey($0, of: notification) }
        if let key, let former = try await store.notification(of: request.publisher, underKey: key) {
            return SendNotification.Reply(
                record: former.shown(isOperator: isOperator, openTopics: publishing.openTopics))
        }
        notification = try checked(notification, request.limits, request.mayInterrupt, isOperator: isOperator, at: now)
        try count(request.apiKey, request.limits, at: now)
        // The feeds are read before the notification is stored, so the publisher learns of a missing service.
        let marks = try await feeds.catchUp()
        let id = try NotificationID(random: random(16))
        let recipients = try await namedRecipients(of: notification, at: clock.now())
        let record = try await store.send(
            notification, as: id, by: request.publisher, underKey: key,
            NotificationPlan(apiKey: request.apiKey, limits: request.limits, isOperator: isOperator),
            isBounded: !isOperator, to: recipients, at: now)
        if recipients == nil { begins.begin(record.id, from: marks) } else { queue.signal() }
        return SendNotification.Reply(record: record.shown(isOperator: isOperator, openTopics: publishing.openTopics))
    }

    /// The recipients that the notification names; nil unless it begins now and its audience is a list of accounts.
    private func namedRecipients(
        of notification: OutgoingNotification, at now: UnixTime
    ) async throws -> [ResolvedRecipient]? {
        guard case .accounts(let accounts) = notification.audience, notification.localStart == nil,
            PublishingRules.begin(of: notification, createdAt: now) <= now
        else { return nil }
        let kind = publishing.kinds.kind(taken: notification.kind)
        let query = AudienceQuery(kind: kind, expression: notification.audience)
        let numbers = try await people.numbers(of: accounts)
        return audience.resolve(query, naming: numbers, at: now).recipients
    }

    /// Counts the recipients for a dry run. Stores only that a count was made, and its place. A publisher gets no count
    /// of users whom it picks, not even with an error added.
    private func countRecipients(
        of request: SendNotification, isOperator: Bool, at now: UnixTime
    ) async throws -> SendNotification.Reply {
        var notification = try checked(
            request.notification, request.limits, request.mayInterrupt, isOperator: isOperator, at: now)
        let isPicked = AudienceExpressionRules.isPicked(notification.audience, openTopics: publishing.openTopics)
        guard isOperator || !isPicked else { return SendNotification.Reply() }
        if !isOperator { notification.audience = notification.audience.coarse }
        // The feeds are read before the dry run is counted, so that an answer "try again" uses up no dry run.
        _ = try await feeds.catchUp()
        if !isOperator { try await store.probe(request.publisher, at: notification.audience.place, now) }
        let query = AudienceQuery(
            kind: publishing.kinds.kind(taken: notification.kind), expression: notification.audience,
            announcement: notification.announcement)
        var silenced = try await deliveries.silencedPushDevices(
            for: notification.kind, describesMuted: notification.audience.isOfDevices, at: now)
        // Silent notifications do not count towards caps.
        if notification.isSilent { silenced.capped = [] }
        let counts = audience.count(
            query, naming: try await people.numbers(of: notification.audience.accounts), except: silenced, at: now)
        guard !isOperator else {
            return SendNotification.Reply(recipients: counts.recipients, deliveries: counts.pushDevices)
        }
        return CountRules.reply(recipients: counts.recipients, error: countError())
    }

    func getNotification(_ request: GetNotification, _ context: MessageContext) async throws -> NotificationRecord {
        let kept = try await notification(request.id, of: request.publisher, among: request.among)
        var record = kept.record
        record.interactions = try await store.interactions(with: kept.number)
        if request.publisher == nil, request.asPublisher != true {
            let reasons = try await store.reasons(of: kept.number)
            record.reasons = reasons.isEmpty ? nil : reasons
        }
        return record.shown(to: request.publisher, asPublisher: request.asPublisher, openTopics: publishing.openTopics)
    }

    func listNotifications(
        _ request: ListNotifications, _ context: MessageContext
    ) async throws -> ListNotifications.Reply {
        let isOfAnnouncements = request.among == .announcements
        try (isOfAnnouncements ? ListNotifications.limitsOfAnnouncements : ListNotifications.limits)
            .check(limit: request.limit)
        // One extra row shows whether another page exists.
        var found = try await notifications(request, atLeast: request.limit + 1)
        let hasMore = found.count > request.limit
        if hasMore { found.removeSubrange(request.limit...) }
        return ListNotifications.Reply(notifications: found, hasMore: hasMore)
    }

    /// Returns at least `count` notifications, or all that exist. A filter by state applies to the visible state: a
    /// publisher must not learn whether a push to few users still waits.
    private func notifications(_ request: ListNotifications, atLeast count: Int) async throws -> [NotificationRecord] {
        let isOperator = request.publisher == nil && request.asPublisher != true
        let isFailing = request.hasFailures == true
        guard isOperator || !isFailing else {
            throw ServiceError(.forbidden, "failures are counts, which this API key may not see; leave out `failed`")
        }
        var (found, before): ([NotificationRecord], NotificationID?) = ([], request.before)
        while found.count < count {
            let page = try await store.notifications(
                of: request.publisher, in: request.state?.keptAs(isOperator: isOperator) ?? [], among: request.among,
                isFailing: isFailing, before: before, limit: count)
            guard let page else {
                throw ServiceError.invalid(
                    "no \(request.among.noun) has the id in the cursor; begin again without a cursor")
            }
            let shown = page.map {
                $0.shown(to: request.publisher, asPublisher: request.asPublisher, openTopics: publishing.openTopics)
            }
            found += shown.filter { request.state == nil || $0.state == request.state }
            guard page.count == count else { break }
            before = page.last?.id
        }
        return found
    }

    /// Changes a notification, with the same checks and the same rate limit as for a new notification.
    func changeNotification(
        _ request: ChangeNotification, _ context: MessageContext
    ) async throws -> NotificationRecord {
        let now = clock.now()
        let isOperator = request.isOperator == true
        let notification = try checked(
            request.notification, request.limits, request.mayInterrupt, isOperator: isOperator, at: now)
        try count(request.apiKey, request.limits, at: now)
        // The notification may begin at once, so the feeds' positions are needed.
        let marks = try await feeds.catchUp()
        let record = try await store.change(
            request.id, of: request.publisher, to: notification,
            NotificationPlan(apiKey: request.apiKey, limits: request.limits, isOperator: isOperator),
            isBounded: !isOperator, at: now)
        begins.begin(record.id, from: marks)
        return record.shown(isOperator: isOperator, openTopics: publishing.openTopics)
    }

    func cancelNotification(
        _ request: CancelNotification, _ context: MessageContext
    ) async throws -> NotificationRecord {
        let found = try await notification(
            request.id, of: request.publisher, among: request.among, isOwn: request.among != .announcements)
        try await cancel(found.number, by: request.publisher)
        let cancelled = try await notification(found.id.text, of: request.publisher, among: request.among, isOwn: true)
        return cancelled.record.shown(isOperator: request.publisher == nil, openTopics: publishing.openTopics)
    }

    private func checked(
        _ notification: OutgoingNotification, _ limits: PublishingLimits?, _ mayInterrupt: Bool?, isOperator: Bool,
        at now: UnixTime
    ) throws(ServiceError) -> OutgoingNotification {
        var checked = notification
        var wrong = WrongMembers()
        if let announcement = notification.announcement {
            checked.announcement = try wrong.check { () throws(ServiceError) in
                try announcements.checked(announcement)
            }
        }
        try wrong.check { () throws(ServiceError) in
            try publishing.check(notification, by: limits, isOperator: isOperator, at: now)
        }
        if notification.announcement == nil {
            try wrong.check { () throws(ServiceError) in
                try NotificationRules.check(notification.content, mayInterrupt: mayInterrupt == true)
            }
            if let details = notification.details {
                try wrong.check { () throws(ServiceError) in
                    try NotificationDetails.checked(details, categories: announcements.categories)
                }
            }
        }
        try wrong.finish()
        return checked
    }

    func summarizeResults(
        _ request: SummarizeResults, _ context: MessageContext
    ) async throws -> SummarizeResults.Reply {
        let kept = try await notification(request.id.text, of: request.publisher, among: .others)
        let shown = kept.record.shown(isOperator: false, openTopics: publishing.openTopics)
        guard shown.fewerThan == nil, shown.counts.sent > 0 else { return SummarizeResults.Reply(groups: []) }
        return SummarizeResults.Reply(
            groups: ResultRules.disclosed(try await store.sentGroups(of: kept.number), of: shown.counts.sent))
    }

    func listResults(_ request: ListResults, _ context: MessageContext) async throws -> ListResults.Reply {
        let kept = try await notification(request.id.text, of: nil, among: .others)
        return try await store.results(
            of: kept, after: request.after ?? 0, askedBy: request.askedBy ?? "the operator", at: clock.now())
    }

    /// Records interactions. The call succeeds even if no interaction is counted.
    func recordInteractions(_ request: RecordInteractions, _ context: MessageContext) async throws -> Done {
        let limits = RecordInteractions.limits
        guard limits.contains(request.interactions.count) else {
            throw ServiceError.invalid("send \(limits.lowerBound) to \(limits.upperBound) interactions at a time")
        }
        try await store.record(request.interactions, of: request.account, at: clock.now())
        return Done()
    }

    /// Renders exactly the bytes that would be sent now to a user with one unread entry.
    func previewNotification(
        _ request: PreviewNotification, _ context: MessageContext
    ) async throws -> NotificationPreviewPage {
        let content = request.content
        try NotificationRules.check(content, mayInterrupt: request.mayInterrupt)
        let now = clock.now()
        let occasion = RenderedOccasion(
            id: NotificationSizes.anyID, badge: 1, beginsAt: now, endsAt: content.end(from: now))
        let previews = try NotificationSizes.previews(of: content, occasion)
        return NotificationPreviewPage(previews: previews.flatMap { renderings(of: $0, at: now) })
    }

    private func renderings(of preview: NotificationPreview, at now: UnixTime) -> [PreviewedNotification] {
        let push = preview.push
        func rendering(
            _ device: PreviewedDevice, _ headers: [PreviewedHeader], _ payload: Data
        ) -> PreviewedNotification {
            PreviewedNotification(
                reaches: device, language: preview.language, headers: headers,
                payload: String(decoding: payload, as: UTF8.self), bytes: push.size,
                maximumBytes: push.pushType.largestPayload)
        }
        guard preview.provider == .fcm else { return [rendering(.apns, headers(of: push, true), push.payload)] }
        let body = FCMMessages.body(
            payload: push.payload, android: push.android ?? Data(), token: nil,
            lifetime: FCMMessages.lifetime(until: push.expiresAt, at: now))
        return [rendering(.apnsThroughFCM, headers(of: push, false), body), rendering(.android, [], body)]
    }

    private func headers(of push: RenderedPush, _ hasTopic: Bool) -> [PreviewedHeader] {
        var headers = push.headers.map { PreviewedHeader(name: $0.name, value: $0.value) }
        if hasTopic, let topic = appTopic {
            headers.append(PreviewedHeader(name: "apns-topic", value: topic + push.pushType.topicSuffix))
        }
        return headers
    }
}

extension AudienceExpression {
    /// The expression with the circle around the centre of its grid square.
    fileprivate var coarse: AudienceExpression {
        switch self {
        case .near(let place): .near(CoarsePlace.middle(of: place))
        case .all(let parts): .all(parts.map(\.coarse))
        default: self
        }
    }
}

extension NotificationState {
    /// Returns the stored states that a publisher sees as this state. A notification by local times is stored as
    /// scheduled between two begins. A notification with few recipients appears to its publisher as done.
    fileprivate func keptAs(isOperator: Bool) -> [NotificationState] {
        switch self {
        case .deciding: [.scheduled, .deciding]
        case .done: isOperator ? [.done] : [.deciding, .delivering, .done]
        default: [self]
        }
    }
}
