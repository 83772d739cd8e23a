import Models
import Storage

extension IdentityStore {
    /// Erases an account with all its data. With `grace`, it only disables the account for this number of seconds,
    /// unless no user can open it. Returns nil if the account does not exist; a repeated request has no effect. Refuses
    /// if the session of `person` or their proof is no longer valid.
    func eraseAccount(
        _ account: AccountID, _ request: ErasureRequest? = nil, by person: ProvenPerson? = nil,
        proof: CheckedProof? = nil, grace: Int64? = nil, at now: UnixTime
    ) async throws(IdentityStoreError) -> BegunErasure? {
        try await write { connection in
            if let request, let known = try known(request.id, connection) { return known }
            guard let row = try connection.accounts.find(account) else { return nil }
            try checkAgain(proof, of: row, at: now, connection)
            if let person { try check(person, of: row) }
            let asked = request.map { AskedErasure($0, at: now) }
            if let grace, try !connection.accounts.isUnreachable(row) {
                return try schedule(row, asked, until: now.adding(seconds: grace), at: now, connection)
            }
            // If this request has no id but an earlier request had one, its user can still follow the erasure.
            let scheduled = try connection.scheduledErasures.find(row.number)
            try erase(row, asked ?? scheduled?.asked, at: now, connection)
            return BegunErasure(askedAt: now, dueAt: nil)
        }
    }

    func findBegun(_ erasure: ErasureID) async throws(IdentityStoreError) -> BegunErasure? {
        try await read { try known(erasure, $0) }
    }

    private func known(_ erasure: ErasureID, _ connection: Connection) throws -> BegunErasure? {
        if let asked = try connection.erasures.askedAt(erasure) { return BegunErasure(askedAt: asked, dueAt: nil) }
        return try connection.scheduledErasures.find(erasure).map {
            BegunErasure(askedAt: $0.askedAt, dueAt: $0.dueAt)
        }
    }

    /// Erases an account, with a record if the erasure can be followed.
    func erase(_ row: AccountRow, _ asked: AskedErasure?, at now: UnixTime, _ connection: Connection) throws {
        let (counts, sequence) = try erase(row, at: now, connection)
        guard let asked else { return }
        try connection.erasures.insert(asked, of: row.id, sequence: sequence)
        try connection.erasures.count(counts.tables, of: asked.id, in: .identity)
    }

    /// Returns the record of an erasure; `secret` is nil for an operator. Refuses for an unknown id or a wrong secret.
    func findErasure(_ erasure: ErasureID, _ secret: SecretText?) async throws(IdentityStoreError) -> Erasure {
        try await read { connection in
            let scheduled = try connection.scheduledErasures.find(erasure)
            if let secret {
                guard let hash = try scheduled?.asked?.secretHash ?? connection.erasures.secretHash(of: erasure),
                    hash.equalsInConstantTime(ErasureSecret.hash(secret))
                else { throw Refusal.unknownErasure }
            }
            if let scheduled { return Erasure(erasure, scheduled) }
            guard let found = try connection.erasures.find(erasure) else { throw Refusal.unknownErasure }
            return found
        }
    }

    func hasPendingErasures(_ service: ServiceName) async throws(IdentityStoreError) -> Bool {
        try await read { try $0.erasures.hasPending(service) }
    }

    /// Stores a report. If several accounts had the same id, the rows count for the earliest account, because the
    /// service had not learnt of its erasure when the id was used again.
    func confirmErasures(_ report: ConfirmErasures, at now: UnixTime) async throws(IdentityStoreError) {
        try await write { connection in
            for rows in report.erased {
                let pending = try connection.erasures.pending(report.reporter, of: rows.account, through: rows.sequence)
                for (index, erasure) in pending.enumerated() {
                    if index == 0 { try connection.erasures.count(rows.tables, of: erasure, in: report.reporter) }
                    try connection.erasures.confirm(erasure, by: report.reporter, at: now)
                }
            }
            guard let through = report.through, try IdentitySchema.feed.knows(through, in: connection) else { return }
            for erasure in try connection.erasures.pending(report.reporter, through: through.sequence) {
                try connection.erasures.confirm(erasure, by: report.reporter, at: now)
            }
        }
    }

    func pendingOwnErasures() async throws(IdentityStoreError) -> [(erasure: ErasureID, account: AccountID)] {
        try await read { try $0.erasures.pendingOwn() }
    }

    /// Records that this service has deleted all data of an account.
    func confirmOwn(_ erasure: ErasureID, at now: UnixTime) async throws(IdentityStoreError) {
        try await write { try $0.erasures.confirm(erasure, by: .identity, at: now) }
    }
}

extension Erasure {
    /// Makes the record of an erasure that can still be cancelled.
    fileprivate init(_ id: ErasureID, _ scheduled: ScheduledErasure) {
        self.init(
            id: id, subject: ErasureSubject.text(of: scheduled.account, in: id), askedAt: scheduled.askedAt,
            completedAt: nil, confirmed: [], dueAt: scheduled.dueAt)
    }
}
