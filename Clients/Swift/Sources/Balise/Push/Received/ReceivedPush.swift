// What an app finds in a push.

public import BaliseAPI
import BaliseJSON
public import Foundation

/// What a push says to the app, beside what people read.
public struct ReceivedPush: Hashable, Sendable {
    /// The notification's id, which is that of its entry in the inbox too; nil for a push that has none.
    public var id: String?
    /// The address that a tap opens in the app; nil for none.
    public var link: URL?
    /// The picture that is shown with it; nil for none.
    public var imageAddress: URL?
    /// The buttons under it, with what each opens.
    public var actions: [BaliseNotificationAction]
    /// The page of the app to which it leads by the names of offers, events and professionals; nil for none.
    public var page: PushDestination?
    /// The app's category by which the system shows its buttons; nil for none.
    public var category: String?
    /// What it is shown together with; nil for nothing.
    public var thread: String?
    /// The members that its publisher gave it for the app; nil for none. By way of Firebase each of them is a text.
    public var data: JSONDetails?

    /// What a payload says. What it says in another form than the server does is left out.
    ///
    /// - Parameter payload: The `userInfo` of a notification, or the `data` of a message of Firebase.
    public init(payload: [AnyHashable: Any]) {
        let members = PushPayload(payload)
        page = PushDestination(payload: payload)
        id = members.text("notificationId")
        link = members.text("link").flatMap { URL(string: $0) }
        imageAddress = members.text("imageUrl").flatMap { URL(string: $0) }
        actions = members.actions
        let aps = members.root?.member("aps")
        category = aps?.member("category")?.string
        thread = aps?.member("thread-id")?.string
        data = members.data
    }

    /// A push, as tests and previews need it.
    public init(
        id: String? = nil, link: URL? = nil, imageAddress: URL? = nil, actions: [BaliseNotificationAction] = [],
        page: PushDestination? = nil, category: String? = nil, thread: String? = nil, data: JSONDetails? = nil
    ) {
        self.id = id
        self.link = link
        self.imageAddress = imageAddress
        self.actions = actions
        self.page = page
        self.category = category
        self.thread = thread
        self.data = data
    }
}

/// The members of a payload that are JSON.
struct PushPayload {
    let root: JSONValue?

    /// By way of JSON, a truth value of Objective-C is not taken for the number 1. What libraries have put there and is no
    /// JSON is left out, and does not hide the rest.
    init(_ payload: [AnyHashable: Any]) {
        var members: [String: Any] = [:]
        for (name, value) in payload {
            if let name = name as? String, JSONSerialization.isValidJSONObject([value]) { members[name] = value }
        }
        let text = try? JSONSerialization.data(withJSONObject: members, options: [.sortedKeys])
        root = text.flatMap { try? JSONDocument(Array($0)).root }
    }

    /// A text that says something.
    func text(_ name: String) -> String? {
        guard let text = root?.member(named: name)?.string, !text.isEmpty else { return nil }
        return text
    }

    /// The buttons: a list, and by way of Firebase a text that is one.
    var actions: [BaliseNotificationAction] {
        guard let value = root?.member("actions") else { return [] }
        let list = value.string.flatMap { try? JSONDocument(Array($0.utf8)).root } ?? value
        guard let elements = list.elements else { return [] }
        return elements.compactMap { try? BaliseNotificationAction($0) }
    }

    /// What stands beside the members that the server, Apple and Firebase write.
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
