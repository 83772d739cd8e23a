// What of an address counts, and what of it a log may tell.

import Models
import Testing

@Suite("The network of a client")
struct ClientNetworkTests {
    @Test(
        "is told to a log as the larger one that it is in",
        arguments: [
            ("192.0.2.77", "192.0.2.0/24"), ("2001:db8:1:2::3", "2001:db8:1::/48"), ("::1", "0:0:0::/48"),
            ("somewhere", "unknown"), ("", "unknown"),
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
        #expect(ClientNetwork(nil).owner.isEmpty)
    }
}
