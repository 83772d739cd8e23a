// In which forms a body may come: media types, charsets, encodings.

import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("Forms of a body") struct MediaTypes {
        /// Posts a valid reading of nobody, whose answer tells whether the body was read.
        static func post(_ shape: Shape, _ headers: HTTPHeaders, _ transform: ([UInt8]) -> [UInt8] = { $0 })
            async throws -> Answer
        {
            let body = transform(Array(Endpoint.getLocation.sample().encoded.utf8))
            return try await shape.balise.post(path: "/v1/GetLocation", body, headers)
        }

        @Test(
            "application/json is read, in any case and with parameters",
            arguments: Shape.allCases,
            [
                "application/json", "Application/JSON", "APPLICATION/JSON", "application/json; charset=utf-8",
                "application/json;charset=UTF-8", "application/json; charset=\"utf-8\"", "application/json; foo=bar",
            ])
        func json(shape: Shape, type: String) async throws {
            let answer = try await Self.post(shape, ["content-type": type])
            #expect(answer.status == 200)
            #expect(answer.json == ["MiataruLocation": [nil]])
        }

        @Test(
            "A body of another type counts as empty",
            arguments: Shape.allCases,
            ["text/plain", "application/vnd.api+json", "application/octet-stream", "text/json", "nonsense"])
        func others(shape: Shape, type: String) async throws {
            #expect(try await Self.post(shape, ["content-type": type]).status == 400)
        }

        @Test("A body without a type counts as empty", arguments: Shape.allCases)
        func untyped(shape: Shape) async throws {
            let body = Array(Endpoint.getLocation.sample().encoded.utf8)
            #expect(try await shape.balise.send(.POST, "/v1/GetLocation", body).status == 400)
        }

        @Test(
            "A charset that is no UTF is refused", arguments: Shape.allCases,
            ["iso-8859-1", "windows-1252", "nonsense"])
        func charsets(shape: Shape, charset: String) async throws {
            let answer = try await Self.post(shape, ["content-type": "application/json; charset=\(charset)"])
            #expect(answer.status == 415)
        }

        @Test("A compressed body is read", arguments: Shape.allCases)
        func compressed(shape: Shape) async throws {
            let gzip = try await Self.post(shape, ["content-encoding": "gzip"], Compressed.gzip)
            #expect(gzip.status == 200 && gzip.json == ["MiataruLocation": [nil]], "\(gzip)")
            let deflate = try await Self.post(shape, ["content-encoding": "deflate"], Compressed.zlib)
            #expect(deflate.status == 200 && deflate.json == ["MiataruLocation": [nil]], "\(deflate)")
            #expect(try await Self.post(shape, ["content-encoding": "identity"]).status == 200)
            let upper = try await Self.post(shape, ["content-encoding": "GZIP"], Compressed.gzip)
            #expect(upper.status == 200)
        }

        @Test("An unknown content encoding is refused", arguments: Shape.allCases, ["compress", "nonsense"])
        func unknownEncoding(shape: Shape, encoding: String) async throws {
            #expect(try await Self.post(shape, ["content-encoding": encoding]).status == 415)
        }

        @Test("A compressed body that is none, or ends early, is malformed", arguments: Shape.allCases)
        func brokenCompression(shape: Shape) async throws {
            #expect(try await Self.post(shape, ["content-encoding": "gzip"]).status == 400)
            let cut = try await Self.post(shape, ["content-encoding": "gzip"]) { Compressed.gzip($0).dropLast(12) }
            #expect(cut.status == 400)
            #expect(try await Self.post(shape, ["content-encoding": "deflate"]).status == 400)
        }

        @Test("A form with brackets is read like JSON whose leaves are strings", arguments: Shape.allCases)
        func urlEncoded(shape: Shape) async throws {
            let balise = try await shape.balise
            let (device, reader) = (Fresh.device(), Fresh.device())
            let update =
                "MiataruConfig[EnableLocationHistory]=False&MiataruConfig[LocationDataRetentionTime]=30"
                + "&MiataruLocation[0][Device]=\(device)&MiataruLocation[0][Timestamp]=1700000000"
                + "&MiataruLocation[0][Longitude]=%2B8.5&MiataruLocation[0][Latitude]=49.25"
                + "&MiataruLocation[0][HorizontalAccuracy]=10"
            let type: HTTPHeaders = ["content-type": "application/x-www-form-urlencoded"]
            let stored = try await balise.post(path: "/v1/UpdateLocation", Array(update.utf8), type)
            #expect(stored.status == 200, "\(stored)")
            let read =
                "MiataruConfig%5BRequestMiataruDeviceID%5D=\(reader)&MiataruGetLocation%5B0%5D%5BDevice%5D=\(device)"
            let answer = try await balise.post(path: "/v1/GetLocation", Array(read.utf8), type)
            #expect(answer.status == 200)
            let place = answer.json?["MiataruLocation"]?[0]
            #expect(place?["Longitude"] == "+8.5" && place?["Timestamp"] == "1700000000", "\(answer)")
        }
    }
}
