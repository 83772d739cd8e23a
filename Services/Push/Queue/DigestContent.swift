import Models

struct DigestTexts: Hashable, Sendable {
    /// The title. `{count}` is replaced by the number of notifications, `{kinds}` by the number of each kind.
    var title: String
    var body: String
    /// The names of kinds in digests. Other kinds show their own names.
    var kindNames: [String: String]
    /// The address that a tap opens; nil if the app decides by the data.
    var link: String?
}

enum DigestContent {
    /// The kind of digests. Configured kinds cannot have this name, because their names contain no spaces.
    static let kind = "quiet hours digest"
    /// The reason of a delivery that was sent within a digest; publishers see it.
    static let reason = "digest"
    /// The reason of an unsent digest with too few deliveries left. These deliveries are then sent on their own.
    static let released = "released"
    /// The digest's time to live in seconds; shorter than the retention of its row. After this time, the remaining
    /// deliveries are gathered again.
    static let life: Int64 = 43_200
    /// The most notifications in a digest. The rest follow in another digest.
    static let maximum = 500
    static let maximumKinds = 5

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
