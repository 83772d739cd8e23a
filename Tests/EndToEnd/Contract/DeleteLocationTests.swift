// DeleteLocation takes back what a device has told, and tells how much that was.

import Isolation
import Testing

extension EndToEnd {
    @Suite("DeleteLocation") struct DeleteLocation {
        static func expectDeleted(_ count: Int, _ device: String, key: String? = nil, on balise: RunningBalise)
            async throws
        {
            let answer = try await balise.accept(.deleteLocation, Miataru.delete(device, key: key))
            #expect(
                answer == [
                    "MiataruResponse": "ACK",
                    "MiataruVerboseResponse": "Location data deleted for device: \(device)",
                    "MiataruDeletedCount": .number(String(count)),
                ])
        }

        @Test("counts location, history and visitors", arguments: Shape.allCases)
        func counts(shape: Shape) async throws {
            let balise = try await shape.balise
            let device = Fresh.device()
            try await Self.expectDeleted(0, device, on: balise)
            try await balise.accept(.updateLocation, Miataru.update(device))
            try await Self.expectDeleted(1, device, on: balise)
            try await balise.accept(.updateLocation, Miataru.update(device, history: "True"))
            try await Self.expectDeleted(2, device, on: balise)
            try await balise.accept(.updateLocation, Miataru.update(device, history: "True"))
            try await balise.accept(.getLocation, Miataru.read([device], by: Fresh.device()))
            try await eventually("the visit is recorded") {
                let read = try await balise.accept(.getVisitorHistory, Miataru.visitors(of: device))
                return read["MiataruVisitors"]?.elements?.count == 1
            }
            try await Self.expectDeleted(3, device, on: balise)
            try await Self.expectDeleted(0, device, on: balise)
            let read = try await balise.accept(.getLocation, Miataru.read([device], by: Fresh.device()))
            #expect(read == ["MiataruLocation": [nil]])
        }

        @Test("leaves key, allowed list and slogan", arguments: Shape.allCases)
        func leaves(shape: Shape) async throws {
            let balise = try await shape.balise
            let (device, key, friend) = (Fresh.device(), Fresh.key(), Fresh.device())
            try await balise.accept(.setDeviceKey, Miataru.setKey(of: device, to: key))
            try await balise.accept(.setDeviceSlogan, Miataru.setSlogan(of: device, to: "still here", key: key))
            let list = [Miataru.friend(friend, current: true)]
            try await balise.accept(.setAllowedDeviceList, Miataru.allow(list, on: device, key: key))
            try await balise.accept(.updateLocation, Miataru.update(device, key: key))
            try await Self.expectDeleted(1, device, key: key, on: balise)
            #expect(try await balise.post(.deleteLocation, Miataru.delete(device)).status == 403)
            let slogan = try await balise.accept(.getDeviceSlogan, Miataru.slogan(of: device, by: device, key: key))
            #expect(slogan["MiataruDeviceSlogan"]?["Slogan"] == "still here")
            let allowed = try await balise.accept(.getAllowedDeviceList, Miataru.allowed(on: device, key: key))
            #expect(allowed["MiataruAllowedDeviceList"]?["allowedDevices"] == .array(list))
        }

        @Test(
            "needs a device", arguments: Shape.allCases,
            [
                "{}", "{\"Device\":null}", "{\"Device\":\"\"}", "{\"Device\":5}", "{\"Device\":[]}", "[]", "\"x\"",
                "null",
            ])
        func malformed(shape: Shape, request: String) async throws {
            let answer = try await shape.balise.post(.deleteLocation, ["MiataruDeleteLocation": .raw(request)])
            #expect(answer.status == 400)
            #expect(answer.error?.hasPrefix("Bad Request: ") == true, "\(answer)")
        }
    }
}
