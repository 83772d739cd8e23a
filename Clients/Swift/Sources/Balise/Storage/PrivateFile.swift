import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

enum PrivateFile {
    /// The age in seconds after which no process is still writing a draft.
    private static let draftLifetime: TimeInterval = 60

    /// Replaces a file (mode 0600) atomically, and returns when the new content is on the disk.
    static func replace(_ file: URL, with data: Data) throws(BaliseError) {
        removeDrafts(of: file)
        let draft = file.deletingLastPathComponent()
            .appendingPathComponent(draftPrefix(of: file) + UUID().uuidString)
        let descriptor = open(draft.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("made", draft) }
        do throws(BaliseError) {
            // The descriptor is closed here, so that a failure of closing counts as a failure to write.
            do throws(BaliseError) { try fill(descriptor, data, draft) } catch {
                close(descriptor)
                throw error
            }
            guard close(descriptor) == 0 else { throw failure("written", draft) }
            guard rename(draft.path, file.path) == 0 else { throw failure("put in its place", file) }
        } catch {
            unlink(draft.path)
            throw error
        }
        // The new name must also survive a power loss. Some systems cannot sync folders, which is ignored.
        let folder = open(file.deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
        if folder >= 0 {
            fsync(folder)
            close(folder)
        }
    }

    /// Removes drafts of processes that were killed between writing and renaming.
    static func removeDrafts(of file: URL) {
        let (files, folder) = (FileManager.default, file.deletingLastPathComponent().path)
        let prefix = draftPrefix(of: file)
        for name in (try? files.contentsOfDirectory(atPath: folder)) ?? []
        where name.hasPrefix(prefix) && UUID(uuidString: String(name.dropFirst(prefix.count))) != nil {
            let draft = folder + "/" + name
            // The age is an absolute value: a draft from the future, before the clock was set back, is old as well.
            guard let written = try? files.attributesOfItem(atPath: draft)[.modificationDate] as? Date,
                abs(written.timeIntervalSinceNow) > draftLifetime
            else { continue }
            unlink(draft)
        }
    }

    /// Creates the folder of a file (0700) if needed.
    static func makeFolder(of url: URL) throws(BaliseError) {
        let folder = url.deletingLastPathComponent()
        do {
            guard !FileManager.default.fileExists(atPath: folder.path) else { return }
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .storage("the folder \(folder.path) cannot be made: \(error.localizedDescription)")
        }
    }

    private static func draftPrefix(of file: URL) -> String { "." + file.lastPathComponent + "." }

    private static func fill(_ descriptor: Int32, _ data: Data, _ file: URL) throws(BaliseError) {
        var rest = data[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw failure("written", file) }
            rest = rest.dropFirst(written)
        }
        guard fsync(descriptor) == 0 else { throw failure("written", file) }
    }

    private static func failure(_ what: String, _ file: URL) -> BaliseError {
        .storage("\(file.path) cannot be \(what): \(String(cString: strerror(errno)))")
    }
}

/// Locks a file for this process until the object is released. The lock is on a second file with the extension `.lock`,
/// because the file itself may be replaced.
///
/// The lock file is never removed: otherwise two processes could lock two different files of the same name.
final class FileLock: Sendable {
    private let descriptor: Int32

    /// Locks a file.
    /// - Throws: `storage`, also when another process or object holds the lock.
    init(beside url: URL) throws(BaliseError) {
        let path = url.appendingPathExtension("lock").path
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileLock.failure("opened", path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let isTaken = errno == EWOULDBLOCK
            let error = FileLock.failure("locked", path)
            _ = close(descriptor)
            if isTaken {
                throw .storage("\(url.path) is in use by another process or another outbox; only one may have it")
            }
            throw error
        }
        self.descriptor = descriptor
    }

    deinit { _ = close(descriptor) }

    private static func failure(_ what: String, _ path: String) -> BaliseError {
        .storage("\(path) cannot be \(what): \(String(cString: strerror(errno)))")
    }
}
