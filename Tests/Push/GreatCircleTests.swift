// How far apart two places are.

import Models
import Testing

@testable import Push

@Suite("Distances on the earth")
struct GreatCircleTests {
    @Test(
        "are those of the sphere with the mean radius",
        arguments: [
            (48.8566, 2.3522, 48.1173, -1.6778, 308_200.0, 1_000.0),
            (0, 0, 0, 180, .pi * 6_371_008.8, 0.001),
            (90, 0, -90, 77, .pi * 6_371_008.8, 0.001),
            (0, 179.999, 0, -179.999, 222.39, 0.01),
            (45, 7, 45, 7, 0, 0),
        ])
    func distances(latA: Double, lonA: Double, latB: Double, lonB: Double, metres: Double, tolerance: Double) throws {
        let one = try #require(Coordinate(latitude: latA, longitude: lonA))
        let other = try #require(Coordinate(latitude: latB, longitude: lonB))
        #expect(abs(GreatCircle.distance(one, other) - metres) <= tolerance)
        #expect(GreatCircle.distance(one, other) == GreatCircle.distance(other, one))
    }
}
