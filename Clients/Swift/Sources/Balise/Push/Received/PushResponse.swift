public import BaliseAPI
public import Foundation

/// The user's response to a notification.
public struct PushResponse: Hashable, Sendable {
    /// A kind of response.
    public enum Act: Hashable, Sendable {
        /// The user tapped the notification.
        case opened
        /// The user dismissed the notification. The system reports dismissals only if the category asks for them.
        case dismissed
        /// The user tapped a button of the notification; the value is the button's id.
        case action(String)
    }

    /// The notification that the user responded to.
    public let push: ReceivedPush
    /// The user's action.
    public let act: Act
    /// The text that the user typed for a button with a text field; nil otherwise.
    public let text: String?

    public init(_ push: ReceivedPush, _ act: Act = .opened, text: String? = nil) {
        (self.push, self.act, self.text) = (push, act, text)
    }

    /// The target that the app opens: the push's target, or the button's own link. Nil if neither exists.
    public var target: PushTarget? {
        switch act {
        case .opened: return PushTarget(push)
        case .dismissed: return nil
        case .action: return link.flatMap { URL(string: $0) }.map { .link($0) }
        }
    }

    var link: String? {
        switch act {
        case .opened: push.link?.absoluteString
        case .dismissed: nil
        case .action(let id): push.actions.first { $0.id == id }?.link
        }
    }
}

/// The user's response in the form that is reported to the server.
public struct PushInteraction: Hashable, Sendable {
    /// The notification's id.
    public let notification: String
    /// The user's action.
    public let act: PushResponse.Act
    /// The address that the response opens, as the publisher wrote it; nil if it opens no address.
    public let link: String?
    /// When the user responded.
    public let at: Date

    public init(_ notification: String, _ act: PushResponse.Act, link: String? = nil, at: Date) {
        (self.notification, self.act, self.link, self.at) = (notification, act, link, at)
    }
}

/// Reports the user's interactions with notifications to the server, now or later.
public protocol NotificationInteractionReporting: Sendable {
    /// Stores an interaction. When this returns, the interaction is safe, and the system may stop the app.
    func report(_ interaction: PushInteraction) async
}

/// The target of a tap on a notification or an inbox entry.
public enum PushTarget: Hashable, Sendable {
    /// An address, of the app's own scheme or of the web.
    case link(URL)
    /// An offer, an event, a professional, or another named page.
    case page(PushDestination)
    /// The publisher's data for the app.
    case data(JSONDetails)
    /// The inbox entry with this id. The notification names nothing else to open.
    case inboxEntry(String)
    /// The app itself, without a particular page.
    case app
}

extension PushTarget {
    /// Creates the target of a push: its link, else its page, else its data, else its inbox entry, else the app.
    public init(_ push: ReceivedPush) {
        self =
            if let link = push.link {
                .link(link)
            } else if let page = push.page {
                .page(page)
            } else if let data = push.data {
                .data(data)
            } else if let id = push.id {
                .inboxEntry(id)
            } else {
                .app
            }
    }

    /// Creates the target of an inbox entry. Entries contain no `data`.
    public init(_ entry: BaliseInboxEntry) {
        if let link = entry.link.flatMap({ URL(string: $0) }) {
            self = .link(link)
        } else if entry.screen == "notification" {
            self = .inboxEntry(entry.id)
        } else {
            self = .page(PushDestination(entry))
        }
    }
}
