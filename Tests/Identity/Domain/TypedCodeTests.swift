// Codes in the digits and with the signs with which people type them.

import Models
import Testing

@testable import Identity

@Suite("A typed code")
struct TypedCodeTests {
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

    @Test("is the code that was shown", arguments: spellings)
    func digits(_ typed: String) {
        #expect(OneTimeCode(shown: SecretText(typed), digits: 6)?.text.value == "123456")
    }

    @Test(
        "is none with other characters, or another number of digits",
        arguments: [
            "", " ", "12345", "1234567", "12345a", "12345\u{b2}", "12345\u{2165}", "12345\u{4e00}", "1234.5", "12345\0",
        ])
    func none(_ typed: String) {
        #expect(OneTimeCode(shown: SecretText(typed), digits: 6) == nil)
    }

    @Test(
        "for recovery has letters in any case and width",
        arguments: [
            "ABCD-EFGH-IJKL-2345", "abcdefghijkl2345", " abcd efgh\u{2013}ijkl\u{200b}2345 ",
            "\u{ff21}\u{ff22}\u{ff43}\u{ff44}efghijkl\u{ff12}\u{663}45",
        ])
    func recovery(_ typed: String) {
        #expect(RecoveryCode(shown: SecretText(typed))?.text.value == "ABCD-EFGH-IJKL-2345")
    }
}
