/// The documents of an account.
public enum DocumentName: String, Codable, Sendable, CaseIterable {
    /// The app's facts about the user: Appwrite's document in the collection `users`.
    case user
    /// The user's settings in the app: Appwrite's `prefs`.
    case preferences
}

/// The content of one of an account's documents (`DocumentName`). Stored by identity.
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
