public import BaliseAPI
import BaliseJSON
public import Foundation

/// The data that a push contains for the app, apart from the visible texts.
public struct ReceivedPush: Hashable, Sendable {
    /// The id of the notification and of its inbox entry; nil for a push without an id.
    public var id: String?
    /// The address that a tap opens in the app; nil if the push has no link.
    public var link: URL?
    /// The address of the picture; nil if the push has no picture.
    public var imageAddress: URL?
    /// The buttons and their links.
    public var actions: [NotificationAction]
    /// The page that the push names, such as an offer, an event or a professional; nil if it names no page.
    public var page: PushDestination?
    /// The app's category, which determines the buttons; nil if the push has no category.
    public var category: String?
    /// The group in which the system shows the notification; nil if the push belongs to no group.
    public var thread: String?
    /// The publisher's own members for the app; nil if the push has none. Through Firebase, each value is a string.
    public var data: JSONDetails?

    /// Reads a payload. Leaves out members that have an unknown form.
    /// - Parameter payload: The `userInfo` of a notification, or the `data` of a Firebase message.
    public init(payload: [AnyHashable: Any]) {
        let members = PushPayload(payload)
        page = members.root.flatMap { PushDestination($0) }
        id = members.text("notificationId")
        link = members.text("link").flatMap { URL(string: $0) }
        imageAddress = members.text("imageUrl").flatMap { URL(string: $0) }
        actions = members.actions
        let aps = members.root?.member("aps")
        category = aps?.member("category")?.string
        thread = aps?.member("thread-id")?.string
        data = members.data
    }

    /// Creates a push, for tests and previews.
    public init(
        id: String? = nil, link: URL? = nil, imageAddress: URL? = nil, actions: [NotificationAction] = [],
        page: PushDestination? = nil, category: String? = nil, thread: String? = nil, data: JSONDetails? = nil
    ) {
        (self.id, self.link, self.imageAddress, self.actions) = (id, link, imageAddress, actions)
        (self.page, self.category, self.thread, self.data) = (page, category, thread, data)
    }
}

extension ReceivedPush {
    /// The device whose fresh place a member of a circle asks for; nil for any other push. This push is silent.
    public var askedDevice: LocationDeviceID? {
        guard let data, let members = try? JSONDocument(Array(data.text.utf8)).root,
            members.member("type")?.string == "place-question"
        else { return nil }
        return members.member("device")?.string.flatMap { LocationDeviceID($0) }
    }
}

struct PushPayload {
    let root: JSONValue?

    /// Reads a payload through JSON, so that a Boolean of Objective-C is not taken for the number 1. Other libraries
    /// may add values that JSON cannot represent; these are left out, and do not hide the rest.
    init(_ payload: [AnyHashable: Any]) {
        var members: [String: Any] = [:]
        for (name, value) in payload {
            if let name = name as? String, JSONSerialization.isValidJSONObject([value]) { members[name] = value }
        }
        let text = try? JSONSerialization.data(withJSONObject: members, options: [.sortedKeys])
        root = text.flatMap { try? JSONDocument(Array($0)).root }
    }

    func text(_ name: String) -> String? {
        guard let text = root?.member(named: name)?.string, !text.isEmpty else { return nil }
        return text
    }

    /// The buttons. Through Firebase the list arrives as JSON text.
    var actions: [NotificationAction] {
        guard let value = root?.member("actions") else { return [] }
        let list = value.string.flatMap { try? JSONDocument(Array($0.utf8)).root } ?? value
        guard let elements = list.elements else { return [] }
        return elements.compactMap { try? NotificationAction($0) }
    }

    /// The members that do not come from the server, Apple or Firebase.
    var data: JSONDetails? {
        guard let members = root?.members else { return nil }
        var own = JSONObject()
        var isEmpty = true
        for (name, value) in members where !PushPayload.isReserved(name) {
            own.set(name, json: value.literal)
            isEmpty = false
        }
        return isEmpty ? nil : JSONDetails(own)
    }

    private static func isReserved(_ name: String) -> Bool {
        ["aps", "notificationId", "link", "imageUrl", "actions", "from", "fcm_options"].contains(name)
            || name.hasPrefix("google.") || name.hasPrefix("gcm.")
    }
}
