import Foundation
import Synchronization

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
