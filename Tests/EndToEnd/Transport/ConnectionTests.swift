// HTTP/1.1 by hand: chunks, keep-alive, pipelines, Expect, ETags.

import Isolation
import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("Connections") struct Connections {
        static func request(_ extra: String, _ body: String, path: String = "/v1/GetLocation") -> String {
            "POST \(path) HTTP/1.1\r\nHost: balise\r\nContent-Type: application/json\r\n\(extra)\r\n\(body)"
        }

        static func statusLines(_ text: String) -> [String] {
            text.matches(of: /HTTP\/1\.1 \d{3}/).map { String($0.output) }
        }

        @Test("A body may come in chunks", arguments: Shape.allCases)
        func chunked(shape: Shape) async throws {
            let body = Endpoint.getLocation.sample().encoded
            let half = body.utf8.count / 2
            let parts = [body.prefix(half), body.dropFirst(half)].map {
                String($0.utf8.count, radix: 16) + "\r\n" + $0 + "\r\n"
            }
            let request = Self.request(
                "Transfer-Encoding: chunked\r\nConnection: close\r\n", parts.joined() + "0\r\n\r\n")
            let answer = try await RawConnection.exchange(try await shape.balise, request)
            #expect(answer.hasPrefix("HTTP/1.1 200"), "\(answer)")
            #expect(answer.hasSuffix("{\"MiataruLocation\":[null]}"))
        }

        @Test(
            "A connection serves one request after the other, and several at once in order", arguments: Shape.allCases)
        func pipelining(shape: Shape) async throws {
            let balise = try await shape.balise
            let body = Endpoint.getLocation.sample().encoded
            let good = Self.request("Content-Length: \(body.utf8.count)\r\n", body)
            let bad = Self.request("Content-Length: 1\r\n", "{")
            let connection = try await RawConnection.open(balise)
            try await connection.send(good)
            try await connection.receive("the first answer") { $0.hasSuffix("[null]}") }
            try await connection.send(good + bad + good)
            try await connection.receive("four answers") { Self.statusLines($0).count == 4 && $0.hasSuffix("[null]}") }
            #expect(
                Self.statusLines(connection.received) == [
                    "HTTP/1.1 200", "HTTP/1.1 200", "HTTP/1.1 400", "HTTP/1.1 200",
                ])
            await connection.close()
        }

        @Test("A client that asks for it is told to go on before it sends the body", arguments: Shape.allCases)
        func expectContinue(shape: Shape) async throws {
            let balise = try await shape.balise
            let body = Endpoint.getLocation.sample().encoded
            let connection = try await RawConnection.open(balise)
            try await connection.send(
                Self.request("Content-Length: \(body.utf8.count)\r\nExpect: 100-continue\r\n", ""))
            try await connection.receive("100 Continue") { $0.hasPrefix("HTTP/1.1 100") }
            try await connection.send(body)
            try await connection.receive("the answer") { $0.hasSuffix("[null]}") }
            #expect(Self.statusLines(connection.received).last == "HTTP/1.1 200")
            await connection.close()
        }

        @Test("A client that says close is obeyed", arguments: Shape.allCases)
        func close(shape: Shape) async throws {
            let body = Endpoint.getLocation.sample().encoded
            let request = Self.request("Content-Length: \(body.utf8.count)\r\nConnection: close\r\n", body)
            let answer = try await RawConnection.exchange(try await shape.balise, request)
            #expect(answer.hasSuffix("{\"MiataruLocation\":[null]}"))
        }

        @Test(
            "A percent escape that cannot be decoded is malformed", arguments: Shape.allCases,
            ["%", "%E0%A4%A", "%zz", "%FF%FE", "a%2"])
        func badEscape(shape: Shape, id: String) async throws {
            let request = "GET /v1/GetLocationGeoJSON/\(id) HTTP/1.1\r\nHost: balise\r\nConnection: close\r\n\r\n"
            let answer = try await RawConnection.exchange(try await shape.balise, request)
            #expect(answer.hasPrefix("HTTP/1.1 400"), "\(answer)")
            #expect(answer.contains("{\"error\":\""))
        }

        @Test("What is no HTTP does no harm", arguments: Shape.allCases)
        func garbage(shape: Shape) async throws {
            let balise = try await shape.balise
            let connection = try await RawConnection.open(balise)
            try await connection.send("\u{16}\u{3}\u{1} this is not HTTP\r\n\r\n")
            try await eventually("the connection is closed", within: .seconds(20)) { connection.isClosed }
            #expect(connection.received.isEmpty || connection.received.hasPrefix("HTTP/1.1 4"))
            #expect(try await balise.get("/").status == 200)
        }

        @Test(
            "GET answers carry a weak ETag and honour If-None-Match", arguments: Shape.allCases,
            ["/", "/robots.txt", "GeoJSON"])
        func etags(shape: Shape, page: String) async throws {
            let balise = try await shape.balise
            let device = Fresh.device()
            let path = page == "GeoJSON" ? "/v1/GetLocationGeoJSON/\(device)" : page
            try await balise.accept(.updateLocation, Miataru.update(device))
            let first = try await balise.get(path)
            let tag = try #require(first.headers.first(name: "etag"))
            #expect(tag.hasPrefix("W/\""))
            let second = try await balise.get(path, ["if-none-match": tag])
            #expect(second.status == 304 && second.body.isEmpty)
            #expect(second.headers.first(name: "etag") == tag)
            #expect(try await balise.get(path, ["if-none-match": "W/\"other\""]).status == 200)
            guard page == "GeoJSON" else { return }
            try await balise.accept(.updateLocation, Miataru.update([Miataru.place(device, "1700000001")]))
            let moved = try await balise.get(path, ["if-none-match": tag])
            #expect(moved.status == 200 && moved.headers.first(name: "etag") != tag)
        }
    }
}
