@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct APIErrorTests {
    private static let busy = "The server is busy. Try again in a moment."

    @Test(
        arguments: [
            (.refused(ServiceError(.invalidRequest, "it has no @")), 400, "It has no @.", nil),
            (.refused(ServiceError(.notFound, "Nothing has it.")), 404, "Nothing has it.", nil),
            (.refused(ServiceError(.conflict, "It is over.")), 409, "It is over.", nil),
            (.refused(ServiceError(.invalidRequest, "Did you mean bio?")), 400, "Did you mean bio?", nil),
            (.refused(ServiceError(.wrongCredentials, "no")), 401, "The name or the password is wrong.", nil),
            (.refused(ServiceError(.forbidden, "No.")), 403, "No.", nil),
            (.refused(ServiceError(.duplicate, "")), 409, "This name belongs to another account.", nil),
            (.refused(ServiceError(.rateLimited, "Wait.", retryAfter: 7)), 429, "Wait.", "7"),
            (.refused(ServiceError(.overloaded, "queue", retryAfter: 2)), 503, busy, "2"),
            (.refused(ServiceError(.unavailable, "the store", retryAfter: 1)), 503, busy, "1"),
            (.refused(ServiceError(.unavailable, "no space left", retryAfter: 60)), 503, "No space left.", "60"),
            (
                .refused(.unreachable("Apple", retryAfter: 5)), 503, "Apple cannot be asked for its keys; try again.",
                "5"
            ),
            (.unavailable(.authSession), 503, busy, "1"), (.overloaded, 503, busy, "1"),
            (
                .timedOut, 504,
                "The answer took too long; the change may have been made, so check before you try again.",
                nil
            ),
            (.notPermitted, 500, "Something went wrong on our side.", nil),
            (.failed("secret"), 500, "Something went wrong on our side.", nil),
        ] as [(BusError, Int, String, String?)])
    func tellsWhyThereIsNoReply(
        _ error: BusError, _ status: Int, _ message: String, _ retryAfter: String?
    ) async throws {
        let services = ScriptedServices().answering(SignIn.self) { _ throws(BusError) in throw error }
        let response = try await services.post("/api/v1/auth/login", Self.signIn).expect(status)
        #expect(try APIErrorBody(response.body).message == message)
        #expect(response.header("Retry-After") == retryAfter)
    }

    @Test("An error names all wrong members, whether the edge or a service found them")
    func namesAllWrongMembers() async throws {
        var both = ServiceError(.invalidRequest, "the name is too long", field: "username")
        both.wrongMembers.append(WrongMember("email", "email has no @"))
        let refusal = BusError.refused(both)
        let services = ScriptedServices.people().answering(Register.self) { _ throws(BusError) in throw refusal }
        try await withEdge(services) { edge in
            let shape = try await edge.post("/api/v1/auth/register", #"{"firstName":7}"#).expect(400)
            let found = try APIErrorBody(shape.body)
            #expect(
                found.errors == [
                    "password": "The member password is missing.", "firstName": "The member firstName must be a text.",
                    "email": "The member email, or username, is missing.",
                ])
            #expect(found.errors.values.allSatisfy(found.message.contains) && found.field == "password")
            let rules = try await edge.post("/api/v1/auth/register", #"{"email":"a","password":"p"}"#).expect(400)
            let refused = try APIErrorBody(rules.body)
            #expect(refused.errors == ["username": "The name is too long.", "email": "email has no @."])
            #expect(refused.message == "The name is too long. email has no @." && refused.field == "username")
        }
    }

    @Test(
        "The edge finds values out of range together with missing members",
        arguments: [
            (
                "announcements", #"{"type":"JOKE","latitude":91,"longitude":-181}"#,
                ["id", "latitude", "longitude", "type"]
            ),
            ("push/register", #"{"token":"abc","type":"pigeon","platform":7}"#, ["platform", "token", "type"]),
            ("auth/login", "{}", ["email", "password"]), ("auth/apple", #"{"kind":"x"}"#, ["identityToken", "kind"]),
        ])
    func findsAllWrongMembers(_ call: String, _ body: String, _ fields: [String]) async throws {
        let credential =
            call == "announcements" ? ("X-API-Key", People.publishersKey) : ("Authorization", People.token)
        let response = try await ScriptedServices.people().ask(
            "POST", "/api/v1/" + call, headers: [credential, ("Content-Type", "application/json")], body: body)
        #expect(response.status == 400)
        #expect(try APIErrorBody(response.body).errors.keys.sorted() == fields)
    }

    @Test(
        "A sentence that begins with a name of the member's path keeps its first letter",
        arguments: [
            ("email", "email has no @", "email has no @."),
            ("username", "the name is too long", "The name is too long."),
            ("content.imageUrl", "imageUrl must be an https address", "imageUrl must be an https address."),
            ("content.texts[0].language", "texts.language must be a tag", "texts.language must be a tag."),
        ])
    func keepsNames(_ field: String, _ message: String, _ sentence: String) {
        #expect(WrongMember(field, message).sentence == sentence)
    }

    @Test func promisesNoMomentForALongOutage() {
        #expect(EdgeError.cannotTell("cause").textForPeople == Self.busy)
        #expect(
            EdgeError.cannotTell("cause", retryAfter: 60).textForPeople
                == "The server cannot check at present whether you are signed in; try again later.")
    }

    @Test("If an identity provider is away, the error names the provider")
    func saysThatTheProviderIsAway() async throws {
        let services = ScriptedServices()
        services.on(Authenticate.self) { _ throws(BusError) in throw .refused(.unreachable(retryAfter: 5)) }
        let response = try await services.ask(
            "GET", "/api/v1/users/me", headers: [("Authorization", "Bearer of-a-provider")])
        #expect(response.status == 503 && response.header("Retry-After") == "5")
        #expect(
            try APIErrorBody(response.body).message
                == "Your identity provider does not answer at present; try again later.")
    }

    /// No error text repeats what the caller wrote.
    @Test func neverRepeatsASecret() async throws {
        let bodies = [
            #"{"email":"canary@b.c","password":5,"x":"canary"}"#, #"{"email":["canary"],"password":"canary"}"#,
            #"{"password":"canary"}"#, #"{"email":"canary"}"#, #"["canary"]"#, #""canary""#, #"{"email":"canary""#,
        ]
        try await withEdge(.people()) { edge in
            for body in bodies {
                let response = try await edge.post("/api/v1/auth/login", body).expect(400)
                _ = try APIErrorBody(response.body)
                #expect(!response.body.contains("canary"))
            }
        }
    }

    @Test(
        arguments: [
            ("text/plain", signIn, 415), ("application/x-www-form-urlencoded", "email=a&password=b", 415),
            ("multipart/form-data; boundary=x", "--x--", 415), ("application/json; charset=iso-8859-1", signIn, 415),
            ("application/json; charset=utf-8", signIn, 200), (nil, signIn, 200),
            ("application/json", "", 400), ("application/json", "[]", 400),
            ("application/json", signIn + String(repeating: " ", count: 256 << 10), 413),
        ] as [(String?, String, Int)])
    func readsJSONOnly(_ contentType: String?, _ body: String, _ status: Int) async throws {
        let response = try await ScriptedServices.people().ask(
            "POST", "/api/v1/auth/login", headers: contentType.map { [("Content-Type", $0)] } ?? [], body: body)
        #expect(response.status == status)
        if status != 200 { _ = try APIErrorBody(response.body) }
    }

    private static let signIn = #"{"email":"a@b.c","password":"secret"}"#
}
