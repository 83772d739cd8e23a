// Rows of the table `recipient`.

import Models
import Storage

/// The table `recipient`.
struct RecipientTable {
    let connection: Connection

    func number(of account: String) throws(StorageError) -> Int64? {
        let row = try connection.prepare("SELECT number FROM recipient WHERE account = ?1")
        try row.bind(1, account)
        return try row.step() ? row.int64(0) : nil
    }

    /// The number of an account, which gets one when it has none yet.
    func makeNumber(of account: String) throws(StorageError) -> Int64 {
        if let number = try number(of: account) { return number }
        let row = try connection.prepare("INSERT INTO recipient (account) VALUES (?1)")
        try row.bind(1, account)
        try row.run()
        return connection.lastInsertedRowID
    }

    func account(_ number: Int64) throws(StorageError) -> AccountID? {
        let row = try connection.prepare("SELECT account FROM recipient WHERE number = ?1")
        try row.bind(1, number)
        return try row.step() ? AccountID(row.text(0)) : nil
    }
}
