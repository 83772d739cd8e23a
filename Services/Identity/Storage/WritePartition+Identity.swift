// What the writes of identity keep to that look at one account alone: at no name, which must belong to one account only.

import Models
import Storage

extension WritePartition {
    /// One account with its password, networks and documents.
    static func account(_ account: AccountID) -> WritePartition { .key(account.text) }

    /// The messages that wait to be sent. No account has this id.
    static let messages = WritePartition.key("messages to people")
}
