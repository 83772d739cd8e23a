/// The texts of a notification in one language. `{name}` is replaced by the argument of that name; `{{` is a brace.
public struct NotificationText: Codable, Hashable, Sendable {
    /// A BCP 47 tag, such as `fr` or `pt-BR`.
    public var language: String
    public var title: String?
    public var subtitle: String?
    public var body: String?

    enum CodingKeys: Int, CodingKey { case language = 0, title, subtitle, body }

    public init(language: String, title: String? = nil, subtitle: String? = nil, body: String? = nil) {
        self.language = language
        self.title = title
        self.subtitle = subtitle
        self.body = body
    }
}

/// A value that replaces `{name}` in the texts.
public struct NotificationArgument: Codable, Hashable, Sendable {
    /// ASCII letters, digits and `_`, at most 64 bytes.
    public var name: String
    public var value: String

    enum CodingKeys: Int, CodingKey { case name = 0, value }

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// A button that the push device shows under a notification.
public struct NotificationAction: Codable, Hashable, Sendable {
    /// The app's id of the button.
    public var id: String
    /// The label, with `{name}` as in the texts.
    public var title: String
    /// The address that it opens in the app; nil if the app decides.
    public var link: String?

    enum CodingKeys: Int, CodingKey { case id = 0, title, link }

    public init(id: String, title: String, link: String? = nil) {
        self.id = id
        self.title = title
        self.link = link
    }
}
