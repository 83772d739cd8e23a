import Foundation

/// The errors of a database. None of them loses acknowledged data. Texts with paths and SQL are for logs only.
public enum StorageError: Error, Hashable, Sendable {
    /// The file cannot be opened; `reason` is the system's reason.
    case cannotOpen(path: String, reason: String)
    /// Another process, or another part of this process, has the database open. Only one may have it open.
    case alreadyOpen(path: String)
    /// The disk is full. Writing works again when there is space.
    case diskFull(path: String)
    /// The disk has less space left than the reserve. Writing still works.
    case diskNearlyFull(path: String, free: UInt64)
    /// The service had a database, as `evidence` shows, and now it is missing or empty. Restore it, or allow a new one.
    case missing(path: String, service: String, evidence: String)
    /// Another process has locked the file. Try again.
    case busy(path: String)
    /// The database is damaged. A running service stays unready until it is restarted.
    case corrupt(path: String, message: String)
    /// The system failed to read or write the file; `reason` is the system's reason. The database works again when the
    /// disk and the mount work.
    case inputOutput(path: String, reason: String)
    /// `column` of a row contains a value that this program cannot read; `source` is the statement or the table.
    case unreadable(column: String, source: String)
    case readOnly(path: String)
    /// A build before version 1, or another program, created the database; `found` names the evidence. Nothing was
    /// changed. The service must start with another database.
    case earlierBuild(path: String, found: String)
    /// A later version of the program, with these migrations, wrote the file. Start that version, or restore an old
    /// backup.
    case newerSchema(path: String, unknown: [String])
    case migrationFailed(name: String, reason: String)
    case constraint(ConstraintKind, message: String)
    /// A text contains U+0000. PostgreSQL refuses such a text, so it is also refused on SQLite.
    case textWithNUL
    case overloaded
    case closed
    /// Any other error of SQLite, with its extended result code.
    case sqlite(code: Int32, message: String)
    /// PostgreSQL is unreachable, accepts no connections, or is starting or stopping. Nothing was stored. Try again.
    case serverUnavailable(server: String, reason: String)
    /// PostgreSQL answers, but the role may not use a table or the schema, or does not find it. `reason` contains the
    /// role's name and advice. Nothing was stored.
    case tablesUnusable(server: String, reason: String)
    /// PostgreSQL is configured so that acknowledged data could be lost or misread; `reason` contains advice.
    case unsuitableServer(server: String, reason: String)
    /// Two transactions conflicted and this transaction was aborted. Run it again.
    case serializationFailure(message: String)
    /// The connection was lost during a COMMIT. The data is stored completely or not at all. Do not report success, and
    /// do not repeat the write without a check.
    case outcomeUnknown(server: String)
    /// Another process has taken over the database. This write was not stored.
    case leaseLost(term: Int64)
    /// The caller has given up, or may have asked another process because this one stood still. Nothing was written.
    case requestOver
    /// The operation is only for files. PostgreSQL has its own tools.
    case leftToServer(server: String, operation: String)
    /// The data is being moved, or was moved; `reason` contains the target and advice.
    case moved(path: String, reason: String)
    /// A move did not start, or was undone; `reason` contains advice.
    case cannotMove(path: String, reason: String)
    /// Any other error of PostgreSQL, with its SQLSTATE.
    case postgreSQL(state: String, message: String)
}

/// The kind of schema constraint that a write violated.
public enum ConstraintKind: Hashable, Sendable {
    case unique, foreignKey, notNull, check, other
}

extension StorageError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .cannotOpen(let path, let reason): "cannot open the database \(path): \(reason)"
        case .alreadyOpen(let path): "the database \(path) is already open in another process; stop that one first"
        case .diskFull(let path):
            "no space left for the database \(path); free some, and start what has ended; running programs recover by themselves"
        case .diskNearlyFull(let path, let free):
            "only \(free >> 20) MiB of space are left for the database \(path); free some before it is full"
        case .missing(let path, let service, let evidence): missing(path, service, evidence, program: "")
        case .busy(let path): "the database \(path) is locked by another program; end that program's access"
        case .corrupt(let path, let message): "the database \(path) is damaged (\(message)); restore a backup"
        case .inputOutput(let path, let reason):
            "the database \(path) cannot be read or written: \(reason); look at its disk, its mount and the system's log; "
                + "running programs recover by themselves"
        case .unreadable(let column, let source): "the column \(column) of a row cannot be read: \(source)"
        case .readOnly(let path):
            "the database \(path) cannot be written; check its owner, mode and mount, and why the system may have made its "
                + "file system read-only; running programs recover by themselves"
        case .earlierBuild(let path, let found):
            "the database \(path) was created by a build before version 1, or by another program (\(found)); this version "
                + "cannot read it, and has changed nothing. Start with another "
                + (path.hasPrefix("postgres") ? "database (BALISE_STORAGE)" : "data folder (BALISE_DATA_DIR)")
                + ", or keep using the build that created it: no later one reads it"
        case .newerSchema(let path, let unknown):
            "the database \(path) belongs to a newer version of this program (it has \(unknown.joined(separator: ", ")));"
                + " start that version or restore an older backup"
        case .migrationFailed(let name, let reason): "the migration \(name) failed and changed nothing: \(reason)"
        case .constraint(let kind, let message): "a \(kind) constraint was broken: \(message)"
        case .textWithNUL: "a text holds U+0000, which cannot be stored"
        case .overloaded: "too many writes are waiting; try again in a moment"
        case .closed: "the database has been closed"
        case .sqlite(let code, let message): "SQLite failed with code \(code): \(message)"
        case .serverUnavailable(let server, let reason): "the database \(server) is not available: \(reason)"
        case .tablesUnusable(let server, let reason): "the database \(server) cannot be used: \(reason)"
        case .unsuitableServer(let server, let reason): "the database \(server) cannot be used: \(reason)"
        case .serializationFailure(let message): "the transaction met another one and was given up: \(message)"
        case .outcomeUnknown(let server):
            "the connection to the database \(server) was lost during a COMMIT; it is not known whether it took effect"
        case .leaseLost(let term):
            "another process has worked on the database since the end of term \(term); this one writes nothing more"
        case .requestOver:
            "a write was too late: its caller has given up, or this process was suspended; nothing was written"
        case .leftToServer(let server, let operation):
            "\(operation) is for database files; for \(server) use PostgreSQL's own tools, such as pg_dump or pgBackRest"
        case .moved(let path, let reason): "the database \(path) cannot be used: \(reason)"
        case .cannotMove(let path, let reason): "cannot move \(path): \(reason)"
        case .postgreSQL(let state, let message): "PostgreSQL failed with SQLSTATE \(state): \(message)"
        }
    }

    /// The description, with commands of `program`.
    public func description(for program: String) -> String {
        guard case .missing(let path, let service, let evidence) = self else { return description }
        return missing(path, service, evidence, program: program + " ")
    }

    private func missing(_ path: String, _ service: String, _ evidence: String, program: String) -> String {
        let restoring =
            path.hasPrefix("postgres")
            ? "restore it with the tools of PostgreSQL" : "give the command `\(program)restore FOLDER` with a backup"
        return """
            the database \(path) is missing or empty, but \(evidence) shows that it existed: put it back, or \
            \(restoring). To begin without its data, for good, give the command `\(program)new-database \(service)` \
            and start again
            """
    }
}
