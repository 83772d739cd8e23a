import Isolation
import Models
import Push

struct DecidingFigures {
    let plan: Plan

    private static let cases: [(name: String, type: AnnouncementType, category: String?, place: Coordinate?)] = [
        ("an offer in the city", .offer, "FOOD_PLAISIRS", DecidingBenchmarks.city),
        ("a professional in the city", .professional, "ENTRE_PROS", DecidingBenchmarks.city),
        ("an event in the city", .event, nil, DecidingBenchmarks.city),
        ("an offer in the country", .offer, "FOOD_PLAISIRS", DecidingBenchmarks.village),
    ]

    func measure() throws -> [Table] {
        let people = try DecidingBenchmarks()
        let before = try residentBytes()
        people.fill()
        let held = try residentBytes() - before
        return [decisions(of: people), figures(of: people, held: held)]
    }

    private func decisions(of people: DecidingBenchmarks) -> Table {
        var table = Table(
            "Deciding among \(whole(Double(DecidingBenchmarks.count))) people",
            ["what", "told", "p50 µs", "p99 µs", "nearest first"])
        for (name, type, category, place) in Self.cases {
            guard let place else { continue }
            let interest = Interest(type: type, category: category, coordinate: place)
            let runs = (0..<plan.short.runs * 400).map { _ in people.decide(interest) }
            let times = runs.map { $0.deciding * 1000 }
            table.add([
                name, whole(Double(runs[0].told)), decimal(times.median, 0),
                decimal(times.sorted()[times.count * 99 / 100], 0), decimal(runs.median(\.withOrder) * 1000, 0),
            ])
        }
        return table
    }

    private func figures(of people: DecidingBenchmarks, held: Double) -> Table {
        var table = Table("The same people in memory", ["what", "figure"])
        table.add(["resident, MB", decimal(held / 1e6, 0)])
        table.add(["counted, MB", decimal(Double(people.footprint) / 1e6, 0)])
        table.add(["taken in at the start, ms", whole(people.filling)])
        table.add(["changed positions a second", whole(people.moves(500_000))])
        table.add(["counted afterwards, MB", decimal(Double(people.footprint) / 1e6, 0)])
        return table
    }
}

/// The people are the same in every run.
final class DecidingBenchmarks {
    static let count = 1_000_000
    static let categories = [
        "SANTE_BIEN_ETRE", "BEAUTE_ESTHETIQUE", "FOOD_PLAISIRS", "LOISIRS_DIVERTISSEMENTS", "SERVICE_PRATIQUES",
        "ENTRE_PROS",
    ]
    /// Users not seen for longer are not notified.
    static let maximumAge: Int64 = 30 * 86_400
    static let now = UnixTime(milliseconds: 1_790_000_000_000)

    private let places: [Coordinate]
    private var audience: Audience
    private var random = SeededNumbers(seed: 1)
    private(set) var filling = 0.0

    /// The people, of whom nothing is in memory yet but their places.
    init() throws {
        var random = SeededNumbers(seed: 42)
        places = (0..<Self.count).compactMap { Self.place(of: $0, &random) }
        audience = try Audience(categories: Self.categories)
    }

    /// 14 of 100 live in the city, most of them within 40 km of its middle; the others anywhere in the country.
    private static func place(of number: Int, _ random: inout SeededNumbers) -> Coordinate? {
        guard number % 50 < 7 else {
            return Coordinate(
                latitude: .random(in: 42.5...51, using: &random), longitude: .random(in: -4.5...8, using: &random))
        }
        return Coordinate(
            latitude: 48.8566 + random.normal() * 20 / 111.2, longitude: 2.3522 + random.normal() * 20 / 73.2)
    }

    static let city = Coordinate(latitude: 48.8566, longitude: 2.3522)
    static let village = Coordinate(latitude: 45.1, longitude: 1.4)

    /// Half of the people have said what they want to hear of: any radius, four of five types, half of the categories.
    func fill() {
        filling = milliseconds {
            for number in 0..<Self.count {
                audience.set(
                    AudienceMember(
                        status: .active, preferences: number % 2 == 0 ? preferences() : nil,
                        position: Position(
                            coordinate: places[number],
                            at: Self.now.adding(seconds: -.random(in: 0...3_000_000, using: &random))),
                        pushDevices: 1),
                    of: Int64(number + 1))
            }
        }
    }

    private func preferences() -> NotificationPreferences {
        NotificationPreferences(
            choices: NotificationChoices(
                notifyNewOffers: Int.random(in: 0..<5, using: &random) > 0,
                notifyNewProNearby: Int.random(in: 0..<5, using: &random) > 0,
                notifyLocalEvents: Int.random(in: 0..<5, using: &random) > 0,
                notificationRadius: .random(in: 5...50, using: &random),
                preferredCategories: Self.categories.filter { _ in Bool.random(using: &random) }))
    }

    var footprint: Int { audience.footprint }

    /// The number of users that one decision found, and its time in milliseconds without and with sorting by distance.
    func decide(_ interest: Interest) -> (told: Int, deciding: Double, withOrder: Double) {
        let oldest = Self.now.adding(seconds: -Self.maximumAge)
        var told = 0
        let deciding = milliseconds { told = audience.find(interest, since: oldest) }
        let ordering = milliseconds { audience.sortNearestFirst() }
        return (told, deciding, deciding + ordering)
    }

    /// Positions a second that are taken over from people who have gone up to a kilometre.
    func moves(_ count: Int) -> Double {
        let numbers = (0..<count).map { _ in Int.random(in: 0..<Self.count, using: &random) }
        let spent = milliseconds {
            for number in numbers {
                let place = places[number]
                let north = Double.random(in: -0.009...0.009, using: &random)
                guard let there = Coordinate(latitude: place.latitude + north, longitude: place.longitude) else {
                    continue
                }
                audience.set(Position(coordinate: there, at: Self.now), of: Int64(number + 1))
            }
        }
        return Double(count) / spent * 1000
    }
}

extension SeededNumbers {
    /// Of the normal distribution around 0 with a deviation of 1.
    mutating func normal() -> Double {
        let (one, other) = (Double.random(in: 1e-12..<1, using: &self), Double.random(in: 0..<1, using: &self))
        return (-2 * log(one)).squareRoot() * cos(2 * .pi * other)
    }
}
