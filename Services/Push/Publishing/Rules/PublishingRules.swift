import Models

struct PublishingRules: Sendable {
    /// In seconds, until the begin or the end.
    static let farthest: Int64 = 366 * 86_400

    var kinds = NotificationKinds()
    var openTopics = NamePatterns()
    var deviceTags = NamePatterns()

    /// Throws `invalidRequest`, or `forbidden` if the key may not send it. The content has its own rules.
    func check(
        _ notification: OutgoingNotification, by limits: PublishingLimits?, isOperator: Bool, at now: UnixTime
    ) throws(ServiceError) {
        guard notification.announcement == nil else {
            try checkTimes(notification, isOperator: isOperator, at: now)
            if let details = notification.details { try AnnouncementRules.check(details: details) }
            return try checkAnnouncing(notification.kind, by: limits)
        }
        try check(kind: notification.kind, notification.audience, by: limits, isOperator: isOperator)
        try checkTimes(notification, isOperator: isOperator, at: now)
    }

    /// Throws `forbidden` for a key limited to other kinds, or to topics: an announcement reaches all users around.
    private func checkAnnouncing(_ kind: String, by limits: PublishingLimits?) throws(ServiceError) {
        guard let limits else { return }
        guard limits.kinds?.contains(kind) ?? true, limits.topics == nil else {
            throw ServiceError(.forbidden, "this API key may not announce anything of the kind \(kind)")
        }
    }

    /// Repeated at the begin of a scheduled notification.
    func check(
        kind name: String, _ audience: AudienceExpression, by limits: PublishingLimits?, isOperator: Bool
    ) throws(ServiceError) {
        guard let kind = kinds[name] else {
            let names = kinds.all.map(\.name).joined(separator: ", ")
            throw .invalid("kind must be one of \(names); the operator names further ones in push.kinds", field: "kind")
        }
        let isNamed = limits?.kinds?.contains(kind.name)
        guard isNamed ?? (!kind.isRestricted || isOperator) else {
            throw ServiceError(.forbidden, "this API key may not send notifications of the kind \(kind.name)")
        }
        try AudienceExpressionRules.check(audience, openTopics: openTopics, limits: limits)
    }

    /// Throws like `check`; nil for no further begin. The content has its own rules.
    func next(
        of series: NotificationSeries, by limits: PublishingLimits?, isOperator: Bool, after now: UnixTime
    ) throws(ServiceError) -> UnixTime? {
        try check(kind: series.kind, series.audience, by: limits, isOperator: isOperator)
        guard let zone = ZoneDatabase.system.rules(of: series.timeZone) else {
            throw .invalid("timeZone must be a time zone such as Europe/Paris", field: "timeZone")
        }
        guard series.rule.utf8.count <= NotificationSeries.maximumRuleBytes else {
            throw .invalid("rule has at most \(NotificationSeries.maximumRuleBytes) bytes", field: "rule")
        }
        let rule = try RecurrenceRule(series.rule)
        try rule.checkTimes(from: series.start)
        guard series.start.moment(in: zone) <= now.adding(seconds: PublishingRules.farthest) else {
            throw .invalid("startsAtLocal may lie at most 366 days ahead", field: "startsAtLocal")
        }
        // COUNT is counted from the start each time, so the start must not be too old.
        guard series.start.moment(in: zone) >= now.adding(seconds: -Recurrence.farthest * 86_400) else {
            throw .invalid("startsAtLocal may lie at most ten years back; give a later one", field: "startsAtLocal")
        }
        return Recurrence(rule: rule, start: series.start, zone: zone).next(after: now)
    }

    private func checkTimes(
        _ notification: OutgoingNotification, isOperator: Bool, at now: UnixTime
    ) throws(ServiceError) {
        if let start = notification.localStart {
            try checkLocal(start, of: notification, at: now)
            if !isOperator { try PublishingRules.checkReach(start, of: notification, at: now) }
        }
        let begins = PublishingRules.begin(of: notification, createdAt: now)
        let latest = now.adding(seconds: PublishingRules.farthest)
        guard begins <= latest, notification.expiresAt ?? now <= latest else {
            throw .invalid(
                "startsAt and expiresAt may lie at most 366 days ahead",
                field: begins <= latest ? "expiresAt" : "startsAt")
        }
        // An announcement that has started is sent at once.
        if notification.announcement == nil, let start = notification.startsAt,
            start < now.adding(seconds: -PublishingRules.slack)
        {
            throw .invalid(
                "startsAt is in the past; leave it out to send at once, or give a later one", field: "startsAt")
        }
        guard let ends = notification.expiresAt else { return }
        guard ends > now else {
            throw .invalid("expiresAt is in the past; leave it out or give a later one", field: "expiresAt")
        }
        guard ends > begins else {
            throw .invalid(
                "expiresAt must come after \(notification.announcement == nil ? "the begin" : "startsAt")",
                field: "expiresAt")
        }
    }

