import Foundation
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
