import Foundation
import Logging
import MessageBus
import Models
import ObjectStorage
import Storage
import Synchronization

/// A service's part of the scheduled backups. They equal the backups of the command `backup`, so `restore` accepts
/// them. A service also removes its parts of superfluous backups, but only parts that this server has written.
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

    /// Creates the backups of a service.
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

    /// Answers the messages about backups. auth-session sends them to all other services, and does its own part itself.
    func serve(in handlers: inout HandlerTable) {
        handlers.on(MakeBackup.self, from: [.authSession]) { request, _ in try await self.make(request) }
        handlers.on(VerifyBackup.self, from: [.authSession]) { request, _ in try await self.verify(request) }
        handlers.on(ListBackups.self, from: [.edge]) { _, _ in await self.list() }
    }

    /// Why no backup can be made: the data is elsewhere, or the place is not set or missing. A bucket is not asked. Nil
    /// if backups can be made.
    var obstacle: String? {
        do throws(CommandFailure) { _ = try place(nil) } catch { return error.description }
        return nil
    }

    func make(_ request: MakeBackup) async throws -> Done {
        try await answering {
            // Earlier backups are removed first, so that a new backup does not count before all services have it.
            await tidy(request)
            try await store(request.name)
        }
    }

    func verify(_ request: VerifyBackup) async throws -> Done {
        try await answering {
            let (files, folder) = try place(request.name)
            if isInBucket {
                removeStaged()
                try await BackupBucket.with(settings, clock: clock) { bucket in
                    try await bucket.download(files, of: service, from: request.name, to: folder)
                }
            }
            defer { removeStaged() }
            try await onOwnThread { try self.verify(request.name, drills: request.isDrill == true) }
        }
    }

    func list() async -> ListBackups.Reply {
        guard isInBucket else { return await onThread { self.listNow() } }
        do {
            let (files, _) = try place(nil)
            let kept = try await BackupBucket.with(settings, clock: clock, isAwaited: true) { try await $0.files() }
            return reply(ServiceBackups.kept(kept, files, of: service))
        } catch {
            return ListBackups.Reply(backups: [], obstacle: ServiceBackups.sentence(error))
        }
    }

    /// Runs `body`, and turns its errors into texts for operators.
    private func answering(_ body: () async throws -> Void) async throws -> Done {
        do { try await body() } catch {
            throw ServiceError(.invalidRequest, "\(service): \(ServiceBackups.sentence(error))")
        }
        return Done()
    }

    private func onOwnThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        let result: Result<Value, any Error> = await onThread { Result { try body() } }
        return try result.get()
    }

    static func sentence(_ error: any Error) -> String {
        BackupCommands.fullDisk(error) ?? (error as? CommandFailure)?.description ?? describe(error)
    }

    // MARK: Making

    private func store(_ name: String) async throws {
        if isInBucket { removeStaged() }
        defer { removeStaged() }
        let manifest = try await onOwnThread { try self.make(name) }
        if isInBucket {
            let (_, folder) = try place(name)
            defer { progress.withLock { $0 = nil } }
            try await BackupBucket.with(settings, clock: clock) { bucket in
                try await bucket.upload(manifest, of: service, in: folder, as: name) { note($0, of: $1) }
            }
        }
        // The backup is complete even without the mark, so an error here is ignored.
        try? BackupMark(of: service, in: data).write(clock.now())
    }

    private func make(_ name: String) throws -> BackupManifest {
        let (files, folder) = try place(name)
        let manifestURL = BackupManifest.url(of: service, in: folder)
        let copies = [files.database, files.database + BackupSeal.suffix].map { folder.appendingPathComponent($0) }
        guard !exists(manifestURL), !copies.contains(where: exists) else {
            throw CommandFailure("there is a backup \(name) already; begin another one")
        }
        let server = try serverID()
        try DataDirectory.make(folder, choose: "set backups.to to")
        let mark = unfinishedMark(in: folder)
        var made = [mark]
        defer { progress.withLock { $0 = nil } }
        do {
            try SmallFile.write(server, to: mark)
            var manifest = try files.copy(from: data, to: folder, seal, noting: &made) { copy in
                try self.database.backUp(to: copy) { self.note(Int64($0.copied), of: Int64($0.total)) }
            }
            manifest.server = server
            made.append(manifestURL)
            try SmallFile.write(manifest.text, to: manifestURL)
            // The copy of the database has already been checked; this check reads the files as they are stored.
            try BackupManifest.read(service, files, in: folder).check(in: folder)
            try SmallFile.remove(mark)
            return manifest
        } catch {
            for file in made.reversed() { try? FileManager.default.removeItem(at: file) }
            removeIfEmpty(folder)
            throw error
        }
    }

    private func note(_ done: Int64, of total: Int64) {
        let now = BackupProgress(service: "\(service)", copied: done, total: total)
        progress.withLock { $0 = now }
    }

    // MARK: Removing

    /// Returns the file that exists while a part is written or removed. It has the id of the server that does this.
    private func unfinishedMark(in folder: URL) -> URL { folder.appendingPathComponent("\(service).unfinished") }

    /// Returns the id of this data folder, which is unique among the servers that write to the same place. No backup
    /// contains it, so that a copy of this server does not remove its backups.
    private func serverID() throws -> String {
        let file = data.appendingPathComponent("\(service).server")
        if let id = text(of: file) { return id }
        let id = random(16).hexadecimal
        try SmallFile.write(id, to: file)
        return id
    }

    private func text(of file: URL) -> String? { try? String(contentsOf: file, encoding: .utf8) }

    /// Removes the service's parts of failed and of superfluous backups, unless the settings keep all backups.
    private func tidy(_ request: MakeBackup) async {
        guard settings.keep.span != nil else { return }
        do {
            let (files, root) = try place(nil)
            let server = try serverID()
            guard isInBucket else {
                return try await onOwnThread {
                    let own = try self.ownParts(files, in: root, server)
                    for name in self.removable(among: own, for: request) {
                        try self.remove(files, in: root.appendingPathComponent(name), server)
                    }
                }
            }
            try await BackupBucket.with(settings, clock: clock) { bucket in
                let own = try await ownParts(in: bucket, server)
                for name in removable(among: own, for: request) {
                    try await bucket.remove(files, of: service, from: name, by: server)
                }
            }
        } catch {
            logger.warning(
                "superfluous backups could not be removed; the next backup tries again",
                metadata: ["cause": .string(ServiceBackups.sentence(error))])
        }
    }

    /// Returns the backups from which this service removes its part. The retention counts only complete parts of
    /// backups that failed in no service, so all services choose the same backups. The last good backup always stays.
    /// - Parameter own: Whether the part is complete, by the name of the backup.
    private func removable(among own: [String: Bool], for request: MakeBackup) -> [String] {
        let failed = Set(request.failed ?? [])
        let counted = own.filter { $0.value && !failed.contains($0.key) }.keys
        let superfluous = settings.keep.superfluous(
            among: counted.compactMap(BackupName.moment), at: deletionClock.now())
        let kept = counted.filter { name in BackupName.moment(of: name).map { !superfluous.contains($0) } ?? true }
        return Set(own.keys).subtracting(kept).filter { $0 != request.lastGood }.sorted()
    }

    private func ownParts(_ files: ServiceFiles, in root: URL, _ server: String) throws -> [String: Bool] {
        var own: [String: Bool] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: root.path) {
            guard BackupName.moment(of: name) != nil else { continue }
            let folder = root.appendingPathComponent(name)
            if text(of: unfinishedMark(in: folder)) == server {
                own[name] = false
            } else if let manifest = try? BackupManifest.read(service, files, in: folder), manifest.server == server {
                own[name] = true
            }
        }
        return own
    }

    private func ownParts(in bucket: BackupBucket, _ server: String) async throws -> [String: Bool] {
        var own: [String: Bool] = [:]
        for (name, path, object) in try await bucket.files() where BackupName.moment(of: name) != nil {
            if path == "\(service).unfinished" {
                if try await bucket.text(of: object) == server { own[name] = false }
            } else if path == "\(service).manifest", own[name] == nil {
                let text = try await bucket.text(of: object)
                if BackupManifest.server(in: text) == server { own[name] = true }
            }
        }
        return own
    }

    /// Removes a part, its manifest first, so that an incomplete part never looks complete.
    private func remove(_ files: ServiceFiles, in folder: URL, _ server: String) throws {
        let mark = unfinishedMark(in: folder)
        try SmallFile.write(server, to: mark)
        try SmallFile.remove(BackupManifest.url(of: service, in: folder))
        for name in files.backupNames { try SmallFile.remove(folder.appendingPathComponent(name)) }
        try SmallFile.remove(mark)
        removeIfEmpty(folder)
    }

    /// Removes the folder unless other services have their parts in it.
    private func removeIfEmpty(_ folder: URL) {
        for empty in ["keys", ""] { rmdir(folder.appendingPathComponent(empty).path) }
    }

    // MARK: Looking

    private func verify(_ name: String, drills: Bool) throws {
        let (files, folder) = try place(name)
        let manifest = try BackupManifest.read(service, files, in: folder)
        try seal.refusePlain(manifest, of: service, "verify another backup")
        defer { progress.withLock { $0 = nil } }
        try manifest.check(in: folder) { self.note($0, of: $1) }
        var plain = folder
        defer { if plain != folder { try? FileManager.default.removeItem(at: plain) } }
        if manifest.isSealed {
            // Without an identity the content cannot be read, so only the checksums are compared.
            if seal.identities.isEmpty { return }
            plain = try seal.makeScratch(for: files.database, in: data)
            try files.decrypt(manifest, in: folder, seal, to: plain)
        }
        let copy = plain.appendingPathComponent(files.database)
        try Backup.check(copy, migrations: migrations)
        guard drills else { return }
        let drill = data.appendingPathComponent("\(service).drill")
        // An interrupted drill may have left this folder.
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
        let backups = names.lazy.compactMap { self.kept($0, in: root.appendingPathComponent($0)) }
        return reply(Array(backups.prefix(ListBackups.maximum)))
    }

    private func reply(_ backups: [KeptBackup]) -> ListBackups.Reply {
        ListBackups.Reply(backups: backups, progress: progress.withLock { $0 })
    }

    /// Returns the service's parts among all objects of a bucket.
    private static func kept(
        _ stored: [(backup: String, path: String, object: StoredObject)], _ files: ServiceFiles, of service: ServiceName
    ) -> [KeptBackup] {
        let names = files.backupNames
        let own = stored.filter { names.contains($0.path) || $0.path == "\(service).manifest" }
        let backups = Dictionary(grouping: own) { $0.backup }.map { name, parts in
            KeptBackup(
                name: name, at: parts.compactMap(\.object.changedAt).max() ?? UnixTime(milliseconds: 0),
                bytes: parts.map(\.object.bytes).reduce(0, +),
                isWhole: parts.contains { $0.path == "\(service).manifest" })
        }
        return Array(backups.sorted { $0.name > $1.name }.prefix(ListBackups.maximum))
    }

    /// Returns the service's part of a backup; nil if the backup contains nothing of this service.
    private func kept(_ name: String, in folder: URL) -> KeptBackup? {
        guard let files else { return nil }
        let manifest = BackupManifest.url(of: service, in: folder)
        let all = files.backupNames.map { folder.appendingPathComponent($0) }
        guard let last = facts(of: manifest) ?? all.compactMap({ facts(of: $0) }).first else { return nil }
        let bytes = all.compactMap { facts(of: $0)?.bytes }.reduce(0, +)
        return KeptBackup(name: name, at: last.at, bytes: bytes, isWhole: exists(manifest))
    }

    // MARK: Files

    private func place(_ name: String?) throws(CommandFailure) -> (files: ServiceFiles, folder: URL) {
        guard let files, !database.mayBeShared else {
            throw CommandFailure("the data is on a PostgreSQL: back it up there, for example with pgBackRest")
        }
        let folder: URL
        switch settings.to {
        case nil:
            throw CommandFailure("set backups.to (BALISE_BACKUPS_TO) to the place for backups, and start again")
        case .folder(let chosen):
            // The folder is not made: its volume may not be mounted. An empty mount point looks like a new folder.
            guard exists(chosen) else {
                throw CommandFailure("\(chosen.path) is missing; make it, or set backups.to to another folder")
            }
            folder = chosen
        case .bucket: folder = staged
        }
        guard let name else { return (files, folder) }
        guard BackupName.isValid(name) else { throw CommandFailure("a backup is named by letters, digits and hyphens") }
        return (files, folder.appendingPathComponent(name))
    }

    private var isInBucket: Bool { if case .bucket = settings.to { true } else { false } }

    /// The folder for a part before its upload or after its download.
    private var staged: URL { data.appendingPathComponent("\(service).staged") }

    private func removeStaged() {
        if isInBucket { try? FileManager.default.removeItem(at: staged) }
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
