// What people are told of apps and devices: names out of lists, and nothing that a client writes.

import Models
import Testing

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
        "is a browser or a kind of device, and a system",
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

    /// What a stranger wants the owner of an address to read.
    private static let hostile = [
        "Your account is locked. Call 0800 123 456", "http://evil.example/x", "support@evil.example", "<b>x</b>",
        "\u{202E}moc.live", "iPhone, iOS 18. Call us", "Firefox, Linux, call us", "iOS 0800123456", "iPhone\niOS",
        "Linux ", " Linux", "iOS 0", "iOS -1", "iOS 100", "ios 17", "",
    ]

    @Test("has nothing of what a client writes", arguments: hostile)
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
