import Models
import Storage

extension IdentityStore {
    /// Stores a code in place of an earlier one, and queues its message. Refused while `CodeBudget` requires the account to
    /// wait, and for one that is not active; returns when the next may be requested. If only the number must wait, the answer
    /// is the same without a message: it must not reveal requests of others.
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
            // Counted for the account only: others cannot use up the limit of the number.
            try requests.insert(row.number, isSent ? phoneHash : [], at: now)
            let codes = PhoneCodeTable(connection: connection)
            // Without a message for the new code, an earlier valid one stays.
            let present = isSent ? nil : try codes.find(of: row.number, at: now)
            let isOfUse = present.map { $0.code.number == code.number && $0.tries < OneTimeCode.tries } ?? false
            if !isOfUse {
                // With its waiting message.
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

    /// Counts a try, and returns the code for the comparison. Refused without a valid code, and after too many tries.
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

    /// Uses up a shown code and stores its number. Refused if it was used or replaced since.
    func confirmPhone(
        _ account: AccountID, _ code: SentPhoneCode, at now: UnixTime
    ) async throws(IdentityStoreError) -> AccountProfile {
        try await write { connection in
            var row = try active(account, connection)
            let codes = PhoneCodeTable(connection: connection)
            // Used since its try, or replaced by a later one.
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

    func removePhone(_ account: AccountID, at now: UnixTime) async throws(IdentityStoreError) -> AccountProfile {
        try await write { connection in
            var row = try active(account, connection)
            try PhoneCodeTable(connection: connection).delete(of: row.number)
            if row.profile.verifiedPhone != nil { row.profile.updatedAt = max(now, row.profile.updatedAt) }
            row.profile.verifiedPhone = nil
            row.profile.phoneVerifiedAt = nil
            // The user has decided, so the provider does not restore it.
            row.phoneOrigin = .person
            try AccountTable(connection: connection).update(row)
            return row.profile
        }
    }

    func active(_ account: AccountID, _ connection: Connection) throws -> AccountRow {
        guard let row = try AccountTable(connection: connection).find(account), row.profile.status == .active else {
            throw Refusal.accountGone
        }
        return row
    }
}
