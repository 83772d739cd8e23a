// What people read of a notification: an element of the texts of its content.

public import BaliseJSON

/// The texts of a notification in one language. `{name}` stands for the argument of that name, `{{` for a brace.
public struct BaliseNotificationText: JSONConvertible, Hashable {
    /// A BCP 47 tag, such as `fr` or `pt-BR`; nil where there is one language.
    public var language: String?
    /// At most 1,024 characters.
    public var title: String?
    /// For iPhones, at most 1,024 characters. Where there is no body, it is the body for Android, the web and the inbox.
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

    /// How many characters the tag of a language has.
    public static let languageLengths = 0...35
    /// How many characters a title and a subtitle have.
    public static let titleLengths = 0...1024
    /// How many characters a body has.
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
