import AppleAccounts

@testable import AuthSession

@Suite("The auth-session service: erasures", .timeLimit(.minutes(10))) struct ErasureTests {
    private static func asked(_ id: String = "e1") throws -> ErasureRequest {
        ErasureRequest(id: try #require(ErasureID(id)), secret: SecretText("opens it"))
    }

    private func request(
        _ signedIn: SignedIn, _ proof: PersonProof, _ id: String = "e1"
    ) throws -> Proven<EraseAccount> {
        let session = signedIn.session
        return Proven(
            EraseAccount(account: session.account, erasure: try Self.asked(id)), session: session.session, proof: proof,
            shown: signedIn.shown)
    }

    @Test("Identity gets the session, the time of its sign-in and the password")
    func passedOn() async throws {
        try await AuthSessionHarness.run { auth in
            let signedIn = try await auth.signIn()
            auth.clock.advance(seconds: 600)
            let reply = try await auth.send(try request(signedIn, .password(SecretText(ScriptedIdentity.password))))
            #expect(reply.askedAt != nil)
            let told = try #require(auth.identity.erasures.first)
            #expect(told.account == .anna && told.erasure?.id.text == "e1")
            #expect(told.person?.session == signedIn.session.session)
            #expect(told.person?.password?.value == ScriptedIdentity.password)
            #expect(told.person.map { $0.signedInAt <= .start } == true)
        }
    }

    @Test("A repeated erasure gets the first answer, although the session has ended with the account")
    func secondArrival() async throws {
        try await AuthSessionHarness.run { auth in
            let message = try request(try await auth.signIn(), .recentSignIn)
            let first = try await auth.send(message)
            #expect(try await eventually { try await auth.send(ListSessions(account: .anna)).isEmpty })
            #expect(try await auth.send(message) == first)
            #expect(auth.identity.erasures.count == 1)
        }
    }

    @Test("A token of Apple is a proof once, if it is minutes old and of the same user")
    func apple() async throws {
        try await AppleHarness.run { it in
            let session = try await it.auth.send(try it.request(nonce: "raw"))
            it.auth.clock.advance(seconds: 600)
            func proof(
                _ user: String = AppleHarness.user, age: Int64 = 0, nonce: String? = "n", shown: String? = "n"
            ) throws -> PersonProof {
                let signIn = try it.request(user, nonce: nonce, shown: .some(shown)) {
                    $0.claims["iat"] = "\(it.now - age)"
                }
                return .identityToken(signIn.identityToken, nonce: signIn.nonce)
            }
            let stranger = try proof("000000.11111111111111111111111111111111.2222")
            #expect(try await it.auth.outcome(try request(session, stranger)) == .forbidden)
            #expect(try await it.auth.outcome(try request(session, try proof(age: 361))) == .signInTooOld)
            #expect(try await it.auth.outcome(try request(session, try proof(shown: "x"))) == .invalidToken)
            #expect(it.auth.identity.erasures.isEmpty)
            let good = try proof()
            #expect(try await it.auth.outcome(try request(session, good)) == nil)
            #expect(it.auth.identity.erasures.count == 1)
            // The user returns, and an attacker who has seen the token tries it again.
            it.auth.clock.advance(seconds: 11)
            let next = try await it.auth.send(try it.request(nonce: "raw 2"))
            #expect(try await it.auth.outcome(try request(next, good, "e2")) == .invalidToken)
            #expect(it.auth.identity.erasures.count == 1)
        }
    }

    @Test("A receipt is signed when all services have confirmed, and is no token")
    func receipt() async throws {
        try await AuthSessionHarness.run({ $0.backups.keptFor = .seconds(86_400) }) { auth in
            let id = try #require(ErasureID("e1"))
            var erasure = Erasure(
                id: id, subject: "s", askedAt: .start, completedAt: nil,
                confirmed: [Erasure.Confirmation(service: .push, at: .start, tables: [ErasedTable("inbox", rows: 2)])])
            auth.identity.tell(erasure)
            let early = try await auth.send(GetErasure(id: id, secret: SecretText("opens it")))
            #expect(early.receipt == nil && early.erasure == erasure)
            erasure.completedAt = .start.adding(seconds: 9)
            auth.identity.tell(erasure)
            let reply = try await auth.send(GetErasure(id: id, secret: nil))
            let receipt = try #require(reply.receipt)
            #expect(try await auth.send(GetErasure(id: id, secret: nil)).receipt == receipt)
            let parts = receipt.split(separator: ".")
            let claims = try #require(base64URLDecoded(parts[1].utf8))
            let start = UnixTime.start.rawValue / 1000
            #expect(
                String(decoding: claims, as: UTF8.self) == """
                    {"asked_at":\(start),"backups":{"stated":true,"until":\(start + 9 + 86_400)},\
                    "completed_at":\(start + 9),"iat":\(start + 9),"id_until":\(start + 9 + 400 * 86_400),\
                    "iss":"balise","jti":"e1","services":[{"confirmed_at":\(start),"name":"push",\
                    "tables":[{"name":"inbox","rows":2}]}],"sub":"s"}
                    """)
            #expect(try await auth.refusal(SecretText(receipt)) == .invalidToken)
            #expect(try await auth.send(IntrospectToken(token: SecretText(receipt))).token == nil)
        }
    }
}

@Suite("The auth-session service: exports", .timeLimit(.minutes(10))) struct ExportTests {
    @Test("A token of Apple as a proof is refused if Sign in with Apple is not set up")
    func appleToken() async throws {
        try await AuthSessionHarness.run { auth in
            let signedIn = try await auth.signIn()
            let session = signedIn.session
            let proof = PersonProof.identityToken(SecretText("a.b.c"), nonce: nil)
            let asked = Proven(
                BeginExport(account: .anna), session: session.session, proof: proof, shown: signedIn.shown)
            await #expect(throws: (any Error).self) { try await auth.send(asked) }
            #expect(auth.identity.exports.isEmpty)
        }
    }
}
