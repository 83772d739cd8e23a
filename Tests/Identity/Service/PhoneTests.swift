// The identity service alone over ZeroMQ: a person gives a phone number, and shows that it is theirs.

import Foundation
import Isolation
import MessageBus
import Models
import ServiceRuntime
import Testing

@testable import Identity

@Suite("The identity service: phone numbers", .timeLimit(.minutes(10)))
struct PhoneTests {
    private func create(_ identity: IdentityHarness, _ name: String = "ada") async throws -> AccountID {
        try await identity.send(CreateAccount.of(.username(name))).profile.account
    }

    private func request(_ account: AccountID, _ phone: String = "+33 6 12 34 56 78") -> RequestPhoneCode {
        RequestPhoneCode(account: account, phone: Personal(phone))
    }

    /// Asks for a code, and gives what the message says.
    private func code(
        _ identity: IdentityHarness, _ account: AccountID, _ phone: String = "+33 6 12 34 56 78"
    ) async throws -> SecretText {
        _ = try await identity.send(request(account, phone))
        return try #require(await identity.outbox.next()).token
    }

    /// Another code than this one.
    private func wrong(_ code: SecretText) -> SecretText {
        SecretText((code.value.hasPrefix("1") ? "2" : "1") + code.value.dropFirst())
    }

