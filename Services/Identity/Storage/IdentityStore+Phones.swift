import Models
import Storage

extension IdentityStore {
    /// Stores a code in place of an earlier code, and queues its message. Refuses while `CodeBudget` requires the
    /// account to wait, and for an account that is not active. Returns the time at which the next code may be
    /// requested. If only the number must wait, the answer is the same but no message is sent, because it must not
    /// reveal requests of others.
    func requestPhoneCode(
        _ account: AccountID, _ code: SentPhoneCode, phoneHash: [UInt8], until end: UnixTime, by message: MessageDraft,
        at now: UnixTime
    ) async throws(IdentityStoreError) -> UnixTime {
        try await write { connection in
            let row = try active(account, connection)
            let byAccount = try connection.phoneCodeRequests.moments(of: row.number)
            let byNumber = try connection.phoneCodeRequests.moments(of: phoneHash)
            if let opens = CodeBudget.phones.opens(after: byAccount, at: now), opens > now {
                throw Refusal.codeTooSoon(opens: opens, now: now)
            }
            let isSent = CodeBudget.phones.isOpen(after: byNumber, at: now)
            // The request counts only for the account, so that others cannot use up the limit of the number.
            try connection.phoneCodeRequests.insert(row.number, isSent ? phoneHash : [], at: now)
            // If the message of the new code is not sent, an earlier code that is still valid stays.
            let present = isSent ? nil : try connection.phoneCodes.find(of: row.number, at: now)
            let isOfUse = present.map { $0.code.number == code.number && $0.tries < OneTimeCode.tries } ?? false
            if !isOfUse {
                // The waiting message of the earlier code is deleted, too.
                try connection.phoneCodes.delete(of: row.number)
                try connection.phoneCodes.set(code, of: row.number, until: end)
            }
            if isSent { try connection.messages.insert(message, for: row, to: code.number.text, at: now) }
            return CodeBudget.phones.opens(after: byAccount + [now], at: now) ?? now
        }
    }

    /// Counts a try and returns the code for the comparison. Refuses without a valid code, and after too many tries.
    func tryPhoneCode(_ account: AccountID, at now: UnixTime) async throws(IdentityStoreError) -> SentPhoneCode {
        try await write { connection in
            let row = try active(account, connection)
            guard let found = try connection.phoneCodes.find(of: row.number, at: now) else { throw Refusal.noCode }
            guard found.tries < OneTimeCode.tries else { throw Refusal.codeUsedUp }
            try connection.phoneCodes.countTry(of: row.number)
            return found.code
        }
    }

    /// Uses up a shown code and stores its number. Refuses if the code was used or replaced since.
    func confirmPhone(
        _ account: AccountID, _ code: SentPhoneCode, at now: UnixTime
    ) async throws(IdentityStoreError) -> AccountProfile {
        try await write { connection in
            var row = try active(account, connection)
            guard try connection.phoneCodes.find(of: row.number, at: now)?.code == code else { throw Refusal.noCode }
            try connection.phoneCodes.delete(of: row.number)
            row.profile.verifiedPhone = code.number.text
            row.profile.phoneVerifiedAt = now
            row.profile.updatedAt = max(now, row.profile.updatedAt)
            row.phoneOrigin = .person
            try connection.accounts.update(row)
            return row.profile
        }
    }

    func removePhone(_ account: AccountID, at now: UnixTime) async throws(IdentityStoreError) -> AccountProfile {
        try await write { connection in
            var row = try active(account, connection)
            try connection.phoneCodes.delete(of: row.number)
            if row.profile.verifiedPhone != nil { row.profile.updatedAt = max(now, row.profile.updatedAt) }
            row.profile.verifiedPhone = nil
            row.profile.phoneVerifiedAt = nil
            // The user has decided, so the provider must not restore the number.
            row.phoneOrigin = .person
            try connection.accounts.update(row)
            return row.profile
        }
    }

    func active(_ account: AccountID, _ connection: Connection) throws -> AccountRow {
        guard let row = try connection.accounts.find(account), row.profile.status == .active else {
            throw Refusal.accountGone
        }
        return row
    }
}

struct PhoneCodeTable {
    let connection: Connection

    struct Tried {
        let code: SentPhoneCode
        let tries: Int64
    }

    func find(of number: Int64, at now: UnixTime) throws(StorageError) -> Tried? {
        try connection.first(
            "SELECT phone, code_hash, tries FROM phone_code WHERE account = \(number) AND expires_at > \(now)"
        ) { row throws(StorageError) in
            guard let phone = PhoneNumber(try row["phone"]) else {
                throw .unreadable(column: "phone", source: "phone_code")
            }
            return Tried(code: SentPhoneCode(number: phone, hash: try row["code_hash"]), tries: try row["tries"])
        }
    }

    /// Stores a code. It replaces an earlier code and the count of its tries.
    func set(_ code: SentPhoneCode, of number: Int64, until end: UnixTime) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO phone_code (account, phone, code_hash, tries, expires_at) \
            VALUES (\(number), \(code.number.text), \(code.hash), 0, \(end)) ON CONFLICT (account) DO UPDATE \
            SET phone = excluded.phone, code_hash = excluded.code_hash, tries = 0, expires_at = excluded.expires_at
            """)
    }

    func countTry(of number: Int64) throws(StorageError) {
        try connection.run("UPDATE phone_code SET tries = tries + 1 WHERE account = \(number)")
    }

    func delete(of number: Int64) throws(StorageError) {
        try connection.run("DELETE FROM phone_code WHERE account = \(number)")
        try connection.messages.delete(.phoneCode, of: number)
    }
}

struct PhoneCodeRequestTable {
    let connection: Connection

    func moments(of number: Int64) throws(StorageError) -> [UnixTime] {
        try connection.values("SELECT requested_at FROM phone_code_request WHERE account = \(number)")
    }

    func moments(of phoneHash: [UInt8]) throws(StorageError) -> [UnixTime] {
        try connection.values("SELECT requested_at FROM phone_code_request WHERE phone_hash = \(phoneHash)")
    }

    func insert(_ number: Int64, _ phoneHash: [UInt8], at now: UnixTime) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO phone_code_request (account, phone_hash, requested_at) \
            VALUES (\(number), \(phoneHash), \(now))
            """)
    }
}
