import Models
import Storage

struct EmailChangeRequest: Sendable {
    let address: EmailAddress
    /// The user with a proof; nil if the account's only session made the request and no proof is needed.
    let person: ProvenPerson?
    let proof: CheckedProof?
}

struct ConfirmedEmail: Sendable {
    let profile: AccountProfile
    let isFirstProof: Bool
}

extension IdentityStore {
    /// Stores a code, and queues its message. Refuses while `CodeBudget` requires the account to wait. Returns the time
    /// at which the next code may be requested. If only the address must wait, or it belongs to another account, the
    /// answer is the same but no code is sent; the user of that other account gets a notice.
    func requestEmailCode(
        _ account: AccountID, _ draft: EmailCodeDraft, changing change: EmailChangeRequest? = nil, at now: UnixTime
    ) async throws(IdentityStoreError) -> UnixTime {
        try await write { connection in
            let row = try active(account, connection)
            if let change { try check(change, of: row, at: now, connection) }
            guard let address = change?.address ?? row.profile.emailAddress else { throw Refusal.noAddress }
            if draft.use == .proof, row.profile.emailVerifiedAt == nil { throw Refusal.addressNotVerified }
            let byAccount = try connection.emailCodeRequests.moments(of: row.number, draft.use)
            if let opens = CodeBudget.emails.opens(after: byAccount, at: now), opens > now {
                throw Refusal.codeTooSoon(opens: opens, now: now)
            }
            let addressHash = draft.secret.hash(address, for: draft.use)
            let isSent = CodeBudget.emails.isOpen(
                after: try connection.emailCodeRequests.moments(of: addressHash), at: now)
            // The request counts only for the account, so that others cannot use up the limit of the address.
            try connection.emailCodeRequests.insert(row.number, draft.use, isSent ? addressHash : [], at: now)
            try keep(draft, to: address, of: row, isSent: isSent, at: now, connection)
            if isSent { try queue(draft, to: address, of: row, at: now, connection) }
            return CodeBudget.emails.opens(after: byAccount + [now], at: now) ?? now
        }
    }

    /// Counts a try of the account's code. The right code is used up and verifies its address; after a change the old
    /// address gets a notice. Refused if another account has got the address since, or the session has ended. The first
    /// proof ends all sessions except `session`. A nil `signedInAt` skips the check of the session.
    func confirmEmail(
        _ account: AccountID, _ shown: ShownEmailCode, telling notice: MessageDraft, signedInAt: UnixTime? = nil,
        in session: SessionID?, at now: UnixTime
    ) async throws(IdentityStoreError) -> Result<ConfirmedEmail, EmailCodeRefusal> {
        try await write { connection in
            var row = try active(account, signedInAt: signedInAt, in: session, connection)
            let address: EmailAddress
            switch try judge(shown, of: row, at: now, connection) {
            case .success(let sent): address = sent.address
            case .failure(let refusal): return .failure(refusal)
            }
            guard shown.use == .change || row.profile.emailAddress?.key == address.key else {
                return .failure(.address)
            }
            // This is read before the change, because a stranger may have added the old address.
            let isFirstProof = row.profile.lacksProof
            if isFirstProof {
                try remove(by: .code, showing: shown.use, in: session, from: &row, at: now, connection)
                try publish(row, at: now, connection)
            }
            if shown.use == .change {
                try change(&row, to: address, telling: notice, at: now, connection)
            }
            try connection.emailCodes.use(shown.use, of: row.number, at: now)
            row.profile.emailVerifiedAt = now
            row.profile.updatedAt = max(now, row.profile.updatedAt)
            try connection.accounts.update(row)
            return .success(ConfirmedEmail(profile: row.profile, isFirstProof: isFirstProof))
        }
    }

    /// Counts a try of a code for a proof, and returns the code if it is right. The request that follows uses it up.
    func tryProofCode(
        _ account: AccountID, _ shown: ShownEmailCode, at now: UnixTime
    ) async throws(IdentityStoreError) -> Result<TriedEmailCode, EmailCodeRefusal> {
        try await write(on: .account(account)) { connection in
            let row = try active(account, connection)
            switch try judge(shown, of: row, at: now, connection) {
            case .failure(let refusal): return .failure(refusal)
            case .success(let sent):
                guard row.profile.hasConfirmed(sent.address) else { return .failure(.address) }
                return .success(TriedEmailCode(hash: sent.code.hash))
            }
        }
    }

