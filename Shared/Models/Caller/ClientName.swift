// What a person is told of the app or device of a sign-in.

/// An app or device as its person is told of it: a browser or a kind of device, and a system.
///
/// Clients say of themselves what they like, and anybody can make an account with somebody else's address. So nothing that
/// a client writes stands in a message: only names out of the lists here, and the number of a system's version.
public struct ClientName: Hashable, Sendable {
    /// A browser, or a kind of device; nil for an unknown one.
    public let product: String?
    /// Nil for an unknown one.
    public let system: String?
    /// The first number of the system's version, from 1 to 99; nil for an unknown one.
    public let systemVersion: Int?

    /// Kinds of devices, by how the hardware models of each begin.
    private static let devices: [(model: String, name: String)] = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("iPod", "iPod touch"), ("iMac", "Mac"), ("Mac", "Mac"),
        ("Watch", "Apple Watch"), ("AppleTV", "Apple TV"), ("RealityDevice", "Apple Vision Pro"),
    ]
    /// Systems, by what stands in the user agents of browsers on them. The first that is found is the one.
    private static let systems: [(token: String, name: String)] = [
        ("(iPhone;", "iOS"), ("(iPad;", "iPadOS"), ("(Macintosh;", "macOS"), ("Windows NT", "Windows"),
        ("Android", "Android"), ("CrOS", "ChromeOS"), ("Linux", "Linux"),
    ]
    private static let products = Browser.names.union(devices.map(\.name))
    private static let systemNames = Set(systems.map(\.name)).union(["watchOS", "tvOS", "visionOS"])

    /// Nil where the client says nothing that is known here.
    public init?(_ client: SessionClient) {
        let browser = Browser(userAgent: client.userAgent)
        let model = client.deviceModel ?? ""
        let device = ClientName.devices.first { model.hasPrefix($0.model) }
        // An app that names its device is known by it; a browser names none.
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

    /// Reads `text` again; nil for any other text.
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

    /// For people, in every language the same: `iPhone, iOS 18`.
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
