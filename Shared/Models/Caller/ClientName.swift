/// The name of an app or device for a message to its user. It contains only names from the lists here and a version
/// number. Clients describe themselves as they like, and an attacker can create an account with another person's
/// address, so such a message must contain no text from a client.
public struct ClientName: Hashable, Sendable {
    /// The name of the browser or of the kind of device; nil if unknown.
    public let product: String?
    public let system: String?
    /// The major version of the system, 1 to 99; nil if unknown.
    public let systemVersion: Int?

    /// The names of devices, by the beginning of the hardware model.
    private static let devices: [(model: String, name: String)] = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("iPod", "iPod touch"), ("iMac", "Mac"), ("Mac", "Mac"),
        ("Watch", "Apple Watch"), ("AppleTV", "Apple TV"), ("RealityDevice", "Apple Vision Pro"),
    ]
    /// The names of systems, by a part of the browser's user agent. The first match wins.
    private static let systems: [(token: String, name: String)] = [
        ("(iPhone;", "iOS"), ("(iPad;", "iPadOS"), ("(Macintosh;", "macOS"), ("Windows NT", "Windows"),
        ("Android", "Android"), ("CrOS", "ChromeOS"), ("Linux", "Linux"),
    ]
    private static let products = Browser.names.union(devices.map(\.name))
    private static let systemNames = Set(systems.map(\.name)).union(["watchOS", "tvOS", "visionOS"])

    public init?(_ client: SessionClient) {
        let browser = Browser(userAgent: client.userAgent)
        let model = client.deviceModel ?? ""
        let device = ClientName.devices.first { model.hasPrefix($0.model) }
        // An app names its device; for a browser, the browser's name is used.
        product = device?.name ?? browser?.name
        if let name = client.osName, ClientName.systemNames.contains(name) {
            system = name
        } else {
            let agent = browser == nil ? "" : client.userAgent ?? ""
            system = ClientName.systems.first { agent.contains($0.token) }?.name
        }
        let version = client.osName == system ? client.osVersion?.prefix { $0 != "." } : nil
        systemVersion = system == nil ? nil : version.flatMap(ClientName.version)
        if product == nil, system == nil { return nil }
    }

    public init?(_ text: String) {
        var parts = text.split(separator: ", ", omittingEmptySubsequences: false).map(String.init)
        product = parts.first.flatMap { ClientName.products.contains($0) ? $0 : nil }
        if product != nil { parts.removeFirst() }
        guard let last = parts.popLast() else {
            (system, systemVersion) = (nil, nil)
            if product == nil { return nil }
            return
        }
        let words = last.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.isEmpty, words.count <= 2, let name = words.first.map(String.init),
            ClientName.systemNames.contains(name)
        else { return nil }
        system = name
        systemVersion = words.count == 2 ? ClientName.version(words[1]) : nil
        if words.count == 2, systemVersion == nil { return nil }
    }

    /// The name as text, the same in every language: `iPhone, iOS 18`.
    public var text: String {
        let version = systemVersion.map { " \($0)" } ?? ""
        return [product, system.map { $0 + version }].compactMap(\.self).joined(separator: ", ")
    }

    private static func version(_ digits: Substring) -> Int? {
        guard (1...2).contains(digits.utf8.count), digits.utf8.allSatisfy(\.isASCIIDigit), let number = Int(digits),
            number > 0
        else { return nil }
        return number
    }
}
