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
