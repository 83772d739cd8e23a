// What push devices are sent in the place of several notifications that quiet hours held back.

import Models

/// What a digest shows in one language, and what it opens.
struct DigestTexts: Hashable, Sendable {
    /// `{count}` stands for how many notifications there are, `{kinds}` for how many of which kind.
    var title: String
    var body: String
    /// What kinds are called; of others their own names are shown.
    var kindNames: [String: String]
    /// The address that a tap opens; nil where the app goes by the data.
    var link: String?
}

/// The push that comes in the place of several.
enum DigestContent {
    /// Of the kinds that operators name none can be called so: their names have no space.
    static let kind = "quiet hours digest"
    /// The reason of what was sent within a digest; shown to publishers.
    static let reason = "digest"
    /// The reason of a digest that was not sent since too little of it is left, which goes by itself.
    static let released = "released"
    /// For how many seconds one is tried. What is left of it then is gathered anew. Less than its row is kept.
    static let life: Int64 = 43_200
    /// The most deliveries of one digest; what is over that comes with a further one.
    static let maximum = 500
    /// The most kinds that are named.
    static let maximumKinds = 5

    /// - Parameters:
    ///   - kinds: those of what it gathers, one each.
    ///   - texts: those of `language`.
    static func content(of kinds: [String], in language: TextLanguage, _ texts: DigestTexts) -> NotificationContent {
        NotificationContent(
            texts: [NotificationText(language: language.rawValue, title: texts.title, body: texts.body)],
            arguments: [
                NotificationArgument(name: "count", value: String(kinds.count)),
                NotificationArgument(name: "kinds", value: list(kinds, in: language, texts)),
            ],
            sound: NotificationSound(), link: texts.link, data: #"{"screen":"inbox","entityId":"unread"}"#,
            timeToLive: life)
    }

    /// How many of which kind, the most frequent first.
    private static func list(_ kinds: [String], in language: TextLanguage, _ texts: DigestTexts) -> String {
        let counts = Dictionary(kinds.map { (texts.kindNames[$0] ?? $0, 1) }, uniquingKeysWith: +)
            .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let shown = counts.prefix(maximumKinds).map { named in
            switch language {
            case .english: "\(named.key): \(named.value)"
            case .french: "\(named.key) : \(named.value)"
            }
        }
        return shown.joined(separator: ", ") + (counts.count > maximumKinds ? ", …" : "")
    }
}
