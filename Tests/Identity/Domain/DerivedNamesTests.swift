// Which names an account has whose id is derived from an Apple user, and that no other account has them.

import AppleAccounts
import Isolation
import Models
import Testing

@testable import Identity

@Suite("Derived names")
struct DerivedNamesTests {
    private static let derived = "apple_0123456789abcdef0123456789abcd"
    private static let other = "apple_ffffffffffffffffffffffffffffff"
    private static let address = "\(derived)@familysync.anonymous"

    @Test(
        "belong to the derived id, and the id to them",
        arguments: [
            (derived, AccountNames.email(address), true),
            (derived, AccountNames(), false),
            (derived, .email("ada@example.org"), false),
            (derived, .email("\(other)@familysync.anonymous"), false),
            (derived, .email("\(derived)@example.org"), false),
            (derived, AccountNames(username: "ada", email: Personal(address)), false),
            (derived, AccountNames(email: Personal(address), phone: Personal("+33612345678")), false),
            (nil, .email(address), false),
            ("somebody", .email(address), false),
            ("somebody", .email("me@familysync.anonymous"), false),
            ("somebody", .email("ME@FamilySync.Anonymous"), false),
            ("somebody", .email("me@a.familysync.anonymous"), true),
            ("somebody", .email("me@familysync.anonymous.example.org"), true),
            ("somebody", .ada, true),
            (nil, .ada, true),
            (nil, AccountNames(), true),
            ("apple", .ada, true),
            // What looks like a derived id and is none belongs to nobody.
            ("apple_ada", .ada, false),
            ("apple_ada", .email("apple_ada@familysync.anonymous"), false),
            (derived.uppercased(), .ada, false),
            (String(derived.dropLast()), .ada, false),
        ] as [(String?, AccountNames, Bool)])
    func allow(_ id: String?, _ names: AccountNames, _ isAllowed: Bool) {
        let rule = DerivedNames(domain: AppleAccount.domain)
        #expect(rule.allow(names, for: id.map { .named($0) }) == isAllowed)
    }

    @Test("are of the domain that is configured, and of no other")
    func domain() {
        let rule = DerivedNames(domain: "people.example")
        let id = AccountID.named(DerivedNamesTests.derived)
        #expect(rule.allow(.email("\(id)@people.example"), for: id))
        #expect(!rule.allow(.email(DerivedNamesTests.address), for: id))
        #expect(!rule.allow(.email("me@people.example"), for: nil))
        #expect(rule.allow(.email("me@familysync.anonymous"), for: nil))
    }

    @Test("get no new password by a message, nor does who was vouched for")
    func resets() {
        func profile(_ id: String, verifiedAt: UnixTime? = nil) -> AccountProfile {
            AccountProfile(
                account: .named(id), number: 1, status: .active, names: .ada, details: ProfileDetails(),
                createdAt: .start, updatedAt: .start, verifiedAt: verifiedAt)
        }
        #expect(profile("somebody").mayResetPassword)
        #expect(!profile("somebody", verifiedAt: .start).mayResetPassword)
        #expect(!profile(DerivedNamesTests.derived).mayResetPassword)
    }
}
