@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct ServerMetadataTests {
    private let path = "/.well-known/oauth-authorization-server"

    @Test(arguments: [
        ("balise", nil, "http://localhost", "http://localhost"),
        ("balise", "https://balise.example/", "https://balise.example", "https://balise.example"),
        ("https://tokens.example", nil, "https://tokens.example", "http://localhost"),
        ("https://balise.example", "https://balise.example/", "https://balise.example", "https://balise.example"),
        ("https://balise.example/", "https://balise.example", "https://balise.example/", "https://balise.example"),
    ])
    func namesTheIssuerAndTheEndpoints(
        _ issuer: String, _ address: String?, _ shown: String, _ base: String
    ) async throws {
        let response = try await withEdge(configure: {
            $0.sessions.issuer = issuer
            $0.http.publicURL = address.flatMap { URL(string: $0) }
        }) { try await $0.request("GET", path) }
        response.expect(
            body: #"{"issuer":"\#(shown)","token_endpoint":"\#(base)/oauth/token","#
                + #""token_endpoint_auth_methods_supported":["none"],"jwks_uri":"\#(base)/.well-known/jwks.json","#
                + #""response_types_supported":[],"#
                + #""grant_types_supported":["urn:ietf:params:oauth:grant-type:token-exchange"],"#
                + #""revocation_endpoint":"\#(base)/oauth/revoke","#
                + #""revocation_endpoint_auth_methods_supported":["none"],"#
                + #""introspection_endpoint":"\#(base)/oauth/introspect","#
                + #""introspection_endpoint_auth_methods_supported":["client_secret_basic"]}"#)
        // An answer with one client's Host is for that client only.
        #expect(response.header("Cache-Control") == (address == nil ? "no-store" : "public, max-age=300"))
    }

    /// A client must not choose what others get.
    @Test(arguments: ["a b", "x\"y", "x/y", "<x>"])
    func repeatsNoHostThatIsNone(_ host: String) async throws {
        try await withEdge { edge in
            try await withConnection(to: edge.port) { connection in
                try await connection.write("GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
                #expect(try await connection.readResponse().status == 400)
            }
        }
    }
}

@Suite(.timeLimit(.minutes(10))) struct SigningKeysTests {
    private let path = "/.well-known/jwks.json"

    /// RFC 8037, appendix A.2: the public key of the example and its form.
    @Test func showsThemAsAKeySet() async throws {
        let services = ScriptedServices()
        let key: [UInt8] = [
            0xd7, 0x5a, 0x98, 0x01, 0x82, 0xb1, 0x0a, 0xb7, 0xd5, 0x4b, 0xfe, 0xd3, 0xc9, 0x64, 0x07, 0x3a, 0x0e, 0xe1,
            0x72, 0xf3, 0xda, 0xa6, 0x23, 0x25, 0xaf, 0x02, 0x1a, 0x68, 0xf7, 0x07, 0x51, 0x1a,
        ]
        services.on(GetSigningKeys.self) { _ in
            GetSigningKeys.Reply(keys: [GetSigningKeys.Key(id: "k1", publicKey: key)])
        }
        let response = try await services.ask("GET", path)
        response.expect(
            body: #"{"keys":[{"kty":"OKP","crv":"Ed25519","alg":"EdDSA","use":"sig","kid":"k1","#
                + #""x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}"#)
        #expect(response.header("Cache-Control") == "public, max-age=300")
        #expect(response.header("Content-Type") == "application/json; charset=utf-8")
    }

    @Test func saysWhenNothingHasChanged() async throws {
        try await withEdge(.people()) { edge in
            let tag = try #require(try await edge.request("GET", path).header("ETag"))
            let again = try await edge.request("GET", path, headers: [("If-None-Match", tag)])
            #expect(again.status == 304 && again.header("Cache-Control") == "public, max-age=300")
        }
    }
}

@Suite(.timeLimit(.minutes(10))) struct AppleAppsTests {
    @Test(
        "The association of the domain has the apps of apple.appIds",
        arguments: [
            ([], ""), (["TEAM123456.a-b.c", "TEAM123456.b"], #""TEAM123456.a-b.c","TEAM123456.b""#),
        ] as [([String], String)])
    func listsTheApps(_ ids: [String], _ shown: String) async throws {
        let response = try await withEdge(configure: { $0.apple.appIDs = ids }) {
            try await $0.request("GET", "/.well-known/apple-app-site-association")
        }
        response.expect(body: #"{"webcredentials":{"apps":[\#(shown)]}}"#)
        #expect(response.header("Content-Type") == "application/json; charset=utf-8")
    }
}
