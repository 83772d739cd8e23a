@testable import Edge

@Suite struct RequestIDTests {
    @Test("an id is the random number's, in 15 digits")
    func digits() {
        #expect(RequestIDs { 0x0123_4567_89AB_CDEF }.make() == "123456789abcdef")
        #expect(RequestIDs { 7 }.make() == "000000000000007")
    }
}
