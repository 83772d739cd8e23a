@Suite struct JSONTests {
    @Test(arguments: [
        "{}", "[]", "null", "true", "false", "0", "-0", "1.50", "-1e5", "1E+2", "0.1e-7", #""""#, #""a""#,
        " \t\r\n[ 1 , 2 ] ", #"{"a":{"b":[{}]}}"#, #""\" \\ \/ \b \f \n \r \t \u00e9 \ud83d\ude00""#, #""é😀""#,
    ])
    func takesWhatTheStandardAllows(_ text: String) throws {
        let trimmed = text.trimmingCharacters { " \t\r\n".contains($0) }
        #expect(try JSONDocument(Array(text.utf8)).root.literal == trimmed)
    }

    @Test(
        arguments: [
            ("", .unexpectedEnd), ("   ", .unexpectedEnd), ("{", .unexpectedEnd), ("[1", .unexpectedEnd),
            (#""a"#, .unexpectedEnd), ("[1,]", .unexpectedByte), (#"{"a":1,}"#, .unexpectedByte),
            ("{a:1}", .unexpectedByte),
            ("[1 2]", .unexpectedByte), ("1 1", .unexpectedByte), ("tru", .unexpectedEnd), ("nul!", .unexpectedByte),
            ("+1", .unexpectedByte), ("01", .unexpectedByte), ("1.", .invalidNumber), ("-", .invalidNumber),
            (".5", .unexpectedByte), ("1e", .invalidNumber), ("NaN", .unexpectedByte), ("'a'", .unexpectedByte),
            (#""\x""#, .invalidEscape), (#""\u12g4""#, .invalidEscape), (#""\ud800""#, .loneSurrogate),
            (#""\udc00""#, .loneSurrogate), (#""\ud800\u0041""#, .loneSurrogate), ("\"a\nb\"", .controlCharacter),
            ("\u{feff}1", .unexpectedByte), ("[1]]", .unexpectedByte), (#"{"a"}"#, .unexpectedByte),
        ] as [(String, JSONError.Reason)])
    func refusesWhatItDoesNotAllow(_ text: String, _ reason: JSONError.Reason) {
        #expect { try JSONDocument(Array(text.utf8)) } throws: { ($0 as? JSONError)?.reason == reason }
    }

    @Test(
        arguments: [
            [0x80], [0xC0, 0x80], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF],
            [0xE2, 0x82], [0xF0, 0x9F, 0x98],
        ] as [[UInt8]])
    func refusesWhatIsNotUTF8(_ bytes: [UInt8]) {
        #expect { try JSONDocument([UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]) } throws: {
            ($0 as? JSONError)?.reason == .invalidUTF8
        }
    }

    @Test func boundsTheDepth() throws {
        let deepest = JSONDocument.maximumDepth
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        #expect(throws: Never.self) { try JSONDocument(nested(deepest)) }
        #expect { try JSONDocument(nested(deepest + 1)) } throws: { ($0 as? JSONError)?.reason == .tooDeep }
    }

    @Test func givesTheLastOfRepeatedMembers() throws {
        let value = try JSONDocument(Array(#"{"a":1,"b":{"a":2},"\u0061":3}"#.utf8)).root
        #expect(value.member("a")?.literal == "3" && value.member("b")?.member("a")?.literal == "2")
        #expect(value.member("c") == nil)
    }

    @Test func keepsNumbersAndStringsAsTheyCame() throws {
        let value = try JSONDocument(Array(#"[1.50, "\u002b10", "+10", 5, 1e3]"#.utf8)).root
        #expect(value.elements?.map(\.literal) == ["1.50", #""\u002b10""#, #""+10""#, "5", "1e3"])
        #expect(value.elements?.map(\.string) == [nil, "+10", "+10", nil, nil])
    }

    @Test(arguments: ["", "plain", "a\"b\\c/d", "\n\r\t\u{8}\u{c}\u{0}\u{1f}\u{7f}", "é😀 \u{2028}", "ü (u\u{308})"])
    func readsBackWhatItWrites(_ text: String) throws {
        var writer = JSONWriter()
        writer.write(string: text)
        let read = try JSONDocument(writer.bytes).root.string
        #expect(read.map { Array($0.utf8) } == Array(text.utf8))
    }
}

extension String {
    fileprivate func trimmingCharacters(_ isTrimmed: (Character) -> Bool) -> String {
        var text = self[...]
        while let first = text.first, isTrimmed(first) { text = text.dropFirst() }
        while let last = text.last, isTrimmed(last) { text = text.dropLast() }
        return String(text)
    }
}
