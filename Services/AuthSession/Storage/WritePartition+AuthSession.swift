// What the writes of auth-session keep to, those that change no feed: that end no session, key or token.

import Models
import Storage

extension WritePartition {
    /// One session.
    static func session(_ session: SessionID) -> WritePartition { .key(session.text) }

    /// What is kept of one account beside its sessions.
    static func account(_ account: AccountID) -> WritePartition { .key(account.text) }

    /// When sessions were last active, as edges report it of many at a time.
    static let activity = WritePartition.key("activity")

    /// The API keys, which are counted together.
    static let apiKeys = WritePartition.key("API keys")

    /// Tokens of Apple that are to be revoked.
    static let appleRevocations = WritePartition.key("Apple revocations")

    /// What is forgotten because it is old.
    static let housekeeping = WritePartition.key("housekeeping")
}
