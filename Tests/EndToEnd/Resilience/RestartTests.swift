extension EndToEnd {
    @Suite("Restart") struct Restart {
        @Test(
            "A kill of all programs loses no place, history, key, list, slogan or visitor",
            arguments: Shape.all(because: "what is killed is one process, or one of many")
        )
        func keepsEverything(shape: Shape) async throws {
            try await RunningBalise.withOwn(shape) { balise in
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
            }
        }

        @Test("The services find each other in any order, and again after a restart")
        func anyOrder() async throws {
            try await RunningBalise.withOwn(.services) { balise in
                let device = Fresh.device()
                try await balise.accept(.updateLocation, Miataru.update(device))
                try await balise.killAndRestart("edge")
                #expect(try await StoredPlaces.current(of: device, on: balise) != .null)
                try await balise.killAndRestart("location")
                #expect(try await StoredPlaces.current(of: device, on: balise) != .null)
            }
        }
    }
}
