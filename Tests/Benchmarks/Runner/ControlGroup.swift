import Foundation

/// Its processes together get no more than a part of one processor. Both versions of control groups are known
/// (`cpu.cfs_quota_us` and `cpu.max`); making one needs root.
struct ControlGroup {
    /// In microseconds: so short that waiting for it shows in no latency, and long enough for Linux to account for it.
    private static let period = 20_000

    private let folder: URL
    private let isVersion2: Bool

    /// Throws on other systems, for other users than root, and in most containers.
    init(named name: String) throws {
        let root = URL(fileURLWithPath: "/sys/fs/cgroup")
        isVersion2 = FileManager.default.fileExists(atPath: root.appending(path: "cgroup.controllers").path)
        folder = (isVersion2 ? root : root.appending(path: "cpu")).appending(path: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        do { try setBound(nil) } catch {
            remove()
            throw error
        }
    }

    func add(_ process: Int32) throws { try write("\(process)", to: "cgroup.procs") }

    /// - Parameter share: The part of one processor; nil for no limit.
    func setBound(_ share: Double?) throws {
        let quota = share.map { Int($0 * Double(Self.period)) }
        if isVersion2 {
            try write("\(quota.map(String.init) ?? "max") \(Self.period)", to: "cpu.max")
        } else {
            try write("\(Self.period)", to: "cpu.cfs_period_us")
            try write("\(quota ?? -1)", to: "cpu.cfs_quota_us")
        }
    }

    func remove() { rmdir(folder.path) }

    private func write(_ text: String, to file: String) throws {
        // Without creating a missing file: then Linux does not support the limit.
        let handle = try FileHandle(forWritingTo: folder.appending(path: file))
        defer { try? handle.close() }
        try handle.write(contentsOf: Data(text.utf8))
    }
}
