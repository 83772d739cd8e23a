// The store of the identity service: its parts, and how it fails. Its methods stand beside it.

import Foundation
import Models
import Storage

/// Keeps accounts, their names and passwords, and the accounts feed. One method is one transaction with its feed rows,
/// named like its message.
///
/// A method that returns after a change has it on disk; a refusal changes nothing. Time is told by the caller; what is
/// kept of a moment goes forward only (see `SessionMoments`).
///
/// - Throws: `IdentityStoreError`, all methods.
struct IdentityStore: Store {
    typealias Failure = IdentityStoreError
    static let migrations = IdentitySchema.migrations
    static let secretMadeAfter: String? = "phone-codes.secret"

    let database: ServiceDatabase

    init(_ database: ServiceDatabase) { self.database = database }
}

/// Why a store does not do what it is asked.
enum IdentityStoreError: StoreError {
    typealias Reason = Refusal

    /// The rules say no.
    case refused(Refusal)
    case overloaded
    case unavailable(any Error)
    case failed(any Error)
}
