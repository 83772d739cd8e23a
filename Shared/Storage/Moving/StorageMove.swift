public import Foundation

/// An offline move of a service's data from a file to a PostgreSQL or back.
///
/// From before the copy until everything is done, a mark in the data folder and a row in the schema keep services from
/// starting on either side. The copy becomes visible in one step, so a failed or killed move can be repeated.
/// Afterwards the old side stays, under another name or marked, and no service starts on it.
public struct StorageMove: Sendable {
    public enum Direction: String, Hashable, Sendable {
        case toServer = "to-postgresql"
        case toFile = "to-files"
    }

    /// The progress of a move, table by table.
    public struct Progress: Hashable, Sendable {
        public var table: String
        /// The processed rows, and all rows of the table.
        public var rows: Int
        public var total: Int
        public var stage: Stage

        /// The current work on a table's rows.
        public enum Stage: Hashable, Sendable {
            /// Checking for values that the other side rejects.
            case lookedThrough
            case copied
            /// All rows were read on both sides, and are equal.
            case verified
        }
    }

    /// The result of a move.
    public enum Outcome: Hashable, Sendable {
        /// Everything was moved and verified. The old data is still at `kept`.
        case moved(rows: Int, kept: String)
        /// It had been moved before.
        case movedBefore
        /// There has never been a database.
        case nothing
    }

    let file: URL
    let address: PostgreSQLAddress
    let options: PostgreSQLOptions
    let migrations: [Migration]
    let mark: DatabaseMark?
    let now: @Sendable () -> Date
    /// Called after each step; an error ends the move there.
    let reached: @Sendable (Step) throws -> Void

    /// The steps of a move, in order.
    enum Step: CaseIterable, Sendable {
        case marked, recorded, tablesMade, copied, verified, visible, leftMarked
    }

    /// A move of the data of `store`.
    ///
    /// - Parameters:
    ///   - file: The database file.
    ///   - schema: The schema on the PostgreSQL.
    public init(of store: any Store.Type, file: URL, server: PostgreSQLAddress, schema: String) {
        var options = PostgreSQLOptions()
        options.schema = schema
        options.applicationName = "balise \(schema)"
        self.init(
            file: file, address: server, options: options, migrations: store.migrations,
            mark: DatabaseMark(of: file, secret: store.secretMadeAfter))
    }

    init(
        file: URL, address: PostgreSQLAddress, options: PostgreSQLOptions, migrations: [Migration],
        mark: DatabaseMark? = nil, now: @escaping @Sendable () -> Date = { .now },
        reached: @escaping @Sendable (Step) throws -> Void = { _ in }
    ) {
        (self.file, self.address, self.migrations, self.mark) = (file, address, migrations, mark)
        (self.now, self.reached) = (now, reached)
        var options = options.withoutHaste
        options.occupation = .exclusive
        options.maximumConnections = 1
        self.options = options
    }

    /// Moves the data, or continues an interrupted move. The service must not run.
    ///
    /// After a failure both sides are unchanged, unless everything was copied already: then neither side is usable
    /// until the move is repeated.
    ///
    /// - Parameter report: Called with the progress.
    /// - Throws: `cannotMove` if one side is in the wrong state, `alreadyOpen`, `serverUnavailable` if a service uses
    ///   the data, other `StorageError`s.
    public func run(_ direction: Direction, report: (Progress) -> Void = { _ in }) throws(StorageError) -> Outcome {
        var attempt = MoveAttempt(move: self, direction: direction)
        defer { attempt.end() }
        do {
            return try attempt.run(report)
        } catch {
            attempt.withdraw(after: error)
            throw error as? StorageError
                ?? StorageError.cannotMove(path: file.path, reason: String(describing: error))
        }
    }

    /// A smaller table is reported only at its end.
    public static let reportedRows = MovedRows.reportedRows

    public var isInterrupted: Bool { StorageMove.isInterrupted(beside: file) }

    /// Whether a move of a database file is unfinished.
    public static func isInterrupted(beside file: URL) -> Bool {
        FileManager.default.fileExists(atPath: MoveMark.url(of: file).path)
    }

    /// Whether a folder has or had the database file: it exists, was moved, or has a mark.
    public static func hasTraces(beside file: URL) -> Bool {
        !DatabaseFiles.isMissing(file) || isInterrupted(beside: file) || MovedFile.latest(beside: file) != nil
            || FileManager.default.fileExists(atPath: DatabaseMark(of: file).url.path)
    }

    /// Throws if a move of a database file is unfinished, or the file was moved to a PostgreSQL.
    ///
    /// For the start of a service at `location`, whose database file would be `file`.
    ///
    /// - Throws: `StorageError.moved`.
    public static func check(
        _ store: any Store.Type, beside file: URL, opens location: DatabaseLocation
    ) throws(StorageError) {
        try check(DatabaseMark(of: file, secret: store.secretMadeAfter), beside: file, opens: location)
    }

    static func check(
        _ mark: DatabaseMark, beside file: URL, opens location: DatabaseLocation
    ) throws(StorageError) {
        if isInterrupted(beside: file) {
            let words = (try? MoveMark.read(beside: file))?.direction.rawValue ?? "to-postgresql"
            throw .moved(
                path: file.path,
                reason: """
                    a move of it was interrupted (\(MoveMark.url(of: file).lastPathComponent) says so); give the command \
                    `move-storage --\(words)` again
                    """)
        }
        // An operator may have allowed a new one.
        guard case .file = location, DatabaseFiles.isMissing(file), mark.loss(of: file.path) != nil,
            let moved = MovedFile.latest(beside: file)
        else { return }
        throw .moved(
            path: file.path,
            reason: """
                it was moved to a PostgreSQL, and the original is now \(moved.lastPathComponent); set `storage` to that \
                PostgreSQL, or give the command `move-storage --to-files` to move it back. To use the original without later \
                changes, rename it to \(file.lastPathComponent)
                """)
    }
}

extension PostgreSQLOptions {
    /// For long work: a migration, or a move of whole tables.
    var withoutHaste: PostgreSQLOptions {
        var options = self
        options.statementTimeout = .zero
        options.idleTransactionTimeout = .zero
        options.responseTimeout = .seconds(3600)
        return options
    }
}
