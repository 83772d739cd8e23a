@testable import Identity

@Suite("The identity service: people of identity providers", .timeLimit(.minutes(10))) struct IssuedUserTests {
    private let hash = String(repeating: "0123456789abcdef", count: 4)

    private func request(_ claims: PersonClaims = PersonClaims()) -> RecogniseIssuedUser {
        RecogniseIssuedUser(issuer: "https://login.example", subjectHash: hash, claims: claims)
    }

    @Test("A closed account and an invalid subject hash are refused")
    func refused() async throws {
        try await IdentityHarness.run { identity in
            let account = try await identity.send(request()).profile.account
            _ = try await identity.send(SetAccountStatus(account: account, status: .disabled))
            #expect(try await identity.outcome(request()) == .wrongCredentials)
            let refused = [["method", "issuer"], ["outcome", "INVALID_CREDENTIALS"]]
            #expect(identity.metric(IdentityMetrics.signIns, refused) == 1)
            #expect(identity.log.all.contains { $0.contains("sign_in_refused") && $0.contains("reason=disabled") })
            for text in ["", "the subject itself", String(hash.dropLast()), hash.uppercased(), hash + "0"] {
                let request = RecogniseIssuedUser(
                    issuer: "https://login.example", subjectHash: text, claims: PersonClaims())
                #expect(try await identity.outcome(request) == .invalidRequest)
            }
            let nobody = RecogniseIssuedUser(issuer: "", subjectHash: hash, claims: PersonClaims())
            #expect(try await identity.outcome(nobody) == .invalidRequest)
        }
    }

    @Test("A user whose verified address names an account must link it or ask for another account")
    func verifiedAddress() async throws {
        try await IdentityHarness.run { identity in
            let ada = try await identity.send(CreateAccount.of(.ada))
            func named(_ address: String?) -> RecogniseIssuedUser {
                var message = request()
                message.verifiedAddress = address.map { Personal($0) }
                return message
            }
            #expect(try await identity.outcome(named("ADA@example.org")) == .duplicate)
            func link(_ account: VerifiedAccount, subject: String? = nil) -> LinkIssuedUser {
                LinkIssuedUser(
                    account: account.profile.account, verifiedAt: account.verifiedAt, issuer: request().issuer,
                    subjectHash: subject ?? request().subjectHash,
                    claims: PersonClaims(email: Personal("ada@example.org")))
            }
            let linked = try await identity.send(link(ada))
            #expect(linked.profile.account == ada.profile.account)
            #expect(try await identity.send(link(ada)).profile.account == ada.profile.account, "the same once more")
            let known = try await identity.send(named("ada@example.org"))
            #expect(known.profile.account == ada.profile.account && known.profile.passwordChangedAt != nil)
            #expect(try await identity.outcome(VerifyPassword.of("ada")) == nil, "the password counts on")
            // A person of the provider has only one account.
            let bob = try await identity.send(CreateAccount.of(.username("bob")))
            #expect(try await identity.outcome(link(bob)) == .duplicate)
            // A proof from before the sessions ended is no longer valid.
            _ = try await identity.send(SetAccountStatus(account: bob.profile.account, status: .disabled))
            let another = String(repeating: "b", count: 64)
            #expect(try await identity.outcome(link(bob, subject: another)) == .wrongCredentials)
            _ = try await identity.send(SetAccountStatus(account: bob.profile.account, status: .active))
            #expect(try await identity.outcome(link(bob, subject: another)) == .wrongCredentials)
        }
    }
}
