// GetLocationHistory: amounts, counts, and the many forms in which it may be asked.

import Testing

extension EndToEnd {
    @Suite("GetLocationHistory") struct GetLocationHistory {
        static func deviceWithHistory(_ count: Int, on balise: RunningBalise) async throws -> String {
            let device = Fresh.device()
            let places = StorageRules.places(device, 1...count)
            try await balise.accept(.updateLocation, Miataru.update(places, history: "True"))
            return device
        }

        @Test(
            "gives at most the amount, newest first, and tells how many there are",
            arguments: Shape.allCases,
            [
                ("3", 3), ("\"3\"", 3), ("1", 1), ("5", 5), ("\"1024\"", 5), ("\"0x3\"", 3), ("\" 2 \"", 2),
                ("\"2e0\"", 2), ("100000000000", 5),
            ])
        func amounts(shape: Shape, amount: (token: String, count: Int)) async throws {
            let balise = try await shape.balise
            let device = try await Self.deviceWithHistory(5, on: balise)
            let request = Miataru.history(of: device, .raw(amount.token), by: Fresh.device())
            let read = try await balise.accept(.getLocationHistory, request)
            #expect(read.names == ["MiataruServerConfig", "MiataruLocation"])
            #expect(
                read["MiataruServerConfig"]
                    == ["MaximumNumberOfLocationUpdates": 1023, "AvailableDeviceLocationUpdates": 5])
            let newest = (6 - amount.count...5).reversed().map { Miataru.place(device, .string(String($0))) }
            #expect(read["MiataruLocation"] == .array(newest), "no slogan among the members")
        }

        @Test(
            "refuses other amounts", arguments: Shape.allCases,
            ["0", "-1", "\"0\"", "\"-5\"", "1.5", "\"2.5\"", "\"many\"", "\"\"", "null", "true", "[]", "{}"])
        func refusedAmounts(shape: Shape, token: String) async throws {
            let request = Miataru.history(of: Fresh.device(), .raw(token), by: Fresh.device())
            #expect(try await shape.balise.post(.getLocationHistory, request).status == 400)
        }

        @Test("refuses a request without an amount or a reader", arguments: Shape.allCases)
        func missing(shape: Shape) async throws {
            let balise = try await shape.balise
            let request = Miataru.history(of: Fresh.device(), by: Fresh.device())
            let noAmount = request.replacing(["MiataruGetLocationHistory", "Amount"], with: nil)
            #expect(try await balise.post(.getLocationHistory, noAmount).status == 400)
            #expect(
                try await balise.post(.getLocationHistory, Miataru.history(of: Fresh.device(), by: nil)).status == 400)
            #expect(
                try await balise.post(.getLocationHistory, request.replacing(["MiataruConfig"], with: nil)).status
                    == 400)
        }

        @Test("of an unknown device is empty", arguments: Shape.allCases)
        func unknown(shape: Shape) async throws {
            let request = Miataru.history(of: Fresh.device(), by: Fresh.device())
            let read = try await shape.balise.accept(.getLocationHistory, request)
            #expect(
                read == [
                    "MiataruServerConfig": [
                        "MaximumNumberOfLocationUpdates": 1023, "AvailableDeviceLocationUpdates": 0,
                    ],
                    "MiataruLocation": [],
                ])
        }

        @Test(
            "may be asked in other forms",
            arguments: Shape.allCases,
            [
                "{\"device\":\"$\",\"AMOUNT\":\"2\"}", "{\"Amount\":2,\"DEVICE\":\"$\"}", "\"Device=$&Amount=2\"",
                "\"Amount=2&Device=$\"", "\"device=$&amount=2\"", "\"{\\\"Device\\\":\\\"$\\\",\\\"Amount\\\":2}\"",
                "[[\"Device\",\"$\"],[\"Amount\",\"2\"]]", "[{\"Device\":\"$\"},{\"Amount\":2}]",
                "[{\"Device\":\"$\",\"Amount\":\"2\"}]",
            ])
        func forms(shape: Shape, form: String) async throws {
            let balise = try await shape.balise
            let device = try await Self.deviceWithHistory(3, on: balise)
            let inner = JSON.raw(form.replacing("$", with: device))
            let request = Miataru.history(of: device, by: Fresh.device())
                .replacing(["MiataruGetLocationHistory"], with: inner)
            let read = try await balise.accept(.getLocationHistory, request)
            #expect(read["MiataruLocation"]?.elements?.map { $0["Timestamp"] } == ["3", "2"])
        }

        @Test(
            "refuses what is none of them",
            arguments: Shape.allCases,
            [
                "{\"Device\":\"$\",\"Amount\":2,\"DeviceKey\":\"k\"}", "{\"Device\":\"$\",\"Amount\":2,\"X\":1}",
                "\"Device=$;Amount=2\"", "\"Device=$,Amount=2\"", "\"Device:$&Amount:2\"",
                "\"Device=$&Device=$&Amount=2\"", "\"Device=$&Amount=2&Amount=3\"", "\"Device=$\"", "\"Amount=2\"",
                "\"\"", "\"$\"", "\"{\"", "[]", "[5]", "[[\"Device\"]]", "5", "true", "null", "{}",
                "\"Device=$&Amount=2&X=1\"", "\"Device=&Amount=2\"", "\"Device=$&Amount=0\"",
            ])
        func refusedForms(shape: Shape, form: String) async throws {
            let device = Fresh.device()
            let request = Miataru.history(of: device, by: Fresh.device())
                .replacing(["MiataruGetLocationHistory"], with: .raw(form.replacing("$", with: device)))
            #expect(try await shape.balise.post(.getLocationHistory, request).status == 400)
        }

        @Test("reads a thousand locations at once", arguments: Shape.allCases)
        func large(shape: Shape) async throws {
            let balise = try await shape.balise
            let device = try await Self.deviceWithHistory(1023, on: balise)
            let read = try await balise.accept(
                .getLocationHistory, Miataru.history(of: device, 1024, by: Fresh.device()))
            #expect(read["MiataruLocation"]?.elements?.count == 1023)
        }
    }
}
