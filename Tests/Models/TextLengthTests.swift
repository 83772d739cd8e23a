// How long texts are, and how they are shortened.

import Models
import Testing

@Suite("A text that is too long") struct TextLengthTests {
    @Test("is shortened between characters, and only within one that is too long by itself")
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
