@Suite("E-mail addresses")
struct EmailAddressTests {
    /// As long as an address may be, before its @ and as a whole.
    private static let longest =
        String(repeating: "a", count: 64) + "@"
        + [63, 63, 61].map { String(repeating: "b", count: $0) }.joined(separator: ".")

    @Test(
        "E-mail addresses are kept in one form",
        arguments: [
            ("ada@example.org", "ada@example.org"), (" Ada@Example.ORG\n", "ada@example.org"), ("a@b", "a@b"),
            ("a.b+c-d_e@example.co.uk", "a.b+c-d_e@example.co.uk"), ("o'neil{}|~!#$%&*/=?^`@x-y.org", nil),
            ("jos\u{e9}@x.fr", "jos\u{e9}@x.fr"), ("Jose\u{301}@x.fr", "jos\u{e9}@x.fr"),
            ("J\u{30C}an@x.org", "\u{1F0}an@x.org"),
            // Internationalised domains (UTS 46, as of registries today: \u{df} stays itself).
            ("ada@b\u{fc}cher.example", "ada@xn--bcher-kva.example"),
            ("ada@BU\u{308}CHER.example", "ada@xn--bcher-kva.example"),
            ("ada@xn--bcher-kva.example", "ada@xn--bcher-kva.example"),
            ("ada@XN--BCHER-KVA.example", "ada@xn--bcher-kva.example"),
            ("ada@stra\u{df}e.example", "ada@xn--strae-oqa.example"),
            ("ada@\u{65e5}\u{672c}\u{8a9e}\u{3002}jp", "ada@xn--wgv71a119e.jp"),
            ("ada@\u{623}\u{647}\u{644}\u{627}.com", "ada@xn--igbi0gl.com"),
            ("\u{ff41}\u{ff44}\u{ff41}\u{ff20}\u{ff45}xample\u{ff0e}org", "ada@example.org"),
            (longest, longest),
        ] as [(String, String?)])
    func kept(_ text: String, _ kept: String?) throws {
        let address = try EmailAddress(text)
        #expect(Array(address.text.value.utf8) == Array((kept ?? text).utf8))
        // The form is its own.
        #expect(try EmailAddress(address.text.value) == address)
    }

    static let refused: [(String, EmailAddress.Flaw)] = [
        ("", .length), (" \n", .length), ("a" + longest, .localLength), (longest + "b", .length),
        (String(repeating: "a", count: 100_000) + "@b", .length), ("ada", .at), ("@b", .at), ("a@", .at), ("@", .at),
        ("a@b@c", .at), ("mailto:a@x.org", .scheme), ("MAILTO:a@x.org", .scheme), ("<a@x.org>", .brackets),
        ("Ada <a@x.org>", .brackets), ("a>@x.org", .brackets), ("a b@x.org", .space), ("a@x.org y", .space),
        ("a@b\u{7}c", .space), ("a@b\r\nBcc: c@d", .space), ("a@x.org,", .separator), ("a@x.org;b", .separator),
        ("\"a\"@x.org", .quotes), ("a(comment)@x.org", .quotes), (".a@x.org", .localDot), ("a.@x.org", .localDot),
        ("a..b@x.org", .localDot), ("a:b@x.org", .sign), ("a\\b@x.org", .sign), ("a[b]@x.org", .sign),
        ("a@[192.0.2.1]", .literal), ("a@[IPv6:2001:db8::1]", .literal), ("a@192.0.2.1", .literal), ("a@1", .literal),
        ("ada@example.org.", .trailingDot), ("ada@example\u{3002}", .trailingDot), ("a@b..org", .domainDot),
        ("a@.org", .domainDot), ("a@.", .trailingDot), ("a@-x.org", .domain), ("a@x-.org", .domain),
        ("a@x_y.org", .domain),
        ("a@x!.org", .domain), ("a@" + String(repeating: "x", count: 64) + ".org", .domain),
        // Labels that decode to nothing, or to the same as another label.
        ("a@xn--a.org", .domain), ("a@xn--1ug.example", .domain), ("a@xn--0.pt", .domain),
        ("a@\u{5d0}0\u{e0}.org", .domain),
    ]

    @Test("An invalid address is refused with the reason", arguments: refused)
    func flaws(_ text: String, _ flaw: EmailAddress.Flaw) {
        #expect(throws: flaw) { try EmailAddress(text) }
        #expect(flaw.answer.code == .invalidRequest && flaw.answer.message.hasSuffix(flaw.rawValue))
    }

    @Test(
        "Invisible characters are refused",
        arguments: [
            "\u{ad}", "\u{34f}", "\u{61c}", "\u{115f}", "\u{180e}", "\u{200b}", "\u{200c}", "\u{200d}", "\u{200e}",
            "\u{200f}", "\u{202a}", "\u{202e}", "\u{2060}", "\u{2063}", "\u{2066}", "\u{2069}", "\u{2800}", "\u{3164}",
            "\u{fe0f}", "\u{feff}", "\u{ffa0}", "\u{e0001}", "\u{e0100}", "\u{e000}",
        ])
    func invisible(_ character: String) {
        for text in ["a\(character)da@example.org", "ada@exam\(character)ple.org"] {
            #expect(throws: (any Error).self) { try EmailAddress(text) }
        }
    }

    @Test("The domain is in ASCII, and other letters are reported")
    func letters() throws {
        let books = try EmailAddress("ada@b\u{fc}cher.example")
        #expect(books.domain == "xn--bcher-kva.example" && !books.isInternational)
        #expect(try EmailAddress("\u{e5}da@example.org").isInternational)
    }

    @Test("E-mail addresses cannot be printed")
    func redaction() throws {
        let address = try EmailAddress("ada@example.org")
        #expect(!"\(address)".contains("ada") && !String(reflecting: address).contains("ada"))
    }
}
