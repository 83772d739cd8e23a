private let moment =
    "a time of RFC 3339 with its offset from UTC, such as 2026-01-31T12:00:00Z or 2026-01-31T13:00:00+01:00"

@Suite("A body that declares its members")
struct JSONCodableTests {
    private struct Inner: JSONConvertible, Hashable {
        var number: Double
        var note: String?
    }

    private struct Place: Codable, Hashable, Sendable { var city: String? }

    private struct Body: JSONConvertible, Hashable, JSONAliases {
        var zip: String
        var age: Int?
        var isOpen: Bool?
        var at: Date?
        @InMilliseconds var exact: Date?
        @Nullable var none: String?
        @Nullable var until: Date?
        @MayBeEmpty var title: String?
        @Flattened var place: Place
        var inner: Inner?
        var list: [Inner]?
        var texts: [String]?

        enum CodingKeys: String, CodingKey {
            case zip = "postal_code"
            case age, isOpen, at, exact, none, until, title, place, inner, list, texts
        }

        static let otherNames = ["postal_code": ["zip", "zipCode"]]

        init(zip: String, place: Place = Place()) {
            (self.zip, self.place) = (zip, place)
        }
    }

    private static func body(_ text: String) throws -> Body { try Body(JSONDocument(Array(text.utf8)).root) }

    private static func lenient(_ text: String) throws -> Body {
        try Body(lenient: JSONDocument(Array(text.utf8)).root)
    }

    private static func text(_ body: Body) -> String { String(decoding: body.json.bytes, as: UTF8.self) }

    private static var full: Body {
        var body = Body(zip: "29\"", place: Place(city: "Brest"))
        body.age = -3
        body.isOpen = false
        body.at = Date(timeIntervalSince1970: 1_769_860_800.25)
        body.exact = body.at
        body.none = "n"
        body.title = ""
        body.inner = Inner(number: 1, note: nil)
        body.list = [Inner(number: 0.5, note: "é"), Inner(number: .infinity, note: nil)]
        body.texts = []
        return body
    }

    @Test("is written in their order, without those that are nil")
    func written() {
        #expect(Self.text(Body(zip: "")) == #"{"postal_code":"","none":null,"until":null}"#)
        #expect(
            Self.text(Self.full)
                == #"{"postal_code":"29\"","age":-3,"isOpen":false,"at":"2026-01-31T12:00:00Z","#
                + #""exact":"2026-01-31T12:00:00.250Z","none":"n","until":null,"title":"","city":"Brest","#
                + #""inner":{"number":1},"list":[{"number":0.5,"note":"é"},{}],"texts":[]}"#)
    }

    @Test("is equal after writing and reading")
    func readAgain() throws {
        var body = Self.full
        body.at = Date(timeIntervalSince1970: 1_769_860_800)
        body.list?.removeLast()
        #expect(try Self.body(Self.text(body)) == body)
    }

    @Test("treats null as absent")
    func null() throws {
        let text = #"{"postal_code":"1","age":null,"none":null,"exact":null,"title":null,"inner":null,"city":null}"#
        #expect(try Self.body(text) == Body(zip: "1"))
    }

