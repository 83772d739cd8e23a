@testable import Edge

extension SampleCall {
    var credential: [(String, String)] {
        isForPublishers ? [("X-API-Key", People.publishersKey)] : [("Authorization", People.token)]
    }

    static let ofApps: [SampleCall] =
        ([
            SampleCall("POST", "auth/authenticate", #"{"email":"a@b.c","password":"secret"}"#, isForAnybody: true),
            SampleCall("POST", "auth/login", #"{"username":"ada","password":"secret"}"#, isForAnybody: true),
            SampleCall("POST", "auth/apple", #"{"identityToken":"a.b.c"}"#, isForAnybody: true),
            SampleCall("POST", "auth/provider", #"{"code":"c","codeVerifier":"v"}"#, isForAnybody: true),
            SampleCall("POST", "auth/apple/notifications", #"{"payload":"a.b.c"}"#, isForAnybody: true),
            SampleCall(
                "POST", "auth/register", #"{"username":"ada","password":"secret"}"#, owner: 201, isForAnybody: true),
            SampleCall("POST", "auth/refresh", #"{"token":"jwt"}"#, isForAnybody: true),
            SampleCall("POST", "auth/forgot-password", #"{"email":"a@b.c"}"#, isForAnybody: true),
            SampleCall("POST", "forgot-password-logs", #"{"email":"a@b.c"}"#, isForAnybody: true),
            SampleCall("POST", "auth/reset-password", #"{"token":"pr_x","newPassword":"secret"}"#, isForAnybody: true),
            SampleCall("GET", "auth/me"),
            SampleCall("POST", "auth/logout"),
            SampleCall("GET", "auth/sessions"),
            SampleCall("DELETE", "auth/sessions"),
            SampleCall("DELETE", "auth/sessions/{id}", with: People.desktop.text, stranger: 404),
            SampleCall("POST", "users/change-password", #"{"oldPassword":"a","newPassword":"secret"}"#),
            SampleCall("GET", "users/me"),
            SampleCall("PATCH", "users/me", #"{"firstName":"Ada"}"#),
            SampleCall("DELETE", "users/me", #"{"password":"a"}"#, owner: 202),
            SampleCall("POST", "users/me/export", #"{"password":"a"}"#),
            // A call without its secret; no credential replaces it.
            SampleCall("GET", "erasures/{id}", with: "e1", owner: 400, isForAnybody: true, asksNobody: true),
            SampleCall("GET", "users/me/links"),
            SampleCall("DELETE", "users/me/links/{id}", with: "l1", stranger: 404),
            SampleCall("GET", "users/me/light"),
            SampleCall("PUT", "users/profile", #"{"firstName":"Ada"}"#),
            SampleCall("GET", "users/me/location-devices"),
            SampleCall("GET", "places/stream"),
            SampleCall(
                "POST", "users/me/location-devices", #"{"device":"d","deviceKey":"right"}"#, owner: 201, stranger: 409),
            SampleCall("PUT", "users/me/location-devices/{device}/key", "{}", with: "pho%20ne", stranger: 404),
            SampleCall("DELETE", "users/me/location-devices/{device}/key", with: "pho%20ne", stranger: 404),
            SampleCall("PUT", "users/me/location-devices/{device}/new-readers", with: "pho%20ne", stranger: 404),
            SampleCall("DELETE", "users/me/location-devices/{device}/new-readers", with: "pho%20ne", stranger: 404),
            SampleCall("DELETE", "users/me/location-devices/{device}", with: "pho%20ne", stranger: 404),
            SampleCall(
                "POST", "users/me/location-devices/{device}/handover", with: "pho%20ne", owner: 201, stranger: 404),
            SampleCall("POST", "location-devices/handover", #"{"ticket":"t"}"#, owner: 201),
            SampleCall("GET", "users/me/share-links"),
            SampleCall(
                "POST", "users/me/share-links", #"{"device":"d","endsAt":"2026-02-01T12:00:00Z"}"#, owner: 201,
                stranger: 404),
            SampleCall("PATCH", "users/me/share-links/{id}", "{}", with: "l1", stranger: 404),
            SampleCall("DELETE", "users/me/share-links/{id}", with: "l1", stranger: 404),
            SampleCall("GET", "users/me/trackers"),
            SampleCall("POST", "users/me/trackers", #"{"device":"pho ne"}"#, owner: 201, stranger: 404),
            SampleCall("PATCH", "users/me/trackers/{id}", #"{"name":"n"}"#, with: "t1", stranger: 404),
            SampleCall("DELETE", "users/me/trackers/{id}", with: "t1", stranger: 404),
        ] + circles + forwarders + histories + passkeys + emailCodes + secondSteps + notifications + announcements)
        .map { $0.beneath("/api/v1/") }
}

extension SampleCall {
    private static func ofHistory(_ method: String, _ ending: String, _ body: String? = nil) -> SampleCall {
        SampleCall(
            method, "users/me/location-devices/{device}/history" + ending, body, with: "pho%20ne", stranger: 404)
    }

    fileprivate static let histories: [SampleCall] = [
        ofHistory("GET", ""), ofHistory("DELETE", "").at("users/me/location-devices/pho%20ne/history?to=2026-01-01"),
        ofHistory("GET", "/retention"), ofHistory("PUT", "/retention", #"{"days":30}"#),
        ofHistory("DELETE", "/retention"), ofHistory("GET", ".gpx"), ofHistory("GET", ".geojson"),
        ofHistory("POST", ".gpx", "<gpx/>"),
    ]
}

@Suite(.timeLimit(.minutes(10))) struct WhoAsksTests {
    @Test func listsEveryCall() {
        let calls = SampleCall.ofApps + SampleCall.ofAppwrite + [SampleCall.anonymous] + SampleCall.ofEcovelo
        let routed =
            names(AppRoutes.all, AppAPI.root) + names(AppwriteRoutes.all, AppwriteAPI.root)
            + names(EcoveloRoutes.all(programs: []), EcoveloAPI.root)
        #expect(calls.map(\.testDescription).sorted() == routed.sorted())
    }

    private func names<Handler>(_ routes: [Route<Handler>], _ root: String) -> [String] {
        routes.map { "\($0.method.rawValue) \(root)\($0.path)" }
    }

    @Test(arguments: SampleCall.ofApps)
    func answersCallersWithAccess(_ call: SampleCall) async throws {
        let people = [
            ([("Authorization", People.token)], call.owner), ([("Authorization", "ada")], call.owner),
            ([("Authorization", People.strangersToken)], call.isForAnybody ? call.owner : call.stranger),
        ]
        for (headers, status) in call.isForPublishers ? [(call.credential, call.owner)] : people {
            let response = try await withEdge(.people()) { edge in try await call.ask(edge, as: headers) }
            #expect(response.status == status && response.header("Cache-Control") == "no-store")
            if call.stranger != call.owner, status == call.stranger { #expect(!response.body.contains("Ada")) }
        }
    }

    /// Calls for every caller ignore credentials, even expired ones.
    @Test(
        arguments: SampleCall.ofApps.filter { !$0.isForPublishers },
        [
            (nil, "AUTHENTICATION_REQUIRED", nil), (People.expiredToken, "TOKEN_EXPIRED", "Token expired"),
            (People.unknownToken, "INVALID_TOKEN", "Invalid token"),
            (People.erasedToken, "USER_NOT_FOUND", "User not found"),
        ] as [(String?, String, String?)])
    func refusesCallersWithoutAccess(_ call: SampleCall, _ caller: (token: String?, code: String, message: String?))
        async throws
    {
        let services = ScriptedServices.people()
        let response = try await withEdge(services) { edge in
            try await call.ask(edge, as: caller.token.map { [("Authorization", $0)] } ?? [])
        }
        if call.isForAnybody {
            #expect(response.status == call.owner)
            #expect(services.received(Authenticate.self).isEmpty)
        } else {
            #expect(response.status == 401)
            let body = try APIErrorBody(response.body)
            #expect(body.code == caller.code)
            if let message = caller.message { #expect(body.message == message) }
            #expect(response.header("WWW-Authenticate")?.hasPrefix("Bearer") == true)
            #expect(services.contexts.count == services.received(Authenticate.self).count)
        }
    }

    /// A thief of an old session cannot add a permanent way in, nor lock the user out.
    @Test(arguments: AppRoutes.all.filter { $0.audience == .recentSession })
    func asksForARecentSignIn(_ route: Route<AppHandler>) async throws {
        let call = try #require(
            SampleCall.ofApps.first { $0.method == route.method.rawValue && $0.template == AppAPI.root + route.path })
        let services = ScriptedServices.people()
        services.recogniseAda(signedIn: 300)
        let response = try await withEdge(services) { try await call.ask($0, as: call.credential) }
        #expect(response.status == 401)
        #expect(try APIErrorBody(response.body).code == "REAUTHENTICATION_REQUIRED")
        #expect(services.messages.count == services.received(Authenticate.self).count)
    }
}

@Suite("The definition of a call") struct CallDefinitionTests {
    @Test("Each call has a handler for its audience", arguments: AppRoutes.all + EcoveloRoutes.all(programs: []))
    func handlers(_ route: Route<AppHandler>) {
        #expect(route.handler.serves(route.audience), "\(route.method) \(route.path)")
        #expect(!route.successes.isEmpty)
    }

    @Test("A handler for one audience does not serve another")
    func misfits() {
        #expect(!AppHandler.apiKey(announce).serves(.session) && !AppHandler.apiKey(announce).serves(nil))
        #expect(!AppHandler.anybody(signIn).serves(.session))
        #expect(!AppHandler.account(servesStale: true, getPreferences).serves(.recentSession))
    }
}
