// The queue of messages to people. They are queued by the methods that change what they are about.

import Models
import Storage

extension IdentityStore {
    /// Gives messages that are due to this process alone, for as long as the claim lasts. A process that does not come
    /// back leaves them to others then.
    func claimMessages(limit: Int, at now: UnixTime) async throws(IdentityStoreError) -> [ClaimedMessage] {
        // Most looks find nothing, and cost no write.
        guard try await read({ try PersonalMessageTable(connection: $0).isDue(at: now) }) else { return [] }
        return try await write(on: .messages) { connection in
            try PersonalMessageTable(connection: connection).claim(
                limit: limit, at: now, until: now.adding(seconds: MessageRetries.claimSeconds))
        }
    }

    /// Deletes a message that was sent, or that nobody wants any more. Says whether it was there: its account may have
    /// been erased meanwhile.
    func removeMessage(_ message: ClaimedMessage) async throws(IdentityStoreError) -> Bool {
        try await write(on: .messages) { try PersonalMessageTable(connection: $0).delete(message.id) }
    }

    /// Lets a message wait for its next try, for a cause if a try has failed.
    func delayMessage(
        _ message: ClaimedMessage, until due: UnixTime, cause: String?
    ) async throws(IdentityStoreError) {
        try await write(on: .messages) { connection in
            try PersonalMessageTable(connection: connection).release(message, until: due, cause: cause)
        }
    }

    /// Gives a message up. Says whether it was still there.
    func giveUpMessage(
        _ message: ClaimedMessage, cause: String, at now: UnixTime
    ) async throws(IdentityStoreError) -> Bool {
        try await write(on: .messages) { connection in
            try PersonalMessageTable(connection: connection).bury(message, cause: cause, at: now)
        }
    }

    /// Takes back what a process before this one had taken. Only where no other process can be at work.
    func releaseMessages() async throws(IdentityStoreError) {
        try await write(on: .messages) { try PersonalMessageTable(connection: $0).releaseAll() }
    }

    /// Whether there is an account with this id.
    func hasAccount(_ account: AccountID) async throws(IdentityStoreError) -> Bool {
        try await read { try AccountTable(connection: $0).find(account) != nil }
    }

    /// What an operator has to know of messages.
    func messageStatus() async throws(IdentityStoreError) -> MessageStatus {
        try await read { try PersonalMessageTable(connection: $0).status() }
    }
}
