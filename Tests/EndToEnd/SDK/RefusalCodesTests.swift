import Models

@testable import Balise

@Suite("A refusal, as the SDK tells it") struct RefusalCodesTests {
    @Test("can have every code of the server's catalogue, and the SDK knows no other")
    func catalogue() {
        #expect(BaliseError.Code.known.map(\.rawValue).sorted() == ErrorCode.allCases.map(\.rawValue).sorted())
    }
}
