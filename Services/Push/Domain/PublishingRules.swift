// Which notifications a publisher may send, and when they count.

import Models

/// The rules of who may send which notifications to whom.
struct PublishingRules: Sendable {
    let kinds: NotificationKinds
    let openTopics: NamePatterns
    let deviceTags: NamePatterns

    init(
        kinds: NotificationKinds = NotificationKinds(), openTopics: NamePatterns = NamePatterns(),
        deviceTags: NamePatterns = NamePatterns()
    ) {
        self.kinds = kinds
        self.openTopics = openTopics
        self.deviceTags = deviceTags
    }

    /// Throws `invalidRequest` for what is out of its rules, `forbidden` for what the key may not send. The content is
    /// judged by its own rules.
    func check(
        _ notification: OutgoingNotification, by limits: PublishingLimits?, isOperator: Bool, at now: UnixTime
    ) throws(ServiceError) {
        guard let kind = kinds[notification.kind] else {
            let names = kinds.all.map(\.name).joined(separator: ", ")
            throw ServiceError(
                .invalidRequest, "kind must be one of \(names); the operator names further ones in push.kinds")
        }
        let isNamed = limits?.kinds?.contains(kind.name)
        guard isNamed ?? (!kind.isRestricted || isOperator) else {
            throw ServiceError(.forbidden, "this API key may not send notifications of the kind \(kind.name)")
        }
        try AudienceExpressionRules.check(notification.audience, openTopics: openTopics, limits: limits)
        try checkTimes(notification, at: now)
    }

    private func checkTimes(_ notification: OutgoingNotification, at now: UnixTime) throws(ServiceError) {
        let begins = PublishingRules.begin(of: notification, createdAt: now)
        let latest = now.adding(seconds: AnnouncementRules.farthest)
        guard begins <= latest, notification.expiresAt ?? now <= latest else {
            throw ServiceError(.invalidRequest, "startsAt and expiresAt may lie at most 366 days ahead")
        }
        guard let ends = notification.expiresAt else { return }
        guard ends > now else {
            throw ServiceError(.invalidRequest, "expiresAt is over already; leave it out or give a later one")
        }
        guard ends > begins else { throw ServiceError(.invalidRequest, "expiresAt must come after startsAt") }
    }

    /// From when on people are told.
    static func begin(of notification: OutgoingNotification, createdAt: UnixTime) -> UnixTime {
        max(notification.startsAt ?? createdAt, createdAt)
    }

    /// From when on nobody is told.
    static func end(of notification: OutgoingNotification, createdAt: UnixTime) -> UnixTime {
        notification.expiresAt
            ?? notification.content.end(from: begin(of: notification, createdAt: createdAt))
    }

    /// The kind of a notification that was checked.
    func kind(_ name: String) -> NotificationKind { kinds.kind(taken: name) }

    /// The tags of a push device in the form in which they are kept.
    ///
    /// Throws `invalidRequest` for one that the operator has not named, and for too many.
    func checked(_ tags: [String]) throws(ServiceError) -> [String] {
        let tags = Set(tags).sorted()
        guard tags.count <= SetDeviceTags.maximumTags else {
            throw ServiceError(.invalidRequest, "a push device has at most \(SetDeviceTags.maximumTags) tags")
        }
        guard tags.allSatisfy(deviceTags.contains) else {
            let named = deviceTags.patterns.isEmpty ? "none" : deviceTags.patterns.joined(separator: ", ")
            throw ServiceError(
                .invalidRequest, "the tags that apps may give are \(named); the operator names them in push.deviceTags")
        }
        return tags
    }
}

extension OutgoingNotification {
    /// Whether people see nothing of it, and so find nothing of it in their inbox.
    var isSilent: Bool { content.pushType != .alert || content.texts.isEmpty }
}
