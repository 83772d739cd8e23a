// A button under a notification: an element of the actions of its content.

public import BaliseJSON

/// A button under a notification.
public struct BaliseNotificationAction: JSONConvertible, Hashable {
    /// What the app calls it; at most 64 characters.
    public var id: String
    /// What stands on it, with `{name}` as in the texts; at most 128 characters.
    public var title: String
    /// The address that it opens in the app; nil for the app to decide.
    public var link: String?

    /// Makes a body of these members; nil leaves one out.
    public init(id: String, title: String, link: String? = nil) {
        self.id = id
        self.title = title
        self.link = link
    }

    /// How many characters the title has.
    public static let titleLengths = 1...128
    /// How many characters the id has.
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
