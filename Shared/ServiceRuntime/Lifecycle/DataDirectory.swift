package import Foundation
package import Models
package import Storage

/// The folder of a program's databases, keys and sockets (`BALISE_DATA_DIR`). Locks keep other processes out.
package struct DataDirectory {
    package let url: URL

    /// Creates the folder (0700) with `run/` if it is missing, and checks that it is writable.
    package init(_ url: URL) throws(StartError) {
        self.url = url
        try DataDirectory.make(url)
        try DataDirectory.make(url.appendingPathComponent("run"))
    }

    /// Creates a folder for its owner only. An existing folder must be writable, but not for every user.
    /// - Parameter choose: How to choose another folder, as words before the folder's name.
    static func make(_ folder: URL, choose: String = "set BALISE_DATA_DIR to") throws(StartError) {
        let path = folder.path
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue {
            throw .file(path: path, reason: "it is a file, not a folder; \(choose) a folder")
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

    /// Throws if every user may write to the folder: such a user could replace a database, a key, a socket or a folder.
    static func refuseIfAllMayWrite(_ folder: URL) throws(StartError) {
        var facts = stat()
        guard stat(folder.path, &facts) == 0, facts.st_mode & 0o002 == 0 else {
            throw .file(path: folder.path, reason: "every user of this machine can write there; run chmod 700 on it")
        }
    }

    /// Locks the folder for `service` until the process ends; after a crash, the lock is free. Returns the lock's
    /// descriptor, with which it can be released earlier.
    @discardableResult
    package func lock(for service: ServiceName) throws(StartError) -> Int32 {
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

    /// Throws for data of a build before version 1. Called before anything in the folder is created or changed.
    package static func refuseEarlierBuild(_ folder: URL, of services: [any HostedService.Type]) throws(StorageError) {
        for files in services.compactMap({ $0.files }) {
            try EarlierBuild.refuse(folder.appendingPathComponent(files.database))
        }
    }

    func holds(_ database: String) -> Bool {
        let path = url.appendingPathComponent(database).path
        return ((try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0) > 0
    }

    /// Throws if a database file exists although the settings name PostgreSQL: the service would ignore the file.
    func refuseUnmovedDatabase(_ files: ServiceFiles?) throws(StartError) {
        guard let files else { return }
        let database = url.appendingPathComponent(files.database)
        // After an interrupted move, the service itself reports a better error.
        guard holds(files.database), !MoveMark.exists(beside: database) else { return }
        throw .file(
            path: database.path,
            reason: """
                `storage` names a PostgreSQL, and this is an earlier database; give the command \
                `move-storage --to-postgresql` to move its data, or move the file away to begin without it
                """)
    }
}
