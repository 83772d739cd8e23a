// Memory that a peak has left behind is given back to the system.

import Dispatch
import ServiceRuntime
import Synchronization

/// Gives memory back to the system after much of it was freed: the allocator keeps it otherwise, so that one peak would
/// count for as long as the process lives.
final class FreedMemory: Sendable {
    /// Runs something when so much time has passed.
    typealias Later = @Sendable (_ time: DispatchTimeInterval, _ run: @escaping @Sendable () -> Void) -> Void

    /// How much is freed before it is worth the work.
    static let worthIt = 8 << 20
    /// What comes within this time is given back together.
    static let delay = DispatchTimeInterval.seconds(1)
    /// A peak goes in several pieces, the last of which may be small: after this time the next one is given back.
    static let pause = DispatchTimeInterval.seconds(10)

    private let freed = Atomic<Int>(0)
    private let isPeakOver = Atomic<Bool>(true)
    private let release: @Sendable () -> Void
    private let later: Later

    init(
        release: @escaping @Sendable () -> Void = Allocator.trim,
        later: @escaping Later = { time, run in
            DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + time, execute: run)
        }
    ) {
        self.release = release
        self.later = later
    }

    /// Notes that about so many bytes were freed.
    func record(_ bytes: Int) {
        guard freed.wrappingAdd(bytes, ordering: .relaxed).newValue >= Self.worthIt,
            isPeakOver.exchange(false, ordering: .relaxed)
        else { return }
        later(Self.delay) { self.releaseFreed() }
    }

    /// Gives back what was freed, and then what the rest of the peak frees, until that is hardly anything.
    private func releaseFreed() {
        let bytes = freed.exchange(0, ordering: .relaxed)
        release()
        if bytes < Self.worthIt / 8 {
            isPeakOver.store(true, ordering: .relaxed)
        } else {
            later(Self.pause) { self.releaseFreed() }
        }
    }
}
