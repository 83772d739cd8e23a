/// Reports that a user's position was erased, or may no longer be stored: a tombstone in the positions feed under a key
/// of its own.
///
/// The feed has one row for each key. If a new position is stored before a follower has read the erasure of the last
/// one, the follower reads only the new one. This tombstone makes it drop everything that it derived from earlier
/// positions.
public struct WithdrawnPosition: Hashable, Sendable {
    public let account: AccountID

    /// No account id can begin like this.
    private static let prefix = "withdrawn/"

    public init(_ account: AccountID) { self.account = account }

    /// Nil for the key of a position.
    public init?(key: String) {
        guard key.hasPrefix(WithdrawnPosition.prefix),
            let account = AccountID(String(key.dropFirst(WithdrawnPosition.prefix.count)))
        else { return nil }
        self.account = account
    }

    /// For example `withdrawn/acc_5f0c…`.
    public var key: String { WithdrawnPosition.prefix + account.text }
}
