import BaliseJSON
import Foundation
import ServiceRuntime
import ServiceSettings

struct MapTiles: Sendable {
    enum Source: Sendable {
        case server(TileAddress)
        case archive(PMTilesArchive)
    }

    let source: Source
    let attribution: String?

    init(_ source: Source, attribution: String? = nil) {
        self.source = source
        self.attribution = attribution
    }

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

    /// The one other origin whose pictures the page shows.
    var foreignOrigin: String? {
        if case .server(let address) = source { address.origin } else { nil }
    }

    var archive: PMTilesArchive? {
        if case .archive(let archive) = source { archive } else { nil }
    }
}

struct MapTilesDescription: JSONConvertible, Hashable {
    /// With `{z}`, `{x}` and `{y}`.
    var address: String?
    var minimumZoom: Int?
    var maximumZoom: Int?
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
