public import BaliseJSON

/// The texts of a notification in one language. `{name}` is replaced by the argument of that name; write `{{` for a
/// brace.
public struct BaliseNotificationText: JSONConvertible, Hashable {
    /// A BCP 47 tag, such as `fr` or `pt-BR`; nil if there is only one language.
    public var language: String?
    /// At most 1,024 characters.
    public var title: String?
    /// For iPhones, at most 1,024 characters. Without a body, it is the body on Android, on the web and in the inbox.
    public var subtitle: String?
    /// At most 4,096 characters.
    public var body: String?

    /// Makes a body of these members; nil leaves one out.
    public init(language: String? = nil, title: String? = nil, subtitle: String? = nil, body: String? = nil) {
        self.language = language
        self.title = title
        self.subtitle = subtitle
        self.body = body
    }

    /// The allowed number of characters of a language tag.
    public static let languageLengths = 0...35
    /// The allowed number of characters of a title and a subtitle.
    public static let titleLengths = 0...1024
    /// The allowed number of characters of a body.
    public static let bodyLengths = 0...4096

    private enum CodingKeys: CodingKey {
        case language, title, subtitle, body
    }
}

extension BaliseNotificationText: JSONBounded {
    public static let bounds: [TextBound<BaliseNotificationText>] = [
        TextBound(CodingKeys.language, languageLengths) { $0.language },
        TextBound(CodingKeys.title, titleLengths) { $0.title },
        TextBound(CodingKeys.subtitle, titleLengths) { $0.subtitle },
        TextBound(CodingKeys.body, bodyLengths) { $0.body },
    ]
}
