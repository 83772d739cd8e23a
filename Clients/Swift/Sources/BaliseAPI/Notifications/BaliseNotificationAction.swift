public import BaliseJSON

/// A button under a notification.
public struct BaliseNotificationAction: JSONConvertible, Hashable {
    /// The app's id of the button; at most 64 characters.
    public var id: String
    /// The label, with `{name}` as in the texts; at most 128 characters.
    public var title: String
    /// The address that it opens in the app; nil if the app decides.
    public var link: String?

    /// Makes a body of these members; nil leaves one out.
    public init(id: String, title: String, link: String? = nil) {
        self.id = id
        self.title = title
        self.link = link
    }

    /// The allowed number of characters of a title.
    public static let titleLengths = 1...128
    /// The allowed number of characters of an id.
    public static let idLengths = 1...64

    private enum CodingKeys: CodingKey {
        case id, title, link
    }
}

extension BaliseNotificationAction: JSONBounded {
    public static let bounds: [TextBound<BaliseNotificationAction>] = [
        TextBound(CodingKeys.id, idLengths) { $0.id },
        TextBound(CodingKeys.title, titleLengths) { $0.title },
        TextBound(CodingKeys.link, BaliseNotificationContent.addressLengths) { $0.link },
    ]
}
