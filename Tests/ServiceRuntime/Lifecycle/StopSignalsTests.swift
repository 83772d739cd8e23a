@testable import ServiceRuntime

@Suite("Signals", .timeLimit(.minutes(10))) struct StopSignalsTests {
    @Test("The first signal starts an orderly shutdown, another has no effect, and the same again ends the process")
    func twoSignals() async {
        let ends = Mutex<[String]>([])
        let stop = StopRequest()
        // Signals that nothing else in a test uses.
        let time = Mutex(ContinuousClock.now)
        let signals = StopSignals([SIGUSR2, SIGUSR1], timeout: 3600, now: { time.withLock { $0 } }) { reason, status in
            ends.withLock { $0.append("\(reason), \(status)") }
        }
        signals.watch(stop)
        await withCheckedContinuation { continuation in
            stop.whenRequested { continuation.resume() }
            kill(getpid(), SIGUSR2)
        }
        kill(getpid(), SIGUSR1)
        // Two that are under way may be taken in either order, so this one has to be seen first.
        while signals.count < 2 { await Task.yield() }
        #expect(ends.withLock { $0 }.isEmpty)
        time.withLock { $0 += .milliseconds(999) }
        kill(getpid(), SIGUSR2)
        while signals.count < 3 { await Task.yield() }
        #expect(ends.withLock { $0 }.isEmpty)
        time.withLock { $0 += .milliseconds(1) }
        kill(getpid(), SIGUSR2)
        while ends.withLock({ $0.isEmpty }) { await Task.yield() }
        #expect(ends.withLock { $0 } == ["the same signal came again, \(128 + SIGUSR2)"])
        withExtendedLifetime(signals) {}
    }

    @Test("A stop request before the first listener is kept, and takes effect once")
    func early() {
        let count = Atomic<Int>(0)
        let stop = StopRequest()
        stop.request()
        stop.whenRequested { count.add(1, ordering: .relaxed) }
        stop.request()
        #expect(count.load(ordering: .relaxed) == 1)
    }
}
