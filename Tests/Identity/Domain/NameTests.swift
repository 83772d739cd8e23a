import AppleAccounts

@testable import Identity

@Suite("Names") struct NameTests {
    @Test(
        "Names that differ in writing only are the same",
        arguments: [
            ("Ada", "ada"), ("ada@Example.org", " ADA@example.ORG\n"), ("+33612345678", "+33 6 12-34-56-78"),
            ("0612345678", "06 12 34 56 78"), ("06-12", "0612"), ("Jose\u{301}@x.fr", "jos\u{e9}@X.fr"),
            ("a@B\u{fc}cher.example", "a@xn--bcher-kva.example"), ("\u{1F0}an@x.org", "J\u{30C}an@x.org"),
        ])
    func same(_ one: String, _ other: String) {
        #expect(LoginKey(one) == LoginKey(other))
        #expect(LoginKey(one) != nil)
    }

    @Test(
        "Names that differ are not",
        arguments: [("ada", "ada1"), ("a-da", "ada"), ("+33612345678", "33612345678"), ("0.6", "06"), ("ada", "ada@x")])
    func different(_ one: String, _ other: String) { #expect(LoginKey(one) != LoginKey(other)) }

    @Test("An empty or overlong name is refused")
    func unusable() {
        #expect(LoginKey("") == nil)
        #expect(LoginKey(" \n ") == nil)
        #expect(LoginKey("a\0b") == nil)
        #expect(LoginKey(String(repeating: "a", count: 254)) != nil)
        #expect(LoginKey(String(repeating: "a", count: 255)) == nil)
    }

    @Test("A name cannot be printed")
    func redaction() {
        #expect(!"\(LoginKey.of("ada@example.org"))".contains("ada"))
        #expect(!String(reflecting: LoginKey.of("ada@example.org")).contains("ada"))
    }

    @Test("All invalid names are in one error")
    func allInvalid() {
        let names = AccountNames(username: "a b", email: Personal("a"), phone: Personal("1"))
        let error = #expect(throws: ServiceError.self) { try NameRules.checked(names) }
        #expect(error?.wrongMembers.map(\.field) == ["username", "email", "phoneNumber"])
    }

    @Test(
        "User names",
        arguments: [
            ("Ada", "Ada"), (" ada_b.c-d ", "ada_b.c-d"), ("12", "12"), ("a", nil), ("", nil), ("a b", nil),
            ("ad\u{e9}", nil), ("a@b", nil), (String(repeating: "a", count: 50), String(repeating: "a", count: 50)),
            (String(repeating: "a", count: 51), nil), ("90d7982b02308316a30910a8", nil),
            ("90D7982B02308316A30910A8", nil), ("90d7982b02308316a30910a", "90d7982b02308316a30910a"),
            ("90d7982b02308316a30910ag", "90d7982b02308316a30910ag"),
            ("apple_0123456789abcdef0123456789abcd", nil), ("apple_pie", "apple_pie"),
        ] as [(String, String?)])
    func usernames(_ text: String, _ kept: String?) { #expect((try? NameRules.username(text)) == kept) }

    @Test(
        "A name is looked for as it is stored",
        arguments: [
            ("Ada", "ada"), ("Ada@Example.org", "ada@example.org"), ("ada@example.org.", "ada@example.org."),
            ("a@B\u{fc}cher.example", "a@xn--bcher-kva.example"),
            ("a@xn--bcher-kva.example", "a@xn--bcher-kva.example"),
        ])
    func folded(_ text: String, _ folded: String) { #expect(LoginKey(text)?.folded.value == folded) }

    @Test(
        "Phone numbers",
        arguments: [
            ("+33612345678", "+33612345678"), ("06 12-34 56", "06123456"), ("123456", "123456"), ("12345", nil),
            ("+123456789012345", "+123456789012345"), ("+1234567890123456", nil), ("06 12 34 56x", nil),
            ("++33612345", nil),
            ("33+612345", nil), ("", nil), ("+", nil),
        ] as [(String, String?)])
    func phones(_ text: String, _ kept: String?) { #expect((try? NameRules.phone(text)) == kept) }

    @Test(
        "What changes a name, and what only writes it differently",
        arguments: [
            (AccountNames(), false), (.username("ADA"), false), (.email("ada@example.org"), false),
            (.phone("+33612345678"), false), (.ada, false), (.username("ada2"), true), (.email("b@example.org"), true),
            (.phone("0612345678"), true),
        ])
    func changes(_ wanted: AccountNames, _ isChange: Bool) { #expect(NameRules.change(wanted, from: .ada) == isChange) }

    @Test("A first address is a change")
    func firstAddress() { #expect(NameRules.change(.email("a@b"), from: .username("ada"))) }
}

@Suite("Derived names") struct DerivedNamesTests {
    private static let derived = "apple_0123456789abcdef0123456789abcd"
    private static let other = "apple_ffffffffffffffffffffffffffffff"
    private static let address = "\(derived)@familysync.anonymous"

    @Test(
        "A derived name belongs to its derived id alone",
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
            // A name that looks like a derived id but is not one is free.
            ("apple_ada", .ada, false),
            ("apple_ada", .email("apple_ada@familysync.anonymous"), false),
            (derived.uppercased(), .ada, false),
            (String(derived.dropLast()), .ada, false),
        ] as [(String?, AccountNames, Bool)])
    func allow(_ id: String?, _ names: AccountNames, _ isAllowed: Bool) {
        let rule = DerivedNames(domain: AppleAccount.domain)
        #expect(rule.allow(names, for: id.map { .named($0) }) == isAllowed)
    }

    @Test("A derived name has the configured domain and no other")
    func domain() {
        let rule = DerivedNames(domain: "people.example")
        let id = AccountID.named(DerivedNamesTests.derived)
        #expect(rule.allow(.email("\(id)@people.example"), for: id))
        #expect(!rule.allow(.email(DerivedNamesTests.address), for: id))
        #expect(!rule.allow(.email("me@people.example"), for: nil))
        #expect(rule.allow(.email("me@familysync.anonymous"), for: nil))
    }

    @Test("A derived account and one that a provider vouched for get no password link")
    func resets() {
        func profile(_ id: String, vouchedAt: UnixTime? = nil) -> AccountProfile {
            AccountProfile(
                account: .named(id), number: 1, status: .active, names: .ada, details: ProfileDetails(),
                createdAt: .start, updatedAt: .start, vouchedAt: vouchedAt)
        }
        #expect(profile("somebody").mayResetPassword)
        #expect(!profile("somebody", vouchedAt: .start).mayResetPassword)
        #expect(!profile(DerivedNamesTests.derived).mayResetPassword)
    }
}
