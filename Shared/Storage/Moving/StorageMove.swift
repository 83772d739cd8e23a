// Moving one service's data between a SQLite file and a PostgreSQL schema, while the service does not run.

public import Foundation

/// A move of one service's data, offline, from a file to a PostgreSQL or back.
///
/// From before anything is copied until all is done, a mark in the data folder and a row in the schema keep services
/// from starting on either side. What is copied becomes visible in one step, so a move that fails or is killed is given
/// again. Afterwards the side that was left is kept, under another name or marked, and no service starts on it.
public struct StorageMove: Sendable {
    /// From where to where.
    public enum Direction: String, Hashable, Sendable {
        case toServer = "to-postgresql"
        case toFile = "to-files"
    }

    /// How far a move has come, a table at a time.
    public struct Progress: Hashable, Sendable {
        public var table: String
        /// How many of its rows have been taken so far, and how many it has.
        public var rows: Int
        public var total: Int
        public var stage: Stage

        /// What is done with the rows of a table.
        public enum Stage: Hashable, Sendable {
            /// They are looked through for what the other side does not take.
            case lookedThrough
            case copied
            /// All were read on both sides after that, and are the same.
            case verified
        }
    }

    /// What became of a move.
    public enum Outcome: Hashable, Sendable {
        /// All has been moved and verified. What was moved is still at `kept`.
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
    /// Told of each step that has been taken; what it throws ends the move there.
    let reached: @Sendable (Step) throws -> Void

    /// What a move does, in its order.
    enum Step: CaseIterable, Sendable {
        case marked, recorded, tablesMade, copied, verified, visible, leftMarked
    }

    /// A move of the data of `store`.
    ///
    /// - Parameters:
    ///   - file: Where its database is as a file.
    ///   - schema: Where it is on the PostgreSQL.
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

    /// Moves the data, or goes on with a move that was interrupted. The service must not run.
    ///
    /// After a failure both sides are as they were, unless it comes when all has been copied: then neither side is used
    /// until the move was given again.
    ///
    /// - Parameter report: Is told how far it has come.
    /// - Throws: `cannotMove` where one side is not as it must be, `alreadyOpen`, `serverUnavailable` when a service has
    ///   the data open, other `StorageError`s.
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

    /// Tables with fewer rows than this are told of at their end alone.
    public static let reportedRows = MovedRows.reportedRows

    /// Whether this move has begun and not ended.
    public var isInterrupted: Bool { StorageMove.isInterrupted(beside: file) }

    /// Whether a move of a database file has begun and not ended.
    public static func isInterrupted(beside file: URL) -> Bool {
        FileManager.default.fileExists(atPath: MoveMark.url(of: file).path)
    }

    /// Whether a folder has or had the database file: it is there, was moved, or a mark says so.
    public static func hasTraces(beside file: URL) -> Bool {
        !DatabaseFiles.isMissing(file) || isInterrupted(beside: file) || MovedFile.latest(beside: file) != nil
            || FileManager.default.fileExists(atPath: DatabaseMark(of: file).url.path)
    }

    /// Throws when a move of a database file has begun and not ended, or when the file was moved to a PostgreSQL.
    ///
    /// For the start of a service at `location`, whose database as a file would be `file`.
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
        // An operator may have said that a new one shall be made.
        guard case .file = location, DatabaseFiles.isMissing(file), mark.loss(of: file.path) != nil,
            let moved = MovedFile.latest(beside: file)
        else { return }
        throw .moved(
            path: file.path,
            reason: """
                it was moved to a PostgreSQL, and what is left of it is \(moved.lastPathComponent); set `storage` to that \
                PostgreSQL, or give the command `move-storage --to-files` to move it back. To use the file as it was before, \
                without what was written since, rename it to \(file.lastPathComponent)
                """)
    }
}

extension PostgreSQLOptions {
    /// The same for what may take long: a migration or a move that works on whole tables.
    var withoutHaste: PostgreSQLOptions {
        var options = self
        options.statementTimeout = .zero
        options.idleTransactionTimeout = .zero
        options.responseTimeout = .seconds(3600)
        return options
    }
}
