@testable import Push

@Suite("The index of recipients")
struct RecipientIndexTests {
    static let centres: [(String, Double, Double)] = [
        ("a city", 48.8566, 2.3522), ("the equator", 0, 0), ("the date line", -17, 180), ("the north pole", 90, 0),
        ("near the south pole", -89.7, 133), ("high latitude", 78.2, 15.6), ("the date line in the north", 66, -179.9),
        ("where eighths of the earth meet", 0, 90),
    ]

    @Test("The index finds exactly the people within their radius on the great circle", arguments: centres)
    func exactness(name: String, latitude: Double, longitude: Double) throws {
        var random = SeededNumbers(seed: 7)
        let centre = try #require(Coordinate(latitude: latitude, longitude: longitude))
        var crowd = Crowd()
        for slot in 0..<1500 { crowd.set(.random(around: centre, within: 90_000, &random), as: UInt32(slot)) }
        // Some users are within a millimetre of their own limit, on either side.
        for slot in 1500..<1800 {
            var person = Person.random(around: centre, within: 90_000, &random)
            let metres = Double(person.radius) * 1000 + .random(in: -2...2, using: &random)
            person.place = centre.going(metres, towards: .random(in: 0..<360, using: &random))
            crowd.set(person, as: UInt32(slot))
        }
        for _ in 0..<12 {
            let query = Query.random(from: [centre, .random(around: centre, within: 60_000, &random)], &random)
            #expect(crowd.found(query) == crowd.expected(query), "\(name)")
        }
        let atCentre = Query(place: centre, wishes: [], oldest: UnixTime(milliseconds: 0))
        #expect(crowd.found(atCentre) == crowd.expected(atCentre), "\(name)")
        #expect(!crowd.expected(atCentre).isEmpty)
    }

    @Test("The index follows people who move, change their choices, leave and return")
    func changes() throws {
        var random = SeededNumbers(seed: 11)
        let centre = try #require(Coordinate(latitude: 43.6, longitude: 1.44))
        var crowd = Crowd()
        for round in 0..<12 {
            for _ in 0..<600 {
                let slot = UInt32.random(in: 0..<3000, using: &random)
                // In some rounds many users leave, so that divided cubes are merged again.
                if Int.random(in: 0..<10, using: &random) < (round % 4 == 3 ? 8 : 1) {
                    crowd.remove(slot)
                } else {
                    crowd.set(.random(around: centre, within: round % 2 == 0 ? 70_000 : 900, &random), as: slot)
                }
            }
            #expect(crowd.listed == crowd.people.count)
            let query = Query(place: centre, wishes: .random(&random), oldest: UnixTime(milliseconds: 0))
            #expect(crowd.found(query) == crowd.expected(query), "round \(round)")
        }
        for slot in Array(crowd.people.keys) { crowd.remove(slot) }
        #expect(crowd.listed == 0)
        #expect(crowd.found(Query(place: centre, wishes: [], oldest: UnixTime(milliseconds: 0))).isEmpty)
    }

    @Test("The index holds any number of people on the same spot")
    func oneSpot() throws {
        let spot = try #require(Coordinate(latitude: 48.8534, longitude: 2.3488))
        var crowd = Crowd()
        let person = Person(place: spot, radius: 10, wishes: .offers, at: UnixTime(milliseconds: 5000))
        let most = UInt32(20 * Crowd.fullLeaf)
        for slot in 0..<most { crowd.set(person, as: slot) }
        for slot in stride(from: 0, to: most, by: 2) { crowd.remove(slot) }
        let query = Query(place: spot, wishes: .offers, oldest: UnixTime(milliseconds: 0))
        #expect(crowd.found(query) == Set(stride(from: 1, to: most, by: 2)))
    }

    @Test("The index returns the memory of people who left")
    func memory() throws {
        var random = SeededNumbers(seed: 3)
        let centre = try #require(Coordinate(latitude: 48.8566, longitude: 2.3522))
        var crowd = Crowd()
        for slot in 0..<6000 as Range<UInt32> { crowd.set(.random(around: centre, within: 40_000, &random), as: slot) }
        let full = crowd.index.footprint
        for slot in 100..<6000 as Range<UInt32> { crowd.remove(slot) }
        #expect(crowd.index.footprint < full / 2)
    }

    @Test(
        "The index replaces a radius outside the rules by the nearest one within them",
        arguments: [(1, 5), (4, 5), (51, 50), (90, 50)])
    func radii(given: Int, taken: Int) throws {
        let centre = try #require(Coordinate(latitude: 10, longitude: 10))
        for (metres, isFound) in [(Double(taken) * 1000 - 5, true), (Double(taken) * 1000 + 5, false)] {
            var crowd = Crowd()
            crowd.set(
                Person(
                    place: centre.going(metres, towards: 77), radius: given, wishes: .events,
                    at: UnixTime(milliseconds: 0)), as: 4)
            let query = Query(place: centre, wishes: .events, oldest: UnixTime(milliseconds: 0))
            #expect(crowd.found(query) == (isFound ? [4] : []))
        }
    }

    @Test("The distances of the index are exact to a metre")
    func distances() throws {
        var random = SeededNumbers(seed: 23)
        let centre = try #require(Coordinate(latitude: -33.9, longitude: 151.2))
        var crowd = Crowd()
        for slot in 0..<400 as Range<UInt32> { crowd.set(.random(around: centre, within: 50_000, &random), as: slot) }
        let found = crowd.search(Query(place: centre, wishes: [], oldest: UnixTime(milliseconds: 0)))
        #expect(!found.isEmpty)
        for one in found {
            let place = try #require(crowd.people[one.slot]).place
            let chord = Double(Float(bitPattern: UInt32(one.packed >> 32))).squareRoot()
            #expect(abs(chord - SpherePoint.chord(over: GreatCircle.distance(place, centre))) < 1)
        }
    }

    @Test("The index sorts the nearest first", arguments: [0, 1, 100, 513, 5000])
    func order(count: Int) {
        var random = SeededNumbers(seed: 29)
        let all = (0..<count).map {
            FoundRecipient(squaredChord: .random(in: 0...2.5e9, using: &random), slot: UInt32($0))
        }
        var list = ResultList()
        list.reserve(count)
        for _ in 0..<2 {
            list.clear()
            var end = list.end
            for one in all {
                end.initialize(to: one)
                end += 1
            }
            list.end = end
            list.sortNearestFirst()
            #expect((0..<count).map { list[$0].packed } == all.map(\.packed).sorted())
        }
    }
}

@Suite("Distances on the earth")
struct GreatCircleTests {
    @Test(
        "Distances on the earth are those of a sphere with the mean radius",
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
