import Crypto
package import Foundation
package import Models
import Storage

/// A service's files in a backup with their SHA-256, in the form of `sha256sum`. The manifest is written last, so a
/// folder without it contains no backup, or an interrupted backup.
struct BackupManifest {
    /// The names of the files in the folder, including `keys/`, in the order of writing, with their SHA-256.
    private(set) var files: [(name: String, sum: String)] = []
    /// The id of the server that made the backup on its schedule or for an operator; nil for the command `backup`.
    var server: String?

    /// The beginning of the line with the server. `sha256sum` skips such lines.
    private static let serverMark = "# by "

    static func url(of service: ServiceName, in folder: URL) -> URL {
        folder.appendingPathComponent("\(service).manifest")
    }

    var text: String {
        (server.map { "\(BackupManifest.serverMark)\($0)\n" } ?? "") + files.map { "\($0.sum)  \($0.name)\n" }.joined()
    }

    /// Adds a file of the backup, which must be on disk.
    mutating func add(_ name: String, in folder: URL) throws(CommandFailure) {
        files.append((name, try BackupManifest.sum(of: folder.appendingPathComponent(name))))
    }

    /// Reads a manifest. Refuses names of other files, because they could lead out of the folder.
    static func read(
        _ service: ServiceName, _ files: ServiceFiles, in folder: URL
    ) throws(CommandFailure) -> BackupManifest {
        let url = url(of: service, in: folder)
        let database = files.database
        guard let text = try? String(contentsOf: url, encoding: .utf8) else {
            let copies = [database, database + BackupSeal.suffix].map { folder.appendingPathComponent($0).path }
            guard copies.contains(where: FileManager.default.fileExists) else {
                guard FileManager.default.fileExists(atPath: folder.path) else {
                    throw CommandFailure("there is no folder \(folder.path); name the one that `backup` has made")
                }
                throw CommandFailure(
                    """
                    there is no backup of \(service) in \(folder.path): it has neither \(database) nor \
                    \(url.lastPathComponent); name the folder that `backup` has made
                    """)
            }
            // A program's data folder contains the operator's token, and a backup never does, so this is a data folder.
            guard !FileManager.default.fileExists(atPath: OperatorToken.file(in: folder).path) else {
                throw CommandFailure(
                    "\(folder.path) is a data folder and no backup; name the folder that `backup` has made"
                )
            }
            throw CommandFailure(
                """
                the backup of \(service) in \(folder.path) is not complete: it has no \(url.lastPathComponent), which \
                is written last; it was interrupted, so restore another one
                """)
        }
        var manifest = BackupManifest()
        manifest.server = server(in: text)
        for line in text.split(separator: "\n") {
            if line.hasPrefix(serverMark) { continue }
            let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
            let name = parts.count == 2 ? parts[1].drop { $0 == " " } : ""
            guard files.backupNames.contains(String(name)) else {
                throw CommandFailure(
                    "\(url.path) is damaged: it names a file that \(service) does not have; restore another backup")
            }
            manifest.files.append((String(name), String(parts[0])))
        }
        guard manifest.contains(database) else {
            throw CommandFailure("\(url.path) is damaged: it does not name \(database); restore another backup")
        }
        return manifest
    }

    static func server(in text: String) -> String? {
        text.split(separator: "\n").first { $0.hasPrefix(serverMark) }.map { String($0.dropFirst(serverMark.count)) }
    }

    var isSealed: Bool { files.contains { $0.name.hasSuffix(BackupSeal.suffix) } }

    /// Whether the backup has the file, encrypted or not.
    func contains(_ name: String) -> Bool {
        files.contains { $0.name == name || $0.name == name + BackupSeal.suffix }
    }

    /// Compares the files with their checksums.
    /// - Parameter note: Gets the number of compared bytes of a file, and the file's size.
    func check(
        in folder: URL, _ note: (_ done: Int64, _ total: Int64) -> Void = { _, _ in }
    ) throws(CommandFailure) {
        for file in files {
            let url = folder.appendingPathComponent(file.name)
            guard try BackupManifest.sum(of: url, note) == file.sum else {
                throw CommandFailure(
                    "\(url.path) has changed since the backup: its SHA-256 differs; restore another backup"
                )
            }
        }
    }

