// What can go wrong between a service and its database, in terms that tell an operator what to do.

import Foundation

/// Why the database did not do what it was asked.
///
/// Nothing that was acknowledged is lost by any of these. The texts name paths and SQL and are meant for logs, never
/// for clients.
public enum StorageError: Error, Hashable, Sendable {
    /// The file or its folder cannot be created or opened; `reason` is the system's.
    case cannotOpen(path: String, reason: String)
    /// Another process, or another part of this one, has the database open. Only one may.
    case alreadyOpen(path: String)
    /// The disk, a quota or the configured size of the database is used up. Works again once there is space.
    case diskFull(path: String)
    /// Less space is left than the database wants to keep free. Writing still works.
    case diskNearlyFull(path: String, free: UInt64)
    /// There has been a database of this service, as `evidence` says, and now there is none or one without content. Put
    /// it back, restore a backup, or say that a new one may be made.
    case missing(path: String, service: String, evidence: String)
    /// Somebody else held a lock on the file for longer than the busy timeout. Trying again is right.
    case busy(path: String)
    /// The database is damaged or none. Restore a backup. Once a running service has met it, it stays unready until it
    /// is started again.
    case corrupt(path: String, message: String)
    /// The system failed to read or write the file; `reason` is the system's. Works again once the disk or the mount does.
    case inputOutput(path: String, reason: String)
    /// A row holds in `column` what this version of the program cannot read; `source` is the statement or the table.
    case unreadable(column: String, source: String)
    /// The file, its folder or the connection cannot be written to.
    case readOnly(path: String)
    /// The database was made by a build from before version 1, or by another program; `found` says by what that is seen.
    /// Nothing was changed. Begin with another one.
    case earlierBuild(path: String, found: String)
    /// The file was written by a later version of the program, which knows these migrations. Start that version, or
    /// restore a backup that is older.
    case newerSchema(path: String, unknown: [String])
    /// A migration could not be run; the file is as it was before it.
    case migrationFailed(name: String, reason: String)
    /// A row would have broken a rule of the schema.
    case constraint(ConstraintKind, message: String)
    /// A text holds U+0000. PostgreSQL takes no such text, so neither does SQLite here.
    case textWithNUL
    /// More writes are waiting than the queue takes. Try again in a moment.
    case overloaded
    /// The database has been closed.
    case closed
    /// Anything else that SQLite says, with its extended result code.
    case sqlite(code: Int32, message: String)
    /// PostgreSQL cannot be reached, takes no more connections, or is starting or ending. Nothing of what was asked has
    /// been stored. Trying again is right.
    case serverUnavailable(server: String, reason: String)
    /// PostgreSQL is there, and the role may not use a table or the schema, or does not find it; `reason` says which, and
    /// what to do. Nothing of what was asked has been stored.
    case tablesUnusable(server: String, reason: String)
    /// PostgreSQL is set up so that what is acknowledged could be lost or read wrongly; `reason` says what to change.
    case unsuitableServer(server: String, reason: String)
    /// Two transactions got in each other's way and this one was given up. Running it again is right.
    case serializationFailure(message: String)
    /// The connection was lost while a COMMIT was on its way. What it would have stored is there as a whole or not at
    /// all; nobody may be told that it is, and it must not be repeated blindly.
    case outcomeUnknown(server: String)
    /// Another process has taken over the work on the database; what this one would have written is not there.
    case leaseLost(term: Int64)
    /// Whoever asked for the write has given up, or may have asked another process since this one stood still. Nothing was
    /// written.
    case requestOver
    /// The operation is for files; a PostgreSQL has means of its own for it.
    case leftToServer(server: String, operation: String)
    /// What it held is being moved elsewhere, or was moved; `reason` says where, and what to do.
    case moved(path: String, reason: String)
    /// A move did not begin, or was undone; `reason` says why, and what to do.
    case cannotMove(path: String, reason: String)
    /// Anything else that PostgreSQL says, with its SQLSTATE.
    case postgreSQL(state: String, message: String)
}

/// Which rule of the schema a row would have broken.
public enum ConstraintKind: Hashable, Sendable {
    case unique, foreignKey, notNull, check, other
}

extension StorageError: CustomStringConvertible {
    /// What happened, and what to do about it.
    public var description: String {
        switch self {
        case .cannotOpen(let path, let reason): "cannot open the database \(path): \(reason)"
        case .alreadyOpen(let path): "the database \(path) is already open in another process; stop that one first"
        case .diskFull(let path):
            "no space left for the database \(path); free some, and start what has ended; what runs goes on by itself"
        case .diskNearlyFull(let path, let free):
            "only \(free >> 20) MiB of space are left for the database \(path); free some before it can take no more"
        case .missing(let path, let service, let evidence): missing(path, service, evidence, program: "")
        case .busy(let path): "the database \(path) is locked by another program; end that program's access"
        case .corrupt(let path, let message): "the database \(path) is damaged (\(message)); restore a backup"
        case .inputOutput(let path, let reason):
            "the database \(path) cannot be read or written: \(reason); look at its disk, its mount and the system's log; "
                + "what runs goes on by itself"
        case .unreadable(let column, let source): "the column \(column) of a row cannot be read: \(source)"
        case .readOnly(let path):
            "the database \(path) cannot be written; check its owner, mode and mount, and why the system may have made its "
                + "file system read-only; what runs goes on by itself"
        case .earlierBuild(let path, let found):
            "the database \(path) was made by a build from before version 1, or by another program (\(found)); this version "
                + "cannot read it, and has changed nothing. Begin anew with another "
                + (path.hasPrefix("postgres") ? "database (BALISE_STORAGE)" : "data folder (BALISE_DATA_DIR)")
                + ", or go on with the build that made it: no later one reads it"
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
            "another process works on the database since the end of term \(term); nothing more is written by this one"
        case .requestOver:
            "a write came too late: its caller has given up, or this process stood still meanwhile; nothing was written"
        case .leftToServer(let server, let operation):
            "\(operation) is for database files; for \(server) use PostgreSQL's own means, such as pg_dump or pgBackRest"
        case .moved(let path, let reason): "the database \(path) cannot be used: \(reason)"
        case .cannotMove(let path, let reason): "cannot move \(path): \(reason)"
        case .postgreSQL(let state, let message): "PostgreSQL failed with SQLSTATE \(state): \(message)"
        }
    }

    /// The description, with the commands that it names as an operator of `program` gives them.
    public func description(for program: String) -> String {
        guard case .missing(let path, let service, let evidence) = self else { return description }
        return missing(path, service, evidence, program: program + " ")
    }

    private func missing(_ path: String, _ service: String, _ evidence: String, program: String) -> String {
        let restoring =
            path.hasPrefix("postgres")
            ? "restore it with the means of PostgreSQL" : "give the command `\(program)restore FOLDER` with a backup"
        return """
            the database \(path) is missing or empty, but there has been one (\(evidence) says so): put it back, or \
            \(restoring). To begin without what it held, for good, give the command `\(program)new-database \(service)` \
            and start again
            """
    }
}
