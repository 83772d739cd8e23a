@testable import Edge

@Suite struct CredentialHeadersTests {
    private func headers(_ fields: [(String, String)]) -> RequestHeaders {
        var all = HTTPFields()
        for (name, value) in fields { all.append(HTTPField(name: HTTPField.Name(name)!, value: value)) }
        return RequestHeaders(all, ClientHeaderNames(prefix: "X-Meeshy-"))
    }

    /// The token of a user, or the reason for none.
    private func shown(_ fields: [(String, String)]) -> String {
        do throws(EdgeError) {
            guard case .token(let token)? = try Credential.ofPerson(headers(fields)) else { return "nothing" }
            return token.value
        } catch { return error.code.rawValue }
    }

    @Test(
        "A user's token is in Authorization, with or without Bearer, or in X-Session-Token",
        arguments: [
            ([("Authorization", "Bearer abc.def-_~+/=")], "abc.def-_~+/="), ([("Authorization", "abc")], "abc"),
            ([("authorization", "bearer abc")], "abc"), ([("Authorization", "BEARER \t abc")], "abc"),
            ([("X-Session-Token", "abc")], "abc"),
            ([("Authorization", "Bearer abc"), ("X-Session-Token", "def")], "abc"),
            ([("Authorization", "Bearer abc"), ("Authorization", "Bearer def")], "abc"),
            ([("Authorization", ""), ("X-Session-Token", "def")], "def"),
            ([("Authorization", "Bearer "), ("X-Session-Token", "def")], "def"),
            ([("Authorization", "Bearer abc"), ("X-API-Key", "key")], "abc"),
        ])
    func forms(_ fields: [(String, String)], _ token: String) { #expect(shown(fields) == token) }

    @Test func theCallerOfARequestHasCredentialsAndNothingElse() {
        let names = [
            "Authorization", "X-Session-Token", "X-API-Key", "X-Installation-Id", "program", "Last-Event-ID", "Origin",
        ]
        let request = EdgeRequest(
            method: .get, path: "/places", query: "a=b", parameters: ["c"],
            headers: headers(names.map { ($0, "is-" + $0) }), body: [1, 2, 3], context: MessageContext(requestID: "r"),
            logger: Logger(label: "test"))
        let (called, kept) = (request.ofCaller, request.ofCaller.headers)
        #expect(called.body.isEmpty && called.query.isEmpty && called.parameters.isEmpty)
        #expect(request.withoutBody.body.isEmpty && request.withoutBody.headers.origin == "is-Origin")
        #expect(kept.apiKey == "is-X-API-Key")
        #expect(kept.authorization == "is-Authorization" && kept.sessionToken == "is-X-Session-Token")
        #expect(kept.installation == "is-X-Installation-Id" && kept.program == "is-program")
        #expect(kept.lastEventID == nil && kept.origin == nil)
    }

    @Test(
        "An empty header, or a scheme alone, is no credential",
        arguments: [
            [], [("Authorization", "")], [("Authorization", "Bearer")], [("Authorization", "Bearer   ")],
            [("X-Session-Token", "")], [("X-API-Key", "key")], [("Cookie", "session=abc")],
        ] as [[(String, String)]])
    func empty(_ fields: [(String, String)]) { #expect(shown(fields) == "nothing") }

    @Test(
        "The edge refuses a text that cannot be a token, and asks no service",
        arguments: [
            ("Basic dXNlcjpwYXNz", "AUTHENTICATION_REQUIRED"), ("Digest a=b", "AUTHENTICATION_REQUIRED"),
            ("Bearer abc def", "INVALID_TOKEN"), ("Bearer \"abc\"", "INVALID_TOKEN"), ("Bearer é", "INVALID_TOKEN"),
            ("a,b", "INVALID_TOKEN"), ("Bearer " + String(repeating: "x", count: 8193), "INVALID_TOKEN"),
        ])
    func malformed(_ value: String, _ code: String) {
        // Another credential does not make up for it.
        #expect(shown([("Authorization", value), ("X-Session-Token", "abc")]) == code)
    }

    @Test("A token may have 8,192 characters")
    func longest() {
        let token = String(repeating: "x", count: 8192)
        #expect(shown([("Authorization", "Bearer " + token)]) == token)
    }

    @Test("An API key is read from X-API-Key only")
    func programs() throws {
        guard case .apiKey(let key)? = try Credential.ofProgram(headers([("X-API-Key", "bk_1")])) else {
            Issue.record("no key")
            return
        }
        #expect(key.value == "bk_1")
        #expect(try Credential.ofProgram(headers([("Authorization", "Bearer bk_1")])) == nil)
        #expect(try Credential.ofProgram(headers([("X-API-Key", "")])) == nil)
        #expect(throws: EdgeError.self) { try Credential.ofProgram(headers([("X-API-Key", "a b")])) }
    }

    @Test(
        "The id of an installation has 1 to 128 characters of printable ASCII",
        arguments: [
            ("6F9619FF-8B86", true), ("any name ~", true), (String(repeating: "x", count: 128), true), ("", false),
            (String(repeating: "x", count: 129), false), ("é", false), ("a\tb", false),
        ])
    func installations(_ name: String, _ counts: Bool) {
        #expect(headers([("X-Installation-Id", name)]).installation == (counts ? name : nil))
    }

    @Test("The first header with a value names the program")
    func programNames() {
        #expect(headers([("program", ""), ("Program", "breizhgo"), ("program", "other")]).program == "breizhgo")
        #expect(headers([("program", "")]).program == nil)
    }

    @Test("A token and an API key with the same text are different credentials, and their hashes show neither")
    func keys() {
        let token = CredentialKey(.token(SecretText("abc")))
        #expect(token == CredentialKey(.token(SecretText("abc"))) && token != CredentialKey(.token(SecretText("abd"))))
        #expect(token != CredentialKey(.apiKey(SecretText("abc"))))
        #expect(!"\(token)".contains("abc"))
        let elsewhere = CredentialKey(.token(SecretText("abc")), installation: "handset")
        #expect(elsewhere != token && elsewhere != CredentialKey(.token(SecretText("abchandset"))))
        #expect(elsewhere == CredentialKey(.token(SecretText("abc")), installation: "handset"))
    }
}
