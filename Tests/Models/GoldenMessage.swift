/// A value whose bytes must never change: other versions of the services write and read them.
struct GoldenMessage: Sendable, CustomTestStringConvertible {
    let type: String
    let golden: Hex
    /// The request's number on the wire; nil for what is not a request.
    let code: UInt16?

    private let expectedCode: UInt16?
    private let encode: @Sendable () throws -> [UInt8]
    private let recode: @Sendable ([UInt8]) throws -> [UInt8]
    /// The bytes that direct coding writes; nil for a type without it.
    private let encodeDirectly: @Sendable () -> [UInt8]?

    var testDescription: String { type }

    /// - Parameter golden: Hexadecimal digits, and names of values between angle brackets.
    init<T: Codable & Sendable>(_ value: T, _ golden: String) { self.init(value, golden, code: nil, expectedCode: nil) }

    init<R: Request>(_ expectedCode: UInt16, _ value: R, _ golden: String) {
        self.init(value, golden, code: R.code.rawValue, expectedCode: expectedCode)
    }

    private init<T: Codable & Sendable>(_ value: T, _ golden: String, code: UInt16?, expectedCode: UInt16?) {
        type = String(reflecting: T.self).replacing("Models.", with: "").replacing("BaliseValues.", with: "")
        self.golden = Hex(GoldenMessage.spelledOut(golden))
        (self.code, self.expectedCode) = (code, expectedCode)
        encode = { try CBOREncoder().encode(value) }
        encodeDirectly = { (value as? any DirectlyCoded)?.directBytes }
        recode = { try CBOREncoder().encode(CBORDecoder().decode(T.self, from: $0)) }
    }

    /// The text with names replaced by the bytes of their values.
    private static func spelledOut(_ text: String) -> String {
        text.replacing(/<(\w+)>/) { match in
            guard let bytes = values[String(match.1)] else { preconditionFailure("no value is called \(match.1)") }
            return spelledOut(bytes)
        }
    }

    func check() throws {
        let encoded = Hex(try encode())
        #expect(encoded == golden)
        if let direct = encodeDirectly() { #expect(Hex(direct) == golden) }
        #expect(Hex(try recode(golden.bytes)) == golden)
        #expect(code == expectedCode)
    }

    func checkUnknownField() throws {
        guard let head = golden.bytes.first, head >> 5 == 5, head & 31 < 23 else { return }
        let newer = [head + 1] + golden.bytes.dropFirst() + Hex("18ff 82 f5 a1 00 6161").bytes
        #expect(Hex(try recode(newer)) == golden)
    }
}
