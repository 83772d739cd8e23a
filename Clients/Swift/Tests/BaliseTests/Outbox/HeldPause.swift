// A pause that lasts until a test ends it.

import Balise
import Synchronization

/// Waits until a test lets it go on or its task is cancelled, and tells of each wait.
final class HeldPause: BaliseSleeper {
    /// How long each wait was to be, in seconds, as it begins.
    let waits: AsyncStream<Double>
    private let began: AsyncStream<Double>.Continuation
    private let gate = Mutex<AsyncStream<Never>.Continuation?>(nil)

    init() { (waits, began) = AsyncStream.makeStream() }

    func sleep(seconds: Double) async throws {
        let (wait, end) = AsyncStream.makeStream(of: Never.self)
        gate.withLock { $0 = end }
        began.yield(seconds)
        for await _ in wait {}
        try Task.checkCancellation()
    }

    /// Ends the wait that began last.
    func end() { gate.withLock { $0?.finish() } }
}
