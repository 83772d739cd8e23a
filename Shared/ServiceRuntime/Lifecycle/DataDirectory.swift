// The folder of the databases, keys and sockets: made for its owner only, used by one process a service.

import Foundation
import Models
import Storage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The data folder of a program while it runs.
struct DataDirectory {
    let url: URL

    /// Makes the folder (0700) with `run/` in it when it is missing, and tries whether it can be written.
    init(_ url: URL) throws(StartError) {
        self.url = url
        try DataDirectory.make(url)
        try DataDirectory.make(url.appendingPathComponent("run"))
    }

    /// Makes a folder, and those above it, for its owner only; an existing one must be writable.
    ///
    /// - Parameter choose: how an operator says that it shall be another folder, as words before that folder.
    static func make(_ folder: URL, choose: String = "set BALISE_DATA_DIR to") throws(StartError) {
        let path = folder.path
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue {
            throw .file(path: path, reason: "it is a file and no folder; \(choose) a folder")
        }
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .file(path: path, reason: "the folder cannot be made; make it, or \(choose) another")
        }
        guard access(path, R_OK | W_OK | X_OK) == 0 else {
            throw .file(path: path, reason: "it is not writable for this user; \(choose) a folder that is")
        }
        try refuseIfAllMayWrite(folder)
    }

    /// Whoever writes in a folder could put a database, a key, a socket or a folder of their own in our place.
    static func refuseIfAllMayWrite(_ folder: URL) throws(StartError) {
        var facts = stat()
        guard stat(folder.path, &facts) == 0, facts.st_mode & 0o002 == 0 else {
            throw .file(path: folder.path, reason: "every user of this machine can write there; run chmod 700 on it")
        }
    }

    /// Makes sure that no other process works for `service` on this folder, for as long as the process lives.
    ///
    /// The system drops the lock with the process, so a crash leaves no obstacle.
    ///
    /// - Returns: the lock's descriptor, for who wants to give it back before.
    @discardableResult
    func lock(for service: ServiceName) throws(StartError) -> Int32 {
        let path = url.appendingPathComponent("run/\(service).lock").path
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .file(path: path, reason: String(cString: strerror(errno))) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            _ = close(descriptor)
            throw .file(
                path: url.path,
                reason: "another process runs the \(service) service on it; stop that one, or set BALISE_DATA_DIR")
        }
        return descriptor
    }

    /// Throws `earlierBuild` where the folder has a database of a build from before version 1. To be asked before anything in
    /// the folder is made or changed.
    static func refuseEarlierBuild(
        _ folder: URL, of services: [any HostedService.Type]
    ) throws(StorageError) {
        for files in services.compactMap({ $0.files }) {
            try ServiceDatabase.refuseEarlierBuild(folder.appendingPathComponent(files.database))
        }
    }

    /// Whether there is a database with content.
    func holds(_ database: String) -> Bool {
        let path = url.appendingPathComponent(database).path
        return ((try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0) > 0
    }

    /// A database file that is still there would be left behind in silence by a start on a PostgreSQL.
    func refuseUnmovedDatabase(_ files: ServiceFiles?) throws(StartError) {
        guard let files else { return }
        let database = url.appendingPathComponent(files.database)
        // Of a move that was interrupted its service says more.
        guard holds(files.database), !StorageMove.isInterrupted(beside: database) else { return }
        throw .file(
            path: database.path,
            reason: """
                `storage` names a PostgreSQL, and this is a database from before; give the command \
                `move-storage --to-postgresql` to take along what it holds, or move the file away to begin without
                """)
    }
}
