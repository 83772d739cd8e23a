final class ChildProcess: Sendable {
    let name: String
    let log: URL
    private let process: Process

    /// Starts `executable`; its output is appended to `log`.
    init(_ name: String, executable: URL, environment: [String: String], log: URL) throws {
        (self.name, self.log) = (name, log)
        if !FileManager.default.fileExists(atPath: log.path) {
            _ = FileManager.default.createFile(atPath: log.path, contents: nil)
        }
        let output = try FileHandle(forWritingTo: log)
        try output.seekToEnd()
        process = Process()
        process.executableURL = executable
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try process.start()
        try output.close()
        LiveChildren.add(process.processIdentifier)
    }

    var isRunning: Bool { process.isRunning }
    var id: Int32 { process.processIdentifier }

    func logText() throws -> String { String(decoding: try Data(contentsOf: log), as: UTF8.self) }

    func killNow() async throws {
        kill(id, SIGKILL)
        _ = try await exit(within: .seconds(60))
    }

    func terminate() async throws -> Int32 {
        kill(id, SIGTERM)
        return try await exit(within: .seconds(12))
    }

    private func exit(within limit: Duration) async throws -> Int32 {
        do {
            try await eventually("\(name) ends", within: limit) { !self.process.isRunning }
        } catch {
            kill(id, SIGKILL)
            throw error
        }
        LiveChildren.remove(id)
        return process.terminationStatus
    }
}

/// The running children, which end with the tests in any case.
private enum LiveChildren {
    private static let ids: Mutex<Set<Int32>> = {
        atexit { LiveChildren.ids.withLock { for id in $0 { kill(id, SIGKILL) } } }
        return Mutex([])
    }()

    static func add(_ id: Int32) { _ = ids.withLock { $0.insert(id) } }
    static func remove(_ id: Int32) { _ = ids.withLock { $0.remove(id) } }
}
