// Why a store of push does not do what it is asked.

import Models
import Storage

/// Why a store does not do what it is asked.
enum PushStoreError: StoreError {
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
    /// The publisher has looked from around a place too often.
    case tooManyProbes(ProbeKind, end: UnixTime)
    /// The publisher has too many announcements that begin together around a place; nil as the end for one that is to
    /// begin later, which another begin alone helps.
    case tooManyTogether(end: UnixTime?)
    /// It was asked about a person too often.
    case tooManyInquiries(end: UnixTime)
    /// The account has sent itself too many tests.
    case tooManyTests(end: UnixTime)
    case overloaded
    case unavailable(any Error)
    case failed(any Error)
}

extension PushStoreError: CustomStringConvertible {
    /// What a log says, for which the cause counts: what the operator can do about it stands there.
    var description: String {
        switch self {
        case .accountErased: "the account has been erased"
        case .sessionEnded: "the session has ended"
        case .tooManyTokens: "the account has too many push tokens"
        case .keyUsed: "the idempotency key was used for another announcement"
        case .unknownEntry: "there is no such entry"
        case .tooManyProbes: "the publisher has looked from around the place too often"
        case .tooManyTogether: "the publisher has announced too much at once around the place"
        case .tooManyInquiries: "it was asked about the person too often"
        case .tooManyTests: "the account has sent itself too many tests"
        case .overloaded: "too many writes wait"
        case .unavailable(let cause as StorageError), .failed(let cause as StorageError): cause.description
        case .unavailable(let cause), .failed(let cause): String(reflecting: type(of: cause))
        }
    }
}