    @Test(
        "reports the path and the expected type of a wrong value",
        arguments: [
            ("{}", "postal_code is missing"), (#"{"postal_code":null}"#, "postal_code is missing"),
            (#"{"postal_code":1}"#, "postal_code is not a text"), ("[]", "the value is not an object"),
            (#"{"postal_code":"","age":1.5}"#, "age is not a whole number"),
            (#"{"postal_code":"","age":true}"#, "age is not a whole number"),
            (#"{"postal_code":"","isOpen":1}"#, "isOpen is not true or false"),
            (#"{"postal_code":"","at":7}"#, "at is not \(moment)"),
            (#"{"postal_code":"","exact":""}"#, "exact is not \(moment)"),
            (#"{"postal_code":"","title":[]}"#, "title is not a text"),
            (#"{"postal_code":"","city":0}"#, "city is not a text"),
            (#"{"postal_code":"","inner":{}}"#, "inner.number is missing"),
            (#"{"postal_code":"","inner":{"number":true}}"#, "inner.number is not a number"),
            (#"{"postal_code":"","list":[{"number":1},{"number":"1"}]}"#, "list[1].number is not a number"),
            (#"{"postal_code":"","texts":["",null]}"#, "texts[1] is not a text"),
            (#"{"postal_code":"","texts":{}}"#, "texts is not an array"), (#"{"zip":"1"}"#, "postal_code is missing"),
        ])
    func problems(_ text: String, _ problem: String) {
        let error = #expect(throws: JSONShapeError.self) { try Self.body(text) }
        #expect(error?.description == problem)
    }

    @Test("is read leniently if the meaning is clear")
    func lenient() throws {
        let body = try Self.lenient(
            #"{"postal_code":"","zip":null,"zipCode":"29","age":true,"isOpen":1,"at":1769860800,"#
                + #""exact":1769860800250,"none":"","title":"","inner":{"number":true,"note":""}}"#)
        var expected = Body(zip: "29")
        expected.age = 1
        expected.isOpen = true
        expected.at = Date(timeIntervalSince1970: 1_769_860_800)
        expected.exact = Date(timeIntervalSince1970: 1_769_860_800.25)
        expected.title = ""
        expected.inner = Inner(number: 1, note: nil)
        #expect(body == expected)
    }

    @Test(
        "is not read leniently if the meaning is unclear",
        arguments: [
            (#"{"postal_code":"","zip":""}"#, "postal_code is missing"),
            (#"{"postal_code":"1","isOpen":2}"#, "isOpen is not true or false"),
            (#"{"postal_code":"1","isOpen":"1"}"#, "isOpen is not true or false"),
            (#"{"postal_code":"1","at":1e15}"#, "at is not \(moment)"),
            (#"{"postal_code":"1","at":""}"#, "at is not \(moment)"),
            (#"{"postal_code":"1","texts":[""],"inner":{"number":"1"}}"#, "inner.number is not a number"),
        ])
    func notLenient(_ text: String, _ problem: String) {
        let errors = #expect(throws: JSONShapeErrors.self) { try Self.lenient(text) }
        #expect(errors?.description == problem)
    }

    @Test(
        "reports all errors with their paths when it is read leniently",
        arguments: [
            (
                #"{"age":"x","inner":{"number":"1","note":2},"list":[{},{"number":1},7],"texts":[1,"",{}],"at":[]}"#,
                "postal_code is missing; age is not a whole number; "
                    + "at is not a time of RFC 3339 with its offset from UTC, such as 2026-01-31T12:00:00Z or "
                    + "2026-01-31T13:00:00+01:00; "
                    + "inner.number is not a number; inner.note is not a text; list[0].number is missing; "
                    + "list[2] is not an object; texts[0] is not a text; texts[2] is not a text"
            ),
            (
                #"{"list":[0,1,2,3,4,5,6,7,8,9,10,11]}"#,
                "postal_code is missing; " + (0..<9).map { "list[\($0)] is not an object" }.joined(separator: "; ")
            ),
            ("[]", "the value is not an object"),
        ])
    func allErrors(_ text: String, _ problems: String) {
        let errors = #expect(throws: JSONShapeErrors.self) { try Self.lenient(text) }
        #expect(errors?.description == problems)
    }

    @Test("reports the same errors when it is read exactly, and takes no mix-ups")
    func exact() throws {
        func read(_ text: String) throws -> Body { try Body(exact: JSONDocument(Array(text.utf8)).root) }
        var full = Self.full
        // JSON has no infinity.
        full.list?.removeLast()
        let text = Self.text(full)
        #expect(try read(text) == Self.body(text))
        let wrong = #"{"zip":"1","isOpen":1,"inner":{"number":true,"x":1},"list":[{}]}"#
        let errors = #expect(throws: JSONShapeErrors.self) { try read(wrong) }
        #expect(
            errors?.all.map(\.path)
                == ["postal_code", "isOpen", "inner.number", "inner.x", "list[0].number", "zip"])
        #expect(try read(#"{"postal_code":""}"#).zip.isEmpty)
    }

    private struct Checked: JSONChecked, Hashable {
        var name: String?
        var other: String?
        var size: Int

        var shapeErrors: [JSONShapeError] {
            (name == nil && other == nil ? [JSONShapeError(missing: CodingKeys.name, or: CodingKeys.other)] : [])
                + (size < 1 ? [JSONShapeError(.isNot("1 or more"), at: CodingKeys.size)] : [])
        }
    }

    @Test(
        "reports its broken rules beside other errors, but none of a member that has an error",
        arguments: [
            ("{}", "size is missing; name, or other, is missing"),
            (#"{"other":"o","size":0}"#, "size is not 1 or more"),
            (#"{"other":1,"size":0}"#, "other is not a text; size is not 1 or more"),
            (#"{"name":"n","size":"0"}"#, "size is not a whole number"),
        ])
    func rules(_ text: String, _ problems: String) throws {
        let json = try JSONDocument(Array(text.utf8)).root
        let exact = #expect(throws: JSONShapeErrors.self) { try Checked(exact: json) }
        let lenient = #expect(throws: JSONShapeErrors.self) { try Checked(lenient: json) }
        #expect(exact?.description == problems && lenient?.description == problems)
    }

    @Test("has no unknown member at any depth when it is read leniently")
    func unreadMembers() {
        let text =
            #"{"zip":"1","city":"Brest","e\u0301":1,"inner":{"number":1,"nmber":2},"list":[{"number":1,"x":null}]}"#
        let errors = #expect(throws: JSONShapeErrors.self) { try Self.lenient(text) }
        #expect(errors?.all.map(\.path) == ["inner.nmber", "list[0].x", "e\u{301}"])
        #expect(errors?.all.first?.problem == .unknown(known: ["number", "note"]))
    }

    private struct Open: JSONConvertible, JSONOpenObject, Hashable {
        var number: Double
        var inner: Inner?
    }

    @Test("ignores unknown members of its own if it is open, but not those of nested bodies")
    func open() throws {
        func read(_ text: String) throws -> Open { try Open(lenient: JSONDocument(Array(text.utf8)).root) }
        #expect(try read(#"{"number":1,"more":[]}"#) == Open(number: 1))
        #expect(throws: JSONShapeErrors.self) { try read(#"{"number":1,"inner":{"number":1,"more":2}}"#) }
    }
}