    /// Uses up a code for a proof. Refuses if since the try the code was used or has expired, or the address changed.
    func use(_ tried: TriedEmailCode, of row: AccountRow, at now: UnixTime, _ connection: Connection) throws {
        let sent = try connection.emailCodes.all(of: row.number)[.proof]
        if let refusal = EmailCodeRefusal(tried, now: sent?.code, at: now) { throw Refusal.emailCode(refusal) }
        guard let sent, row.profile.hasConfirmed(sent.address) else { throw Refusal.emailCode(.address) }
        try connection.emailCodes.use(.proof, of: row.number, at: now)
    }
}

extension AccountProfile {
    fileprivate func hasConfirmed(_ address: EmailAddress) -> Bool { emailVerifiedAt != nil && emailAddress == address }
}

extension IdentityStore {
    private func check(
        _ change: EmailChangeRequest, of row: AccountRow, at now: UnixTime, _ connection: Connection
    ) throws {
        guard row.profile.mayHaveLetterbox else { throw Refusal.derivedApart }
        try checkAgain(change.proof, of: row, at: now, connection)
        guard let person = change.person else {
            guard try connection.accounts.isUnreachable(row) else { throw Refusal.proofNeeded }
            return
        }
        try check(person, of: row)
    }

    /// Stores a code. If its message is not sent, an earlier code that is still valid stays.
    private func keep(
        _ draft: EmailCodeDraft, to address: EmailAddress, of row: AccountRow, isSent: Bool, at now: UnixTime,
        _ connection: Connection
    ) throws {
        let present = isSent ? nil : try connection.emailCodes.all(of: row.number)[draft.use]
        let isOfUse = present.map {
            $0.address == address && EmailCodeRefusal($0.code, isRight: true, at: now) == nil
        }
        guard isOfUse != true else { return }
        let hash = draft.secret.hash(draft.code, for: draft.use, of: row.id, address)
        try connection.emailCodes.set(hash, for: draft.use, to: address, of: row.number, until: draft.expiresAt)
    }

    private func queue(
        _ draft: EmailCodeDraft, to address: EmailAddress, of row: AccountRow, at now: UnixTime,
        _ connection: Connection
    ) throws {
        let owner = try connection.accounts.find(address.key)
        let other = owner.flatMap { $0.number == row.number ? nil : $0 }
        // The message is queued under the requesting account, even if the address belongs to another account: the queue
        // must not reveal the owner.
        try connection.messages.insert(
            other.map { draft.message.replaced(by: .emailTaken, for: $0.id) } ?? draft.message, of: row.number,
            to: address.text, in: (other ?? row).profile.details.locale, at: now)
    }

    /// Counts a try and then checks the code, in the same transaction.
    private func judge(
        _ shown: ShownEmailCode, of row: AccountRow, at now: UnixTime, _ connection: Connection
    ) throws -> Result<EmailCodeTable.Sent, EmailCodeRefusal> {
        // Malformed text costs no try.
        guard let code = shown.code else { return .failure(.malformed) }
        let all = try connection.emailCodes.all(of: row.number)
        try connection.emailCodes.countTry(of: shown.use, of: row.number)
        func isRight(_ use: EmailCodeUse, _ sent: EmailCodeTable.Sent) -> Bool {
            shown.secret.matches(code, for: use, of: row.id, sent.address, sent.code.hash)
        }
        let sent = all[shown.use]
        if let refusal = EmailCodeRefusal(sent?.code, isRight: sent.map { isRight(shown.use, $0) } ?? false, at: now) {
            let isOfOtherUse = all.contains { $0.key != shown.use && isRight($0.key, $0.value) }
            return .failure(isOfOtherUse ? EmailCodeRefusal(ofOtherUse: refusal) : refusal)
        }
        guard let sent else { return .failure(.unsent) }
        return .success(sent)
    }

