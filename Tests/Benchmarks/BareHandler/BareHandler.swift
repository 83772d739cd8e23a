// The yardstick for the HTTP figures: it decodes the same bodies, answers constants, checks and stores nothing, so what it
// reaches is what the HTTP layer alone costs on this machine.

import Foundation
import Hummingbird
import Logging
import NIOCore

@main
struct BareHandler {
    static func main() async throws {
        var logger = Logger(label: "bare-handler")
        logger.logLevel = .error
        let application = Application(
            router: routes(),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? 0
                FileHandle.standardOutput.write(Data("bare-handler is ready on http://127.0.0.1:\(port)\n".utf8))
            },
            logger: logger
        )
        try await application.runService()
    }

    private static func routes() -> Router<BasicRequestContext> {
        let router = Router()
        router.post("/v1/UpdateLocation") { request, context in
            _ = try await request.decode(as: UpdateLocationBody.self, context: context)
            return json(#"{"MiataruResponse":"ACK","MiataruVerboseResponse":"><)))x>"}"#)
        }
        router.post("/v1/GetLocation") { request, context in
            _ = try await request.decode(as: GetLocationBody.self, context: context)
            return json(
                #"{"MiataruLocation":[{"Device":"7B8E6E0E-E4A1-4B1D-8A39-2F5A00000001","Timestamp":"1763690000","#
                    + #""Longitude":2.352222,"Latitude":48.856613,"HorizontalAccuracy":12.5,"Speed":1.4,"#
                    + #""BatteryLevel":80,"Altitude":35.2,"Slogan":null}]}"#)
        }
        return router
    }

    private static func json(_ text: String) -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}

private struct UpdateLocationBody: Decodable {
    struct Config: Decodable {
        var EnableLocationHistory: String
        var LocationDataRetentionTime: String
    }
    struct Location: Decodable {
        var Device: String
        var Timestamp: String
        var Longitude: Double
        var Latitude: Double
        var HorizontalAccuracy: Double
        var Speed: Double?
        var BatteryLevel: Double?
        var Altitude: Double?
    }
    var MiataruConfig: Config
    var MiataruLocation: [Location]
}

private struct GetLocationBody: Decodable {
    struct Config: Decodable {
        var RequestMiataruDeviceID: String
    }
    struct Asked: Decodable {
        var Device: String
    }
    var MiataruConfig: Config
    var MiataruGetLocation: [Asked]
}
