import BaliseValues
import Crypto
import Foundation
import Models
import ObjectStorage
import Storage

/// Backups in S3-compatible storage. The key of a file is the path that the file would have in a folder of backups.
struct BackupBucket: Sendable {
    private let storage: ObjectStorage

    /// Opens the connections while `body` runs.
    /// - Parameters:
    ///   - address: `s3://bucket/prefix`; nil for the address in `backups.to`.
    ///   - isAwaited: Whether a person waits, so that an unreachable storage is reported within seconds.
    static func with<Value: Sendable>(
        _ settings: BackupSettings, at address: BackupAddress? = nil, clock: any WallClock, isAwaited: Bool = false,
        _ body: (BackupBucket) async throws -> Value
    ) async throws -> Value {
        guard case .bucket(let name, let prefix) = address ?? settings.to, let access = settings.bucket else {
            throw CommandFailure(
                "set backups.s3.endpoint, backups.s3.keyId and backups.s3.key, the access to the storage, and try again"
            )
        }
        var options = ObjectStorageOptions(
            endpoint: access.endpoint.absoluteString, region: access.region, bucket: name,
            prefix: prefix.isEmpty ? "" : prefix + "/", keyID: access.keyID, secret: SecretText(access.key.value),
            addressing: access.addressing)
        if isAwaited { (options.attempts, options.timeout) = (1, .seconds(5)) }
        let storage = try ObjectStorage(options, clock: clock)
        do {
            let value = try await body(BackupBucket(storage: storage))
            await storage.close()
            return value
        } catch {
            await storage.close()
            throw error
        }
    }

    /// Returns all objects of backups, each with the name of its backup and its path in the backup.
    func files() async throws -> [(backup: String, path: String, object: StoredObject)] {
        try await storage.list().compactMap { object -> (backup: String, path: String, object: StoredObject)? in
            let parts = object.key.split(separator: "/", maxSplits: 1).map { String($0) }
            guard parts.count == 2, BackupName.isValid(parts[0]) else { return nil }
            return (backup: parts[0], path: parts[1], object: object)
        }
    }

    /// Uploads a service's part and then its manifest, and reads the files back.
    /// - Parameter note: Gets the uploaded bytes of a file, and the file's size.
    func upload(
        _ manifest: BackupManifest, of service: ServiceName, in folder: URL, as backup: String,
        _ note: (_ done: Int64, _ total: Int64) -> Void
    ) async throws {
        let mark = "\(backup)/\(service).unfinished"
        try await storage.put(Array((manifest.server ?? "").utf8), as: mark)
        for file in manifest.files {
            let key = "\(backup)/\(file.name)"
            try await storage.upload(as: key) { upload in
                let input = try FileHandle(forReadingFrom: folder.appendingPathComponent(file.name))
                defer { try? input.close() }
                let total = Int64(try input.seekToEnd())
                try input.seek(toOffset: 0)
                var done: Int64 = 0
                while let part = try input.read(upToCount: 1 << 20), !part.isEmpty {
                    try await upload.write([UInt8](part))
                    done += Int64(part.count)
                    note(done, total)
                }
            }
            var hash = SHA256()
            for try await part in try await storage.get(key) { hash.update(data: part) }
            guard hash.finalize().hexadecimal == file.sum else {
                throw CommandFailure("\(key) in the storage is not what was written; check the storage, and try again")
            }
        }
        try await storage.put(Array(manifest.text.utf8), as: "\(backup)/\(service).manifest")
        try await storage.delete(mark)
    }

    /// Downloads a service's part into `folder`. The manifest shows afterwards whether a file is missing. Throws for a
    /// file that is longer than the storage's list states.
    /// - Parameter note: Gets the number of bytes so far.
    func download(
        _ files: ServiceFiles, of service: ServiceName, from backup: String, to folder: URL,
        _ note: (_ done: Int64) -> Void = { _ in }
    ) async throws {
        var done: Int64 = 0
        let stored = Dictionary(
            try await storage.list(prefix: backup + "/").map { ($0.key, $0.bytes) }, uniquingKeysWith: max)
        // The file names in the manifest are not used, because they could lead out of the folder.
        for name in files.backupNames + ["\(service).manifest"] {
            guard var left = stored["\(backup)/\(name)"] else { continue }
            if name == "\(service).manifest" { left = min(left, BackupBucket.smallObject) }
            let target = folder.appendingPathComponent(name)
            try DatabaseFiles.makeFolder(target.deletingLastPathComponent())
            let body = try await storage.get("\(backup)/\(name)")
            guard
                FileManager.default.createFile(
                    atPath: target.path, contents: nil, attributes: [.posixPermissions: 0o600])
            else { throw CommandFailure("\(target.path) cannot be made; check the space and the rights of the folder") }
            let output = try FileHandle(forWritingTo: target)
            defer { try? output.close() }
            for try await part in body {
                left -= Int64(part.count)
                guard left >= 0 else { throw BackupBucket.tooLong("\(backup)/\(name)") }
                try output.write(contentsOf: Data(part))
                done += Int64(part.count)
                note(done)
            }
        }
    }

    /// The largest size of a mark or manifest in bytes.
    private static let smallObject: Int64 = 64 << 10

    private static func tooLong(_ key: String) -> CommandFailure {
        CommandFailure("\(key) in the storage is longer than what was written; check the storage")
    }

    /// Returns the content of a small object as text.
    func text(of object: StoredObject) async throws -> String {
        var text: [UInt8] = []
        for try await part in try await storage.get(object.key) {
            text += part
            guard text.count <= BackupBucket.smallObject else { throw BackupBucket.tooLong(object.key) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Deletes a service's part, its manifest first, so that an incomplete part never looks complete. The mark stays
    /// until everything else is deleted.
    func remove(_ files: ServiceFiles, of service: ServiceName, from backup: String, by server: String) async throws {
        let mark = "\(backup)/\(service).unfinished"
        try await storage.put(Array(server.utf8), as: mark)
        try await storage.delete("\(backup)/\(service).manifest")
        for name in files.backupNames { try await storage.delete("\(backup)/\(name)") }
        // This removes uploads of a killed program. Some storages cannot list them, so a failure is ignored.
        try? await storage.abortUploads(prefix: backup + "/")
        try await storage.delete(mark)
    }
}
