package import Foundation
import Models
import OperatorCommands
import Storage

extension ServiceProgram {
    /// The services with data, in the order of the copies. A follower is copied before its source, so that its copy
    /// never knows more than the source's copy.
    private var kept: [(service: ServiceName, files: ServiceFiles, migrations: [Migration]?)] {
        services.reversed().compactMap { service in
            let migrations = (service as? any PersistentService.Type)?.store.migrations
            return service.files.map { (service.name, $0, migrations) }
        }
    }

    /// Copies the databases and secrets of its services, whether or not the program runs, and finally writes the
    /// manifests. After a failure no file is left; a killed run leaves files without a manifest, which are refused.
    func backUp(to folder: String, _ settings: Settings) throws {
        guard !folder.hasPrefix("s3://") else {
            throw CommandFailure(
                "`backup` writes to a folder; for S3 set backups.to, and give the command `backups make`")
        }
        let target = URL(fileURLWithPath: folder)
        let data = settings.dataDirectory
        let kept = kept
        guard !kept.isEmpty else { throw CommandFailure("\(name) has no data to back up") }
        try refuseServer(settings)
        let (place, own) = (target.resolvingSymlinksInPath().path, data.resolvingSymlinksInPath().path)
        guard place != own else { throw CommandFailure("\(target.path) is the data folder itself: name another one") }
        for taken in ["keys", "run"] where "\(place)/".hasPrefix("\(own)/\(taken)/") {
            throw CommandFailure("\(target.path) is a folder of the program's own data: name a folder elsewhere")
        }
        try DataDirectory.refuseEarlierBuild(data, of: services)
        try checkUser(of: data)
        for (service, files, _) in kept {
            try UnfinishedRestore(of: service, in: data).check()
            try checkIsThere(files.database, in: data)
            try checkIsFree(target, for: service, files)
        }
        // The parent must exist. Without its volume or misspelt, the backup would be lost.
        let parent = target.deletingLastPathComponent()
        guard exists(parent) else {
            throw CommandFailure("\(parent.path) is missing; make it, or name a backup folder elsewhere")
        }
        try DataDirectory.make(target, choose: "name")
        let seal = BackupSeal(settings.backups, isCommand: true)
        var made: [URL] = []
        do {
            var manifests: [(ServiceName, BackupManifest)] = []
            for (service, files, _) in kept {
                let manifest = try files.copy(from: data, to: target, seal, noting: &made) { copy in
                    try Backup.copy(data.appendingPathComponent(files.database), to: copy) { report($0, of: service) }
                }
                manifests.append((service, manifest))
                let copy = manifest.files.first?.name ?? files.database
                say("\(service): copied to \(target.appendingPathComponent(copy).path)")
            }
            for (service, manifest) in manifests {
                let url = BackupManifest.url(of: service, in: target)
                made.append(url)
                try SmallFile.write(manifest.text, to: url)
            }
        } catch {
            for file in made { try? FileManager.default.removeItem(at: file) }
            guard let full = BackupCommands.fullDisk(error) else { throw error }
            throw CommandFailure(
                "\(full), or name a folder elsewhere, and give the command again; the databases are untouched")
        }
        for (service, _, _) in kept {
            // The backup is complete without the mark, so an error here is only a warning.
            do { try BackupMark(of: service, in: data).write(SystemClock().now()) } catch {
                say("\(service): its metrics do not show this backup, because its time cannot be stored: \(error)")
            }
        }
        let names = kept.map(\.service.description).sorted().joined(separator: ", ")
        say("the backup of \(names) in \(target.path) is complete")
    }

    private func checkIsThere(_ database: String, in data: URL) throws {
        let file = data.appendingPathComponent(database)
        for case let service as any PersistentService.Type in services where service.files?.database == database {
            try MoveMark.check(service.store, beside: file, opens: .file(file))
        }
        guard exists(file) else {
            throw CommandFailure("there is no \(file.path); name the data folder with --data-dir or BALISE_DATA_DIR")
        }
    }

