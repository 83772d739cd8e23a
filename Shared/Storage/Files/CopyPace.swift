public import Foundation

/// Slows a copy down while services write to the same disk: a commit waits until the disk has what was written before it.
public final class CopyPace {
    /// Beside writes, in bytes a second. 1 GB then takes 40 s.
    static let rate = 25 << 20
    /// The bytes between two looks.
    static let step = 1 << 20
    /// How long after a write a service counts as writing, in seconds.
    static let lull = 2.0

    private let folder: URL
    private let now: () -> Date
    private let sleep: (TimeInterval) -> Void
    private var since: Date
    private var written = 0

    /// - Parameter folder: The data folder, with the write-ahead logs of the databases.
    public init(
        besideWritesIn folder: URL, now: @escaping () -> Date = { Date() },
        sleep: @escaping (TimeInterval) -> Void = { Thread.sleep(forTimeInterval: $0) }
    ) {
        self.folder = folder
        self.now = now
        self.sleep = sleep
        since = now()
    }

    /// Waits if the copy is faster than it may be.
    public func wrote(_ bytes: Int) {
        written += bytes
        guard written >= CopyPace.step else { return }
        let due = Double(written) / Double(CopyPace.rate) - now().timeIntervalSince(since)
        if due > 0, isWritten() { sleep(due) }
        (since, written) = (now(), 0)
    }

    private func isWritten() -> Bool {
        let files = try? FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: [.contentModificationDateKey])
        return (files ?? []).contains { file in
            guard file.lastPathComponent.hasSuffix("-wal") else { return false }
            let values = try? file.resourceValues(forKeys: [.contentModificationDateKey])
            return values?.contentModificationDate.map { now().timeIntervalSince($0) < CopyPace.lull } ?? false
        }
    }
}
