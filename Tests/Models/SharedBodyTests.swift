import BaliseJSON

@Suite("A struct that is a body and a message") struct SharedBodyTests {
    private static let account = AccountSummary(
        id: AccountID("0a0a0a0a0a0a0a0a0a0a0a0a")!, number: 7, status: .active,
        names: AccountNames(username: "ada", phone: Personal("+33612345678")), methods: [.emailCode],
        createdAt: UnixTime(milliseconds: 1_769_860_800_250))

    @Test("The JSON of a struct has the members of the body, with times as text")
    func json() throws {
        let text = String(decoding: Self.account.json.bytes, as: UTF8.self)
        #expect(
            text
                == #"{"id":"0a0a0a0a0a0a0a0a0a0a0a0a","number":7,"status":"active","username":"ada","#
                + #""phoneNumber":"+33612345678","methods":["email-code"],"createdAt":"2026-01-31T12:00:00Z"}"#)
        var expected = Self.account
        expected.createdAt = UnixTime(milliseconds: 1_769_860_800_000)
        #expect(try AccountSummary(jsonText: Array(text.utf8)) == expected)
    }

    @Test("The CBOR of a struct is the message, with times in milliseconds")
    func message() throws {
        let bytes = try CBOREncoder().encode(Self.account)
        #expect(try CBORDecoder().decode(AccountSummary.self, from: bytes) == Self.account)
    }

    @Test("Unknown words are kept")
    func unknownWords() throws {
        var account = Self.account
        account.methods = [AuthenticationMethod(rawValue: "ring")]
        #expect(try CBORDecoder().decode(AccountSummary.self, from: CBOREncoder().encode(account)) == account)
        #expect(String(decoding: account.json.bytes, as: UTF8.self).contains(#""methods":["ring"]"#))
    }
}
