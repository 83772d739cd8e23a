import Dispatch
import ServiceRuntime
import Synchronization

/// Returns freed memory to the system. The allocator would keep the memory of a peak.
final class FreedMemory: Sendable {
    typealias Later = @Sendable (_ time: DispatchTimeInterval, _ run: @escaping @Sendable () -> Void) -> Void

    static let worthIt = 8 << 20
    /// The time within which freed memory is returned together.
    static let delay = DispatchTimeInterval.seconds(1)
    /// The time after which even a small amount is returned. A peak ends in steps, and the last may be small.
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

    func record(_ bytes: Int) {
        guard freed.wrappingAdd(bytes, ordering: .relaxed).newValue >= Self.worthIt,
            isPeakOver.exchange(false, ordering: .relaxed)
        else { return }
        later(Self.delay) { self.releaseFreed() }
    }

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
