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

    @Test func readsWhatItWrote() throws {
        let held: [(mark: HeldPlaces.Mark, version: HeldPlaces.Version)] = [
            (0xABCDEF, 0x1234_5678_9ABC), (7, 0), (9, 1),
        ]
        let text = HeldPlaces.eventID(of: held)
        #expect(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        let read = try #require(HeldPlaces(eventID: text))
        #expect(held.map { read.version(of: $0.mark) } == [0x1234_5678_9ABC, 0, 1])
        #expect(read.isWhole(for: [0xABCDEF, 9, 4]) && !read.isWhole(for: [9]))
    }

    @Test(arguments: ["", "2", "1.", "2.AA", "2.!!!!!!!!!!!!", "7-8", "2." + String(repeating: "A", count: 12 * 65)])
    func refusesWhatItDidNotWrite(_ text: String) { #expect(HeldPlaces(eventID: text) == nil) }

    @Test func holdsALimitedNumberOfPlaces() throws {
        let many = (1...100).map { (mark: HeldPlaces.Mark($0), version: HeldPlaces.Version(1)) }
        let read = try #require(HeldPlaces(eventID: HeldPlaces.eventID(of: many)))
        #expect(read.version(of: 64) == 1 && read.version(of: 65) == 0)
        #expect(!read.isWhole(for: many.map(\.mark)), "there may be others")
    }

    @Test func tellsPlacesApart() {
        let key = EventKey.sample()
        let places = [
            found(), found("2"), found(speed: "0"), found(speed: "null"), found(slogan: ""), found(slogan: "a"),
        ]
        #expect(Set(places.map(key.version(of:))).count == places.count)
        #expect(key.version(of: found()) == EventKey.sample().version(of: found()) && key.version(of: nil) == 0)
        #expect(key.mark(of: id("a")) != key.mark(of: id("b")))
    }

    /// Proxies log ids: without the key, the place cannot be guessed.
    @Test func tellsNothingWithoutTheKey() {
        let (key, other) = (EventKey.sample(7), EventKey.sample(8))
        #expect(key.version(of: found()) != other.version(of: found()))
        #expect(key.mark(of: id("phone")) != other.mark(of: id("phone")))
        var elsewhere = found()
        elsewhere.device = id("tablet")
        #expect(key.version(of: found()) != key.version(of: elsewhere), "of two devices at one place")
    }

    @Test(arguments: ["", "short", "!"])
    func refusesOtherKeys(_ text: String) { #expect(EventKey(SecretText(text)) == nil) }
}
