struct ServerProgram {
    let executable: URL
    /// Environment variables beyond those that all programs get.
    let settings: [String: String]

    init(_ executable: URL, _ settings: [String: String] = [:]) {
        (self.executable, self.settings) = (executable, settings)
    }

    var name: String { executable.lastPathComponent }
}

final class RunningServer {
    let addresses: [String]
    let operations: [String]
    /// From the start of the first program to the last line about readiness.
    let startMilliseconds: Double
    private let processes: [Process]
    private let names: [String]
    private let folder: URL

    var address: String { addresses[addresses.count - 1] }

    convenience init(_ programs: [URL]) throws { try self.init(programs.map { ServerProgram($0) }) }

    /// Each program prints a line when it is ready, and some print the address of their HTTP server. A service that is listed
    /// several times has so many replicas.
    init(_ programs: [ServerProgram], readyWithin seconds: Int = 20) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "balise-\(UInt32.random(in: 0 ... .max))")
        self.folder = folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("BALISE_") }
        environment["BALISE_HTTP_PORT"] = "0"
        environment["BALISE_OPERATIONS_PORT"] = "0"
        // All the load comes from one address.
        environment["BALISE_API_FAILURES_PER_MINUTE"] = "1000000"
        environment["BALISE_API_REGISTRATIONS_PER_MINUTE"] = "1000000"
        environment["BALISE_MIATARU_NEW_DEVICES_PER_HOUR"] = "1000000"
        environment["BALISE_DATA_DIR"] = folder.appending(path: "data").path

        let started = ContinuousClock.now
        var running: [Process] = []
        do {
            let logs = programs.indices.map { folder.appending(path: "\($0).log") }
            let replicas = Self.replicaSettings(of: programs, in: folder)
            for (index, program) in programs.enumerated() {
                let settings = environment.merging(replicas[index]) { $1 }.merging(program.settings) { $1 }
                running.append(try Self.start(program.executable, settings, logs[index]))
            }
            let lines = try Self.readyLines(in: logs, of: running, within: seconds)
            addresses = lines.compactMap { $0.firstMatch(of: /is ready on (http:\/\/\S+)/).map { String($0.1) } }
            operations = lines.compactMap { line in
                line.firstMatch(of: /operations (http:\/\/[^)\s]+)/).map { String($0.1) }
            }
            guard !addresses.isEmpty else { throw CommandError(description: "none of the programs answers HTTP") }
        } catch {
            Self.end(running)
            throw error
        }
        startMilliseconds = milliseconds(since: started)
        processes = running
        names = programs.map(\.name)
    }

    func processIDs(of name: String) -> [Int32] {
        zip(names, processes).filter { $0.0 == name }.map(\.1.processIdentifier)
    }

    /// Memory that its programs hold together, in MiB.
    func residentMiB() throws -> Double { try mebibytes(of: processes.map(\.processIdentifier)) }

    /// The same with each page that several programs share counted once, in MiB, as Linux accounts for it; nil elsewhere.
    func sharedOnceMiB() -> Double? {
        var kibibytes = 0.0
        for process in processes {
            let file = URL(fileURLWithPath: "/proc/\(process.processIdentifier)/smaps_rollup")
            guard let text = try? String(contentsOf: file, encoding: .utf8),
                let found = text.firstMatch(of: /\nPss: +([0-9]+)/), let share = Double(found.1)
            else { return nil }
            kibibytes += share
        }
        return kibibytes / 1024
    }

    func operatorToken() throws -> String {
        try String(contentsOf: folder.appending(path: "data/operator.token"), encoding: .utf8)
            .trimmingCharacters(in: .newlines)
    }

    func stop() {
        Self.end(processes)
        try? FileManager.default.removeItem(at: folder)
    }

    /// The settings for services with several replicas: the addresses of all, and each replica's own.
    private static func replicaSettings(of programs: [ServerProgram], in folder: URL) -> [[String: String]] {
        var addresses: [String: [String]] = [:]
        let own = programs.map { program in
            let number = (addresses[program.name]?.count ?? 0) + 1
            let address = "ipc://" + folder.appending(path: "data/run/\(program.name)-\(number).sock").path
            addresses[program.name, default: []].append(address)
            return address
        }
        // No service calls an edge.
        let replicated = addresses.filter { $0.key != "edge" && $0.value.count > 1 }
        var common: [String: String] = [:]
        for (name, addresses) in replicated {
            let setting = "BALISE_BUS_" + name.uppercased().replacing("-", with: "_")
            common[setting] = addresses.joined(separator: ",")
        }
        return zip(programs, own).map { program, address in
            replicated[program.name] == nil ? common : common.merging(["BALISE_BUS_BIND": address]) { $1 }
        }
    }

    private static func start(_ program: URL, _ environment: [String: String], _ log: URL) throws -> Process {
        _ = FileManager.default.createFile(atPath: log.path, contents: nil)
        let handle = try FileHandle(forWritingTo: log)
        let process = Process()
        process.executableURL = program
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = handle
        process.standardError = handle
        try process.run()
        return process
    }

    private static func readyLines(in logs: [URL], of processes: [Process], within seconds: Int) throws -> [String] {
        let deadline = ContinuousClock.now + .seconds(seconds)
        var texts: [String] = []
        while ContinuousClock.now < deadline {
            texts = try logs.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
            let lines = texts.compactMap { text in
                text.split(separator: "\n").first { $0.contains(" is ready on ") }.map(String.init)
            }
            if lines.count == logs.count { return lines }
            guard processes.allSatisfy(\.isRunning) else { break }
            usleep(1000)
        }
        throw CommandError(description: "a server was not ready within \(seconds) s:\n" + texts.joined(separator: "\n"))
    }

    /// Asks for an orderly end, the last started first, and insists after 10 s.
    private static func end(_ processes: [Process]) {
        for process in processes.reversed() where process.isRunning {
            process.terminate()
            let deadline = ContinuousClock.now + .seconds(10)
            while process.isRunning, ContinuousClock.now < deadline { usleep(5000) }
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        }
    }
}

extension Duration {
    var milliseconds: Double { Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15 }
}

func milliseconds(since start: ContinuousClock.Instant) -> Double { (ContinuousClock.now - start).milliseconds }

func milliseconds(_ body: () -> Void) -> Double { ContinuousClock().measure(body).milliseconds }
