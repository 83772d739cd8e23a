@Suite struct BrowserTests {
    private static let webKit = "AppleWebKit/537.36 (KHTML, like Gecko)"
    private static let cases: [(String, String?)] = [
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) \(webKit) Chrome/140.0.0.0 Safari/537.36", "Chrome 140.0.0.0"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) \(webKit) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.3485.54",
            "Edge 140.0.3485.54"
        ),
        ("Mozilla/5.0 (X11; Linux x86_64) \(webKit) Chrome/139.0.0.0 Safari/537.36 OPR/122.0.0.0", "Opera 122.0.0.0"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox 143.0"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
                + "Version/18.6 Mobile/15E148 Safari/604.1", "Safari 18.6"
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
                + "CriOS/140.0.7339.101 Mobile/15E148 Safari/604.1", "Chrome 140.0.7339.101"
        ),
        ("Meeshy/42 CFNetwork/1496.0.7 Darwin/23.5.0", nil), ("curl/8.5.0", nil), ("", nil),
        ("Mozilla/5.0 (compatible)", nil), ("Mozilla/5.0 Firefox/<script>", nil),
        // A web view that says nothing of a browser.
        ("Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148", nil),
    ]

    @Test(arguments: cases)
    func isNamedWithItsVersion(_ agent: String, _ shown: String?) { #expect(Browser(userAgent: agent)?.text == shown) }
}

@Suite("The name of a client") struct ClientNameTests {
    private static func client(
        device: String? = nil, system: String? = nil, version: String? = nil, agent: String? = nil
    ) -> SessionClient {
        var client = SessionClient()
        (client.deviceModel, client.osName, client.osVersion, client.userAgent) = (device, system, version, agent)
        return client
    }

    private static let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
    private static let safari =
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
        + "Version/18.6 Mobile/15E148 Safari/604.1"

    @Test(
        "A client is named by its browser or kind of device, with its system",
        arguments: [
            (client(device: "iPhone16,1", system: "iOS", version: "18.1.2"), "iPhone, iOS 18"),
            (client(device: "iPad14,1", system: "iOS", version: "17.5"), "iPad, iOS 17"),
            (client(device: "MacBookPro18,3", system: "macOS", version: "15"), "Mac, macOS 15"),
            (client(device: "Pixel 8", system: "Android", version: "14"), "Android 14"),
            (client(agent: firefox), "Firefox, Linux"), (client(agent: safari), "Safari, iOS"),
            (client(system: "Windows", version: "11", agent: "balise/1.0"), "Windows 11"),
            (client(device: "iPhone16,1"), "iPhone"), (client(), nil), (client(agent: "curl/8.5.0"), nil),
        ])
    func known(_ client: SessionClient, _ text: String?) {
        #expect(ClientName(client)?.text == text)
        if let text { #expect(ClientName(text)?.text == text) }
    }

    /// Texts that an attacker could try to show to the owner of an address.
    private static let hostile = [
        "Your account is locked. Call 0800 123 456", "http://evil.example/x", "support@evil.example", "<b>x</b>",
        "\u{202E}moc.live", "iPhone, iOS 18. Call us", "Firefox, Linux, call us", "iOS 0800123456", "iPhone\niOS",
        "Linux ", " Linux", "iOS 0", "iOS -1", "iOS 100", "ios 17", "",
    ]

    @Test("The name of a client contains no text that the client wrote", arguments: hostile)
    func closed(_ text: String) {
        #expect(ClientName(text) == nil)
        let said = [
            Self.client(device: text), Self.client(agent: text), Self.client(system: text, version: "1"),
            Self.client(device: text, system: "iOS", version: text, agent: text),
            Self.client(agent: "Mozilla/5.0 (\(text)) Firefox/\(text)"),
        ]
        let names: Set<String?> = [nil, "iOS", "iPhone", "iPhone, iOS", "Linux"]
        for client in said { #expect(names.contains(ClientName(client)?.text), "\(client)") }
    }
}

@Suite("The network of a client")
struct ClientNetworkTests {
    @Test(
        "A log shows only the larger network that contains it",
        arguments: [
            ("192.0.2.77", "192.0.2.0/24"), ("2001:db8:1:2::3", "2001:db8:1::/48"), ("::1", "0:0:0::/48"),
            ("::ffff:192.0.2.77", "192.0.2.0/24"), ("somewhere", "unknown"), ("four", "unknown"), ("", "unknown"),
        ])
    func redacted(_ address: String, _ shown: String) { #expect(ClientNetwork(Personal(address)).redacted == shown) }

    @Test("A network is an IPv4 address, or the first half of an IPv6 address")
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
        "Each owner of a network has one text",
        arguments: [
            ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3::4", "20:1:d:b8:0:1:0:2"),
            ("2001:db8:1:2::", "20:1:d:b8:0:1:0:2"), ("", ""), ("no address", "no address"),
        ])
    func text(_ address: String, _ owner: String) { #expect(ClientNetwork(text: address).ownerText == owner) }
}
