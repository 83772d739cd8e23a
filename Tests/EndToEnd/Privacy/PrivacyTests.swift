extension EndToEnd {
    @Suite("Privacy") struct PrivateData {
        /// An app's headers with a place, planted to be found.
        static let client: HTTPHeaders = [
            "x-meeshy-city": "Canarytown", "x-meeshy-region": "Canaryshire", "x-meeshy-country": "ZZ",
            "x-forwarded-for": "203.0.113.77", "user-agent": "Meeshy-iOS/1.0.0 (42) iOS/17.5.1 iPhone16,1",
        ]

        @Test(
            "At level debug no log has a key, an id, a place or an address",
            arguments: Shape.all(because: "each program writes a log, and each engine its files"))
        func logs(shape: Shape) async throws {
            let settings = Setting.logLevel("debug") + Setting.trustedProxies("127.0.0.0/8")
            try await RunningBalise.withOwn(shape, settings) { balise in
                let scene = try await Scene(balise)
                let place = Miataru.place(
                    scene.device, 1_712_345_678_901, longitude: "13.7654321", latitude: "-48.1234567", key: scene.key)
                let canarySlogan: JSON = "canary in a mine"
                let good: [(Endpoint, JSON)] = [
                    (.updateLocation, Miataru.update([place], history: "True")),
                    (.getLocation, Miataru.read([scene.device], by: scene.friend, key: scene.friendsKey)),
                    (.getLocationHistory, Miataru.history(of: scene.device, by: scene.friend, key: scene.friendsKey)),
                    (.getVisitorHistory, Miataru.visitors(of: scene.device, key: scene.key)),
                    (.setDeviceSlogan, Miataru.setSlogan(of: scene.device, to: canarySlogan, key: scene.key)),
                    (.getAllowedDeviceList, Miataru.allowed(on: scene.device, key: scene.key)),
                    (.setDeviceKey, Miataru.setKey(of: scene.device, to: Fresh.key(), from: scene.key)),
                ]
                for (endpoint, body) in good {
                    #expect(try await balise.post(endpoint, body, Self.client).status == 200)
                }
                for endpoint in Endpoint.allCases {
                    // Wrong keys, wrong types, half a body: failures are logged in more detail.
                    _ = try await balise.post(endpoint, endpoint.sample(scene.device), Self.client)
                    let bent = endpoint.sample().replacing(endpoint.pathOfDevice, with: .string(Fresh.device() + ":"))
                    _ = try await balise.post(endpoint, bent, Self.client)
                    let half = Array(endpoint.sample().encoded.utf8.dropLast(9))
                    _ = try await balise.post(path: "/v1/" + endpoint.rawValue, half, Self.client)
                }
                for path in ["/v1/GetLocationGeoJSON/", "/nope/", "/v1/GetLocation/"] {
                    _ = try await balise.get(path + scene.device, Self.client)
                }
                try await balise.stop()
                try Privacy.check(
                    balise,
                    alsoUnlogged: [
                        "13.7654321", "48.1234567", "1712345678901", "Canarytown", "Canaryshire", "203.0.113.77",
                        "canary in",
                    ])
            }
        }
    }
}
