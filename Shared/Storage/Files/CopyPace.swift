public import Foundation

/// Slows a copy down while services write to the same disk, since a commit waits until the disk has all earlier writes.
public final class CopyPace {
    /// The highest speed of a copy beside writes, in bytes a second. 1 GB then takes 50 s.
    static let rate = 20 << 20
    /// The number of bytes that are copied between two looks at the services' writes.
    static let step = 1 << 20
    /// How long after a write a service counts as writing, in seconds.
    static let lull = 2.0

    private let folder: URL
    /// The wall clock, which is compared with the times of files.
    private let now: () -> Date
    private let elapsed: () -> Duration
    private let sleep: (Duration) -> Void
    private var since: Duration
    private var written = 0

    /// Paces a copy by the services' writes.
    /// - Parameter folder: The data folder, with the write-ahead logs of the databases.
    public convenience init(besideWritesIn folder: URL) {
        let begin = ContinuousClock.now
        self.init(
            besideWritesIn: folder, now: { Date() }, elapsed: { ContinuousClock.now - begin },
            sleep: { Thread.sleep(forTimeInterval: $0 / .seconds(1)) })
    }

    /// Paces a copy.
    /// - Parameter elapsed: The time since any moment, by a clock that never jumps.
    init(
        besideWritesIn folder: URL, now: @escaping () -> Date, elapsed: @escaping () -> Duration,
        sleep: @escaping (Duration) -> Void
    ) {
        self.folder = folder
        self.now = now
        self.elapsed = elapsed
        self.sleep = sleep
        since = elapsed()
    }

    /// Counts copied bytes, and waits if the copy is faster than it may be.
    public func wrote(_ bytes: Int) {
        written += bytes
        guard written >= CopyPace.step else { return }
        let due = .seconds(1) * written / CopyPace.rate - (elapsed() - since)
        if due > .zero, isWritten() { sleep(due) }
        (since, written) = (elapsed(), 0)
    }

    private func isWritten() -> Bool {
        let files = try? FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: [.contentModificationDateKey])
        return (files ?? []).contains { file in
            guard file.lastPathComponent.hasSuffix("-wal") else { return false }
            let values = try? file.resourceValues(forKeys: [.contentModificationDateKey])
            return values?.contentModificationDate.map { abs(now().timeIntervalSince($0)) < CopyPace.lull } ?? false
        }
    }
}
