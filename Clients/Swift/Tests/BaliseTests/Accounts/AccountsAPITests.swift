// The account of the person who is signed in.

import Balise
import Foundation
import Testing

@Suite("The account")
struct AccountsAPITests {
    private static let user =
        #""user":{"id":"acc_1","username":"ada","createdAt":"2026-01-31T12:00:00Z","updatedAt":"2026-01-31T12:00:00Z"}"#
    private static let sentCode =
        #"{"success":true,"data":{"expiresAt":"2026-01-31T12:10:00Z","nextAt":"2026-01-31T12:01:00Z"}}"#
    private static let cyclist = #"{"id":"acc_1","status":"active","phone":"+33612345678","phoneVerified":true}"#

    struct Call: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var request: String
        var body = ""
        var answer = #"{"success":true,"message":"m","data":{}}"#
        var isGuests = false
        var make: @Sendable (AccountsAPI) async throws -> Bool
    }

    static let calls = [
        Call(
            testDescription: "is read", request: "GET /api/v1/auth/me", answer: #"{"success":true,"data":{\#(user)}}"#
        ) { try await $0.profile().username == "ada" },
        Call(
            testDescription: "is changed", request: "PATCH /api/v1/users/me",
            body: #"{"email":"a@example.org","currentPassword":"old"}"#, answer: #"{"success":true,"data":{\#(user)}}"#
        ) {
            try await $0.update(UpdateProfileRequest(email: "a@example.org", currentPassword: SecretString("old"))).id
                == "acc_1"
        },
        Call(
            testDescription: "is read in short", request: "GET /api/v1/users/me/light",
            answer: #"{"firstName":"Ada","lastName":""}"#
        ) { try await $0.summary().firstName == "Ada" },
        Call(
            testDescription: "gets another password", request: "POST /api/v1/users/change-password",
            body: #"{"oldPassword":"old","newPassword":"new","endOtherSessions":true}"#,
            answer: #"{"success":true,"message":"m","otherSessions":0,"endedSessions":2,"data":{}}"#
        ) {
            try await $0.changePassword(from: SecretString("old"), to: SecretString("new"), endingOtherSessions: true)
                .endedSessions == 2
        },
        Call(
            testDescription: "is sent a link for another password", request: "POST /api/v1/auth/forgot-password",
            body: #"{"email":"a@example.org"}"#, isGuests: true
        ) {
            try await $0.requestPasswordReset(email: "a@example.org")
            return true
        },
        Call(
            testDescription: "gets another password by that link", request: "POST /api/v1/auth/reset-password",
            body: #"{"token":"link","newPassword":"new"}"#, isGuests: true
        ) {
            try await $0.resetPassword(token: SecretString("link"), to: SecretString("new"))
            return true
        },
        Call(
            testDescription: "has a code sent to its address", request: "POST /api/v1/users/me/email/verification",
            answer: sentCode
        ) { try await $0.requestEmailVerification().expiresAt.timeIntervalSince1970 == 1_769_861_400 },
        Call(
            testDescription: "has its address confirmed", request: "POST /api/v1/users/me/email/verification/confirm",
            body: #"{"code":"12345678"}"#, answer: #"{"success":true,"data":{\#(user)}}"#
        ) { try await $0.confirmEmail(code: SecretString("12345678")).id == "acc_1" },
        Call(
            testDescription: "asks for another address", request: "POST /api/v1/users/me/email",
            body: #"{"email":"a@example.org","password":"p"}"#, answer: sentCode
        ) {
            try await $0.changeEmail(to: "a@example.org", proof: .password(SecretString("p"))).nextAt
                .timeIntervalSince1970 == 1_769_860_860
        },
        Call(
            testDescription: "gets another address", request: "POST /api/v1/users/me/email/confirm",
            body: #"{"code":"12345678"}"#, answer: #"{"success":true,"data":{\#(user)}}"#
        ) { try await $0.confirmEmailChange(code: SecretString("12345678")).id == "acc_1" },
        Call(
            testDescription: "has a code sent as a proof", request: "POST /api/v1/users/me/proof-code",
            answer: sentCode
        ) { try await $0.requestProofCode().expiresAt.timeIntervalSince1970 == 1_769_861_400 },
        Call(
            testDescription: "gets a phone number", request: "POST /ecovelo/users/me/phone",
            body: #"{"phoneNumber":"+33612345678"}"#,
            answer: """
                {"id":"acc_1","phone":"+33612345678","phoneVerified":false,"expiresAt":"2026-01-31T12:10:00Z",\
                "nextAt":"2026-01-31T12:01:00Z"}
                """
        ) { try await $0.requestPhoneCode("+33612345678").phoneVerified == false },
        Call(
            testDescription: "shows the code for it", request: "POST /ecovelo/users/me/phone/confirm",
            body: #"{"code":"123456"}"#, answer: cyclist
        ) { try await $0.confirmPhone(code: SecretString("123456")).phoneVerified == true },
        Call(testDescription: "gives it up", request: "DELETE /ecovelo/users/me/phone", answer: cyclist) {
            try await $0.removePhone().id == "acc_1"
        },
    ]

    @Test("of the person who is signed in", arguments: calls)
    func call(_ call: Call) async throws {
        let transport = ScriptedTransport(.json(call.answer))
        let client = try await BaliseClient.scripted(transport)
        #expect(try await call.make(client.accounts))
        let sent = try #require(transport.calls.first)
        #expect(sent.line == call.request)
        #expect(sent.text == call.body)
        #expect((sent.headers["Authorization"] == nil) == call.isGuests)
    }

    @Test("that is erased is signed out of")
    func erasure() async throws {
        let transport = ScriptedTransport(.json(#"{"id":"acc_1","status":"deleted"}"#))
        let client = try await BaliseClient.scripted(transport)
        try await client.accounts.erase()
        #expect(transport.calls.map(\.line) == ["DELETE /ecovelo/users/me"])
        #expect(try await client.sessions.state == .signedOut(.signedOut))
    }

    @Test(
        "that is erased by a proof is signed out of, and its erasure followed by what was told",
        arguments: [
            (.recentSignIn, "{}"), (.password("p"), #"{"password":"p"}"#),
            (.apple(identityToken: "t", nonce: "n"), #"{"identityToken":"t","nonce":"n"}"#),
            (.emailCode("12345678"), #"{"emailCode":"12345678"}"#),
        ] as [(Proof, String)])
    func followedErasure(_ proof: Proof, _ body: String) async throws {
        let begun = #"{"success":true,"data":{"id":"e1","secret":"s","askedAt":"2026-01-31T12:00:00Z"}}"#
        let status =
            #"{"success":true,"data":{"id":"e1","state":"done","askedAt":"2026-01-31T12:00:00Z","#
            + #""completedAt":"2026-01-31T12:00:01Z","confirmed":["push"],"pending":[],"receipt":"a.b.c"}}"#
        let transport = ScriptedTransport(.json(begun), .json(status))
        let client = try await BaliseClient.scripted(transport)
        let requested = try await client.accounts.erase(proof: proof.shown)
        #expect(transport.calls.map(\.line) == ["DELETE /api/v1/users/me"])
        #expect(transport.calls[0].text == body)
        #expect(try await client.sessions.state == .signedOut(.signedOut))
        let found = try await client.accounts.erasure(requested)
        #expect(found.state == .done && found.receipt == "a.b.c")
        let sent = try #require(transport.calls.last)
        #expect(sent.line == "GET /api/v1/erasures/e1" && sent.headers["X-Erasure-Secret"] == "s")
        #expect(sent.headers["Authorization"] == nil)
    }

    /// A proof that can be compared.
    enum Proof: Sendable {
        case recentSignIn
        case password(String)
        case apple(identityToken: String, nonce: String)
        case emailCode(String)

        var shown: ErasureProof {
            switch self {
            case .recentSignIn: .recentSignIn
            case .password(let password): .password(SecretString(password))
            case .apple(let token, let nonce):
                .apple(identityToken: SecretString(token), nonce: SecretString(nonce))
            case .emailCode(let code): .emailCode(SecretString(code))
            }
        }
    }

    @Test("that could not be erased stays signed in to")
    func failedErasure() async throws {
        let client = try await BaliseClient.scripted(ScriptedTransport(.refusal(500, "INTERNAL")))
        await #expect(throws: BaliseError.self) { try await client.accounts.erase() }
        #expect(try await client.sessions.state == .signedIn(account: "acc_ada"))
    }
}
