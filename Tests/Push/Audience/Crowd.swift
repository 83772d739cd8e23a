@testable import Push

struct Person {
    var place: Coordinate
    var radius: Int
    var wishes: Wishes
    var at: UnixTime

    static func random(around centre: Coordinate, within metres: Double, _ random: inout SeededNumbers) -> Person {
        Person(
            place: .random(around: centre, within: metres, &random), radius: .random(in: 5...50, using: &random),
            wishes: .random(&random), at: UnixTime(milliseconds: .random(in: 0...100_000, using: &random)))
    }
}

struct Query {
    var place: Coordinate
    var wishes: Wishes
    var oldest: UnixTime

    static func random(from places: [Coordinate], _ random: inout SeededNumbers) -> Query {
        Query(
            place: places[Int.random(in: 0..<places.count, using: &random)], wishes: .random(&random),
            oldest: UnixTime(milliseconds: .random(in: 0...50_000, using: &random)))
    }
}

extension Wishes {
    /// One or two out of four.
    static func random(_ random: inout SeededNumbers) -> Wishes {
        [
            .category(at: .random(in: 0..<2, using: &random)),
            Bool.random(using: &random) ? .offers : .category(at: Wishes.maximumCategories - 1),
        ]
    }
}

struct Crowd: ~Copyable {
    /// A small limit, so that a small crowd makes a large tree.
    static let fullLeaf = 24
    private(set) var index = RecipientIndex(fullLeaf: fullLeaf)
    private(set) var people: [UInt32: Person] = [:]

    mutating func set(_ person: Person, as slot: UInt32) {
        people[slot] = person
        index.list(
            Listing(
                point: SpherePoint(person.place), radius: person.radius, wishes: person.wishes,
                since: PositionSecond(person.at)), as: slot)
    }

    /// The number of people in the leaves.
    var listed: Int { index.leaves.reduce(0) { $0 + $1.count } }

    mutating func remove(_ slot: UInt32) {
        people[slot] = nil
        index.unlist(slot)
    }

    func search(_ query: Query) -> [FoundRecipient] {
        var found = ResultList()
        let asked = RecipientQuery(
            point: SpherePoint(query.place), wishes: query.wishes, oldest: PositionSecond(query.oldest))
        index.search(asked, into: &found) { slot in isNear(slot, query.place) }
        return (0..<found.count).map { found[$0] }
    }

    /// A duplicate adds an unused slot, so that comparisons fail.
    func found(_ query: Query) -> Set<UInt32> {
        let slots = search(query).map(\.slot)
        return Set(slots).count == slots.count ? Set(slots) : [.max]
    }

    func expected(_ query: Query) -> Set<UInt32> {
        Set(
            people.keys.filter { slot in
                guard let person = people[slot] else { return false }
                return person.wishes.isSuperset(of: query.wishes) && isNear(slot, query.place)
                    && person.at.rawValue / 1000 >= query.oldest.rawValue / 1000
            })
    }

    private func isNear(_ slot: UInt32, _ place: Coordinate) -> Bool {
        guard let person = people[slot] else { return false }
        return GreatCircle.distance(person.place, place) <= Double(person.radius.clamped(to: 5...50)) * 1000
    }
}

extension Coordinate {
    static func random(around centre: Coordinate, within metres: Double, _ random: inout SeededNumbers) -> Coordinate {
        centre.going(.random(in: 0...metres, using: &random), towards: .random(in: 0..<360, using: &random))
    }

    func going(_ metres: Double, towards bearing: Double) -> Coordinate {
        let (phi, lambda, theta) = (latitude * .pi / 180, longitude * .pi / 180, bearing * .pi / 180)
        let delta = metres / GreatCircle.earthRadius
        let sine = max(-1, min(1, sin(phi) * cos(delta) + cos(phi) * sin(delta) * cos(theta)))
        let turned = lambda + atan2(sin(theta) * sin(delta) * cos(phi), cos(delta) - sin(phi) * sine)
        let degrees = remainder(turned * 180 / .pi, 360)
        return Coordinate(latitude: asin(sine) * 180 / .pi, longitude: max(-180, min(180, degrees))) ?? self
    }
}
