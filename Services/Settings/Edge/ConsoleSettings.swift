public import Foundation
public import Models
public import ServiceRuntime

public struct ConsoleSettings: SettingsSection {
    public static let parts: [ServiceName: [String]] = [.edge: ["console"]]

    public var host: String
    public var port: Int?
    public var publicURL: URL?
    public var tls: TLSSettings?
    public var reader: String?
    public var readerKey: Secret?
    public var tiles: TileAddress?
    public var tilesFile: URL?
    public var tilesAttribution: String?
    public var offersTiles: Bool

    public init(_ reader: inout SettingsReader) {
        host = reader.read(
            "console.host", .host, default: "127.0.0.1",
            "The address that the console listens on, where it has a port of its own.")
        port = reader.readOptional(
            "console.port", .whole(0...65535),
            "A separate port for the console, or 0 to let the system pick one. By default, the console is on the operations port."
        )
        publicURL = reader.readOptional(
            "console.publicUrl", .webAddress("https://console.example"),
            "The console's address in browsers, such as that of a proxy that ends TLS. Its path is ignored.")
        tls = TLSSettings("console.tls", at: ("console.publicUrl", publicURL), &reader)
        self.reader = reader.readOptional(
            "console.reader", .text,
            "The id of the device with which operators read the map. Users allow it to see their devices like any other device."
        )
        readerKey = reader.readSecret(
            "console.readerKey", length: 1...256, "The device key of console.reader. Required with it.")
        if (self.reader == nil) != (readerKey == nil) {
            reader.report("console.reader and console.readerKey come together; set both.")
        }
        tiles = reader.readOptional(
            "console.tiles", .tiles,
            "The address from which the browser loads the tiles of the map. Its server learns where an operator looks. "
                + "An operator can hide them.")
        tilesFile = reader.readOptional(
            "console.tilesFile", .path("file"),
            "A PMTiles archive (version 3) of PNG, JPEG, WebP or AVIF pictures from which the edge serves the tiles of the "
                + "map itself, so that no other server learns where an operator looks. Pages of share links show them "
                + "too.")
        if tiles != nil, tilesFile != nil {
            reader.report("console.tiles and console.tilesFile are both set; set the one that the map is to show.")
        }
        tilesAttribution = reader.readOptional(
            "console.tilesAttribution", .pageLine, "The attribution of the tiles under the map.")
        if tilesAttribution != nil, tiles == nil, tilesFile == nil {
            reader.report("console.tilesAttribution needs tiles; also set console.tiles or console.tilesFile.")
        }
        offersTiles = reader.read(
            "console.offersTiles", .flag, default: true,
            "Whether operators may turn on the streets of OpenStreetMap for their own browser, if there are no other tiles. "
                + "Its server then learns their IP address, the console's address and where they look.")
        if tls != nil, port == nil || publicURL == nil {
            reader.report("console.tls needs console.port and console.publicUrl; set both.")
        }
    }
}

extension SectionNames { public var console: ConsoleSettings.Type { ConsoleSettings.self } }

/// The address of map tiles with `{z}`, `{x}` and `{y}`, as in tile servers (Web Mercator, 256 pixels, row 0 north).
public struct TileAddress: Hashable, Sendable {
    public let template: String
    /// The scheme, host and port in lower case. They contain only letters, digits and `-.:/`, so this is one source of
    /// a Content-Security-Policy (CSP 3, section 2.3.1) and cannot start another directive.
    public let origin: String

    /// The tile server of OpenStreetMap, whose rules allow few readers at a time and want its attribution.
    public static let openStreetMap = try? TileAddress("https://tile.openstreetmap.org/{z}/{x}/{y}.png")

    /// Reads an address. Throws unless it contains all placeholders, is encrypted or local, and browsers can request
    /// it.
    init(_ text: String) throws(ValueForm<TileAddress>.InvalidValue) {
        typealias Problem = ValueForm<TileAddress>.InvalidValue
        let isPlain = { (byte: UInt8) in (0x21...0x7E).contains(byte) && !"\"'`;,\\<>#".utf8.contains(byte) }
        guard text.utf8.allSatisfy(isPlain) else {
            throw Problem("holds a space, a quote, one of ;,\\<># or what is not ASCII")
        }
        let scheme = text.prefix { $0 != ":" }.lowercased()
        guard ["http", "https"].contains(scheme), text.dropFirst(scheme.count).hasPrefix("://") else {
            throw Problem("begins with neither https:// nor http://")
        }
        let rest = text.dropFirst(scheme.count + 3)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }.lowercased()
        let parts = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let host = parts.first ?? ""
        guard !host.isEmpty, String(host).isASCIIAlphanumeric(or: "-."),
            host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty })
        else { throw Problem("has no host name of letters, digits, hyphens and dots") }
        guard parts.count == 1 || parts[1].utf8.allSatisfy(\.isASCIIDigit) && UInt16(parts[1]).map({ $0 > 0 }) == true
        else { throw Problem("has no port from 1 to 65535 behind the colon") }
        guard scheme == "https" || host == "localhost" || host == "127.0.0.1" else {
            throw Problem("is not encrypted, which is for localhost and 127.0.0.1 alone; write https://")
        }
        let path = rest.dropFirst(authority.count)
        var bare = String(path)
        for place in ["{z}", "{x}", "{y}"] {
            guard path.split(separator: place, omittingEmptySubsequences: false).count == 2 else {
                throw Problem("has to hold {z}, {x} and {y} once each, behind the host")
            }
            bare = bare.replacing(place, with: "")
        }
        guard !bare.contains("{"), !bare.contains("}") else {
            throw Problem("holds a place in braces that is not {z}, {x} or {y}")
        }
        template = text
        origin = "\(scheme)://\(authority)"
    }
}

extension ValueForm where Value == TileAddress {
    static let tiles = ValueForm.single(
        "tiles", allowed: "an address such as https://tiles.example/{z}/{x}/{y}.png",
        read: { (text) throws(InvalidValue) in try TileAddress(text) }, write: { $0.template })
}
