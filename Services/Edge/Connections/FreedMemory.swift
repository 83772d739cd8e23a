// Memory that a peak has left behind is given back to the system.

import Dispatch
import ServiceRuntime
import Synchronization

/// Gives memory back to the system after much of it was freed: the allocator keeps it otherwise, so that one peak would
/// count for as long as the process lives.
final class FreedMemory: Sendable {
    /// How much is freed before it is worth the work.
    static let worthIt = 8 << 20
    /// What comes within this time is given back together.
    private static let delay = DispatchTimeInterval.seconds(1)

    private let freed = Atomic<Int>(0)
    private let release: @Sendable () -> Void

    init(release: @escaping @Sendable () -> Void = Allocator.trim) { self.release = release }

    /// Notes that about so many bytes were freed.
    func record(_ bytes: Int) {
        let (before, now) = freed.wrappingAdd(bytes, ordering: .relaxed)
        guard before < Self.worthIt, now >= Self.worthIt else { return }
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + Self.delay) {
            self.freed.store(0, ordering: .relaxed)
            self.release()
        }
    }
}
