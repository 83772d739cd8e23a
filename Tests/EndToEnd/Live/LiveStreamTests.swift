extension EndToEnd {
    @Suite("Live places") struct LivePlaces {
        func move(_ device: String, _ timestamp: String, key: String? = nil, on balise: RunningBalise) async throws {
            let place = Miataru.place(device, .string(timestamp), key: key)
            try await balise.accept(.updateLocation, Miataru.update([place], history: "True"))
        }

        @Test(
            "A stream begins with the current places, then has each new one, and the visit is recorded first",
            arguments: Shape.standard)
        func places(shape: Shape) async throws {
            let balise = try await shape.balise
            let (device, absent, friend) = (Fresh.device(), Fresh.device(), Fresh.device())
            try await move(device, "1", on: balise)
            let stream = try await EventStream.open(balise, of: [device, absent], by: friend)
            #expect(stream.status == 200)
            #expect(stream.head.contains("content-type: text/event-stream"))
            #expect(stream.head.contains("cache-control: no-store"))
            let first = try await stream.events(2)
            #expect(first.map(\.name) == ["place", "gone"])
            #expect(first.map(\.device) == [device, absent])
            #expect(try await Visits.list(of: device, on: balise) == [friend])
            let answer = try await balise.accept(.getLocation, Miataru.read([device], by: friend))
            let shown = try JSON(reading: Array(first[0].data.utf8))
            #expect(answer["MiataruLocation"]?.elements?.first == shown)

            try await move(device, "2", on: balise)
            try await move(absent, "3", on: balise)
            _ = try await stream.event(after: 2, "the new place") { $0.timestamp == "2" }
            _ = try await stream.event(after: 2, "the device that came") { $0.timestamp == "3" }
            #expect(try await Visits.list(of: absent, on: balise) == [friend])
            try await balise.accept(.deleteLocation, Miataru.delete(device))
            let count = stream.events.count
            _ = try await stream.event(after: count - 1, "the end of its place") {
                $0.name == "gone" && $0.device == device
            }
            await stream.close()
        }
    }
}
