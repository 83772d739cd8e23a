// Which web pages may call from a browser.

import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("Calls from web pages") struct CORS {
        static let allowed = ["http://localhost:3000", "http://localhost:8080", "https://miataru.com"]
        static let foreign = ["https://evil.example", "http://miataru.com", "https://miataru.com.evil.example", "null"]

        static func preflight(_ shape: Shape, _ path: String, _ origin: String) async throws -> Answer {
            let headers: HTTPHeaders = [
                "origin": origin, "access-control-request-method": "POST",
                "access-control-request-headers": "content-type",
            ]
            return try await shape.balise.send(.OPTIONS, path, nil, headers)
        }

        static func expectAllowed(_ answer: Answer, _ origin: String) {
            #expect(answer.headers["access-control-allow-origin"] == [origin], "\(answer)")
            #expect(answer.headers["access-control-allow-credentials"] == ["true"], "\(answer)")
            #expect(answer.headers[canonicalForm: "vary"].map { $0.lowercased() }.contains("origin"), "\(answer)")
        }

        static func expectNothing(_ answer: Answer) {
            #expect(answer.headers["access-control-allow-origin"].isEmpty, "\(answer)")
            #expect(answer.headers["access-control-allow-credentials"].isEmpty, "\(answer)")
        }

        @Test("An allowed page gets its origin back", arguments: Shape.allCases, allowed)
        func allowedOrigin(shape: Shape, origin: String) async throws {
            let balise = try await shape.balise
            let answer = try await balise.post(.getLocation, Endpoint.getLocation.sample(), ["origin": origin])
            #expect(answer.status == 200)
            Self.expectAllowed(answer, origin)
            Self.expectAllowed(try await balise.get("/v1/GetLocationGeoJSON/nobody", ["origin": origin]), origin)
        }

        @Test("A foreign page is served without those headers", arguments: Shape.allCases, foreign)
        func foreignOrigin(shape: Shape, origin: String) async throws {
            let body = Endpoint.getLocation.sample()
            let answer = try await shape.balise.post(.getLocation, body, ["origin": origin])
            #expect(answer.status == 200)
            Self.expectNothing(answer)
        }

        @Test("A call that names no page gets no such header", arguments: Shape.allCases)
        func noOrigin(shape: Shape) async throws {
            Self.expectNothing(try await shape.balise.post(.getLocation, Endpoint.getLocation.sample()))
        }

        @Test(
            "The preflight of an allowed page succeeds on any path", arguments: Shape.allCases,
            ["/v1/UpdateLocation", "/getDeviceSlogan", "/v1/GetLocationGeoJSON/x", "/", "/nope"])
        func preflight(shape: Shape, path: String) async throws {
            let answer = try await Self.preflight(shape, path, "https://miataru.com")
            #expect(answer.status == 204 && answer.body.isEmpty)
            Self.expectAllowed(answer, "https://miataru.com")
            let methods = answer.headers[canonicalForm: "access-control-allow-methods"].map(String.init)
            #expect(methods == ["GET", "POST", "PUT", "DELETE", "OPTIONS"])
            let headers = answer.headers[canonicalForm: "access-control-allow-headers"].map(String.init)
            #expect(headers == ["Content-Type", "Authorization", "X-Requested-With", "Last-Event-ID"])
        }

        @Test("The preflight of a foreign page is bare", arguments: Shape.allCases)
        func foreignPreflight(shape: Shape) async throws {
            let onEndpoint = try await Self.preflight(shape, "/v1/GetLocation", "https://evil.example")
            #expect(onEndpoint.status == 204 && onEndpoint.body.isEmpty)
            Self.expectNothing(onEndpoint)
            #expect(onEndpoint.headers["access-control-allow-methods"].isEmpty)
            let elsewhere = try await Self.preflight(shape, "/nope", "https://evil.example")
            #expect(elsewhere.status == 404)
            Self.expectNothing(elsewhere)
        }

        @Test("Errors can be read by the page too", arguments: Shape.allCases)
        func errors(shape: Shape) async throws {
            let balise = try await shape.balise
            let origin = "http://localhost:3000"
            let malformed = try await balise.post(path: "/v1/GetLocation", Array("{".utf8), ["origin": origin])
            #expect(malformed.status == 400)
            Self.expectAllowed(malformed, origin)
            let missing = try await balise.post(path: "/v1/GetLocation", Array("{}".utf8), ["origin": origin])
            #expect(missing.status == 400)
            Self.expectAllowed(missing, origin)
            let charset: HTTPHeaders = ["origin": origin, "content-type": "application/json; charset=latin1"]
            let unsupported = try await balise.post(path: "/v1/GetLocation", Array("{}".utf8), charset)
            #expect(unsupported.status == 415)
            Self.expectAllowed(unsupported, origin)
            let large = try await balise.post(
                path: "/v1/GetLocation", BodyLimit.body(BodyLimit.limit + 1), ["origin": origin])
            #expect(large.status == 413)
            Self.expectAllowed(large, origin)
            let unknown = try await balise.post(path: "/nope", Array("{}".utf8), ["origin": origin])
            #expect(unknown.status == 404)
            Self.expectAllowed(unknown, origin)
            let method = try await balise.send(.PUT, "/v1/GetLocation", nil, ["origin": origin])
            #expect(method.status == 405)
            Self.expectAllowed(method, origin)
        }
    }
}