    private static func sum(
        of file: URL, _ note: (_ done: Int64, _ total: Int64) -> Void = { _, _ in }
    ) throws(CommandFailure) -> String {
        do {
            let handle = try FileHandle(forReadingFrom: file)
            defer { try? handle.close() }
            let total = Int64(try handle.seekToEnd())
            try handle.seek(toOffset: 0)
            var hash = SHA256()
            var done: Int64 = 0
            // The size limits the reading, because a device file, for example, has no end.
            while done < total, let part = try handle.read(upToCount: 1 << 20), !part.isEmpty {
                hash.update(data: part)
                done += Int64(part.count)
                note(done, total)
            }
            return hash.finalize().hexadecimal
        } catch {
            throw CommandFailure(
                FileManager.default.fileExists(atPath: file.path)
                    ? "\(file.path) belongs to the backup, and this user cannot read it; check its owner and mode"
                    : "\(file.path) is missing from the backup; put it back, or restore another backup"
            )
        }
    }
}

extension ServiceFiles {
    var secretNames: [String] { secrets.map { "keys/\($0)" } }

    /// The names that the files may have in a backup, encrypted or not.
    var backupNames: [String] { ([database] + secretNames).flatMap { [$0, $0 + BackupSeal.suffix] } }

    /// Copies the database and the secrets that exist.
    /// - Parameters:
    ///   - seal: Encrypts each file if it has recipients, and checks the result if it has identities.
    ///   - made: Gets each file before it is written, so that the caller can remove it after a failure.
    ///   - copyDatabase: Copies the database to this file.
    func copy(
        from data: URL, to folder: URL, _ seal: BackupSeal, noting made: inout [URL],
        copyDatabase: (URL) throws -> Void
    ) throws -> BackupManifest {
        if seal.recipients.isEmpty {
            return try copy(from: data, to: folder, noting: &made, copyDatabase: copyDatabase)
        }
        let scratch = try seal.makeScratch(for: database, in: data)
        defer { try? FileManager.default.removeItem(at: scratch) }
        var passing: [URL] = []
        let plain = try copy(from: data, to: scratch, noting: &passing, copyDatabase: copyDatabase)
        var manifest = BackupManifest()
        let pace = CopyPace(besideWritesIn: data)
        for file in plain.files {
            let name = file.name + BackupSeal.suffix
            let sealed = folder.appendingPathComponent(name)
            made.append(sealed)
            try seal.encrypt(scratch.appendingPathComponent(file.name), to: sealed, pace)
            if !seal.identities.isEmpty, try seal.sum(ofContentOf: sealed) != file.sum {
                throw CommandFailure("\(sealed.path) is not what was encrypted; check the disk, and try again")
            }
            try manifest.add(name, in: folder)
        }
        return manifest
    }

    private func copy(
        from data: URL, to folder: URL, noting made: inout [URL], copyDatabase: (URL) throws -> Void
    ) throws -> BackupManifest {
        var manifest = BackupManifest()
        made.append(folder.appendingPathComponent(database))
        try copyDatabase(folder.appendingPathComponent(database))
        try manifest.add(database, in: folder)
        for secret in secretNames {
            let (present, copy) = (data.appendingPathComponent(secret), folder.appendingPathComponent(secret))
            guard FileManager.default.fileExists(atPath: present.path) else { continue }
            made.append(copy)
            try SecretFile.copy(present, to: copy)
            try manifest.add(secret, in: folder)
        }
        return manifest
    }

    func decrypt(_ manifest: BackupManifest, in folder: URL, _ seal: BackupSeal, to target: URL) throws {
        for name in [database] + secretNames where manifest.contains(name) {
            let sealed = folder.appendingPathComponent(name + BackupSeal.suffix)
            try seal.decrypt(sealed, to: target.appendingPathComponent(name))
        }
    }
}

/// The file `SERVICE.restoring` in the data folder. It exists from before the first change of a restore until its end.
package struct UnfinishedRestore {
    private let service: ServiceName
    private let url: URL

    package init(of service: ServiceName, in data: URL) {
        self.service = service
        url = data.appendingPathComponent("\(service).restoring")
    }

    var stands: Bool { FileManager.default.fileExists(atPath: url.path) }

    func begin(from backup: String) throws { try SmallFile.write(backup + "\n", to: url) }

    func end() throws { try SmallFile.remove(url) }

    /// Throws if a restore was interrupted.
    package func check() throws(StartError) {
        guard stands else { return }
        let backup = (try? String(contentsOf: url, encoding: .utf8))?.split(separator: "\n").first ?? "FOLDER"
        throw .file(
            path: url.deletingLastPathComponent().path,
            reason: """
                a restore was interrupted, and the files of \(service) may be a mix of old and new; give the command \
                `restore \(backup)` again, or with another backup
                """)
    }
}
