package import Foundation
import Synchronization

/// The kernel releases the lock when the process ends. A separate file, because closing another descriptor of the database file
/// would release SQLite's own locks. It stays: without it, two processes could lock two files of the same name.
package final class DatabaseLock: Sendable {
    private let descriptor: Mutex<Int32?>

    /// Throws `alreadyOpen` if it is locked, `cannotOpen` if the lock file cannot be created.
    package init(for database: URL) throws(StorageError) {
        let path = database.path + ".lock"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .failedWrite(to: URL(fileURLWithPath: path)) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let isHeld = errno == EWOULDBLOCK
            let reason = lastSystemError()
            close(descriptor)
            throw isHeld ? .alreadyOpen(path: database.path) : .cannotOpen(path: path, reason: reason)
        }
        self.descriptor = Mutex(descriptor)
    }

    deinit { release() }

    package func release() {
        descriptor.withLock { descriptor in
            guard let open = descriptor else { return }
            // Closing alone would leave the lock with a copy in a child process that is just starting.
            flock(open, LOCK_UN)
            close(open)
            descriptor = nil
        }
    }
}

func lastSystemError() -> String { String(cString: strerror(errno)) }
