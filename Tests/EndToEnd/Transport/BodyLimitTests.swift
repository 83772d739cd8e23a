// Ten mebibytes are taken, one byte more is not. For a compressed body the inflated size counts.

import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("The size of a body") struct BodyLimit {
        static let limit = 10 * 1024 * 1024

        /// A valid request with blanks behind it, `size` bytes in all.
        static func body(_ size: Int) -> [UInt8] {
            let request = Array(Endpoint.getLocation.sample().encoded.utf8)
            return request + [UInt8](repeating: UInt8(ascii: " "), count: size - request.count)
        }

        private static let gzipOfLimit = Compressed.gzip(body(limit))
        private static let gzipOverLimit = Compressed.gzip(body(limit + 1))
        private static let zlibOverLimit = Compressed.zlib(body(limit + 1))
        private static let bomb = Compressed.gzip([UInt8](repeating: UInt8(ascii: " "), count: 24 << 20))

        @Test("Exactly 10 MiB is taken", arguments: Shape.allCases)
        func atTheLimit(shape: Shape) async throws {
            let answer = try await shape.balise.post(path: "/v1/GetLocation", Self.body(Self.limit))
            #expect(answer.status == 200 && answer.json == ["MiataruLocation": [nil]])
        }

        @Test("One byte more is 413, also on a path that does not exist", arguments: Shape.allCases)
        func overTheLimit(shape: Shape) async throws {
            let balise = try await shape.balise
            #expect(try await balise.post(path: "/v1/GetLocation", Self.body(Self.limit + 1)).status == 413)
            #expect(try await balise.post(path: "/nope", Self.body(Self.limit + 1)).status == 413)
        }

        @Test("The inflated size counts", arguments: Shape.allCases)
        func compressed(shape: Shape) async throws {
            let balise = try await shape.balise
            let gzip: HTTPHeaders = ["content-encoding": "gzip"]
            let deflate: HTTPHeaders = ["content-encoding": "deflate"]
            #expect(try await balise.post(path: "/v1/GetLocation", Self.gzipOfLimit, gzip).status == 200)
            #expect(try await balise.post(path: "/v1/GetLocation", Self.gzipOverLimit, gzip).status == 413)
            #expect(try await balise.post(path: "/v1/GetLocation", Self.zlibOverLimit, deflate).status == 413)
        }

        @Test("A bomb that inflates to more than twice the limit is 413", arguments: Shape.allCases)
        func bomb(shape: Shape) async throws {
            let answer = try await shape.balise.post(path: "/v1/GetLocation", Self.bomb, ["content-encoding": "gzip"])
            #expect(answer.status == 413)
        }
    }
}
