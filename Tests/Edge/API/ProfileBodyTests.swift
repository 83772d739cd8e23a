@testable import Edge

extension JSONWritable {
    fileprivate var text: String { String(decoding: json.bytes, as: UTF8.self) }
}

@Suite("Bodies of profiles") struct ProfileBodyTests {
    /// From an identity provider or from the user.
    private static func profile(_ names: AccountNames = AccountNames(), phone: String? = "+33612345678")
        -> AccountProfile
    {
        var profile = People.profile(names: names, details: ProfileDetails())
        profile.contactEmail = Personal("ada@work.example")
        profile.verifiedPhone = phone.map { Personal($0) }
        profile.phoneVerifiedAt = phone.map { _ in People.earlier }
        return profile
    }

    private static let signIn = AccountNames(
        username: "ada", email: Personal("ada@example.org"), phone: Personal("+33687654321"))
    private static let times = #""createdAt":"2026-01-01T00:00:00Z","updatedAt":"2026-01-31T12:00:00Z"}"#

    @Test("A profile has the account's e-mail address and phone number")
    func beside() {
        #expect(
            BaliseUser(Self.profile()).text
                == #"{"id":"5f0c3a9e7b1d2c4f6a8e0b1d","username":"ada@work.example","email":"ada@work.example","#
                + #""phoneNumber":"+33612345678","phoneVerifiedAt":"2026-01-01T00:00:00Z","# + Self.times)
        #expect(
            BaliseProfile(Self.profile()).text
                == #"{"id":7,"accountId":"5f0c3a9e7b1d2c4f6a8e0b1d","firstName":"","lastName":"","#
                + #""email":"ada@work.example","phoneNumber":"+33612345678","#
                + #""phoneVerified":true,"# + Self.times)
    }

    @Test("The names for signing in come first, and are not shown as verified")
    func names() {
        let flat = BaliseProfile(Self.profile(Self.signIn)).text
        let enveloped = BaliseUser(Self.profile(Self.signIn)).text
        for text in [flat, enveloped] {
            #expect(text.contains(#""email":"ada@example.org""#) && text.contains(#""phoneNumber":"+33687654321""#))
            #expect(!text.contains("phoneVerified") && !text.contains("work.example"))
        }
        var same = Self.profile(Self.signIn)
        same.verifiedPhone = Self.signIn.phone
        #expect(BaliseProfile(same).text.contains(#""phoneVerified":true"#))
        #expect(!BaliseProfile(Self.profile(phone: nil)).text.contains("phone"))
    }

    @Test("An app cannot set the verified address and number of a profile")
    func ownNames() throws {
        let body = try JSONDocument(Array(#"{"phoneVerified":true,"phoneVerifiedAt":"x","bio":"b"}"#.utf8)).root
        #expect(try ProfileFieldNames().read(body, keepsNull: false).keys.sorted() == ["bio"])
    }
}
