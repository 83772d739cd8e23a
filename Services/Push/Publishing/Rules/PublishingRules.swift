import Models

struct PublishingRules: Sendable {
    /// The longest time until the begin or the end, in seconds.
    static let farthest: Int64 = 366 * 86_400

    var kinds = NotificationKinds()
    var openTopics = NamePatterns()
    var deviceTags = NamePatterns()

    /// Checks a notification. Throws `invalidRequest`, or `forbidden` if the key may not send it. See
    /// `NotificationRules` for contents.
    func check(
        _ notification: OutgoingNotification, by limits: PublishingLimits?, isOperator: Bool, at now: UnixTime
    ) throws(ServiceError) {
        var wrong = WrongMembers()
        guard notification.announcement == nil else {
            try wrong.check { () throws(ServiceError) in
                try checkTimes(notification, isOperator: isOperator, at: now)
            }
            if let details = notification.details {
                try wrong.check { () throws(ServiceError) in try AnnouncementRules.check(details: details) }
            }
            try wrong.finish()
            return try checkAnnouncing(notification.kind, by: limits)
        }
        try wrong.check { () throws(ServiceError) in
            try check(kind: notification.kind, notification.audience, by: limits, isOperator: isOperator)
        }
        try wrong.check { () throws(ServiceError) in try checkTimes(notification, isOperator: isOperator, at: now) }
        try wrong.finish()
    }

    /// Throws `forbidden` for a key limited to other kinds, or to topics: an announcement reaches all users around.
    private func checkAnnouncing(_ kind: String, by limits: PublishingLimits?) throws(ServiceError) {
        guard let limits else { return }
        guard limits.kinds?.contains(kind) ?? true, limits.topics == nil else {
            throw ServiceError(.forbidden, "this API key may not announce anything of the kind \(kind)")
        }
    }

    /// Checks the limits of the key. A scheduled notification is checked again at its begin.
    func check(
        kind name: String, _ audience: AudienceExpression, by limits: PublishingLimits?, isOperator: Bool
    ) throws(ServiceError) {
        var wrong = WrongMembers()
        if let kind = kinds[name] {
            guard limits?.kinds?.contains(kind.name) ?? (!kind.isRestricted || isOperator) else {
                throw ServiceError(.forbidden, "this API key may not send notifications of the kind \(kind.name)")
            }
        } else {
            let names = kinds.all.map(\.name).joined(separator: ", ")
            wrong.expect(
                false, "kind", "kind must be one of \(names); the operator can add others with push.kinds")
        }
        try wrong.check { () throws(ServiceError) in
            try AudienceExpressionRules.check(audience, openTopics: openTopics, limits: limits)
        }
        try wrong.finish()
    }

    /// Returns the next begin of a series; nil without a further begin. Throws like `check`.
    func next(
        of series: NotificationSeries, by limits: PublishingLimits?, isOperator: Bool, after now: UnixTime
    ) throws(ServiceError) -> UnixTime? {
        var wrong = WrongMembers()
        try wrong.check { () throws(ServiceError) in
            try check(kind: series.kind, series.audience, by: limits, isOperator: isOperator)
        }
        let known = ZoneDatabase.system.rules(of: series.timeZone)
        wrong.expect(known != nil, "timeZone", "timeZone must be a time zone such as Europe/Paris")
        let read = try wrong.check { () throws(ServiceError) in try PublishingRules.rule(of: series) }
        try wrong.finish()
        guard let zone = known, let rule = read else { return nil }
        guard series.start.moment(in: zone) <= now.adding(seconds: PublishingRules.farthest) else {
            throw .invalid("startsAtLocal may be at most 366 days ahead; give an earlier one", field: "startsAtLocal")
        }
        // COUNT is counted from the start each time, so the start must not be too old.
        guard series.start.moment(in: zone) >= now.adding(seconds: -Recurrence.farthest * 86_400) else {
            throw .invalid("startsAtLocal may be at most ten years ago; give a later one", field: "startsAtLocal")
        }
        return Recurrence(rule: rule, start: series.start, zone: zone).next(after: now)
    }

