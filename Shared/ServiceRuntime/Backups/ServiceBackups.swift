import Foundation
import Logging
import MessageBus
import Models
import Storage
import Synchronization

/// Equal to the backups of the command `backup`, so `restore` accepts them. A service also removes its parts of superfluous ones,
/// but only what this server has written.
final class ServiceBackups: Sendable {
    private let service: ServiceName
    private let files: ServiceFiles?
    private let migrations: [Migration]
    private let database: ServiceDatabase
    private let data: URL
    private let settings: BackupSettings
    private let clock: any WallClock
    private let deletionClock: any WallClock
    private let random: @Sendable (Int) -> [UInt8]
    private let seal: BackupSeal
    private let logger: Logger
    private let progress = Mutex<BackupProgress?>(nil)

    /// - Parameter type: The service of the environment.
    init(_ environment: ServiceEnvironment, of type: any PersistentService.Type, _ database: ServiceDatabase) {
        service = type.name
        files = type.files
        migrations = type.store.migrations
        self.database = database
        data = environment.settings.dataDirectory
        settings = environment.settings.backups
        clock = environment.clock
        deletionClock = environment.deletionClock
        random = environment.random
        seal = BackupSeal(environment.settings.backups, isCommand: false, random: environment.random)
        logger = environment.logger
    }

    /// Other services than auth-session get these messages from there.
    func serve(in handlers: inout HandlerTable) {
        handlers.on(MakeBackup.self, from: [.authSession]) { request, _ in try await self.make(request) }
        handlers.on(VerifyBackup.self, from: [.authSession]) { request, _ in try await self.verify(request) }
        handlers.on(ListBackups.self, from: [.edge]) { _, _ in await self.list() }
    }

    func make(_ request: MakeBackup) async throws -> Done {
        try await answering {
            let result = Result { try self.make(request.name) }
            self.removeSuperfluous(but: [request.name, request.lastGood])
            try result.get()
        }
    }

    func verify(_ request: VerifyBackup) async throws -> Done {
        try await answering { try self.verify(request.name, drills: request.isDrill == true) }
    }

