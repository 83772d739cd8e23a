// Who sees what of live places, before and after that is changed.

import Isolation
import NIOHTTP1
import Testing

extension EndToEnd.LivePlaces {
    /// What there is between a device and whoever looks at it.
    enum Relation: CaseIterable, Sendable {
        case open, listed, listedForHistory, notListed, ownAndListed, ownAndNotListed

        func list(_ device: String, _ reader: String) -> [JSON] {
            switch self {
            case .open: []
            case .listed: [Miataru.friend(reader, current: true)]
            case .listedForHistory: [Miataru.friend(reader, history: true)]
            case .notListed, .ownAndNotListed: [Miataru.friend(Fresh.device(), current: true)]
            case .ownAndListed: [Miataru.friend(device, current: true)]
            }
        }
    }

    @Test(
        "A stream shows what GetLocation shows, and nothing more once the list is another one",
        arguments: Shape.standard, Relation.allCases)
    func allowed(shape: Shape, relation: Relation) async throws {
        let balise = try await shape.balise
        let (device, other, key) = (Fresh.device(), Fresh.device(), Fresh.key())
        let isOwn = relation == .ownAndListed || relation == .ownAndNotListed
        let reader = isOwn ? device : Fresh.device()
        try await balise.accept(.setDeviceKey, Miataru.setKey(of: device, to: key))
        try await move(device, "1", key: key, on: balise)
        try await move(other, "1", on: balise)
        let list = relation.list(device, reader)
        try await balise.accept(.setAllowedDeviceList, Miataru.allow(list, on: device, key: key))

        let shown = isOwn ? key : nil
        let stream = try await EventStream.open(balise, of: [device, other], by: reader, key: shown)
        let seen = try await balise.accept(.getLocation, Miataru.read([device], by: reader, key: shown))
        let isSeen = seen["MiataruLocation"]?.elements?.first != .null
        #expect(isSeen == [.open, .listed, .ownAndListed].contains(relation))
        #expect(try await stream.events(2).map(\.name) == [isSeen ? "place" : "gone", "place"])

        // Everybody is shut out.
        let nobody = [Miataru.friend(Fresh.device(), current: true)]
        try await balise.accept(.setAllowedDeviceList, Miataru.allow(nobody, on: device, key: key))
        if isSeen {
            _ = try await stream.event(after: 2, "the end of the view") { $0.name == "gone" && $0.device == device }
        }
        let count = stream.events.count
        try await move(device, "2", key: key, on: balise)
        try await move(other, "2", on: balise)
        _ = try await stream.event(after: count, "the other's place") { $0.device == other }
        #expect(!stream.events.dropFirst(count).contains { $0.device == device })

        // And let in again.
        try await balise.accept(
            .setAllowedDeviceList, Miataru.allow([Miataru.friend(reader, current: true)], on: device, key: key))
        _ = try await stream.event(after: count, "the place again") { $0.device == device && $0.timestamp == "2" }
        if !isOwn {
            #expect(try await Visits.list(of: device, key: key, on: balise).contains(reader))
        }
        await stream.close()
    }

    @Test("A person sees claimed devices and whoever lets these, until that ends", arguments: Shape.standard)
    func person(shape: Shape) async throws {
        let balise = try await shape.balise
        let ada = try await Person(.meeshy).signUp(on: balise)
        let (own, other, third) = (Fresh.device(), Fresh.device(), Fresh.device())
        let keys = [own: Fresh.key(), other: Fresh.key(), third: Fresh.key()]
        for (device, key) in keys {
            try await balise.accept(.setDeviceKey, Miataru.setKey(of: device, to: key))
            try await move(device, "1", key: key, on: balise)
        }
        let letsAda = [Miataru.friend(own, current: true)]
        try await balise.accept(.setAllowedDeviceList, Miataru.allow(letsAda, on: other, key: keys[other] ?? ""))
        let claim: JSON = ["device": .string(own), "deviceKey": .string(keys[own] ?? "")]
        #expect(try await ada.call(.POST, "users/me/location-devices", claim).status == 201)

        let stream = try await EventStream.open(balise, "/api/v1/places/stream", token: ada.token)
        #expect(stream.status == 200)
        let first = try await stream.events(2)
        #expect(first.map(\.name) == ["place", "place"] && Set(first.map(\.device)) == [own, other])
        #expect(try await Visits.list(of: other, key: keys[other], on: balise) == [own])
        #expect(try await Visits.list(of: own, key: keys[own], on: balise) == [])

        // One that lets her later comes with the next heartbeat.
        try await balise.accept(.setAllowedDeviceList, Miataru.allow(letsAda, on: third, key: keys[third] ?? ""))
        _ = try await stream.event(after: 2, "the third device") { $0.device == third }
        #expect(try await Visits.list(of: third, key: keys[third], on: balise) == [own])

        // Whoever changed the key has the device: the claim counts no more, and what it let her see is over with it.
        let count = stream.events.count
        try await balise.accept(
            .setDeviceKey, Miataru.setKey(of: own, to: Fresh.key(), from: keys[own]))
        try await eventually("all are gone") {
            Set(stream.events.dropFirst(count).filter { $0.name == "gone" }.map(\.device)) == [own, other, third]
        }

        #expect(try await ada.call(.POST, "auth/logout").status == 200)
        let end = try await stream.event("the end") { $0.name == "end" }
        #expect(end.data == #"{"reason":"refused"}"#)
        await stream.close()
        let again = try await EventStream.open(balise, "/api/v1/places/stream", token: ada.token)
        #expect(again.status == 401)
        await again.close()
    }

    @Test("With an account its devices end in the streams of others", arguments: Shape.standard)
    func erasedOwner(shape: Shape) async throws {
        let balise = try await shape.balise
        let owner = try await Person(.meeshy).signUp(on: balise)
        let (device, key) = (Fresh.device(), Fresh.key())
        try await balise.accept(.setDeviceKey, Miataru.setKey(of: device, to: key))
        try await move(device, "1", key: key, on: balise)
        let claim: JSON = ["device": .string(device), "deviceKey": .string(key)]
        #expect(try await owner.call(.POST, "users/me/location-devices", claim).status == 201)
        let mine = try await EventStream.open(balise, "/api/v1/places/stream", token: owner.token)
        let others = try await EventStream.open(balise, of: [device], by: Fresh.device())
        try await others.events(1)
        try await mine.events(1)
        let proof: JSON = ["password": .string(owner.person.password)]
        #expect(try await owner.call(.DELETE, "users/me", proof).status == 202)
        _ = try await others.event(after: 1, "the end of the device") { $0.name == "gone" && $0.device == device }
        _ = try await mine.event("the end of the session") { $0.name == "end" }
        await mine.close()
        await others.close()
    }
}
