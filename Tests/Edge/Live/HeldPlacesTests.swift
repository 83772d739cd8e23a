// The ids of events: what a viewer of live places has.

import Models
import Testing

@testable import Edge

@Suite struct HeldPlacesTests {
    private func found(_ latitude: String = "1", speed: String? = nil, slogan: String? = nil)
        -> GetLocation.LocationResult
    {
        GetLocation.LocationResult(
            device: id("phone"),
            location: Location(
                timestamp: LocationValue(json: "1"), longitude: LocationValue(json: "2"),
                latitude: LocationValue(json: latitude), horizontalAccuracy: LocationValue(json: "3"),
                speed: speed.map { LocationValue(json: $0) }), slogan: slogan)
    }

    @Test func tellsWhatWasWritten() throws {
        let held: [(mark: HeldPlaces.Mark, version: HeldPlaces.Version)] = [
            (0xABCDEF, 0x1234_5678_9ABC), (7, 0), (9, 1),
        ]
        let text = HeldPlaces.eventID(of: held)
        #expect(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        let read = try #require(HeldPlaces(eventID: text))
        #expect(held.map { read.version(of: $0.mark) } == [0x1234_5678_9ABC, 0, 1])
        #expect(read.isWhole(for: [0xABCDEF, 9, 4]))
        #expect(!read.isWhole(for: [9]))
    }

    @Test(arguments: ["", "1", "2.", "1.AA", "1.!!!!!!!!!!!!", "7-8", "1." + String(repeating: "A", count: 12 * 65)])
    func refusesWhatItDidNotWrite(_ text: String) { #expect(HeldPlaces(eventID: text) == nil) }

    @Test func doesNotTellOfMoreThanItCan() throws {
        let many = (1...100).map { (mark: HeldPlaces.Mark($0), version: HeldPlaces.Version(1)) }
        let read = try #require(HeldPlaces(eventID: HeldPlaces.eventID(of: many)))
        #expect(read.version(of: 64) == 1 && read.version(of: 65) == 0)
        #expect(!read.isWhole(for: many.map(\.mark)), "there may be others")
    }

    @Test func tellsPlacesApart() {
        let places = [
            found(), found("2"), found(speed: "0"), found(speed: "null"), found(slogan: ""), found(slogan: "a"),
        ]
        #expect(Set(places.map(HeldPlaces.version(of:))).count == places.count)
        #expect(HeldPlaces.version(of: found()) == HeldPlaces.version(of: found()))
        #expect(HeldPlaces.version(of: nil) == 0)
        #expect(HeldPlaces.mark(of: id("a")) != HeldPlaces.mark(of: id("b")))
    }
}