    private static func rule(of series: NotificationSeries) throws(ServiceError) -> RecurrenceRule {
        guard series.rule.utf8.count <= NotificationSeries.maximumRuleBytes else {
            throw .invalid("rule has at most \(NotificationSeries.maximumRuleBytes) bytes", field: "rule")
        }
        let rule = try RecurrenceRule(series.rule)
        try rule.checkTimes(from: series.start)
        return rule
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
        var wrong = WrongMembers()
        wrong.expect(begins <= latest, "startsAt", "startsAt may be at most 366 days ahead; give an earlier one")
        let isPast =
            notification.announcement == nil
            && notification.startsAt ?? now < now.adding(seconds: -PublishingRules.slack)
        wrong.expect(
            !isPast, "startsAt", "startsAt is in the past; leave it out to send at once, or give a later one")
        let end = notification.expiresAt
        wrong.expect(
            end ?? now <= latest, "expiresAt", "expiresAt may be at most 366 days ahead; give an earlier one")
        wrong.expect(
            end.map { $0 > now } ?? true, "expiresAt",
            "expiresAt is in the past; leave it out or give a later one")
        try wrong.finish()
        guard let ends = end else { return }
        guard ends > begins else {
            throw .invalid(
                "expiresAt must be after \(notification.announcement == nil ? "the begin" : "startsAt")",
                field: "expiresAt")
        }
    }

    private func checkLocal(
        _ start: LocalStart, of notification: OutgoingNotification, at now: UnixTime
    ) throws(ServiceError) {
        guard notification.startsAt == nil else {
            throw .invalid("give either startsAt or startsAtLocal, not both", field: "startsAt")
        }
        guard ZoneDatabase.system.has(start.fallbackZone) else {
            throw .invalid("timeZone must be a time zone such as Europe/Paris", field: "timeZone")
        }
        guard notification.audience.place == nil else {
            throw .invalid(
                "a notification with near has one time for all; give startsAt instead of startsAtLocal",
                field: "startsAtLocal")
        }
        let waves = LocalWaves(of: start.moment)
        guard waves.last > now else {
            throw .invalid("startsAtLocal is in the past in all time zones; give a later one", field: "startsAtLocal")
        }
        // In the last time zone the notification begins a day after the begin in the first time zone.
        guard waves.last <= now.adding(seconds: PublishingRules.farthest) else {
            throw .invalid("startsAtLocal may be at most 366 days ahead; give an earlier one", field: "startsAtLocal")
        }
    }

    /// Throws if users of some time zones could not be reached: the count would reveal their zone to the publisher.
    private static func checkReach(
        _ start: LocalStart, of notification: OutgoingNotification, at now: UnixTime
    ) throws(ServiceError) {
        let waves = LocalWaves(of: start.moment)
        if let ends = notification.expiresAt {
            guard ends > waves.last.adding(seconds: slack) else {
                throw .invalid(
                    "expiresAt must be after startsAtLocal in all time zones, which is 12 hours after it in UTC; "
                        + "give a later one, or use timeToLive instead", field: "expiresAt")
            }
        } else if let end = PublishingRules.end(of: notification, inFirstZoneOf: start),
            end <= now.adding(seconds: slack)
        {
            throw .invalid(
                "in some time zones startsAtLocal is past by more than timeToLive; give a later one, or a longer timeToLive",
                field: "startsAtLocal")
        }
    }

    /// Returns the end in the first time zone; nil if one end applies to all.
    static func end(of notification: OutgoingNotification, inFirstZoneOf start: LocalStart) -> UnixTime? {
        notification.expiresAt == nil ? notification.content.end(from: LocalWaves(of: start.moment).first) : nil
    }

    /// The tolerated seconds in the past: requests take time, and clocks differ.
    static let slack: Int64 = 60

    static func begin(of notification: OutgoingNotification, createdAt: UnixTime) -> UnixTime {
        let start = notification.localStart.map { LocalWaves(of: $0.moment).first } ?? notification.startsAt
        return max(start ?? createdAt, createdAt)
    }

    static func end(of notification: OutgoingNotification, createdAt: UnixTime) -> UnixTime {
        notification.expiresAt
            ?? notification.content.end(from: begin(of: notification, createdAt: createdAt))
    }

    /// Returns the tags in the stored form. Throws `invalidRequest` for an unconfigured tag, and for too many.
    func checked(_ tags: [String]) throws(ServiceError) -> [String] {
        let tags = Set(tags).sorted()
        guard tags.count <= SetDeviceTags.maximumTags else {
            throw .invalid("a push device has at most \(SetDeviceTags.maximumTags) tags", field: "tags")
        }
        guard tags.allSatisfy(deviceTags.contains) else {
            let named = deviceTags.patterns.isEmpty ? "none" : deviceTags.patterns.joined(separator: ", ")
            throw .invalid(
                "the tags that apps may give are \(named); the operator can add others with push.deviceTags",
                field: "tags")
        }
        return tags
    }
}

extension OutgoingNotification {
    /// Whether the notification has no entry in the inbox.
    var isSilent: Bool { announcement == nil && (content.pushType != .alert || content.texts.isEmpty) }
}
