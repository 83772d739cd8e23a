@testable import Location

@Suite("The rules of histories") struct HistoryRulesTests {
    @Test(
        "A timestamp is read in seconds, and in milliseconds if it is too large for seconds",
        arguments: [
            ("1700000000", 1_700_000_000_000), ("\"1700000000\"", 1_700_000_000_000),
            ("1700000000.25", 1_700_000_000_250),
            ("\"1700000000,5\"", 1_700_000_000_500), ("1700000000123", 1_700_000_000_123), ("1", 1000),
            ("99999999999", 99_999_999_999_000), ("100000000000", 100_000_000_000),
            ("99999999999999", 99_999_999_999_999),
            ("100000000000000", nil), ("0", nil), ("-5", nil), ("1e300", nil), ("null", nil), ("\"now\"", nil),
        ] as [(String, Int64?)])
    func fixes(json: String, time: Int64?) { #expect(HistoryRules.fixedAt(LocationValue(json: json)) == time) }

    @Test("An import is refused as a whole for one bad point, which the refusal numbers")
    func imports() throws {
        let rules = LocationRules(servesLegacyClients: false)
        let now = UnixTime(milliseconds: 1_700_000_100_000)
        func refusal(_ points: [Location]) -> String? {
            do throws(ServiceError) {
                _ = try HistoryRules.checked(points, by: rules, at: now)
                return nil
            } catch { return error.message }
        }
        #expect(refusal([.sample(1), .sample(100)]) == nil)
        var north = Location.sample(2)
        north.latitude = LocationValue(json: "91")
        #expect(refusal([.sample(1), north]) == "point 2: Latitude is not within -90 and 90")
        #expect(refusal([.sample(1), .sample(2), .sample(401)]) == "point 3 has a time in the future")
        #expect(refusal(Array(repeating: .sample(), count: ImportDeviceHistory.maximumPoints + 1)) != nil)
    }

    @Test("A point has the numbers of its place, without those that cannot be read")
    func points() {
        var place = Location.sample(1)
        place.altitude = .null
        place.speed = LocationValue(json: "\"1,5\"")
        #expect(
            HistoryPoint(place, fixedAt: 5)
                == HistoryPoint(
                    at: UnixTime(milliseconds: 5), latitude: 48.25, longitude: 10.5, accuracy: 5, speed: 1.5))
        place.latitude = LocationValue(json: "\"north\"")
        #expect(HistoryPoint(place, fixedAt: 5) == nil)
    }

    @Test("A cursor is read from its text", arguments: ["1700000000000.7", "0.-12"])
    func cursors(text: String) { #expect(HistoryCursor(text)?.text == text) }

    @Test("A text that no page has had is no cursor", arguments: ["", "1", "1.2.3", "a.1", "1."])
    func strangeCursors(text: String) { #expect(HistoryCursor(text) == nil) }
}
