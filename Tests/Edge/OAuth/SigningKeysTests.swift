@testable import Edge

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
