// Who looked at a device: GetVisitorHistory, and what counts as a visit.

import Foundation
import Isolation
import Testing

enum Visits {
    /// The visitors of a device, newest first. A visit may be recorded a moment after its answer.
    static func expect(
        _ visitors: [String], of device: String, key: String? = nil, on balise: RunningBalise,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        var seen: [String] = []
        try? await eventually("the visits are recorded") {
            seen = try await list(of: device, key: key, on: balise)
            return seen.elementsEqual(visitors) { $0.utf8.elementsEqual($1.utf8) }
        }
        #expect(seen == visitors, sourceLocation: sourceLocation)
    }

    static func list(of device: String, key: String? = nil, on balise: RunningBalise) async throws -> [String] {
        let read = try await balise.accept(.getVisitorHistory, Miataru.visitors(of: device, key: key))
        return (read["MiataruVisitors"]?.elements ?? []).map { $0["DeviceID"]?.text ?? "?" }
    }
}

extension EndToEnd {
    @Suite("Visitors") struct Visitors {
        @Test("The form of a visitor history", arguments: Shape.standard)
        func form(shape: Shape) async throws {
            let balise = try await shape.balise
            let (device, visitor) = (Fresh.device(), Fresh.device())
            try await balise.accept(.updateLocation, Miataru.update(device))
            let before = Int(Date().timeIntervalSince1970 * 1000) - 1
            try await balise.accept(.getLocation, Miataru.read([device], by: visitor))
            try await Visits.expect([visitor], of: device, on: balise)
            let read = try await balise.accept(.getVisitorHistory, Miataru.visitors(of: device, "10"))
            #expect(read.names == ["MiataruServerConfig", "MiataruVisitors"])
            #expect(read["MiataruServerConfig"] == ["MaximumNumberOfVisitorHistory": 10, "AvailableVisitorHistory": 1])
            #expect(read["MiataruVisitors"]?[0]?.names == ["DeviceID", "TimeStamp"])
            let time = try #require(read["MiataruVisitors"]?[0]?["TimeStamp"]?.integer, "a JSON integer")
            #expect((before...before + 60_000).contains(time), "the server's clock in milliseconds")
        }

        @Test("Reading a device that has a place is a visit, even when the list denies it", arguments: Shape.standard)
        func recorded(shape: Shape) async throws {
            let balise = try await shape.balise
            let (device, key, visitors) = (Fresh.device(), Fresh.key(), Fresh.devices(6))
            let visitorKey = Fresh.key()
            try await balise.accept(.setDeviceKey, Miataru.setKey(of: device, to: key))
            try await balise.accept(.updateLocation, Miataru.update(device, history: "True", key: key))
            try await balise.accept(.getLocation, Miataru.read([Fresh.device(), device], by: visitors[0]))
            try await balise.accept(.getLocationHistory, Miataru.history(of: device, by: visitors[1]))
            for visitor in visitors[2...3] {
                try await balise.accept(.setDeviceKey, Miataru.setKey(of: visitor, to: visitorKey))
            }
            try await balise.accept(.setDeviceSlogan, Miataru.setSlogan(of: device, to: "hi", key: key))
            try await balise.accept(.getDeviceSlogan, Miataru.slogan(of: device, by: visitors[2], key: visitorKey))
            try await balise.accept(
                .getDeviceSecurityStatus, Miataru.status(of: device, by: visitors[3], key: visitorKey))
            let closed = [Miataru.friend(Fresh.device(), current: true)]
            try await balise.accept(.setAllowedDeviceList, Miataru.allow(closed, on: device, key: key))
            try await balise.accept(.getLocation, Miataru.read([device], by: visitors[4]))
            try await Visits.expect(visitors[0...4].reversed(), of: device, key: key, on: balise)
        }
    }
}
