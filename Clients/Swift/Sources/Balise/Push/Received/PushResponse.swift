public import BaliseAPI
public import Foundation

/// The user's response to a notification.
public struct PushResponse: Hashable, Sendable {
    /// A kind of response.
    public enum Act: Hashable, Sendable {
        /// The user tapped the notification.
        case opened
        /// The user dismissed the notification. The system reports that only if the category asks for it.
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

    /// The target that the app opens; for a button only its own link. Nil for a button without one or a dismissal.
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

/// A response as it is reported to the server.
public struct PushInteraction: Hashable, Sendable {
    /// The notification's id.
    public let notification: String
    /// The user's action.
    public let act: PushResponse.Act
    /// The address that the response opens, as the publisher wrote it; nil for none.
    public let link: String?
    /// When the user responded.
    public let at: Date

    public init(_ notification: String, _ act: PushResponse.Act, link: String? = nil, at: Date) {
        (self.notification, self.act, self.link, self.at) = (notification, act, link, at)
    }
}

/// Reports interactions with notifications to the server when possible.
public protocol NotificationInteractionReporting: Sendable {
    /// Stores an interaction. When it returns, the interaction is safe, and the system may stop the app.
    func report(_ interaction: PushInteraction) async
}

/// The thing that a tap on a notification or an inbox entry opens.
public enum PushTarget: Hashable, Sendable {
    /// An address, of the app's own scheme or of the web.
    case link(URL)
    /// An offer, an event, a professional, or another named page.
    case page(PushDestination)
    /// The publisher's data for the app.
    case data(JSONDetails)
    /// The inbox entry, by its id, because the notification names nothing else to open.
    case inboxEntry(String)
    /// The app itself, without a certain page.
    case app
}

extension PushTarget {
    /// Makes the target of a push: its link, else its page, else its data, else its inbox entry.
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

    /// Makes the target of an inbox entry. Entries have no `data`.
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
