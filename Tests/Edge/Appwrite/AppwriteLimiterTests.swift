@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct AppwriteLimiterTests {
    private let clock = SteppedClock()

    private func limiter() -> AppwriteLimiter { AppwriteLimiter(Settings().appwrite, clock: clock) }

    private func kind(_ email: String) -> AppwriteLimiter.Kind { .emailSession(Personal(email)) }

    private func wait(
        _ limiter: AppwriteLimiter, _ kind: AppwriteLimiter.Kind, from address: String = "192.0.2.1"
    ) -> Int? {
        do throws(EdgeError) {
            _ = try limiter.begin(kind, from: address)
            return nil
        } catch {
            #expect(error.status.code == 429)
            return error.retryAfter ?? -1
        }
    }

    @Test(
        "The limit is per hour, and the hour begins with the first attempt",
        arguments: [
            (AppwriteLimiter.Kind.account, 7), (.anonymousSession, 50), (.emailSession(Personal("a@b.c")), 10),
        ])
    func bounds(_ kind: AppwriteLimiter.Kind, _ bound: Int) {
        var settings = Settings().appwrite
        settings.accountsPerHour = 7
        let limiter = AppwriteLimiter(settings, clock: clock)
        for _ in 0..<bound {
            #expect(wait(limiter, kind) == nil)
            clock.advance(by: .seconds(1))
        }
        #expect(wait(limiter, kind) == 3600 - bound)
        #expect(wait(limiter, kind, from: "192.0.2.2") == nil)
        clock.advance(by: .seconds(3600 - bound))
        for _ in 0..<bound { #expect(wait(limiter, kind) == nil) }
        #expect(wait(limiter, kind) == 3600)
    }

    @Test("Each e-mail address has its own attempts, and a success resets them")
    func emails() throws {
        let limiter = limiter()
        for _ in 0..<10 { #expect(wait(limiter, kind("a@b.c")) == nil) }
        #expect(wait(limiter, kind("a@b.c")) == 3600)
        #expect(wait(limiter, kind("d@b.c")) == nil)
        limiter.forget(try limiter.begin(kind("e@b.c"), from: "192.0.2.1"))
        for _ in 0..<10 { #expect(wait(limiter, kind("e@b.c")) == nil) }
    }

    @Test("An attempt that is taken back does not count")
    func takesBack() throws {
        let limiter = limiter()
        for _ in 0..<30 { limiter.takeBack(try limiter.begin(.account, from: "192.0.2.1")) }
        for _ in 0..<10 { #expect(wait(limiter, .account) == nil) }
        #expect(wait(limiter, .account) == 3600)
    }

    // MARK: Over HTTP

    private static let credentials = #"{"email":"a@b.c","password":"secret-7"}"#
    private static let account = #"{"userId":"unique()","email":"a@b.c","password":"secret-7"}"#
    private static let wrong = BusError.refused(ServiceError(.wrongCredentials, ""))

    @Test("The edge refuses the eleventh wrong password of an hour unchecked, in Appwrite's form")
    func guesses() async throws {
        let services = ScriptedServices.appwrite().answering(SignIn.self) { _ throws(BusError) in throw Self.wrong }
        try await withEdge(services) { (edge) async throws in
            for _ in 0..<10 {
                #expect(try await edge.post("/v1/account/sessions/email", Self.credentials).status == 401)
            }
            let refused = try await edge.post("/v1/account/sessions", Self.credentials)
            #expect(refused.status == 429 && refused.errorType == "general_rate_limit_exceeded")
            #expect(refused.header("X-RateLimit-Limit") == "10" && refused.header("X-RateLimit-Remaining") == "0")
            let wait = try #require(refused.header("Retry-After").flatMap { Int64($0) })
            // An hour, minus the time of the guesses.
            #expect((3000...3600).contains(wait))
            #expect(refused.header("X-RateLimit-Reset") == String(People.now.rawValue / 1000 + wait))
            #expect(services.received(SignIn.self).count == 10)
        }
    }

    /// The app's first sign-in must always work, for many users behind one address.
    @Test func neverLimitsTheFirstSignInOfTheApp() async throws {
        let services = ScriptedServices.appwrite()
        try await withEdge(services) { (edge) async throws in
            for person in 0..<10 {
                let email = #""email":"person\#(person)@b.c","password":"secret-7""#
                services.on(SignIn.self) { _ throws(BusError) in throw Self.wrong }
                #expect(try await edge.post("/v1/account/sessions/email", "{\(email)}").status == 401)
                #expect(try await edge.post("/v1/account", #"{"userId":"unique()",\#(email)}"#).status == 201)
                services.on(SignIn.self) { _ in
                    SignedIn(profile: People.profile(), session: Appwrite.session(People.phone), tokens: People.opaque)
                }
                #expect(try await edge.post("/v1/account/sessions/email", "{\(email)}").status == 201)
            }
            #expect(try await edge.post("/v1/account", Self.account).status == 429)
            for _ in 0..<20 {
                #expect(try await edge.post("/v1/account/sessions/email", Self.credentials).status == 201)
            }
        }
    }

    @Test("A failure of the server and a malformed request use no attempt")
    func countsNothingElse() async throws {
        let services = ScriptedServices.appwrite()
        services.on(SignIn.self) { _ throws(BusError) in throw .unavailable(.authSession) }
        services.on(CreateAccount.self) { _ throws(BusError) in throw .overloaded }
        try await withEdge(services) { (edge) async throws in
            for _ in 0..<20 {
                #expect(try await edge.post("/v1/account/sessions/email", Self.credentials).status == 503)
                #expect(try await edge.post("/v1/account", Self.account).status == 503)
                #expect(try await edge.post("/v1/account", "{}").status == 400)
            }
        }
    }
}
