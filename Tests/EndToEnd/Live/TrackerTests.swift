/// A tracker of a claimed device, as its app uses it.
struct TrackerApp: Sendable {
    let balise: RunningBalise
    let token: String

    /// Claims a device for a user, and creates its tracker.
    static func set(up device: String, key: String, of person: SignedInPerson) async throws -> TrackerApp {
        try await person.balise.accept(.setDeviceKey, Miataru.setKey(of: device, to: key))
        let claim: JSON = ["device": .string(device), "deviceKey": .string(key)]
        try await person.call(.POST, "users/me/location-devices", claim).expect(201)
        let made = try await person.call(.POST, "users/me/trackers", ["device": .string(device), "history": true])
        return TrackerApp(balise: person.balise, token: try #require(made.expect(201).data?["token"]?.text))
    }

    /// A batch of Overland, with the token in the path.
    func report(_ times: [String]) async throws -> Answer {
        let points = times.map {
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":[2.25,48.5]},"properties":{"timestamp":"\#($0)"}}"#
        }
        let body = Array(#"{"locations":[\#(points.joined(separator: ","))]}"#.utf8)
        let type: HTTPHeaders = ["content-type": "application/json"]
        return try await balise.call(.POST, "\(balise.http)/trackers/overland/\(token)", body, type)
    }
}

extension EndToEnd {
    @Suite("Tracker apps") struct TrackerApps {
        @Test("While location is away a tracker gets 503, and its repeated batch is stored once")
        func repeats() async throws {
            try await RunningBalise.withOwn(.services) { balise in
                let person = try await Person().signUp(on: balise)
                let device = Fresh.device()
                let tracker = try await TrackerApp.set(up: device, key: Fresh.key(), of: person)
                let batch = ["2023-11-14T22:13:21Z", "2023-11-14T22:13:22Z"]
                try await tracker.report(batch).expect(200)
                try await balise.child("location").killNow()
                let away = try await tracker.report(batch).expect(503)
                #expect(away.headers["retry-after"] == ["1"] && away.body.isEmpty)
                try await balise.relaunch("location")
                try await tracker.report(batch + ["2023-11-14T22:13:23Z"]).expect(200)
                let history = try await StoredPlaces.history(of: device, on: balise)
                #expect(history == ["1700000003", "1700000002", "1700000001"])
            }
        }
    }
}
