import Dispatch

@testable import Edge

@Suite("Freed memory") struct FreedMemoryTests {
    private final class Clock: Sendable {
        private let waiting = Mutex<[(time: DispatchTimeInterval, run: @Sendable () -> Void)]>([])
        let releases = Atomic<Int>(0)

        func freedMemory() -> FreedMemory {
            FreedMemory {
                self.releases.wrappingAdd(1, ordering: .relaxed)
            } later: { time, run in
                self.waiting.withLock { $0.append((time, run)) }
            }
        }

        func pass() -> DispatchTimeInterval? {
            let next = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            next?.run()
            return next?.time
        }

        var count: Int { releases.load(ordering: .relaxed) }
    }

    @Test("The edge returns memory once after each peak")
    func peaks() {
        let clock = Clock()
        let freed = clock.freedMemory()
        for peak in 1...2 {
            for _ in 0..<4 { freed.record(FreedMemory.worthIt / 3) }
            #expect(clock.pass() == FreedMemory.delay)
            #expect(clock.count == 2 * peak - 1)
            #expect(clock.pass() == FreedMemory.pause)
            #expect(clock.pass() == nil)
        }
    }

    @Test("The edge returns memory while a peak goes on, and a small rest")
    func pieces() {
        let clock = Clock()
        let freed = clock.freedMemory()
        freed.record(FreedMemory.worthIt)
        for _ in 0..<3 {
            #expect(clock.pass() != nil)
            freed.record(FreedMemory.worthIt / 2)
        }
        let before = clock.count
        #expect(clock.pass() == FreedMemory.pause)
        #expect(clock.count == before + 1)
    }

    @Test("The edge leaves little freed memory to the allocator")
    func little() {
        let clock = Clock()
        clock.freedMemory().record(FreedMemory.worthIt - 1)
        #expect(clock.pass() == nil)
    }
}
