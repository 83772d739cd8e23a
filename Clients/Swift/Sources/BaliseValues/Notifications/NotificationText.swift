public import BaliseJSON

/// A notification's texts in one language. `{name}` is replaced by the argument of that name; `{{` stands for a brace.
public struct NotificationText: JSONBounded, Hashable {
    /// The language as a BCP 47 tag, such as `fr` or `pt-BR`; `und` (the default) if there is only one language.
    public var language: String
    /// The title, at most 1,024 characters.
    public var title: String?
    /// The subtitle for iPhones, at most 1,024 characters. Without a body, Android, the web and the inbox show it.
    public var subtitle: String?
    /// The text, at most 4,096 characters.
    public var body: String?

    enum CodingKeys: Int, CodingKey { case language = 0, title, subtitle, body }

    /// Creates the texts of a language; a nil text is left out.
    public init(language: String = "und", title: String? = nil, subtitle: String? = nil, body: String? = nil) {
        (self.language, self.title, self.subtitle, self.body) = (language, title, subtitle, body)
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            language: try members.decodeIfPresent(String.self, forKey: .language) ?? "und",
            title: try members.decodeIfPresent(String.self, forKey: .title),
            subtitle: try members.decodeIfPresent(String.self, forKey: .subtitle),
            body: try members.decodeIfPresent(String.self, forKey: .body))
    }

    /// The allowed number of characters of a language tag.
    public static let languageLengths = 0...35
    /// The allowed number of characters of a title and a subtitle.
    public static let titleLengths = 0...1024
    /// The allowed number of characters of a body.
    public static let bodyLengths = 0...4096

    public static let bounds: [TextBound<NotificationText>] = [
        TextBound(CodingKeys.language, languageLengths) { $0.language },
        TextBound(CodingKeys.title, titleLengths) { $0.title },
        TextBound(CodingKeys.subtitle, titleLengths) { $0.subtitle },
        TextBound(CodingKeys.body, bodyLengths) { $0.body },
    ]
}

/// A value that replaces `{name}` in the texts.
public struct NotificationArgument: Codable, Hashable, Sendable {
    /// The name: ASCII letters, digits and `_`, at most 64 bytes.
    public var name: String
    /// The value, at most 1,024 characters.
    public var value: String

    enum CodingKeys: Int, CodingKey { case name = 0, value }

    public init(name: String, value: String) { (self.name, self.value) = (name, value) }
}

/// A button under a notification.
public struct NotificationAction: JSONBounded, Hashable {
    /// The app's own id for the button; at most 64 characters.
    public var id: String
    /// The label, with `{name}` as in the texts; at most 128 characters.
    public var title: String
    /// The address that the button opens in the app; nil if the app decides.
    public var link: String?

    enum CodingKeys: Int, CodingKey { case id = 0, title, link }

    /// Creates a button; a nil member is left out.
    public init(id: String, title: String, link: String? = nil) { (self.id, self.title, self.link) = (id, title, link) }

    /// The allowed number of characters of a title.
    public static let titleLengths = 1...128
    /// The allowed number of characters of an id.
    public static let idLengths = 1...64

    public static let bounds: [TextBound<NotificationAction>] = [
        TextBound(CodingKeys.id, idLengths) { $0.id },
        TextBound(CodingKeys.title, titleLengths) { $0.title },
        TextBound(CodingKeys.link, NotificationContent.addressLengths) { $0.link },
    ]
}
