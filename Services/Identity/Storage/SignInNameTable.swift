import Models
import Storage

struct SignInNameTable {
    let connection: Connection

    func findTaken(_ names: AccountNames, by number: Int64? = nil) throws(StorageError) -> NameKind? {
        for (kind, key) in names.keys {
            if let owner = try owner(of: key.folded), owner != number { return kind }
        }
        return nil
    }

    func replace(_ names: AccountNames, of number: Int64) throws(StorageError) {
        try connection.run("DELETE FROM sign_in_name WHERE account = \(number)")
        // A user name of digits may equal the phone number.
        for key in Set(names.keys.map(\.key)) {
            try connection.run("INSERT INTO sign_in_name (name, account) VALUES (\(key.folded), \(number))")
        }
    }

    private func owner(of name: Personal<String>) throws(StorageError) -> Int64? {
        try connection.value("SELECT account FROM sign_in_name WHERE name = \(name)")
    }
}
