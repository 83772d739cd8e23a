import Dispatch

@testable import Identity

/// Keeps the only hashing thread busy, so that the order of waiting work does not depend on time.
struct HeldThread: Sendable {
    private let gate: DispatchSemaphore

    /// Returns when the thread stands still.
    init(of threads: HashingThreads) async {
        let gate = DispatchSemaphore(value: 0)
        let (started, isStarted) = AsyncStream.makeStream(of: Void.self)
        Task {
            _ = try? await threads.run(for: .stranger()) {
                isStarted.yield()
                gate.wait()
            }
        }
        for await _ in started { break }
        self.gate = gate
    }

    func letGo() { gate.signal() }
}
