import Models
import Storage

extension IdentityStore {
    /// Claims due messages for this process. If it does not return them, others get them after the claim has ended.
    func claimMessages(limit: Int, at now: UnixTime) async throws(IdentityStoreError) -> [ClaimedMessage] {
        // Usually no message is due, which then costs no write.
        guard try await read({ try PersonalMessageTable(connection: $0).isDue(at: now) }) else { return [] }
        return try await write(on: .messages) { connection in
            try PersonalMessageTable(connection: connection).claim(
                limit: limit, at: now, until: now.adding(seconds: MessageRetries.claimSeconds))
        }
    }

    /// Returns whether it existed: the account may have been erased since.
    func removeMessage(_ message: ClaimedMessage) async throws(IdentityStoreError) -> Bool {
        try await write(on: .messages) { try PersonalMessageTable(connection: $0).delete(message.id) }
    }

    func delayMessage(
        _ message: ClaimedMessage, until due: UnixTime, cause: String?
    ) async throws(IdentityStoreError) {
        try await write(on: .messages) { connection in
            try PersonalMessageTable(connection: connection).release(message, until: due, cause: cause)
        }
    }

    /// Gives a message up. Returns whether it still existed.
    func giveUpMessage(
        _ message: ClaimedMessage, cause: String, at now: UnixTime
    ) async throws(IdentityStoreError) -> Bool {
        try await write(on: .messages) { connection in
            try PersonalMessageTable(connection: connection).bury(message, cause: cause, at: now)
        }
    }

    /// Ends the claims of an earlier process. Only call it if no other process can be running.
    func releaseMessages() async throws(IdentityStoreError) {
        try await write(on: .messages) { try PersonalMessageTable(connection: $0).releaseAll() }
    }

    func hasAccount(_ account: AccountID) async throws(IdentityStoreError) -> Bool {
        try await read { try AccountTable(connection: $0).find(account) != nil }
    }

    func messageStatus() async throws(IdentityStoreError) -> MessageStatus {
        try await read { try PersonalMessageTable(connection: $0).status() }
    }
}
