@testable import AuthSession

@Suite("The form of a signed token") struct SignedTokenTests {
    private static func encoded(_ text: String) -> String { base64URL(Array(text.utf8)) }

    private static func token(header: String = #"{"alg":"RS256","kid":"k"}"#, claims: String = "{}") -> String {
        "\(encoded(header)).\(encoded(claims)).\(encoded("signature"))"
    }

    private func read(_ text: String) -> SignedToken? { SignedToken(SecretText(text), maximumLength: 1000) }

    @Test("A parsed token has the parts that it was made of")
    func parts() throws {
        let text = Self.token(header: #"{"alg":"ES256","kid":"a","x":1e300}"#, claims: #"{"sub":"anna"}"#)
        let token = try #require(read(text))
        #expect(token.header.algorithm == "ES256" && token.header.keyID == "a")
        #expect(token.header.names == ["alg", "kid", "x"])
        #expect(String(decoding: token.claims, as: UTF8.self) == #"{"sub":"anna"}"#)
        #expect(String(decoding: token.signature, as: UTF8.self) == "signature")
        let dot = try #require(text.lastIndex(of: "."))
        #expect(String(decoding: token.signedPart, as: UTF8.self) == text[..<dot])
    }

    @Test(
        "A text of another form is no token",
        arguments: [
            "", ".", "..", "...", "a", "a.b", "a.b.c", token() + ".", token() + "=", " " + token(), token() + "\n",
            token().replacingOccurrences(of: ".", with: ","), String(token().dropFirst()), "Bearer " + token(),
            token(header: "null"), token(header: "[]"), token(header: "{}"), token(header: #"{"alg":1}"#),
            token(header: #"{"alg":"a","kid":1}"#), token(header: #"{"alg":"a"}{}"#), token(claims: "[]"),
            token(claims: "1"), token(claims: "{"), token(claims: #"{"sub":"a","sub":"b"}"#),
            token(claims: #"{"sub":"a","\u0073ub":"b"}"#), token(header: #"{"alg":"a","alg":"a"}"#),
            "\(base64URL([0x7b, 0, 0x7d, 0])).\(encoded("{}")).", "\(base64URL([0x7b, 0xff, 0x7d])).\(encoded("{}")).",
            token(claims: #"{"sub":"\#(String(repeating: "a", count: 1000))"}"#),
        ])
    func malformed(_ text: String) { #expect(read(text) == nil) }

    @Test(
        "A member name may occur once in its object, in whatever escapes it is written",
        arguments: [
            (#"{"a":{"a":1},"b":[{"a":1},{"a":2}]}"#, ["a", "b"] as [String]?), (#"{ }"#, []),
            (#"{"a":"\",\"a\":\"","b":"\\"}"#, ["a", "b"]), (#"{"a\"":1,"a\\":2}"#, ["a\"", "a\\"]),
            (#"{"a":[1,"a",{"a":"a"}],"\u0062":"{"}"#, ["a", "b"]), (#"{"a":1, "a":1}"#, nil),
            (#"{"a":{},"\u0061":1}"#, nil), (#"["a"]"#, nil), (#""a""#, nil), ("", nil), (#"{"a":1"#, nil),
        ])
    func names(_ json: String, _ names: [String]?) { #expect(JSONMemberNames.of(Array(json.utf8))?.sorted() == names) }
}
