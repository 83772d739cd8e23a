// UpdateLocation, member by member: which values are taken, and that they come back as they were.

import Testing

/// One value of one member of a location, and the status that it gets.
struct ValueCase: Sendable, CustomTestStringConvertible {
    var member: String
    var token: String
    var status: Int

    init(_ member: String, _ token: String, _ status: Int) {
        self.member = member
        self.token = token
        self.status = status
    }

    var testDescription: String { "\(member): \(token) → \(status)" }
}

extension EndToEnd {
    @Suite("UpdateLocation: values") struct UpdateLocationValues {
        static let numbers: [ValueCase] = ["Timestamp", "Longitude", "Latitude", "HorizontalAccuracy"].flatMap {
            member in
            [
                ("7", 200), ("\"7\"", 200), ("\"+7\"", 200), ("\" 7 \"", 200), ("\"7.0\"", 200), ("7.0", 200),
                ("\"7e0\"", 200), ("7e0", 200), ("\"0.7E1\"", 200), ("\"7.\"", 200), ("\"\"", 400), ("\"  \"", 400),
                ("\"NaN\"", 400), ("\"Infinity\"", 400), ("\"-Infinity\"", 400), ("\"7,5\"", 400), ("\"seven\"", 400),
                ("\"7 m\"", 400), ("true", 400), ("false", 400), ("null", 400), ("[7]", 400), ("[]", 400), ("{}", 400),
                ("1e400", 400), ("\"1e400\"", 400), ("\"--7\"", 400), ("\"7\\u0000\"", 400),
            ].map { ValueCase(member, $0.0, $0.1) }
        }

        static let ranges: [ValueCase] =
            cases("Timestamp", 200, ["1", "\"1\"", "1700000000000", "\"1700000000.0\"", "1700000000.0", "\"1.7e9\""])
            + cases("Timestamp", 400, ["0", "\"0\"", "-1", "\"-1\"", "1.5", "\"1700000000.25\"", "0.5"])
            + cases("Longitude", 200, ["180", "-180", "\"180.0\"", "\"-180\"", "0", "\"+10.837502\"", "-0.0"])
            + cases("Longitude", 400, ["180.0001", "-180.0001", "\"181\"", "\"-181\"", "1e3"])
            + cases("Latitude", 200, ["90", "-90", "\"90.0\"", "\"-90\"", "0", "\"0\""])
            + cases("Latitude", 400, ["90.0001", "-90.0001", "\"91\"", "\"-91\""])
            + cases("HorizontalAccuracy", 200, ["0", "10000", "\"10000\"", "\"0.5\""])
            + cases("HorizontalAccuracy", 400, ["-0.1", "10000.1", "\"-1\"", "-1", "\"10001\""])
            + cases("Speed", 200, ["0", "1000", "\"1000\"", "-1", "\"-1\"", "null", "12.5"])
            + cases("Speed", 400, ["1000.1", "-0.5", "-2", "\"fast\"", "\"\"", "true", "[]", "{}"])
            + cases("BatteryLevel", 200, ["0", "100", "\"100\"", "-1", "\"-1\"", "null", "\"55.5\""])
            + cases("BatteryLevel", 400, ["100.1", "-0.5", "-2", "\"full\"", "\"\"", "false", "[]", "{}"])
            + cases("Altitude", 200, ["-1000", "100000", "\"-1000\"", "-1", "\"-1\"", "null", "\"+312.5\""])
            + cases("Altitude", 400, ["-1000.1", "100000.1", "\"high\"", "\"\"", "true", "[]", "{}"])

        private static func cases(_ member: String, _ status: Int, _ tokens: [String]) -> [ValueCase] {
            tokens.map { ValueCase(member, $0, status) }
        }

        @Test("Numbers and strings that are numbers are taken", arguments: Shape.allCases, numbers)
        func number(shape: Shape, value: ValueCase) async throws { try await expect(value, on: shape) }

        @Test("Limits are inclusive", arguments: Shape.allCases, ranges)
        func range(shape: Shape, value: ValueCase) async throws { try await expect(value, on: shape) }

        /// Sends the value; what is taken comes back as it was, what is refused leaves no trace.
        private func expect(_ value: ValueCase, on shape: Shape) async throws {
            let balise = try await shape.balise
            let (device, reader) = (Fresh.device(), Fresh.device())
            let update = Miataru.update(device).replacing(
                ["MiataruLocation", 0, .name(value.member)], with: .raw(value.token))
            let answer = try await balise.post(.updateLocation, update)
            #expect(answer.status == value.status, "\(answer)")
            let read = try await balise.accept(.getLocation, Miataru.read([device], by: reader))
            let place = read["MiataruLocation"]?[0]
            guard value.status == 200 else {
                #expect(answer.error?.hasPrefix("Bad Request: ") == true, "\(answer)")
                #expect(place == .null)
                return
            }
            #expect(place?[value.member] == returned(value), "\(read)")
        }

        /// What comes back for a value that is taken; nil when it says that nothing is known.
        private func returned(_ value: ValueCase) -> JSON? {
            let unknowing = value.token == "-1" || value.token == "\"-1\"" && value.member != "Altitude"
            if unknowing, ["Speed", "BatteryLevel", "Altitude"].contains(value.member) { return nil }
            return try? JSON(reading: value.token)
        }

        @Test(
            "A location without a required member is refused",
            arguments: Shape.allCases, ["Device", "Timestamp", "Longitude", "Latitude", "HorizontalAccuracy"])
        func required(shape: Shape, member: String) async throws {
            let path: [JSON.Step] = ["MiataruLocation", 0, .name(member)]
            let balise = try await shape.balise
            for value in [nil, JSON.null, ""] {
                let update = Miataru.update(Fresh.device()).replacing(path, with: value)
                #expect(try await balise.post(.updateLocation, update).status == 400)
            }
        }

        @Test("What a location says beyond the contract is dropped", arguments: Shape.allCases)
        func unknownMembers(shape: Shape) async throws {
            let balise = try await shape.balise
            let device = Fresh.device()
            let place = Miataru.place(device).replacing(["Activity"], with: "walking").replacing(["Course"], with: 5)
            try await balise.accept(.updateLocation, Miataru.update([place]))
            let read = try await balise.accept(.getLocation, Miataru.read([device], by: Fresh.device()))
            #expect(
                read["MiataruLocation"]?[0]?.names
                    == ["Device", "Timestamp", "Longitude", "Latitude", "HorizontalAccuracy", "Slogan"])
        }

        @Test("All values come back in their own JSON types", arguments: Shape.allCases)
        func types(shape: Shape) async throws {
            let balise = try await shape.balise
            let device = Fresh.device()
            let place: JSON = [
                "Device": .string(device), "Timestamp": 1_700_000_000_123, "Longitude": "+010.50", "Latitude": -5,
                "HorizontalAccuracy": 12.25, "Speed": "3.60", "BatteryLevel": 80, "Altitude": "-1",
            ]
            try await balise.accept(.updateLocation, Miataru.update([place]))
            let read = try await balise.accept(.getLocation, Miataru.read([device], by: Fresh.device()))
            #expect(read["MiataruLocation"]?[0] == place.replacing(["Slogan"], with: .null))
        }
    }
}
