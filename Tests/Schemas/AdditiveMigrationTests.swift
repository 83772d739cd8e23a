// A migration only adds: programs of the version before it work with its schema.

import Foundation
import Testing

@testable import Storage

@Suite("Migrations only add", .timeLimit(.minutes(10)))
struct AdditiveMigrationTests {
    /// The latest step from before several processes shared a schema; those up to it were free to change anything.
    private static let latestFree: [ServiceWithDatabase: String] = [
        .authSession: "name the method of a sign-in as the code does",
        .identity: "create known networks",
        .location: "know when positions were erased",
        .preferences: "tell of no choices where there are none",
        .push: "find announcements that ended long ago",
    ]

    @Test("Each step since processes share a schema", arguments: ServiceWithDatabase.allCases)
    func steps(service: ServiceWithDatabase) throws {
        let migrations = service.store.migrations
        let latestFree = try #require(Self.latestFree[service])
        let first = try #require(migrations.firstIndex { $0.name == latestFree }) + 1
        var before = try Catalogue(Array(migrations.prefix(first)), texts: service.texts)
        for count in migrations.indices.dropFirst(first).map({ $0 + 1 }) {
            let after = try Catalogue(Array(migrations.prefix(count)), texts: service.texts)
            #expect(after.obstacles(toProgramsOf: before) == [], "\(migrations[count - 1].name)")
            before = after
        }
    }
}

extension Catalogue {
    /// What keeps a program that knows an earlier schema from working with this one: what it knows and is not there any
    /// more, and what its rows would have to hold in tables that it knows.
    fileprivate func obstacles(toProgramsOf earlier: Catalogue) -> [String] {
        let gone = earlier.facts.subtracting(facts).filter { fact in
            // An index is no matter of right and wrong, nor is a rule that there is no more.
            ["table ", "column ", "primary key "].contains { fact.hasPrefix($0) } && !fact.contains(" refuses ")
        }
        let known = Set(earlier.facts.compactMap { $0.name(behind: "table ") })
        let wanted = facts.subtracting(earlier.facts).filter { fact in
            let table = fact.name(behind: "unique ") ?? fact.name(behind: "reference ") ?? fact.tableOfUniqueIndex
            if let table { return known.contains(table) }
            guard fact.hasPrefix("column "), fact.hasSuffix(" NOT NULL"), let column = fact.name(behind: "column "),
                known.contains(String(column.prefix { $0 != "." }))
            else { return false }
            return !facts.contains { $0.hasPrefix("column \(column) DEFAULT ") }
        }
        return (gone.map { "- \($0)" } + wanted.map { "+ \($0)" }).sorted()
    }
}

extension String {
    /// The word behind a beginning; nil when this begins otherwise.
    fileprivate func name(behind beginning: String) -> String? {
        guard hasPrefix(beginning), !contains(" index ") else { return nil }
        return String(dropFirst(beginning.count).prefix { $0 != " " })
    }

    fileprivate var tableOfUniqueIndex: String? {
        guard hasPrefix("unique "), let place = range(of: " on ") else { return nil }
        return String(self[place.upperBound...].prefix { $0 != " " })
    }
}
