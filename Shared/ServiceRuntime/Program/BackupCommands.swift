// Copies what a program keeps into a folder, and puts such a copy back.

import Foundation
import Models
import Storage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A backup cannot be made or used. The description says what to do.
struct BackupFailure: Error, CustomStringConvertible {
    let description: String
}

extension ServiceProgram {
    /// The files of its services, with the migrations that they know; who follows comes before whom it follows, so that a
    /// copy of the one never knows more than that of the other.
    private var kept: [(service: ServiceName, files: ServiceFiles, migrations: [Migration]?)] {
        services.reversed().compactMap { service in
            let migrations = (service as? any PersistentService.Type)?.store.migrations
            return service.files.map { (service.name, $0, migrations) }
        }
    }

    /// Copies the databases and secrets of its services, whether the program runs or not, and writes last of all what a
    /// whole backup has.
    ///
    /// When it fails, no file is left; when it is killed, what is left has no manifest and is refused.
    func backUp(to folder: String, _ settings: Settings) throws {
        let target = URL(fileURLWithPath: folder)
        let data = settings.dataDirectory
        let kept = kept
        guard !kept.isEmpty else { throw BackupFailure(description: "\(name) keeps nothing that a backup could hold") }
        try refuseServer(settings)
        let (place, own) = (target.resolvingSymlinksInPath().path, data.resolvingSymlinksInPath().path)
        guard place != own else {
            throw BackupFailure(description: "\(target.path) is the data folder itself: name another one")
        }
        for taken in ["keys", "run"] where "\(place)/".hasPrefix("\(own)/\(taken)/") {
            throw BackupFailure(
                description: "\(target.path) is where the program keeps what is its own: name a folder elsewhere")
        }
        try DataDirectory.refuseEarlierBuild(data, of: services)
        try checkUser(of: data)
        for (service, files, _) in kept {
            try UnfinishedRestore(of: service, in: data).check()
            try checkIsThere(files.database, in: data)
            try checkIsFree(target, for: service, files)
        }
        // A volume that is not mounted, or a slip of the pen, would be a backup where nobody looks for it.
        let parent = target.deletingLastPathComponent()
        guard exists(parent) else {
            throw BackupFailure(
                description: "\(parent.path) is missing; make it, or name a backup folder elsewhere")
        }
        try DataDirectory.make(target, choose: "name")
        var made: [URL] = []
        do {
            var manifests: [(ServiceName, BackupManifest)] = []
            for (service, files, _) in kept {
                var manifest = BackupManifest()
                let copy = target.appendingPathComponent(files.database)
                made.append(copy)
                try ServiceDatabase.backUp(data.appendingPathComponent(files.database), to: copy) {
                    report($0, of: service)
                }
                try manifest.add(files.database, in: target)
                for secret in files.secretNames where exists(data.appendingPathComponent(secret)) {
                    let copy = target.appendingPathComponent(secret)
                    made.append(copy)
                    try SecretFile.copy(data.appendingPathComponent(secret), to: copy)
                    try manifest.add(secret, in: target)
                }
                manifests.append((service, manifest))
                say("\(service): copied to \(copy.path)")
            }
            for (service, manifest) in manifests {
                let url = BackupManifest.url(of: service, in: target)
                made.append(url)
                try SmallFile.write(manifest.text, to: url)
            }
        } catch {
            for file in made { try? FileManager.default.removeItem(at: file) }
            guard let full = BackupCommands.fullDisk(error) else { throw error }
            throw BackupFailure(
                description:
                    "\(full), or name a folder elsewhere, and give the command again; the databases are untouched")
        }
        for (service, _, _) in kept {
            // The backup is whole without it.
            do { try BackupMark(of: service, in: data).write(SystemClock().now()) } catch {
                say("\(service): its metrics do not tell of this backup, since that cannot be noted: \(error)")
            }
        }
        let names = kept.map(\.service.description).sorted().joined(separator: ", ")
        say("the backup of \(names) in \(target.path) is complete")
    }

    /// Throws, with what to do, where there is no database to be copied.
    private func checkIsThere(_ database: String, in data: URL) throws {
        let file = data.appendingPathComponent(database)
        for case let service as any PersistentService.Type in services where service.files?.database == database {
            try StorageMove.check(service.store, beside: file, opens: .file(file))
        }
        guard exists(file) else {
            throw BackupFailure(
                description: "there is no \(file.path); name the data folder with --data-dir or BALISE_DATA_DIR")
        }
    }

