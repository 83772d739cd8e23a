extension EndToEnd {
    @Suite("Exports") struct Exports {
        private func entries(_ name: String, _ archive: StoredArchive) throws -> [JSON] {
            let file = try #require(archive.files["\(name).json"])
            return try #require(try JSON(reading: file).elements)
        }

        @Test(
            "An export has the data that every service keeps of the user, and no other user's",
            arguments: Shape.standard)
        func export(shape: Shape) async throws {
            let balise = try await shape.balise
            let stranger = try await Person(.allIn).signUp(on: balise)
            let ada = try await Person(.meeshy).signUp(on: balise)
            let (device, key, visitor) = (Fresh.device(), Fresh.key(), Fresh.device())
            try await balise.accept(.setDeviceKey, Miataru.setKey(of: device, to: key))
            let count = 620
            for number in 0..<count / 10 {
                let places = (0..<10).map {
                    Miataru.place(device, .string("\(1_763_690_000 + number * 10 + $0)"), key: key)
                }
                try await balise.accept(.updateLocation, Miataru.update(places, history: "True"))
            }
            try await balise.accept(.getLocation, Miataru.read([device], by: visitor))
            let claim: JSON = ["device": .string(device), "deviceKey": .string(key)]
            #expect(try await ada.call(.POST, "users/me/location-devices", claim).status == 201)
            #expect(try await ada.call(.PUT, "users/me/position", ["latitude": 48.5, "longitude": 2.25]).status == 200)
            #expect(try await ada.call(.PATCH, "users/me", ["bio": "canary é"]).status == 200)

            let answer = try await balise.call(
                .POST, balise.http + "/api/v1/users/me/export", nil, ["authorization": "Bearer \(ada.token)"])
            #expect(answer.status == 200)
            let archive = try StoredArchive(answer.body)
            let profile = try #require(try entries("profile", archive).first)
            #expect(profile["id"] == .string(ada.account) && profile["email"] == .string(ada.person.email))
            #expect(profile["fields"]?["bio"] == "canary é")
            #expect(try entries("sessions", archive).map { $0["id"] } == [.string(ada.session)])
            #expect(try entries("position", archive).map { $0["latitude"] } == [.number("48.5")])
            // More than a page.
            let places = try entries("locations", archive)
            #expect(places.count == count && places.allSatisfy { $0["deviceId"] == .string(device) })
            #expect(Set(places.compactMap { $0["timestamp"]?.text }).count == count)
            #expect(try entries("location-visitors", archive).map { $0["visitor"] } == [.string(visitor)])
            for (name, content) in archive.files {
                let text = String(decoding: content, as: UTF8.self)
                #expect(
                    !text.contains(stranger.account) && !text.contains(key) && !text.contains(ada.person.password),
                    "\(name)")
            }
            let byOperator = try await balise.operate(.POST, "/accounts/\(ada.account)/export")
            #expect(try StoredArchive(byOperator.body).files["profile.json"] == archive.files["profile.json"])
            #expect(try await balise.operate(.POST, "/accounts/nobody/export").status == 404)
        }
    }
}
