@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct AppwriteCredentialTests {
    private func account(
        _ headers: [(String, String)], configure: (inout AppwriteSettings) -> Void = { _ in }
    ) async throws -> TestResponse {
        try await withEdge(.appwrite(), configure: { configure(&$0.appwrite) }) { edge in
            try await edge.request("GET", "/v1/account", headers: headers)
        }
    }

    private static let strangers = ("X-Appwrite-Session", Appwrite.session("stranger", of: People.stranger))
    private static let fallback = (
        "X-Fallback-Cookies", #"{"a_session_familysync":"\#(Appwrite.session("ada"))","other":"x"}"#
    )

    @Test(
        "The edge takes the session from the first header that has one",
        arguments: [
            ([("Cookie", "a=b; a_session_familysync=\(Appwrite.session("ada")); c=d")], People.ada),
            ([("Cookie", "a_session_familysync_legacy=\(Appwrite.session("ada"))")], People.ada),
            ([("Cookie", "a_session_familysync_legacy=\(strangers.1)"), Appwrite.cookie("ada")], People.ada),
            ([strangers, Appwrite.cookie("ada")], People.ada), ([fallback, strangers], People.stranger),
            ([fallback], People.ada),
            // A cleared cookie returns empty; a client may also invent one.
            ([("Cookie", "a_session_familysync="), fallback], People.ada),
            ([("Cookie", "a_session_familysync=%%%"), fallback], People.ada),
            // Not percent-encoded.
            (
                [("X-Appwrite-Session", ShownSession(account: People.ada, secret: SecretText("ada")).encoded.value)],
                People.ada
            ),
        ] as [([(String, String)], AccountID)])
    func order(_ headers: [(String, String)], _ account: AccountID) async throws {
        let response = try await self.account(headers) { $0.fallbackCookies = true }
        #expect(response.status == 200 && response.text("$id") == account.text)
    }

    /// One SDK returns each raw `Set-Cookie` text as a `Cookie` field of its own.
    @Test func rawSetCookieTexts() async throws {
        let value = Appwrite.session("ada")
        let attributes = "Expires=Sun, 31 Jan 2027 12:00:00 GMT; Path=/; HttpOnly; Secure; SameSite=Lax"
        try await account([
            ("Cookie", "a_session_familysync_legacy=\(value); \(attributes)"),
            ("Cookie", "a_session_familysync=\(value); \(attributes)"),
        ]).expect(200)
    }

    @Test func clearedSetCookieTexts() async throws {
        let attributes = "Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/; HttpOnly; SameSite=Lax"
        let response = try await account([
            ("Cookie", "a_session_familysync_legacy=; \(attributes)"),
            ("Cookie", "a_session_familysync=; \(attributes)"),
        ])
        #expect(response.status == 401 && response.errorType == "general_unauthorized_scope")
    }

    @Test(
        "A token is valid alone, and not beside a cookie",
        arguments: [
            ([("X-Appwrite-JWT", "ada")], 200, nil),
            ([("X-Appwrite-JWT", "ada"), ("X-Appwrite-Session", Appwrite.session("ada"))], 200, nil),
            ([("X-Appwrite-JWT", "ada"), Appwrite.cookie("ada")], 403, "user_jwt_and_cookie_set"),
            ([("X-Appwrite-JWT", "unknown")], 401, "user_jwt_invalid"),
            ([("X-Appwrite-JWT", "expired")], 401, "user_jwt_invalid"),
            ([("X-Appwrite-JWT", "erased")], 401, "user_jwt_invalid"),
            ([("X-Appwrite-JWT", "no token!")], 401, "user_jwt_invalid"),
            ([("X-Appwrite-JWT", ""), Appwrite.cookie("ada")], 200, nil),
        ] as [([(String, String)], Int, String?)])
    func tokens(_ headers: [(String, String)], _ status: Int, _ type: String?) async throws {
        let response = try await account(headers)
        #expect(response.status == status && response.errorType == type)
    }

    @Test("The cookies are named after the project", arguments: [("my-app", 200), ("familysync", 401)])
    func project(_ name: String, _ status: Int) async throws {
        let response = try await account([("Cookie", "a_session_\(name)=\(Appwrite.session("ada"))")]) {
            $0.project = "my-app"
        }
        #expect(response.status == status)
    }

    @Test func shownSessionsAreReadAsTheyAreWritten() throws {
        // A secret whose base64 has every character that cookies must escape.
        for secret in ["bs_???>>>", "bs_\u{FFFF}~~~", "a"] {
            let session = ShownSession(account: People.ada, secret: SecretText(secret))
            for text in [session.encoded.value, session.percentEncoded.value] {
                let read = try #require(ShownSession(text))
                #expect(read.account == People.ada && read.secret.value == secret)
            }
            #expect(!session.percentEncoded.value.contains { "+/=;, ".contains($0) })
        }
    }

    @Test(arguments: ["", "%", "e30=", "W10=", "eyJpZCI6IjEiLCJzZWNyZXQiOiIifQ==", "{}", "bs_secret"])
    func isNoSession(_ text: String) { #expect(ShownSession(text) == nil) }
}