    private func change(
        _ row: inout AccountRow, to address: EmailAddress, telling notice: MessageDraft, at now: UnixTime,
        _ connection: Connection
    ) throws {
        let (former, wasProven) = (row.profile.emailAddress, row.profile.emailVerifiedAt != nil)
        row.profile.names.email = address.text
        if let taken = try connection.signInNames.findTaken(row.profile.names, by: row.number) {
            throw Refusal.nameTaken(taken)
        }
        try connection.signInNames.replace(row.profile.names, of: row.number)
        guard former != address else { return }
        // Links and codes for the old address end.
        try connection.passwordResets.delete(of: row.number)
        try connection.emailCodes.deleteAll(of: row.number, but: .change)
        if wasProven, let former, row.profile.mayHaveLetterbox {
            try connection.messages.insert(notice, for: row, to: former.text, at: now)
        }
    }

    /// Stores a code for a sign-in in place of an earlier code, and queues its message. Without an account the same
    /// statements run without a message, because the time must not reveal accounts. An address at its limit gets no new
    /// code; its last code stays valid. Returns nil if no message was queued.
    func requestEmailSignIn(
        _ address: EmailAddress, _ draft: EmailCodeDraft, at now: UnixTime
    ) async throws(IdentityStoreError) -> AccountID? {
        try await write { connection in
            let addressHash = draft.secret.hash(address, for: draft.use)
            let moments = try connection.emailCodeRequests.moments(of: addressHash)
            let found = try connection.accounts.find(address.key)
            guard CodeBudget.emails.isOpen(after: moments, at: now) else { return nil }
            let row = found.flatMap { row in
                row.profile.mayBeOpenedByEmail && row.profile.emailAddress == address ? row : nil
            }
            try connection.emailCodeRequests.insert(nil, draft.use, addressHash, at: now)
            let hash = draft.secret.hash(draft.code, for: draft.use, of: row?.id, address)
            try connection.signInCodes.set(hash, for: addressHash, of: row?.number, until: draft.expiresAt)
            try connection.messages.insert(draft.message, for: row, to: address.text, at: now)
            return row?.id
        }
    }

    /// Counts a try of the code for an address. The right code is used up. If the account has a second step, only that
    /// step stores the sign-in and cancels an erasure. Without an account the same data is read, counted and compared.
    func verifyEmailCode(
        _ shown: ShownEmailCode, to address: EmailAddress, login: LoginRecord,
        from network: @escaping @Sendable (AccountID) -> SeenNetwork?, cancelsErasure: Bool, at now: UnixTime
    ) async throws(IdentityStoreError) -> Result<RecognisedAccount, EmailCodeRefusal> {
        try await write { connection in
            // Malformed text costs no try.
            guard let code = shown.code else { return .failure(.malformed) }
            let addressHash = shown.secret.hash(address, for: shown.use)
            let sent = try connection.signInCodes.find(addressHash)
            try connection.signInCodes.countTry(addressHash)
            // If no code is stored, this compares with a hash that no code has, so that the time is the same.
            let isRight = shown.secret.matches(
                code, for: shown.use, of: sent?.account, address, sent?.code.hash ?? addressHash)
            if let refusal = EmailCodeRefusal(sent?.code, isRight: isRight, at: now) { return .failure(refusal) }
            guard let account = sent?.account, var row = try connection.accounts.find(account) else {
                return .failure(.unsent)
            }
            guard row.profile.emailVerifiedAt != nil, row.profile.emailAddress == address else {
                return .failure(.address)
            }
            var hasCancelledErasure = false
            do {
                if try connection.totps.counts(row.number) {
                    try checkOpen(row, cancelsErasure: cancelsErasure, at: now, connection)
                } else {
                    hasCancelledErasure = try admit(&row, cancelsErasure: cancelsErasure, at: now, connection)
                }
            } catch Refusal.accountDisabled {
                return .failure(.disabled)
            }
            try connection.signInCodes.use(addressHash, at: now)
            let verified = try recognise(
                &row, takingOnly: FirstStep(), login: login, from: network(account), at: now, connection)
            return .success(RecognisedAccount(verified: verified, hasCancelledErasure: hasCancelledErasure))
        }
    }
}
