// The store of the identity service: its parts, and how it fails. Its methods stand beside it.

import Foundation
import Models
import Storage

/// Stores accounts, their names and passwords, and the accounts feed. Each method is one transaction, with the feed's
/// rows, and is named like its message.
///
/// A change is on disk when its method returns; a refusal changes nothing. The caller gives the time. Moments that are
/// stored only go forward (see `SessionMoments`).
///
/// - Throws: `IdentityStoreError`, all methods.
struct IdentityStore: Store {
    typealias Failure = IdentityStoreError
    static let migrations = IdentitySchema.migrations
    static let secretMadeAfter: String? = "phone-codes.secret"

    let database: ServiceDatabase

    init(_ database: ServiceDatabase) { self.database = database }
}

/// Why the store does not do what it is asked.
typealias IdentityStoreError = StoreFailure<Refusal>
