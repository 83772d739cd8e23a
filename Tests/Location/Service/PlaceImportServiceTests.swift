@testable import Location

@Suite("The location service: imports of devices", .timeLimit(.minutes(10))) struct PlaceImportServiceTests {
    @Test("Operators begin and end an import, the edge sends its portions, and each key opens its device")
    func portions() async throws {
        try await LocationHarness.run { location in
            let begun = try await location.send(BeginPlaceImport(replaces: false))
            let devices = (0..<100).map { number in
                ImportedDevice(.named("device \(number)"), key: .right, locations: (1...5).map { .sample($0) })
            }
            let portion = ImportPlaces(token: begun.token, devices: devices)
            #expect(Set(try await location.send(portion).results) == [ImportedDeviceResult(.made, places: 5)])
            // The bus may send it again.
            #expect(Set(try await location.send(portion).results) == [ImportedDeviceResult(.known)])
            let counts = try await location.send(EndPlaceImport(token: begun.token))
            #expect(EndPlaceImport.outcome(in: counts) == "done: 100 made, 0 replaced, 100 left, 0 refused")
            #expect(try await location.outcome(portion) == .notFound)
            #expect(try await location.outcome(EndPlaceImport(token: begun.token)) == .notFound)
            let update = UpdateLocation.of(.named("device 7"), key: .right)
            #expect(try await location.outcome(update) == nil)
            #expect(try await location.outcome(UpdateLocation.of(.named("device 7"), key: .wrong)) == .forbidden)
        }
    }

    @Test("A portion has 1 to 200 devices and at most 20,000 places")
    func limits() async throws {
        try await LocationHarness.run { location in
            func outcome(_ devices: [ImportedDevice]) async throws -> ErrorCode? {
                try await location.outcome(PreviewPlaceImport(replaces: false, devices: devices))
            }
            let tooMany = (0...200).map { ImportedDevice(.named("\($0)")) }
            let most = ImportedDevice(.owner, locations: Array(repeating: .sample(1), count: 20_000))
            let more = ImportedDevice(.friend, locations: [.sample(1)])
            let outcomes = [try await outcome([]), try await outcome(tooMany), try await outcome([most, more])]
            #expect(outcomes == [.invalidRequest, .invalidRequest, .invalidRequest])
            let ofMost = try await outcome([most])
            #expect(ofMost == nil)
        }
    }
}
