@Suite("Ranges of IP addresses") struct IPAddressRangeTests {
    @Test(
        "An address lies in a range when it shares the prefix",
        arguments: [
            ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "127.0.0.2", false), ("10.0.0.0/8", "10.255.1.2", true),
            ("10.0.0.0/8", "11.0.0.0", false), ("192.168.4.0/22", "192.168.7.255", true),
            ("192.168.4.0/22", "192.168.8.0", false), ("0.0.0.0/0", "203.0.113.9", true), ("0.0.0.0/0", "::1", false),
            ("fd00::/8", "fdff::1", true), ("fd00::/8", "fe00::1", false), ("::1", "0:0:0:0:0:0:0:1", true),
            ("10.0.0.0/8", "::ffff:10.1.2.3", true), ("10.0.0.0/8", "not an address", false),
        ])
    func contains(_ range: String, _ address: String, _ expected: Bool) throws {
        let range = try #require(IPAddressRange(range))
        #expect(range.contains(address) == expected)
    }

    @Test(
        "What is no range is none",
        arguments: [
            "", "10", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "/8", "fd00::/129", "a.example", "10.0.0.0/8/8",
        ])
    func malformed(_ text: String) {
        #expect(IPAddressRange(text) == nil)
    }
}
