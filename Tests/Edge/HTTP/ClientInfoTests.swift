@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct ClientInfoTests {
    private func client(
        _ headers: [(String, String)], configure: (inout Settings) -> Void = { _ in }
    ) async throws -> MessageContext {
        let services = ScriptedServices.empty()
        _ = try await withEdge(services, configure: configure) {
            try await $0.post("/v1/GetLocation", getBody, headers: headers)
        }
        return try #require(services.contexts.first)
    }

    @Test func readsEveryHeader() async throws {
        let context = try await client([
            ("User-Agent", "Meeshy-iOS/1.0.0 (42) iOS/17.5.1 iPhone16,1"), ("X-Meeshy-Version", "1.0.0"),
            ("X-Meeshy-Build", "42"), ("X-Meeshy-Platform", "iOS"), ("x-meeshy-device", "iPhone16,1"),
            ("X-MEESHY-OS", "17.5.1"), ("X-Meeshy-Locale", "fr-FR"), ("X-Meeshy-Timezone", "Europe/Paris"),
            ("X-Meeshy-Country", "FR"), ("X-Meeshy-City", "Paris"), ("X-Meeshy-Region", "Île-de-France"),
            ("X-Meeshy-Unknown", "x"),
        ])
        var expected = ClientInfo.complete
        expected.address = Personal("127.0.0.1")
        #expect(context.client == expected)
    }

    @Test func knowsTheAddressOfASilentClientOnly() async throws {
        var expected = ClientInfo()
        expected.address = Personal("127.0.0.1")
        #expect(try await client([("X-Meeshy-City", ""), ("X-Forwarded-For", "9.9.9.9")]).client == expected)
    }

    @Test func takesThePrefixFromTheConfiguration() async throws {
        let headers = [("X-Balise-Version", "2"), ("X-Meeshy-Version", "1")]
        let context = try await client(headers) { $0.http.clientHeaderPrefix = "X-Balise-" }
        #expect(context.client?.version == "2")
    }

    @Test func keepsTheFirstOfRepeatedHeadersAndCutsLongOnes() async throws {
        let long = String(repeating: "v", count: 2000)
        let context = try await client([("X-Meeshy-Version", "1"), ("X-Meeshy-Version", "2"), ("X-Meeshy-Build", long)])
        #expect(context.client?.version == "1" && context.client?.build?.count == 512)
    }

    @Test func namesTheRequestAndPassesNoTraceOnWithoutATracer() async throws {
        let services = ScriptedServices.empty()
        let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        let responses = try await withEdge(services) { edge in
            [
                try await edge.post("/v1/GetLocation", getBody, headers: [("traceparent", trace)]),
                try await edge.post("/v1/GetLocation", getBody),
            ]
        }
        #expect(services.contexts.map(\.traceParent) == [nil, nil])
        #expect(responses.map { $0.header("X-Request-Id") } == services.contexts.map(\.requestID))
        #expect(Set(services.contexts.map(\.requestID)).count == 2)
    }

    @Test(
        arguments: [
            ("9.9.9.9", "9.9.9.9"), ("1.1.1.1, 9.9.9.9", "9.9.9.9"), ("9.9.9.9, 10.0.0.2", "9.9.9.9"),
            ("1.1.1.1, 9.9.9.9,10.0.0.2 , 10.0.0.3", "9.9.9.9"), ("10.0.0.9, 10.0.0.2", "10.0.0.9"),
            ("9.9.9.9:1234", "9.9.9.9"), ("[2001:db8::1]:443", "2001:db8::1"), ("2001:DB8:0::1", "2001:db8::1"),
            ("::ffff:9.9.9.9", "9.9.9.9"), ("unknown", "10.0.0.1"), ("", "10.0.0.1"), ("9.9.9.9, garbage", "10.0.0.1"),
            ("garbage, 10.0.0.2", "10.0.0.2"), (nil, "10.0.0.1"),
        ] as [(String?, String)])
    func believesTrustedProxiesOnly(_ forwardedFor: String?, _ client: String) throws {
        let proxies = TrustedProxies([try #require(IPAddressRange("10.0.0.0/8"))])
        #expect(proxies.client(forwardedFor: forwardedFor, peer: "10.0.0.1") == client)
    }
}
