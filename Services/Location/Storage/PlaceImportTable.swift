import Models
import Storage

/// The imports of devices that have begun and not ended.
struct PlaceImportTable {
    let connection: Connection

    /// How long the token of an import is valid, in seconds.
    private static let lifetime: Int64 = 24 * 3600

    static let table: SQL = """
        CREATE TABLE place_import (
            token_hash BLOB PRIMARY KEY NOT NULL,
            begun_at INTEGER NOT NULL,
            replaces INTEGER NOT NULL CHECK (replaces IN (0, 1)),
            made INTEGER NOT NULL,
            replaced INTEGER NOT NULL,
            left_alone INTEGER NOT NULL,
            refused INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// Stores a new import. Also deletes the imports whose token is no longer valid.
    func begin(_ token: [UInt8], replaces: Bool, at now: UnixTime) throws(StorageError) {
        try connection.run("DELETE FROM place_import WHERE begun_at <= \(oldest(at: now))")
        try connection.run(
            """
            INSERT INTO place_import (token_hash, begun_at, replaces, made, replaced, left_alone, refused) \
            VALUES (\(token), \(now), \(replaces), 0, 0, 0, 0)
            """)
    }

    /// Whether the import replaces devices; nil if the import has ended or its token is no longer valid.
    func replaces(_ token: [UInt8], at now: UnixTime) throws(StorageError) -> Bool? {
        try connection.value(
            "SELECT replaces FROM place_import WHERE token_hash = \(token) AND begun_at > \(oldest(at: now))")
    }

    func count(_ results: [ImportedDeviceResult], in token: [UInt8]) throws(StorageError) {
        func count(_ outcomes: PlaceImportOutcome...) -> Int { results.count { outcomes.contains($0.outcome) } }
        try connection.run(
            """
            UPDATE place_import SET made = made + \(count(.made)), replaced = replaced + \(count(.replaced)), \
            left_alone = left_alone + \(count(.known, .skipped)), refused = refused + \(count(.refused)) \
            WHERE token_hash = \(token)
            """)
    }

    /// Returns the counts, and deletes the import; nil if the import has ended before.
    func end(_ token: [UInt8]) throws(StorageError) -> PlaceImportCounts? {
        let counts = try connection.first(
            "SELECT made, replaced, left_alone, refused FROM place_import WHERE token_hash = \(token)"
        ) { row throws(StorageError) in
            PlaceImportCounts(
                made: try row["made"], replaced: try row["replaced"], left: try row["left_alone"],
                refused: try row["refused"])
        }
        try connection.run("DELETE FROM place_import WHERE token_hash = \(token)")
        return counts
    }

    private func oldest(at now: UnixTime) -> UnixTime { now.adding(seconds: -PlaceImportTable.lifetime) }
}
