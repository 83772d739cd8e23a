extension EndToEnd {
    @Suite("Privacy") struct PrivateData {
        /// An app's headers with a place, planted to be found.
        static let client: HTTPHeaders = [
            "x-meeshy-city": "Canarytown", "x-meeshy-region": "Canaryshire", "x-meeshy-country": "ZZ",
            "x-forwarded-for": "203.0.113.77", "user-agent": "Meeshy-iOS/1.0.0 (42) iOS/17.5.1 iPhone16,1",
        ]

        @Test(
            "At level debug no log or metric has a key, an id, a place, an address or a user's data",
            arguments: Shape.all(because: "each program writes a log, and each engine its files"))
        func logs(shape: Shape) async throws {
            let mailbox = try await Mailbox.shared()
            let settings =
                Setting.logLevel("debug") + Setting.trustedProxies("127.0.0.0/8") + Setting.patient
                + Setting.webhook(mailbox)
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
                let secrets = try await useAccounts(of: balise, mailbox)
                let metrics = try await balise.operate(.GET, "/metrics").text
                for canary in Fresh.marks + secrets { #expect(!metrics.contains(canary), "a metric holds \(canary)") }
                #expect(metrics.contains("balise_"))
                try await balise.stop()
                try Privacy.check(
                    balise,
                    alsoUnlogged: secrets + [
                        "13.7654321", "48.1234567", "1712345678901", "Canarytown", "Canaryshire", "203.0.113.77",
                        "canary in",
                    ])
            }
        }

        private func useAccounts(of balise: RunningBalise, _ mailbox: Mailbox) async throws -> [String] {
            var secrets: [String] = []
            for app in App.allCases {
                let person = Person(app)
                let signedIn = try await person.signUp(on: balise)
                secrets += [signedIn.token, person.address]
                if app == .meeshy {
                    var wrong = person
                    wrong.password = "pw-\(Fresh.passwordMark)-no"
                    #expect(try await wrong.trySignIn(on: balise).status == 401)
                    #expect(try await wrong.register(on: balise).status == 409)
                }
                let device = Fresh.device()
                let tracker = try await TrackerApp.set(up: device, key: Fresh.key(), of: signedIn)
                secrets += [tracker.token, "canary-in-url", "canary-password"]
                // The target cannot be reached, and the failure is not logged with its address.
                let target: JSON = [
                    "name": "Home", "form": "owntracks", "url": "https://home.invalid/?key=canary-in-url",
                    "password": "canary-password",
                ]
                let forwarders = "users/me/location-devices/\(device)/forwarders"
                let made = try await signedIn.call(.POST, forwarders, target).expect(201)
                try await tracker.report(["2023-11-14T22:13:21Z"]).expect(200)
                let id = try #require(made.data?["id"]?.text)
                try await signedIn.call(.POST, "\(forwarders)/\(id)/test").expect(200)
                for place in ["", "/extra", "/../x"] {
                    let url = "\(balise.http)/trackers/owntracks/\(tracker.token)\(place)"
                    _ = try await balise.call(.POST, url, Array("{".utf8), ["content-type": "application/json"])
                }
                for path in ["auth/me", "users/me", "auth/sessions"] {
                    #expect(try await signedIn.call(.GET, path).status == 200)
                }
                let address: JSON = ["email": .string(person.email)]
                _ = try await balise.api(.POST, "auth/forgot-password", address, from: person.address)
                let token = try #require(try await mailbox.message(to: person.email).token)
                secrets.append(token)
                let late: JSON = ["token": .string(token), "newPassword": "short"]
                #expect(try await balise.api(.POST, "auth/reset-password", late, from: person.address).status == 400)
                let refresh: JSON = ["token": .string(signedIn.token)]
                let refreshed = try await balise.api(.POST, "auth/refresh", refresh, from: person.address)
                secrets += [refreshed.data?["sessionToken"]?.text, refreshed.data?["token"]?.text].compactMap(\.self)
                // Failures are logged in more detail.
                let odd: JSON = ["email": [.string(person.email)], "password": .string(person.password)]
                #expect(try await balise.api(.POST, "auth/login", odd, from: person.address).status == 400)
                let half: HTTPHeaders = ["content-type": "application/json", "x-forwarded-for": person.address]
                let bytes = Array(person.credentials.encoded.utf8.dropLast(3))
                let cut = try await balise.call(.POST, balise.http + "/api/v1/auth/login", bytes, half)
                #expect(cut.status == 400 && !cut.text.contains(Fresh.passwordMark))
                _ = try await balise.api(.GET, "users/\(person.email)", token: signedIn.token + "x")
                #expect(try await balise.operate(.GET, "/accounts/\(person.email)").status == 200)
                #expect(try await balise.operate(.GET, "/accounts/nobody-\(person.email)").status == 404)
            }
            return secrets
        }
    }
}
