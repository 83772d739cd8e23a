@Suite("The version of an app") struct AppVersionTests {
    @Test(
        "Versions are ordered number by number, of any size",
        arguments: [
            ("3.1", "3.1.20261128"), ("3.1.65535", "3.1.65536"), ("3.1.20261128", "3.2"), ("2026", "20261128.1"),
            ("9", "10"), ("2.1.0.77", "2.1.0.78"), ("1.2.3.4.5", "1.2.3.4.6"), ("0", "0.0.1"),
            ("1.18446744073709551614", "1.18446744073709551615"),
        ])
    func order(_ lower: String, _ higher: String) throws {
        let (one, other) = (try #require(AppVersion(lower)), try #require(AppVersion(higher)))
        #expect(one < other && !(other < one) && one != other)
        #expect(one.text == lower && other.text == higher)
    }

    @Test(
        "Zeros at the end and text after the numbers are ignored",
        arguments: [("2", "2.0.0.0"), ("2.1", "2.1 (42)"), ("2.1", "2.1.0-beta.3"), ("2.1", "2.1+77"), ("0", "0.0")])
    func same(_ text: String, _ other: String) throws {
        #expect(AppVersion(text) == AppVersion(other))
        #expect(AppVersion(other)?.text == text)
    }

    @Test(
        "Other text is not a version",
        arguments: [
            "", "v2", "2.", ".2", "2..1", "1.2.3.4.5.6.7.8.9", "-1", "+1", "1.18446744073709551616", "१", "2,1",
        ])
    func otherTexts(_ text: String) { #expect(AppVersion(text) == nil) }
}
