import Dispatch

@testable import Identity

#if canImport(Glibc)
    import Glibc
#endif

@Suite("Hashing threads", .timeLimit(.minutes(10))) struct HashingThreadsTests {
    /// One thread, which is busy until `gate` is signalled, and room for so many to wait.
    private static func busy(
        waiting: Int
    ) async -> (threads: HashingThreads, gate: DispatchSemaphore, first: Task<Int?, Never>) {
        let threads = HashingThreads(threads: 1, maximumWaiting: waiting)
        let gate = DispatchSemaphore(value: 0)
        let (started, isStarted) = AsyncStream.makeStream(of: Void.self)
        let first = Task {
            try? await threads.run(for: .stranger()) {
                isStarted.yield()
                gate.wait()
                return 1
            }
        }
        for await _ in started { break }
        return (threads, gate, first)
    }

    @Test("Hashing threads do all the work they are given, however many ask")
    func work() async throws {
        // A quarter of the places is not for strangers.
        let threads = HashingThreads(threads: 2, maximumWaiting: 200)
        defer { threads.stop() }
        let sum = await withTaskGroup(of: Int.self) { group in
            for number in 1...100 { group.addTask { (try? await threads.run(for: .stranger(number)) { number }) ?? 0 } }
            return await group.reduce(0, +)
        }
        #expect(sum == 5050)
    }

    #if canImport(Glibc)
        @Test("Hashing threads have the lowest priority of the process")
        func priority() async throws {
            let threads = HashingThreads(threads: 1, maximumWaiting: 1)
            defer { threads.stop() }
            let own = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
            let theirs = try await threads.run(for: .stranger()) {
                getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
            }
            #expect(theirs == max(HashingThreads.niceness, own))
        }
    #endif

    @Test("A full queue refuses further hashes at once")
    func overload() async throws {
        let (threads, gate, first) = await HashingThreadsTests.busy(waiting: 2)
        defer { threads.stop() }
        let waiting = (0..<2).map { number in Task { try? await threads.run(for: .stranger(number)) { number } } }
        while threads.waiting < 2 { await Task.yield() }
        await #expect(throws: HashingThreads.Refusal.overloaded) { try await threads.run(for: .stranger()) { 9 } }
        gate.signal()
        #expect(await first.value == 1)
        for (number, task) in waiting.enumerated() { #expect(await task.value == number) }
        #expect(try await threads.run(for: .stranger()) { 9 } == 9)
    }

    private static func wait(_ threads: HashingThreads, _ origins: [AttemptOrigin]) async -> [Task<Int?, Never>] {
        var tasks: [Task<Int?, Never>] = []
        for (number, origin) in origins.enumerated() {
            let before = threads.waiting
            tasks.append(Task { try? await threads.run(for: origin) { number } })
            while threads.waiting == before { await Task.yield() }
        }
        return tasks
    }

    @Test("Strangers cannot use up the places that are reserved for known users")
    func reserved() async throws {
        let (threads, gate, first) = await HashingThreadsTests.busy(waiting: 32)
        defer { threads.stop() }
        let strangers = await HashingThreadsTests.wait(threads, (0..<24).map { .stranger($0) })
        for number in 24..<40 {
            await #expect(throws: HashingThreads.Refusal.overloaded) {
                try await threads.run(for: .stranger(number)) { 0 }
            }
        }
        // Also at an address that strangers use.
        let others = await HashingThreadsTests.wait(threads, (0..<8).map { .first($0) })
        await #expect(throws: HashingThreads.Refusal.overloaded) { try await threads.run(for: .first(9)) { 0 } }
        gate.signal()
        #expect(await first.value == 1)
        for task in strangers + others { #expect(await task.value != nil) }
    }

    @Test("Known users go first, and every fourth hash is of a stranger")
    func order() async throws {
        let (threads, gate, first) = await HashingThreadsTests.busy(waiting: 32)
        defer { threads.stop() }
        let done = Order()
        var tasks: [Task<Void, Never>] = []
        for (name, origin) in (0..<3).map({ ("s\($0)", AttemptOrigin.stranger($0)) })
            + (0..<6).map({ ("k\($0)", AttemptOrigin.first($0)) })
        {
            let before = threads.waiting
            tasks.append(Task { try? await threads.run(for: origin) { done.record(name) } })
            while threads.waiting == before { await Task.yield() }
        }
        gate.signal()
        #expect(await first.value == 1)
        for task in tasks { await task.value }
        #expect(done.names == ["k0", "k1", "k2", "s0", "k3", "k4", "k5", "s1", "s2"])
    }

    @Test("Hashes that need much memory together run one after the other, and delay no others")
    func memory() async throws {
        let threads = HashingThreads(threads: 2, maximumWaiting: 32)
        defer { threads.stop() }
        let (gate, done) = (DispatchSemaphore(value: 0), Order())
        let (started, isStarted) = AsyncStream.makeStream(of: Void.self)
        let first = Task {
            try? await threads.run(for: .stranger(1), memory: HashingThreads.memory) {
                isStarted.yield()
                gate.wait()
                done.record("first")
            }
        }
        for await _ in started { break }
        let others = (2..<4).map { number in
            Task { try? await threads.run(for: .stranger(number), memory: 1) { done.record("other") } }
        }
        // One thread is idle.
        while threads.waiting < 1 { await Task.yield() }
        try await threads.run(for: .stranger(4)) { done.record("light") }
        gate.signal()
        for task in [first] + others { _ = await task.value }
        #expect(done.names == ["light", "first", "other", "other"])
    }

    @Test("One source holds at most half of the places")
    func fairness() async throws {
        let (threads, gate, first) = await HashingThreadsTests.busy(waiting: 32)
        defer { threads.stop() }
        let tasks = await HashingThreadsTests.wait(threads, Array(repeating: .stranger(7), count: 16))
        await #expect(throws: HashingThreads.Refusal.overloaded) { try await threads.run(for: .stranger(7)) { 0 } }
        let others = await HashingThreadsTests.wait(threads, [.stranger(8), .first(7)])
        gate.signal()
        #expect(await first.value == 1)
        for task in tasks + others { #expect(await task.value != nil) }
    }

    @Test("A cancelled hash leaves the queue and is never computed")
    func cancellation() async throws {
        let (threads, gate, first) = await HashingThreadsTests.busy(waiting: 1)
        defer { threads.stop() }
        let givenUp = Task { () -> HashingThreads.Refusal? in
            do throws(HashingThreads.Refusal) {
                _ = try await threads.run(for: .stranger()) { Issue.record("nobody waits for this") }
                return nil
            } catch {
                return error
            }
        }
        while threads.waiting < 1 { await Task.yield() }
        givenUp.cancel()
        #expect(await givenUp.value == .cancelled)
        #expect(threads.waiting == 0)
        let next = Task { try? await threads.run(for: .stranger()) { 2 } }
        while threads.waiting < 1 { await Task.yield() }
        gate.signal()
        #expect(await first.value == 1)
        #expect(await next.value == 2)
    }

    @Test("Stopped threads refuse waiting and later hashes")
    func stopping() async throws {
        let (threads, gate, first) = await HashingThreadsTests.busy(waiting: 1)
        let waiting = Task { try await threads.run(for: .stranger()) { 2 } }
        while threads.waiting < 1 { await Task.yield() }
        threads.stop()
        await #expect(throws: HashingThreads.Refusal.stopped) { try await waiting.value }
        await #expect(throws: HashingThreads.Refusal.stopped) { try await threads.run(for: .stranger()) { 3 } }
        gate.signal()
        #expect(await first.value == 1)
    }
}

private final class Order: Sendable {
    private let noted = Mutex<[String]>([])

    var names: [String] { noted.withLock { $0 } }

    func record(_ name: String) { noted.withLock { $0.append(name) } }
}

extension AttemptOrigin {
    /// An attempt from one of many addresses without an earlier sign-in.
    static func stranger(_ number: Int = 0) -> AttemptOrigin {
        AttemptOrigin(source: .numbered(number), isKnown: false, goesFirst: false)
    }

    /// Somebody who has shown more than a password there.
    static func first(_ number: Int = 0) -> AttemptOrigin {
        AttemptOrigin(source: .numbered(number), isKnown: true, goesFirst: true)
    }
}

extension AttemptSource {
    fileprivate static func numbered(_ number: Int) -> AttemptSource {
        .network([10, 0, UInt8(number / 256), UInt8(number % 256)])
    }
}
