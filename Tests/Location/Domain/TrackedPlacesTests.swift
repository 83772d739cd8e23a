@testable import Location

extension TrackerReport {
    /// A fix so many seconds after the start; its latitude tells one from another.
    static func sample(_ second: Int64, speed: String? = nil, visit: Bool? = nil) -> TrackerReport {
        TrackerReport(
            location: Location(
                timestamp: LocationValue(json: "0"), longitude: LocationValue(json: "-4.4861"),
                latitude: LocationValue(json: "\(Double(second) / 10_000)"),
                horizontalAccuracy: LocationValue(json: "5"),
                speed: speed.map { LocationValue(json: $0) }),
            fixedAt: .start.adding(seconds: second), isOfVisit: visit)
    }
}

@Suite("The places of a tracker") struct TrackedPlacesTests {
    private func place(_ report: TrackerReport, _ unit: SpeedUnit = .metresPerSecond) -> TrackedPlace? {
        TrackedPlace(report, speedIn: unit, at: .start)
    }

    @Test(
        "A speed is converted to metres per second, and an unknown one left out",
        arguments: [
            ("36", .kilometresPerHour, "10"), ("1", .kilometresPerHour, "0.28"), ("9.72", .knots, "5"),
            ("10", .knots, "5.14"), ("0.1", .knots, "0.05"), ("0", .knots, "0"), ("4.20", .metresPerSecond, "4.20"),
            ("-1", .metresPerSecond, nil), ("-1", .knots, nil), ("5000", .kilometresPerHour, nil),
            ("null", .knots, nil),
        ] as [(String, SpeedUnit, String?)])
    func speeds(_ speed: String, _ unit: SpeedUnit, _ stored: String?) {
        #expect(place(.sample(0, speed: speed), unit)?.location.speed?.json == stored)
    }

    @Test("A place keeps its numbers, and its time becomes seconds")
    func values() throws {
        var report = TrackerReport.sample(0)
        report.fixedAt = UnixTime(milliseconds: 1_700_000_000_999)
        report.location.latitude = LocationValue(json: "48.3904000")
        let stored = try #require(place(report))
        #expect(stored.location.timestamp.json == #""1700000000""# && stored.fixedAt.rawValue == 1_700_000_000_000)
        #expect(stored.location.latitude.json == "48.3904000")
    }

    @Test("A value out of range does not cost the place, but coordinates and time do")
    func ranges() {
        func changed(_ change: (inout TrackerReport) -> Void) -> TrackedPlace? {
            var report = TrackerReport.sample(0)
            change(&report)
            return place(report)
        }
        #expect(
            changed { $0.location.horizontalAccuracy = LocationValue(json: "-1") }?
                .location.horizontalAccuracy.json == "0")
        #expect(
            changed { $0.location.horizontalAccuracy = LocationValue(json: "20000") }?
                .location.horizontalAccuracy.json == "10000")
        #expect(
            changed { $0.location.batteryLevel = LocationValue(json: "101") }.map(\.location.batteryLevel) == .some(nil)
        )
        #expect(changed { $0.location.altitude = LocationValue(json: "-5000") }.map(\.location.altitude) == .some(nil))
        #expect(changed { $0.location.latitude = LocationValue(json: "90.1") } == nil)
        #expect(changed { $0.location.longitude = LocationValue(json: "-180.1") } == nil)
        #expect(changed { $0.location.latitude = LocationValue(json: "null") } == nil)
        #expect(changed { $0.fixedAt = UnixTime(milliseconds: 999) } == nil)
        #expect(changed { $0.fixedAt = .start.adding(seconds: 86_401) } == nil)
        #expect(changed { $0.fixedAt = .start.adding(seconds: 86_400) } != nil)
    }

    private func places(_ seconds: [Int64], current: Int64?, at now: Int64 = 100) -> TrackedPlaces {
        TrackedPlaces(
            seconds.compactMap { TrackedPlace(.sample($0), speedIn: .knots, at: .start.adding(seconds: now)) },
            current: current.map { .start.adding(seconds: $0) }, at: .start.adding(seconds: now))
    }

    private func seconds(_ places: [TrackedPlace]) -> [Int64] {
        places.map { ($0.fixedAt.rawValue - UnixTime.start.rawValue) / 1000 }
    }

    @Test("Places are sorted around the current one, and each fix counts once")
    func order() {
        let places = places([5, 9, 3, 5, 7, 1, 8], current: 7)
        #expect(seconds(places.older) == [1, 3, 5] && seconds(places.newer) == [8, 9] && places.repeated == 2)
        #expect(seconds(self.places([2, 1], current: nil).newer) == [1, 2])
    }

    @Test("A current place in the future comes from a wrong clock, and any place replaces it")
    func future() {
        #expect(seconds(places([5], current: 161).newer) == [5])
        #expect(seconds(places([5], current: 160).older) == [5])
    }

    @Test("Only fixes that may be in the history already are looked up")
    func doubtful() {
        func range(_ seconds: [Int64], _ current: Int64?) -> [Int64]? {
            places(seconds, current: current)
                .doubtful(current: current.map { .start.adding(seconds: $0) }, at: .start.adding(seconds: 100))
                .map {
                    [
                        ($0.lowerBound - UnixTime.start.rawValue) / 1000,
                        ($0.upperBound - UnixTime.start.rawValue) / 1000,
                    ]
                }
        }
        #expect(range([8, 9], 7) == nil)
        #expect(range([3, 8, 5], 7) == [3, 5])
        #expect(range([8, 200], 7) == [200, 200])
        #expect(range([8, 9], nil) == [8, 9] && range([8, 9], 161) == [8, 9])
    }
}
