final class StartScript: Sendable {
    let folder: URL
    private let process: Process
    private let printed = Mutex(Data())
    private let ended = AsyncStream<Void>.makeStream()

    init(_ programs: URL, _ names: [String], _ settings: [String: String] = [:]) throws {
        // Short, because a socket's path in it must fit 107 bytes.
        folder = FileManager.default.temporaryDirectory.appending(path: "balise-" + Fresh.token(8))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("BALISE_") }
        environment["BALISE_HTTP_PORT"] = "0"
        environment["BALISE_OPERATIONS_PORT"] = "0"
        environment["BALISE_DATA_DIR"] = folder.appending(path: "data").path
        environment["TMPDIR"] = folder.path
        environment.merge(settings) { _, set in set }
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["bash", Repository.root.appending(path: "Services/run").path, programs.path] + names
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        let output = try Self.withSignals { try process.startPrinting() }
        let reader = output.fileHandleForReading
        Thread.detachNewThread { [weak self] in
            // Blocking reads on their own thread: with a `readabilityHandler`, libdispatch may crash when the other end
            // closes. Empty data means that every process has ended and closed the other end.
            while case let data = reader.availableData, !data.isEmpty {
                self?.printed.withLock { $0.append(data) }
            }
            self?.ended.continuation.finish()
        }
    }

    /// A child inherits the blocked signals of its starting thread, and those of the tests block them all.
    private static func withSignals<Value>(_ body: () throws -> Value) rethrows -> Value {
        var (none, former) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &former)
        defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
        return try body()
    }

    var text: String { String(decoding: printed.withLock { $0 }, as: UTF8.self) }
    var lines: [String] { text.split(separator: "\n").map(String.init) }

    func prints(_ words: String) async throws {
        do {
            try await eventually(words) {
                text.range(of: words).map { text[$0.upperBound...].contains("\n") } ?? false
            }
        } catch {
            throw DidNotHappen(description: "\(error) in\n\(text)")
        }
    }

    /// Sends SIGINT to the script and all its processes, like Ctrl-C in a terminal.
    func pressControlC() {
        let id = process.processIdentifier
        kill(getpgid(id) == id ? -id : id, SIGINT)
    }

    func terminate() { kill(process.processIdentifier, SIGTERM) }

    func untilNothingRuns() async throws -> Int32 {
        let deadline = Task {
            try await Task.sleep(for: .seconds(60))
            ended.continuation.finish()
        }
        for await _ in ended.stream {}
        deadline.cancel()
        try await eventually("the end of all programs\n\(text)") { !process.isRunning }
        return process.terminationStatus
    }

    /// Ends the remaining processes after a failed test, and removes the folder.
    func cleanUp() async {
        if process.isRunning {
            terminate()
            _ = try? await untilNothingRuns()
        }
        try? FileManager.default.removeItem(at: folder)
    }
}

enum Repository {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
}
