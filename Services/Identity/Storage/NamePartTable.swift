import Models
import Storage

/// The words of accounts' names and the ends of these words. A search compares them, so it finds parts of names.
struct NamePartTable {
    let connection: Connection

    /// An account whose `names_folded_at` is not its `updated_at` was written by a version that does not know these
    /// columns. Such a version also erases accounts, so the rows go with the account. The indexes of whole names serve
    /// nothing any more.
    static let migration: SQL = """
        ALTER TABLE account ADD COLUMN folded_names TEXT;
        ALTER TABLE account ADD COLUMN names_folded_at INTEGER;
        CREATE INDEX account_to_fold ON account (number) WHERE names_folded_at IS NULL OR names_folded_at <> updated_at;

        CREATE TABLE name_part (
            part TEXT NOT NULL,
            account INTEGER NOT NULL REFERENCES account (number) ON DELETE CASCADE,
            PRIMARY KEY (part, account)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX name_part_by_account ON name_part (account);
        DROP INDEX account_by_first_name;
        DROP INDEX account_by_last_name;
        DROP INDEX account_by_display_name;
        """

    /// Lets the housekeeping add the words of user names and addresses.
    static let refill: SQL = """
        UPDATE account SET names_folded_at = NULL \
        WHERE username IS NOT NULL OR email IS NOT NULL OR contact_email IS NOT NULL;
        """

    func replace(_ words: NameWords, of number: Int64) throws(StorageError) {
        try connection.enqueue("DELETE FROM name_part WHERE account = \(number)")
        try insert(words, of: number)
    }

    func insert(_ words: NameWords, of number: Int64) throws(StorageError) {
        for part in words.parts.sorted() {
            try connection.enqueue("INSERT INTO name_part (part, account) VALUES (\(part), \(number))")
        }
    }

    /// Adds the words of accounts that an earlier version has written. Returns the number of these accounts.
    func fill(limit: Int) throws(StorageError) -> Int {
        let found = try connection.all(
            """
            SELECT number, username, email, contact_email, first_name, last_name, display_name, fields FROM account \
            WHERE (names_folded_at IS NULL OR names_folded_at <> updated_at) ORDER BY number
            """, limit: limit
        ) { row throws(StorageError) -> (number: Int64, words: NameWords)? in
            let details = try ProfileDetails(
                firstName: row["first_name"], lastName: row["last_name"],
                fields: ProfileDetails.decodedFields(row["fields"]), displayName: row["display_name"])
            let names = try AccountNames(username: row["username"], email: row["email"])
            let words = try NameWords(details, names, contactEmail: row["contact_email"])
            let number: Int64 = try row["number"]
            return (number: number, words: words)
        }
        for (number, words) in found {
            try replace(words, of: number)
            try connection.enqueue(
                """
                UPDATE account SET folded_names = \(words.text), names_folded_at = updated_at WHERE number = \(number)
                """)
        }
        return found.count
    }
}
