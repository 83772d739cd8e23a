extension EndToEnd {
    @Suite("The FamilySync app") struct FamilyAppCalls {
        @Test(
            "The FamilySync app's whole sequence works on a fresh database, after a restart, and after signing out",
            arguments: Shape.standard)
        func sequence(shape: Shape) async throws {
            // A unique address and place, to search for.
            var app = FamilyApp(address: "203.0.113.\(Int.random(in: 1...254))")
            let settings = Setting.logLevel("debug") + Setting.trustedProxies("127.0.0.1/32") + Setting.patient
            try await RunningBalise.withOwn(shape, settings) { balise in
                #expect(try await app.call(.GET, "account", on: balise).status == 401)
                #expect(try await app.signIn(on: balise) == [401, 201, 201, 200, 404, 201])
                #expect(app.cookies.count == 2 && app.cookies.allSatisfy { $0.contains("; Secure") })
                let user = try #require(try await app.call(.GET, "account", on: balise).json)
                #expect(user["$id"]?.text == (try app.id))
                #expect(user["email"]?.text == (try app.email))
                #expect(user["name"] == "Utilisateur" && user["prefs"] == [:])
                let change: JSON = ["data": ["name": "Léa", "birthday": "2010-05-01"]]
                #expect(try await app.call(.PATCH, try app.document, change, on: balise).status == 200)
                try nothingLeaks(of: app, balise)

                try await balise.killAndRestart(shape.programs)
                // The app starts again with its stored cookie.
                #expect(try await app.call(.GET, "account", on: balise).json == user)
                let document = try #require(try await app.call(.GET, try app.document, on: balise).json)
                #expect(document["name"] == "Léa" && document["user_id"] == user["$id"])
                let session = try await app.call(.GET, "account/sessions/current", on: balise).json
                #expect(session?["current"] == true && session?["ip"] == "" && session?["provider"] == "email")

                #expect(try await app.call(.DELETE, "account/sessions/current", [:], on: balise).status == 204)
                let signedOut = try await app.call(.GET, "account", on: balise)
                #expect(signedOut.status == 401 && signedOut.type == "general_unauthorized_scope")
                // Everything exists, so nothing is created.
                #expect(try await app.signIn(on: balise) == [201, 200, 200])
                let metrics = try await balise.operate(.GET, "/metrics").text
                #expect(!metrics.contains(app.appleUserID) && !metrics.contains(app.address))
                try await balise.stop()
                try nothingLeaks(of: app, balise)
                try Privacy.check(balise, alsoUnlogged: [app.address, app.password, app.email])
            }
        }

        private func nothingLeaks(of app: FamilyApp, _ balise: RunningBalise) throws {
            let logs = try balise.logs()
            let files = try Privacy.databaseFiles(of: balise)
            // The search finds existing data.
            let id = Data(try app.id.utf8)
            #expect(try files.contains { try Data(contentsOf: $0).range(of: id) != nil })
            for canary in [app.appleUserID, app.address, Fresh.cityMark, Fresh.nameMark, app.password] {
                #expect(!logs.contains(canary), "a log holds \(canary)")
                for file in files {
                    let bytes = try Data(contentsOf: file)
                    #expect(bytes.range(of: Data(canary.utf8)) == nil, "\(file.lastPathComponent) holds \(canary)")
                }
            }
        }
    }
}
