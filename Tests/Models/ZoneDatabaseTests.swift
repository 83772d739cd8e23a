@Suite("The tz database") struct ZoneDatabaseTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func database(_ release: String? = nil) throws -> ZoneDatabase {
        try ZoneFile(0, footer: "UTC0").write(to: folder.url, as: "Etc/UTC")
        if let release {
            let start = Data("# version \(release)\n# This zic input file is in the public domain.\n".utf8)
            try start.write(to: folder.url.appendingPathComponent("tzdata.zi"))
        }
        return ZoneDatabase(environment: ["TZDIR": folder.url.path])
    }

    @Test("The folder in TZDIR replaces the rules of the build")
    func newerRules() throws {
        // British Columbia keeps summer time from 2026 on (tz 2026b).
        let change = Int64(1_772_964_000)
        try ZoneFile(-28_800, changes: [(change, -25_200)], footer: "MST7").write(
            to: folder.url, as: "America/Vancouver")
        let rules = try #require(try database().rules(of: "America/Vancouver"))
        let noon = try #require(LocalMoment("2026-11-29T12:00"))
        #expect(noon.moment(in: rules) == UnixTime(milliseconds: 1_795_978_800_000), "19:00Z")
        #expect(LocalMoment(UnixTime(milliseconds: 1_795_978_800_000), in: rules) == noon)
        #expect(try database().all.contains(rules))
    }

    @Test(
        "Zones and links are found by name",
        arguments: [
            "Europe/Paris", "UTC", "GMT", "Japan", "Singapore", "Israel", "CET", "EST5EDT", "Eire", "Asia/Calcutta",
            "America/Argentina/Buenos_Aires", "Etc/GMT+5", "America/Port-au-Prince",
        ])
    func names(_ name: String) throws {
        #expect(ZoneDatabase.system.has(name))
        // A folder without it: Swift's own rules.
        #expect(try database().has(name))
    }

    @Test(
        "Other names are not found, and no file outside the folder is read",
        arguments: [
            "", "Nowhere/Land", "../../etc/passwd", "Europe/../Europe/Paris", "/Europe/Paris", "Europe//Paris",
            "Europe/Paris/", "UTC\0", "GMT+1", "GMT+0100", "right/Europe/Paris", "posix/Europe/Paris", "localtime",
            "Europe/Pa\u{301}ris", "tzdata.zi", "Europe", "+01:00",
        ])
    func otherNames(_ name: String) throws {
        #expect(!ZoneDatabase.system.has(name))
        #expect(!(try database("2026a").has(name)))
    }

    @Test("A missing folder is reported and replaced by the rules of the build")
    func missing() throws {
        let database = ZoneDatabase(folder: folder.url.appendingPathComponent("none").path)
        #expect(database.rules(of: "Europe/Paris")?.offset(at: 1_784_000_000) == 7200)
        #expect(database.rules(of: "Asia/Kathmandu")?.offset(at: 1_784_000_000) == 20_700)
        #expect(database.all.count > 100 && database.release == nil)
        let finding = database.finding(at: UnixTime(milliseconds: 0))
        #expect(finding.state == .warning && finding.found.contains("no tz database in"))
        #expect(finding.remedy == "install tzdata and restart")
    }

    @Test("A broken file is replaced by Swift's rules")
    func broken() throws {
        let place = folder.url.appendingPathComponent("Japan")
        try Data("TZif2 and no more".utf8).write(to: place)
        #expect(try database().rules(of: "Japan")?.offset(at: 1_784_000_000) == 32_400)
    }

    @Test("A release of an earlier year is reported as old from autumn on")
    func age() throws {
        let database = try database("2025b")
        #expect(database.release == "2025b")
        let (autumn, summer) = (Int64(1_795_824_000_000), Int64(1_784_000_000_000))
        let finding = database.finding(at: UnixTime(milliseconds: autumn))
        #expect(finding.state == .warning && finding.found.hasSuffix("2025b"))
        #expect(finding.remedy == "update tzdata and restart")
        #expect(database.finding(at: UnixTime(milliseconds: summer)).state == .ok)
        #expect(try self.database("2026a").finding(at: UnixTime(milliseconds: autumn)).state == .ok)
    }
}
