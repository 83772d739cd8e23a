@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct ForwardedTests {
    @Test(
        arguments: [
            ("for=192.0.2.60;proto=http;by=203.0.113.43", ["192.0.2.60"], ["http"]),
            (#"for="_gazonk""#, [nil], [nil]), (#"For="[2001:db8:cafe::17]:4711""#, ["2001:db8:cafe::17"], [nil]),
            ("for=192.0.2.43, for=198.51.100.17", ["192.0.2.43", "198.51.100.17"], [nil, nil]),
            ("for=unknown", [nil], [nil]), (#"for="192.0.2.43:80" ; PROTO="HTTPS""#, ["192.0.2.43"], ["https"]),
            (#"for=1.1.1.1;host="a,b;c=\"d", for=2.2.2.2"#, ["1.1.1.1", "2.2.2.2"], [nil, nil]),
            ("", [nil], [nil]), (";;=,for", [nil, nil], [nil, nil]), (#"for="1.1.1.1"#, [nil], [nil]),
        ] as [(String, [String?], [String?])])
    func readsTheHeaderOfTheStandard(_ field: String, _ addresses: [String?], _ schemes: [String?]) {
        let elements = ForwardedElement.list(field)
        #expect(elements.map(\.address) == addresses && elements.map(\.scheme) == schemes)
    }

    private func client(
        _ headers: [(String, String)], trusted: String = "127.0.0.0/8,10.0.0.0/8",
        from names: [ClientAddressHeader] = ClientAddressHeader.allCases
    ) async throws -> String? {
        let services = ScriptedServices.empty()
        let ranges = trusted.split(separator: ",").compactMap { IPAddressRange(String($0)) }
        _ = try await withEdge(
            services,
            configure: {
                $0.http.trustedProxies = ranges
                $0.http.clientAddressHeaders = names
            }
        ) { try await $0.post("/v1/GetLocation", getBody, headers: headers) }
        return try #require(services.contexts.first).client?.address?.value
    }

    @Test func readsEachHeaderOfATrustedProxy() async throws {
        #expect(try await client([("Forwarded", "for=9.9.9.9")]) == "9.9.9.9")
        #expect(
            try await client([("Forwarded", "for=1.1.1.1, for=9.9.9.9"), ("Forwarded", "for=10.0.0.7")]) == "9.9.9.9")
        #expect(try await client([("X-Forwarded-For", "1.1.1.1"), ("X-Forwarded-For", "9.9.9.9")]) == "9.9.9.9")
        #expect(try await client([("X-Real-IP", "9.9.9.9")]) == "9.9.9.9")
        #expect(try await client([("X-Real-IP", "nobody")]) == "127.0.0.1")
    }

    @Test func readsThemInTheConfiguredOrder() async throws {
        let all = [("X-Real-IP", "3.3.3.3"), ("Forwarded", "for=2.2.2.2"), ("X-Forwarded-For", "1.1.1.1")]
        #expect(try await client(all) == "1.1.1.1")
        #expect(try await client(Array(all.dropLast())) == "2.2.2.2")
        #expect(try await client(all, from: [.forwarded]) == "2.2.2.2")
        #expect(try await client(all, from: [.xRealIP, .forwarded]) == "3.3.3.3")
        #expect(try await client(all, from: []) == "127.0.0.1")
    }

    @Test func ignoresTheHeadersOfOtherProxies() async throws {
        for header in [("Forwarded", "for=9.9.9.9"), ("X-Real-IP", "9.9.9.9"), ("X-Forwarded-For", "9.9.9.9")] {
            #expect(try await client([header], trusted: "10.0.0.0/8") == "127.0.0.1")
        }
    }

    @Test(arguments: [("Forwarded", "for=9.9.9.9;proto=https"), ("X-Forwarded-Proto", "https")])
    func learnsTheSchemeFromATrustedProxy(_ header: (String, String)) async throws {
        for isTrusted in [true, false] {
            let response = try await withEdge(configure: {
                if isTrusted { $0.http.trustedProxies = [IPAddressRange("127.0.0.1")!] }
            }) { try await $0.request("GET", "/.well-known/oauth-authorization-server", headers: [header]) }
            #expect(response.body.hasPrefix(#"{"issuer":"\#(isTrusted ? "https" : "http")://localhost""#))
        }
    }
}
