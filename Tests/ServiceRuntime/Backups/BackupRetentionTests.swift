@testable import ServiceRuntime

@Suite("The retention of backups", .timeLimit(.minutes(10))) struct BackupRetentionTests {
    /// 2027-01-15 is a Friday.
    private static let now = UnixTime.start

    private func kept(_ retention: BackupRetention, _ names: [String]) -> [String] {
        let moments = names.compactMap { BackupName.moment(of: "\($0)-00-00-000Z") }
        #expect(moments.count == names.count)
        let superfluous = retention.superfluous(among: moments, at: Self.now)
        return zip(names, moments).filter { !superfluous.contains($0.1) }.map { $0.0 }
    }

    @Test("keeps the last backup of each day, week and month that is not over for too long")
    func periods() {
        let all = [
            "2026-11-30T23", "2026-12-01T00", "2026-12-31T23", "2027-01-03T23", "2027-01-04T00", "2027-01-10T12",
            "2027-01-11T00", "2027-01-14T01", "2027-01-14T23", "2027-01-15T06", "2027-01-15T07",
        ]
        #expect(kept(BackupRetention(daily: 2), all) == ["2027-01-14T23", "2027-01-15T07"])
        #expect(kept(BackupRetention(weekly: 2), all) == ["2027-01-10T12", "2027-01-15T07"])
        #expect(kept(BackupRetention(monthly: 2), all) == ["2026-12-31T23", "2027-01-15T07"])
        #expect(
            kept(BackupRetention(daily: 1, weekly: 3, monthly: 3), all) == [
                "2026-11-30T23", "2026-12-31T23", "2027-01-03T23", "2027-01-10T12", "2027-01-15T07",
            ])
        #expect(kept(BackupRetention(), all) == all)
    }

    @Test("keeps the last backup, however old it is")
    func last() {
        #expect(kept(BackupRetention(daily: 3), ["2020-01-01T00", "2020-01-02T00"]) == ["2020-01-02T00"])
        #expect(kept(BackupRetention(daily: 3), []) == [])
    }

    @Test("bounds the time that erased data stays in backups")
    func bound() throws {
        func load(_ environment: [String: String]) throws -> BackupSettings {
            try Settings.load(arguments: [], environment: environment).backups
        }
        var environment = ["BALISE_BACKUPS_TO": "/backup", "BALISE_BACKUPS_EVERY": "12h"]
        #expect(try load(environment).keptFor == nil)
        environment["BALISE_BACKUPS_KEEP_DAILY"] = "7"
        #expect(try load(environment).keptFor == .seconds(7 * 86_400 + 43_200 + 86_400))
        environment["BALISE_BACKUPS_KEEP_MONTHLY"] = "2"
        #expect(try load(environment).keptFor == .seconds(62 * 86_400 + 43_200 + 86_400))
        environment["BALISE_BACKUPS_KEPT_FOR"] = "100d"
        #expect(try load(environment).keptFor == .seconds(100 * 86_400), "of copies elsewhere")
    }

    @Test(
        "refuses settings that contradict each other",
        arguments: [
            (["EVERY": "24h"], "backups.every needs backups.to"),
            (["KEEP_DAILY": "7"], "backups.keep: only the schedule removes backups"),
            (["EVERY": "48h", "TO": "/backup", "KEEP_DAILY": "1"], "backups.keep: it covers less time"),
            (["EVERY": "24h", "TO": "/backup", "KEEP_WEEKLY": "2", "KEPT_FOR": "14d"], "backups.keptFor: "),
        ])
    func contradictions(_ values: [String: String], _ said: String) {
        let environment = Dictionary(uniqueKeysWithValues: values.map { ("BALISE_BACKUPS_\($0)", $1) })
        let refusal = #expect(throws: SettingsError.self) {
            try Settings.load(arguments: [], environment: environment)
        }
        #expect(refusal?.problems.count == 1 && refusal?.description.hasPrefix(said) == true)
        #expect(refusal?.exitCode == 78)
    }

    @Test("On a PostgreSQL a schedule is refused")
    func server() {
        let environment = [
            "BALISE_STORAGE": "postgres://ada@one/balise", "BALISE_BACKUPS_TO": "/backup", "BALISE_BACKUPS_EVERY": "1d",
        ]
        let refusal = #expect(throws: SettingsError.self) {
            try Settings.load(arguments: [], environment: environment)
        }
        #expect(refusal?.description.contains("pgBackRest") == true)
    }
}
