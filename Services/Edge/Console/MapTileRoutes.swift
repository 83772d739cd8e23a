// GET /console/tiles and GET /console/tiles/{zoom}/{column}/{row}: which tiles the map has, and one of them.

import HTTPTypes
import Models
import NIOCore
import OperatorAPI

/// The address of a tile server may hold a key, so it is for those who may see the settings.
func describeMapTiles(_ request: EdgeRequest, _ console: ConsoleAPI) async throws(EdgeError) -> Answer {
    _ = try await console.caller(of: request, for: OperatorCalls.viewers)
    return .body(MapTilesDescription(console.tiles))
}

/// A tile of the archive. One that it does not have is 204, which a browser takes for no picture and no failure: archives
/// of a region have few of those that a view asks for.
///
/// The log and the metrics name the call alone, and the answer is kept by no cache: what stays nowhere tells nobody where an
/// operator looked.
func getMapTile(_ request: EdgeRequest, _ console: ConsoleAPI) async throws(EdgeError) -> Answer {
    guard let archive = console.tiles?.archive, let place = TileCoordinate(request.parameters) else {
        throw EdgeError(.notFound, "")
    }
    let tile: [UInt8]?
    do throws(PMTilesError) {
        tile = try await archive.tile(place)
    } catch {
        var failure = EdgeError(.internalFailure, "this tile cannot be read; the log says why")
        failure.cause = "the archive of console.tilesFile \(error)"
        throw failure
    }
    var answer = Answer(.noContent)
    if let tile {
        let type = HTTPField(name: .contentType, value: archive.header.tileType.mediaType)
        answer = Answer(.ok, type, ByteBuffer(bytes: tile))
    }
    answer.fields = PageRenderer.fields
    return answer
}
