@Suite("Members of a JSON object")
struct JSONReadingTests {
    private static func parse(_ text: String) throws -> JSONValue { try JSONDocument(Array(text.utf8)).root }

    private struct Page: JSONReadable {
        let tokens: [Token]
        let title: String?

        init(_ json: JSONValue) throws(JSONShapeError) {
            tokens = try json.needed("tokens")
            title = try json.optional("title")
        }
    }

    private struct Token: JSONReadable {
        let id: Int

        init(_ json: JSONValue) throws(JSONShapeError) { id = try json.needed("id") }
    }

    @Test("are read as the requested types")
    func values() throws {
        let json = try Self.parse(
            #"{"text":"é","flag":true,"whole":12,"large":9223372036854775807,"number":-1.5e2,"texts":["a",""],"#
                + #""time":"2026-01-31T12:00:00.250Z","zone":"2026-01-31T13:00:00+01:00"}"#)
        #expect(try json.needed("text") == "é")
        #expect(try json.needed("flag") == true)
        #expect(try json.needed("whole") == 12)
        #expect(try json.needed("large") == Int64.max)
        #expect(try json.needed("number") == -150.0)
        #expect(try json.needed("texts") == ["a", ""])
        #expect(try json.needed("time") == Date(timeIntervalSince1970: 1_769_860_800.25))
        #expect(try json.needed("zone") == Date(timeIntervalSince1970: 1_769_860_800))
    }

    @Test("may write a whole number in any way", arguments: [("12", 12), ("12.0", 12), ("1.2e1", 12), ("-0", 0)])
    func wholeNumbers(_ literal: String, _ number: Int) throws {
        #expect(try Self.parse(#"{"n":\#(literal)}"#).needed("n") == number)
    }

    @Test("are absent if they are null")
    func null() throws {
        let json = try Self.parse(#"{"text":null}"#)
        #expect(try json.optional("text", as: String.self) == nil)
        #expect(try json.optional("other", as: String.self) == nil)
        let error = #expect(throws: JSONShapeError.self) { try json.needed("text", as: String.self) }
        #expect(error?.path == "text" && error?.problem == .missing)
    }

    @Test(
        "are named with their path if they cannot be read",
        arguments: [
            (#"{"data":{"tokens":[{}]}}"#, "data.tokens[0].id is missing"),
            (#"{"data":{"tokens":[{"id":1},{"id":null}]}}"#, "data.tokens[1].id is missing"),
            (#"{"data":{"tokens":[{"id":1},{"id":"2"}]}}"#, "data.tokens[1].id is not a whole number"),
            (#"{"data":{"tokens":[{"id":1.5}]}}"#, "data.tokens[0].id is not a whole number"),
            (#"{"data":{"tokens":[{"id":1e300}]}}"#, "data.tokens[0].id is not a whole number"),
            (#"{"data":{"tokens":[7]}}"#, "data.tokens[0] is not an object"),
            (#"{"data":{"tokens":{}}}"#, "data.tokens is not an array"),
            (#"{"data":{"tokens":[],"title":1}}"#, "data.title is not a text"),
            (#"{"data":[]}"#, "data is not an object"), ("{}", "data is missing"), ("[]", "the value is not an object"),
        ])
    func problems(_ text: String, _ problem: String) throws {
        let json = try Self.parse(text)
        let error = #expect(throws: JSONShapeError.self) { try json.needed("data", as: Page.self) }
        #expect(error?.description == problem)
    }

    @Test(
        "are not read from values of another type",
        arguments: [#""1""#, "1", "true", "[]", "{}", #""2026-01-31T12:00:00Z""#])
    func otherKinds(_ literal: String) throws {
        let json = try Self.parse(#"{"v":\#(literal)}"#)
        func isRead<Value: JSONReadable>(_ type: Value.Type) -> Bool { (try? json.needed("v", as: type)) != nil }
        #expect(isRead(String.self) == literal.hasPrefix("\""))
        #expect(isRead(Int.self) == (literal == "1"))
        #expect(isRead(Double.self) == (literal == "1"))
        #expect(isRead(Bool.self) == (literal == "true"))
        #expect(isRead([String].self) == (literal == "[]"))
        #expect(isRead(Date.self) == literal.contains("2026"))
    }

    @Test("are read from a whole text, which must be JSON")
    func wholeText() throws {
        #expect(try Token(jsonText: Array(#"{"id":7}"#.utf8)).id == 7)
        #expect(throws: JSONError.self) { try Token(jsonText: Array("{".utf8)) }
    }
}
