@testable import Location

@Suite("An update sorted by device") struct DeviceReportTests {
    private func entry(_ device: String, _ number: Int, _ key: DeviceKey? = nil) -> UpdateLocation.Entry {
        UpdateLocation.Entry(device: .named(device), key: key, location: .sample(number))
    }

    @Test("The locations of each device keep their order")
    func order() {
        let reports = DeviceReport.reports([entry("a", 1), entry("b", 2), entry("a", 3), entry("b", 4)])
        #expect(reports.map(\.device) == [.named("a"), .named("b")])
        #expect(reports.map(\.locations) == [[.sample(1), .sample(3)], [.sample(2), .sample(4)]])
    }

    @Test("Each different key of a device's entries is kept")
    func keys() {
        let reports = DeviceReport.reports([
            entry("a", 1, .right), entry("a", 2, .right), entry("a", 3, .wrong), entry("a", 4), entry("a", 5),
        ])
        #expect(reports[0].keys.map { $0?.secret } == [DeviceKey.right.secret, DeviceKey.wrong.secret, nil])
    }
}

@Suite("An allowed list") struct AllowedListTests {
    private func entry(_ name: String, current: Bool = false, history: Bool = false) -> AllowedDevice {
        AllowedDevice(device: .named(name), readsCurrentLocation: current, readsHistory: history)
    }

    @Test("The order is kept, and the last of two entries for a device counts")
    func doubled() throws {
        let list = try AllowedList.checked([
            entry("a", current: true), entry("b"), entry("__proto__", history: true), entry("a", history: true),
        ])
        #expect(list == [entry("a", history: true), entry("b"), entry("__proto__", history: true)])
    }

    @Test("Ids with different bytes are different")
    func normalisation() throws {
        let list = try AllowedList.checked([entry("\u{FC}"), entry("u\u{308}")])
        #expect(list.count == 2)
    }

    @Test("At most 256 entries are accepted, duplicates included")
    func length() throws {
        #expect(try AllowedList.checked((0..<256).map { entry("\($0)") }).count == 256)
        let error = #expect(throws: ServiceError.self) { try AllowedList.checked((0..<257).map { _ in entry("same") }) }
        #expect(error?.code == .invalidRequest)
    }
}

@Suite("A slogan") struct SloganTests {
    @Test(
        "Up to 40 code points are accepted",
        arguments: ["", "on my way", String(repeating: "é", count: 40), String(repeating: "🚲", count: 40), "\u{80}"])
    func taken(slogan: String) throws { try Slogan.check(slogan) }

    @Test(
        "A longer slogan, or one with control characters, is refused",
        arguments: [
            String(repeating: "a", count: 41), String(repeating: "🚲", count: 41),
            String(repeating: "e\u{301}", count: 21), "a\nb", "\0", "\u{7F}", "\u{1F}", "\t",
        ])
    func refused(slogan: String) {
        let error = #expect(throws: ServiceError.self) { try Slogan.check(slogan) }
        #expect(error?.code == .invalidRequest)
    }
}

@Suite("The retention of a location") struct RetentionTests {
    @Test(
        "The client's minutes are rounded to seconds, at least one",
        arguments: [
            ("30", Int64(1800)), (#""15""#, 900), ("0.5", 30), (#""1.15""#, 69), ("1e1", 600), (#"" 2 ""#, 120),
            (#""0.1""#, 6), ("1440", 86400), ("1e300", Retention.maximum), ("52560000", Retention.maximum),
            ("99999999999999999999", Retention.maximum), ("0.01", 1), ("0.001", 1), ("1.001", 60), (#""1.51""#, 91),
            ("1e-300", 1),
        ])
    func minutes(token: String, seconds: Int64) throws {
        #expect(try Retention.seconds(LocationValue(json: token), standard: 30) == seconds)
    }

    @Test("The configured retention is the default")
    func standard() throws { #expect(try Retention.seconds(nil, standard: 45) == 2700) }

    @Test(
        "A retention that is not above 0 is refused",
        arguments: ["0", "-5", "-0.001", #""""#, #""abc""#, "null", "true", #""1,5""#, "[]", "1e400"])
    func refused(token: String) {
        let error = #expect(throws: ServiceError.self) {
            try Retention.seconds(LocationValue(json: token), standard: 30)
        }
        #expect(error?.code == .invalidRequest)
    }
}
