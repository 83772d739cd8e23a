import Models
import Storage

extension WritePartition {
    /// One account with its password, networks and documents.
    static func account(_ account: AccountID) -> WritePartition { .key(account.text) }

    /// The messages to be sent. No account has this id.
    static let messages = WritePartition.key("messages to people")
}
