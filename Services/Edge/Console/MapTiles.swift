// What lies under the devices of the console's map: the tiles of a server, or of an archive on this machine.

import BaliseJSON
import Foundation
import ServiceRuntime
import ServiceSettings

/// Where the tiles of the map come from, and whom they are owed to.
struct MapTiles: Sendable {
    /// Who serves them.
    enum Source: Sendable {
        /// Somebody else, whom the browser asks.
        case server(TileAddress)
        /// This edge.
        case archive(PMTilesArchive)
    }

    let source: Source
    let attribution: String?

    init(_ source: Source, attribution: String? = nil) {
        self.source = source
        self.attribution = attribution
    }

    /// What is set; nil for no tiles. Throws for an archive that cannot be used.
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

    /// The one origin beside its own of which the page shows pictures; nil for none.
    var foreignOrigin: String? {
        if case .server(let address) = source { address.origin } else { nil }
    }

    /// The archive that this edge serves; nil without one.
    var archive: PMTilesArchive? {
        if case .archive(let archive) = source { archive } else { nil }
    }
}

/// What the page is told of tiles: all members are missing where there are none.
struct MapTilesDescription: JSONConvertible, Hashable {
    /// With `{z}`, `{x}` and `{y}`.
    var address: String?
    /// The least and the greatest zoom that there is; missing where that is not known.
    var minimumZoom: Int?
    var maximumZoom: Int?
    /// What stands under the map.
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
