// What the operator learns of locations that were acknowledged and dropped.

import Isolation
import Logging
import Models
import ServiceRuntime
import Testing

@testable import Location

@Suite("Dropped locations")
struct DroppedLocationsTests {
    @Test("are all counted, and warned of once an hour with how many there were since")
    func warnings() {
        let (clock, metrics, warnings) = (SetClock(), MetricsRegistry(), RecentWarnings())
        let logger = Logger(label: "location") { _ in
            ServiceLogHandler(service: "location", level: .warning, format: .json, clock: clock, warnings: warnings)
        }
        let dropped = DroppedLocations(metrics, logger)
        func record(_ count: Int) { dropped.record(count, at: clock.now()) }
        record(0)
        #expect(warnings.latest(of: .location).isEmpty)
        record(2)
        record(3)
        clock.advance(seconds: DroppedLocations.pause)
        record(4)
        let texts = warnings.latest(of: .location).map(\.text)
        #expect(texts.count == 2)
        #expect(texts.first?.contains("7") == true && texts.last?.contains("2") == true, "\(texts)")
        #expect(texts.allSatisfy { $0.contains("miataru.keyRequiredOfNewDevices") })
        #expect(metrics.snapshot().first { $0.name == DroppedLocations.label }?.value == 9)
    }
}
