// Texts as HTML shows them.

import Models
import Testing

@Suite("Texts in HTML")
struct HTMLEscapingTests {
    @Test("end no element and no attribute, also with a combining mark behind a quote")
    func escaping() {
        #expect("<a href=\"x\">&'".escapedForHTML == "&lt;a href=&quot;x&quot;&gt;&amp;&#39;")
        // As one character, a quote with a diaeresis is no quote.
        #expect("\"\u{308}".escapedForHTML.unicodeScalars.elementsEqual("&quot;\u{308}".unicodeScalars))
        #expect("Été 🌊".escapedForHTML == "Été 🌊")
    }
}
