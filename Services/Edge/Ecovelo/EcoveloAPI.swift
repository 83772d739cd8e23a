import BaliseAPI
import BaliseJSON
import HTTPTypes
import Models
import ServiceRuntime
import ServiceSettings

/// The API of the Ecovelo web app, which runs in a web view of its hosts' apps. The caller sends a token of the host's
/// identity provider, or one exchanged for it, and names the tenant in the header `program`. An empty `Authorization` is
/// treated like none, and `Live-Mode` is ignored.
struct EcoveloAPI: API {
    static let root = EcoveloCalls.root

    let name = "ecovelo"
    let routes: [Route<AppHandler>]
    let crossOrigin: CrossOrigin
    private let parts: APIParts

    init(_ parts: APIParts, settings: EcoveloSettings, programs: [String]) {
        self.parts = parts
        crossOrigin = CrossOrigin(
            settings.allowedOrigins, accepting: "Authorization, Content-Type, Live-Mode, Program, X-Installation-Id")
        routes = EcoveloRoutes.all(programs: programs)
    }

    func covers(_ path: String) -> Bool { path == "/ecovelo" || path.utf8.starts(with: EcoveloAPI.root.utf8) }

    /// JSON. A body without a content type is read as JSON.
    func wantsBody(_ headers: RequestHeaders) -> Bool {
        headers.contentType == nil || MediaType(headers.contentType).kind == .json
    }

    func answer(_ request: EdgeRequest, by route: Route<AppHandler>) async throws(EdgeError) -> Answer {
        let call = APICall(request: request, parts: parts)
        return route.withStatus(try await route.handler.answer(call, for: route.audience, accepting: .ecovelo))
            .with(.noStore)
    }

    /// The web app looks up `title` in its table of texts.
    func render(_ error: EdgeError, method: HTTPRequest.Method, path: String) -> Answer {
        Answer(error, title: error.ecoveloKey)
    }
}