    @Test("are kept when the code that went to them is shown", arguments: ["fr-FR", "en"])
    func flow(_ locale: String) async throws {
        try await IdentityHarness.run { identity in
            let create = CreateAccount.of(.username("ada"), details: ProfileDetails(locale: locale))
            let account = try await identity.send(create).profile.account
            let reply = try await identity.send(request(account))
            #expect(reply.phone.value == "+33612345678")
            #expect(reply.expiresAt == .start.adding(seconds: 600) && reply.nextAt == .start.adding(seconds: 60))
            let message = try #require(await identity.outbox.next())
            #expect(message.kind == .phoneCode && message.address.value == "+33612345678")
            #expect(message.locale == String(locale.prefix(2)) && message.subject == nil && message.link == nil)
            #expect(message.expiresAt == reply.expiresAt && message.text.value.hasPrefix(message.token.value + " "))
            #expect(try await identity.send(GetProfile(account: account)).verifiedPhone == nil)

            let confirm = ConfirmPhone(account: account, phoneCode: message.token)
            let profile = try await identity.send(confirm)
            #expect(profile.verifiedPhone?.value == "+33612345678" && profile.phoneVerifiedAt == .start)
            #expect(try await identity.outcome(confirm) == .codeExpired)
            #expect(try await identity.send(GetProfile(account: account)).verifiedPhone == profile.verifiedPhone)
            let removed = try await identity.send(RemovePhone(account: account))
            #expect(removed.verifiedPhone == nil && removed.phoneVerifiedAt == nil)
            for event in ["phone_code_requested", "phone_confirmed", "phone_removed"] {
                #expect(
                    identity.log.all.contains { $0.contains("event=\(event)") && $0.contains("account=\(account)") })
            }
        }
    }

    @Test("are refused for another code, five times; then not even the right one counts")
    func guessing() async throws {
        try await IdentityHarness.run { identity in
            let account = try await create(identity)
            let code = try await code(identity, account)
            // What cannot be a code is no try.
            for text in ["", "12345", "abcdef"] {
                let confirm = ConfirmPhone(account: account, phoneCode: SecretText(text))
                #expect(try await identity.outcome(confirm) == .invalidRequest)
            }
            for _ in 1...OneTimeCode.tries {
                let confirm = ConfirmPhone(account: account, phoneCode: wrong(code))
                #expect(try await identity.outcome(confirm) == .codeMismatch)
            }
            let confirm = ConfirmPhone(account: account, phoneCode: code)
            #expect(try await identity.outcome(confirm) == .rateLimited)
            #expect(identity.log.all.count { $0.contains("event=phone_code_refused") } == OneTimeCode.tries)
            #expect(try await identity.send(GetProfile(account: account)).verifiedPhone == nil)
        }
    }

    @Test("are not counted anew by a restart")
    func restart() async throws {
        let folder = try TemporaryFolder()
        var account: AccountID?
        var code = SecretText("")
        try await IdentityHarness.run(in: folder) { identity in
            let made = try await create(identity)
            account = made
            code = try await self.code(identity, made)
            for _ in 1..<OneTimeCode.tries {
                let confirm = ConfirmPhone(account: made, phoneCode: wrong(code))
                #expect(try await identity.outcome(confirm) == .codeMismatch)
            }
        }
        let made = try #require(account)
        try await IdentityHarness.run(in: folder) { identity in
            let second = try await identity.outcome(request(made))
            #expect(second == .rateLimited)
            let profile = try await identity.send(ConfirmPhone(account: made, phoneCode: code))
            #expect(profile.verifiedPhone?.value == "+33612345678")
        }
        try await IdentityHarness.run(in: folder) { identity in
            identity.clock.advance(seconds: 60)
            let next = try await self.code(identity, made)
            for outcome in Array(repeating: ErrorCode.codeMismatch, count: OneTimeCode.tries) + [.rateLimited] {
                let confirm = ConfirmPhone(account: made, phoneCode: wrong(next))
                #expect(try await identity.outcome(confirm) == outcome)
            }
        }
    }

    @Test("are each confirmed by their own code, on their own account")
    func binding() async throws {
        try await IdentityHarness.run { identity in
            let ada = try await create(identity)
            let bob = try await create(identity, "bob")
            let ofBob = try await code(identity, bob, "+33611111111")
            #expect(try await identity.outcome(ConfirmPhone(account: ada, phoneCode: ofBob)) == .codeExpired)
            let first = try await code(identity, ada, "+33622222222")
            identity.clock.advance(seconds: 60)
            let second = try await code(identity, ada, "+33633333333")
            // One of a million pairs of codes is the same.
            if first.value != second.value {
                #expect(try await identity.outcome(ConfirmPhone(account: ada, phoneCode: first)) == .codeMismatch)
            }
            let profile = try await identity.send(ConfirmPhone(account: ada, phoneCode: second))
            #expect(profile.verifiedPhone?.value == "+33633333333")
            #expect(try await identity.send(GetProfile(account: bob)).verifiedPhone == nil)
            // A number need not be one account's alone.
            identity.clock.advance(seconds: 60)
            let same = try await code(identity, bob, "+33633333333")
            let shared = try await identity.send(ConfirmPhone(account: bob, phoneCode: same))
            #expect(shared.verifiedPhone == profile.verifiedPhone)
        }
    }

    @Test("have codes that count for ten minutes, and not after the number was taken back")
    func expiry() async throws {
        try await IdentityHarness.run { identity in
            let account = try await create(identity)
            #expect(
                try await identity.outcome(ConfirmPhone(account: account, phoneCode: SecretText("123456")))
                    == .codeExpired)
            let first = try await code(identity, account)
            identity.clock.advance(seconds: 600)
            #expect(try await identity.outcome(ConfirmPhone(account: account, phoneCode: first)) == .codeExpired)
            let second = try await code(identity, account)
            _ = try await identity.send(RemovePhone(account: account))
            #expect(try await identity.outcome(ConfirmPhone(account: account, phoneCode: second)) == .codeExpired)
        }
    }

    @Test("get no second code within a minute, and five in a day; the answer says when the next one is due")
    func budget() async throws {
        try await IdentityHarness.run { identity in
            let account = try await create(identity)
            for _ in 1...CodeBudget.phones.codes {
                _ = try await code(identity, account)
                let refusal = try #require(try await identity.refusal(request(account, "+33611111111")))
                #expect(refusal.code == .rateLimited && refusal.retryAfter != nil)
                identity.clock.advance(seconds: 60)
            }
            let refusal = try #require(try await identity.refusal(request(account)))
            #expect(refusal.code == .rateLimited && refusal.retryAfter == 86_400 - 5 * 60)
            // Nor does the number get one through another account.
            let other = try await create(identity, "bob")
            let unsent = try await identity.send(request(other))
            #expect(unsent.nextAt == UnixTime.start.adding(seconds: 6 * 60), "as if it were the first of the number")
            identity.clock.advance(seconds: 86_400 - 5 * 60)
            _ = try await code(identity, account)
            let sent = [["kind", "phone-code"], ["outcome", "sent"]]
            #expect(await eventually { identity.metric("balise_identity_messages_total", sent) == 6 })
        }
    }

    @Test(
        "are refused where they are none, and nothing is sent",
        arguments: ["", "0612345678", "+0612345678", "+33 (0)6 12 34 56 78", "ada@example.org", "+1234567"])
    func noNumber(_ text: String) async throws {
        try await IdentityHarness.run { identity in
            let account = try await create(identity)
            #expect(try await identity.outcome(request(account, text)) == .invalidRequest)
            // It cost nothing.
            _ = try await identity.send(request(account))
            #expect(await identity.outbox.next()?.address.value == "+33612345678")
        }
    }

    @Test("are nobody's where the account is closed or erased", arguments: [true, false])
    func gone(_ isErased: Bool) async throws {
        try await IdentityHarness.run { identity in
            let account = try await create(identity)
            let code = try await code(identity, account)
            if isErased {
                _ = try await identity.send(EraseAccount(account: account))
            } else {
                _ = try await identity.send(SetAccountStatus(account: account, status: .disabled))
            }
            #expect(try await identity.outcome(request(account)) == .accountGone)
            #expect(try await identity.outcome(ConfirmPhone(account: account, phoneCode: code)) == .accountGone)
            #expect(try await identity.outcome(RemovePhone(account: account)) == .accountGone)
        }
    }

    @Test("are shown to the edge's callers alone")
    func permissions() async throws {
        try await IdentityHarness.run { identity in
            let account = try await create(identity)
            for client in [identity.authSession, identity.location] {
                await #expect(throws: BusError.self) {
                    try await client.send(request(account), MessageContext(requestID: "test", timeout: .seconds(60)))
                }
            }
        }
    }
}
