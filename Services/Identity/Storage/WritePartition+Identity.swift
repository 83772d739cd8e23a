// What the writes of identity keep to that look at one account alone: at no name, which must belong to one account only.

import Models
import Storage

extension WritePartition {
    /// One account with its password, networks and documents.
    static func account(_ account: AccountID) -> WritePartition { .key(account.text) }
}
