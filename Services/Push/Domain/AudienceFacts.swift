// What people and their push devices are, as far as audiences ask for it.

package import Models

/// What a push device is.
package struct DeviceFacts: Hashable, Sendable {
    /// `ios`, `android` or `web`.
    package var platform: String
    /// A BCP 47 tag in lower case; nil when it is not known.
    package var language: String?
    package var version: AppVersion?
    package var tags: [String]

    package init(platform: String, language: String? = nil, version: AppVersion? = nil, tags: [String] = []) {
        self.platform = platform
        self.language = language.map(LanguageTag.canonical)
        self.version = version
        self.tags = tags
    }
}

/// Tags of languages (BCP 47).
enum LanguageTag {
    /// In lower case, with hyphens.
    static func canonical(_ tag: String) -> String { String(tag.lowercased().map { $0 == "_" ? "-" : $0 }) }

    /// A tag and what it is a kind of: `fr-ca`, `fr`.
    static func ranges(of tag: String) -> [String] {
        var ranges: [String] = []
        var range = tag[...]
        while !range.isEmpty {
            ranges.append(String(range))
            guard let end = range.lastIndex(of: "-") else { break }
            range = range[..<end]
        }
        return ranges
    }

    /// Whether a language is of a range: `fr-ca` is of `fr` (RFC 4647, section 3.3.1).
    static func isOf(_ range: String, _ tag: String) -> Bool {
        let range = canonical(range)
        return tag == range || tag.hasPrefix(range + "-")
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
        case .language(let range): device.language.map { LanguageTag.isOf(range, $0) } ?? false
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
