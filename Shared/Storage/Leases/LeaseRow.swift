// The row of a lease: who holds it, in which term, and whether they still renew it.

import Foundation

/// What the row of a lease says.
struct LeaseRow: Hashable, Sendable {
    /// Grows with every holder and never goes back.
    var term: Int64
    /// Another text for each process; empty before the first.
    var holder: String
    /// How often it was renewed in this term: whoever waits sees by it that the holder is alive.
    var renewals: Int64
    /// How long the holder counts on it after a renewal, in milliseconds.
    var milliseconds: Int64
    /// Whether the holder has given it back.
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

    /// Begins the next term, unless the row is another one by now; gives the term.
    ///
    /// The caller has locked the table, so that no transaction of the former term is open.
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

/// One holder's time of holding a lease.
struct LeaseTerm: Hashable, Sendable {
    var number: Int64
    var holder: String

    /// Whether it is the present one.
    func isPresent(_ connection: Connection) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM lease WHERE term = \(number) AND holder = \(holder)")
    }

    /// Says that the holder is alive; false when the term is over.
    func renew(_ connection: Connection) throws(StorageError) -> Bool {
        try connection.run(
            "UPDATE lease SET renewals = renewals + 1 WHERE term = \(number) AND holder = \(holder) AND is_released = 0"
        ) > 0
    }

    /// Lets the next one begin at once.
    func release(_ connection: Connection) throws(StorageError) {
        try connection.run("UPDATE lease SET is_released = 1 WHERE term = \(number) AND holder = \(holder)")
    }
}
