// The store of the identity service: how it opens, and how it fails. Its methods stand beside it.

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

    let database: ServiceDatabase

    init(_ database: ServiceDatabase) { self.database = database }

    /// Opens the database file, makes it when there has never been one.
    static func openDatabase(
        at url: URL, options: StorageOptions = StorageOptions()
    ) throws(StorageError) -> ServiceDatabase {
        try ServiceDatabase.open(
            at: url, migrations: IdentitySchema.migrations, options: options,
            mark: DatabaseMark(of: url, secret: "phone-codes.secret"))
    }
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
