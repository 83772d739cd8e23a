// What becomes of a notification before it is shown.

public import BaliseAPI
public import Foundation

/// What a notification's texts are once they can be read.
public struct DecryptedPush: Hashable, Sendable {
    /// In place of the title; nil leaves it.
    public var title: String?
    /// In place of the subtitle; nil leaves it.
    public var subtitle: String?
    /// In place of the body; nil leaves it.
    public var body: String?
    /// Members for the payload, in place of those of the same name: `link`, `imageUrl`, or the app's own; nil for none.
    public var members: JSONDetails?

    /// Makes it of these parts; nil leaves as it is what came.
    public init(title: String? = nil, subtitle: String? = nil, body: String? = nil, members: JSONDetails? = nil) {
        self.title = title
        self.subtitle = subtitle
        self.body = body
        self.members = members
    }
}

/// Makes readable what a publisher has encrypted for the app, with a key that the app keeps where its extension finds it.
public protocol PushDecrypting: Sendable {
    /// Decrypts a push.
    ///
    /// - Returns: What it says; nil for one that is not encrypted.
    /// - Throws: Whatever it likes: the notification is shown as it came.
    func decrypt(_ push: ReceivedPush) async throws -> DecryptedPush?
}

/// What is changed of a notification before it is shown.
public struct PushChanges: Hashable, Sendable {
    /// What was decrypted; nil for nothing.
    public var decrypted: DecryptedPush?
    /// The picture, in a file that is the reader's to remove; nil for none.
    public var image: URL?
    /// The category by which the system shows the notification's own buttons; nil to leave it.
    public var category: String?

    /// Nothing is changed.
    public init() {}
}
