@Suite("A text that is too long") struct TextLengthTests {
    @Test("A text is shortened between characters, or within one that is too long itself")
    func shortened() {
        let people = "👨‍👩‍👧"
        #expect(people.length == 5)
        #expect("abc".shortened(to: 3) == "abc" && "abcd".shortened(to: 3) == "abc")
        #expect((people + people).shortened(to: 9) == people)
        #expect("ae\u{301}".shortened(to: 2) == "a")
        #expect(("e" + String(repeating: "\u{301}", count: 40)).shortened(to: 4).length == 4)
        #expect("\u{65E5}\u{672C}".shortened(to: 1) == "\u{65E5}")
    }
}

@Suite("The comparison of texts by bytes") struct ExactTextTests {
    @Test(
        "Texts are equal only if their bytes are",
        arguments: [("\u{E9}", "e\u{301}"), ("K", "\u{212A}"), ("\u{C5}", "\u{212B}"), (";", "\u{37E}")])
    func equality(_ one: String, _ other: String) {
        #expect(one == other, "Swift's own comparison")
        #expect(ExactText(one) != ExactText(other) && ExactText(one) == ExactText(one))
        #expect(Set([ExactText(one), ExactText(other)]).count == 2)
        #expect(![one, other].hasExactDuplicate && [one, other, one].hasExactDuplicate)
        #expect([one].containsExactly(one) && ![one].containsExactly(other))
    }

    @Test("A combining mark after a prefix does not hide it")
    func prefixes() {
        #expect("google.\u{301}x".hasExactPrefix("google."))
        #expect(!"google.\u{301}x".hasPrefix("google."))
        #expect(!"googl".hasExactPrefix("google.") && "".hasExactPrefix(""))
    }
}

@Suite("Text in HTML")
struct HTMLEscapingTests {
    @Test("An escaped text ends no element and no attribute, even with combining marks")
    func escaping() {
        #expect("<a href=\"x\">&'".escapedForHTML == "&lt;a href=&quot;x&quot;&gt;&amp;&#39;")
        // As one character, a quote with a diaeresis is no quote.
        #expect("\"\u{308}".escapedForHTML.unicodeScalars.elementsEqual("&quot;\u{308}".unicodeScalars))
        #expect("Été 🌊".escapedForHTML == "Été 🌊")
    }
}
