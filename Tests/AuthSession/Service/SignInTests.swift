@testable import AuthSession

@Suite("Signing in", .timeLimit(.minutes(10))) struct SignInTests {
    @Test("A sign-in returns valid tokens of the requested kind")
    func kinds() async throws {
        try await AuthSessionHarness.run { auth in
            let rotating = try await auth.signIn()
            #expect(rotating.tokens.secret == nil)
            #expect(rotating.tokens.accessExpiresAt == .start.adding(seconds: day))
            #expect(try #require(rotating.tokens.refreshToken).value.hasPrefix("br_\(rotating.session.session).1."))
            let principal = try #require(try await auth.authenticate(rotating.tokens.accessToken).principal)
            #expect(principal.account == .anna && principal.session == rotating.session.session)
            #expect(principal.expiresAt == .start.adding(seconds: day))

            let opaque = try await auth.signIn(.anna, .opaque)
            #expect(opaque.tokens.accessToken == nil && opaque.tokens.refreshToken == nil)
            #expect(try #require(opaque.tokens.secret).value.hasPrefix("bs_"))
            let other = try #require(try await auth.authenticate(opaque.tokens.secret).principal)
            #expect(other.session == opaque.session.session && other.session != principal.session)
            #expect(other.expiresAt == .start.adding(seconds: 365 * day))
            #expect(auth.log.events("session-begun").count == 2)
            #expect(auth.count(SessionMetrics.signIns, ["method": "password", "outcome": "success"]) == 2)
        }
    }

    @Test("Identity gets the session that the app showed beside the password, living or ended")
    func seenSession() async throws {
        try await AuthSessionHarness.run { auth in
            let opaque = try await auth.signIn(.anna, .opaque)
            let rotating = try await auth.signIn(.ben)
            _ = try await auth.send(EndSession(account: .anna, session: opaque.session.session))
            let anna = SeenSession(account: .anna, session: opaque.session.session)
            let ben = SeenSession(account: .ben, session: rotating.session.session)
            let stranger = SecretText("bs_" + String(repeating: "A", count: 43))
            for (shown, expected) in [
                (opaque.tokens.secret, anna), (rotating.tokens.accessToken, ben), (rotating.tokens.refreshToken, ben),
                (stranger, nil), (SecretText("x"), nil), (nil, nil),
            ] as [(SecretText?, SeenSession?)] {
                var request = SignIn.of(.anna)
                request.shown = shown
                _ = try await auth.send(request)
                #expect(auth.identity.shown.last?.seen == expected)
            }
        }
    }

    @Test("The log of a refusal has the network and nothing else about the user")
    func network() async throws {
        try await AuthSessionHarness.run { auth in
            var client = ClientInfo()
            client.address = Personal("198.51.100.77")
            await #expect(throws: BusError.self) { try await auth.send(SignIn.of(.anna, password: "wrong"), client) }
            let lines = auth.log.events("sign-in-refused")
            #expect(lines.count == 1 && lines[0].metadata["network"] == "198.51.100.0/24")
            #expect(auth.log.lines.allSatisfy { !$0.text.contains("198.51.100.77") })
        }
    }

    @Test(
        "Identity's refusal is answered, counted and logged without the user",
        arguments: [
            (.password, "INVALID_CREDENTIALS"), (.emailCode, "CODE_MISMATCH"), (.passkey, "INVALID_TOKEN"),
        ] as [(SignInMethod, String)])
    func refused(_ method: SignInMethod, _ code: String) async throws {
        try await AuthSessionHarness.run { auth in
            let outcome: ErrorCode? =
                switch method {
                case .emailCode: try await auth.outcome(SignInWithEmailCode.of("canary"))
                case .passkey: try await auth.outcome(SignInWithPasskey.of(.named("canary")))
                default: try await auth.outcome(SignIn.of(.anna, password: "canary-password"))
                }
            #expect(outcome?.rawValue == code)
            let lines = auth.log.events("sign-in-refused")
            #expect(lines.count == 1 && lines[0].metadata["code"] == code)
            #expect(lines[0].metadata["method"] == method.rawValue)
            #expect(auth.log.lines.allSatisfy { !$0.text.contains("canary") && !$0.text.contains("anna") })
            #expect(auth.count(SessionMetrics.signIns, ["method": method.rawValue, "outcome": code]) == 1)
        }
    }

    @Test("A code by mail or a passkey begins no external session")
    func external() async throws {
        try await AuthSessionHarness.run { auth in
            let byCode = try await auth.outcome(SignInWithEmailCode.of("anna", .external))
            let byPasskey = try await auth.outcome(SignInWithPasskey.of(.anna, .external))
            #expect(byCode == .invalidRequest && byPasskey == .invalidRequest)
        }
    }

    @Test("A registration makes the account and its first session; a taken name is refused")
    func registration() async throws {
        try await AuthSessionHarness.run { auth in
            let request = Register(
                names: AccountNames(username: "carla"), password: SecretText("longer than six"),
                details: ProfileDetails(), kind: .rotating)
            let made = try await auth.send(request)
            #expect(made.profile.account == .named("carla"))
            #expect(try await auth.refusal(made.tokens.accessToken) == nil)
            #expect(try await auth.outcome(request) == .duplicate)
            #expect(auth.count(SessionMetrics.registrations, ["method": "password", "outcome": "success"]) == 1)
            #expect(
                auth.count(SessionMetrics.registrations, ["method": "password", "outcome": "DUPLICATE_FIELD"]) == 1)
        }
    }

    @Test("The client info is stored, sent to identity, and listed")
    func client() async throws {
        try await AuthSessionHarness.run { auth in
            var client = ClientInfo()
            client.platform = "ios"
            client.device = "iPhone16,1"
            client.os = "17.5.1"
            client.city = Personal("Canarytown")
            client.country = Personal("FR")
            client.address = Personal("192.0.2.77")
            let signedIn = try await auth.signIn(client: client)
            #expect(auth.identity.clients.first == client)
            let listed = try await auth.send(ListSessions(account: .anna))
            #expect(listed.map(\.session) == [signedIn.session.session])
            #expect(listed[0].client == signedIn.session.client)
            #expect(listed[0].client.osName == "iOS" && listed[0].client.isMobile == true)
            #expect(listed[0].client.location == Personal("Canarytown, FR"))
            #expect(auth.log.lines.allSatisfy { !$0.text.contains("Canary") && !$0.text.contains("192.0.2.77") })
        }
    }

    @Test("A user ends one session or all others, and a stranger none")
    func ending() async throws {
        try await AuthSessionHarness.run { auth in
            let one = try await auth.signIn()
            let two = try await auth.signIn(.anna, .opaque)
            let three = try await auth.signIn()
            let others = try await auth.signIn(.ben)
            let id = one.session.session
            #expect(try await auth.outcome(EndSession(account: .ben, session: id)) == .notFound)
            #expect(try await auth.outcome(EndSession(account: .anna, session: .named("nothing"))) == .notFound)
            #expect(try await auth.refusal(one.tokens.accessToken) == nil)
            #expect(try await auth.outcome(EndSession(account: .anna, session: id)) == nil)
            #expect(try await auth.outcome(EndSession(account: .anna, session: id)) == nil)
            #expect(try await auth.refusal(one.tokens.accessToken) == .invalidToken)
            let token = try #require(one.tokens.refreshToken)
            #expect(try await auth.outcome(RefreshSession(token: token)) == .invalidToken)

            let kept = three.session.session
            #expect(try await auth.send(EndOtherSessions(account: .anna, kept: kept)).count == 1)
            #expect(try await auth.refusal(two.tokens.secret) == .invalidToken)
            #expect(try await auth.refusal(three.tokens.accessToken) == nil)
            #expect(try await auth.refusal(others.tokens.accessToken) == nil)
            #expect(try await auth.send(EndOtherSessions(account: .anna)).count == 1)
            #expect(try await auth.send(ListSessions(account: .anna)).isEmpty)
            #expect(try await auth.credentials().changes.count == 3)
        }
    }

    @Test("Only feeds that are kept here can be followed")
    func feeds() async throws {
        try await AuthSessionHarness.run { auth in
            let page = ReadFeed(feed: AccountChange.feed, epoch: nil, after: 0, limit: 1)
            await #expect(throws: BusError.self) {
                try await auth.edge.send(page, to: .authSession, MessageContext(requestID: "test"))
            }
        }
    }
}

