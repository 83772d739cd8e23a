import Foundation
import GRDB
import GRDBSQLite

extension StorageError {
    /// Classifies an error of SQLite.
    /// - Parameter systemError: errno of the failed system call; 0 if unknown. At a write to an open file, a full disk
    ///   or a read-only file system appears only as an input/output error.
    init(code: Int32, message: String, path: String, systemError: Int32 = 0) {
        let reason = systemError == 0 ? message : "\(String(cString: strerror(systemError))) (errno \(systemError))"
        switch (code & 0xff, systemError) {
        case (SQLITE_FULL, _), (SQLITE_IOERR, ENOSPC), (SQLITE_IOERR, EDQUOT), (SQLITE_CANTOPEN, ENOSPC),
            (SQLITE_CANTOPEN, EDQUOT):
            self = .diskFull(path: path)
        case (SQLITE_READONLY, _), (SQLITE_IOERR, EROFS), (SQLITE_CANTOPEN, EROFS): self = .readOnly(path: path)
        case (SQLITE_IOERR, _): self = .inputOutput(path: path, reason: reason)
        case (SQLITE_CANTOPEN, _): self = .cannotOpen(path: path, reason: reason)
        case (SQLITE_BUSY, _), (SQLITE_LOCKED, _): self = .busy(path: path)
        case (SQLITE_CORRUPT, _), (SQLITE_NOTADB, _): self = .corrupt(path: path, message: message)
        case (SQLITE_CONSTRAINT, _): self = .constraint(ConstraintKind(code: code), message: message)
        default: self = .sqlite(code: code, message: message)
        }
    }

    init(code: Int32, on handle: OpaquePointer, path: String) {
        self.init(
            code: code, message: String(cString: sqlite3_errmsg(handle)), path: path,
            systemError: Self.systemError(behind: code, on: handle))
    }

    /// The extended codes of failed writes: WRITE, FSYNC, DIR_FSYNC, TRUNCATE.
    private static let writes: [Int32] = [3, 4, 5, 6].map { SQLITE_IOERR | $0 << 8 }

    /// Returns errno of a failure. For a COMMIT, some versions of SQLite record it only for the log or the file.
    private static func systemError(behind code: Int32, on handle: OpaquePointer) -> Int32 {
        let files = writes.contains(code) ? [SQLITE_FCNTL_JOURNAL_POINTER, SQLITE_FCNTL_FILE_POINTER] : []
        let noted = files.lazy.map { lastError(of: $0, on: handle) }.first { $0 != 0 }
        return noted ?? sqlite3_system_errno(handle)
    }

    private static func lastError(of file: Int32, on handle: OpaquePointer) -> Int32 {
        var pointer: UnsafeMutablePointer<sqlite3_file>?
        guard sqlite3_file_control(handle, "main", file, &pointer) == SQLITE_OK, let pointer else { return 0 }
        var error: Int32 = 0
        _ = pointer.pointee.pMethods?.pointee.xFileControl?(pointer, SQLITE_FCNTL_LAST_ERRNO, &error)
        return error
    }

    init(_ error: any Error, path: String) {
        switch error {
        case let error as StorageError: self = error
        case let error as DatabaseError:
            // GRDB's errors contain no errno, so the state of the disk decides.
            let space = DatabaseFiles.space(at: URL(fileURLWithPath: path))
            self.init(
                code: error.extendedResultCode.rawValue, message: error.message ?? "\(error.resultCode)", path: path,
                systemError: space?.isReadOnly == true ? EROFS : space?.free == 0 ? ENOSPC : 0)
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
