@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct DeviceHistoriesTests {
    private static let path = "/api/v1/users/me/location-devices/pho%20ne/history"

    private static let point = HistoryPoint(
        at: People.now, latitude: 48.25, longitude: -2.5, accuracy: 5, altitude: 35.5, speed: 1.5, batteryLevel: 80)

    /// Two pages of one point each.
    private func services() -> ScriptedServices {
        let services = ScriptedServices.ofAda()
        services.on(ReadDeviceHistory.self) { request in
            request.after == nil
                ? ReadDeviceHistory.Reply(points: [Self.point], next: HistoryCursor(at: 5, sequence: -7))
                : ReadDeviceHistory.Reply(points: [HistoryPoint(at: nil, latitude: 1, longitude: 2)], next: nil)
        }
        services.on(DeleteDeviceHistory.self) { _ in DoneCount(count: 3) }
        services.on(SetHistoryRetention.self) { HistoryRetention(days: $0.days, maximumPoints: 1023) }
        services.on(ImportDeviceHistory.self) { request in
            ImportDeviceHistory.Reply(stored: request.points.count, known: 0, dropped: 0)
        }
        return services
    }

    @Test func readsPages() async throws {
        let services = services()
        let first = try await services.ask("GET", Self.path + "?from=2026-01-01&to=2026-01-02T00:00:00%2B01:00&limit=1")
        first.expect(200).expect(
            body: #"{"success":true,"data":{"points":[{"at":"2026-01-31T12:00:00.789Z","latitude":48.25,"#
                + #""longitude":-2.5,"accuracy":5,"altitude":35.5,"speed":1.5,"batteryLevel":80}],"#
                + #""nextCursor":"5.-7"}}"#)
        let message = try #require(services.received(ReadDeviceHistory.self).first)
        #expect(message.account == People.ada && message.device == id("pho ne") && message.limit == 1)
        #expect(message.range.from == UnixTime(milliseconds: 1_767_225_600_000))
        #expect(message.range.to == UnixTime(milliseconds: 1_767_308_400_000))
        #expect(!message.isOldestFirst)
        let last = try await services.ask("GET", Self.path + "?cursor=5.-7")
        last.expect(body: #"{"success":true,"data":{"points":[{"latitude":1,"longitude":2}],"nextCursor":null}}"#)
    }

    @Test(
        arguments: [
            ("GET", "?limit=0", "limit"), ("GET", "?limit=1001", "limit"), ("GET", "?cursor=x", "cursor"),
            ("GET", "?from=noon", "from"), ("GET", "?since=2026-01-01", "since"),
            ("GET", "?from=2026-01-02&to=2026-01-02", "to"), ("DELETE", "", "from"), ("DELETE", "?limit=1", "limit"),
        ])
    func refusesBadParameters(_ method: String, _ query: String, _ field: String) async throws {
        let body = try await services().expectMalformed(method, Self.path + query)
        #expect(body.field == field)
    }

    @Test func deletesARange() async throws {
        let services = services()
        try await services.ask("DELETE", Self.path + "?to=2026-01-01")
            .expect(body: #"{"success":true,"data":{"deleted":3}}"#)
        let message = try #require(services.received(DeleteDeviceHistory.self).first)
        #expect(message.range == HistoryRange(to: UnixTime(milliseconds: 1_767_225_600_000)))
    }

    @Test func limitsTheDays() async throws {
        let services = services()
        let path = Self.path + "/retention"
        try await services.ask("PUT", path, body: #"{"days":30}"#)
            .expect(body: #"{"success":true,"data":{"days":30,"maximumPoints":1023}}"#)
        try await services.ask("DELETE", path)
            .expect(body: #"{"success":true,"data":{"days":null,"maximumPoints":1023}}"#)
        #expect(services.received(SetHistoryRetention.self).map(\.days) == [30, nil])
        for days in ["0", "3651", "null", "true", "1.5"] {
            let body = try await self.services().expectMalformed("PUT", path, body: "{\"days\":\(days)}")
            #expect(body.field == "days")
        }
    }

    private func download(_ ending: String, _ services: ScriptedServices) async throws -> String {
        try await withEdge(services) { edge in
            try await withConnection(to: edge.port) { connection in
                try await connection.send(
                    "GET", Self.path + ending,
                    headers: [("Authorization", People.token), ("Connection", "close")])
                return try await connection.readToEnd()
            }
        }
    }

    @Test func downloadsGPX() async throws {
        let services = services()
        let answer = try await download(".gpx", services)
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.hasSuffix("\r\n0\r\n\r\n"))
        #expect(answer.lowercased().contains("content-type: application/gpx+xml\r\n"))
        #expect(answer.contains("attachment; filename=\"balise-history.gpx\""))
        #expect(answer.contains("<trk><name>pho ne</name><trkseg>\n"))
        #expect(
            answer.contains(
                "<trkpt lat=\"48.25\" lon=\"-2.5\"><ele>35.5</ele><time>2026-01-31T12:00:00.789Z</time><extensions>"
                    + "<balise:accuracy>5</balise:accuracy><balise:speed>1.5</balise:speed>"
                    + "<balise:batteryLevel>80</balise:batteryLevel></extensions></trkpt>\n"))
        #expect(answer.contains("<trkpt lat=\"1\" lon=\"2\"><extensions></extensions></trkpt>\n"))
        #expect(answer.contains("</trkseg></trk>\n</gpx>\n"))
        let messages = services.received(ReadDeviceHistory.self)
        #expect(messages.map(\.after) == [nil, HistoryCursor(at: 5, sequence: -7)])
        #expect(messages.allSatisfy { $0.isOldestFirst && $0.limit == 1000 })
    }

    @Test func downloadsGeoJSON() async throws {
        let format = HistoryFormat.geoJSON
        let device = id("a\"b")
        let bytes =
            format.beginning(device) + format.part([Self.point], of: device, isFirst: true)
            + format.part([HistoryPoint(at: nil, latitude: 1, longitude: 2)], of: device, isFirst: false) + format.end
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                {"type":"FeatureCollection","features":[
                {"type":"Feature","geometry":{"type":"Point","coordinates":[-2.5,48.25,35.5]},\
                "properties":{"device":"a\\"b","at":"2026-01-31T12:00:00.789Z","accuracy":5,"speed":1.5,"batteryLevel":80}},
                {"type":"Feature","geometry":{"type":"Point","coordinates":[2,1]},"properties":{"device":"a\\"b"}}
                ]}

                """)
        let answer = try await download(".geojson", services())
        #expect(answer.lowercased().contains("content-type: application/geo+json\r\n"))
        #expect(answer.contains("\n]}\n"))
    }

    /// Swift writes `1e-05`, which is no decimal of XML Schema.
    @Test func writesTinyNumbersWithoutAnExponent() {
        let point = HistoryPoint(at: nil, latitude: 0.00001, longitude: -0.00009)
        let text = String(decoding: HistoryFormat.gpx.part([point], of: id("d"), isFirst: true), as: UTF8.self)
        #expect(text.hasPrefix(#"<trkpt lat="0.000010000" lon="-0.000090000">"#))
    }

    /// GPX 1.1 excludes 180, which is the same meridian.
    @Test func writesTheLastMeridianAsGPXAllows() {
        let point = HistoryPoint(at: nil, latitude: 1, longitude: 180)
        let text = String(decoding: HistoryFormat.gpx.part([point], of: id("d"), isFirst: true), as: UTF8.self)
        #expect(text.hasPrefix(#"<trkpt lat="1" lon="-180">"#))
    }

    @Test func breaksOffWhenTheSessionEnds() async throws {
        let services = services()
        let reading = Mutex(0)
        services.on(ReadDeviceHistory.self) { _ throws(BusError) in
            guard
                reading.withLock({ count in
                    count += 1
                    return count == 1
                })
            else { throw .refused(ServiceError(.notFound, "you have not claimed this device")) }
            return ReadDeviceHistory.Reply(points: [Self.point], next: HistoryCursor(at: 5, sequence: 1))
        }
        let answer = try await download(".gpx", services)
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && !answer.hasSuffix("0\r\n\r\n"))
        #expect(!answer.contains("</gpx>"))
    }

    @Test func importsOneFileOfAnAccountAtATime() async throws {
        let services = services()
        let statuses = Mutex<[Int]>([])
        try await withEdge(services) { edge in
            let send: @Sendable () async throws -> Void = {
                let answer = try await edge.request(
                    "POST", Self.path + ".gpx", headers: [("Content-Type", "text/xml")], body: "<gpx/>")
                statuses.withLock { $0.append(answer.status) }
            }
            services.script(ImportDeviceHistory.self) { _ async throws(BusError) in
                // The first import is under way.
                if statuses.withLock({ $0.isEmpty }) { try? await send() }
                return ImportDeviceHistory.Reply(stored: 0, known: 0, dropped: 0)
            }
            try await send()
            try await send()
        }
        #expect(statuses.withLock { $0 } == [429, 200, 200])
    }

    @Test func takesGPX() async throws {
        let services = services()
        let gpx =
            #"<gpx><trkpt lat="1" lon="2"><time>2026-01-31T12:00:00Z</time></trkpt><trkpt lat="1" lon="2"/></gpx>"#
        let answer = try await services.ask(
            "POST", Self.path + ".gpx", headers: [("Content-Type", "application/gpx+xml")], body: gpx)
        answer.expect(200).expect(body: #"{"success":true,"data":{"stored":1,"known":0,"dropped":0,"untimed":1}}"#)
        for type in ["application/json", "text/plain"] {
            let refused = try await services.ask(
                "POST", Self.path + ".gpx", headers: [("Content-Type", type)], body: gpx)
            refused.expect(415)
        }
    }
}
