@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct AllInAppTests {
    /// The headers of every request; the token too, once the app has one, even if the call needs none.
    private static let headers = [("Content-Type", "application/json"), ("Accept", "application/json")]
    private static let signedIn = headers + [("Authorization", People.token)]
    private static let stale = headers + [("Authorization", People.expiredToken)]

    private struct Token: Decodable { let token: String }

    private struct Me: Decodable {
        let id: Int?
        let firstName: String
        let lastName: String
        let email: String?
        let city: String?
        let postalCode: String?
        let latitude: Double?
        let longitude: Double?
        let isClub10: Bool?
        let subscriptionType: String?
        let birthDate: String?
        let referralCode: String?
    }

    /// The iOS app posts to `authenticate`, the Android app to `login`.
    @Test(arguments: ["auth/authenticate", "auth/login"])
    func signsIn(_ path: String) async throws {
        let (response, message) = try await ScriptedServices.people().ask(
            "POST", "/api/v1/" + path, headers: Self.stale,
            body: #"{"email":"ada@example.org","password":"secret1"}"#, for: SignIn.self)
        #expect(try JSONDecoder().decode(Token.self, from: Data(response.body.utf8)).token == "bs_secret")
        #expect(!response.body.contains("sessionToken"))
        #expect(message.login.value == "ada@example.org" && message.kind == .opaque && message.isRemembered)
    }

    /// One answer must suit both apps.
    @Test func getsOneSignInAnswerForBothApps() async throws {
        let response = try await ScriptedServices.people().post(
            "/api/v1/auth/login", #"{"email":"ada@example.org","password":"secret1"}"#)
        response.expect(
            body: #"{"success":true,"token":"bs_secret","data":{"user":{"id":"5f0c3a9e7b1d2c4f6a8e0b1d","#
                + #""username":"ada","email":"ada@example.org","firstName":"Ada","lastName":"Lovelace","#
                + #""locale":"fr-FR","createdAt":"2026-01-01T00:00:00Z","updatedAt":"2026-01-31T12:00:00Z"},"#
                + #""session":{"id":"c4f6a8e0b1d5f0c3a9e7b1d2","deviceType":"mobile","browserName":null,"osName":"iOS","#
                + #""location":"Paris, FR","isMobile":true,"createdAt":"2026-01-01T00:00:00Z"},"token":"bs_secret","#
                + #""expiresIn":31536000}}"#)
    }

    @Test func registers() async throws {
        let body = """
            {"firstName":"Ada","lastName":"Lovelace","email":"ada@example.org","password":"secret1","city":"75001",
             "postalCode":"75001","birthDate":"1815-12-10","subscriptionType":"FREE","address":"1 rue X",
             "profession":null,"referralCode":"FRIEND","unheardOf":true,"nested":{"a":1},"premiumEnabled":true,
             "isAdmin":true,"emailVerified":true,"userType":"ADMIN","premium":1,"isClub10":true}
            """
        let (response, message) = try await ScriptedServices.people().ask(
            "POST", "/api/v1/auth/register", headers: Self.headers, body: body, for: Register.self)
        #expect(try JSONDecoder().decode(Token.self, from: Data(response.body.utf8)).token == "bs_secret")
        #expect(message.kind == .opaque && message.names == AccountNames(email: Personal("ada@example.org")))
        // The server ignores what a user must not claim, such as a payment, and a friend's code is not the user's own.
        #expect(
            message.details.fields == [
                "city": Personal(.text("75001")), "postalCode": Personal(.text("75001")),
                "birthDate": Personal(.text("1815-12-10")), "subscriptionType": Personal(.text("FREE")),
                "address": Personal(.text("1 rue X")), "referredBy": Personal(.text("FRIEND")),
            ])
    }

    /// The account is created before its session, so it may exist although there is no answer.
    @Test(
        arguments: [
            (.refused(ServiceError(.duplicate, "It is taken.", field: "a\u{7}")), 409, "It is taken."),
            (.refused(ServiceError(.invalidRequest, "Too short.", field: "a\u{7}")), 400, "Too short."),
            (.refused(.accountsMissing), 503, "Accounts are missing on this server"),
            (.unavailable(.authSession), 503, mayExist), (.timedOut, 504, mayExist),
            (.refused(ServiceError(.unavailable, "the store is not available", retryAfter: 1)), 503, mayExist),
            (.refused(ServiceError(.overloaded, "too much is waiting to be stored", retryAfter: 1)), 503, mayExist),
        ] as [(BusError, Int, String)])
    func isToldWhyItCannotRegister(_ error: BusError, _ status: Int, _ text: String) async throws {
        let services = ScriptedServices.people().answering(Register.self) { _ throws(BusError) in throw error }
        let response = try await services.post("/api/v1/auth/register", #"{"email":"a@b.c","password":"x"}"#)
        let body = try APIErrorBody(response.body)
        #expect(response.status == status && body.message.hasPrefix(text))
        if text == Self.mayExist { #expect(response.header("Retry-After") == (status == 503 ? "1" : nil)) }
        if status < 500 { #expect(body.field == "a?") }
    }

    private static let mayExist =
        "The account may exist now: sign in, or send the same registration again within a minute."

    @Test func readsItsProfile() async throws {
        let services = ScriptedServices.people().answering(GetProfile.self) { message in
            People.profile(
                message.account, names: AccountNames(email: Personal("ada@example.org")),
                details: ProfileDetails(
                    firstName: Personal("Ada"),
                    fields: [
                        "city": Personal(.text("75001")), "latitude": Personal(.number(48)),
                        "longitude": Personal(.number(2.35)), "isClub10": Personal(.flag(true)),
                        "referredBy": Personal(.text("FRIEND")), "isAdmin": Personal(.flag(true)),
                        "subscriptionType": Personal(.text("PREMIUM")),
                    ]))
        }
        let response = try await services.ask(
            "GET", "/api/v1/users/me", headers: Self.signedIn + [("Cache-Control", "no-cache")])
        response.expect(
            body:
                #"{"id":7,"accountId":"5f0c3a9e7b1d2c4f6a8e0b1d","firstName":"Ada","lastName":"","email":"ada@example.org","#
                + #""createdAt":"2026-01-01T00:00:00Z","updatedAt":"2026-01-31T12:00:00Z","city":"75001","#
                + #""latitude":48,"longitude":2.35,"referredBy":"FRIEND"}"#)
        let me = try JSONDecoder().decode(Me.self, from: Data(response.body.utf8))
        #expect(me.id == 7 && me.latitude == 48)
        // These fields were stored before there was a rule.
        #expect(me.isClub10 == nil && me.subscriptionType == nil && me.referralCode == nil)
    }

    /// Both names are present even if nothing is known.
    @Test(
        arguments: [
            ("users/me/light", #"{"firstName":"","lastName":"","notificationPreference":\#(PreferencesTests.stored)}"#),
            ("users/me", nil),
        ] as [(String, String?)])
    func readsANamelessProfile(_ path: String, _ body: String?) async throws {
        let services = ScriptedServices.people()
        services.on(GetProfile.self) { People.profile($0.account, details: ProfileDetails()) }
        let response = try await services.ask("GET", "/api/v1/" + path, headers: Self.signedIn).expect(200)
        if let body { #expect(response.body == body) }
        let me = try JSONDecoder().decode(Me.self, from: Data(response.body.utf8))
        #expect(me.firstName == "" && me.lastName == "")
    }

    /// The server turns every 0 and 1 at the top of a body into a truth value; truth values may also arrive as 0 and 1.
    @Test func changesItsProfile() async throws {
        let services = ScriptedServices.people()
        let response = try await services.ask(
            "PUT", "/api/v1/users/profile", headers: Self.signedIn,
            body: #"{"firstName":"Ada","latitude":false,"longitude":true,"isClub10":1,"city":"75002","#
                + #""isAdmin":true,"emailVerified":true,"userType":"ADMIN","subscriptionType":"PREMIUM"}"#
        ).expect(200)
        _ = try JSONDecoder().decode(Me.self, from: Data(response.body.utf8))
        #expect(
            services.received(UpdateProfile.self).first?.details.fields == [
                "latitude": Personal(.number(0)), "longitude": Personal(.number(1)), "city": Personal(.text("75002")),
            ])
        // The position, as far as location may keep it.
        let position = try #require(services.received(SetPosition.self).first)
        #expect(position.account == People.ada && position.position.at == People.now)
        #expect(position.position.coordinate == Coordinate(latitude: 0, longitude: 1))
    }

    @Test(
        "A profile keeps no place while the user forbids positions, or while location is away",
        arguments: [false, true])
    func changesItsProfileWithoutConsent(isLocationAway: Bool) async throws {
        let services = ScriptedServices.people().answering(GetPosition.self) { _ throws(BusError) in
            if isLocationAway { throw .refused(ServiceError(.unavailable, "away")) }
            return PositionStatus(isAllowed: false)
        }
        try await services.ask(
            "PUT", "/api/v1/users/profile", headers: Self.signedIn,
            body: #"{"firstName":"Ada","latitude":7,"longitude":8,"city":"75002"}"#
        ).expect(200)
        let change = try #require(services.received(UpdateProfile.self).first)
        #expect(change.details.fields == ["city": Personal(.text("75002"))])
        #expect(change.details.firstName == Personal("Ada"))
        #expect(services.received(SetPosition.self).isEmpty)
    }

    @Test(
        "An incomplete or impossible place in a profile is no position",
        arguments: [#"{"latitude":48.5}"#, #"{"latitude":95,"longitude":2}"#, #"{"latitude":null,"longitude":2}"#])
    func changesItsProfileWithoutAPlace(_ body: String) async throws {
        let services = ScriptedServices.people()
        try await services.ask("PUT", "/api/v1/users/profile", headers: Self.signedIn, body: body).expect(200)
        #expect(services.received(SetPosition.self).isEmpty)
    }

    @Test(
        "The edge refuses a latitude or longitude that is not a number, an empty text or a number as text",
        arguments: [
            (#""north""#, 400), (#""48,5""#, 400), (#""nan""#, 400), (#""0x10""#, 400), ("{}", 400), ("[48.5]", 400),
            (#""48.5""#, 200), (#""-4""#, 200), (#""""#, 200), ("null", 200), ("48.5", 200), ("true", 200),
        ])
    func placesAreNumbers(_ value: String, _ status: Int) async throws {
        for member in ["latitude", "longitude"] {
            for (method, path) in [("PUT", "/api/v1/users/profile"), ("PATCH", "/api/v1/users/me")] {
                let services = ScriptedServices.people()
                let response = try await services.ask(
                    method, path, headers: Self.signedIn, body: #"{"firstName":"Ada","\#(member)":\#(value)}"#)
                #expect(response.status == status, "\(response.body)")
                #expect(services.received(UpdateProfile.self).count == (status == 200 ? 1 : 0))
                guard status == 400 else { continue }
                #expect(
                    try APIErrorBody(response.body).message == "The member \(member) has to be a number such as 48.5.")
            }
        }
    }

    @Test("An operator can add profile fields for apps, but no field that grants a right")
    func addedFields() throws {
        let body = try JSONDocument(Array(#"{"shoeSize":43,"isAdmin":true,"id":1,"city":"Brest"}"#.utf8)).root
        let names = ProfileFieldNames(adding: ["shoeSize", "isAdmin", "id"])
        #expect(try names.read(body, keepsNull: false).keys.sorted() == ["city", "shoeSize"])
        #expect(try ProfileFieldNames().read(body, keepsNull: false).keys.sorted() == ["city"])
    }

    @Test("A user with a missing account stays signed in; one with a disabled or an erased account does not")
    func missing() async throws {
        let services = ScriptedServices.people()
        let missing = "Your account cannot be found on the server at present; try again later."
        for (code, status, text) in [
            (ErrorCode.notFound, 503, missing), (.accountGone, 401, "User not found"), (nil, 401, "User not found"),
        ] as [(ErrorCode?, Int, String)] {
            services.on(GetProfile.self) { message throws(BusError) in
                if let code { throw .refused(ServiceError(code, "text")) }
                return changing(People.profile(message.account)) { $0.status = .disabled }
            }
            try await withEdge(services) { edge in
                for path in ["users/me", "users/me/light", "auth/me"] {
                    let response = try await edge.request("GET", "/api/v1/" + path, headers: Self.signedIn)
                    #expect(response.status == status, "\(path)")
                    #expect(response.header("Retry-After") == (status == 503 ? "60" : nil))
                    #expect(try APIErrorBody(response.body).message == text, "\(path)")
                }
            }
        }
    }

    @Test("A profile without first and last name shows the display name and the last sign-in")
    func showsTheOneName() async throws {
        let services = ScriptedServices.people().answering(GetProfile.self) { message in
            var profile = People.profile(message.account, details: ProfileDetails(displayName: Personal("Utilisateur")))
            profile.lastLogin = LoginRecord(
                at: People.earlier, device: "App/1", location: Personal("Paris, FR"), ip: Personal("192.0.2.1"))
            return profile
        }
        try await withEdge(services) { edge in
            for path in ["users/me", "users/me/light", "auth/me"] {
                let response = try await edge.request("GET", "/api/v1/" + path, headers: Self.signedIn)
                #expect(response.body.contains(#""firstName":"Utilisateur""#), "\(path)")
                guard path != "users/me/light" else { continue }
                #expect(
                    response.body.contains(
                        #""lastLoginAt":"2026-01-01T00:00:00Z","lastLoginDevice":"App/1","#
                            + #""lastLoginLocation":"Paris, FR","lastLoginIp":"192.0.2.1""#), "\(path)")
            }
        }
    }

    @Test func changesItsProfileWithAnImage() async throws {
        let services = ScriptedServices.people()
        let body =
            "--Boundary-1\r\nContent-Disposition: form-data; name=\"profile\"\r\nContent-Type: application/json\r\n\r\n"
            + #"{"firstName":"Ada","city":"75002"}"#
            + "\r\n--Boundary-1\r\nContent-Disposition: form-data; name=\"image\"; filename=\"image.jpg\"\r\n"
            + "Content-Type: image/jpeg\r\n\r\n\u{1}\u{2}--Boundary\r\n\r\n--Boundary-1--\r\n"
        try await services.ask(
            "PUT", "/api/v1/users/profile",
            headers: [
                ("Authorization", People.token), ("Content-Type", "multipart/form-data; boundary=Boundary-1"),
            ], body: body
        ).expect(200)
        #expect(services.received(UpdateProfile.self).first?.details.firstName?.value == "Ada")
        #expect(services.received(UpdateProfile.self).first?.details.fields?["city"] == Personal(.text("75002")))
    }

    @Test func asksForALink() async throws {
        struct Log: Decodable {
            let id: Int
            let email: String
            let createdAt: String
            let userId: Int?
        }
        let response = try await ScriptedServices.people().ask(
            "POST", "/api/v1/forgot-password-logs", headers: Self.headers, body: #"{"email":"ada@example.org"}"#)
        #expect(response.status == 200)
        let log = try JSONDecoder().decode(Log.self, from: Data(response.body.utf8))
        #expect(log.id == 12 && log.email == "ada@example.org" && log.createdAt == "2026-01-31T12:00:00Z")
        #expect(log.userId == nil)
    }

    /// Other users' requests are private, even for signed-in users.
    @Test(arguments: [headers, signedIn])
    func cannotReadTheRequestsOfOthers(_ headers: [(String, String)]) async throws {
        try await ScriptedServices.people().ask("GET", "/api/v1/forgot-password-logs", headers: headers).expect(405)
    }
}