    /// Throws if the folder contains a backup of the service, or something that may be one: a backup replaces nothing.
    private func checkIsFree(_ folder: URL, for service: ServiceName, _ files: ServiceFiles) throws(CommandFailure) {
        let manifest = BackupManifest.url(of: service, in: folder)
        if exists(manifest) {
            // Manifests are written one after the other, when all files exist, so a missing one shows an interruption.
            let others = kept.map { BackupManifest.url(of: $0.service, in: folder) }
            guard let missing = others.first(where: { !exists($0) }) else {
                throw CommandFailure("\(manifest.path) exists: name a folder that holds no backup yet")
            }
            throw CommandFailure(
                """
                \(folder.path) holds a backup that was interrupted, or one of some services: there is \
                \(manifest.lastPathComponent), and no \(missing.lastPathComponent); if it was interrupted, that folder \
                may be deleted; name another
                """)
        }
        for file in files.backupNames where exists(folder.appendingPathComponent(file)) {
            throw CommandFailure(
                """
                \(folder.path) holds part of a backup of \(service) that was interrupted: there is \(file), and no \
                \(manifest.lastPathComponent), which is written last; remove that folder, or name another
                """)
        }
    }

    private func report(_ progress: CopyProgress, of service: ServiceName) {
        guard progress.copied < progress.total else {
            if progress.total >= ServiceProgram.longStep { say("\(service): all is copied; checking the copy") }
            return
        }
        say("\(service): \(progress.copied >> 20) of \(progress.total >> 20) MiB copied")
    }

    /// The size of a file in bytes from which a single step may take longer than two seconds.
    private static let longStep = 256 << 20

    /// Tells the operator which step of unknown length begins.
    private func announce(_ step: String, _ file: URL, of service: ServiceName) {
        let size = (try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int) ?? 0
        if size >= ServiceProgram.longStep { say("\(service): \(step) \(size >> 20) MiB") }
    }

