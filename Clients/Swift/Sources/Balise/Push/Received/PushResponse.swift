// What a person did with a notification.

import BaliseAPI
public import Foundation

/// What a person did with a notification that the system showed.
public struct PushResponse: Hashable, Sendable {
    /// What can be done with one.
    public enum Act: Hashable, Sendable {
        /// It was tapped.
        case opened
        /// It was put away. The system says so only where its category asks for that.
        case dismissed
        /// One of its buttons was tapped, by the button's id.
        case action(String)
    }

    /// The notification.
    public let push: ReceivedPush
    /// What was done with it.
    public let act: Act
    /// What the person typed, with a button that asks for a text; nil otherwise.
    public let text: String?

    /// A response.
    public init(_ push: ReceivedPush, _ act: Act = .opened, text: String? = nil) {
        self.push = push
        self.act = act
        self.text = text
    }

    /// What the app is to open. Of a button it is the button's own link, else nil, for the app knows what its buttons do;
    /// it is nil as well for what was put away.
    public var target: PushTarget? {
        switch act {
        case .opened: return PushTarget(push)
        case .dismissed: return nil
        case .action: return link.flatMap { URL(string: $0) }.map { .link($0) }
        }
    }

    /// The address to which it leads; nil for none.
    var link: String? {
        switch act {
        case .opened: push.link?.absoluteString
        case .dismissed: nil
        case .action(let id): push.actions.first { $0.id == id }?.link
        }
    }
}

/// That a person did something with a notification, as its server is told.
public struct PushInteraction: Hashable, Sendable {
    /// The notification's id.
    public let notification: String
    /// What was done with it.
    public let act: PushResponse.Act
    /// The address to which that leads in the app, as its publisher wrote it; nil for none.
    public let link: String?
    /// When.
    public let at: Date

    /// An interaction.
    public init(_ notification: String, _ act: PushResponse.Act, link: String? = nil, at: Date) {
        self.notification = notification
        self.act = act
        self.link = link
        self.at = at
    }
}

/// Tells the server what people did with notifications, whenever that is possible.
public protocol NotificationInteractionReporting: Sendable {
    /// Takes an interaction, and returns when it cannot be lost any more: the system may stop the app after that.
    func report(_ interaction: PushInteraction) async
}
