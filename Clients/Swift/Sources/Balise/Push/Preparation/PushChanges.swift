public import BaliseAPI
public import Foundation

/// The decrypted texts of a notification.
public struct DecryptedPush: Hashable, Sendable {
    /// Replaces the title; nil keeps it.
    public var title: String?
    /// Replaces the subtitle; nil keeps it.
    public var subtitle: String?
    /// Replaces the body; nil keeps it.
    public var body: String?
    /// Members that replace those of the same name in the payload: `link`, `imageUrl`, or the app's own; nil for none.
    public var members: JSONDetails?

    /// Creates the texts; nil keeps the original.
    public init(title: String? = nil, subtitle: String? = nil, body: String? = nil, members: JSONDetails? = nil) {
        self.title = title
        self.subtitle = subtitle
        self.body = body
        self.members = members
    }
}

/// Decrypts pushes that a publisher has encrypted for the app. Keep the key where the app's extension can read it.
public protocol PushDecrypting: Sendable {
    /// Decrypts a push.
    /// - Returns: The texts; nil if the push is not encrypted.
    /// - Throws: Any error: the notification is then shown unchanged.
    func decrypt(_ push: ReceivedPush) async throws -> DecryptedPush?
}

/// The changes to a notification before it is shown.
public struct PushChanges: Hashable, Sendable {
    /// The decrypted texts; nil if nothing was encrypted.
    public var decrypted: DecryptedPush?
    /// The file with the picture, which the reader must remove; nil for none.
    public var image: URL?
    /// The category that shows the notification's own buttons; nil to keep the original one.
    public var category: String?

    /// Creates an empty set of changes.
    public init() {}
}
