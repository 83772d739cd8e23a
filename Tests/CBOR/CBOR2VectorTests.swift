// The other direction needs that implementation: Tests/Interop.

@Suite("Messages made by cbor2")
struct CBOR2VectorTests {
    @Test("Every form is decoded and encoded as the canonical one", arguments: CBOR2Vector.all)
    func agrees(_ vector: CBOR2Vector) throws {
        for form in vector.forms {
            let item = try CBORDecoder().decode(CBORItem.self, from: Hex(form).bytes)
            #expect(Hex(try CBOREncoder().encode(item)) == Hex(vector.canonical))
        }
    }
}
