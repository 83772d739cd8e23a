@testable import Location

@Suite("A reported location") struct LocationRulesTests {
    private let rules = LocationRules(servesLegacyClients: false)
    private let lenient = LocationRules(servesLegacyClients: true)

    /// One member of a location, and a token for it.
    struct Case: Sendable, CustomTestStringConvertible {
        let member: Member
        let token: String
        var testDescription: String { "\(member): \(token)" }

        init(_ member: Member, _ token: String) {
            (self.member, self.token) = (member, token)
        }
    }

    enum Member { case timestamp, longitude, latitude, accuracy, speed, battery, altitude }

    private func location(_ example: Case) -> Location {
        var location = Location.sample()
        let value = LocationValue(json: example.token)
        switch example.member {
        case .timestamp: location.timestamp = value
        case .longitude: location.longitude = value
        case .latitude: location.latitude = value
        case .accuracy: location.horizontalAccuracy = value
        case .speed: location.speed = value
        case .battery: location.batteryLevel = value
        case .altitude: location.altitude = value
        }
        return location
    }

    @Test(
        "Values in range are stored exactly as written",
        arguments: [
            Case(.timestamp, "1"), Case(.timestamp, #""1700000000""#), Case(.timestamp, #""1700000000.0""#),
            Case(.timestamp, #""1e9""#), Case(.longitude, "-180"), Case(.longitude, #""+180.0""#),
            Case(.latitude, "90"), Case(.latitude, #"" -90 ""#), Case(.accuracy, "0"), Case(.accuracy, "10000"),
            Case(.speed, "0"), Case(.speed, "1000"), Case(.speed, "null"), Case(.battery, "100"),
            Case(.battery, #""0""#), Case(.battery, "null"), Case(.altitude, "-1000"), Case(.altitude, "100000"),
            Case(.altitude, #""-1""#), Case(.altitude, "null"),
        ])
    func taken(example: Case) throws {
        let location = location(example)
        #expect(try rules.checked(location) == location)
        #expect(try lenient.checked(location) == location)
    }

    @Test(
        "A value that is not a number in its range is refused",
        arguments: [
            Case(.timestamp, "0"), Case(.timestamp, "-1"), Case(.timestamp, #""soon""#), Case(.timestamp, "null"),
            Case(.timestamp, #""0.5""#), Case(.longitude, "180.0001"), Case(.longitude, #""-180.1""#),
            Case(.longitude, "null"), Case(.latitude, "90.5"), Case(.latitude, "-90.0001"),
            Case(.latitude, #""north""#), Case(.latitude, "true"), Case(.accuracy, #""""#), Case(.speed, "1000.5"),
            Case(.speed, "-2"), Case(.speed, #""fast""#), Case(.battery, "101"), Case(.battery, #""-2""#),
            Case(.altitude, "-1001"), Case(.altitude, "100001"), Case(.altitude, #""""#),
        ])
    func refused(example: Case) {
        for rules in [rules, lenient] {
            let error = #expect(throws: ServiceError.self) { try rules.checked(location(example)) }
            #expect(error?.code == .invalidRequest)
        }
    }

    @Test(
        "The value -1 means unknown and is left out",
        arguments: [
            Case(.speed, "-1"), Case(.speed, "-1.0"), Case(.speed, #""-1""#), Case(.battery, "-1"),
            Case(.battery, #""-1""#), Case(.battery, #"" -1.0 ""#), Case(.altitude, "-1"), Case(.altitude, "-1.0"),
        ])
    func unknown(example: Case) throws {
        let kept = try rules.checked(location(example))
        let value =
            switch example.member {
            case .speed: kept.speed
            case .battery: kept.batteryLevel
            default: kept.altitude
            }
        #expect(value == nil)
    }

    @Test(
        "Values of 1.0 clients are accepted only if the setting allows them",
        arguments: [
            Case(.timestamp, #""1700000000.25""#), Case(.timestamp, "1700000000.5"), Case(.accuracy, "10001"),
            Case(.accuracy, "-1"), Case(.accuracy, #""-5""#), Case(.longitude, #""10,5""#),
            Case(.latitude, #""-3,25""#),
            Case(.speed, #""1,5""#),
        ])
    func legacy(example: Case) throws {
        let location = location(example)
        #expect(throws: ServiceError.self) { try rules.checked(location) }
        #expect(try lenient.checked(location) == location)
    }
}
