// Who sees what of live places, before and after that is changed.

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
}
