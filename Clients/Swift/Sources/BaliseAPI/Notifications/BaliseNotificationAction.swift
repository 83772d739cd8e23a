// A button under a notification: an element of the actions of its content.

public import BaliseJSON

/// A button under a notification.
public struct BaliseNotificationAction: JSONConvertible, Hashable {
    /// What the app calls it; at most 64 bytes.
    public var id: String
    /// What stands on it, with `{name}` as in the texts; at most 128 bytes.
    public var title: String
    /// The address that it opens in the app; nil for the app to decide.
    public var link: String?

    /// Makes a body of these members; nil leaves one out.
    public init(id: String, title: String, link: String? = nil) {
        self.id = id
        self.title = title
        self.link = link
    }

    /// How many bytes the title has.
    public static let titleBytes = 1...128
    /// How many bytes the id has.
    public static let idBytes = 1...64

    private enum CodingKeys: CodingKey {
        case id, title, link
    }
}

extension BaliseNotificationAction: JSONBounded {
    public static let bounds: [TextBound<BaliseNotificationAction>] = [
        TextBound(CodingKeys.id, idBytes) { $0.id.utf8.count },
        TextBound(CodingKeys.title, titleBytes) { $0.title.utf8.count },
        TextBound(CodingKeys.link, BaliseNotificationContent.addressBytes) { $0.link?.utf8.count },
    ]
}
