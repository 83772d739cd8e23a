// What people read of a notification: an element of the texts of its content.

public import BaliseJSON

/// The texts of a notification in one language. `{name}` stands for the argument of that name, `{{` for a brace.
public struct BaliseNotificationText: JSONConvertible, Hashable {
    /// A BCP 47 tag, such as `fr` or `pt-BR`; nil where there is one language.
    public var language: String?
    /// At most 1,024 bytes.
    public var title: String?
    /// At most 1,024 bytes.
    public var subtitle: String?
    /// At most 4,096 bytes.
    public var body: String?

    /// Makes a body of these members; nil leaves one out.
    public init(language: String? = nil, title: String? = nil, subtitle: String? = nil, body: String? = nil) {
        self.language = language
        self.title = title
        self.subtitle = subtitle
        self.body = body
    }

    /// How many bytes the tag of a language has.
    public static let languageBytes = 0...35
    /// How many bytes a title and a subtitle have.
    public static let titleBytes = 0...1024
    /// How many bytes a body has.
    public static let bodyBytes = 0...4096

    private enum CodingKeys: CodingKey {
        case language, title, subtitle, body
    }
}

extension BaliseNotificationText: JSONBounded {
    public static let bounds: [TextBound<BaliseNotificationText>] = [
        TextBound(CodingKeys.language, languageBytes) { $0.language?.utf8.count },
        TextBound(CodingKeys.title, titleBytes) { $0.title?.utf8.count },
        TextBound(CodingKeys.subtitle, titleBytes) { $0.subtitle?.utf8.count },
        TextBound(CodingKeys.body, bodyBytes) { $0.body?.utf8.count },
    ]
}
