import BaliseJSON
import Foundation
import HTTPTypes
import Models
import NIOCore
import OperatorAPI
import ServiceRuntime
import ServiceSettings

private let page = PageTemplate(String(buffer: EmbeddedDocument.console["console.html"]?.content ?? ByteBuffer()))

extension PageTexts {
    static let console = PageTexts.files(in: EmbeddedDocument.console)
}

/// Shows the page. It is the same for all operators; its scripts fill it.
func showConsole(_ request: EdgeRequest, _ console: ConsoleAPI) throws(EdgeError) -> Answer {
    let texts = PageTexts.preferred(by: request.headers, of: PageTexts.console)
    let values = ["language": PageValue.text(texts.language), "server": .text(console.serverName)]
    var answer = Answer(.ok, .html, ByteBuffer(string: page.html(texts, values)))
    answer.fields = PageRenderer.fields(imagesFrom: console.tiles?.foreignOrigin(for: request.headers))
    return answer
}

/// Serves a file of the console. The files include the API's documents, for the page that explains them.
func getConsoleFile(_ request: EdgeRequest, _ console: ConsoleAPI) throws(EdgeError) -> Answer {
    let name = request.parameters.first ?? ""
    let file: EmbeddedFile? =
        switch name {
        case "openapi.yaml": EmbeddedDocument.openAPI
        case "openapi-operators.yaml": EmbeddedDocument.operatorsOpenAPI
        default: EmbeddedDocument.console[name]
        }
    return try Answer(file: file, named: name, for: request)
}

/// Describes the map tiles. The address of a tile server may contain a key, so only viewers of the settings get it.
func describeMapTiles(_ request: EdgeRequest, _ console: ConsoleAPI) async throws(EdgeError) -> Answer {
    _ = try await console.caller(of: request, for: OperatorCalls.viewers)
    return .body(MapTilesDescription(console.tiles))
}

/// Serves a tile. A missing tile is a 204, which browsers treat neither as a picture nor as a failure: a region's
/// archive has few of the tiles of a view. It is not logged, counted or cached, so nothing reveals where an operator
/// looked.
func getMapTile(_ request: EdgeRequest, _ console: ConsoleAPI) async throws(EdgeError) -> Answer {
    guard let archive = console.tiles?.archive, let place = TileCoordinate(request.parameters) else {
        throw EdgeError(.notFound, "")
    }
    return try await Answer(tile: place, of: archive)
}

extension Answer {
    init(tile place: TileCoordinate, of archive: PMTilesArchive) async throws(EdgeError) {
        let tile: [UInt8]?
        do throws(UnusableFile) {
            tile = try await archive.tile(place)
        } catch {
            throw .internalFailure(
                "the archive of console.tilesFile \(error)", "this tile cannot be read; the log says why")
        }
        var answer = Answer(.noContent)
        if let tile {
            let type = HTTPField(name: .contentType, value: archive.header.tileType.mediaType)
            answer = Answer(.ok, type, ByteBuffer(bytes: tile))
        }
        answer.fields = PageRenderer.fields
        self = answer
    }
}

struct MapTiles: Sendable {
    enum Source: Sendable {
        case server(TileAddress)
        case archive(PMTilesArchive)
    }

    let source: Source
    let attribution: String?
    /// Whether only a browser in which an operator has turned them on shows the tiles.
    let isOffered: Bool

    init(_ source: Source, attribution: String? = nil, isOffered: Bool = false) {
        self.source = source
        self.attribution = attribution
        self.isOffered = isOffered
    }

    init?(_ settings: ConsoleSettings) throws(StartError) {
        if let address = settings.tiles {
            self.init(.server(address), attribution: settings.tilesAttribution)
        } else if let file = settings.tilesFile {
            do throws(UnusableFile) {
                self.init(.archive(try PMTilesArchive(file)), attribution: settings.tilesAttribution)
            } catch {
                throw .settings("console.tilesFile: \(file.path) \(error)")
            }
        } else if settings.offersTiles, let address = TileAddress.openStreetMap {
            self.init(.server(address), attribution: "© OpenStreetMap contributors", isOffered: true)
        } else {
            return nil
        }
    }

    /// The origin of the tile server, the only other origin whose pictures the page shows; nil without a tile server, or
    /// before the operator has asked for streets. The page sets the cookie (Clients/Console/map-streets.js), because the
    /// browser reads the policy before a script runs. The cookie is no secret.
    func foreignOrigin(for headers: RequestHeaders) -> String? {
        guard case .server(let address) = source else { return nil }
        let cookies = headers.cookie?.split(separator: ";") ?? []
        let isWanted = cookies.contains { $0.trimmingPrefix(while: { $0 == " " }) == "balise-streets=1" }
        return isWanted || !isOffered ? address.origin : nil
    }

    var archive: PMTilesArchive? {
        if case .archive(let archive) = source { archive } else { nil }
    }
}

struct MapTilesDescription: JSONConvertible, Hashable {
    /// The address of a tile, with `{z}`, `{x}` and `{y}`; nil without a tile server.
    var address: String?
    var minimumZoom: Int?
    var maximumZoom: Int?
    var attribution: String?
    /// Whether the browser shows the tiles only after an operator has turned them on; nil for no.
    var isOffered: Bool?

    init(_ tiles: MapTiles?) {
        guard let tiles else { return }
        isOffered = tiles.isOffered ? true : nil
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
