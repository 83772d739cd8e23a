import Foundation
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
