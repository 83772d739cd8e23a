// Rows of the tables `phone_code` and `phone_code_request`.

import Models
import Storage

/// The table `phone_code`: the code that is on its way to an account's person.
struct PhoneCodeTable {
    let connection: Connection

    /// A row of the table.
    struct Row {
        let code: SentPhoneCode
        /// How often somebody has shown a code.
        let tries: Int64
    }

    /// The account's code while its time is not over; nil when there is none.
    func find(of number: Int64, at now: UnixTime) throws(StorageError) -> Row? {
        let row = try connection.prepare(
            "SELECT phone, code_hash, tries FROM phone_code WHERE account = ?1 AND expires_at > ?2")
        try row.bind(1, number)
        try row.bind(2, now.rawValue)
        guard try row.step() else { return nil }
        guard let phone = PhoneNumber(row.text(0)) else {
            throw .corrupt(path: "phone_code", message: "the number of a code cannot be read")
        }
        return Row(code: SentPhoneCode(number: phone, hash: row.blob(1)), tries: row.int64(2))
    }

    /// Keeps a code in the place of an earlier one, with all its tries.
    func set(_ code: SentPhoneCode, of number: Int64, until end: UnixTime) throws(StorageError) {
        let statement = try connection.prepare(
            "INSERT OR REPLACE INTO phone_code (account, phone, code_hash, tries, expires_at) VALUES (?1, ?2, ?3, 0, ?4)"
        )
        try statement.bind(1, number)
        try statement.bind(2, code.number.text.value)
        try statement.bind(3, code.hash)
        try statement.bind(4, end.rawValue)
        try statement.run()
    }

    /// Counts a try.
    func countTry(of number: Int64) throws(StorageError) {
        let statement = try connection.prepare("UPDATE phone_code SET tries = tries + 1 WHERE account = ?1")
        try statement.bind(1, number)
        try statement.run()
    }

    /// Ends the account's code, if it has one.
    func delete(of number: Int64) throws(StorageError) {
        let statement = try connection.prepare("DELETE FROM phone_code WHERE account = ?1")
        try statement.bind(1, number)
        try statement.run()
    }

    /// Deletes the codes whose time is over.
    func deleteExpired(at now: UnixTime) throws(StorageError) {
        let statement = try connection.prepare("DELETE FROM phone_code WHERE expires_at <= ?1")
        try statement.bind(1, now.rawValue)
        try statement.run()
    }
}

/// The table `phone_code_request`: when codes were asked for, by whom and for which number.
struct PhoneCodeRequestTable {
    let connection: Connection

    /// When the account asked for codes.
    func moments(of number: Int64) throws(StorageError) -> [UnixTime] {
        let rows = try connection.prepare("SELECT requested_at FROM phone_code_request WHERE account = ?1")
        try rows.bind(1, number)
        return try moments(rows)
    }

    /// When codes were asked for that went to a number.
    func moments(of phoneHash: [UInt8]) throws(StorageError) -> [UnixTime] {
        let rows = try connection.prepare("SELECT requested_at FROM phone_code_request WHERE phone_hash = ?1")
        try rows.bind(1, phoneHash)
        return try moments(rows)
    }

    private func moments(_ rows: PreparedStatement) throws(StorageError) -> [UnixTime] {
        var moments: [UnixTime] = []
        while try rows.step() { moments.append(UnixTime(milliseconds: rows.int64(0))) }
        return moments
    }

    /// Notes a request.
    func insert(_ number: Int64, _ phoneHash: [UInt8], at now: UnixTime) throws(StorageError) {
        let statement = try connection.prepare(
            "INSERT INTO phone_code_request (account, phone_hash, requested_at) VALUES (?1, ?2, ?3)")
        try statement.bind(1, number)
        try statement.bind(2, phoneHash)
        try statement.bind(3, now.rawValue)
        try statement.run()
    }

    /// Deletes what is held against nobody any more.
    func deleteOld(at now: UnixTime) throws(StorageError) {
        let statement = try connection.prepare("DELETE FROM phone_code_request WHERE requested_at <= ?1")
        try statement.bind(1, now.adding(seconds: -PhoneCodeBudget.daySeconds).rawValue)
        try statement.run()
    }
}
