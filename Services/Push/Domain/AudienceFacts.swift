package import Models

/// The properties of a push device that audiences can test.
package struct DeviceFacts: Hashable, Sendable {
    /// `ios`, `android` or `web`.
    package var platform: String
    /// Nil if unknown.
    package var language: LanguageTag?
    package var version: AppVersion?
    package var tags: [String]

    package init(platform: String, language: String? = nil, version: AppVersion? = nil, tags: [String] = []) {
        self.platform = platform
        self.language = language.flatMap { LanguageTag($0) }
        self.version = version
        self.tags = tags
    }
}

struct AudienceJudge {
    let isAmong: ([AccountID]) -> Bool
    let isInTopic: (String) -> Bool
    let hasTag: (String) -> Bool

    /// Circles count as true. The caller selects users by position.
    func holds(_ expression: AudienceExpression, on device: DeviceFacts) -> Bool {
        switch expression {
        case .everyone, .near: true
        case .accounts(let accounts): isAmong(accounts)
        case .topic(let name): isInTopic(name)
        case .tag(let name): hasTag(name)
        case .deviceTag(let name): device.tags.contains(name)
        case .language(let range): LanguageTag(range).map { device.language?.isOf($0) ?? false } ?? false
        case .platform(let name): device.platform == name
        case .appVersion(let comparison, let version):
            device.version.map { comparison.holds($0, version) } ?? false
        case .all(let parts): parts.allSatisfy { holds($0, on: device) }
        case .any(let parts): parts.contains { holds($0, on: device) }
        case .not(let part): !holds(part, on: device)
        }
    }
}

extension AudienceJudge {
    /// For a user with known preferences, and an expression with all its parts.
    init(account: AccountID, preferences: NotificationPreferences?, for expression: AudienceExpression) {
        let topics =
            expression.asksSubscribersAlone ? Set(preferences?.topics ?? []) : preferences?.allTopics ?? []
        self.init(
            isAmong: { $0.contains(account) }, isInTopic: topics.contains,
            hasTag: { preferences?.tags?.contains($0) ?? false })
    }
}
