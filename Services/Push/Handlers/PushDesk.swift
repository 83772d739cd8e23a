// What every handler works with: the store, the audience and the clock.

import Logging
import Models
import ServiceRuntime

/// What every handler works with.
struct PushDesk: Sendable {
    let store: any PushStore
    let audience: AudienceBoard
    let announcements: AnnouncementRules
    let texts: StandardTexts
    let clock: any WallClock
    let logger: Logger
    /// Gives so many random bytes.
    let random: @Sendable (Int) -> [UInt8]
    /// Returns when everything counts that people had said before, and says how far that is.
    let catchUp: @Sendable () async throws(ServiceError) -> FeedMarks
    /// There is something to decide, on no older state than that.
    let decide: @Sendable (AnnouncementID, FeedMarks) -> Void
    /// There is something to deliver.
    let deliver: @Sendable () -> Void

    /// The announcement that a publisher names. Throws `notFound`.
    func announcement(_ id: String, _ context: MessageContext) throws -> KeptAnnouncement {
        let found: KeptAnnouncement?
        do throws(PushStoreError) { found = try store.announcement(id) } catch { throw answer(to: error, context) }
        guard let found else { throw ServiceError(.notFound, "there is no announcement with this id") }
        return found
    }

    /// What the caller is told of a failure of the store.
    func answer(to error: PushStoreError, _ context: MessageContext) -> any Error {
        switch error {
        case .accountErased:
            return ServiceError(.accountGone, "the account is not there any more")
        case .sessionEnded:
            return ServiceError(.invalidToken, "the session has ended; sign in again")
        case .tooManyTokens:
            return ServiceError(
                .conflict, "the account has \(TokenRules.maximum) push tokens already; remove one of them first")
        case .keyUsed:
            return ServiceError(
                .conflict, "the idempotency key was used for another announcement; use a new key for a new one")
        case .unknownEntry:
            return ServiceError(.invalidRequest, "the inbox has no such entry; begin again without a cursor")
        case .overloaded:
            return ServiceError(.overloaded, "too much is waiting to be stored", retryAfter: 1)
        case .unavailable(let cause):
            // The client is told no more than that; the operator needs the reason.
            logger.following(context).error("the store is not available", metadata: ["cause": .failure(cause)])
            return ServiceError(.unavailable, "the store is not available", retryAfter: 1)
        case .failed(let cause):
            return cause
        }
    }
}
