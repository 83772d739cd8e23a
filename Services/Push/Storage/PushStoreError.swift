// Why a store of push does not do what it is asked.

import Models

/// Why a store does not do what it is asked.
enum PushStoreError: Error {
    /// The account has been erased.
    case accountErased
    /// The session has ended.
    case sessionEnded
    /// The account has as many push tokens as it may have.
    case tooManyTokens
    /// The publisher has used the idempotency key for another announcement.
    case keyUsed
    /// The account has no such entry in its inbox.
    case unknownEntry
    /// More writes wait than the store takes.
    case overloaded
    /// It cannot be reached or used at the moment: closed, no space left, locked, damaged.
    case unavailable(any Error)
    /// A defect.
    case failed(any Error)
}
