import NIOCore

/// How the processes of location are made the limit, on a machine whose processors they share with all others.
enum ReplicaLimit {
    /// Each gets a part of a processor: it is the only process in its control group.
    case processor([ControlGroup])
    /// Their PostgreSQL is as far away as one in another zone.
    case way(DelayingRelay)

    private static let share = 0.1
    /// Milliseconds to PostgreSQL, and as many back.
    private static let delay = 2

    /// Control groups for so many processes; nil where Linux cannot be told to make them.
    static func groups(_ count: Int) -> [ControlGroup]? {
        var groups: [ControlGroup] = []
        do {
            for number in 0..<count {
                groups.append(try ControlGroup(named: "balise-benchmarks-\(getpid())-\(number)"))
            }
        } catch {
            for group in groups { group.remove() }
            return nil
        }
        return groups
    }

    var text: String {
        switch self {
        case .processor: "each process of location with \(decimal(Self.share * 100, 0)) % of a processor"
        case .way:
            "\(Self.delay) ms to PostgreSQL and back each, since no control group can be made here"
        }
    }

    /// Where a process of location reaches its database; nil for directly.
    func address(of database: String) -> String? {
        guard case .way(let relay) = self else { return nil }
        return "postgres://balise@127.0.0.1:\(relay.port)/\(database)?sslmode=disable"
    }

    func take(_ processes: [Int32]) throws {
        guard case .processor(let groups) = self else { return }
        for (group, process) in zip(groups, processes) { try group.add(process) }
    }

    /// Limits them from now on, or lets them have what there is.
    func set(_ isLimited: Bool) throws {
        switch self {
        case .processor(let groups): for group in groups { try group.setBound(isLimited ? Self.share : nil) }
        case .way(let relay): relay.delay = .milliseconds(isLimited ? Int64(Self.delay) : 0)
        }
    }
}

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
