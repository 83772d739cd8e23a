import Models

struct PreferenceRules: Sendable {
    /// The categories, in the order of display.
    let categories: [String]
    var kinds = NotificationKinds()
    var openTopics = NamePatterns()

    /// The allowed radii in kilometres.
    static let radii = 5...50
    private static let minutesOfDay = 0..<1440

    var defaults: NotificationChoices { .standard(categories: categories) }

    /// Returns the choices with each category once, in the configured order. Throws `invalidRequest` for a radius out
    /// of range or an unknown category.
    func checked(_ choices: NotificationChoices) throws(ServiceError) -> NotificationChoices {
        var wrong = WrongMembers()
        wrong.expect(
            PreferenceRules.radii.contains(choices.notificationRadius), "notificationRadius",
            "notificationRadius must be a whole number of kilometres from 5 to 50")
        wrong.expect(
            choices.preferredCategories.allSatisfy { categories.containsExactly($0) }, "preferredCategories",
            "preferredCategories may contain only \(categories.joined(separator: ", "))")
        try wrong.finish()
        return present(choices)
    }

    /// Removes stored categories that no longer exist.
    func present(_ choices: NotificationChoices) -> NotificationChoices {
        var present = choices
        present.preferredCategories = categories.filter(choices.preferredCategories.contains)
        return present
    }

    /// Throws `invalidRequest` for invalid or equal minutes of the day, or an unknown time zone.
    static func check(_ hours: QuietHours) throws(ServiceError) {
        var wrong = WrongMembers()
        wrong.expect(
            minutesOfDay.contains(hours.start) && minutesOfDay.contains(hours.end) && hours.start != hours.end, "start",
            "quiet hours need a start and a different end, both from 00:00 to 23:59")
        wrong.expect(
            ZoneDatabase.system.has(hours.timeZone), "timeZone", "quiet hours need a time zone such as Europe/Paris")
        try wrong.finish()
    }

    /// Throws `invalidRequest` for an unknown kind, or if a choice switches a mandatory kind off.
    func check(_ choices: [NotificationKindChoice]) throws(ServiceError) {
        let switches = kinds.switches
        for choice in choices {
            guard let kind = switches.first(where: { $0.name.isExactly(choice.name) }) else {
                let names = switches.map(\.name).joined(separator: ", ")
                throw ServiceError(
                    .invalidRequest, "kinds may contain only \(names)", field: "kinds")
            }
            guard choice.enabled || !kind.isMandatory else {
                throw ServiceError(.invalidRequest, "\(kind.name) cannot be switched off", field: "kinds")
            }
        }
    }

    /// Applies choices. A choice that equals the default is stored, too, because the operator may change the default.
    func apply(_ choices: [NotificationKindChoice], to kept: inout KeptPreferences) {
        for choice in choices {
            if let type = AnnouncementType(known: choice.name) {
                var said = kept.choices ?? defaults
                said.set(type, choice.enabled)
                kept.choices = said
                continue
            }
            kept.kindsOn = kept.kindsOn.with(choice.name, choice.enabled)
            kept.kindsOff = kept.kindsOff.with(choice.name, !choice.enabled)
        }
        // Each choice also removes kinds that the operator no longer has.
        let names = Set(kinds.switches.map { ExactText($0.name) })
        kept.kindsOn.removeAll { !names.contains(ExactText($0)) }
        kept.kindsOff.removeAll { !names.contains(ExactText($0)) }
    }

    func checkOpen(_ topic: String) throws(ServiceError) {
        try PreferenceRules.checkName(topic, "a topic")
        guard openTopics.contains(topic) else {
            throw ServiceError(
                .forbidden, "users cannot subscribe to this topic; the operator can open it with push.openTopics")
        }
    }

    /// Throws `forbidden` if a publisher adds users to an open topic, and for a topic outside the key's limits. Throws
    /// `invalidRequest` for an invalid name.
    func checkGiven(_ topic: String, adds: Bool, _ limits: PublishingLimits?) throws(ServiceError) {
        try PreferenceRules.checkName(topic, "a topic")
        guard !adds || !openTopics.contains(topic) else {
            throw ServiceError(
                .forbidden, "only users themselves can join this topic, because push.openTopics contains it")
        }
        if let topics = limits?.topics, !topics.contains(topic) {
            throw ServiceError(.forbidden, "this API key is limited to the topics \(topics.joined(separator: ", "))")
        }
    }

    /// Throws `invalidRequest` for invalid or too many tags. Throws `forbidden` for a key that is limited to topics,
    /// because tags decide who gets the messages of other publishers.
    static func checkTags(_ request: ChangeTags) throws(ServiceError) {
        guard request.limits?.topics == nil else {
            throw ServiceError(.forbidden, "an API key that is limited to topics cannot change tags")
        }
        for tag in request.added + request.removed { try checkName(tag, "a tag") }
        let (added, removed) = (Set(request.added), Set(request.removed))
        guard added.count <= ChangeTags.maximumTags, removed.count <= ChangeTags.maximumTags * 2,
            added.isDisjoint(with: removed)
        else {
            throw ServiceError(
                .invalidRequest,
                "at most \(ChangeTags.maximumTags) tags can be added and \(ChangeTags.maximumTags * 2) removed at a time, and no tag can be in both"
            )
        }
        try checkCount(request.accounts)
    }

    /// Throws `invalidRequest` if there are no accounts or too many accounts.
    static func checkCount(_ accounts: [AccountID]) throws(ServiceError) {
        let maximum = ChangeTopicMembers.maximumAccounts
        guard (1...maximum).contains(accounts.count) else {
            throw ServiceError(.invalidRequest, "1 to \(maximum) accounts can be changed at a time", field: "accounts")
        }
    }

    private static func checkName(_ name: String, _ what: String) throws(ServiceError) {
        guard AudienceExpression.isName(name) else {
            throw ServiceError(.invalidRequest, "the name of \(what) has 1 to 64 characters out of A-Z a-z 0-9 . _ : -")
        }
    }
}

extension [String] {
    func with(_ name: String, _ isIn: Bool) -> [String] {
        if isIn { return contains(name) ? self : (self + [name]).sorted() }
        return filter { $0 != name }
    }
}
