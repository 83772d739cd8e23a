package import Models

/// The properties of a push device that audiences can test.
package struct DeviceFacts: Hashable, Sendable {
    /// The device's platform: `ios`, `android` or `web`.
    package var platform: String
    /// The language, if the app reported one. It is parsed when needed: most deliveries do not ask for it.
    private var reportedLanguage: String?
    private var reportedVersion: String?
    package var tags: [String]

    package init(platform: String, language: String? = nil, version: String? = nil, tags: [String] = []) {
        self.platform = platform
        self.reportedLanguage = language
        self.reportedVersion = version
        self.tags = tags
    }

    package var language: LanguageTag? { reportedLanguage.flatMap { LanguageTag($0) } }
    package var version: AppVersion? { reportedVersion.flatMap { AppVersion($0) } }
}

enum Term: Hashable {
    /// A topic that the user subscribed to.
    case topic(String)
    /// A topic that a publisher added the user to.
    case givenTopic(String)
    case tag(String)
    case kindOn(String)
    case kindOff(String)
    case deviceTag(String)
    /// A language range, such as `fr` (`LanguageTag.ranges`).
    case language(String)
    case platform(String)
    case version(AppVersion)
}

// A new condition on push devices needs a case in each extension below, and usually a member of `DeviceFacts`.

extension DeviceFacts {
    var terms: [Term] {
        var terms: [Term] = [.platform(platform)]
        if let version { terms.append(.version(version)) }
        if let language { terms += language.ranges.map { Term.language($0) } }
        return terms + tags.map { Term.deviceTag($0) }
    }

    func has(_ term: Term) -> Bool {
        switch term {
        case .platform(let name): platform == name
        case .version(let version): self.version == version
        case .language(let range): language?.ranges.contains(range) ?? false
        case .deviceTag(let name): tags.contains(name)
        case .topic, .givenTopic, .tag, .kindOn, .kindOff: false
        }
    }
}

extension AudienceExpression {
    enum DeviceCondition {
        case has(Term)
        case version(VersionComparison, AppVersion)
    }

    var deviceCondition: DeviceCondition? {
        switch self {
        case .deviceTag(let name): .has(.deviceTag(name))
        case .language(let range): .has(.language(LanguageTag(range)?.text ?? range))
        case .platform(let name): .has(.platform(name))
        case .appVersion(let comparison, let version): .version(comparison, version)
        case .everyone, .accounts, .topic, .tag, .near, .all, .any, .not: nil
        }
    }
}

extension AudienceExpression.DeviceCondition {
    func holds(on device: DeviceFacts) -> Bool {
        switch self {
        case .has(let term): device.has(term)
        case .version(let comparison, let version): device.version.map { comparison.holds($0, version) } ?? false
        }
    }
}

struct AudienceJudge {
    let isAmong: ([AccountID]) -> Bool
    let isInTopic: (String) -> Bool
    let hasTag: (String) -> Bool

    /// Whether an expression is true of a push device. Circles count as true: the caller selects users by position.
    func holds(_ expression: AudienceExpression, on device: DeviceFacts) -> Bool {
        switch expression {
        case .everyone, .near: true
        case .accounts(let accounts): isAmong(accounts)
        case .topic(let name): isInTopic(name)
        case .tag(let name): hasTag(name)
        case .all(let parts): parts.allSatisfy { holds($0, on: device) }
        case .any(let parts): parts.contains { holds($0, on: device) }
        case .not(let part): !holds(part, on: device)
        default: expression.deviceCondition?.holds(on: device) ?? false
        }
    }
}

extension AudienceJudge {
    /// Takes the facts of a user. The user's preferences must be known (nil means that the user has chosen none), and
    /// the expression complete.
    init(account: AccountID, preferences: NotificationPreferences?, for expression: AudienceExpression) {
        let topics =
            expression.asksSubscribersAlone ? Set(preferences?.topics ?? []) : preferences?.allTopics ?? []
        self.init(
            isAmong: { $0.contains(account) }, isInTopic: topics.contains,
            hasTag: { preferences?.tags?.contains($0) ?? false })
    }
}
