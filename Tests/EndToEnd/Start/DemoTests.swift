extension EndToEnd {
    @Suite("The demo") struct Demo {
        @Test("`demo` fills an empty server as the services accept it, and is refused the second time")
        func fill() async throws {
            try await RunningBalise.withOwn(.allInOne) { balise in
                let words = ["demo", "--people", "20", "--server", balise.http, "--json"]
                let filled = try await balise.command(words)
                try #require(filled.status == 0, "\(filled.output)")
                let report = try JSON(reading: filled.output)
                let name = try #require(report["username"]?.text)
                let password = try #require(report["password"]?.text)

                let accounts = try await balise.operate(.GET, "/accounts?limit=200").expect(200)
                #expect(accounts.json?["accounts"]?.elements?.count == 20)
                let notifications = try await balise.operate(.GET, "/notifications").expect(200)
                let states = notifications.json?["notifications"]?.elements?.compactMap { $0["state"]?.text } ?? []
                #expect(Set(states).isSuperset(of: ["scheduled", "delivering", "cancelled"]), "\(states)")
                let place = try await balise.get("/v1/GetLocationGeoJSON/\(name)-phone")
                #expect(place.status == 200, "\(place)")

                let credentials: JSON = ["username": .string(name), "password": .string(password)]
                let signedIn = try await balise.post(path: "/api/v1/auth/login", Array(credentials.encoded.utf8))
                let token = try #require(signedIn.expect(200).json?["token"]?.text)
                let inbox = try await balise.get("/api/v1/notifications", ["authorization": "Bearer \(token)"])
                #expect(inbox.json?["data"]?.elements?.isEmpty == false, "\(inbox)")

                let again = try await balise.command(words)
                #expect(again.status == 1 && again.output.contains("this server has accounts"), "\(again.output)")
            }
        }
    }
}
