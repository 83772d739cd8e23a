// UpdateLocation: its configuration, its wrappers, its answer.

import Testing

extension EndToEnd {
    @Suite("UpdateLocation: configuration") struct UpdateLocationConfig {
        @Test("The answer is ACK and a fish", arguments: Shape.allCases)
        func fish(shape: Shape) async throws {
            let balise = try await shape.balise
            for _ in 0..<10 {
                let answer = try await balise.accept(.updateLocation, Miataru.update(Fresh.device()))
                #expect(answer.names == ["MiataruResponse", "MiataruVerboseResponse"])
                #expect(answer["MiataruResponse"] == "ACK")
                let fish = try #require(answer["MiataruVerboseResponse"]?.text)
                #expect(["x", "!", "^", "°"].map { "><)))\($0)>" }.contains(fish), "\(fish)")
            }
        }

        @Test(
            "EnableLocationHistory: a string turns the history on or off",
            arguments: Shape.allCases,
            [
                ("\"True\"", true), ("\"true\"", true), ("\"TRUE\"", true), ("\"tRuE\"", true), ("\"False\"", false),
                ("\"false\"", false), ("\"yes\"", false), ("\"1\"", false), ("\"\"", false), ("null", false),
                ("false", false), ("0", false),
            ])
        func history(shape: Shape, setting: (token: String, isOn: Bool)) async throws {
            let balise = try await shape.balise
            let device = Fresh.device()
            try await balise.accept(.updateLocation, Miataru.update(device, history: .raw(setting.token)))
            try await expectHistory(of: device, setting.isOn, on: balise)
        }

        @Test("EnableLocationHistory absent is off", arguments: Shape.allCases)
        func absentHistory(shape: Shape) async throws {
            let balise = try await shape.balise
            let device = Fresh.device()
            let update = Miataru.update(device).replacing(["MiataruConfig", "EnableLocationHistory"], with: nil)
            try await balise.accept(.updateLocation, update)
            try await expectHistory(of: device, false, on: balise)
        }

        private func expectHistory(of device: String, _ isOn: Bool, on balise: RunningBalise) async throws {
            let read = try await balise.accept(.getLocationHistory, Miataru.history(of: device, by: Fresh.device()))
            #expect(read["MiataruServerConfig"]?["AvailableDeviceLocationUpdates"] == (isOn ? 1 : 0))
        }

        @Test(
            "EnableLocationHistory: true and other numbers are refused", arguments: Shape.allCases, ["true", "1", "-1"])
        func refusedHistory(shape: Shape, token: String) async throws {
            let update = Miataru.update(Fresh.device(), history: .raw(token))
            #expect(try await shape.balise.post(.updateLocation, update).status == 400)
        }

        @Test(
            "LocationDataRetentionTime: a number of minutes, also as a string", arguments: Shape.allCases,
            ["\"30\"", "30", "\"1\"", "1440", "0.5", "\"0.05\"", "\"0.001\"", "1.001", "\"525600\""])
        func retention(shape: Shape, token: String) async throws {
            try await shape.balise.accept(.updateLocation, Miataru.update(Fresh.device(), retention: .raw(token)))
        }

        @Test(
            "LocationDataRetentionTime: anything else is refused and erases nothing", arguments: Shape.allCases,
            ["0", "\"0\"", "-5", "\"-5\"", "\"soon\"", "\"\"", "null", "\"-0.001\"", "[]", "{}", "true", "\"NaN\""])
        func refusedRetention(shape: Shape, token: String) async throws {
            let balise = try await shape.balise
            let device = Fresh.device()
            try await balise.accept(.updateLocation, Miataru.update(device, history: "True"))
            let answer = try await balise.post(.updateLocation, Miataru.update(device, retention: .raw(token)))
            #expect(answer.status == 400)
            try await expectHistory(of: device, true, on: balise)
        }

        @Test("A configuration without retention is refused, even with history on", arguments: Shape.allCases)
        func requiredRetention(shape: Shape) async throws {
            let balise = try await shape.balise
            for history: JSON in ["True", "False"] {
                for value: JSON? in [nil, .null, 0] {
                    let update = Miataru.update(Fresh.device(), history: history)
                        .replacing(["MiataruConfig", "LocationDataRetentionTime"], with: value)
                    #expect(try await balise.post(.updateLocation, update).status == 400)
                }
            }
        }

        @Test("Without a configuration there is no history, and a default retention", arguments: Shape.allCases)
        func noConfig(shape: Shape) async throws {
            let balise = try await shape.balise
            let device = Fresh.device()
            try await balise.accept(.updateLocation, Miataru.update(device).replacing(["MiataruConfig"], with: nil))
            let read = try await balise.accept(.getLocation, Miataru.read([device], by: Fresh.device()))
            #expect(read["MiataruLocation"]?[0]?["Device"]?.text == device)
            try await expectHistory(of: device, false, on: balise)
        }

        @Test("A configuration that is none is refused", arguments: Shape.allCases, ["5", "\"x\"", "[]", "{}", "true"])
        func wrongConfig(shape: Shape, token: String) async throws {
            let update = Miataru.update(Fresh.device()).replacing(["MiataruConfig"], with: .raw(token))
            #expect(try await shape.balise.post(.updateLocation, update).status == 400)
        }

        @Test("A single location needs no array around it", arguments: Shape.allCases)
        func single(shape: Shape) async throws {
            let balise = try await shape.balise
            let device = Fresh.device()
            let update = Miataru.update(device).replacing(["MiataruLocation"], with: Miataru.place(device))
            try await balise.accept(.updateLocation, update)
            let read = try await balise.accept(.getLocation, Miataru.read([device], by: Fresh.device()))
            #expect(read["MiataruLocation"]?[0]?["Device"]?.text == device)
        }

        @Test(
            "Locations that are none are refused", arguments: Shape.allCases,
            ["null", "5", "\"x\"", "true", "{}", "[5]", "[\"x\"]", "[null]", "[[]]", "[{}]"])
        func wrongLocations(shape: Shape, token: String) async throws {
            let balise = try await shape.balise
            let update = Miataru.update(Fresh.device()).replacing(["MiataruLocation"], with: .raw(token))
            #expect(try await balise.post(.updateLocation, update).status == 400)
            let none = Miataru.update(Fresh.device()).replacing(["MiataruLocation"], with: nil)
            #expect(try await balise.post(.updateLocation, none).status == 400)
        }

        @Test("An empty array is no defect", arguments: Shape.allCases)
        func empty(shape: Shape) async throws {
            let balise = try await shape.balise
            let on = try await balise.post(.updateLocation, Miataru.update([], history: "True"))
            #expect(on.status == 200 && on.json?["MiataruResponse"] == "ACK")
            #expect([200, 400].contains(try await balise.post(.updateLocation, Miataru.update([])).status))
        }
    }
}