    /// Restores from a folder or `s3://bucket/prefix/NAME`, whose files are first downloaded into the data folder.
    func restore(
        fromPlace place: String, isSure: Bool, allowsUnencrypted: Bool, _ settings: Settings
    ) async throws {
        guard place.hasPrefix("s3://") else {
            return try restore(from: place, isSure: isSure, allowsUnencrypted: allowsUnencrypted, settings)
        }
        guard let backup = BackupAddress(place)?.backupInBucket else {
            throw CommandFailure(
                "\(place) names no backup; name it as s3://bucket/prefix/NAME, where `backups list` has the name")
        }
        try refuseServer(settings)
        try checkUser(of: settings.dataDirectory)
        let kept = kept
        let folder = settings.dataDirectory.appendingPathComponent("restore.download")
        try? FileManager.default.removeItem(at: folder)
        try DatabaseFiles.makeFolder(folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await BackupBucket.with(settings.backups, at: backup.place, clock: SystemClock()) { bucket in
            for (service, files, _) in kept {
                var pace = ProgressPace()
                try await bucket.download(files, of: service, from: backup.name, to: folder) { done in
                    if pace.isDue() { say("\(service): \(done >> 20) MiB downloaded") }
                }
                say("\(service): downloaded from \(place)")
            }
        }
        try restore(
            from: folder.path, named: place, isSure: isSure, allowsUnencrypted: allowsUnencrypted, settings)
    }

    /// Replaces the databases and secrets of the services with the files of a backup, and keeps the old files under
    /// another name. Checks the whole backup first, so that a missing, damaged or newer part leaves everything
    /// unchanged. From the first change to the last, no service can start on the data, even if this program is killed
    /// in between.
    /// - Parameters:
    ///   - place: The name of the backup in messages; nil for its folder.
    ///   - allowsUnencrypted: Whether to accept an unencrypted backup although the settings have recipients or an
    ///     identity.
    private func restore(
        from folder: String, named place: String? = nil, isSure: Bool, allowsUnencrypted: Bool, _ settings: Settings
    ) throws {
        let source = URL(fileURLWithPath: folder)
        let kept = kept
        guard !kept.isEmpty else { throw CommandFailure("\(name) has no data to back up") }
        try refuseServer(settings)
        try DataDirectory.refuseEarlierBuild(settings.dataDirectory, of: services)
        let seal = BackupSeal(settings.backups, isCommand: true)
        var manifests: [ServiceName: BackupManifest] = [:]
        // The folders with the unencrypted copies, by service. They are removed at the end.
        var copies: [ServiceName: URL] = [:]
        defer { for copy in copies.values where copy != source { try? FileManager.default.removeItem(at: copy) } }
        try checkUser(of: settings.dataDirectory)
        for (service, files, migrations) in kept {
            try refuseMove(of: settings.dataDirectory.appendingPathComponent(files.database))
            let manifest = try BackupManifest.read(service, files, in: source)
            if !allowsUnencrypted {
                try seal.refusePlain(manifest, of: service, "if you trust it, add --allow-unencrypted")
            }
            var pace = ProgressPace()
            try manifest.check(in: source) { done, total in
                if pace.isDue() { say("\(service): \(done >> 20) of \(total >> 20) MiB compared") }
            }
            var copy = source
            if manifest.isSealed {
                copy = try seal.makeScratch(for: files.database, in: settings.dataDirectory)
                copies[service] = copy
                announce("decrypting", source.appendingPathComponent(files.database + BackupSeal.suffix), of: service)
                try files.decrypt(manifest, in: source, seal, to: copy)
            }
            announce("checking", copy.appendingPathComponent(files.database), of: service)
            try Backup.check(copy.appendingPathComponent(files.database), migrations: migrations)
            manifests[service] = manifest
        }
        let data = try DataDirectory(settings.dataDirectory)
        // The locks keep services from starting on a half-restored folder.
        let locks = try kept.map { try data.lock(for: $0.service) }
        defer { for lock in locks { close(lock) } }
        if !isSure {
            try confirmReplacing(
                kept.filter { data.holds($0.files.database) }.map(\.service), by: place ?? source.path, in: data)
        }
        let moment = Date(timeIntervalSince1970: Double(SystemClock().now().rawValue) / 1000)
        let marks = kept.map { UnfinishedRestore(of: $0.service, in: data.url) }
        // An interrupted earlier restore has left a mix of old and new data, whatever this restore does.
        let ownMarks = marks.filter { !$0.stands }
        let wasMixed = ownMarks.count < marks.count
        do {
            for mark in marks { try mark.begin(from: place ?? source.path) }
        } catch {
            for mark in ownMarks { try? mark.end() }
            throw BackupCommands.failure(of: error, leavesMix: wasMixed)
        }
        let targets = kept.flatMap { [$0.files.database] + $0.files.secretNames }
            .map(data.url.appendingPathComponent)
        let before = targets.map(BackupCommands.fileNumber)
        var keepsFormer = false
        // From here on the marks stay until everything is done, because even a failed copy may have replaced its file.
        do {
            for (service, files, _) in kept {
                let plain = copies[service] ?? source
                for secret in files.secretNames where manifests[service]?.contains(secret) == true {
                    let copy = plain.appendingPathComponent(secret)
                    let present = data.url.appendingPathComponent(secret)
                    if !FileManager.default.contentsEqual(atPath: copy.path, andPath: present.path) {
                        keepsFormer = try FormerFile.keep(present, at: moment) != nil || keepsFormer
                    }
                    try SecretFile.copy(copy, to: present)
                }
                let database = data.url.appendingPathComponent(files.database)
                let former = try Backup.restore(
                    plain.appendingPathComponent(files.database), to: database, keepingFormerAt: moment
                ) { report($0, of: service) }
                keepsFormer = former != nil || keepsFormer
                say(
                    "\(service): restored \(database.path)"
                        + (former.map { "; the old database is now \($0.path)" } ?? ""))
            }
        } catch {
            // A file may be replaced although making it durable failed, so the numbers of the files decide.
            let isMixed = wasMixed || targets.map(BackupCommands.fileNumber) != before
            if BackupCommands.fullDisk(error) != nil, !isMixed { for mark in ownMarks { try? mark.end() } }
            throw BackupCommands.failure(of: error, leavesMix: isMixed)
        }
        for mark in marks { try mark.end() }
        guard keepsFormer else { return }
        say(
            """
            the old files contain personal data, even of accounts that are erased later; remove the files of \
            \(data.url.path) with .before- in their names as soon as you do not need them
            """)
    }

    private func confirmReplacing(_ present: [ServiceName], by backup: String, in data: DataDirectory)
        throws(CommandFailure)
    {
        guard !present.isEmpty else { return }
        let names = present.map(\.description).sorted().joined(separator: ", ")
        guard let isWanted = ask("Replace what is in \(data.url.path) of \(names) by the backup \(backup)?") else {
            throw CommandFailure(
                """
                \(data.url.path) holds databases of \(names), and there is no terminal to confirm it: add --yes to replace \
                them with the backup; the old files are kept under another name
                """)
        }
        guard isWanted else { throw CommandFailure("nothing was restored") }
    }

    /// Throws if root runs the command for another user's folder: the services could not use root's files and locks.
    package func checkUser(of data: URL) throws(CommandFailure) {
        var facts = stat()
        guard geteuid() == 0, stat(data.path, &facts) == 0, facts.st_uid != 0 else { return }
        throw CommandFailure(
            """
            \(data.path) belongs to the user \(facts.st_uid), and the services could not use files that root makes there; \
            give the command as that user, for example with sudo -u '#\(facts.st_uid)'
            """)
    }

    /// Throws during a move of the data, after which restored data would be taken for moved data.
    private func refuseMove(of database: URL) throws(CommandFailure) {
        guard MoveMark.exists(beside: database) else { return }
        throw CommandFailure(
            "a move of \(database.path) was interrupted; end it first: give the command `move-storage` again")
    }

    /// Throws if the data is in PostgreSQL, which has its own backup and restore.
    private func refuseServer(_ settings: Settings) throws(CommandFailure) {
        guard let server = settings.storage.server else { return }
        throw CommandFailure(
            """
            the databases are on \(server): back them up and restore them with tools of PostgreSQL, such as pg_dump or \
            pgBackRest, and also copy \(settings.dataDirectory.appendingPathComponent("keys").path)
            """)
    }

    private func exists(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path) }

