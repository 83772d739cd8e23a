import Foundation
import MessageBus
import Models
import Storage

/// Equal to the backups of the command `backup`, so `restore` accepts them.
struct ServiceBackups: Sendable {
    private let service: ServiceName
    private let files: ServiceFiles?
    private let migrations: [Migration]
    private let database: ServiceDatabase
    private let data: URL
    private let folder: URL?
    private let clock: any WallClock

    /// - Parameter type: The service of the environment.
    init(_ environment: ServiceEnvironment, of type: any PersistentService.Type, _ database: ServiceDatabase) {
        service = type.name
        files = type.files
        migrations = type.store.migrations
        self.database = database
        data = environment.settings.dataDirectory
        folder = environment.settings.storage.backups
        clock = environment.clock
    }

    func serve(in handlers: inout HandlerTable) {
        handlers.on(MakeBackup.self, from: [.edge]) { request, _ in
            try await answering { try make(request.name) }
        }
        handlers.on(VerifyBackup.self, from: [.edge]) { request, _ in
            try await answering { try verify(request.name) }
        }
        handlers.on(ListBackups.self, from: [.edge]) { _, _ in await onThread { list() } }
    }

    /// Runs long work on its own thread; its errors are for operators.
    private func answering(_ body: @escaping @Sendable () throws -> Void) async throws -> Done {
        let result: Result<Void, any Error> = await onThread { Result { try body() } }
        do { try result.get() } catch {
            throw ServiceError(.invalidRequest, "\(service): \(ServiceBackups.sentence(error))")
        }
        return Done()
    }

    private static func sentence(_ error: any Error) -> String {
        BackupCommands.fullDisk(error) ?? (error as? CommandFailure)?.description ?? describe(error)
    }

    // MARK: Making

    private func make(_ name: String) throws {
        let (files, folder) = try place(name)
        let manifestURL = BackupManifest.url(of: service, in: folder)
        guard !exists(manifestURL), !exists(folder.appendingPathComponent(files.database)) else {
            throw CommandFailure("there is a backup \(name) already; begin another one")
        }
        try DataDirectory.make(folder, choose: "set backups.folder to")
        var made: [URL] = []
        do {
            let manifest = try files.copy(from: data, to: folder, noting: &made) { try database.backUp(to: $0) }
            made.append(manifestURL)
            try SmallFile.write(manifest.text, to: manifestURL)
        } catch {
            for file in made { try? FileManager.default.removeItem(at: file) }
            throw error
        }
        // The backup is complete without the mark.
        try? BackupMark(of: service, in: data).write(clock.now())
    }

    // MARK: Looking

    private func verify(_ name: String) throws {
        let (files, folder) = try place(name)
        let manifest = try BackupManifest.read(service, database: files.database, in: folder)
        try manifest.check(in: folder)
        try Backup.check(folder.appendingPathComponent(files.database), migrations: migrations)
    }

    private func list() -> ListBackups.Reply {
        let root: URL
        do { (_, root) = try place(nil) } catch {
            return ListBackups.Reply(backups: [], obstacle: ServiceBackups.sentence(error))
        }
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? [])
            .filter(BackupName.isValid).sorted(by: >)
        let backups = names.lazy.compactMap { kept($0, in: root.appendingPathComponent($0)) }
        return ListBackups.Reply(backups: Array(backups.prefix(ListBackups.maximum)))
    }

    /// Nil if the backup contains nothing of this service.
    private func kept(_ name: String, in folder: URL) -> KeptBackup? {
        guard let files else { return nil }
        let manifest = BackupManifest.url(of: service, in: folder)
        let copy = folder.appendingPathComponent(files.database)
        guard let last = facts(of: manifest) ?? facts(of: copy) else { return nil }
        let all = [copy] + files.secretNames.map(folder.appendingPathComponent)
        let bytes = all.compactMap { facts(of: $0)?.bytes }.reduce(0, +)
        return KeptBackup(name: name, at: last.at, bytes: bytes, isWhole: exists(manifest))
    }

    // MARK: Files

    private func place(_ name: String?) throws(CommandFailure) -> (files: ServiceFiles, folder: URL) {
        guard let files, !database.mayBeShared else {
            throw CommandFailure("its data is on a PostgreSQL: back it up there, for example with pg_dump")
        }
        guard let folder else {
            throw CommandFailure(
                "set backups.folder (BALISE_BACKUPS_FOLDER) to the folder for backups, and start again")
        }
        // If the volume is not mounted, the backup would be in a place where no operator looks.
        guard exists(folder) else {
            throw CommandFailure("\(folder.path) is missing; make it, or set backups.folder to another folder")
        }
        guard let name else { return (files, folder) }
        guard BackupName.isValid(name) else { throw CommandFailure("a backup is named by letters, digits and hyphens") }
        return (files, folder.appendingPathComponent(name))
    }

    private func exists(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path) }

    private func facts(of file: URL) -> (bytes: Int64, at: UnixTime)? {
        var status = stat()
        guard stat(file.path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            let seconds = status.st_mtimespec.tv_sec
        #else
            let seconds = status.st_mtim.tv_sec
        #endif
        return (Int64(status.st_size), UnixTime(milliseconds: Int64(seconds) * 1000))
    }
}
