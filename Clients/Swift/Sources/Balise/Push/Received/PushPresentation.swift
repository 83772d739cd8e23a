import BaliseAPI
import Crypto
import Foundation

/// How the system shows a notification that arrives while the app is open.
public struct PushPresentation: OptionSet, Hashable, Sendable {
    /// The options as bits.
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The notification appears as a banner at the top of the screen.
    public static let banner = PushPresentation(rawValue: 1)
    /// The notification appears in the list of notifications.
    public static let list = PushPresentation(rawValue: 2)
    /// The notification plays its sound.
    public static let sound = PushPresentation(rawValue: 4)
    /// The app's icon shows the notification's number.
    public static let badge = PushPresentation(rawValue: 8)

    /// The notification appears as when the app is closed.
    public static let all: PushPresentation = [.banner, .list, .sound, .badge]
    /// The notification appears only in the list and on the icon, for example when the user already sees the content.
    public static let quiet: PushPresentation = [.list, .badge]
}

/// The buttons of the notifications of a category.
public struct PushCategory: Hashable, Sendable {
    /// A button of a notification.
    public struct Button: Hashable, Sendable {
        /// The app's own id for the button.
        public var id: String
        /// The label that the user sees.
        public var title: String
        /// Whether a tap on the button opens the app.
        public var opensApp: Bool
        /// Whether the system shows the button as destructive.
        public var isDestructive: Bool
        /// Whether the user must unlock the device to use the button.
        public var needsUnlocking: Bool
        /// The placeholder of the text field; nil for a button without a text field.
        public var textPrompt: String?

        public init(
            id: String, title: String, opensApp: Bool = true, isDestructive: Bool = false, needsUnlocking: Bool = false,
            textPrompt: String? = nil
        ) {
            (self.id, self.title, self.opensApp, self.isDestructive) = (id, title, opensApp, isDestructive)
            (self.needsUnlocking, self.textPrompt) = (needsUnlocking, textPrompt)
        }
    }

    /// The text in `category` of the notifications that show these buttons.
    public var id: String
    /// The buttons in their order. The system shows at most 10 buttons.
    public var buttons: [Button]
    /// Whether the app is informed when the user dismisses a notification of this category.
    public var reportsDismissal: Bool

    public init(_ id: String, _ buttons: [Button] = [], reportsDismissal: Bool = true) {
        (self.id, self.buttons, self.reportsDismissal) = (id, buttons, reportsDismissal)
    }
}

extension PushCategory {
    /// The prefix of the categories that the SDK creates for the buttons of single notifications.
    static let ownPrefix = "balise."

    /// Makes the category of a push with its own buttons. Pushes with the same buttons share it, so categories are few.
    init?(buttonsOf push: ReceivedPush) {
        guard !push.actions.isEmpty else { return nil }
        let texts = push.actions.flatMap { [$0.id, $0.title] }.map { "\($0.utf8.count):\($0)" }
        let hash = SHA256.hash(data: Data(texts.joined().utf8))
        self.init(
            Self.ownPrefix + hexadecimal(hash.prefix(12)),
            push.actions.map { Button(id: $0.id, title: $0.title) })
    }
}