    /// Lets the next start of a service create a missing database.
    func allowNewDatabase(of service: String, _ settings: Settings) throws {
        guard let (_, files, _) = kept.first(where: { $0.service.description == service }) else {
            let names = kept.map(\.service.description).sorted().joined(separator: ", ")
            throw CommandFailure(
                names.isEmpty
                    ? "\(name) keeps no database" : "\(name) has no service \"\(service)\" with a database but \(names)"
            )
        }
        let database = settings.dataDirectory.appendingPathComponent(files.database)
        let size = (try? FileManager.default.attributesOfItem(atPath: database.path)[.size] as? Int) ?? 0
        guard size == 0 || settings.storage.server != nil else {
            throw CommandFailure("there is a database, \(database.path); to stop using it, move it away first")
        }
        try DatabaseMark(of: database).allowNewDatabase()
        say("the next start makes a new, empty database for \(service)")
    }
}

/// Turns a full disk into an error for commands. Unlike a service, a command has ended and does not continue by itself.
enum BackupCommands {
    static func fullDisk(_ error: any Error) -> String? {
        switch error {
        case StorageError.diskFull(let path): "no space left for \(path); free some"
        case SecretFile.Failure.full(_, let path): "no space left for \(path); free some"
        default: nil
        }
    }

    /// Returns the file's inode, which distinguishes files of the same name; nil if the file does not exist.
    static func fileNumber(_ file: URL) -> UInt64? {
        var facts = stat()
        return stat(file.path, &facts) == 0 ? UInt64(facts.st_ino) : nil
    }

    static func failure(of error: any Error, leavesMix: Bool) -> any Error {
        guard let full = fullDisk(error) else { return error }
        let state =
            leavesMix
            ? "the services do not start before it has ended with status 0" : "the present databases are untouched"
        return CommandFailure("\(full) and give the command again; \(state)")
    }
}