@Suite("Codes by mail", .timeLimit(.minutes(10))) struct EmailCodeSignInTests {
    @Test(
        "A code by mail or a passkey begins a session of the requested kind and its own method",
        arguments: [SessionKind.rotating, .opaque], [SignInMethod.emailCode, .passkey])
    func begins(_ kind: SessionKind, _ method: SignInMethod) async throws {
        try await AuthSessionHarness.run { auth in
            let isPasskey = method == .passkey
            let signedIn =
                isPasskey
                ? try await auth.send(SignInWithPasskey.of(.anna, kind))
                : try await auth.send(SignInWithEmailCode.of("anna", kind, isRemembered: false))
            #expect(signedIn.session.signInMethod == method && signedIn.session.kind == kind)
            #expect(signedIn.session.account == .anna && signedIn.session.isRemembered == isPasskey)
            #expect(auth.identity.assertions == (isPasskey ? [SignInWithPasskey.of(.anna).assertion] : []))
            let principal = try #require(
                try await auth.authenticate(signedIn.tokens.accessToken ?? signedIn.tokens.secret).principal)
            #expect(principal.signInMethod == method && principal.signedInAt == .start)
            #expect(auth.log.events("session-begun").map { $0.metadata["method"] } == [method.rawValue])
            #expect(auth.count(SessionMetrics.signIns, ["method": method.rawValue, "outcome": "success"]) == 1)
        }
    }

    @Test("A code by mail begins no session before the second step")
    func secondStep() async throws {
        try await AuthSessionHarness.run { auth in
            auth.identity.wantSecondStep(of: .anna)
            let ticket = try await auth.ticket(SignInWithEmailCode.of("anna", .opaque, isRemembered: false))
            #expect(auth.log.events("session-begun").isEmpty)
            let signedIn = try await auth.send(
                TakeSecondStep(ticket: ticket, shownCode: ScriptedIdentity.code, recoveryCode: nil))
            #expect(signedIn.session.signInMethod == .emailCode && signedIn.session.kind == .opaque)
            #expect(!signedIn.session.isRemembered && auth.identity.steps.map(\.firstStep) == [FirstStep()])
        }
    }

    @Test("Identity gets the session and the proof of a request for a code to another address")
    func change() async throws {
        try await AuthSessionHarness.run { auth in
            let signedIn = try await auth.signIn()
            let session = signedIn.session
            let act = RequestEmailCode(account: session.account, purpose: .change, address: Personal("a@b.c"))
            func change(_ proof: PersonProof?) -> Proven<RequestEmailCode> {
                Proven(act, session: session.session, proof: proof, shown: signedIn.shown)
            }
            _ = try await auth.send(change(.emailCode(SecretText("12345678"))))
            _ = try await auth.send(change(.password(SecretText("secret"))))
            let told = auth.identity.emailCodes
            #expect(told.map(\.purpose) == [.change, .change] && told[0].address?.value == "a@b.c")
            #expect(told[0].person?.emailCode?.value == "12345678" && told[0].person?.password == nil)
            #expect(told[1].person?.password?.value == "secret" && told[1].person?.session == session.session)
        }
    }
}

@Suite("Signing in with a passkey", .timeLimit(.minutes(10))) struct PasskeySignInTests {
    @Test("A passkey sign-in cancels the erasure if the user asks")
    func takesBack() async throws {
        try await AuthSessionHarness.run { auth in
            for cancels in [nil, true] as [Bool?] {
                var request = SignInWithPasskey.of(.anna)
                request.cancelsErasure = cancels
                _ = try await auth.send(request)
                #expect(auth.identity.passkeysTakingBack == (cancels == true ? 1 : 0))
            }
        }
    }
}

extension SignInWithEmailCode {
    fileprivate static func of(_ account: String, _ kind: SessionKind = .rotating, isRemembered: Bool = true) -> Self {
        Self(email: Personal(account), emailCode: SecretText(account), kind: kind, isRemembered: isRemembered)
    }
}

extension SignInWithPasskey {
    fileprivate static func of(_ account: AccountID, _ kind: SessionKind = .rotating) -> Self {
        Self(
            assertion: PasskeyAssertion(
                credentialID: Array(account.text.utf8), clientData: [1], authenticatorData: [2], signature: [3],
                userHandle: [4]), kind: kind)
    }
}
