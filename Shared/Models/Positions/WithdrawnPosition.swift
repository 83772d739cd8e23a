// What the positions feed says beside positions.

/// Says that somebody's position was erased, or may not be stored any more: a tombstone of the positions feed under a
/// key of its own.
///
/// The feed has one row for each key. When a new position is kept before a follower has read that the last one was
/// erased, the follower reads the new one alone. This tombstone tells it to drop what it derived from the earlier
/// positions.
public struct WithdrawnPosition: Hashable, Sendable {
    public let account: AccountID

    /// No account has such a name.
    private static let prefix = "withdrawn/"

    public init(_ account: AccountID) { self.account = account }

    /// What a key of the feed names; nil for the key of a position.
    public init?(key: String) {
        guard key.hasPrefix(WithdrawnPosition.prefix),
            let account = AccountID(String(key.dropFirst(WithdrawnPosition.prefix.count)))
        else { return nil }
        self.account = account
    }

    /// The key in the feed, for example `withdrawn/acc_5f0c…`.
    public var key: String { WithdrawnPosition.prefix + account.text }
}
