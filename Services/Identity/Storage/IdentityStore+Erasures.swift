// Erasures: asked for, confirmed by each service, told of.

import Models
import Storage

extension IdentityStore {
    /// Erases all that there is of an account; says when that was asked for, or nil when there was no account. The same
    /// erasure erases once.
    ///
    /// - Parameters:
    ///   - person: The person who asks; refused when their session does not count any more.
    ///   - checked: Their password, when it was shown; refused when it has changed meanwhile.
    func eraseAccount(
        _ account: AccountID, _ request: ErasureRequest? = nil, by person: EraseAccount.Person? = nil,
        checked: AccountPassword? = nil, at now: UnixTime
    ) async throws(IdentityStoreError) -> UnixTime? {
        try await write { connection in
            let erasures = ErasureTable(connection: connection)
            if let request, let asked = try erasures.askedAt(request.id) { return asked }
            guard let row = try AccountTable(connection: connection).find(account) else { return nil }
            if let checked { _ = try stillValid(checked, connection) }
            if let person, let end = row.moments.sessionsEndBefore, person.authenticatedAt <= end {
                throw Refusal.sessionOutdated
            }
            let (counts, sequence) = try erase(row, at: now, connection)
            if let request {
                try erasures.insert(request, of: account, sequence: sequence, at: now)
                try erasures.count(counts.tables, of: request.id, in: .identity)
            }
            return now
        }
    }

    /// When an erasure was asked for; nil when it was not.
    func askedAt(_ erasure: ErasureID) async throws(IdentityStoreError) -> UnixTime? {
        try await read { try ErasureTable(connection: $0).askedAt(erasure) }
    }

    /// How an erasure stands. Refused when there is none, or its secret is another one.
    ///
    /// - Parameter secret: nil when an operator asks.
    func findErasure(_ erasure: ErasureID, _ secret: SecretText?) async throws(IdentityStoreError) -> Erasure {
        try await read { connection in
            let table = ErasureTable(connection: connection)
            if let secret {
                guard let hash = try table.secretHash(of: erasure),
                    hash.equalsInConstantTime(ErasureSecret.hash(secret))
                else { throw Refusal.unknownErasure }
            }
            guard let found = try table.find(erasure) else { throw Refusal.unknownErasure }
            return found
        }
    }

    /// Whether a service has an erasure to confirm.
    func hasPendingErasures(_ service: ServiceName) async throws(IdentityStoreError) -> Bool {
        try await read { try ErasureTable(connection: $0).hasPending(service) }
    }

    /// Takes over what a service reports. Of several erasures of one id the earliest has what was erased: the service
    /// had not heard of it when the id was given again.
    func confirmErasures(_ report: ConfirmErasures, at now: UnixTime) async throws(IdentityStoreError) {
        try await write { connection in
            let table = ErasureTable(connection: connection)
            for rows in report.erased {
                let pending = try table.pending(report.reporter, of: rows.account, through: rows.sequence)
                for (index, erasure) in pending.enumerated() {
                    if index == 0 { try table.count(rows.tables, of: erasure, in: report.reporter) }
                    try table.confirm(erasure, by: report.reporter, at: now)
                }
            }
            guard let through = report.through, try IdentitySchema.feed.knows(through, in: connection) else { return }
            for erasure in try table.pending(report.reporter, through: through.sequence) {
                try table.confirm(erasure, by: report.reporter, at: now)
            }
        }
    }

    /// The erasures that this service itself has to confirm.
    func pendingOwnErasures() async throws(IdentityStoreError) -> [(erasure: ErasureID, account: AccountID)] {
        try await read { try ErasureTable(connection: $0).pendingOwn() }
    }

    /// Notes that this service has nothing left of an account.
    func confirmOwn(_ erasure: ErasureID, at now: UnixTime) async throws(IdentityStoreError) {
        try await write { try ErasureTable(connection: $0).confirm(erasure, by: .identity, at: now) }
    }
}