    /// A backup takes the place of no other, and of nothing that may be one.
    private func checkIsFree(_ folder: URL, for service: ServiceName, _ files: ServiceFiles) throws(BackupFailure) {
        let manifest = BackupManifest.url(of: service, in: folder)
        if exists(manifest) {
            // Manifests are written one after the other, when all files are there.
            let others = kept.map { BackupManifest.url(of: $0.service, in: folder) }
            guard let missing = others.first(where: { !exists($0) }) else {
                throw BackupFailure(description: "\(manifest.path) exists: name a folder that holds no backup yet")
            }
            throw BackupFailure(
                description: """
                    \(folder.path) holds a backup that was interrupted, or one of some services: there is \
                    \(manifest.lastPathComponent), and no \(missing.lastPathComponent); if it was interrupted, that folder \
                    may be deleted; name another
                    """)
        }
        for file in [files.database] + files.secretNames where exists(folder.appendingPathComponent(file)) {
            throw BackupFailure(
                description: """
                    \(folder.path) holds part of a backup of \(service) that was interrupted: there is \(file), and no \
                    \(manifest.lastPathComponent), which is written last; remove that folder, or name another
                    """)
        }
    }

    /// Says how far a file is copied, where that takes more than one step.
    private func report(_ progress: CopyProgress, of service: ServiceName) {
        guard progress.copied < progress.total else { return }
        say("\(service): \(progress.copied >> 20) of \(progress.total >> 20) MiB copied")
    }

    /// Puts the databases and secrets of a backup in the place of those of its services, which stay under another name. The
    /// program must not run.
    ///
    /// Looks at all of the backup first, so that a part that is missing, damaged or of a newer version leaves everything as
    /// it was. From the first change to the last nothing starts on what is there, also when this fails or is killed in
    /// between.
    ///
    /// - Parameter isSure: Whether what is there is replaced without a question.
    func restore(from folder: String, isSure: Bool, _ settings: Settings) throws {
        let source = URL(fileURLWithPath: folder)
        let kept = kept
        guard !kept.isEmpty else { throw BackupFailure(description: "\(name) keeps nothing that a backup could hold") }
        try refuseServer(settings)
        try DataDirectory.refuseEarlierBuild(settings.dataDirectory, of: services)
        var manifests: [ServiceName: BackupManifest] = [:]
        for (service, files, migrations) in kept {
            try refuseMove(of: settings.dataDirectory.appendingPathComponent(files.database))
            let manifest = try BackupManifest.read(service, database: files.database, in: source)
            try manifest.check(in: source)
            try ServiceDatabase.checkBackup(
                source.appendingPathComponent(files.database), migrations: migrations)
            manifests[service] = manifest
        }
        try checkUser(of: settings.dataDirectory)
        let data = try DataDirectory(settings.dataDirectory)
        // So that nothing starts on half of it.
        let locks = try kept.map { try data.lock(for: $0.service) }
        defer { for lock in locks { close(lock) } }
        if !isSure {
            try confirmReplacing(kept.filter { data.holds($0.files.database) }.map(\.service), by: source, in: data)
        }
        let moment = Date(timeIntervalSince1970: Double(SystemClock().now().rawValue) / 1000)
        let marks = kept.map { UnfinishedRestore(of: $0.service, in: data.url) }
        // What an earlier restore has left stands for a mix of old and new, whatever becomes of this one.
        let ownMarks = marks.filter { !$0.stands }
        let wasMixed = ownMarks.count < marks.count
        do {
            for mark in marks { try mark.begin(from: source) }
        } catch {
            for mark in ownMarks { try? mark.end() }
            throw BackupCommands.failure(of: error, leavesMix: wasMixed)
        }
        let targets = kept.flatMap { [$0.files.database] + $0.files.secretNames }
            .map(data.url.appendingPathComponent)
        let before = targets.map(BackupCommands.fileNumber)
        var keepsFormer = false
        // From here on the marks stand until all is done: a copy that fails may have taken its place before.
        do {
            for (service, files, _) in kept {
                for secret in files.secretNames where manifests[service]?.contains(secret) == true {
                    let (copy, present) = (
                        source.appendingPathComponent(secret), data.url.appendingPathComponent(secret)
                    )
                    if !FileManager.default.contentsEqual(atPath: copy.path, andPath: present.path) {
                        keepsFormer = try FormerFile.keep(present, at: moment) != nil || keepsFormer
                    }
                    try SecretFile.copy(copy, to: present)
                }
                let database = data.url.appendingPathComponent(files.database)
                let former = try ServiceDatabase.restore(
                    from: source.appendingPathComponent(files.database), to: database, keepingFormerAt: moment
                ) { report($0, of: service) }
                keepsFormer = former != nil || keepsFormer
                say("\(service): restored \(database.path)" + (former.map { "; what was there is \($0.path)" } ?? ""))
            }
        } catch {
            // A file takes its place before that is made durable, which may fail as well.
            let isMixed = wasMixed || targets.map(BackupCommands.fileNumber) != before
            if BackupCommands.fullDisk(error) != nil, !isMixed { for mark in ownMarks { try? mark.end() } }
            throw BackupCommands.failure(of: error, leavesMix: isMixed)
        }
        for mark in marks { try mark.end() }
        guard keepsFormer else { return }
        say(
            """
            what was there holds personal data, and goes on holding it when people are erased; remove the files of \
            \(data.url.path) with .before- in their names as soon as you do not need them
            """)
    }

