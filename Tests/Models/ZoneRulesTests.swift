@testable import Models

@Suite("The rules of a time zone") struct ZoneRulesTests {
    private static func second(_ text: String) throws -> Int64 {
        Int64(try #require(ISO8601DateFormatter().date(from: text)).timeIntervalSince1970)
    }

    @Test(
        "The text at the end of the file applies to years that it does not list",
        arguments: [
            ("CET-1CEST,M3.5.0,M10.5.0/3", "2046-03-25T00:59:59Z", 3600),
            ("CET-1CEST,M3.5.0,M10.5.0/3", "2046-03-25T01:00:00Z", 7200),
            ("CET-1CEST,M3.5.0,M10.5.0/3", "2046-10-28T00:59:59Z", 7200),
            ("CET-1CEST,M3.5.0,M10.5.0/3", "2046-10-28T01:00:00Z", 3600),
            // Summer at the turn of the year.
            ("NZST-12NZDT,M9.5.0,M4.1.0/3", "2046-01-01T00:00:00Z", 46_800),
            ("NZST-12NZDT,M9.5.0,M4.1.0/3", "2046-06-01T00:00:00Z", 43_200),
            // By half an hour, and with names in brackets.
            ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2046-01-01T00:00:00Z", 39_600),
            ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2046-07-01T00:00:00Z", -3600),
            // Hours beyond a day, and days of the year with and without 29 February.
            ("IST-2IDT,M3.4.4/26,M10.5.0", "2046-03-23T00:00:00Z", 10_800),
            ("AAA0BBB,J60,J300", "2048-03-01T01:59:59Z", 0), ("AAA0BBB,J60,J300", "2048-03-01T02:00:00Z", 3600),
            ("AAA0BBB,59,299", "2048-02-29T02:00:00Z", 3600),
            // A summer that lasts all year, and none.
            ("XXX3EDT4,0/0,J365/23", "2046-01-01T03:30:00Z", -14_400), ("MST7", "2046-07-01T00:00:00Z", -25_200),
        ])
    func future(_ footer: String, _ moment: String, _ offset: Int64) throws {
        let rules = try #require(ZoneRules(tzif: ZoneFile(0, footer: footer).bytes()))
        #expect(rules.offset(at: try Self.second(moment)) == offset)
    }

    @Test("The file's changes apply up to the last one")
    func listed() throws {
        let start = Int64(1_000_000_000)
        let file = ZoneFile(
            -3600, changes: [(start + 1000, 3600), (start + 2000, 3600), (start + 3000, 7200)], footer: "EET-2")
        for version in [UInt8(0), UInt8(ascii: "2"), UInt8(ascii: "3")] {
            let rules = try #require(ZoneRules(tzif: file.bytes(version: version)))
            let offsets = [-1_000_000, 999, 1000, 2999, 3000, 9000].map { rules.offset(at: start + $0) }
            #expect(offsets == [-3600, -3600, 3600, 3600, 7200, 7200])
            // One that leaves the clocks as they are is none.
            #expect([0, 1000, 3000].map { rules.change(after: start + $0) } == [start + 1000, start + 3000, nil])
        }
    }

    @Test("Changes before 2000 are left out")
    func old() throws {
        let file = ZoneFile(0, changes: [(100, 3600), (200, 7200), (1_500_000_000, 3600)], footer: "CET-1")
        let rules = try #require(ZoneRules(tzif: file.bytes()))
        #expect(rules.changes == [1_500_000_000] && rules.offsets == [7200, 3600])
    }

    @Test("The next change is the next change of clocks")
    func changes() throws {
        let rules = try #require(ZoneRules(tzif: ZoneFile(3600, footer: "CET-1CEST,M3.5.0,M10.5.0/3").bytes()))
        let (spring, autumn) = (try Self.second("2046-03-25T01:00:00Z"), try Self.second("2046-10-28T01:00:00Z"))
        #expect(rules.change(after: spring - 1) == spring && rules.change(after: spring) == autumn)
        let always = try #require(ZoneRules(tzif: ZoneFile(0, footer: "XXX3EDT4,0/0,J365/23").bytes()))
        #expect(always.change(after: spring) == nil && ZoneRules.utc.change(after: 0) == nil)
    }

    @Test("A file that is cut or invalid is refused")
    func broken() throws {
        let file = ZoneFile(3600, changes: [(1000, 7200)], footer: "EET-2").bytes()
        for count in 0..<file.count - 7 { #expect(ZoneRules(tzif: Array(file.prefix(count))) == nil, "\(count)") }
        #expect(ZoneRules(tzif: Array("TZif2".utf8) + Array(repeating: 0xFF, count: 200)) == nil)
        let unordered = ZoneFile(0, changes: [(1_500_000_000, 1), (1_400_000_000, 2)], footer: "")
        #expect(ZoneRules(tzif: unordered.bytes()) == nil)
    }

    @Test("The rules equal Foundation's of the same release", arguments: ["Europe/Paris", "Africa/Cairo"])
    func beside(_ name: String) throws {
        let (rules, zone) = (
            try #require(ZoneDatabase.system.rules(of: name)), try #require(TimeZone(identifier: name))
        )
        for second in stride(from: Int64(978_307_200), to: 1_735_689_600, by: 86_400 * 3 + 17) {
            let foundation = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
            #expect(rules.offset(at: second) == Int64(foundation), "\(second)")
        }
    }
}
