@testable import Location

@Suite("Coarse places") struct CoarsePlacesTests {
    private func place(_ latitude: Double, _ longitude: Double) -> Location {
        Location(
            timestamp: LocationValue(json: "1"), longitude: LocationValue(json: "\(longitude)"),
            latitude: LocationValue(json: "\(latitude)"), horizontalAccuracy: LocationValue(json: "3"),
            batteryLevel: LocationValue(json: "80"))
    }

    private static let places: [(Double, Double)] = [
        (48.3904, -4.4861), (0, 0), (-33.86, 151.2), (89.999, 12), (-90, 0), (12, 180), (12, -180), (71.2, 179.9999),
    ]

    @Test("A coarse place is at most its accuracy away, and looks reveal no more than one", arguments: places)
    func cells(_ latitude: Double, _ longitude: Double) throws {
        let exact = place(latitude, longitude)
        for (precision, most) in [(PlacePrecision.neighbourhood, 500.0), (.town, 10_000)] {
            let coarse = try #require(precision.coarse(exact))
            let (center, real) = (try #require(coarse.coordinate), try #require(exact.coordinate))
            let accuracy = try #require(coarse.accuracy)
            #expect(real.metres(to: center) <= accuracy + 2 && accuracy <= most)
            #expect(precision.coarse(coarse) == coarse, "the centre of a cell is in the cell")
            #expect(coarse.batteryLevel == nil && coarse.timestamp == exact.timestamp)
        }
    }

    @Test("Places of one neighbourhood look the same")
    func same() throws {
        let (one, other) = (place(48.39001, -4.48001), place(48.39002, -4.48002))
        let near = PlacePrecision.neighbourhood
        #expect(near.coarse(one)?.latitude == near.coarse(other)?.latitude)
        let far = place(48.60, -4.48)
        #expect(PlacePrecision.town.coarse(one)?.latitude != PlacePrecision.town.coarse(far)?.latitude)
    }

    @Test("A precision of a later version is the coarsest, and an unreadable place is not shown")
    func unknown() {
        let later = PlacePrecision(rawValue: "continent")
        #expect(later.coarse(place(48, 4)) == PlacePrecision.town.coarse(place(48, 4)))
        #expect(later.isAtMost(.town) && PlacePrecision.town.isAtMost(.exact) && !PlacePrecision.exact.isAtMost(.town))
        var broken = place(48, 4)
        broken.latitude = LocationValue(json: "\"north\"")
        #expect(PlacePrecision.exact.coarse(broken) == nil && PlacePrecision.town.coarse(broken) == nil)
    }

    @Test("A decimal comma is read")
    func comma() {
        let old = Location(
            timestamp: LocationValue(json: "1"), longitude: LocationValue(json: "\"-4,5\""),
            latitude: LocationValue(json: "\"48,25\""), horizontalAccuracy: LocationValue(json: "5"))
        #expect(old.coordinate == Coordinate(latitude: 48.25, longitude: -4.5))
    }
}
