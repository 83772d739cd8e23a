import Foundation
import Models
import OperatorCommands
import Storage

extension ServiceProgram {
    /// The limit for all checks of a running server.
    private static let doctorTimeout = Duration.seconds(20)

    /// Prints the checks of the server on the operations port; if no server answers there, the checks of the data
    /// folder. Returns the exit status: 0 if all is well, 1 for warnings, 2 for failures.
    func doctor(_ settings: Settings, asJSON: Bool) -> Int32 {
        var report: DoctorReport?
        do { report = try hostsEdge ? askDoctor(settings) : nil } catch {
            report = DoctorReport([(service: name, check: HealthCheck("answer", .failure(describe(error))))])
        }
        let shown = report ?? examineFolder(settings)
        if asJSON { say(shown.json) } else { for line in shown.lines { say(line) } }
        return shown.status
    }

    /// Asks the running server for its checks; nil if no server listens on the operations port.
    private func askDoctor(_ settings: Settings) throws -> DoctorReport? {
        guard settings.operations.port != 0 else { return nil }
        let timeout = ServiceProgram.doctorTimeout
        guard let socket = try? settings.operationsProbe(timeout: timeout).connect() else { return nil }
        _ = close(socket)
        let answer = try settings.provenProbe(timeout: timeout).send("GET", DoctorReport.path, nil)
        guard answer.status != 401 else { throw NotHealthy(description: settings.strangerOnOperationsPort) }
        guard answer.status == 200 else {
            throw NotHealthy(description: "the operations port answers with status \(answer.status)")
        }
        return try DoctorReport(answer: answer.body)
    }

    private func examineFolder(_ settings: Settings) -> DoctorReport {
        let folder = settings.dataDirectory
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue else {
            let finding = HealthFinding.failure(
                "there is no data folder \(folder.path), and nothing answers on the operations port",
                "name the data folder with --data-dir, or start the program")
            return DoctorReport([(service: name, check: HealthCheck("files", finding))])
        }
        let files = FileModes.check(folder, secrets: settings.secretFiles)
        var checks = [(service: name, check: HealthCheck("files", files))]
        for case let service as any PersistentService.Type in services {
            let database = FolderChecks(service, settings, in: self)
            checks += database.all.map { (service: service.name.description, check: $0) }
        }
        return DoctorReport(checks + takenPorts(settings))
    }

    /// Checks whether other programs use the ports. No edge answers, so any listener is another program.
    private func takenPorts(_ settings: Settings) -> [(service: String, check: HealthCheck)] {
        guard settings.operations.port != 0 else { return [] }
        return services.compactMap { service in
            guard let (host, port, setting) = service.publicAddress(settings),
                let socket = try? OperationsProbe(host: host, port: port, timeout: .seconds(2)).connect()
            else { return nil }
            _ = close(socket)
            let taken = StartError.portInUse(host: host, port: port, setting: setting)
            return (service: service.name.description, check: HealthCheck("port", .failure(taken.description)))
        }
    }
}

/// Checks the files of one service, without the service. Changes no data.
private struct FolderChecks {
    let service: any PersistentService.Type
    let settings: Settings
    let program: ServiceProgram
    let file: URL
    private var folder: URL { settings.dataDirectory }

    init(_ service: any PersistentService.Type, _ settings: Settings, in program: ServiceProgram) {
        (self.service, self.settings, self.program) = (service, settings, program)
        file = settings.dataDirectory.appendingPathComponent(service.databaseName)
    }

    var all: [HealthCheck] {
        if let refusal { return [HealthCheck("database", refusal)] }
        guard settings.storage.server == nil else {
            return [HealthCheck("database", .unknown("the data is on a PostgreSQL", "ask the running program"))]
        }
        guard !DatabaseFiles.isMissing(file) else {
            return [HealthCheck("database", .unknown("there is no \(file.lastPathComponent) yet"))]
        }
        let now = SystemClock().now()
        let mark = BackupMark(of: service.name, in: folder)
        return [
            HealthCheck("running", running), HealthCheck("schema", schema), HealthCheck("secrets", secrets),
            HealthCheck("space", space), HealthCheck("former-copies", FormerFile.finding(beside: file)),
            HealthCheck("backup", DatabaseChecks.backup(mark.read(), isNew: false, at: now)),
        ]
    }

    /// Why a start would refuse these files, in the words of the start; nil if it would open them.
    private var refusal: HealthFinding? {
        do {
            try UnfinishedRestore(of: service.name, in: folder).check()
            try service.checkFile(settings)
            return nil
        } catch {
            return .failure((error as? StorageError)?.description(for: program.name) ?? describe(error))
        }
    }

    private var running: HealthFinding {
        do {
            let lock = try DatabaseLock(for: file)
            lock.release()
            return .warning(
                "no program works on this database", "start it, and give the command again to check the rest")
        } catch {
            guard program.hostsEdge else { return .ok("a program works on this database; doctor of the edge asks it") }
            return .failure(
                "a program works on this database, but nothing answers on the operations port",
                "name its port with --operations-port, or look at its log")
        }
    }

    private var schema: HealthFinding {
        do throws(StorageError) {
            try Backup.check(file, migrations: service.store.migrations)
            return .ok("the database is intact, and this version can open it")
        } catch {
            return .failure(error.description)
        }
    }

    private var secrets: HealthFinding {
        for name in service.files?.secretNames ?? [] {
            let url = folder.appendingPathComponent(name)
            guard let bytes = try? Data(contentsOf: url), bytes.count >= SecretFile.length else {
                return .failure(
                    "\(url.path) is missing, unreadable or damaged, and the database may need it",
                    "put it back from the backup that the database is from")
            }
        }
        return .ok("the secrets are there; a running program knows whether they fit")
    }

    private var space: HealthFinding {
        if let finding = FileSystemKind(of: file)?.finding { return finding }
        guard let facts = DatabaseFiles.space(at: file) else { return .unknown("the free space is unknown") }
        let used = (try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? UInt64) ?? 0
        return DatabaseChecks.space(
            DatabaseSpace(used: used, free: facts.free), SpaceGrowth(), at: UnixTime(milliseconds: 0))
    }
}
