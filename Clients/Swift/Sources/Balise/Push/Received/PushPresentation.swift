// How a notification is shown while the app is open, and the buttons under it.

import BaliseAPI
import Crypto
import Foundation

/// How the system shows a notification that arrives while the person is using the app.
public struct PushPresentation: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Those ways whose bits are set.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// As a banner at the top of the screen.
    public static let banner = PushPresentation(rawValue: 1)
    /// In the list of notifications.
    public static let list = PushPresentation(rawValue: 2)
    /// With its sound.
    public static let sound = PushPresentation(rawValue: 4)
    /// With its number on the app's icon.
    public static let badge = PushPresentation(rawValue: 8)

    /// As if the app was not open.
    public static let all: PushPresentation = [.banner, .list, .sound, .badge]
    /// In the list and on the icon alone, as for what the person is looking at already.
    public static let quiet: PushPresentation = [.list, .badge]
}

/// The buttons under the notifications of one category.
public struct PushCategory: Hashable, Sendable {
    /// One button.
    public struct Button: Hashable, Sendable {
        /// What the app calls it.
        public var id: String
        /// What stands on it.
        public var title: String
        /// Whether a tap on it brings the app to the front.
        public var opensApp: Bool
        /// Whether it is shown as one that destroys something.
        public var isDestructive: Bool
        /// Whether the device has to be unlocked.
        public var needsUnlocking: Bool
        /// What stands in the field for a text; nil for a button without one.
        public var textPrompt: String?

        /// A button.
        public init(
            id: String, title: String, opensApp: Bool = true, isDestructive: Bool = false, needsUnlocking: Bool = false,
            textPrompt: String? = nil
        ) {
            self.id = id
            self.title = title
            self.opensApp = opensApp
            self.isDestructive = isDestructive
            self.needsUnlocking = needsUnlocking
            self.textPrompt = textPrompt
        }
    }

    /// What the notifications have as their `category`.
    public var id: String
    /// The buttons, at most 10 of which the system shows.
    public var buttons: [Button]
    /// Whether the app is told when such a notification is put away.
    public var reportsDismissal: Bool

    /// A category.
    public init(_ id: String, _ buttons: [Button] = [], reportsDismissal: Bool = true) {
        self.id = id
        self.buttons = buttons
        self.reportsDismissal = reportsDismissal
    }
}

extension PushCategory {
    /// What the ids of categories begin with that the SDK makes for buttons of single notifications.
    static let ownPrefix = "balise."

    /// The category of a push whose publisher gave it buttons. Two pushes with the same buttons have the same one, so that
    /// the system keeps few.
    init?(buttonsOf push: ReceivedPush) {
        guard !push.actions.isEmpty else { return nil }
        let texts = push.actions.flatMap { [$0.id, $0.title] }.map { "\($0.utf8.count):\($0)" }
        let hash = SHA256.hash(data: Data(texts.joined().utf8))
        self.init(
            Self.ownPrefix + hexadecimal(hash.prefix(12)),
            push.actions.map { Button(id: $0.id, title: $0.title) })
    }
}
