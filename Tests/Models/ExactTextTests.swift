// Texts that are compared by their bytes.

import Models
import Testing

@Suite("A text of strangers") struct ExactTextTests {
    @Test(
        "equals those alone that have its bytes",
        arguments: [("\u{E9}", "e\u{301}"), ("K", "\u{212A}"), ("\u{C5}", "\u{212B}"), (";", "\u{37E}")])
    func equality(_ one: String, _ other: String) {
        #expect(one == other, "Swift's own comparison")
        #expect(ExactText(one) != ExactText(other) && ExactText(one) == ExactText(one))
        #expect(Set([ExactText(one), ExactText(other)]).count == 2)
        #expect(![one, other].hasExactDuplicate && [one, other, one].hasExactDuplicate)
        #expect([one].containsExactly(one) && ![one].containsExactly(other))
    }

    @Test("begins with a text also where a mark makes another character of its end")
    func prefixes() {
        #expect("google.\u{301}x".hasExactPrefix("google."))
        #expect(!"google.\u{301}x".hasPrefix("google."))
        #expect(!"googl".hasExactPrefix("google.") && "".hasExactPrefix(""))
    }
}
