import BaliseAPI
import BaliseJSON
import HTTPTypes
import Models
import ServiceRuntime
import ServiceSettings

/// The API of the Ecovelo web app, which runs in a web view of its hosts' apps. The caller sends a token of the host's
/// identity provider, or a token that was exchanged for it, and names the tenant in the header `program`. An empty
/// `Authorization` counts as none. The header `Live-Mode` is ignored.
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

    func wantsBody(_ headers: RequestHeaders) -> Bool {
        headers.contentType == nil || MediaType(headers.contentType).kind == .json
    }

    func answer(_ request: EdgeRequest, by route: Route<AppHandler>) async throws(EdgeError) -> Answer {
        let call = APICall(request: request, parts: parts)
        return route.withStatus(try await route.handler.answer(call, for: route.audience, accepting: .ecovelo))
            .with(.noStore)
    }

    /// Renders an error. The web app looks up `title` in its table of texts.
    func render(_ error: EdgeError, method: HTTPRequest.Method, path: String) -> Answer {
        Answer(error, title: error.ecoveloKey)
    }
}

enum EcoveloErrorKey: String, Sendable {
    case codeExpired = "code_expired"
    case codeMismatch = "code_mismatch"
    case invalidPhoneNumber = "invalid_phone_number"
    case limitExceeded = "limit_exceeded"
    case missingParameter = "missing_parameter"
    case notAuthorized = "not_authorized"
    case phoneNumberNotVerified = "phone_number_not_verified"
    case programNotFound = "program_not_found"
    case tooManyRequests = "too_many_requests"
    case userNotFound = "user_not_found"
}

extension EdgeError {
    func keyed(_ key: EcoveloErrorKey, where code: ErrorCode) -> EdgeError {
        guard code == self.code else { return self }
        var error = self
        error.kind = key.rawValue
        return error
    }

    /// The app's key for the error. Without a key it is the code in lower case; the app then shows a general text.
    var ecoveloKey: String {
        // The app signs its user out on every problem with a token; `code` contains the reason.
        if status == .unauthorized { return EcoveloErrorKey.notAuthorized.rawValue }
        if let kind { return kind }
        let key: EcoveloErrorKey? =
            switch code {
            case .codeExpired: .codeExpired
            case .codeMismatch: .codeMismatch
            case .phoneNotVerified: .phoneNumberNotVerified
            case .accountGone: .userNotFound
            // Here the user may not use the API. A refusal because of a program has its own kind (`Caller`).
            case .forbidden: .notAuthorized
            case .rateLimited: .tooManyRequests
            default: nil
            }
        return key?.rawValue ?? code.rawValue.lowercased()
    }
}

extension APICall {
    /// Reads a body. A missing member has an error key of its own.
    func ecoveloBody<Body: JSONConvertible>(as type: Body.Type) throws(EdgeError) -> Body {
        let json = try json()
        do throws(JSONShapeErrors) { return try Body(lenient: json) } catch {
            guard error.all.contains(where: { $0.problem == .missing }) else { throw EdgeError(error) }
            throw EdgeError(error).keyed(.missingParameter, where: .invalidRequest)
        }
    }
}
