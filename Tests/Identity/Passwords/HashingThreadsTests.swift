// The threads on which passwords are hashed: how many at a time, how many wait, and what happens to the rest.

import Dispatch
import Foundation
import Testing

@testable import Identity

#if canImport(Glibc)
    import Glibc
#endif

@Suite("Hashing threads", .timeLimit(.minutes(1)))
struct HashingThreadsTests {
    /// One thread, which is busy until `gate` is signalled, and room for so many to wait.
    private static func busy(
        waiting: Int
    ) async -> (threads: HashingThreads, gate: DispatchSemaphore, first: Task<Int?, Never>) {
        let threads = HashingThreads(threads: 1, maximumWaiting: waiting)
        let gate = DispatchSemaphore(value: 0)
        let (started, isStarted) = AsyncStream.makeStream(of: Void.self)
        let first = Task {
            try? await threads.run {
                isStarted.yield()
                gate.wait()
                return 1
            }
        }
        for await _ in started { break }
        return (threads, gate, first)
    }

    @Test("do what they are given, however many ask")
    func work() async throws {
        let threads = HashingThreads(threads: 2, maximumWaiting: 100)
        defer { threads.stop() }
        let sum = await withTaskGroup(of: Int.self) { group in
            for number in 1...100 { group.addTask { (try? await threads.run { number }) ?? 0 } }
            return await group.reduce(0, +)
        }
        #expect(sum == 5050)
    }

    #if canImport(Glibc)
        @Test("stand behind all other threads of the program")
        func priority() async throws {
            let threads = HashingThreads(threads: 1, maximumWaiting: 1)
            defer { threads.stop() }
            let own = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
            let theirs = try await threads.run { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }
            #expect(theirs == max(HashingThreads.niceness, own))
        }
    #endif

    @Test("refuse at once what has no room to wait")
    func overload() async throws {
        let (threads, gate, first) = await HashingThreadsTests.busy(waiting: 2)
        defer { threads.stop() }
        let waiting = (0..<2).map { number in Task { try? await threads.run { number } } }
        while threads.waiting < 2 { await Task.yield() }
        await #expect(throws: HashingThreads.Refusal.overloaded) { try await threads.run { 9 } }
        gate.signal()
        #expect(await first.value == 1)
        for (number, task) in waiting.enumerated() { #expect(await task.value == number) }
        #expect(try await threads.run { 9 } == 9)
    }

    @Test("make room when somebody who waits gives up, and never do that work")
    func cancellation() async throws {
        let (threads, gate, first) = await HashingThreadsTests.busy(waiting: 1)
        defer { threads.stop() }
        let givenUp = Task { () -> HashingThreads.Refusal? in
            do throws(HashingThreads.Refusal) {
                _ = try await threads.run { Issue.record("nobody waits for this") }
                return nil
            } catch {
                return error
            }
        }
        while threads.waiting < 1 { await Task.yield() }
        givenUp.cancel()
        #expect(await givenUp.value == .cancelled)
        #expect(threads.waiting == 0)
        let next = Task { try? await threads.run { 2 } }
        while threads.waiting < 1 { await Task.yield() }
        gate.signal()
        #expect(await first.value == 1)
        #expect(await next.value == 2)
    }

    @Test("refuse what waits when they are stopped, and whatever comes later")
    func stopping() async throws {
        let (threads, gate, first) = await HashingThreadsTests.busy(waiting: 1)
        let waiting = Task { try await threads.run { 2 } }
        while threads.waiting < 1 { await Task.yield() }
        threads.stop()
        await #expect(throws: HashingThreads.Refusal.stopped) { try await waiting.value }
        await #expect(throws: HashingThreads.Refusal.stopped) { try await threads.run { 3 } }
        gate.signal()
        #expect(await first.value == 1)
    }
}
