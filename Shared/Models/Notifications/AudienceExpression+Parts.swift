extension AudienceExpression {
    public static let maximumAccounts = 1000
    /// The largest number of parts of an expression, including itself.
    public static let maximumParts = 64
    /// The allowed lengths of a topic or tag.
    public static let nameLengths = 1...64

    /// Whether a text may be a topic or tag: it has an allowed length, and only the characters `A-Z a-z 0-9 . _ : -`.
    public static func isName(_ text: String) -> Bool {
        nameLengths.contains(text.utf8.count) && text.isASCIIAlphanumeric(or: "._:-")
    }

    public var parts: [AudienceExpression] {
        switch self {
        case .all(let parts), .any(let parts): parts
        case .not(let part): [part]
        default: []
        }
    }

    public var depth: Int { 1 + (parts.map(\.depth).max() ?? 0) }

    /// The number of parts, including the expression itself.
    public var count: Int { parts.reduce(1) { $0 + $1.count } }

    public func contains(where holds: (AudienceExpression) -> Bool) -> Bool {
        holds(self) || parts.contains { $0.contains(where: holds) }
    }

    /// The accounts that the expression names, each once.
    public var accounts: [AccountID] {
        var seen: Set<AccountID> = []
        return namedAccounts.filter { seen.insert($0).inserted }
    }

    /// The number of named accounts, with repetitions: the whole list is searched for every push device.
    public var namedCount: Int {
        if case .accounts(let accounts) = self { return accounts.count }
        return parts.reduce(0) { $0 + $1.namedCount }
    }

    private var namedAccounts: [AccountID] {
        if case .accounts(let accounts) = self { return accounts }
        return parts.flatMap(\.namedAccounts)
    }

    /// The centre of the first circle; nil if the expression has no circle.
    public var place: Coordinate? {
        if case .near(let place) = self { return place }
        return parts.lazy.compactMap(\.place).first
    }

    /// The expression with its languages in canonical form. Texts that are no tags stay for the rules to refuse.
    public var withCanonicalLanguages: AudienceExpression {
        switch self {
        case .language(let tag): .language(LanguageTag.canonical(tag))
        case .all(let parts): .all(parts.map(\.withCanonicalLanguages))
        case .any(let parts): .any(parts.map(\.withCanonicalLanguages))
        case .not(let part): .not(part.withCanonicalLanguages)
        default: self
        }
    }
}

extension NotificationContent {
    public var withCanonicalLanguages: NotificationContent {
        var content = self
        content.fallbackLanguage = fallbackLanguage.map(LanguageTag.canonical)
        for index in content.texts.indices {
            content.texts[index].language = LanguageTag.canonical(content.texts[index].language)
        }
        return content
    }
}

extension LanguageTag {
    /// Returns the canonical form of a language tag; any other text stays as it is.
    fileprivate static func canonical(_ tag: String) -> String { LanguageTag(tag)?.text ?? tag }
}
