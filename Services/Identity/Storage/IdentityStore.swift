import Foundation
import Models
import Storage

/// Stores accounts, their names and passwords, and the accounts feed. Each method is one transaction, including the
/// rows of the feed, and is named like its message.
///
/// A change is on disk when its method returns; a refusal changes nothing. The caller passes the time. Stored times
/// only increase (see `SessionMoments`).
struct IdentityStore: Store {
    typealias Failure = IdentityStoreError
    static let migrations = IdentitySchema.migrations
    static let secretMadeAfter: String? = "phone-codes.secret"

    let database: ServiceDatabase

    init(_ database: ServiceDatabase) { self.database = database }
}

typealias IdentityStoreError = StoreFailure<Refusal>
