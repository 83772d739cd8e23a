@testable import Location

@Suite("The number of a location value") struct NumeralTests {
    @Test(
        "A decimal number is read, bare or in a string",
        arguments: [
            ("10.8", 10.8), ("-180", -180), ("0", 0), ("-0", 0), ("1e3", 1000), ("2.5E-1", 0.25), ("1e+2", 100),
            (#""10.8""#, 10.8), (#""+10.837502""#, 10.837502), (#""-0.5""#, -0.5), (#"".5""#, 0.5), (#""5.""#, 5),
            (#""  7 ""#, 7), (#""\t7\n""#, 7), (#""\u00a07\u3000""#, 7), ("\"\u{2003}7\u{2029}\"", 7),
            (#""\u0031\u0032""#, 12), (#""007""#, 7), (#""1700000000.0""#, 1_700_000_000),
            ("1700000000000", 1_700_000_000_000), (#""0.000000000000000000000000000001""#, 1e-30),
            ("12345678901234567890", 12_345_678_901_234_567_168), (#""179.99999999999999999""#, 180),
            ("1e-400", 0), ("0e999999999999", 0), ("0.1", 0.1), ("123456789.123456789", 123456789.123456789),
        ])
    func numbers(token: String, value: Double) { #expect(Numeral(LocationValue(json: token))?.value == value) }

    @Test(
        "A text that is not a decimal number is refused",
        arguments: [
            "", "null", "true", "false", "[]", "{}", #""""#, #"" ""#, #""\t""#, #""abc""#, #""0x10""#, #""1e""#,
            #""e5""#, #""+""#, #""-""#, #"".""#, #""+.""#, #""1.2.3""#, #""1,5""#, #""1 2""#, #""--1""#, #""+-1""#,
            #""NaN""#, #""Infinity""#, #""-Infinity""#, #""inf""#, #""nan""#, "1e400", #""-1e400""#, #""1_000""#,
            #""٣""#, #""1e5.5""#, #""0b1""#, #""0x1p3""#, #""\u00a07\ufeff""#, "\"\u{FEFF}7\"", "+5", "\"", "\"5",
            "\"" + String(repeating: "1", count: 63) + "\"",
        ])
    func others(token: String) { #expect(Numeral(LocationValue(json: token)) == nil) }

    @Test("A token of 64 characters is not too long")
    func longest() {
        let token = "\"" + String(repeating: "0", count: 61) + "5\""
        #expect(token.utf8.count == 64)
        #expect(Numeral(LocationValue(json: token))?.value == 5)
    }

    @Test("A decimal comma is read only on request", arguments: [(#""10,5""#, 10.5), (#""-,5""#, -0.5)])
    func comma(token: String, value: Double) {
        #expect(Numeral(LocationValue(json: token)) == nil)
        #expect(Numeral(LocationValue(json: token), takesDecimalComma: true)?.value == value)
    }

    @Test(
        "A decimal comma is read once and only in a string", arguments: [#""1,2,3""#, #""1,2.3""#, #""1.2,3""#, "1,5"])
    func commas(token: String) { #expect(Numeral(LocationValue(json: token), takesDecimalComma: true) == nil) }

    @Test("Strings and numbers are told apart")
    func form() {
        #expect(Numeral(LocationValue(json: "-1"))?.isString == false)
        #expect(Numeral(LocationValue(json: #""-1""#))?.isString == true)
        #expect(Numeral(LocationValue(json: #""\t-1""#))?.isString == true)
    }

    @Test("Numbers of every length equal those of the standard library")
    func agreement() {
        var generator = SeededNumbers(seed: 42)
        for _ in 0..<20_000 {
            let whole =
                UInt64.random(in: 0...UInt64.max, using: &generator) >> UInt64.random(in: 0...63, using: &generator)
            let fraction =
                UInt64.random(in: 0...UInt64.max, using: &generator) >> UInt64.random(in: 0...63, using: &generator)
            let exponent = Int.random(in: -40...40, using: &generator)
            for text in ["\(whole).\(fraction)", "-\(whole)e\(exponent)", "0.000\(fraction)E\(exponent)"] {
                #expect(Numeral(LocationValue(json: text))?.value == Double(text), "\(text)")
            }
        }
    }
}
