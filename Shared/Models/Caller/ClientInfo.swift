public import CBOR

/// A client's own description, read from headers (Services/Edge/ClientInfo), which any client can forge: use it to show
/// users their sign-ins and for logs, never for a security decision. Only `address` comes from the connection. A member
/// is nil if its header is missing.
public struct ClientInfo: Codable, Hashable, Sendable, DirectFields {
    /// The `User-Agent` header, for example `Meeshy-iOS/1.0.0 (42) iOS/17.5.1 iPhone16,1`.
    public var userAgent: String?
    public var version: String?
    public var build: String?
    /// The kind of system, lower case: `ios`, `android`, `web`.
    public var platform: String?
    /// The hardware model, for example `iPhone16,1`.
    public var device: String?
    /// The version of the operating system, for example `17.5.1`.
    public var os: String?
    /// The client's language, a BCP 47 tag, for example `fr-FR`.
    public var locale: String?
    /// The IANA time zone, for example `Europe/Paris`.
    public var timezone: String?
    /// The ISO 3166 country code, for example `FR`.
    public var country: Personal<String>?
    public var city: Personal<String>?
    public var region: Personal<String>?
    /// The IP address of the connection's peer, or the address that a trusted proxy forwards.
    public var address: Personal<String>?

    enum CodingKeys: Int, CodingKey {
        case userAgent = 0, version, build, platform, device, os, locale, timezone, country, city, region, address
    }

    public init() {}

    public func writeFields(to writer: inout MessageWriter) {
        writer.put(CodingKeys.userAgent, userAgent)
        writer.put(CodingKeys.version, version)
        writer.put(CodingKeys.build, build)
        writer.put(CodingKeys.platform, platform)
        writer.put(CodingKeys.device, device)
        writer.put(CodingKeys.os, os)
        writer.put(CodingKeys.locale, locale)
        writer.put(CodingKeys.timezone, timezone)
        writer.put(CodingKeys.country, country)
        writer.put(CodingKeys.city, city)
        writer.put(CodingKeys.region, region)
        writer.put(CodingKeys.address, address)
    }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        userAgent = try reader.takeIfPresent(CodingKeys.userAgent)
        version = try reader.takeIfPresent(CodingKeys.version)
        build = try reader.takeIfPresent(CodingKeys.build)
        platform = try reader.takeIfPresent(CodingKeys.platform)
        device = try reader.takeIfPresent(CodingKeys.device)
        os = try reader.takeIfPresent(CodingKeys.os)
        locale = try reader.takeIfPresent(CodingKeys.locale)
        timezone = try reader.takeIfPresent(CodingKeys.timezone)
        country = try reader.takeIfPresent(CodingKeys.country)
        city = try reader.takeIfPresent(CodingKeys.city)
        region = try reader.takeIfPresent(CodingKeys.region)
        address = try reader.takeIfPresent(CodingKeys.address)
    }
}

extension ClientInfo: CustomStringConvertible {
    /// A text for logs: the app and its system, without the user's place.
    public var description: String {
        let facts: [(name: String, value: String?)] = [
            ("platform", platform), ("version", version), ("build", build), ("device", device), ("os", os),
            ("locale", locale), ("timezone", timezone),
        ]
        return facts.compactMap { fact in fact.value.map { "\(fact.name)=\($0)" } }.joined(separator: " ")
    }
}
