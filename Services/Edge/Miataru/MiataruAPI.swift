import BaliseAPI
import BaliseJSON
import HTTPTypes
import Models
import NIOCore
import ServiceSettings

/// The Miataru API in the versions 1.0 and 1.1, under `/v1/…` and at the root, and the pages of a Miataru server. A
/// body that is not JSON is refused before the path is checked, and an unknown path before the method.
struct MiataruAPI: API {
    let name = "miataru"
    let routes: [Route<MiataruHandler>] = MiataruRoutes.all
    let crossOrigin: CrossOrigin
    private let services: any Services
    private let welcome: WelcomePage
    private let live: LiveHub?
    private let address: EdgeAddress?

    init(
        _ services: any Services, allowedOrigins: [String], pages: PagesSettings, admitsAll: Bool = true,
        live: LiveHub? = nil, address: EdgeAddress? = nil
    ) {
        self.address = address
        self.services = services
        self.live = live
        welcome = WelcomePage(pages: PageRenderer(pages), admitsAll: admitsAll)
        crossOrigin = CrossOrigin(
            allowedOrigins, withCredentials: true,
            accepting: "Content-Type,Authorization,X-Requested-With,Last-Event-ID")
    }

    func covers(_ path: String) -> Bool { path.utf8.starts(with: "/v1/".utf8) }

    func wantsBody(_ headers: RequestHeaders) -> Bool { MediaType(headers.contentType).kind != .other }

    func answer(_ request: EdgeRequest, by route: Route<MiataruHandler>) async throws(EdgeError) -> Answer {
        let body = try miataruBody(of: request)
        switch route.handler {
        case .call(let handle):
            let answer: Answer
            do throws(EdgeError) {
                answer = try await handle(
                    MiataruCall(request: request, services: services, body: body, live: live, address: address))
            } catch {
                throw error.explained(for: request)
            }
            return route.method == .get ? answer.tagged(for: request) : answer
        case .socket: return try LocationSocket.answer(request, allowing: crossOrigin, services, live)
        case .page(let page): return page.tagged(for: request)
        case .banner where WelcomePage.isWanted(by: request.headers):
            return welcome.answer(request).tagged(for: request)
        case .banner: return Page.banner.tagged(for: request)
        }
    }

    /// Answers a path or method without a call. An allowed page may send a preflight to any path. For methods other
    /// than GET, a path that can only be read is unknown.
    func answerUnrouted(_ request: EdgeRequest, at path: RoutedPath?) async throws(EdgeError) -> Answer {
        _ = try miataruBody(of: request)
        let origin = request.headers.origin
        if request.method == .options, crossOrigin.allows(origin) {
            var answer = Answer(.noContent)
            answer.fields = crossOrigin.preflightFields(for: origin, methods: "GET,POST,PUT,DELETE,OPTIONS")
            return answer
        }
        if path == nil, mayBeForPerson(request) {
            guard WelcomePage.isWanted(by: request.headers) else {
                return render(EdgeError(.notFound, ""), method: request.method, path: request.path)
                    .with(HTTPField(name: .vary, value: "Accept"))
            }
            return welcome.pages.missing(PageTexts.preferred(by: request.headers))
        }
        guard let path, !path.isLenient, path.path != MiataruEndpoint.socketPath else {
            throw EdgeError(.notFound, "")
        }
        return try standardAnswer(request, at: path)
    }

    /// Whether a browser could show the answer to a person. The paths of the API keep its errors for all clients.
    private func mayBeForPerson(_ request: EdgeRequest) -> Bool {
        (request.method == .get || request.method == .head) && !covers(request.path)
    }

