import BaliseAPI
import BaliseJSON
import Testing

@Suite("A body in an envelope")
struct EnvelopeTests {
    @Test("reports a missing member with its path from the envelope")
    func path() throws {
        let error = #expect(throws: JSONShapeError.self) {
            try SignedInResponse(
                jsonText: Array(#"{"token":"jwt","data":{"token":"jwt","session":{"id":"c4f6"}}}"#.utf8))
        }
        #expect(error?.description == "data.session.isMobile is missing")
    }
}
