@testable import Edge

@Suite("Compressed answers", .timeLimit(.minutes(10))) struct CompressionTests {
    private static let accepting = ("Accept-Encoding", "gzip, deflate, br")
    /// Files of each kind in the program.
    private static let files = [
        "/openapi.yaml", "/openapi-operators.yaml", "/ecovelo-sdk.js", "/account/files/account.js",
        "/account/files/fr.json",
    ]

    @Test(
        "The edge compresses for clients that accept gzip at least as much as plain bytes",
        arguments: [
            (nil, false), ("", false), ("gzip", true), ("GZIP", true), ("x-gzip", true), ("br, gzip;q=0.1", true),
            ("gzip; q=0.5 , br", true), ("gzip;q=0", false), ("gzip;q=0.000", false), ("*", true), ("*;q=0", false),
            ("gzip;q=0, *", false), ("*;q=0, gzip", true), ("br", false), ("identity", false),
            ("identity;q=0.5, gzip", true), ("identity, gzip;q=0.5", false), ("gzip;q=2", false), ("gzip;q=", false),
            ("gzip;q=nan", false), ("gzip;level=1", false), ("gzipped", false), (",;,", false),
        ] as [(String?, Bool)])
    func accepted(_ value: String?, _ isAccepted: Bool) {
        var headers = RequestHeaders()
        headers.acceptEncoding = value
        #expect(headers.acceptsGzip == isAccepted)
    }

    @Test("An unpacked answer has the same bytes")
    func unpacked() throws {
        let files =
            Array(EmbeddedDocument.console.values)
            + [EmbeddedDocument.openAPI, EmbeddedDocument.operatorsOpenAPI, EmbeddedDocument.ecoveloSDK]
        for file in files {
            let plain = Array(file.content.readableBytesView)
            let packed = Array(try #require(gzip(file.content)).readableBytesView)
            let share = BodyShare(of: BodyBudget(bound: max(plain.count, 1), freed: FreedMemory {}))
            let unpacked = try ContentEncoding("gzip").decode(packed, limit: plain.count, share: share)
            #expect(unpacked == plain)
        }
    }

    /// RFC 1952, section 2.2.
    @Test("A compressed body may have several members", arguments: [1, 2, 3, 200])
    func members(_ count: Int) throws {
        let contents = (0..<count).map { number in
            [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: number % 3 == 2 ? 0 : 7000 * (number % 5))
        }
        let members = contents.map { content in
            // Nothing is compressed to a member of 20 bytes.
            content.isEmpty ? Compressed.nothing : Array(gzip(ByteBuffer(bytes: content))?.readableBytesView ?? [])
        }
        let whole = contents.flatMap { $0 }
        let packed = members.flatMap { $0 }
        #expect(try ContentEncoding("gzip").decode(packed, limit: whole.count) == whole)
        if !whole.isEmpty {
            let error = #expect(throws: EdgeError.self) {
                try ContentEncoding("gzip").decode(packed, limit: whole.count - 1)
            }
            #expect(error?.code == .payloadTooLarge)
        }
        for broken in [packed + [0], packed + [31, 139], packed.dropLast(1), packed + packed.dropLast(3)] {
            let error = #expect(throws: EdgeError.self) { try ContentEncoding("gzip").decode(broken, limit: 1 << 24) }
            #expect(error?.code == .invalidRequest)
        }
    }

    @Test("The edge refuses a compressed body with too many members")
    func manyMembers() throws {
        let packed = [[UInt8]](repeating: Compressed.nothing, count: 1000)
        #expect(try ContentEncoding("gzip").decode(packed.flatMap { $0 }, limit: 0) == [])
        #expect(throws: EdgeError.self) {
            try ContentEncoding("gzip").decode((packed + [Compressed.nothing]).flatMap { $0 }, limit: 0)
        }
    }

    @Test("A compressed answer has its own length and the document's tag, also for HEAD and 304", arguments: files)
    func fields(_ path: String) async throws {
        try await withEdge { edge in
            let plain = try await edge.request("GET", path)
            let packed = try await edge.request("GET", path, headers: [Self.accepting])
            let head = try await edge.request("HEAD", path, headers: [Self.accepting])
            let tag = try #require(plain.header("ETag"))
            #expect(tag.hasPrefix("W/"), "both encodings have it")
            let known = try await edge.request("GET", path, headers: [Self.accepting, ("If-None-Match", tag)])
            #expect([plain, packed, head, known].map(\.status) == [200, 200, 200, 304])
            #expect([plain, packed, head, known].map { $0.header("Content-Encoding") } == [nil, "gzip", "gzip", nil])
            for answer in [plain, packed, head, known] {
                #expect(answer.header("ETag") == tag)
                #expect(answer.headers.contains { $0.name == "vary" && $0.value == "Accept-Encoding" })
            }
            let length = try #require(packed.header("Content-Length").flatMap { Int($0) })
            #expect(head.header("Content-Length") == String(length) && length < plain.body.utf8.count / 2)
        }
    }

    /// Answers may contain secrets beside text that a caller chose.
    @Test("The edge does not compress answers of calls")
    func calls() async throws {
        let services = ScriptedServices().answering(ListAPIKeys.self) { _ in [] }
        try await withOperations(services) { edge in
            for path in ["/metrics", "/api-keys", "/livez"] {
                let answer = try await edge.request("GET", path, headers: [Self.accepting])
                #expect(answer.status == 200 && answer.header("Content-Encoding") == nil, "\(path)")
            }
        }
    }
}
