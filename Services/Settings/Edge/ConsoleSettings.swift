// Settings of the console for operators.

public import Foundation
public import ServiceRuntime

/// Where the console for operators is reached.
public struct ConsoleSettings: SettingsSection {
    /// The address of its own; it counts where there is a port.
    public var host: String
    /// A port of its own, 0 for one that the system picks; nil to serve it on the operations port.
    public var port: Int?
    /// How browsers write its address, for the links; nil for what it listens on.
    public var publicURL: URL?
    /// The id of the device in whose name operators look at the map; nil for no map.
    public var reader: String?
    /// Its key.
    public var readerKey: Secret?
    /// Where the browser asks for the tiles of the map; nil for the outlines of the program alone.
    public var tiles: TileAddress?
    /// The PMTiles archive from which the edge serves them itself; nil for none.
    public var tilesFile: URL?
    /// Whom the map thanks for the tiles.
    public var tilesAttribution: String?

    package init(_ reader: inout SettingsReader) {
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
                + "Without it, the browser asks no other server.")
        tilesFile = reader.readOptional(
            "console.tilesFile", .path("file"),
            "A PMTiles archive (version 3) of PNG, JPEG, WebP or AVIF pictures from which the edge serves the tiles of the "
                + "map itself, so that no other server learns where an operator looks.")
        if tiles != nil, tilesFile != nil {
            reader.report("console.tiles and console.tilesFile are both set; set the one that the map is to show.")
        }
        tilesAttribution = reader.readOptional(
            "console.tilesAttribution", .pageLine, "The attribution of the tiles under the map.")
        if tilesAttribution != nil, tiles == nil, tilesFile == nil {
            reader.report(
                "console.tilesAttribution needs tiles; also set console.tiles or console.tilesFile.")
        }
    }
}