    /// Asks before what is there is replaced.
    private func confirmReplacing(_ present: [ServiceName], by backup: URL, in data: DataDirectory)
        throws(BackupFailure)
    {
        guard !present.isEmpty else { return }
        let names = present.map(\.description).sorted().joined(separator: ", ")
        guard let isWanted = ask("Replace what is in \(data.url.path) of \(names) by the backup \(backup.path)?") else {
            throw BackupFailure(
                description: """
                    \(data.url.path) holds databases of \(names), and nobody can be asked here: say --yes to have the backup \
                    take their place; what is there stays under another name
                    """)
        }
        guard isWanted else { throw BackupFailure(description: "nothing was restored") }
    }

    /// What root makes in a folder of somebody else, locks included, would be out of reach for the services.
    func checkUser(of data: URL) throws(BackupFailure) {
        var facts = stat()
        guard geteuid() == 0, stat(data.path, &facts) == 0, facts.st_uid != 0 else { return }
        throw BackupFailure(
            description: """
                \(data.path) belongs to the user \(facts.st_uid), and what root makes there is out of reach for the services; \
                give the command as that user, for example with sudo -u '#\(facts.st_uid)'
                """)
    }

    /// What is restored in the middle of a move would pass for what was moved.
    private func refuseMove(of database: URL) throws(BackupFailure) {
        guard StorageMove.isInterrupted(beside: database) else { return }
        throw BackupFailure(
            description:
                "a move of \(database.path) was interrupted; end it first: give the command `move-storage` again")
    }

    /// What is on a PostgreSQL is backed up and restored there.
    private func refuseServer(_ settings: Settings) throws(BackupFailure) {
        guard let server = settings.storage.server else { return }
        throw BackupFailure(
            description: """
                the databases are on \(server): back them up and restore them with means of PostgreSQL, such as pg_dump or \
                pgBackRest, and copy \(settings.dataDirectory.appendingPathComponent("keys").path) besides
                """)
    }

    private func exists(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path) }

    /// Lets the next start of a service make a new database, where there is none any more.
    func allowNewDatabase(of service: String, _ settings: Settings) throws {
        guard let (_, files, _) = kept.first(where: { $0.service.description == service }) else {
            let names = kept.map(\.service.description).sorted().joined(separator: ", ")
            throw BackupFailure(
                description: names.isEmpty
                    ? "\(name) keeps no database" : "\(name) has no service \"\(service)\" with a database but \(names)"
            )
        }
        let database = settings.dataDirectory.appendingPathComponent(files.database)
        let size = (try? FileManager.default.attributesOfItem(atPath: database.path)[.size] as? Int) ?? 0
        guard size == 0 || settings.storage.server != nil else {
            throw BackupFailure(
                description:
                    "there is a database, \(database.path); move it away first if it shall not be used any more")
        }
        try DatabaseMark(of: database).allowNewDatabase()
        say("the next start makes a new database for \(service), without anything that was in the one before")
    }
}

/// What the commands say of a full disk: they have ended, and nothing goes on by itself.
enum BackupCommands {
    /// What there is no space for; nil when something else is in the way.
    static func fullDisk(_ error: any Error) -> String? {
        switch error {
        case StorageError.diskFull(let path): "no space left for \(path); free some"
        case SecretFile.Failure.full(_, let path): "no space left for \(path); free some"
        default: nil
        }
    }

    /// Tells a file from another of the same name; nil for none.
    static func fileNumber(_ file: URL) -> UInt64? {
        var facts = stat()
        return stat(file.path, &facts) == 0 ? UInt64(facts.st_ino) : nil
    }

    /// What a restore that failed says.
    static func failure(of error: any Error, leavesMix: Bool) -> any Error {
        guard let full = fullDisk(error) else { return error }
        let state =
            leavesMix
            ? "until it has ended with status 0 the services do not start" : "the present databases are untouched"
        return BackupFailure(description: "\(full) and give the command again; \(state)")
    }
}

extension ServiceFiles {
    /// The names of the secrets in the data folder.
    var secretNames: [String] { secrets.map { "keys/\($0)" } }
}
