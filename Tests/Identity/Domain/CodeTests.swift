@testable import Identity

@Suite("A phone code") struct PhoneCodeTests {
    private let secret = CodeSecret([UInt8](repeating: 1, count: 32))
    private let code = OneTimeCode(random: [0, 0, 0, 0, 0, 0, 0, 7], digits: OneTimeCode.phoneDigits)
    private let number: PhoneNumber

    init() throws { number = try #require(PhoneNumber("+33612345678")) }

    @Test(
        "A phone code has six digits, all of them from its random bytes",
        arguments: [
            ([0, 0, 0, 0, 0, 0, 0, 0], "000000"), ([0, 0, 0, 0, 0, 0, 0, 7], "000007"),
            ([0, 0, 0, 0, 0, 0x0F, 0x42, 0x40], "000000"), ([UInt8](repeating: 0xFF, count: 8), "551615"),
        ] as [([UInt8], String)])
    func made(_ random: [UInt8], _ text: String) {
        #expect(OneTimeCode(random: random, digits: OneTimeCode.phoneDigits).text.value == text)
    }

    @Test("The hash of a code fits only its account, its number and its secret")
    func bound() throws {
        let ada = AccountID.named("ada")
        let hash = secret.hash(code, for: ada, number)
        let other = try #require(PhoneNumber("+33612345679"))
        #expect(secret.matches(code, for: ada, number, hash))
        #expect(!secret.matches(code, for: .named("bob"), number, hash))
        #expect(!secret.matches(code, for: ada, other, hash))
        #expect(!secret.matches(OneTimeCode(random: [8], digits: OneTimeCode.phoneDigits), for: ada, number, hash))
        #expect(!secret.matches(code, for: ada, number, Array(hash.dropLast())))
        #expect(!CodeSecret([UInt8](repeating: 2, count: 32)).matches(code, for: ada, number, hash))
        #expect(secret.hash(number) != secret.hash(other) && secret.hash(number).count == 32)
    }

    @Test("A phone code cannot be printed")
    func redaction() {
        for text in ["\(code)", String(reflecting: code), "\(number)", String(reflecting: number)] {
            #expect(!text.contains("000007") && !text.contains("33612345678"))
        }
    }

    @Test(
        "A phone gets another code after a minute, and five codes in a day",
        arguments: [
            // Seconds before now at which codes were asked for, and after how many seconds the next one may be.
            ([], nil), ([0], 60), ([59], 1), ([60], 0), ([10, 100], 50), ([100, 10], 50),
            ([100, 200, 300, 400, 500], 86_400 - 500), ([100, 200, 300, 400], -40), ([0, 200, 300, 400, 86_000], 400),
            ([86_400], nil), ([86_399], -86_339), ([10, 20, 30, 40, 50, 60], 86_400 - 50), ([-10], nil),
        ] as [([Int64], Int64?)])
    func budget(_ ago: [Int64], _ opens: Int64?) {
        let moments = ago.map { UnixTime.start.adding(seconds: -$0) }
        #expect(CodeBudget.phones.opens(after: moments, at: .start) == opens.map { UnixTime.start.adding(seconds: $0) })
    }
}

@Suite("A typed code") struct TypedCodeTests {
    static let spellings = [
        "123456", " 123 456\n", "123-456", "123\u{a0}456", "123\u{202f}456",
        "1\u{2010}2\u{2011}3\u{2013}4\u{2014}5\u{2212}6",
        "\u{feff}123\u{200b}456\u{2060}", "\u{200e}123456\u{200f}", "12\u{ad}34\u{200d}56",
        // Arabic-Indic, Persian, Devanagari, Bengali, Thai, Khmer, of full width, mathematical.
        "\u{661}\u{662}\u{663}\u{664}\u{665}\u{666}", "\u{6f1}\u{6f2}\u{6f3} \u{6f4}\u{6f5}\u{6f6}",
        "\u{967}\u{968}\u{969}\u{96a}\u{96b}\u{96c}", "\u{9e7}\u{9e8}\u{9e9}\u{9ea}\u{9eb}\u{9ec}",
        "\u{e51}\u{e52}\u{e53}\u{e54}\u{e55}\u{e56}", "\u{17e1}\u{17e2}\u{17e3}\u{17e4}\u{17e5}\u{17e6}",
        "\u{ff11}\u{ff12}\u{ff13}\u{ff0d}\u{ff14}\u{ff15}\u{ff16}", "\u{1d7cf}\u{1d7d0}\u{1d7d1}456",
    ]

    @Test("A typed code is the code that was shown", arguments: spellings)
    func digits(_ typed: String) { #expect(OneTimeCode(shown: SecretText(typed), digits: 6)?.text.value == "123456") }

    @Test(
        "A text with other characters or another number of digits is no code",
        arguments: [
            "", " ", "12345", "1234567", "12345a", "12345\u{b2}", "12345\u{2165}", "12345\u{4e00}", "1234.5", "12345\0",
        ])
    func none(_ typed: String) { #expect(OneTimeCode(shown: SecretText(typed), digits: 6) == nil) }

    @Test(
        "A recovery code counts in any case and width of its letters",
        arguments: [
            "ABCD-EFGH-IJKL-2345", "abcdefghijkl2345", " abcd efgh\u{2013}ijkl\u{200b}2345 ",
            "\u{ff21}\u{ff22}\u{ff43}\u{ff44}efghijkl\u{ff12}\u{663}45",
        ])
    func recovery(_ typed: String) {
        #expect(RecoveryCode(shown: SecretText(typed))?.text.value == "ABCD-EFGH-IJKL-2345")
    }
}

@Suite("Errors for refused codes by mail") struct EmailCodeRefusalTests {
    @Test(
        "The error says what the user can do",
        arguments: [
            (.malformed, .invalidRequest), (.mismatch, .codeMismatch), (.use, .codeMismatch), (.usedUp, .rateLimited),
            (.unsent, .codeExpired), (.used, .codeExpired), (.expired, .codeExpired), (.onlyUse, .codeExpired),
            (.address, .codeExpired), (.disabled, .codeExpired),
        ] as [(EmailCodeRefusal, ErrorCode)])
    func answer(_ refusal: EmailCodeRefusal, _ code: ErrorCode) { #expect(refusal.answer.code == code) }
}
