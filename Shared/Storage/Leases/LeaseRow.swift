import Foundation

struct LeaseRow: Hashable, Sendable {
    var term: Int64
    /// Different for each process; empty before the first.
    var holder: String
    /// The renewals in this term, from which waiting processes see that the holder is alive.
    var renewals: Int64
    /// The validity after a renewal, in milliseconds.
    var milliseconds: Int64
    var isReleased: Bool

    static let table: SQL = "lease"

    /// Without a holder, and free.
    static let creation: SQL = """
        CREATE TABLE lease (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            term INTEGER NOT NULL,
            holder TEXT NOT NULL,
            renewals INTEGER NOT NULL,
            milliseconds INTEGER NOT NULL,
            is_released INTEGER NOT NULL CHECK (is_released IN (0, 1))
        ) STRICT;
        INSERT INTO lease (one, term, holder, renewals, milliseconds, is_released) VALUES (1, 0, '', 0, 0, 1);
        """

    var duration: Duration { .milliseconds(milliseconds) }

    static func read(_ connection: Connection) throws(StorageError) -> LeaseRow? {
        try connection.first("SELECT term, holder, renewals, milliseconds, is_released FROM lease") {
            row throws(StorageError) in
            LeaseRow(
                term: try row["term"], holder: try row["holder"], renewals: try row["renewals"],
                milliseconds: try row["milliseconds"], isReleased: try row["is_released"])
        }
    }

    /// Returns the next term, unless the row has changed. The caller has locked the table, so that no transaction of the former
    /// term is open.
    func take(for holder: String, _ duration: Duration, _ connection: Connection) throws(StorageError) -> Int64? {
        try connection.value(
            """
            UPDATE lease SET term = term + 1, holder = \(holder), renewals = 0, \
            milliseconds = \(Int64(duration / .milliseconds(1))), is_released = 0 \
            WHERE term = \(term) AND holder = \(self.holder) AND renewals = \(renewals) \
            AND is_released = \(isReleased) RETURNING term
            """)
    }
}

struct LeaseTerm: Hashable, Sendable {
    var number: Int64
    var holder: String

    func isPresent(_ connection: Connection) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM lease WHERE term = \(number) AND holder = \(holder)")
    }

    /// Returns false if the term is over.
    func renew(_ connection: Connection) throws(StorageError) -> Bool {
        try connection.run(
            "UPDATE lease SET renewals = renewals + 1 WHERE term = \(number) AND holder = \(holder) AND is_released = 0"
        ) > 0
    }

    func release(_ connection: Connection) throws(StorageError) {
        try connection.run("UPDATE lease SET is_released = 1 WHERE term = \(number) AND holder = \(holder)")
    }
}
