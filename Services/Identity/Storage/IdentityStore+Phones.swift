// Phone numbers that people show to be theirs.

import Models
import Storage

extension IdentityStore {
    /// Stores a code for a number, in the place of an earlier one, and queues the message that brings it. Refused while
    /// `CodeBudget` says the account to wait, and for an account that is not open. While it says the number to wait, for
    /// what other accounts asked for, no message goes to it, and the answer is the same as if one did: it must not tell what
    /// others do.
    ///
    /// - Parameter phoneHash: The hash under which the number is counted.
    /// - Returns: When another code may be asked for.
    func requestPhoneCode(
        _ account: AccountID, _ code: SentPhoneCode, phoneHash: [UInt8], until end: UnixTime, by message: MessageDraft,
        at now: UnixTime
    ) async throws(IdentityStoreError) -> UnixTime {
        try await write { connection in
            let row = try active(account, connection)
            let requests = PhoneCodeRequestTable(connection: connection)
            let byAccount = try requests.moments(of: row.number)
            let byNumber = try requests.moments(of: phoneHash)
            if let opens = CodeBudget.phones.opens(after: byAccount, at: now), opens > now {
                throw Refusal.codeTooSoon(opens: opens, now: now)
            }
            let isSent = CodeBudget.phones.isOpen(after: byNumber, at: now)
            // What is not sent counts for the account alone: others cannot use up what the number may get.
            try requests.insert(row.number, isSent ? phoneHash : [], at: now)
            let codes = PhoneCodeTable(connection: connection)
            // A code that its person has goes on to count where no later one reaches them.
            let present = isSent ? nil : try codes.find(of: row.number, at: now)
            let isOfUse = present.map { $0.code.number == code.number && $0.tries < OneTimeCode.tries } ?? false
            if !isOfUse {
                // With the message that is still to bring the earlier one.
                try codes.delete(of: row.number)
                try codes.set(code, of: row.number, until: end)
            }
            if isSent {
                try PersonalMessageTable(connection: connection).insert(
                    message, of: row.number, to: code.number.text, in: row.profile.details.locale, at: now)
            }
            return CodeBudget.phones.opens(after: byAccount + [now], at: now) ?? now
        }
    }

    /// Counts a try of the account's code, and gives the code to compare with. Refused when no code is valid, and after
    /// too many tries.
    func tryPhoneCode(_ account: AccountID, at now: UnixTime) async throws(IdentityStoreError) -> SentPhoneCode {
        try await write { connection in
            let row = try active(account, connection)
            let codes = PhoneCodeTable(connection: connection)
            guard let found = try codes.find(of: row.number, at: now) else { throw Refusal.noCode }
            guard found.tries < OneTimeCode.tries else { throw Refusal.codeUsedUp }
            try codes.countTry(of: row.number)
            return found.code
        }
    }

    /// Uses a code up that was shown, and keeps its number on the account. Refused when it has been used or replaced.
    func confirmPhone(
        _ account: AccountID, _ code: SentPhoneCode, at now: UnixTime
    ) async throws(IdentityStoreError) -> AccountProfile {
        try await write { connection in
            var row = try active(account, connection)
            let codes = PhoneCodeTable(connection: connection)
            // Used, or replaced by a later one, since it was tried.
            guard try codes.find(of: row.number, at: now)?.code == code else { throw Refusal.noCode }
            try codes.delete(of: row.number)
            row.profile.verifiedPhone = code.number.text
            row.profile.phoneVerifiedAt = now
            row.profile.updatedAt = max(now, row.profile.updatedAt)
            row.phoneOrigin = .person
            try AccountTable(connection: connection).update(row)
            return row.profile
        }
    }

    /// Forgets the account's verified phone number, and its code.
    func removePhone(_ account: AccountID, at now: UnixTime) async throws(IdentityStoreError) -> AccountProfile {
        try await write { connection in
            var row = try active(account, connection)
            try PhoneCodeTable(connection: connection).delete(of: row.number)
            if row.profile.verifiedPhone != nil { row.profile.updatedAt = max(now, row.profile.updatedAt) }
            row.profile.verifiedPhone = nil
            row.profile.phoneVerifiedAt = nil
            // Not even the provider brings it back: the person has decided.
            row.phoneOrigin = .person
            try AccountTable(connection: connection).update(row)
            return row.profile
        }
    }

    /// The account of somebody who is signed in; refused when it is closed or erased.
    func active(_ account: AccountID, _ connection: Connection) throws -> AccountRow {
        guard let row = try AccountTable(connection: connection).find(account), row.profile.status == .active else {
            throw Refusal.accountGone
        }
        return row
    }
}
