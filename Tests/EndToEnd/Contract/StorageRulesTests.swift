// What stays of an update: current location, history, expiry, batches.

import Isolation
import Testing

extension EndToEnd {
    @Suite("What an update leaves") struct StorageRules {
        static func current(of device: String, on balise: RunningBalise) async throws -> JSON? {
            try await balise.accept(.getLocation, Miataru.read([device], by: Fresh.device()))["MiataruLocation"]?[0]
        }

        /// The timestamps of a device's history, newest first.
        static func history(of device: String, on balise: RunningBalise) async throws -> [JSON] {
            let read = try await balise.accept(
                .getLocationHistory, Miataru.history(of: device, "5000", by: Fresh.device()))
            let places = try #require(read["MiataruLocation"]?.elements)
            #expect(read["MiataruServerConfig"]?["AvailableDeviceLocationUpdates"]?.integer == places.count)
            return places.map { $0["Timestamp"] ?? .null }
        }

        static func places(_ device: String, _ timestamps: ClosedRange<Int>) -> [JSON] {
            timestamps.map { Miataru.place(device, .string(String($0))) }
        }

        @Test("History is in the order of arrival, whatever the timestamps say", arguments: Shape.allCases)
        func order(shape: Shape) async throws {
            let balise = try await shape.balise
            let device = Fresh.device()
            for batch in [["30", "10"], ["20"], ["50", "40"]] {
                let places = batch.map { Miataru.place(device, .string($0)) }
                try await balise.accept(.updateLocation, Miataru.update(places, history: "True"))
            }
            #expect(try await Self.history(of: device, on: balise) == ["40", "50", "20", "10", "30"])
            #expect(try await Self.current(of: device, on: balise)?["Timestamp"] == "40")
        }

        @Test("An update without history erases the history, and is not part of one", arguments: Shape.allCases)
        func erase(shape: Shape) async throws {
            let balise = try await shape.balise
            let device = Fresh.device()
            try await balise.accept(.updateLocation, Miataru.update(Self.places(device, 1...5), history: "True"))
            try await balise.accept(.updateLocation, Miataru.update(Self.places(device, 6...7)))
            #expect(try await Self.history(of: device, on: balise) == [])
            #expect(try await Self.current(of: device, on: balise)?["Timestamp"] == "7")
            try await balise.accept(.updateLocation, Miataru.update(Self.places(device, 8...8), history: "True"))
            #expect(try await Self.history(of: device, on: balise) == ["8"])
        }

        @Test("A batch stores every device of it", arguments: Shape.allCases, ["True", "False"])
        func batch(shape: Shape, history: String) async throws {
            let balise = try await shape.balise
            let (one, two, three) = (Fresh.device(), Fresh.device(), Fresh.device())
            let places = [
                Miataru.place(one, "1"), Miataru.place(two, "2"), Miataru.place(one, "3"), Miataru.place(three, "4"),
                Miataru.place(two, "5"),
            ]
            try await balise.accept(.updateLocation, Miataru.update(places, history: .string(history)))
            for (device, last, all) in [(one, "3", ["3", "1"]), (two, "5", ["5", "2"]), (three, "4", ["4"])] {
                #expect(try await Self.current(of: device, on: balise)?["Timestamp"]?.text == last)
                let expected = history == "True" ? all.map { JSON.string($0) } : []
                #expect(try await Self.history(of: device, on: balise) == expected)
            }
        }

        @Test("One bad entry refuses the whole request", arguments: Shape.allCases)
        func allOrNothing(shape: Shape) async throws {
            let balise = try await shape.balise
            let devices = Fresh.devices(3)
            for bad in 0..<3 {
                var places = devices.map { Miataru.place($0) }
                places[bad] = places[bad].replacing(["Latitude"], with: "91")
                #expect(try await balise.post(.updateLocation, Miataru.update(places)).status == 400)
            }
            let read = try await balise.accept(.getLocation, Miataru.read(devices, by: Fresh.device()))
            #expect(read == ["MiataruLocation": [nil, nil, nil]])
        }

        @Test("5,000 locations are taken at once, 5,001 are not", arguments: Shape.allCases)
        func maximumLocations(shape: Shape) async throws {
            let balise = try await shape.balise
            let (few, many) = (Fresh.device(), Fresh.device())
            let tooMany = Miataru.update(Self.places(many, 1...5001), history: "True")
            #expect(try await balise.post(.updateLocation, tooMany).status == 400)
            #expect(try await Self.current(of: many, on: balise) == .null)
            #expect(try await Self.history(of: many, on: balise) == [])
            // A service that is slow today says 503 and has stored none of them.
            try await eventually("the service takes them in time", within: .seconds(60)) {
                let answer = try await balise.post(
                    .updateLocation, Miataru.update(Self.places(few, 1...5000), history: "True"))
                try #require(answer.status == 200 || answer.status == 503, "\(answer)")
                return answer.status == 200
            }
            let history = try await Self.history(of: few, on: balise)
            #expect(history == (3978...5000).reversed().map { .string(String($0)) }, "the newest 1,023")
        }

        @Test("The history holds 1,023 locations", arguments: Shape.allCases)
        func cap(shape: Shape) async throws {
            let balise = try await shape.balise
            let device = Fresh.device()
            try await balise.accept(.updateLocation, Miataru.update(Self.places(device, 1...1020), history: "True"))
            try await balise.accept(.updateLocation, Miataru.update(Self.places(device, 1021...1030), history: "True"))
            let read = try await balise.accept(
                .getLocationHistory, Miataru.history(of: device, "2", by: Fresh.device()))
            #expect(
                read["MiataruServerConfig"]
                    == ["MaximumNumberOfLocationUpdates": 1023, "AvailableDeviceLocationUpdates": 1023])
            #expect(read["MiataruLocation"]?.elements?.map { $0["Timestamp"] } == ["1030", "1029"])
            #expect(try await Self.history(of: device, on: balise).last == "8")
        }

        @Test("Without history a location expires; each update starts its time again", arguments: Shape.allCases)
        func expiry(shape: Shape) async throws {
            // On its own, since six seconds pass quickly in a queue.
            try await RunningBalise.withOwn(shape) { balise in
                let (brief, renewed, kept, visitor) = (Fresh.device(), Fresh.device(), Fresh.device(), Fresh.device())
                try await balise.accept(.updateLocation, Miataru.update(brief, retention: "30"))
                try await balise.accept(.getLocation, Miataru.read([brief], by: visitor))
                let began = ContinuousClock.now
                for device in [brief, renewed, kept] {
                    try await balise.accept(.updateLocation, Miataru.update(device, retention: "0.1"))
                }
                try await balise.accept(.updateLocation, Miataru.update(renewed, retention: "30"))
                try await balise.accept(.updateLocation, Miataru.update(kept, history: "True", retention: "0.1"))
                try await eventually("the location expires") {
                    try await Self.current(of: brief, on: balise) == .null
                }
                #expect(ContinuousClock.now - began >= .seconds(6), "a tenth of a minute is six seconds")
                #expect(try await Self.current(of: renewed, on: balise) != .null)
                #expect(try await Self.current(of: kept, on: balise) != .null, "with history on nothing expires")
                #expect(try await balise.get("/v1/GetLocationGeoJSON/\(brief)").json == [:])
                let visitors = try await balise.accept(.getVisitorHistory, Miataru.visitors(of: brief))
                #expect(visitors["MiataruVisitors"]?.elements?.isEmpty == false, "visitors outlive the location")
            }
        }
    }
}
