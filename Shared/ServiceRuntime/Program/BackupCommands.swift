// Copies what a program keeps into a folder, and puts such a copy back.

import Foundation
import Models
import Storage

/// A backup cannot be made or used. The description says what to do.
struct BackupFailure: Error, CustomStringConvertible {
    let description: String
}

extension ServiceProgram {
    /// The files of its services; who follows comes before whom it follows, so that a copy of the one never knows more than
    /// that of the other.
    private var kept: [(service: ServiceName, files: ServiceFiles)] {
        services.reversed().compactMap { service in service.files.map { (service.name, $0) } }
    }

    /// Copies the databases and secrets of its services, whether the program runs or not.
    ///
    /// All copies are whole when it returns; when it fails, none is left.
    func backUp(to folder: String, _ settings: Settings) throws {
        let target = URL(fileURLWithPath: folder)
        let kept = kept
        guard !kept.isEmpty else { throw BackupFailure(description: "\(name) keeps nothing that a backup could hold") }
        for (_, files) in kept {
            for file in files.all(in: target) where FileManager.default.fileExists(atPath: file.path) {
                throw BackupFailure(description: "\(file.path) exists: name a folder that holds no backup yet")
            }
        }
        try DataDirectory.make(target)
        var made: [URL] = []
        do {
            for (service, files) in kept {
                let copy = files.database(in: target)
                made.append(copy)
                try ServiceDatabase.backUp(files.database(in: settings.dataDirectory), to: copy)
                for (secret, copy) in zip(files.secrets(in: settings.dataDirectory), files.secrets(in: target))
                where FileManager.default.fileExists(atPath: secret.path) {
                    made.append(copy)
                    try SecretFile.copy(secret, to: copy)
                }
                say("\(service): copied to \(copy.path)")
            }
        } catch {
            for file in made { try? FileManager.default.removeItem(at: file) }
            throw error
        }
    }

    /// Puts the databases and secrets of a backup in the place of those of its services. The program must not run.
    ///
    /// Looks at all of the backup first, so that a part that is missing or damaged leaves everything as it was.
    func restore(from folder: String, _ settings: Settings) throws {
        let source = URL(fileURLWithPath: folder)
        let kept = kept
        guard !kept.isEmpty else { throw BackupFailure(description: "\(name) keeps nothing that a backup could hold") }
        for (_, files) in kept { try ServiceDatabase.checkBackup(files.database(in: source)) }
        let data = try DataDirectory(settings.dataDirectory)
        // So that nothing starts on half of it.
        let locks = try kept.map { try data.lock(for: $0.service) }
        defer { for lock in locks { close(lock) } }
        for (service, files) in kept {
            for (secret, copy) in zip(files.secrets(in: settings.dataDirectory), files.secrets(in: source))
            where FileManager.default.fileExists(atPath: copy.path) {
                try SecretFile.copy(copy, to: secret)
            }
            let database = files.database(in: settings.dataDirectory)
            try ServiceDatabase.restore(from: files.database(in: source), to: database)
            say("\(service): restored \(database.path)")
        }
    }

    /// Lets the next start of a service make a new database, where there is none any more.
    func allowNewDatabase(of service: String, _ settings: Settings) throws {
        guard let (_, files) = kept.first(where: { $0.service.description == service }) else {
            let names = kept.map(\.service.description).sorted().joined(separator: ", ")
            throw BackupFailure(
                description: names.isEmpty
                    ? "\(name) keeps no database" : "\(name) has no service \"\(service)\" with a database but \(names)"
            )
        }
        let database = files.database(in: settings.dataDirectory)
        let size = (try? FileManager.default.attributesOfItem(atPath: database.path)[.size] as? Int) ?? 0
        guard size == 0 else {
            throw BackupFailure(
                description:
                    "there is a database, \(database.path); move it away first if it shall not be used any more")
        }
        try DatabaseMark(of: database).allowNewDatabase()
        say("the next start makes a new database for \(service), without anything that was in the one before")
    }
}

extension ServiceFiles {
    fileprivate func database(in folder: URL) -> URL { folder.appendingPathComponent(database) }

    fileprivate func secrets(in folder: URL) -> [URL] {
        secrets.map { folder.appendingPathComponent("keys").appendingPathComponent($0) }
    }

    fileprivate func all(in folder: URL) -> [URL] { [database(in: folder)] + secrets(in: folder) }
}