    private func checkLocal(
        _ start: LocalStart, of notification: OutgoingNotification, at now: UnixTime
    ) throws(ServiceError) {
        guard notification.startsAt == nil else {
            throw .invalid("a notification has startsAt or startsAtLocal, and not both", field: "startsAt")
        }
        guard ZoneDatabase.system.has(start.fallbackZone) else {
            throw .invalid("timeZone must be a time zone such as Europe/Paris", field: "timeZone")
        }
        guard notification.audience.place == nil else {
            throw .invalid("near has one time; give startsAt in place of startsAtLocal", field: "startsAtLocal")
        }
        let waves = LocalWaves(of: start.moment)
        guard waves.last > now else {
            throw .invalid("startsAtLocal is in the past in all time zones; give a later one", field: "startsAtLocal")
        }
        // In the last time zone it begins a day after the first.
        guard waves.last <= now.adding(seconds: PublishingRules.farthest) else {
            throw .invalid("startsAtLocal may lie at most 366 days ahead", field: "startsAtLocal")
        }
    }

    /// The time zone of some users must not exclude them: the count would reveal their zone to the publisher.
    private static func checkReach(
        _ start: LocalStart, of notification: OutgoingNotification, at now: UnixTime
    ) throws(ServiceError) {
        let waves = LocalWaves(of: start.moment)
        if let ends = notification.expiresAt {
            guard ends > waves.last.adding(seconds: slack) else {
                throw .invalid(
                    "expiresAt must be after startsAtLocal in all time zones, which is 12 hours after it in UTC; "
                        + "give a later one, or timeToLive in its place", field: "expiresAt")
            }
        } else if let end = PublishingRules.end(of: notification, inFirstZoneOf: start),
            end <= now.adding(seconds: slack)
        {
            throw .invalid(
                "in some time zones startsAtLocal is past by more than timeToLive; give a later one, or a longer timeToLive",
                field: "startsAtLocal")
        }
    }

    /// In the first time zone; nil if one end applies to all.
    static func end(of notification: OutgoingNotification, inFirstZoneOf start: LocalStart) -> UnixTime? {
        notification.expiresAt == nil ? notification.content.end(from: LocalWaves(of: start.moment).first) : nil
    }

    /// In seconds: requests take time, and clocks differ.
    static let slack: Int64 = 60

    static func begin(of notification: OutgoingNotification, createdAt: UnixTime) -> UnixTime {
        let start = notification.localStart.map { LocalWaves(of: $0.moment).first } ?? notification.startsAt
        return max(start ?? createdAt, createdAt)
    }

    static func end(of notification: OutgoingNotification, createdAt: UnixTime) -> UnixTime {
        notification.expiresAt
            ?? notification.content.end(from: begin(of: notification, createdAt: createdAt))
    }

    /// In the stored form. Throws `invalidRequest` for an unconfigured tag, and for too many.
    func checked(_ tags: [String]) throws(ServiceError) -> [String] {
        let tags = Set(tags).sorted()
        guard tags.count <= SetDeviceTags.maximumTags else {
            throw .invalid("a push device has at most \(SetDeviceTags.maximumTags) tags", field: "tags")
        }
        guard tags.allSatisfy(deviceTags.contains) else {
            let named = deviceTags.patterns.isEmpty ? "none" : deviceTags.patterns.joined(separator: ", ")
            throw .invalid(
                "the tags that apps may give are \(named); the operator names them in push.deviceTags", field: "tags")
        }
        return tags
    }
}

extension OutgoingNotification {
    /// Has no entry in the inbox.
    var isSilent: Bool { announcement == nil && (content.pushType != .alert || content.texts.isEmpty) }
}
