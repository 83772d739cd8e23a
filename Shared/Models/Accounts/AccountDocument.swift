// What an app keeps with an account, in a form that only the app understands.

/// The documents of an account, one of each.
public enum DocumentName: String, Codable, Sendable, CaseIterable {
    /// What the app knows about the user: Appwrite's document in the collection `users`.
    case user
    /// What the user prefers in the app: Appwrite's `prefs`.
    case preferences
}

/// A document of an account.
public struct AccountDocument: Codable, Sendable {
    /// A JSON object (RFC 8259), in UTF-8; at most 16 KiB.
    public var json: Personal<String>
    public var createdAt: UnixTime
    public var updatedAt: UnixTime

    enum CodingKeys: Int, CodingKey { case json = 0, createdAt, updatedAt }

    public init(json: Personal<String>, createdAt: UnixTime, updatedAt: UnixTime) {
        self.json = json
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}
