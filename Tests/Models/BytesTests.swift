@Suite("base64url") struct Base64URLTests {
    /// RFC 4648, section 10, without the padding, and the two digits that base64 has not.
    private static let vectors: [(bytes: [UInt8], text: String)] = [
        ([], ""), ([0x66], "Zg"), ([0x66, 0x6f], "Zm8"), ([0x66, 0x6f, 0x6f], "Zm9v"),
        ([0x66, 0x6f, 0x6f, 0x62], "Zm9vYg"), ([0x66, 0x6f, 0x6f, 0x62, 0x61], "Zm9vYmE"),
        ([0x66, 0x6f, 0x6f, 0x62, 0x61, 0x72], "Zm9vYmFy"), ([0xff, 0xff, 0xfe], "___-"), ([0], "AA"),
        ([0xff, 0xef], "_-8"), ([0, 0, 0], "AAAA"),
    ]

    @Test("Bytes and their base64url text are those of RFC 4648 without padding", arguments: vectors)
    func coding(_ bytes: [UInt8], _ text: String) {
        #expect(base64URL(bytes) == text)
        #expect(base64URL(Data(bytes)) == text)
        #expect(base64URL(bytes.lazy.map { $0 }) == text)
        #expect(base64URL(([1] + bytes).dropFirst()) == text)
        #expect(base64URLDecoded(text.utf8) == bytes)
        #expect(base64URLDecoded(Array(text.utf8)[...]) == bytes)
    }

    @Test(
        "Padding, spaces, other digits and unused bits are refused",
        arguments: ["A", "AAAAA", "AB", "AA==", "AA=", "+/8", "A A", "AA\n", "AÄ", "\0"])
    func strictness(_ text: String) { #expect(base64URLDecoded(text.utf8) == nil) }
}

@Suite("The comparison in constant time") struct ConstantTimeTests {
    @Test("Bytes are equal only if each byte is")
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

    @Test("A prefix does not equal the whole")
    func lengths() {
        #expect(!Array("a".utf8).equalsInConstantTime("ab".utf8))
        #expect(!Array("ab".utf8).equalsInConstantTime("a".utf8))
        #expect(!Array("a".utf8).equalsInConstantTime("".utf8))
    }
}

@Suite("Random bytes")
struct RandomBytesTests {
    @Test("The number of bytes is the requested one", arguments: [0, 1, 7, 8, 9, 16, 33])
    func count(count: Int) { #expect(systemRandomBytes(count).count == count) }

    @Test("All bytes are random")
    func last() {
        let all = (0..<200).map { _ in systemRandomBytes(9) }
        // With 200 draws of each byte, fewer than 50 different values come about less than once in 10^100 times.
        for place in 0..<9 { #expect(Set(all.map { $0[place] }).count > 50) }
        #expect(Set(all).count == all.count)
    }
}
