import JWTKit

@testable import AuthSession

@Suite("Authenticating", .timeLimit(.minutes(10))) struct AuthenticateTests {
    @Test("Another JWT library verifies an access token with the published key")
    func foreignLibrary() async throws {
        try await AuthSessionHarness.run { auth in
            let signedIn = try await auth.signIn()
            let token = try #require(signedIn.tokens.accessToken).value
            let key = try #require(try await auth.send(GetSigningKeys()).keys.first)
            let keys = await JWTKeyCollection().add(
                eddsa: try EdDSA.PublicKey(x: base64URL(key.publicKey), curve: .ed25519),
                kid: JWKIdentifier(string: key.id))
            let claims = try await keys.verify(token, as: AccessClaims.self)
            #expect(claims.issuer == "balise" && claims.account == .anna)
            #expect(claims.session == signedIn.session.session && claims.generation == 1)
            #expect(claims.issuedAt == 1_800_000_000 && claims.expiresAt == 1_800_086_400)
            let header = try DefaultJWTParser().parse(Array(token.utf8), as: AccessClaims.self).header
            #expect(header.alg == "EdDSA" && header.kid == key.id && header.typ == "JWT")
        }
    }

    @Test("A token that names its own algorithm or key is refused and ends no session")
    func algorithmConfusion() async throws {
        try await AuthSessionHarness.run { auth in
            let signedIn = try await auth.signIn()
            let token = try #require(signedIn.tokens.accessToken).value
            let key = try #require(try await auth.send(GetSigningKeys()).keys.first)
            let parts = token.split(separator: ".").map(String.init)
            let own = Curve25519.Signing.PrivateKey()
            let sign = { (body: Data) in try own.signature(for: body) }
            let publicKey = SymmetricKey(data: key.publicKey)
            let forge = { (header: String, sign: (Data) throws -> Data) throws -> String in
                let body = "\(base64URL(Array(header.utf8))).\(parts[1])"
                return "\(body).\(base64URL(try sign(Data(body.utf8))))"
            }
            let hmac = { (body: Data) in Data(HMAC<SHA256>.authenticationCode(for: body, using: publicKey)) }
            let forgeries = [
                try forge(#"{"alg":"none"}"#) { _ in Data() },
                try forge(#"{"alg":"none","kid":"\#(key.id)","typ":"JWT"}"#) { _ in Data() },
                try forge(#"{"alg":"HS256","kid":"\#(key.id)","typ":"JWT"}"#, hmac),
                try forge(#"{"alg":"EdDSA","kid":"\#(key.id)","typ":"JWT"}"#, hmac),
                try forge(#"{"alg":"EdDSA","kid":"\#(key.id)","typ":"JWT"}"#, sign),
                try forge(#"{"alg":"EdDSA","kid":"another","typ":"JWT"}"#, sign),
                try forge(#"{"alg":"EdDSA","typ":"JWT"}"#, sign),
                try forge(#"{"alg":"EdDSA","kid":"\#(key.id)","size":1e300}"#, sign),
                try forge(
                    #"{"alg":"EdDSA","jwk":{"kty":"OKP","crv":"Ed25519","x":"\#(base64URL(own.publicKey.rawRepresentation))"}}"#,
                    sign),
                "\(parts[0]).\(parts[1]).", "\(parts[0]).\(parts[1])", "\(parts[0])..\(parts[2])", "..", "",
                "\(parts[0]).\(base64URL(Array(#"{"sub":"ben"}"#.utf8))).\(parts[2])", "Bearer \(token)", token + "\n",
                "\(token).\(parts[2])", String(repeating: "e", count: 100_000),
            ]
            for forgery in forgeries {
                #expect(try await auth.refusal(SecretText(forgery)) == .invalidToken, "\(forgery.prefix(80))")
                let refresh = try await auth.outcome(RefreshSession(token: SecretText(forgery)))
                #expect(refresh == .invalidToken, "\(forgery.prefix(80))")
            }
            #expect(try await auth.refusal(SecretText(token)) == nil)
            #expect(try await auth.refusal(signedIn.tokens.refreshToken) == .invalidToken)
            #expect(auth.log.events("session-ended").isEmpty)
            #expect(auth.count(SessionMetrics.refusals, ["code": "INVALID_TOKEN"]) == Double(forgeries.count + 1))
        }
    }

    @Test("The feed position of an answer covers every end that the answer knows")
    func oneSnapshot() async throws {
        try await AuthSessionHarness.run { auth in
            for round in 0..<20 {
                let signedIn = try await auth.signIn(.named("account-\(round)"))
                let end = EndSession(account: signedIn.profile.account, session: signedIn.session.session)
                let answers = try await withThrowingTaskGroup(of: Authenticate.Reply?.self) { group in
                    for index in 0..<30 {
                        if index == 10 {
                            group.addTask {
                                _ = try await auth.send(end)
                                return nil
                            }
                        }
                        group.addTask { try await auth.authenticate(signedIn.tokens.accessToken) }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                let page = try await auth.credentials()
                let key = CredentialChange.session(signedIn.session.session).key
                let tombstone = try #require(page.changes.first { $0.key == key })
                #expect(tombstone.value == nil)
                for answer in answers.compactMap(\.self) {
                    #expect(answer.epoch == page.epoch)
                    #expect((answer.principal != nil) == (answer.sequence < tombstone.sequence))
                }
            }
        }
    }
}
