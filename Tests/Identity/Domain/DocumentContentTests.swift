import BaliseJSON

@testable import Identity

@Suite("Documents") struct DocumentContentTests {
    private func content(_ json: String) throws -> DocumentContent { try DocumentContent(json) }

    private func code(_ json: String) -> ErrorCode? {
        do throws(ServiceError) {
            _ = try DocumentContent(json)
            return nil
        } catch {
            return error.code
        }
    }

    @Test(
        "A document keeps each value in the characters in which it came",
        arguments: [
            ("{}", "{}"), (" { } \n", "{}"),
            (#"{"a":1}"#, #"{"a":1}"#),
            (#"{ "a" : 1 , "b":2 }"#, #"{"a":1,"b":2}"#),
            (#"{"a":1.50,"b":-0,"c":1E2,"d":12345678901234567890,"e":0.1}"#, nil),
            (#"{"a":null,"b":true,"c":false,"d":"","e":"x\ty\u00e9\"}{,:"}"#, nil),
            (#"{"a":[1, [2], {"b": [ ]}],"c":{"d": {"e": "]"}}}"#, nil),
            (#"{"":0,"é":1,"e\u0301":2,"a b":3}"#, nil),
            (#"{"clef ,}{":"valeur :,{["}"#, nil),
        ] as [(String, String?)])
    func verbatim(_ json: String, _ kept: String?) throws {
        #expect(try content(json).json == kept ?? json)
        #expect(DocumentContent(stored: json).json == kept ?? json)
    }

    @Test(
        "The last of several members with one name counts, however the name is written",
        arguments: [
            (#"{"a":1,"b":2,"a":3}"#, #"{"a":3,"b":2}"#),
            (#"{"a":1,"\u0061":2}"#, #"{"a":2}"#),
            (#"{"\"\\":1,"\u0022\u005c":2}"#, #"{"\"\\":2}"#),
        ])
    func repeated(_ json: String, _ kept: String) throws { #expect(try content(json).json == kept) }

    @Test(
        "A document is a JSON object and nothing else",
        arguments: [
            "", " ", "null", "1", "\"a\"", "[]", "[{}]", "{", "}", "{}{}", "{} x", "{'a':1}", "{a:1}", #"{"a"}"#,
            #"{"a":}"#, #"{"a":1,}"#, #"{"a":01}"#, #"{"a":1.}"#, #"{"a":.5}"#, #"{"a":+1}"#, #"{"a":NaN}"#,
            #"{"a":tru}"#, #"{"a":"\q"}"#, #"{"a":"\u12"}"#, "{\"a\":\"\n\"}", #"{"a":[1,]}"#, #"{"a":[}"#,
            #"{"a":1, }"#, #"{"a":[,1]}"#, "{,}", #"{"a":1,,"b":2}"#, #"{"a" 1}"#, #"{"a":1 "b":2}"#, #"{"a":1}]"#,
            #"{1:2}"#, #"{"a":-}"#, #"{"a":1e}"#, #"{"a":0x1}"#, #"{"a":-01}"#, #"{"a":"\ud800"}"#, "{\"a\":\u{b}1}",
            "{\"a\":\u{a0}1}", #"{"a":Infinity}"#, #"{"a":1 /* one */}"#, "{\"a\":1}\u{0}",
            "{\u{0}\"\u{0}a\u{0}\"\u{0}:\u{0}1\u{0}}\u{0}", "\u{feff}{}",
        ])
    func noObjects(_ json: String) { #expect(code(json) == .invalidRequest) }

    @Test("A document that the edge could not read as JSON is neither taken nor given back", arguments: UInt64(1)...4)
    func mutations(_ seed: UInt64) throws {
        let seeds = [
            #"{"a":[1,2.50,-3e+7],"b":{"c":null,"d":[]},"é":"x\n\u00e9\ud83d\ude00"}"#,
            #" { "user_id" : "apple_0" , "n" : 0 , "t" : true , "f" : false , "" : "\"\\" } "#,
        ]
        let letters = Array(#"{}[]",:\/ue0123456789+-.Etrfalsn "#.utf8) + [0, 9, 10, 13, 0x0B, 0x7F]
        var dice = SeededNumbers(seed: seed)
        var taken = 0
        for _ in 0..<3000 {
            var bytes = Array(seeds[Int(dice.next() >> 33) % seeds.count].utf8)
            for _ in 0...Int(dice.next() >> 33) % 3 {
                let place = Int(dice.next() >> 33) % bytes.count
                let letter = letters[Int(dice.next() >> 33) % letters.count]
                switch dice.next() >> 33 % 3 {
                case 0: bytes[place] = letter
                case 1: bytes.insert(letter, at: place)
                default: bytes.remove(at: place)
                }
            }
            guard let json = String(validating: bytes, as: UTF8.self), let content = try? DocumentContent(json) else {
                continue
            }
            taken += 1
            let given = try JSONDocument(bytes).root
            let back = try JSONDocument(Array(content.json.utf8)).root
            var values: [[UInt8]: String] = [:]
            for (name, value) in try #require(given.members) { values[Array(name.utf8)] = value.literal }
            var kept: [[UInt8]: String] = [:]
            for (name, value) in try #require(back.members) { kept[Array(name.utf8)] = value.literal }
            #expect(values == kept, "\(json)")
        }
        #expect(taken > 100)
    }

    @Test("A document is nested at most 32 levels deep")
    func depth() {
        func nested(_ levels: Int) -> String {
            "{\"a\":" + String(repeating: "[", count: levels - 1) + String(repeating: "]", count: levels - 1) + "}"
        }
        #expect(code(nested(32)) == nil)
        #expect(code(nested(33)) == .invalidRequest)
        #expect(code(String(repeating: "[", count: 10_000)) == .invalidRequest)
        #expect(code(#"{"a":"\#(String(repeating: "[", count: 100))"}"#) == nil)
    }

    @Test("A document has at most 16 KiB, as it comes and as it is merged")
    func size() throws {
        func filled(_ name: String, _ bytes: Int) -> String {
            "{\"\(name)\":\"" + String(repeating: "é", count: bytes / 2) + "\"}"
        }
        #expect(filled("a", 16_376).utf8.count == 16_384)
        #expect(code(filled("a", 16_376)) == nil)
        #expect(code(filled("a", 16_378)) == .payloadTooLarge)
        let half = try content(filled("a", 8000))
        #expect(try half.merging(content(filled("b", 8000))).json.utf8.count < 16_384)
        #expect(throws: Refusal.documentTooLarge) { try half.merging(content(filled("b", 9000))) }
        #expect(try half.merging(content(filled("a", 16_000))).json.utf8.count == 16_008)
    }

    @Test(
        "A change sets its members and leaves the others as they are",
        arguments: [
            (#"{"a":1.0,"b":2}"#, "{}", #"{"a":1.0,"b":2}"#),
            (#"{"a":1.0,"b":2}"#, #"{"b":3.00,"c":4}"#, #"{"a":1.0,"b":3.00,"c":4}"#),
            (#"{"a":1}"#, #"{"a":null}"#, #"{"a":null}"#),
            (#"{"a":{"b":1,"c":2}}"#, #"{"a":{"b":3}}"#, #"{"a":{"b":3}}"#),
            (#"{"a":1}"#, #"{"\u0061":2}"#, #"{"a":2}"#),
            ("{}", #"{"a":1,"a":2}"#, #"{"a":2}"#),
            // Equal for Swift, but two different names for all other JSON readers.
            (#"{"é":1}"#, "{\"e\u{301}\":2}", "{\"é\":1,\"e\u{301}\":2}"),
        ])
    func merging(_ present: String, _ change: String, _ merged: String) throws {
        let result = try DocumentContent(stored: present).merging(content(change)).json
        #expect(Array(result.utf8) == Array(merged.utf8))
    }

    @Test("A change creates a missing document and merges into a present one; a replacement replaces")
    func modes() throws {
        let old = try content(#"{"a":1}"#)
        let new = try content(#"{"b":2}"#)
        func after(_ mode: WriteDocument.Mode, _ present: DocumentContent?) throws(Refusal) -> String {
            try DocumentRules.content(after: new, mode, of: present).json
        }
        #expect(try after(.create, nil) == new.json)
        #expect(throws: Refusal.documentExists) { try after(.create, old) }
        #expect(throws: Refusal.unknownDocument) { try after(.merge, nil) }
        #expect(try after(.merge, old) == #"{"a":1,"b":2}"#)
        #expect(try after(.replace, nil) == new.json)
        #expect(try after(.replace, old) == new.json)
    }
}