    func list() async -> ListBackups.Reply { await onThread { self.listNow() } }

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
        let copies = [files.database, files.database + BackupSeal.suffix].map { folder.appendingPathComponent($0) }
        guard !exists(manifestURL), !copies.contains(where: exists) else {
            throw CommandFailure("there is a backup \(name) already; begin another one")
        }
        try DataDirectory.make(folder, choose: "set backups.to to")
        let server = try serverID()
        let mark = unfinishedMark(in: folder)
        var made = [mark]
        defer { progress.withLock { $0 = nil } }
        do {
            try SmallFile.write(server, to: mark)
            var manifest = try files.copy(from: data, to: folder, seal, noting: &made) { copy in
                try self.database.backUp(to: copy) { self.note($0) }
            }
            manifest.server = server
            made.append(manifestURL)
            try SmallFile.write(manifest.text, to: manifestURL)
            // The copy of the database has been checked; this reads what is stored.
            try BackupManifest.read(service, database: files.database, in: folder).check(in: folder)
            try SmallFile.remove(mark)
        } catch {
            for file in made.reversed() { try? FileManager.default.removeItem(at: file) }
            throw error
        }
        // The backup is complete without the mark.
        try? BackupMark(of: service, in: data).write(clock.now())
    }

    private func note(_ copy: CopyProgress) {
        let now = BackupProgress(service: "\(service)", copied: Int64(copy.copied), total: Int64(copy.total))
        progress.withLock { $0 = now }
    }

    // MARK: Removing

    /// Exists while a part is written or removed, with the id of the server that does it.
    private func unfinishedMark(in folder: URL) -> URL { folder.appendingPathComponent("\(service).unfinished") }

    /// Identifies this data folder among all that write to the same place. No backup contains it: a copy of this server must not
    /// remove its backups.
    private func serverID() throws -> String {
        let file = data.appendingPathComponent("\(service).server")
        if let id = text(of: file) { return id }
        let id = random(16).hexadecimal
        try SmallFile.write(id, to: file)
        return id
    }

    private func text(of file: URL) -> String? { try? String(contentsOf: file, encoding: .utf8) }

    private func removeSuperfluous(but kept: [String?]) {
        do {
            guard settings.keep.span != nil else { return }
            let (files, root) = try place(nil)
            let server = try serverID()
            var own: [UnixTime: URL] = [:]
            for name in try FileManager.default.contentsOfDirectory(atPath: root.path) {
                guard let moment = BackupName.moment(of: name), !kept.contains(name) else { continue }
                let folder = root.appendingPathComponent(name)
                if text(of: unfinishedMark(in: folder)) == server {
                    try remove(files, in: folder, server)
                } else if let manifest = try? BackupManifest.read(service, database: files.database, in: folder),
                    manifest.server == server
                {
                    own[moment] = folder
                }
            }
            let present = kept.compactMap { $0.flatMap(BackupName.moment) }
            let superfluous = settings.keep.superfluous(among: Set(own.keys).union(present), at: deletionClock.now())
            for moment in superfluous {
                if let folder = own[moment] { try remove(files, in: folder, server) }
            }
        } catch {
            logger.warning(
                "superfluous backups could not be removed; the next backup tries again",
                metadata: ["cause": .string(ServiceBackups.sentence(error))])
        }
    }

    /// Removes the manifest first, so that no moment shows an incomplete part as a complete one.
    private func remove(_ files: ServiceFiles, in folder: URL, _ server: String) throws {
        let mark = unfinishedMark(in: folder)
        try SmallFile.write(server, to: mark)
        try SmallFile.remove(BackupManifest.url(of: service, in: folder))
        for name in [files.database] + files.secretNames {
            for stored in [name, name + BackupSeal.suffix] {
                try SmallFile.remove(folder.appendingPathComponent(stored))
            }
        }
        try SmallFile.remove(mark)
        // Only an empty folder is removed: other services may have their parts in it.
        for empty in ["keys", ""] { rmdir(folder.appendingPathComponent(empty).path) }
    }

    // MARK: Looking

    private func verify(_ name: String, drills: Bool) throws {
        let (files, folder) = try place(name)
        let manifest = try BackupManifest.read(service, database: files.database, in: folder)
        try manifest.check(in: folder)
        var plain = folder
        defer { if plain != folder { try? FileManager.default.removeItem(at: plain) } }
        if manifest.isSealed {
            // Without an identity only the checksums can be compared.
            if seal.identities.isEmpty { return }
            plain = try seal.makeScratch(for: files.database, in: data)
            try files.decrypt(manifest, in: folder, seal, to: plain)
        }
        let copy = plain.appendingPathComponent(files.database)
        try Backup.check(copy, migrations: migrations)
        guard drills else { return }
        let drill = data.appendingPathComponent("\(service).drill")
        // The remains of an interrupted drill.
        try? FileManager.default.removeItem(at: drill)
        defer { try? FileManager.default.removeItem(at: drill) }
        for secret in files.secretNames where manifest.contains(secret) {
            try SecretFile.copy(plain.appendingPathComponent(secret), to: drill.appendingPathComponent(secret))
        }
        let restored = drill.appendingPathComponent(files.database)
        try Backup.restore(copy, to: restored)
        try ServiceDatabase.open(at: restored, migrations: migrations).close()
    }

    private func listNow() -> ListBackups.Reply {
        let root: URL
        do { (_, root) = try place(nil) } catch {
            return ListBackups.Reply(backups: [], obstacle: ServiceBackups.sentence(error))
        }
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? [])
            .filter(BackupName.isValid).sorted(by: >)
        let backups = names.lazy.compactMap { kept($0, in: root.appendingPathComponent($0)) }
        return ListBackups.Reply(
            backups: Array(backups.prefix(ListBackups.maximum)), progress: progress.withLock { $0 })
    }

    /// Nil if the backup contains nothing of this service.
    private func kept(_ name: String, in folder: URL) -> KeptBackup? {
        guard let files else { return nil }
        let manifest = BackupManifest.url(of: service, in: folder)
        let all = ([files.database] + files.secretNames).flatMap { [$0, $0 + BackupSeal.suffix] }
            .map { folder.appendingPathComponent($0) }
        guard let last = facts(of: manifest) ?? all.compactMap { facts(of: $0) }.first else { return nil }
        let bytes = all.compactMap { facts(of: $0)?.bytes }.reduce(0, +)
        return KeptBackup(name: name, at: last.at, bytes: bytes, isWhole: exists(manifest))
    }

    // MARK: Files

    private func place(_ name: String?) throws(CommandFailure) -> (files: ServiceFiles, folder: URL) {
        guard let files, !database.mayBeShared else {
            throw CommandFailure("its data is on a PostgreSQL: back it up there, for example with pgBackRest")
        }
        guard let folder = settings.to else {
            throw CommandFailure("set backups.to (BALISE_BACKUPS_TO) to the folder for backups, and start again")
        }
        // If the volume is not mounted, the backup would be in a place where no operator looks.
        guard exists(folder) else {
            throw CommandFailure("\(folder.path) is missing; make it, or set backups.to to another folder")
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
