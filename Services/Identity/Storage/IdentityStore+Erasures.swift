// Erasures: asked for, confirmed by each service, told of.

import Models
import Storage

extension IdentityStore {
    /// Erases all that there is of an account, or closes it until the time of grace is over; nil when there was no
    /// account. The same erasure erases once.
    ///
    /// - Parameters:
    ///   - grace: For how many seconds its person may take that back; nil to erase it at once.
    ///   - person: The person who asks; refused when their session does not count any more.
    ///   - proof: What they have shown once more; refused when it does not count any more.
    func eraseAccount(
        _ account: AccountID, _ request: ErasureRequest? = nil, by person: EraseAccount.Person? = nil,
        proof: CheckedProof? = nil, grace: Int64? = nil, at now: UnixTime
    ) async throws(IdentityStoreError) -> BegunErasure? {
        try await write { connection in
            if let request, let known = try known(request.id, connection) { return known }
            guard let row = try AccountTable(connection: connection).find(account) else { return nil }
            try checkAgain(proof, of: row, at: now, connection)
            if let person { try check(person, of: row) }
            let asked = request.map { AskedErasure($0, at: now) }
            if let grace, try !AccountTable(connection: connection).isUnreachable(row) {
                return try schedule(row, asked, until: now.adding(seconds: grace), at: now, connection)
            }
            // Whoever asks without an id lets the person follow it who has one.
            let scheduled = try ScheduledErasureTable(connection: connection).find(row.number)
            try erase(row, asked ?? scheduled?.asked, at: now, connection)
            return BegunErasure(askedAt: now, dueAt: nil)
        }
    }

    /// An erasure that was asked for before; nil when it was not.
    func findBegun(_ erasure: ErasureID) async throws(IdentityStoreError) -> BegunErasure? {
        try await read { try known(erasure, $0) }
    }

    private func known(_ erasure: ErasureID, _ connection: Connection) throws -> BegunErasure? {
        if let asked = try ErasureTable(connection: connection).askedAt(erasure) {
            return BegunErasure(askedAt: asked, dueAt: nil)
        }
        return try ScheduledErasureTable(connection: connection).find(erasure).map {
            BegunErasure(askedAt: $0.askedAt, dueAt: $0.dueAt)
        }
    }

    /// Erases an account, and notes that so that it can be followed, where somebody does.
    func erase(_ row: AccountRow, _ asked: AskedErasure?, at now: UnixTime, _ connection: Connection) throws {
        let (counts, sequence) = try erase(row, at: now, connection)
        guard let asked else { return }
        let erasures = ErasureTable(connection: connection)
        try erasures.insert(asked, of: row.id, sequence: sequence)
        try erasures.count(counts.tables, of: asked.id, in: .identity)
    }

    /// How an erasure stands. Refused when there is none, or its secret is another one.
    ///
    /// - Parameter secret: nil when an operator asks.
    func findErasure(_ erasure: ErasureID, _ secret: SecretText?) async throws(IdentityStoreError) -> Erasure {
        try await read { connection in
            let table = ErasureTable(connection: connection)
            let scheduled = try ScheduledErasureTable(connection: connection).find(erasure)
            if let secret {
                guard let hash = try scheduled?.asked?.secretHash ?? table.secretHash(of: erasure),
                    hash.equalsInConstantTime(ErasureSecret.hash(secret))
                else { throw Refusal.unknownErasure }
            }
            if let scheduled { return Erasure(erasure, scheduled) }
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

extension Erasure {
    /// One that its person may take back.
    fileprivate init(_ id: ErasureID, _ scheduled: ScheduledErasure) {
        self.init(
            id: id, subject: ErasureSubject.text(of: scheduled.account, in: id), askedAt: scheduled.askedAt,
            completedAt: nil, confirmed: [], dueAt: scheduled.dueAt)
    }
}
