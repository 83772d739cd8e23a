// What people and their push devices are, as far as audiences ask for it.

package import Models

/// What a push device is.
package struct DeviceFacts: Hashable, Sendable {
    /// `ios`, `android` or `web`.
    package var platform: String
    /// Nil when it is not known.
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

/// Judges whether an expression holds for one push device of one person.
struct AudienceJudge {
    /// Whether the person is one of these.
    let isAmong: ([AccountID]) -> Bool
    let isInTopic: (String) -> Bool
    let hasTag: (String) -> Bool

    /// Circles hold: where somebody was is judged by who looks for people.
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
    /// Of a person whose preferences are known, for an expression with all its parts.
    init(account: AccountID, preferences: NotificationPreferences?, for expression: AudienceExpression) {
        let topics =
            expression.asksSubscribersAlone ? Set(preferences?.topics ?? []) : preferences?.allTopics ?? []
        self.init(
            isAmong: { $0.contains(account) }, isInTopic: topics.contains,
            hasTag: { preferences?.tags?.contains($0) ?? false })
    }
}
