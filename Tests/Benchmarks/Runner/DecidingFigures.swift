// Who hears of an announcement among a million people, beside Redis, which is asked for the same circle on the same
// data.

import Foundation
import Models
import Push

struct DecidingFigures {
    let plan: Plan

    /// What is announced, and where.
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
        return [try decisions(of: people), figures(of: people, held: held)]
    }

    private func decisions(of people: DecidingBenchmarks) throws -> Table {
        let redis = try RedisServer()
        defer { redis.stop() }
        try redis.add(zip(people.accounts, people.places).map { ($0.text, $1.latitude, $1.longitude) })

        var table = Table(
            "Deciding among \(whole(Double(DecidingBenchmarks.count))) people; Redis: GEOSEARCH of 50 km, its own time",
            [
                "what", "within 50 km", "told", "p50 µs", "p99 µs", "nearest first", "Redis ms", "with answer", "times",
            ])
        for (name, type, category, place) in Self.cases {
            guard let place else { continue }
            let interest = Interest(type: type, category: category, coordinate: place)
            var (times, ordered, searches): ([Double], [Double], [RedisServer.Search]) = ([], [], [])
            var told = 0
            for _ in 0..<plan.short.runs {
                searches.append(try redis.search(latitude: place.latitude, longitude: place.longitude, kilometres: 50))
                for _ in 0..<400 {
                    let one = people.decide(interest)
                    told = one.told
                    times.append(one.deciding * 1000)
                    ordered.append(one.withOrder * 1000)
                }
            }
            let (own, server) = (times.median, searches.median(\.serverMilliseconds))
            table.add([
                name, whole(Double(searches[0].found)), whole(Double(told)), decimal(own, 0),
                decimal(times.sorted()[times.count * 99 / 100], 0), decimal(ordered.median, 0), decimal(server, 1),
                decimal(searches.median(\.milliseconds), 1), whole(server * 1000 / own),
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
