// A server under load: one program or several, started on ports that the system picks, ended by process id.

import Foundation

/// The programs that together answer HTTP, and the folder that they work in.
final class RunningServer {
    /// Where it answers, for example `http://127.0.0.1:40123`.
    let address: String
    /// From the start of the first program to the line that says it is ready, in milliseconds.
    let startMilliseconds: Double
    private let processes: [Process]
    private let folder: URL

    /// Starts `programs` (paths) in this order; the last one prints the line that says where it answers.
    init(_ programs: [URL]) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "balise-\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("BALISE_") }
        environment["BALISE_HTTP_PORT"] = "0"
        environment["BALISE_OPERATIONS_PORT"] = "0"
        environment["BALISE_DATA_DIR"] = folder.appending(path: "data").path

        let started = ContinuousClock.now
        var running: [Process] = []
        var log = folder
        do {
            for program in programs {
                log = folder.appending(path: program.lastPathComponent + ".log")
                running.append(try Self.start(program, environment, log))
            }
            address = try Self.readyAddress(in: log, of: running)
        } catch {
            Self.end(running)
            throw error
        }
        startMilliseconds = milliseconds(since: started)
        processes = running
    }

    /// Memory that its programs hold together, in MiB.
    func residentMiB() throws -> Double {
        let ids = processes.map { String($0.processIdentifier) }.joined(separator: ",")
        return numbers(in: try output(of: "ps", ["-o", "rss=", "-p", ids])).reduce(0, +) / 1024
    }

    func stop() {
        Self.end(processes)
        try? FileManager.default.removeItem(at: folder)
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

    private static func readyAddress(in log: URL, of processes: [Process]) throws -> String {
        let deadline = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < deadline {
            let text = String(decoding: try Data(contentsOf: log), as: UTF8.self)
            if let match = text.firstMatch(of: /is ready on (http:\/\/[\d.:]+)/) { return String(match.1) }
            guard processes.allSatisfy(\.isRunning) else {
                throw CommandError(description: "a server ended at once:\n\(text)")
            }
            usleep(1000)
        }
        throw CommandError(description: "a server was not ready within 20 s; see \(log.path)")
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

func milliseconds(since start: ContinuousClock.Instant) -> Double {
    let span = (ContinuousClock.now - start).components
    return Double(span.seconds) * 1e3 + Double(span.attoseconds) / 1e15
}
