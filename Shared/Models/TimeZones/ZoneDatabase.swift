import Foundation

/// The system's tz database, with zones and links: `Europe/Paris`, `Japan`, `UTC`. It is read from the system's folder
/// instead of Swift's own rules, so that an update of `tzdata` and a restart are enough when a country changes its
/// clocks. Swift's rules apply to zones that are missing there.
public struct ZoneDatabase: Sendable {
    /// The database of the system, read at the first use. It is in the folder that `TZDIR` names, as for the C library,
    /// otherwise in the usual folder.
    public static let system = ZoneDatabase(environment: ProcessInfo.processInfo.environment)

    private static let usualFolders = [
        "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo",
    ]

    /// The version of the tz database, such as `2026b`; nil if the folder does not name it.
    public let release: String?
    private let folder: String
    private let zones: [String: ZoneRules]

    public init(environment: [String: String]) {
        let named = environment["TZDIR"].flatMap { $0.isEmpty ? nil : $0 }
        let usual = ZoneDatabase.usualFolders.first { FileManager.default.fileExists(atPath: $0) }
        self.init(folder: named ?? usual ?? ZoneDatabase.usualFolders[0])
    }

    public init(folder: String) {
        let files = FileManager.default
        var zones: [String: ZoneRules] = [:]
        // Most names are links to other zones, and share their rules.
        var all: Set<ZoneRules> = []
        for name in (try? files.subpathsOfDirectory(atPath: folder)) ?? [] where ZoneDatabase.isName(name) {
            guard let file = files.contents(atPath: "\(folder)/\(name)"), let rules = ZoneRules(tzif: Array(file))
            else {
                continue
            }
            zones[name] = all.insert(rules).memberAfterInsert
        }
        (self.folder, self.zones, release) = (folder, zones, ZoneDatabase.release(in: folder))
    }

    public func rules(of name: String) -> ZoneRules? {
        guard ZoneDatabase.isName(name) else { return nil }
        return zones[name] ?? ZoneRules(ofFoundation: name)
    }

    public func has(_ name: String) -> Bool { rules(of: name) != nil }

    public var all: Set<ZoneRules> {
        Set(zones.values).union(
            TimeZone.knownTimeZoneIdentifiers.filter { zones[$0] == nil }.compactMap { rules(of: $0) })
    }

    /// Whether a path can be a zone's name. The folders `right` and `posix`, which repeat all zones with and without
    /// leap seconds, and the files `localtime` and `posixrules` are excluded.
    private static func isName(_ name: String) -> Bool {
        guard (1...64).contains(name.utf8.count), name.isASCIIAlphanumeric(or: "/+-_") else { return false }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return parts.allSatisfy { !$0.isEmpty } && !["right", "posix", "localtime", "posixrules"].contains(parts[0])
    }
}

extension ZoneDatabase {
    /// Reports an old database. Each year has a release, so by autumn a release of an earlier year is old.
    public func finding(at now: UnixTime) -> HealthFinding {
        guard !zones.isEmpty else {
            return .warning(
                "no tz database in \(folder), so time zones are as old as this build", "install tzdata and restart")
        }
        guard let release, let year = Int64(release.prefix(4)) else {
            return .unknown("the tz database in \(folder) names no release")
        }
        let before = now.adding(seconds: -270 * 86_400).rawValue.dividedDown(by: 86_400_000).quotient
        let found = "the tz database in \(folder) is of \(release)"
        guard year < CivilDate(daysSince1970: before).year else { return .ok(found) }
        return .warning(found, "update tzdata and restart")
    }

    private static func release(in folder: String) -> String? {
        let mark = "# version "
        if let line = firstLine(of: "\(folder)/tzdata.zi"), line.hasPrefix(mark) {
            return String(line.dropFirst(mark.count))
        }
        return firstLine(of: "\(folder)/+VERSION")
    }

    private static func firstLine(of path: String) -> String? {
        let start = try? FileHandle(forReadingAtPath: path)?.read(upToCount: 64)
        return start.flatMap { String(decoding: $0, as: UTF8.self).split(whereSeparator: \.isNewline).first }
            .map(String.init)
    }
}

extension ZoneRules {
    /// Creates rules from Swift's rules for the relevant years; nil for an unknown name.
    fileprivate init?(ofFoundation name: String) {
        // Foundation replaces some of these names, so the comparison of identifiers below would fail.
        if ["UTC", "UCT", "Zulu", "Universal", "Greenwich", "GMT", "GMT0", "GMT+0", "GMT-0"].contains(name) {
            self = .utc
            return
        }
        // Foundation would also accept offsets, such as `GMT+1`.
        guard let zone = TimeZone(identifier: name), zone.identifier == name, !name.hasPrefix("GMT") else { return nil }
        func offset(_ date: Date) -> Int32 { Int32(truncatingIfNeeded: zone.secondsFromGMT(for: date)) }
        var moment = Date(timeIntervalSince1970: Double(ZoneRules.earliest))
        var (changes, offsets): ([Int64], [Int32]) = ([], [offset(moment)])
        let end = Date(timeIntervalSince1970: 4_102_444_800)  // 2100
        while let next = zone.nextDaylightSavingTimeTransition(after: moment), next > moment, next < end {
            changes.append(Int64(next.timeIntervalSince1970))
            offsets.append(offset(next))
            moment = next
        }
        self.init(changes: changes, offsets: offsets)
    }
}
