// What of an address counts, and what of it a log may tell.

import Models
import Testing

@Suite("The network of a client")
struct ClientNetworkTests {
    @Test(
        "is told to a log as the larger one that it is in",
        arguments: [
            ("192.0.2.77", "192.0.2.0/24"), ("2001:db8:1:2::3", "2001:db8:1::/48"), ("::1", "0:0:0::/48"),
            ("::ffff:192.0.2.77", "192.0.2.0/24"), ("somewhere", "unknown"), ("four", "unknown"), ("", "unknown"),
        ])
    func redacted(_ address: String, _ shown: String) {
        #expect(ClientNetwork(Personal(address)).redacted == shown)
    }

    @Test("is the whole of an IPv4 address, and the first half of an IPv6 address")
    func owner() {
        func owner(_ address: String) -> [UInt8] { ClientNetwork(Personal(address)).owner }
        #expect(owner("192.0.2.7") == [192, 0, 2, 7] && owner("192.0.2.7") != owner("192.0.2.8"))
        #expect(owner("2001:db8:1:2::3") == owner("2001:db8:1:2:9:9:9:9"))
        #expect(owner("2001:db8:1:2::3") != owner("2001:db8:1:3::3"))
        // An address of IPv4 in the form of IPv6: not all of them are one network, nor two for one address.
        #expect(owner("::ffff:192.0.2.7") == owner("192.0.2.7") && owner("::FFFF:c000:207") == owner("192.0.2.7"))
        #expect(owner("::ffff:192.0.2.7") != owner("::ffff:192.0.2.8"))
        #expect(ClientNetwork(nil).owner.isEmpty)
    }

    @Test(
        "has a text for each owner",
        arguments: [
            ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3::4", "20:1:d:b8:0:1:0:2"),
            ("2001:db8:1:2::", "20:1:d:b8:0:1:0:2"), ("", ""), ("no address", "no address"),
        ])
    func text(_ address: String, _ owner: String) { #expect(ClientNetwork(text: address).ownerText == owner) }
}
