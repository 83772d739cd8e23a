extension EndToEnd {
    @Suite("The WebSocket of Miataru") struct LocationSockets {
        @Test(
            "A subscription gets the places of now and then every point of each request in its order",
            arguments: Shape.all(because: "a change is told in a process, by one, or by each of two"))
        func points(shape: Shape) async throws {
            let balise = try await shape.balise
            let (device, absent, friend) = (Fresh.device(), Fresh.device(), Fresh.device())
            func move(_ places: [(String, JSON)], history: JSON = "False") async throws {
                let places = places.map { Miataru.place($0.0, $0.1) }
                try await balise.accept(.updateLocation, Miataru.update(places, history: history))
            }
            try await move([(device, "1")])
            let socket = try await LocationSocket.open(balise)
            try await socket.subscribe(to: [device, absent, device], by: friend)
            let first = try await socket.messages(1)[0]
            #expect(first["type"] == "subscription")
            let answer = try await balise.accept(.getLocation, Miataru.read([device, absent, device], by: friend))
            #expect(first["MiataruLocation"] == answer["MiataruLocation"])
            #expect(try await Visits.list(of: device, on: balise) == [friend])

            // Without a history, only the last point of each device is stored.
            try await move([(device, "2"), (absent, 3), (device, "4"), (device, "5")])
            try await move([(device, "6")], history: "True")
            let all = try await socket.messages(6)
            #expect(all[1...].map { $0["Timestamp"] } == ["2", 3, "4", "5", "6"])
            #expect(all[1...].map { $0["Device"] } == [device, absent, device, device, device].map { .string($0) })
            #expect(all[1...].allSatisfy { $0["Slogan"] == nil && $0["type"] == nil && $0["DeviceKey"] == nil })

            // A list excludes the reader, without a word; a key of the reader's own ends the socket.
            let key = Fresh.key()
            try await balise.accept(.setDeviceKey, Miataru.setKey(of: device, to: key))
            let list = Miataru.allow([Miataru.friend(Fresh.device(), current: true)], on: device, key: key)
            try await balise.accept(.setAllowedDeviceList, list)
            try await balise.accept(.updateLocation, Miataru.update(device, key: key))
            try await move([(absent, "7")])
            #expect(try await socket.messages(7).last?["Device"] == .string(absent))
            try await balise.accept(.setDeviceKey, Miataru.setKey(of: friend, to: Fresh.key()))
            let end = try await socket.end()
            #expect(end.code == 1008 && end.reason.hasPrefix("Forbidden: "))
            await socket.close()
        }
    }
}
