@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct PasskeyTests {
    /// The result of `toJSON()`, with unused members.
    static let shown =
        #"{"id":"-_8","rawId":"-_8","type":"public-key","response":{"clientDataJSON":"e30","authenticatorData":"AQ","#
        + #""signature":"Ag","userHandle":"Aw"},"clientExtensionResults":{},"authenticatorAttachment":"platform"}"#
    static let made =
        #"{"id":"-_8","rawId":"-_8","type":"public-key","response":{"clientDataJSON":"e30","attestationObject":"oA","#
        + #""transports":["internal"],"publicKeyAlgorithm":-7},"clientExtensionResults":{},"name":"My phone"}"#

    private let root = "/api/v1/users/me/passkeys"

    @Test func givesTheOptionsOfASignIn() async throws {
        let response = try await ScriptedServices.ofAda().ask("POST", "/api/v1/auth/passkeys/options")
        response.expect(
            body: #"{"success":true,"data":{"challenge":"-_8","timeout":300000,"rpId":"example.org","#
                + #""userVerification":"required"}}"#)
    }

    @Test func givesTheOptionsOfARegistration() async throws {
        let response = try await ScriptedServices.ofAda().ask("POST", root + "/options")
        response.expect(
            body: #"{"success":true,"data":{"rp":{"id":"example.org","name":"Example"},"#
                + #""user":{"id":"AQID","name":"ada@example.org","displayName":"Ada"},"challenge":"-_8","#
                + #""pubKeyCredParams":[{"type":"public-key","alg":-7},{"type":"public-key","alg":-8}],"#
                + #""timeout":300000,"excludeCredentials":[{"type":"public-key","id":"AQ","transports":["internal"]},"#
                + #"{"type":"public-key","id":"Ag"}],"authenticatorSelection":{"residentKey":"required","#
                + #""requireResidentKey":true,"userVerification":"preferred"},"attestation":"none"}}"#)
    }

    @Test(arguments: [(shown, SessionKind.rotating), (String(shown.dropLast()) + #","kind":"opaque"}"#, .opaque)])
    func handsOverAnAssertion(_ body: String, _ kind: SessionKind) async throws {
        let (response, message) = try await ScriptedServices.ofAda().post(
            "/api/v1/auth/passkeys", body, for: SignInWithPasskey.self)
        #expect(response.body.contains(kind == .opaque ? "bs_secret" : "br_next"))
        #expect(message.kind == kind)
        #expect(
            message.assertion
                == PasskeyAssertion(
                    credentialID: [251, 255], clientData: Array("{}".utf8), authenticatorData: [1], signature: [2],
                    userHandle: [3]))
    }

    @Test func cancelsAnErasure() async throws {
        let services = ScriptedServices.ofAda()
        let body = String(Self.shown.dropLast()) + #","cancelErasure":true}"#
        try await services.post("/api/v1/auth/passkeys", body).expect(200)
        #expect(services.received(SignInWithPasskey.self).map(\.cancelsErasure) == [true])
    }

    @Test func handsOverAnAttestation() async throws {
        let (response, message) = try await ScriptedServices.ofAda().ask(
            "POST", root, body: Self.made, for: RegisterPasskey.self)
        response.expect(
            body: #"{"success":true,"data":{"id":"p1","credentialId":"-_8","name":"My phone","#
                + #""createdAt":"2026-01-01T00:00:00Z","isBackedUp":true}}"#)
        #expect(message.account == People.ada && message.signedInAt == People.now && message.name?.value == "My phone")
        #expect(
            message.attestation
                == PasskeyAttestation(
                    credentialID: [251, 255], clientData: Array("{}".utf8), attestationObject: [0xa0],
                    transports: ["internal"]))
    }

    @Test(arguments: [
        "{}", shown.replacing("-_8", with: "+/8"), shown.replacing("e30", with: "e30="),
        shown.replacing(#""AQ""#, with: "1"), shown.replacing(#""signature":"Ag","#, with: ""),
        shown.replacing(#""Aw""#, with: #""A""#), String(shown.dropLast()) + #","kind":"external"}"#,
    ])
    func refusesAnIncompleteAssertion(_ body: String) async throws {
        try await ScriptedServices.ofAda().expectMalformed("POST", "/api/v1/auth/passkeys", body: body)
    }

    @Test func listsRenamesAndRemoves() async throws {
        let services = ScriptedServices.ofAda()
        try await withEdge(services) { edge in
            let list = try await edge.request("GET", root)
            list.expect(
                body: #"{"success":true,"data":{"passkeys":[{"id":"p1","credentialId":"-_8","name":"My phone","#
                    + #""createdAt":"2026-01-01T00:00:00Z","lastUsedAt":"2026-01-31T12:00:00Z","isBackedUp":true}],"#
                    + #""totalCount":1}}"#)
            let renamed = try await edge.request("PATCH", root + "/p1", body: #"{"name":"Key"}"#)
            #expect(renamed.status == 200 && renamed.body.contains(#""name":"Key""#))
            #expect(try await edge.request("DELETE", root + "/p1").status == 200)
            #expect(try await edge.request("DELETE", root + "/p%202").status == 404)
            #expect(try await edge.request("PATCH", root + "/p1", body: "{}").status == 400)
        }
        #expect(services.received(RemovePasskey.self).map(\.passkey.text) == ["p1"])
    }
}
