// Signing in by a code that is sent to an e-mail address.

import Models
import Storage

/// A person who has signed in by mail, or has taken the first of two steps by it.
struct EmailSignIn: Sendable {
    let verified: VerifiedAccount
    /// Whether they took back that the account was to be erased.
    let hasCancelledErasure: Bool
}

extension IdentityStore {
    /// Stores a code to sign in with for an address, in the place of an earlier one, and queues the message that brings it
    /// where an account has confirmed the address. Where none has, the same statements run and reach nobody: the time of
    /// the answer must not tell who is here. An address that has had as many codes as it may gets no other one; the last
    /// one goes on to count.
    ///
    /// - Returns: Whose the address is; nil where nothing was queued.
    func requestEmailSignIn(
        _ address: EmailAddress, _ draft: EmailCodeDraft, at now: UnixTime
    ) async throws(IdentityStoreError) -> AccountID? {
        try await write { connection in
            let addressHash = draft.secret.hash(address, for: draft.use)
            let requests = EmailCodeRequestTable(connection: connection)
            let moments = try requests.moments(of: addressHash)
            let found = try AccountTable(connection: connection).find(address.key)
            guard CodeBudget.emails.isOpen(after: moments, at: now) else { return nil }
            let row = found.flatMap { row in
                row.profile.mayBeOpenedByEmail && row.profile.emailAddress == address ? row : nil
            }
            try requests.insert(nil, draft.use, addressHash, at: now)
            let hash = draft.secret.hash(draft.code, for: draft.use, of: row?.id, address)
            try SignInCodeTable(connection: connection).set(
                hash, for: addressHash, of: row?.number, until: draft.expiresAt)
            try PersonalMessageTable(connection: connection).insertWhereKnown(
                draft.message, of: row?.number, to: address.text, in: row?.profile.details.locale, at: now)
            return row?.id
        }
    }

    /// Counts a try of the code that was sent to an address, and notes that its person was recognised when it is the right
    /// one, which is used up. An account that wants a second step is only noted with that, and so is that its erasure is taken
    /// back. Where no account has the address, the same is read, counted and compared.
    ///
    /// - Parameter network: The network that the person signs in from, as an account remembers it; nil for none.
    func verifyEmailCode(
        _ shown: ShownEmailCode, to address: EmailAddress, login: LoginRecord,
        from network: @escaping @Sendable (AccountID) -> SeenNetwork?, cancelsErasure: Bool, at now: UnixTime
    ) async throws(IdentityStoreError) -> Result<EmailSignIn, EmailCodeRefusal> {
        try await write { connection in
            // What cannot be a code is no try.
            guard let code = shown.code else { return .failure(.malformed) }
            let codes = SignInCodeTable(connection: connection)
            let addressHash = shown.secret.hash(address, for: shown.use)
            let sent = try codes.find(addressHash)
            try codes.countTry(addressHash)
            // With nothing to compare, compares with what no code makes.
            let isRight = shown.secret.matches(
                code, for: shown.use, of: sent?.account, address, sent?.code.hash ?? addressHash)
            if let refusal = EmailCodeRefusal(sent?.code, isRight: isRight, at: now) { return .failure(refusal) }
            let accounts = AccountTable(connection: connection)
            guard let account = sent?.account, var row = try accounts.find(account) else { return .failure(.unsent) }
            guard row.profile.emailVerifiedAt != nil, row.profile.emailAddress == address else {
                return .failure(.address)
            }
            var hasCancelledErasure = false
            do {
                if try TOTPTable(connection: connection).counts(row.number) {
                    try checkOpen(row, cancelsErasure: cancelsErasure, at: now, connection)
                } else {
                    hasCancelledErasure = try admit(&row, cancelsErasure: cancelsErasure, at: now, connection)
                }
            } catch Refusal.accountDisabled {
                return .failure(.disabled)
            }
            try codes.use(addressHash, at: now)
            let verified = try recognise(
                &row, takingOnly: FirstStep(), login: login, from: network(account), at: now, connection)
            return .success(EmailSignIn(verified: verified, hasCancelledErasure: hasCancelledErasure))
        }
    }
}
