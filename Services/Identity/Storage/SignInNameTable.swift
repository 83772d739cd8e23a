// Rows of the table `sign_in_name`: whose a name is.

import Models
import Storage

/// The table `sign_in_name`.
struct SignInNameTable {
    let connection: Connection

    /// The first of the names that belongs to another account than `number`; nil when none does.
    func findTaken(_ names: AccountNames, by number: Int64? = nil) throws(StorageError) -> NameKind? {
        for (kind, key) in names.keys {
            for spelling in key.spellings {
                if let owner = try owner(of: spelling), owner != number { return kind }
            }
        }
        return nil
    }

    /// Gives an account these names in the place of those that it had. They must be free.
    func replace(_ names: AccountNames, of number: Int64) throws(StorageError) {
        try connection.run("DELETE FROM sign_in_name WHERE account = \(number)")
        // A user name of digits may be the same as the phone number.
        for key in Set(names.keys.map(\.key)) {
            try connection.run("INSERT INTO sign_in_name (name, account) VALUES (\(key.folded), \(number))")
        }
    }

    private func owner(of name: Personal<String>) throws(StorageError) -> Int64? {
        try connection.value("SELECT account FROM sign_in_name WHERE name = \(name)")
    }
}
