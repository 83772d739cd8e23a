import Age
import Crypto
import Foundation
import Models
import Storage

/// Encrypts the files of a backup in the age format, and decrypts them, in parts of 1 MiB.
struct BackupSeal: Sendable {
    static let suffix = ".age"

    /// The keys that can read the files; empty if backups are not encrypted.
    let recipients: [AgeRecipient]
    /// The keys that decrypt; empty if this program cannot read encrypted backups.
    let identities: [AgeIdentity]
    /// The suffix of the folder of unencrypted copies in the data folder. It follows the database's name.
    private let scratch: String
    private let random: @Sendable (Int) -> [UInt8]

    /// Creates a seal from the settings.
    /// - Parameter isCommand: Whether a command uses the seal. A command must not disturb the running services.
    init(
        _ settings: BackupSettings, isCommand: Bool, random: @escaping @Sendable (Int) -> [UInt8] = systemRandomBytes
    ) {
        (recipients, identities) = (settings.recipients, settings.identity ?? [])
        scratch = isCommand ? ".command-scratch" : ".scratch"
        self.random = random
    }

    /// Creates an empty folder beside the database, and removes the remains of an interrupted run.
    func makeScratch(for database: String, in data: URL) throws -> URL {
        let folder = data.appendingPathComponent(database + scratch)
        if FileManager.default.fileExists(atPath: folder.path) { try FileManager.default.removeItem(at: folder) }
        try DatabaseFiles.makeFolder(folder)
        return folder
    }

    /// Throws for an unencrypted backup if backups should be encrypted: an attacker with write access to the backups
    /// could replace an encrypted backup by other data.
    func refusePlain(_ manifest: BackupManifest, of service: ServiceName, _ remedy: String) throws(CommandFailure) {
        guard !manifest.isSealed, !recipients.isEmpty || !identities.isEmpty else { return }
        throw CommandFailure(
            "the backup of \(service) is not encrypted, although backups.recipients or backups.identity is set: someone may "
                + "have replaced it; \(remedy)")
    }

    /// Encrypts a file into a new private file, which is on the disk when this returns.
    func encrypt(_ source: URL, to target: URL, _ pace: CopyPace) throws {
        var writer = try AgeWriter(for: recipients, random: random)
        try BackupSeal.write(target) { output in
            try BackupSeal.read(source) {
                try output.write(contentsOf: Data(writer.write($0)))
                pace.wrote($0.count)
            }
            try output.write(contentsOf: Data(writer.finish()))
        }
    }

    /// Decrypts a file into a new private file, which is on the disk when this returns. If the source is damaged or for
    /// other recipients, no file is left.
    func decrypt(_ source: URL, to target: URL) throws {
        try BackupSeal.write(target) { output in
            try decrypt(source) { try output.write(contentsOf: Data($0)) }
        }
    }

    /// Returns the SHA-256 of the content of an encrypted file, in hexadecimal digits.
    func sum(ofContentOf source: URL) throws -> String {
        var hash = SHA256()
        try decrypt(source) { hash.update(data: $0) }
        return hash.finalize().hexadecimal
    }

    private func decrypt(_ source: URL, _ take: ([UInt8]) throws -> Void) throws {
        guard !identities.isEmpty else {
            throw CommandFailure(
                "\(source.path) is encrypted; set backups.identityFile (BALISE_BACKUPS_IDENTITY_FILE) to the file of its identity"
            )
        }
        do {
            var reader = AgeReader(identities)
            try BackupSeal.read(source) { try take(try reader.read($0)) }
            try take(try reader.finish())
        } catch let error as AgeError {
            throw CommandFailure("\(source.path) cannot be decrypted: \(error)")
        }
    }

    private static func read(_ file: URL, _ take: ([UInt8]) throws -> Void) throws {
        let input = try FileHandle(forReadingFrom: file)
        defer { try? input.close() }
        while let part = try input.read(upToCount: 1 << 20), !part.isEmpty { try take([UInt8](part)) }
    }

    private static func write(_ file: URL, _ body: (FileHandle) throws -> Void) throws {
        try DatabaseFiles.makeFolder(file.deletingLastPathComponent())
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CommandFailure("\(file.path) cannot be written: \(String(cString: strerror(errno)))")
        }
        let output = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        do {
            try body(output)
            try output.synchronize()
            try output.close()
        } catch {
            try? output.close()
            unlink(file.path)
            if (error as? CocoaError)?.code == .fileWriteOutOfSpace { throw StorageError.diskFull(path: file.path) }
            throw error
        }
    }
}

extension Sequence<UInt8> {
    /// The bytes as lower-case hexadecimal digits, two for each.
    var hexadecimal: String { map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() }
}
