import Foundation
import Storage

/// An offline move of a service's data from a file to PostgreSQL or back. Until the move is complete, a mark in the
/// data folder and a row in the schema keep services from starting on either side. The copy becomes visible in one
/// step, so a failed or killed move can be repeated. The old side stays, and no service starts on it.
struct StorageMove: Sendable {
    struct Progress: Hashable, Sendable {
        var table: String
        var rows: Int
        var total: Int
        var stage: Stage

        enum Stage: Hashable, Sendable {
            /// The source was searched for values that the target rejects.
            case lookedThrough
            case copied
            /// All rows were read on both sides, and are equal.
            case verified
        }
    }

    enum Outcome: Hashable, Sendable {
        /// The data was moved. The old data is still at `kept`.
        case moved(rows: Int, kept: String)
        case movedBefore
        /// There is nothing to move, because there has never been a database.
        case nothing
    }

    let file: URL
    let address: PostgreSQLAddress
    let options: PostgreSQLOptions
    let migrations: [Migration]
    let mark: DatabaseMark?
    let now: @Sendable () -> Date
    /// Called after each step. An error ends the move there.
    let reached: @Sendable (Step) throws -> Void

    enum Step: CaseIterable, Sendable {
        case marked, recorded, tablesMade, copied, verified, visible, leftMarked
    }

    /// Creates a move.
    /// - Parameter schema: The schema on the PostgreSQL server.
    init(of store: any Store.Type, file: URL, server: PostgreSQLAddress, schema: String) {
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

    /// Moves the data, or continues an interrupted move. The service must not run. After a failure both sides are
    /// unchanged, unless everything was already copied: then neither side is usable until the move is repeated.
    /// - Throws: `cannotMove` if one side is in the wrong state; `alreadyOpen` or `serverUnavailable` if a service uses
    ///   the data.
    func run(_ direction: MoveMark.Direction, report: (Progress) -> Void = { _ in }) throws(StorageError) -> Outcome {
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

    /// The number of rows from which a table is also reported during its copy. Smaller tables are reported at their
    /// end.
    static let reportedRows = MovedRows.reportedRows

    var isInterrupted: Bool { MoveMark.exists(beside: file) }

    /// Whether a folder has or had the database file: it exists, was moved, or has a mark.
    static func hasTraces(beside file: URL) -> Bool {
        !DatabaseFiles.isMissing(file) || MoveMark.exists(beside: file) || MovedFile.latest(beside: file) != nil
            || FileManager.default.fileExists(atPath: DatabaseMark(of: file).url.path)
    }
}
