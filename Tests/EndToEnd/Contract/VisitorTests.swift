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

    /// A visit that is certainly recorded last: whatever was asked before it stands in the list by then or never will.
    static func marker(on device: String, _ balise: RunningBalise) async throws -> String {
        let marker = Fresh.device()
        try await balise.accept(.getLocation, Miataru.read([device], by: marker))
        return marker
    }
}

extension EndToEnd {
    @Suite("Visitors") struct Visitors {
        @Test("The form of a visitor history", arguments: Shape.allCases)
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

        @Test("An unknown device has no visitors", arguments: Shape.allCases)
        func unknown(shape: Shape) async throws {
            let read = try await shape.balise.accept(.getVisitorHistory, Miataru.visitors(of: Fresh.device()))
            #expect(
                read == [
                    "MiataruServerConfig": ["MaximumNumberOfVisitorHistory": 10, "AvailableVisitorHistory": 0],
                    "MiataruVisitors": [],
                ])
        }

        @Test(
            "Amounts", arguments: Shape.allCases,
            [
                ("1", 200, 1), ("\"2\"", 200, 2), ("3", 200, 3), ("1000", 200, 3), ("\"1000\"", 200, 3), ("-1", 200, 0),
                ("\"-5\"", 200, 0), ("\" 0x2 \"", 200, 2), ("\"1e0\"", 200, 1), ("\" \"", 400, 0), ("0", 400, 0),
                ("\"0\"", 400, 0), ("\"many\"", 400, 0), ("\"\"", 400, 0),
                ("null", 400, 0), ("1.5", 400, 0), ("\"1.5\"", 400, 0), ("[]", 400, 0), ("{}", 400, 0),
                ("true", 400, 0),
            ])
        func amounts(shape: Shape, amount: (token: String, status: Int, count: Int)) async throws {
            let balise = try await shape.balise
            let (device, visitors) = (Fresh.device(), Fresh.devices(3))
            try await balise.accept(.updateLocation, Miataru.update(device))
            for visitor in visitors { try await balise.accept(.getLocation, Miataru.read([device], by: visitor)) }
            try await Visits.expect(visitors.reversed(), of: device, on: balise)
            let answer = try await balise.post(.getVisitorHistory, Miataru.visitors(of: device, .raw(amount.token)))
            #expect(answer.status == amount.status, "\(answer)")
            guard amount.status == 200 else { return }
            let listed = answer.json?["MiataruVisitors"]?.elements?.map { $0["DeviceID"]?.text ?? "" }
            #expect(listed == Array(visitors.reversed().prefix(amount.count)))
            let available = answer.json?["MiataruServerConfig"]?["AvailableVisitorHistory"]?.integer
            #expect(available == amount.count, "the number of entries in this answer")
        }

        @Test("A missing amount is refused", arguments: Shape.allCases)
        func noAmount(shape: Shape) async throws {
            let request = Miataru.visitors(of: Fresh.device())
                .replacing(["MiataruGetVisitorHistory", "Amount"], with: nil)
            #expect(try await shape.balise.post(.getVisitorHistory, request).status == 400)
        }

        @Test("A visitor who comes again moves to the front; ten are kept", arguments: Shape.allCases)
        func renewal(shape: Shape) async throws {
            let balise = try await shape.balise
            let (device, visitors) = (Fresh.device(), Fresh.devices(12))
            try await balise.accept(.updateLocation, Miataru.update(device))
            for visitor in visitors[0...2] + [visitors[0]] {
                try await balise.accept(.getLocation, Miataru.read([device], by: visitor))
            }
            try await Visits.expect([visitors[0], visitors[2], visitors[1]], of: device, on: balise)
            for visitor in visitors[3...11] {
                try await balise.accept(.getLocation, Miataru.read([device], by: visitor))
            }
            try await Visits.expect(visitors[3...11].reversed() + [visitors[0]], of: device, on: balise)
        }

        @Test("Reading a device that has a place is a visit, even when the list denies it", arguments: Shape.allCases)
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

        @Test("What is no visit", arguments: Shape.allCases)
        func notRecorded(shape: Shape) async throws {
            let balise = try await shape.balise
            let (device, stranger, keyed, key) = (Fresh.device(), Fresh.device(), Fresh.device(), Fresh.key())
            try await balise.accept(.setDeviceKey, Miataru.setKey(of: keyed, to: key))
            // Reading what is not there yet.
            try await balise.accept(.getLocation, Miataru.read([device], by: stranger))
            try await balise.accept(.getLocationHistory, Miataru.history(of: device, by: stranger))
            try await balise.accept(.getDeviceSecurityStatus, Miataru.status(of: device, by: keyed, key: key))
            try await balise.accept(.updateLocation, Miataru.update(device))
            // A history with nothing in it, a slogan that is not set.
            try await balise.accept(.getLocationHistory, Miataru.history(of: device, by: stranger))
            try await balise.accept(.getDeviceSlogan, Miataru.slogan(of: device, by: keyed, key: key))
            // Oneself, the map, the list of visitors.
            try await balise.accept(.getLocation, Miataru.read([device], by: device))
            _ = try await balise.get("/v1/GetLocationGeoJSON/\(device)")
            try await balise.accept(.getLocationGeoJSON, Miataru.geoJSON([device]))
            try await balise.accept(.getVisitorHistory, Miataru.visitors(of: device))
            // Refused for a wrong key.
            #expect(try await balise.post(.getLocation, Miataru.read([device], by: keyed, key: "wrong")).status == 403)
            // A history that the allowed list denies.
            try await balise.accept(.updateLocation, Miataru.update(device, history: "True"))
            let closed = [Miataru.friend(Fresh.device(), history: true)]
            try await balise.accept(.setAllowedDeviceList, Miataru.allow(closed, on: device, key: "any"))
            try await balise.accept(.getLocationHistory, Miataru.history(of: device, by: stranger))
            let marker = try await Visits.marker(on: device, balise)
            try await Visits.expect([marker], of: device, on: balise)
        }
    }
}
