// What the writes of identity keep to, those that change no feed: after which followers know all that they need.

import Models
import Storage

extension WritePartition {
    /// One account.
    static func account(_ account: AccountID) -> WritePartition { .key(account.text) }

    /// Requests for new passwords, which are counted together.
    static let passwordResets = WritePartition.key("password resets")
}
