import Models
import Storage

extension IdentityStore {
    /// Stores a code for a sign-in in place of an earlier one, and queues its message. Without an account the same statements
    /// run without a message, since the time must not reveal accounts. An address at its limit gets no new code; its last one
    /// stays valid. Returns nil if no message was queued.
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
            try connection.signInCodes.set(
                hash, for: addressHash, of: row?.number, until: draft.expiresAt)
            try connection.messages.insert(draft.message, for: row, to: address.text, at: now)
            return row?.id
        }
    }

    /// Counts a try of the code for an address. The right one is used up. With a second step, only that step stores the sign-in
    /// and cancels an erasure. Without an account the same data is read, counted and compared.
    func verifyEmailCode(
        _ shown: ShownEmailCode, to address: EmailAddress, login: LoginRecord,
        from network: @escaping @Sendable (AccountID) -> SeenNetwork?, cancelsErasure: Bool, at now: UnixTime
    ) async throws(IdentityStoreError) -> Result<RecognisedAccount, EmailCodeRefusal> {
        try await write { connection in
            // Malformed text counts as no try.
            guard let code = shown.code else { return .failure(.malformed) }
            let addressHash = shown.secret.hash(address, for: shown.use)
            let sent = try connection.signInCodes.find(addressHash)
            try connection.signInCodes.countTry(addressHash)
            // Without a stored code, it compares with a hash that no code has.
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
