// The lists of the app: only what its decoder takes, the nearest first, and where the person is by the way.

import Fakes
import Foundation
import Isolation
import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("The lists of the app") struct Search {
        private typealias Offer = AppListings.Offer

        private func list<Entry: Decodable>(_: Entry.Type, _ path: String, on notified: Notified) async throws
            -> [Entry]
        {
            let answer = try await notified.balise.api(.GET, path)
            try #require(answer.status == 200, "\(answer)")
            return try JSONDecoder().decode([Entry].self, from: Data(answer.body))
        }

        @Test("Nearest first with distances in metres, within a radius in metres", arguments: Shape.allCases)
        func nearest(shape: Shape) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            // Of what has one name only the latest is listed, so nobody else may use these.
            let base = try #require(Fresh.number().integer)
            func id(_ number: Int) -> JSON { .number("\(base + number)") }
            for (number, kilometres) in [(1, 3.0), (2, 1.0), (3, 14.9), (4, 15.1)] {
                _ = try await notified.announce(Sample.offer(id(number), at: place.north(kilometres)))
            }
            _ = try await notified.announce(Sample.event(id(5), at: place.north(2)))
            let professional = Sample.announcement("PROFESSIONAL", id(6), at: place.north(2), category: "ENTRE_PROS")
            _ = try await notified.announce(professional.replacing(["details"], with: ["isClub10": true]))
            let here = "lat=\(place.latitude)&lon=\(place.longitude)"
            for path in ["offers", "offers/active"] {
                let offers = try await list(Offer.self, "\(path)?\(here)&radius=15000.0", on: notified)
                #expect(offers.map { $0.id - base } == [2, 5, 1, 3])
                #expect(offers.map(\.type) == ["OFFRE", "EVENEMENT", "OFFRE", "OFFRE"])
                for (offer, metres) in zip(offers, [1000.0, 2000, 3000, 14_900]) {
                    #expect(abs((offer.distanceMeters ?? 0) - metres) < 20)
                }
                let events = try await list(Offer.self, "\(path)?\(here)&radius=15000.0&type=EVENEMENT", on: notified)
                #expect(events.map { $0.id - base } == [5])
            }
            // The other app's names for the same.
            let other = "offers?latitude=\(place.latitude)&longitude=\(place.longitude)&radius=1500"
            #expect(try await list(Offer.self, other, on: notified).map { $0.id - base } == [2])
            let found = try await list(
                AppListings.Professional.self, "users/professionals/search?\(here)&radius=50000.0&isClub10=true",
                on: notified)
            #expect(found.map { $0.id - base } == [6])
            #expect(found.first?.firstName == "Bread" && found.first?.userType == "PROFESSIONAL")
            let tree = try await notified.balise.api(.GET, "users/professionals/categories-tree").json
            #expect(tree?.elements?.compactMap { $0["id"]?.text } == Choices.all)
        }

        @Test("Only what the decoder takes, however odd the details are", arguments: Shape.allCases)
        func decodable(shape: Shape) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let details: [JSON] = [
                ["price": 1.5, "featured": true, "city": "Paris", "professional": ["id": 4, "firstName": "Ada"]],
                ["price": "cheap", "featured": 1, "city": 75001, "professional": "Ada", "professionalId": 1.5],
                ["id": "x", "type": 7, "category": "SHOES", "distanceMeters": "far", "title": ["x"], "status": nil],
            ]
            let base = try #require(Fresh.number().integer)
            for (number, details) in details.enumerated() {
                let offer = Sample.offer(.number("\(base + number)"), at: place).replacing(["details"], with: details)
                _ = try await notified.announce(offer)
            }
            for id in ["o-4", "4.0", "99999999999999999999"] as [JSON] {
                _ = try await notified.announce(Sample.offer(id, at: place))
            }
            let here = "offers?lat=\(place.latitude)&lon=\(place.longitude)&radius=1000"
            let offers = try await list(Offer.self, here, on: notified).sorted { $0.id < $1.id }
            #expect(offers.map { $0.id - base } == [0, 1, 2], "an id that is no Int is left out")
            #expect(offers.map(\.title) == ["Bread", "Bread", "Bread"])
            #expect(offers.first?.price == 1.5 && offers.first?.professional?.id == 4 && offers.first?.city == "Paris")
        }

        @Test("A search tells where its person is, and anybody may search", arguments: Shape.allCases)
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
