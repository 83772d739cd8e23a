@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct AppwriteAccountTests {
    private static let derived = """
        {"userId":"\(Appwrite.derived)","email":"APPLE_0123456789abcdef0123456789abcd@familysync.anonymous",
         "password":"0123456789abcdef0123456789abcdef","name":"Utilisateur"}
        """

    private func ask(
        _ method: String, _ path: String, _ body: String? = nil, _ services: ScriptedServices = .appwrite()
    ) async throws -> TestResponse {
        try await services.ask(
            method, "/v1/" + path, headers: Appwrite.adas + [("Content-Type", "application/json")], body: body)
    }

    // MARK: Making one

    @Test func makesTheAccountThatTheAppDerives() async throws {
        let services = ScriptedServices.appwrite()
        let response = try await ask("POST", "account", Self.derived, services).expect(201)
        #expect(response.setCookies.isEmpty)
        #expect(services.kinds == ["CountMissingAccounts", "CreateAccount"])
        let message = try #require(services.received(CreateAccount.self).first)
        #expect(message.signInMethod == .appwrite && message.id == Appwrite.derived)
        #expect(message.names == AccountNames(email: Personal(Appwrite.email)))
        #expect(message.details == ProfileDetails(displayName: Personal("Utilisateur")))
        #expect(message.password?.value == "0123456789abcdef0123456789abcdef")
        #expect(services.contexts.allSatisfy { $0.client == nil })
        #expect(response.text("$id") == Appwrite.derived.text)
    }

    @Test("While accounts are missing, the edge creates no account")
    func whileAccountsAreMissing() async throws {
        let services = ScriptedServices.appwrite()
        services.on(CountMissingAccounts.self) { _ in CountMissingAccounts.Reply(missing: 1, total: 1) }
        let response = try await ask("POST", "account", Self.derived, services)
        #expect(response.status == 503 && response.header("Retry-After") == "60")
        #expect(response.text("message")?.contains("Accounts are missing on this server") == true)
        #expect(services.received(CreateAccount.self).isEmpty)
    }

    @Test(
        "The edge takes the ids that Appwrite takes",
        arguments: [
            (#""unique()""#, 201), (#""a""#, 201), (#""A.b_c-9""#, 201),
            (#""\#(String(repeating: "x", count: 36))""#, 201),
            (#""\#(String(repeating: "x", count: 37))""#, 400), (#""""#, 400), (#""_a""#, 400), (#""-a""#, 400),
            (#"".a""#, 400), (#""a b""#, 400), (#""é""#, 400), ("7", 400), ("null", 400),
        ])
    func ids(_ id: String, _ status: Int) async throws {
        let services = ScriptedServices.appwrite()
        let response = try await ask(
            "POST", "account", #"{"userId":\#(id),"email":"a@b.c","password":"secret-7"}"#, services
        ).expect(status)
        if status == 400 {
            #expect(response.errorType == "general_argument_invalid")
            #expect(services.contexts.isEmpty)
        } else {
            let message = try #require(services.received(CreateAccount.self).first)
            #expect(message.id.map { "\"\($0)\"" } == (id == #""unique()""# ? nil : id))
        }
    }

    @Test(
        "The edge refuses a malformed body, and names the error",
        arguments: [
            (#"{"email":"a@b.c","password":"secret-7"}"#, #"Param "userId" is not optional."#),
            (
                #"{"userId":"a","email":"a@b.c","password":"1234567"}"#,
                "Invalid `password` param: Value must be a text of 8 to 256 characters."
            ),
            (
                #"{"userId":"a","email":["a"],"password":"secret-7"}"#,
                "Invalid `email` param: Value must be a valid email address: it needs 1 to 254 bytes"
            ),
            ("[]", "The body must be a JSON object."), ("", #"Param "userId" is not optional."#),
        ])
    func malformed(_ body: String, _ message: String) async throws {
        let services = ScriptedServices.appwrite()
        let response = try await ask("POST", "account", body, services)
        #expect(response.status == 400 && response.errorType == "general_argument_invalid")
        #expect(response.text("message") == message)
        #expect(services.contexts.isEmpty)
    }

    @Test func reportsDuplicates() async throws {
        let services = ScriptedServices.appwrite().refusing(CreateAccount.self, .duplicate, "taken")
        let response = try await ask("POST", "account", Self.derived, services)
        #expect(response.status == 409 && response.errorType == "user_already_exists")
    }

    /// Identity has its own rules.
    @Test(arguments: [
        ("This is no e-mail address.", "Invalid `email` param: This is no e-mail address."),
        ("too many people have this password", "Invalid `password` param: Too many people have this password."),
    ])
    func passesOnWhatIdentityFindsWrong(_ text: String, _ message: String) async throws {
        let services = ScriptedServices.appwrite().refusing(CreateAccount.self, .invalidRequest, text)
        let response = try await ask("POST", "account", Self.derived, services)
        #expect(response.status == 400 && response.errorType == "general_argument_invalid")
        #expect(response.text("message") == message)
    }

    // MARK: Reading it

    @Test(arguments: ["GET", "POST"])
    func showsTheUser(_ method: String) async throws {
        let user = try await ask(method, "account", method == "POST" ? Self.derived : nil).object
        #expect(user["name"] as? String == "Utilisateur")
        #expect(user["email"] as? String == Appwrite.email)
        #expect(user["phone"] as? String == "")
        #expect(user["registration"] as? String == "2026-01-01T00:00:00.123+00:00")
        #expect(user["status"] as? Bool == true)
        #expect(user["passwordUpdate"] as? String != "")
    }

    @Test(arguments: [nil, People.now])
    func saysWhetherTheAddressIsConfirmed(_ moment: UnixTime?) async throws {
        let services = ScriptedServices.appwrite().answering(GetProfile.self) { message in
            changing(People.profile(message.account)) { $0.emailVerifiedAt = moment }
        }
        let user = try await ask("GET", "account", nil, services).object
        #expect(user["emailVerification"] as? Bool == (moment != nil))
        #expect(user["phoneVerification"] as? Bool == false)
    }

    @Test func showsWhoHasNoPasswordAndNoName() async throws {
        let services = ScriptedServices.appwrite().answering(GetProfile.self) { message in
            People.profile(message.account, names: AccountNames(), details: ProfileDetails())
        }
        let user = try await ask("GET", "account", nil, services).object
        #expect(user["name"] as? String == "" && user["email"] as? String == "")
        #expect(user["passwordUpdate"] as? String == "")
        #expect(user["accessedAt"] as? String == user["registration"] as? String)
    }

    @Test(arguments: [
        (ErrorCode.accountGone, 401, "general_unauthorized_scope"), (.notFound, 503, "general_server_error"),
    ])
    func signsOutAUserOfAnErasedAccountOnly(_ code: ErrorCode, _ status: Int, _ type: String) async throws {
        let services = ScriptedServices.appwrite().refusing(GetProfile.self, code)
        let response = try await ask("GET", "account", nil, services).expect(status)
        #expect(response.errorType == type && response.header("Retry-After") == (status == 503 ? "60" : nil))
        #expect(response.body.contains("Your account cannot be found on the server at present") == (status == 503))
    }

    // MARK: Changing it

    @Test func changesTheName() async throws {
        let services = ScriptedServices.appwrite()
        services.on(UpdateProfile.self) { Appwrite.user(People.profile($0.account)) }
        #expect(try await ask("PATCH", "account/name", #"{"name":"Ada"}"#, services).status == 200)
        let message = try #require(services.received(UpdateProfile.self).first)
        #expect(message.account == People.ada && message.names == AccountNames() && message.password == nil)
        #expect(message.details == ProfileDetails(displayName: Personal("Ada")))
        #expect(try await ask("PATCH", "account/name", #"{"name":""}"#).status == 400)
    }

    @Test func changesTheAddressForWhoShowsThePassword() async throws {
        let services = ScriptedServices.appwrite()
        let body = #"{"email":"New@B.c","password":"secret-7"}"#
        #expect(try await ask("PATCH", "account/email", body, services).status == 200)
        let message = try #require(services.received(UpdateProfile.self).first)
        #expect(message.names == AccountNames(email: Personal("new@b.c")) && message.password?.value == "secret-7")
        for (code, status, type) in [
            (ErrorCode.wrongCredentials, 401, "user_invalid_credentials"),
            (.forbidden, 401, "user_invalid_credentials"), (.duplicate, 409, "user_target_already_exists"),
            (.invalidRequest, 400, "general_argument_invalid"), (.accountGone, 401, "general_unauthorized_scope"),
            (.notFound, 503, "general_server_error"),
        ] {
            services.on(UpdateProfile.self) { _ throws(BusError) in throw .refused(ServiceError(code, "text")) }
            let response = try await ask("PATCH", "account/email", body, services)
            #expect(response.status == status && response.errorType == type)
        }
    }

    @Test func changesThePasswordForWhoShowsTheOldOne() async throws {
        let services = ScriptedServices.appwrite()
        let body = #"{"password":"secret-8","oldPassword":"old"}"#
        #expect(try await ask("PATCH", "account/password", body, services).status == 200)
        let message = try #require(services.received(ChangePassword.self).first)
        #expect(message.current.value == "old" && message.new.value == "secret-8")
        let without = try await ask("PATCH", "account/password", #"{"password":"secret-8"}"#)
        #expect(without.status == 401 && without.errorType == "user_invalid_credentials")
        services.on(ChangePassword.self) { _ throws(BusError) in throw .refused(ServiceError(.wrongCredentials, "")) }
        let wrong = try await ask("PATCH", "account/password", body, services)
        #expect(wrong.status == 401 && wrong.errorType == "user_invalid_credentials")
        #expect(try await ask("PATCH", "account/password", #"{"password":"short","oldPassword":"old"}"#).status == 400)
    }

    // MARK: Preferences

    @Test func preferencesAreReplacedWhole() async throws {
        let services = ScriptedServices.appwrite()
        #expect(try await ask("GET", "account/prefs", nil, services).body == "{}")
        let user = try await ask("PATCH", "account/prefs", #"{"prefs":{"theme":"dark","size":1}}"#, services)
        #expect(user.status == 200)
        #expect((user.object["prefs"] as? [String: Any])?.keys.sorted() == ["size", "theme"])
        _ = try await ask("PATCH", "account/prefs", #"{"prefs":{"theme":"light"}}"#, services)
        #expect(try await ask("GET", "account/prefs", nil, services).body == #"{"theme":"light"}"#)
        #expect(services.received(WriteDocument.self).allSatisfy { $0.mode == .replace && $0.name == .preferences })
        for body in ["{}", #"{"prefs":[]}"#, #"{"prefs":"x"}"#, #"{"prefs":null}"#] {
            let response = try await ask("PATCH", "account/prefs", body, services)
            #expect(response.status == 400 && response.errorType == "general_argument_invalid")
        }
        let large = #"{"prefs":{"x":"\#(String(repeating: "x", count: 17 << 10))"}}"#
        #expect(try await ask("PATCH", "account/prefs", large, services).status == 413)
    }
}
