// Comparing secrets.

import Models
import Testing

@Suite("Bytes compared in constant time") struct ConstantTimeTests {
    @Test("are the same only when each is")
    func same() {
        let secret = Array("a secret".utf8)
        #expect(secret.equalsInConstantTime("a secret".utf8))
        #expect([UInt8]().equalsInConstantTime("".utf8))
        for index in secret.indices {
            var other = secret
            other[index] ^= 0x80
            #expect(!secret.equalsInConstantTime(other))
        }
    }

    @Test("differ when one is the beginning of the other")
    func lengths() {
        #expect(!Array("a".utf8).equalsInConstantTime("ab".utf8))
        #expect(!Array("ab".utf8).equalsInConstantTime("a".utf8))
        #expect(!Array("a".utf8).equalsInConstantTime("".utf8))
    }
}
