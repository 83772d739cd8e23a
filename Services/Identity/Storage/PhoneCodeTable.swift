import Models
import Storage

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

    /// Stores a code. It replaces an earlier one, with its tries.
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
        try PersonalMessageTable(connection: connection).delete(.phoneCode, of: number)
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