    func render(_ error: EdgeError, method: HTTPRequest.Method, path: String) -> Answer {
        var json = JSONWriter()
        json.write(#"{"error":"#)
        json.write(string: text(of: error, method, path))
        json.write("}")
        return Answer(error.status, json: json.bytes)
    }

    private func text(of error: EdgeError, _ method: HTTPRequest.Method, _ path: String) -> String {
        switch error.code {
        case .notFound: "Not found: \(path)"
        case .methodNotAllowed: "Method not supported on endpoint \(path): \(method.rawValue)"
        case .invalidRequest where error.status == .badRequest: "Bad Request: \(error.message)"
        case .authenticationRequired: "Unauthorized: \(error.message)"
        case .forbidden: "Forbidden: \(error.message)"
        default:
            error.message.isEmpty ? error.status.reasonPhrase : "\(error.status.reasonPhrase): \(error.message)"
        }
    }
}

extension EdgeError {
    /// Returns the error with an explanation for JSON that is declared as a form: some clients do so by default.
    fileprivate func explained(for request: EdgeRequest) -> EdgeError {
        let blanks = " \t\r\n".utf8
        guard code == .invalidRequest, MediaType(request.headers.contentType).kind == .form,
            request.body.first(where: { !blanks.contains($0) }) == UInt8(ascii: "{")
        else { return self }
        var explained = self
        explained.message +=
            "; the body is said to be a form and looks like JSON: send it with Content-Type: application/json"
        return explained
    }
}

struct MiataruCall: Sendable {
    let request: EdgeRequest
    let services: any Services
    let body: JSONValue?
    var live: LiveHub?
    /// The server's address, for links in answers.
    var address: EdgeAddress?

    /// Returns the object under `name`, in which every call wraps its content.
    func wrapped(in name: StaticString) throws(EdgeError) -> JSONValue {
        guard let value = body?.member(name) else { throw .invalid("\(name) is missing") }
        guard value.kind == .object else { throw .invalid("\(name) must be an object") }
        return value
    }

    func send<R: ServiceRequest>(_ message: R) async throws(EdgeError) -> R.Reply {
        try await services.ask(message, request.context)
    }
}

enum Page {
    static let banner = {
        var banner = Answer(
            .ok, .plainText,
            ByteBuffer(string: "Balise speaks the miataru API, versions 1.0 and 1.1, under /v1/. See /openapi.yaml.\n"))
        // Browsers get another page at this address, so caches must distinguish them.
        banner.fields = [HTTPField(name: .vary, value: "Accept")]
        return banner
    }()

    static let robots = Answer(.ok, .plainText, ByteBuffer(string: "User-agent: *\nDisallow:\n"))

    static let icon = Answer(.ok, HTTPField(name: .contentType, value: "image/x-icon"), ByteBuffer(bytes: iconBytes))

    /// One pixel in the colour of a buoy: directory, entry, bitmap header, pixel (BGRA), mask.
    private static let iconBytes: [UInt8] =
        [0, 0, 1, 0, 1, 0]
        + [1, 1, 0, 0, 1, 0, 32, 0, 48, 0, 0, 0, 22, 0, 0, 0]
        + [40, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 1, 0, 32, 0] + [UInt8](repeating: 0, count: 24)
        + [0x22, 0x55, 0xEE, 0xFF] + [0, 0, 0, 0]
}

struct WelcomePage: Sendable {
    private static let template = PageTemplate(file: "welcome.html")
    private static let operatorLine = PageTemplate("<p>{{operatedByLabel}} <bdi>{{operatedBy}}</bdi>.</p>")
    private static let signUpLink = PageTemplate(##"<a class="button quiet" href="/account#sign-up">{{signUp}}</a>"##)

    let pages: PageRenderer
    /// Whether all people may make an account, and not only invited ones.
    let admitsAll: Bool

    static func isWanted(by headers: RequestHeaders) -> Bool {
        headers.accept?.lowercased().contains("text/html") ?? false
    }

    func answer(_ request: EdgeRequest) -> Answer {
        let texts = PageTexts.preferred(by: request.headers)
        let line = pages.operatedBy.map { WelcomePage.operatorLine.html(texts, ["operatedBy": .text($0)]) }
        return pages.page(
            WelcomePage.template, title: "welcome", texts,
            [
                "operator": .markup(line ?? ""),
                "signUpLink": .markup(admitsAll ? WelcomePage.signUpLink.html(texts, [:]) : ""),
            ])
    }
}
