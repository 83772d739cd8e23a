// Rows of the tables `phone_code` and `phone_code_request`.

import Models
import Storage

/// The table `phone_code`: the code that is on its way to an account's person.
struct PhoneCodeTable {
    let connection: Connection

    /// A code, and how often it was tried.
    struct Tried {
        let code: SentPhoneCode
        /// How often somebody has shown a code.
        let tries: Int64
    }

    /// The account's code while its time is not over; nil when there is none.
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

    /// Keeps a code in the place of an earlier one, with all its tries.
    func set(_ code: SentPhoneCode, of number: Int64, until end: UnixTime) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO phone_code (account, phone, code_hash, tries, expires_at) \
            VALUES (\(number), \(code.number.text), \(code.hash), 0, \(end)) ON CONFLICT (account) DO UPDATE \
            SET phone = excluded.phone, code_hash = excluded.code_hash, tries = 0, expires_at = excluded.expires_at
            """)
    }

    /// Counts a try.
    func countTry(of number: Int64) throws(StorageError) {
        try connection.run("UPDATE phone_code SET tries = tries + 1 WHERE account = \(number)")
    }

    /// Ends the account's code, if it has one, with the message that is still to bring it.
    func delete(of number: Int64) throws(StorageError) {
        try connection.run("DELETE FROM phone_code WHERE account = \(number)")
        try PersonalMessageTable(connection: connection).delete(.phoneCode, of: number)
    }

    /// Deletes the codes whose time is over, about so many at most; gives how many.
    func deleteExpired(at now: UnixTime, limit: Int) throws(StorageError) -> Int {
        try connection.run(
            """
            DELETE FROM phone_code WHERE expires_at <= \(now) AND expires_at <= (SELECT max(expires_at) FROM (SELECT expires_at \
            FROM phone_code WHERE expires_at <= \(now) ORDER BY expires_at LIMIT \(limit)) AS first)
            """)
    }
}

/// The table `phone_code_request`: when codes were asked for, by whom and for which number.
struct PhoneCodeRequestTable {
    let connection: Connection

    /// When the account asked for codes.
    func moments(of number: Int64) throws(StorageError) -> [UnixTime] {
        try connection.values("SELECT requested_at FROM phone_code_request WHERE account = \(number)")
    }

    /// When codes were asked for that went to a number.
    func moments(of phoneHash: [UInt8]) throws(StorageError) -> [UnixTime] {
        try connection.values("SELECT requested_at FROM phone_code_request WHERE phone_hash = \(phoneHash)")
    }

    /// Notes a request.
    func insert(_ number: Int64, _ phoneHash: [UInt8], at now: UnixTime) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO phone_code_request (account, phone_hash, requested_at) \
            VALUES (\(number), \(phoneHash), \(now))
            """)
    }

    /// Deletes what is held against nobody any more, about so many at most; gives how many.
    func deleteOld(at now: UnixTime, limit: Int) throws(StorageError) -> Int {
        let oldest = now.adding(seconds: -CodeBudget.phones.windowSeconds)
        return try connection.run(
            """
            DELETE FROM phone_code_request WHERE requested_at <= \(oldest) AND requested_at <= (SELECT max(requested_at) FROM (SELECT requested_at \
            FROM phone_code_request WHERE requested_at <= \(oldest) ORDER BY requested_at LIMIT \(limit)) AS first)
            """)
    }
}
