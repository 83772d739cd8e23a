// SQLite's result codes as StorageError.

import Foundation
import GRDB
import GRDBSQLite

extension StorageError {
    /// What an extended result code means.
    ///
    /// - Parameter systemError: errno of the failed system call, 0 when unknown. A full disk can hide behind an
    ///   input/output error when it shows only at fsync or at the shared memory file.
    init(code: Int32, message: String, path: String, systemError: Int32 = 0) {
        switch code & 0xff {
        case SQLITE_FULL: self = .diskFull(path: path)
        case SQLITE_IOERR where systemError == ENOSPC || systemError == EDQUOT: self = .diskFull(path: path)
        case SQLITE_CANTOPEN where systemError == ENOSPC || systemError == EDQUOT: self = .diskFull(path: path)
        case SQLITE_BUSY, SQLITE_LOCKED: self = .busy(path: path)
        case SQLITE_CORRUPT, SQLITE_NOTADB: self = .corrupt(path: path, message: message)
        case SQLITE_READONLY: self = .readOnly(path: path)
        case SQLITE_CANTOPEN where systemError != 0:
            self = .cannotOpen(path: path, reason: String(cString: strerror(systemError)))
        case SQLITE_CANTOPEN: self = .cannotOpen(path: path, reason: message)
        case SQLITE_CONSTRAINT: self = .constraint(ConstraintKind(code: code), message: message)
        default: self = .sqlite(code: code, message: message)
        }
    }

    /// What the connection says about the call that has just failed on it.
    init(code: Int32, on handle: OpaquePointer, path: String) {
        self.init(
            code: code, message: String(cString: sqlite3_errmsg(handle)), path: path,
            systemError: sqlite3_system_errno(handle))
    }

    /// An error that came through GRDB.
    init(_ error: any Error, path: String) {
        switch error {
        case let error as StorageError: self = error
        case let error as DatabaseError:
            // Such an error does not bring errno along.
            let isFull = DatabaseFiles.space(at: URL(fileURLWithPath: path))?.free == 0
            self.init(
                code: error.extendedResultCode.rawValue, message: error.message ?? "\(error.resultCode)", path: path,
                systemError: isFull ? ENOSPC : 0)
        default: self = .cannotOpen(path: path, reason: String(describing: error))
        }
    }
}

extension ConstraintKind {
    fileprivate init(code: Int32) {
        // The extended codes are macros that Swift does not import: 19 | n << 8.
        switch code >> 8 {
        case 6, 8, 10: self = .unique  // PRIMARYKEY, UNIQUE, ROWID
        case 3: self = .foreignKey
        case 5: self = .notNull
        case 1: self = .check
        default: self = .other
        }
    }
}
