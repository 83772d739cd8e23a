extension EndToEnd {
    @Suite("Restart") struct Restart {
        @Test(
            "A kill of all programs loses no place, history, key, list, slogan, visitor or session",
            arguments: Shape.all(because: "what is killed is one process, or one of many")
        )
        func keepsEverything(shape: Shape) async throws {
            let settings = Setting.trustedProxies("127.0.0.1/32") + Setting.patient
            try await RunningBalise.withOwn(shape, settings) { balise in
                let people = [
                    try await Person(.meeshy).signUp(on: balise), try await Person(.allIn).signUp(on: balise),
                ]
                let scene = try await Scene(balise)
                let brief = Fresh.device()
                try await balise.accept(.updateLocation, Miataru.update([Miataru.place(brief, "77")]))
                let visit = Miataru.read([scene.device], by: scene.friend, key: scene.friendsKey)
                let place = try await balise.accept(.getLocation, visit)
                try await Visits.expect([scene.friend], of: scene.device, key: scene.key, on: balise)
                try await balise.killAndRestart(shape.programs)
                #expect(try await Visits.list(of: scene.device, key: scene.key, on: balise) == [scene.friend])
                #expect(try await balise.accept(.getLocation, visit) == place)
                let history = Miataru.history(of: scene.device, by: scene.friend, key: scene.friendsKey)
                #expect(try await balise.accept(.getLocationHistory, history)["MiataruLocation"]?.elements?.count == 1)
                let stranger = Miataru.read([scene.device], by: scene.stranger)
                #expect(try await balise.accept(.getLocation, stranger) == ["MiataruLocation": [nil]])
                #expect(try await balise.post(.updateLocation, Miataru.update(scene.device)).status == 403)
                let slogan = Miataru.slogan(of: scene.device, by: scene.device, key: scene.key)
                #expect(try await balise.accept(.getDeviceSlogan, slogan)["MiataruDeviceSlogan"]?["Slogan"] == "here")
                #expect(try await StoredPlaces.current(of: brief, on: balise)?["Timestamp"] == "77")
                for signedIn in people { #expect(try await signedIn.status() == 200) }
                let refresh: JSON = ["token": .string(people[0].token)]
                try await balise.api(.POST, "auth/refresh", refresh, from: people[0].person.address).expect(200)
            }
        }
    }
}
