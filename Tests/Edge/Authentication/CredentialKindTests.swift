@testable import Edge

enum TriedCredential: String, CaseIterable, Sendable {
    case nothing, secret, accessToken, refreshToken, identityToken, exchangedToken, appwriteSecret, appwriteToken,
        anonymousSecret, publishKey, operateKey, introspectKey

    static let ofPeople: Set<TriedCredential> = [.secret, .accessToken, .identityToken]
    static let ofAppwrite: Set<TriedCredential> = [.appwriteSecret, .appwriteToken, .anonymousSecret]

    var principal: Principal? {
        let signInMethod: SignInMethod
        switch self {
        case .secret, .accessToken, .exchangedToken: signInMethod = .password
        case .identityToken: signInMethod = .issuer
        case .appwriteSecret, .appwriteToken: signInMethod = .appwrite
        case .anonymousSecret: signInMethod = .anonymous
        case .nothing, .refreshToken, .publishKey, .operateKey, .introspectKey: return nil
        }
        return Principal(
            account: People.ada, session: People.phone, signInMethod: signInMethod, expiresAt: nil,
            token: self == .exchangedToken ? Riders.token : nil, signedInAt: People.now)
    }

    var scope: APIKeyScope? {
        switch self {
        case .publishKey: .publish
        case .operateKey: .operate
        case .introspectKey: .introspect
        default: nil
        }
    }

    var key: Principal? { scope.map { Principal(apiKey: APIKeyID("k1")!, scopes: [$0], expiresAt: nil) } }

    /// Shown in every header of the apps' APIs.
    var headers: [(String, String)] {
        switch self {
        case .nothing: []
        case .publishKey, .operateKey, .introspectKey:
            [("X-API-Key", rawValue), ("Authorization", "Bearer \(rawValue)"), ("X-Session-Token", rawValue)]
        default: [("Authorization", "Bearer \(rawValue)")]
        }
    }

    var appwriteHeaders: [(String, String)] {
        switch self {
        case .nothing: []
        case .appwriteToken, .accessToken, .identityToken, .exchangedToken: [("X-Appwrite-JWT", rawValue)]
        default: [("X-Appwrite-Session", Appwrite.session(rawValue)), ("X-Appwrite-Key", rawValue)]
        }
    }
}

extension ScriptedServices {
    fileprivate func knowKinds() -> ScriptedServices {
        on(Authenticate.self) { message in
            var reply = Authenticate.Reply(principal: nil, epoch: FeedEpoch(rawValue: 1), sequence: 1)
            switch message.credential {
            case .token(let token): reply.principal = TriedCredential(rawValue: token.value)?.principal
            case .apiKey(let key): reply.principal = TriedCredential(rawValue: key.value)?.key
            }
            if reply.principal == nil { reply.refusal = .invalidToken }
            return reply
        }
        return self
    }
}

@Suite(.timeLimit(.minutes(10))) struct CredentialKindTests {
    @Test(arguments: SampleCall.ofApps, TriedCredential.allCases)
    func api(_ call: SampleCall, _ shown: TriedCredential) async throws {
        let services = ScriptedServices.people().knowKinds()
        let status = try await withEdge(services) { try await call.ask($0, as: shown.headers) }.status
        if call.isForAnybody {
            #expect(status == call.owner)
        } else if call.isForPublishers {
            let opens = shown.scope.map(call.scopes.contains) ?? false
            #expect((status == 401 || status == 403) != opens, "\(status)")
            guard !opens else { return }
            #expect(status == (shown.scope == nil ? 401 : 403))
            #expect(services.messages.count == services.received(Authenticate.self).count)
        } else if TriedCredential.ofPeople.contains(shown) || (call.acceptsAnonymous && shown == .anonymousSecret) {
            #expect(status == call.owner)
        } else {
            #expect(status == (shown == .exchangedToken ? 403 : 401))
            #expect(services.messages.count == services.received(Authenticate.self).count)
        }
    }

    @Test(arguments: SampleCall.ofEcovelo, TriedCredential.allCases)
    func ecovelo(_ call: SampleCall, _ shown: TriedCredential) async throws {
        let services = ScriptedServices.riders().knowKinds()
        let response = try await withEdge(services) { try await call.ask($0, as: shown.headers) }
        let erases = call.testDescription == "DELETE /ecovelo/users/me"
        if call.isForAnybody || TriedCredential.ofPeople.contains(shown) || (shown == .exchangedToken && !erases) {
            #expect(response.status == 200 && response.header("Cache-Control") == "no-store")
        } else {
            #expect(response.status == 401)
            #expect(services.messages.count == services.received(Authenticate.self).count)
            if shown == .exchangedToken {
                #expect(try EcoveloErrorBody(response.body).code == "REAUTHENTICATION_REQUIRED")
            }
        }
    }

    @Test(arguments: SampleCall.ofAppwrite, TriedCredential.allCases)
    func appwrite(_ call: SampleCall, _ shown: TriedCredential) async throws {
        let services = ScriptedServices.appwrite().knowKinds()
        let status = try await withEdge(services) { try await call.ask($0, as: shown.appwriteHeaders) }.status
        let opens = TriedCredential.ofAppwrite.contains(shown) && (call.takesToken || shown != .appwriteToken)
        if call.isForAnybody || opens {
            #expect(status == call.owner)
        } else {
            #expect(status == 401)
            #expect(services.messages.count == services.received(Authenticate.self).count)
        }
    }

    /// The time is the issuer's, and may be only slightly in the future.
    @Test(
        arguments: [
            (0, true), (299, true), (300, false), (86_400, false), (-30, true), (nil, false),
        ] as [(Int64?, Bool)])
    func erasingAsksForARecentSignIn(_ seconds: Int64?, _ isDone: Bool) async throws {
        let services = ScriptedServices.riders()
        services.recogniseAda(by: .issuer, signedIn: seconds)
        let response = try await services.ask("DELETE", "/ecovelo/users/me", headers: [("Authorization", "any")])
        #expect(response.status == (isDone ? 200 : 401))
        #expect(services.received(EraseOwnAccount.self).count == (isDone ? 1 : 0))
        guard !isDone else { return }
        let challenge = response.header("WWW-Authenticate") ?? ""
        #expect(challenge.contains(#"error="insufficient_user_authentication""#) && challenge.hasSuffix("max_age=300"))
        #expect(response.body.contains("Sign in again, and repeat this within 5 minutes"))
    }
}
