import Synchronization

struct CommandError: Error, CustomStringConvertible {
    var description: String
}

/// A name without a slash is looked up in the search path. Throws `CommandError` for another status than 0.
func output(of program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program.contains("/") ? program : "/usr/bin/env")
    process.arguments = program.contains("/") ? arguments : [program] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
        let line = ([program] + arguments).joined(separator: " ")
        throw CommandError(description: "\(line) ended with status \(process.terminationStatus)")
    }
    return String(decoding: data, as: UTF8.self)
}

func numbers(in text: some StringProtocol) -> [Double] {
    text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
}

private final class PartEnd: Sendable {
    private let flag = Atomic(false)
    var isOver: Bool { flag.load(ordering: .acquiring) }
    func set() { flag.store(true, ordering: .releasing) }
}

/// A part that has not ended after so many seconds ends this program with status 1, and what it has started.
func within<Value>(_ seconds: Int, _ part: String, _ body: () async throws -> Value) async throws -> Value {
    let end = PartEnd()
    // A thread of its own: what hangs may hold all others.
    Thread.detachNewThread {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while !end.isOver {
            guard ContinuousClock.now >= deadline else {
                usleep(100_000)
                continue
            }
            say("benchmarks: the part \(part) had not ended after \(seconds) s")
            endChildren()
            exit(1)
        }
    }
    defer { end.set() }
    return try await body()
}

private func endChildren() {
    let own = String(ProcessInfo.processInfo.processIdentifier)
    guard let ids = try? output(of: "pgrep", ["-P", own]) else { return }
    for id in ids.split(whereSeparator: \.isWhitespace).compactMap({ Int32($0) }) { kill(id, SIGKILL) }
}
