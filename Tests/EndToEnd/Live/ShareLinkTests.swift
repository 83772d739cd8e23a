extension EndToEnd {
    @Suite("Share links") struct ShareLinks {
        private func move(_ device: String, key: String, latitude: JSON, on balise: RunningBalise) async throws {
            let now = JSON.string(String(Int(Date().timeIntervalSince1970)))
            let place = Miataru.place(device, now, latitude: latitude, key: key)
            try await balise.accept(.updateLocation, Miataru.update([place], history: "True"))
        }

        private func call(
            _ name: String, _ device: String, key: String, _ more: [String: JSON] = [:], on balise: RunningBalise
        ) async throws -> Answer {
            var body: JSON = ["Device": .string(device), "DeviceKey": .string(key)]
            for (name, value) in more { body = body.replacing([.name(name)], with: value) }
            return try await balise.post(path: "/v1/share-links/\(name)", Array(body.encoded.utf8))
        }

        @Test(
            "A browser without an account follows a device live until its owner ends the link, and the owner sees it",
            arguments: Shape.standard)
        func journey(shape: Shape) async throws {
            let balise = try await shape.balise
            let (device, key) = (Fresh.device(), Fresh.key())
            try await balise.accept(.setDeviceKey, Miataru.setKey(of: device, to: key))
            try await move(device, key: key, latitude: "48.39", on: balise)
            let end = Date().addingTimeInterval(3600).formatted(.iso8601)
            let options: JSON = ["name": "Ride home", "endsAt": .string(end), "maximumViewers": 1]
            let made = try await call("create", device, key: key, ["ShareLink": options], on: balise).expect(201)
            let token = try #require(made.json?["token"]?.text)
            let id = try #require(made.json?["link"]?["id"]?.text)
            let page = "/s/\(token)"

            let shown = try await balise.get(page)
            #expect(shown.status == 200 && !shown.text.contains("48.39") && !shown.text.contains(device))
            #expect(shown.headers.first(name: "x-robots-tag")?.contains("noindex") == true)
            let view = try await balise.send(.POST, page + "/view").expect(200)
            #expect(view.json?["place"]?["Latitude"] == "48.39" && !view.text.contains(device))
            let set = try #require(view.headers.first(name: "set-cookie"))
            let cookie = String(set.prefix { $0 != ";" })
            try await balise.ask(.POST, page + "/view", nil, [:]).expect(403)
            let full = try await balise.ask(.GET, page, nil, [:]).expect(403)
            #expect(full.contentType?.contains("html") == true)
            try await Visits.expect(["link:Ride home"], of: device, key: key, on: balise)

            let stream = try await EventStream.open(balise, page + "/events", cookie: cookie)
            #expect(stream.status == 200 && stream.head.contains("cache-control: no-store"))
            _ = try await stream.event("the place") { $0.name == "place" && $0.data.contains("48.39") }
            try await move(device, key: key, latitude: "48.41", on: balise)
            let moved = try await stream.event("the new place") { $0.data.contains("48.41") }
            #expect(moved.device == nil)

            let list = try await call("list", device, key: key, on: balise).expect(200)
            #expect(list.json?["links"]?.elements?.first?["viewers"]?.elements?.first?["views"] == 1)
            #expect(!list.text.contains(token))
            _ = try await call("end", device, key: key, ["ID": .string(id)], on: balise).expect(200)
            _ = try await stream.event("the end") { $0.name == "end" }
            let over = try await balise.ask(.GET, page, nil, [:]).expect(410)
            #expect(over.contentType?.contains("html") == true)
            try await balise.ask(.POST, page + "/view", nil, ["cookie": cookie]).expect(410)
            try await balise.ask(.GET, "/s/AAAAAAAAAAAAAAAAAAAAAA", nil, [:]).expect(404)
            await stream.close()
            #expect(try !balise.logs().contains(token))
        }
    }
}
