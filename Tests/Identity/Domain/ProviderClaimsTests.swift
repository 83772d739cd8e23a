@testable import Identity

@Suite("Claims of a provider") struct ProviderClaimsTests {
    private static func phone(_ text: String, isVerified: Bool = true) -> PersonClaims {
        PersonClaims(phone: Personal(text), phoneIsVerified: isVerified)
    }

    private static func profile() -> AccountProfile {
        AccountProfile(
            account: .named("ada"), number: 1, status: .active, names: AccountNames(), details: ProfileDetails(),
            createdAt: .start, updatedAt: .start)
    }

    @Test("Claims are stored in the same form as the user's own details")
    func kept() {
        let claims = PersonClaims(
            email: Personal(" Ada@Example.ORG "), firstName: Personal("Ada"), lastName: Personal("Lovelace"),
            phone: Personal("+33 6 12 34 56 78"), phoneIsVerified: true)
        let kept = PersonClaims(
            email: Personal("ada@example.org"), firstName: Personal("Ada"), lastName: Personal("Lovelace"),
            phone: Personal("+33612345678"), phoneIsVerified: true)
        #expect(claims.kept == kept && kept.kept == kept)
    }

    @Test(
        "An unusable claim is ignored and does not stop the sign-in",
        arguments: [
            PersonClaims(email: Personal("no address")), PersonClaims(email: Personal("")),
            PersonClaims(firstName: Personal(String(repeating: "a", count: 201))), PersonClaims(lastName: Personal("")),
            PersonClaims(firstName: Personal("A\u{1B}[2J")), PersonClaims(lastName: Personal("L\nL")),
            phone("0612345678"), phone("+33612345678", isVerified: false), PersonClaims(phoneIsVerified: true),
        ])
    func leftOut(_ claims: PersonClaims) { #expect(claims.kept == PersonClaims()) }

    @Test("Claims fill empty names and never replace the user's own")
    func names() {
        var (profile, origin) = (Self.profile(), PhoneOrigin?.none)
        profile.details.lastName = Personal("")
        let claims = PersonClaims(firstName: Personal("Ada"), lastName: Personal("Lovelace"))
        let later = UnixTime.start.adding(seconds: 60)
        #expect(profile.follow(claims, &origin, at: later))
        #expect(profile.details == ProfileDetails(firstName: Personal("Ada"), lastName: Personal("")))
        #expect(profile.updatedAt == later && origin == nil)
        profile.details.firstName = Personal("Augusta")
        #expect(!profile.follow(claims, &origin, at: later.adding(seconds: 60)))
        #expect(profile.details.firstName?.value == "Augusta" && profile.updatedAt == later)
    }

    @Test("The provider's address replaces the contact address, unless it is missing")
    func email() {
        var (profile, origin) = (Self.profile(), PhoneOrigin?.none)
        for address in ["ada@example.org", "countess@example.org"] {
            #expect(profile.follow(PersonClaims(email: Personal(address)), &origin, at: .start))
            #expect(profile.contactEmail?.value == address && profile.names == AccountNames())
        }
        #expect(!profile.follow(PersonClaims(), &origin, at: .start))
        #expect(profile.contactEmail?.value == "countess@example.org")
    }

    @Test(
        "The provider's phone number is used until the user sets or removes one",
        arguments: [
            // Present value, its source, the provider's claim, resulting value.
            (nil, nil, "+33612345678", "+33612345678"), ("+33611111111", .provider, "+33612345678", "+33612345678"),
            ("+33611111111", .person, "+33612345678", "+33611111111"), (nil, .person, "+33612345678", nil),
            ("+33611111111", .provider, nil, "+33611111111"),
        ] as [(String?, PhoneOrigin?, String?, String?)])
    func number(_ present: String?, _ origin: PhoneOrigin?, _ said: String?, _ then: String?) {
        var (profile, who) = (Self.profile(), origin)
        profile.verifiedPhone = present.map { Personal($0) }
        profile.phoneVerifiedAt = present.map { _ in .start }
        let later = UnixTime.start.adding(seconds: 60)
        #expect(profile.follow(said.map { Self.phone($0) } ?? PersonClaims(), &who, at: later) == (present != then))
        #expect(profile.verifiedPhone?.value == then)
        #expect(profile.phoneVerifiedAt == (then == nil ? nil : present == then ? .start : later))
        #expect(who == (present == then ? origin : .provider))
    }

    @Test("A repeated claim changes nothing, and the number keeps the moment at which it was verified")
    func twice() {
        var (profile, origin) = (Self.profile(), PhoneOrigin?.none)
        #expect(profile.follow(Self.phone("+33612345678"), &origin, at: .start))
        #expect(!profile.follow(Self.phone("+33612345678"), &origin, at: .start.adding(seconds: 60)))
        #expect(profile.phoneVerifiedAt == .start && origin == .provider)
    }
}

@Suite("A phone number") struct PhoneNumberTests {
    @Test(
        "A phone number is a plus sign and digits, whatever people write between them",
        arguments: ["+33612345678", "+33 6 12 34 56 78", " +33.6.12-34-56(78) ", "+33\u{A0}6\u{202F}12345678"])
    func number(_ typed: String) { #expect(PhoneNumber(typed)?.text.value == "+33612345678") }

    @Test("A phone number has 8 to 15 digits", arguments: [8, 15])
    func length(_ count: Int) { #expect(PhoneNumber("+" + String(repeating: "1", count: count)) != nil) }

    @Test(
        "A text of another form is no phone number",
        arguments: [
            "", "+", "0612345678", "0033612345678", "33612345678", "+0612345678", "+1234567", "+1234567890123456",
            "++33612345678", "+33612345678+", "+3361234567a", "+33٦12345678", "+33 (0)6 12 34 56 78", "+33/612345678",
            "+33612345678\n+33612345679", "+" + String(repeating: " ", count: 100) + "33612345678",
        ])
    func none(_ typed: String) { #expect(PhoneNumber(typed) == nil) }
}
