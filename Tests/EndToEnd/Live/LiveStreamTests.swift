// Streams of live places: what comes, and for whom.

import Isolation
import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("Live places") struct LivePlaces {
        func move(_ device: String, _ timestamp: String, key: String? = nil, on balise: RunningBalise) async throws {
            let place = Miataru.place(device, .string(timestamp), key: key)
            try await balise.accept(.updateLocation, Miataru.update([place], history: "True"))
        }

        @Test(
            "What there is comes first, then each new place; the visit is recorded before",
            arguments: Shape.all(because: "a change is told in a process, by one, or by each of two"))
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

        @Test("Resuming tells what has changed, and nothing else", arguments: Shape.standard)
        func resume(shape: Shape) async throws {
            let balise = try await shape.balise
            let (moved, still, left, friend) = (Fresh.device(), Fresh.device(), Fresh.device(), Fresh.device())
            let devices = [moved, still, left]
            for device in devices { try await move(device, "1", on: balise) }
            let first = try await EventStream.open(balise, of: devices, by: friend)
            let id = try #require(try await first.events(3).last?.id)
            await first.close()
            try await move(moved, "2", on: balise)
            try await balise.accept(.deleteLocation, Miataru.delete(left))

            let second = try await EventStream.open(balise, of: devices, by: friend, after: id)
            let events = try await second.events(2)
            #expect(events.map(\.name) == ["place", "gone"] && events.map(\.device) == [moved, left])
            // What would have come of the third came by now.
            try await move(still, "3", on: balise)
            #expect(try await second.events(3).map(\.timestamp) == ["2", nil, "3"])
            await second.close()

            // Of fewer devices, what the client has of the others cannot be taken back.
            let third = try await EventStream.open(balise, of: [still], by: friend, after: id)
            #expect(try await third.events(2).map(\.name) == ["reset", "place"])
            await third.close()
            let fourth = try await EventStream.open(balise, of: [still], by: friend, after: "of another server")
            #expect(try await fourth.events(2).map(\.name) == ["reset", "place"])
            await fourth.close()
        }

        @Test("Too many streams of an address are refused, and at its end the server says so")
        func boundsAndEnd() async throws {
            try await RunningBalise.withOwn(.allInOne, ["BALISE_HTTP_STREAMS_PER_ADDRESS": "2"]) { balise in
                let device = Fresh.device()
                let streams = [
                    try await EventStream.open(balise, of: [device], by: "a"),
                    try await EventStream.open(balise, of: [device], by: "b"),
                ]
                let third = try await EventStream.open(balise, of: [device], by: "c")
                #expect(third.status == 429 && third.head.contains("retry-after"))
                await third.close()
                await streams[0].close()
                try await eventually("the place is free again") {
                    let next = try await EventStream.open(balise, of: [device], by: "d")
                    await next.close()
                    return next.status == 200
                }
                try await balise.stop()
                let end = try await streams[1].event("the end") { $0.name == "end" }
                #expect(end.data == #"{"reason":"closing"}"#)
            }
        }
    }
}
