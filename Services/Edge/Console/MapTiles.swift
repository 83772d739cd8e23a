import BaliseJSON
import Foundation
import ServiceRuntime
import ServiceSettings

/// The source of the map's tiles, and their attribution.
struct MapTiles: Sendable {
    enum Source: Sendable {
        /// Another server, which the browser calls.
        case server(TileAddress)
        case archive(PMTilesArchive)
    }

    let source: Source
    let attribution: String?

    init(_ source: Source, attribution: String? = nil) {
        self.source = source
        self.attribution = attribution
    }

    /// Reads the settings; nil without tiles. Throws for an unusable archive.
    init?(_ settings: ConsoleSettings) throws(StartError) {
        if let address = settings.tiles {
            self.init(.server(address), attribution: settings.tilesAttribution)
        } else if let file = settings.tilesFile {
            do throws(PMTilesError) {
                self.init(.archive(try PMTilesArchive(file)), attribution: settings.tilesAttribution)
            } catch {
                throw .settings("console.tilesFile: \(file.path) \(error)")
            }
        } else {
            return nil
        }
    }

    /// The one other origin whose pictures the page shows; nil for none.
    var foreignOrigin: String? {
        if case .server(let address) = source { address.origin } else { nil }
    }

    /// The archive that this edge serves; nil without one.
    var archive: PMTilesArchive? {
        if case .archive(let archive) = source { archive } else { nil }
    }
}

/// The tiles for the page; without tiles, all members are absent.
struct MapTilesDescription: JSONConvertible, Hashable {
    /// With `{z}`, `{x}` and `{y}`.
    var address: String?
    /// The lowest and the highest zoom; absent if they are unknown.
    var minimumZoom: Int?
    var maximumZoom: Int?
    /// The text under the map.
    var attribution: String?

    init(_ tiles: MapTiles?) {
        guard let tiles else { return }
        attribution = tiles.attribution
        switch tiles.source {
        case .server(let server): address = server.template
        case .archive(let archive):
            address = "\(ConsoleAPI.root)/tiles/{z}/{x}/{y}"
            minimumZoom = archive.header.zooms.lowerBound
            maximumZoom = archive.header.zooms.upperBound
        }
    }
}
