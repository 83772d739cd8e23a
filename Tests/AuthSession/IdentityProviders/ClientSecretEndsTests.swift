@testable import AuthSession

@Suite("The ends of client secrets") struct ClientSecretEndsTests {
    private func issuer(_ name: String, secret: String?) throws -> IssuerSettings {
        let address = try #require(URL(string: "https://id.example/keys"))
        return IssuerSettings(
            name: name, issuer: "https://id.example", audiences: [], keys: .set(address),
            signIn: IssuerSettings.SignIn(
                clientID: "balise", clientSecret: secret.map { Secret($0) }, discovery: address))
    }

    private func token(_ claims: String) -> String {
        [#"{"alg":"ES256","kid":"k"}"#, claims, "s"].map { base64URL(Array($0.utf8)) }.joined(separator: ".")
    }

    @Test("are told of tokens, as Apple wants them, and of nothing else")
    func ends() throws {
        let ends = ClientSecretEnds([
            try issuer("apple", secret: token(#"{"exp":1800000000}"#)), try issuer("plain", secret: "a.b.c"),
            try issuer("endless", secret: token("{}")), try issuer("odd", secret: token(#"{"exp":1e300}"#)),
            try issuer("public", secret: nil),
        ])
        #expect(ends.ends.map(\.name) == ["issuers.apple.clientSecret"])
        #expect(ends.samples.map(\.value) == [1_800_000_000])
    }
}
