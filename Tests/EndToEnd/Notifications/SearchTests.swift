// A search in the lists of the app tells where its person is.

import Isolation
import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("The lists of the app") struct Search {
        @Test("A search tells where its person is, and anybody may search", arguments: Shape.standard)
        func position(shape: Shape) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let person = try await notified.newcomer()
            try await person.register()
            #expect(try await person.done(.GET, "users/me/position").data?["position"] == JSON.null)
            let here = "lat=\(place.latitude)&lon=\(place.longitude)&radius=15000.0"
            for token in [nil, try person.rider.expiredToken(of: notified.issuer), "a.b.c"] {
                for path in ["offers", "offers/active", "users/professionals/search"] {
                    let answer = try await notified.balise.api(.GET, "\(path)?\(here)", token: token)
                    #expect(answer.status == 200 && answer.json == [])
                }
            }
            #expect(try await person.done(.GET, "users/me/position").data?["position"] == JSON.null)
            try await person.done(.GET, "users/professionals/search?\(here)")
            try await eventually("the position is kept") {
                try await person.done(.GET, "users/me/position").data?["position"] != JSON.null
            }
            let kept = try await person.done(.GET, "users/me/position").data?["position"]
            #expect(kept?["latitude"] == .raw("\(place.latitude)"))
            #expect(kept?["longitude"] == .raw("\(place.longitude)"))
            // From there on distances are measured.
            _ = try await notified.announceToEnd(Sample.offer(at: place.north(9)))
            #expect(person.pushes.count == 1)

            try await person.done(.PUT, "users/me/position/consent", ["allowed": false])
            try await person.done(.GET, "offers?\(here)")
            #expect(try await person.done(.PUT, "users/me/position", place.json).data?["kept"] == false)
            let status = try await person.done(.GET, "users/me/position").data
            #expect(status?["position"] == JSON.null && status?["allowed"] == false)
        }
    }
}
