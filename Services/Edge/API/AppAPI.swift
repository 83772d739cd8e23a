import BaliseAPI
import BaliseJSON
import HTTPTypes
import Models

/// The API of the apps under `/api/v1/`. Two existing apps (Meeshy and ALL IN) call it unmodified: one reads answers in
/// an envelope (`success`, `data`), the other at the top level, and one answer serves both. All members of an error are
/// texts, because one app decodes nothing else.
struct AppAPI: API {
    static let root = AppCalls.root

    let name = "api"
    let routes: [Route<AppHandler>] = AppRoutes.all
    let crossOrigin: CrossOrigin
    private let parts: APIParts
    private let positions = PositionReports()
    private let categories: ListedCategories
    private let profileFields: ProfileFieldNames
    private let exports = ExportLimiter()
    private let downloads = LongAnswerLimiter(
        "downloads of histories", .init(total: 32, perAddress: 8, perAccount: 2))
    private let imports = LongAnswerLimiter("imports of histories", .init(total: 4, perAddress: 4, perAccount: 1))
    private let live: LiveHub?
    private let address: EdgeAddress?

    init(
        _ parts: APIParts, allowedOrigins: [String], categories: [String] = ListedCategories.standard.names,
        profileFields: [String] = [], live: LiveHub? = nil, address: EdgeAddress? = nil
    ) {
        self.live = live
        self.address = address
        self.categories = ListedCategories(names: categories)
        self.parts = parts
        self.profileFields = ProfileFieldNames(adding: profileFields)
        // A page may send any header. `*` does not cover Authorization (Fetch standard), so it is named.
        crossOrigin = CrossOrigin(allowedOrigins, accepting: "*, Authorization")
    }

    func covers(_ path: String) -> Bool { path.utf8.starts(with: "/api/".utf8) }

    /// Whether the body is JSON, a form with a JSON part, or GPX. A body without a content type is read as JSON.
    func wantsBody(_ headers: RequestHeaders) -> Bool {
        headers.contentType == nil || MediaType(headers.contentType).kind == .json
            || MultipartBoundary(headers.contentType) != nil || GPXTrack.isMediaType(headers.contentType)
    }

    func answer(_ request: EdgeRequest, by route: Route<AppHandler>) async throws(EdgeError) -> Answer {
        let call = APICall(
            request: PageSession.authorizing(request), parts: parts, positions: positions, categories: categories,
            profileFields: profileFields, exports: exports, downloads: downloads,
            imports: imports, live: live, address: address)
        return route.withStatus(try await route.handler.answer(call, for: route.audience, accepting: .api))
            .with(.noStore)
    }

    func render(_ error: EdgeError, method: HTTPRequest.Method, path: String) -> Answer {
        Answer(error, title: error.code.rawValue.lowercased())
    }
}

enum AppHandler: Sendable {
    typealias ForAccount = @Sendable (APICall, Caller) async throws(EdgeError) -> Answer

    /// The call is for every caller. It ignores credentials, even expired ones.
    case anybody(@Sendable (APICall) async throws(EdgeError) -> Answer)
    /// `servesStale`: reads continue for a short time while auth-session is unreachable. `acceptsAnonymous`: anonymous
    /// sessions may call, too; the call makes their account a named account.
    case account(servesStale: Bool = false, acceptsAnonymous: Bool = false, ForAccount)
    case apiKey(@Sendable (APICall, Publisher) async throws(EdgeError) -> Answer)

    func serves(_ audience: APIAudience?) -> Bool {
        switch (audience, self) {
        case (.anybody, .anybody), (.anybodyOrSession, .anybody), (.session, .account), (.apiKey, .apiKey): true
        case (.recentSession, .account(let servesStale, let acceptsAnonymous, _)): !servesStale && !acceptsAnonymous
        default: false
        }
    }

    /// Authenticates the caller if the handler needs it, and refuses every `audience` that it cannot serve.
    func answer(
        _ call: APICall, for audience: APIAudience?, accepting accepted: AcceptedCredentials
    ) async throws(EdgeError) -> Answer {
        guard serves(audience) else { throw EdgeError(.internalFailure, "") }
        switch self {
        case .anybody(let handle): return try await handle(call)
        case .account(let servesStale, let acceptsAnonymous, let handle):
            let caller = try await call.authenticator.caller(
                of: call.request, servesStale: servesStale,
                accepting: acceptsAnonymous ? accepted.union(.anonymous) : accepted)
            if audience == .recentSession { try RecentSignIn.check(caller.principal, at: call.clock.now()) }
            return try await handle(call, caller)
        case .apiKey(let handle):
            let principal = try await call.authenticator.authorize(call.request, anyOf: audience?.scopes ?? [])
            guard let publisher = Publisher(principal) else { throw .refused(.invalidToken) }
            return try await handle(call, publisher)
        }
    }
}

extension APIAudience {
    var scopes: [APIKeyScope] {
        if case .apiKey(let scopes) = self { scopes } else { [] }
    }
}

struct Publisher: Sendable {
    let id: PublisherID
    let keyName: String?
    let key: APIKeyID
    let limits: PublishingLimits?
    let speaksForOperator: Bool
    let mayInterrupt: Bool

    static let operatorScopes = AppCalls.operators

    var sees: PublisherID? { speaksForOperator ? nil : id }

    init?(_ principal: Principal) {
        guard let key = principal.apiKey else { return nil }
        id = principal.publisher ?? PublisherID(key)
        keyName = principal.keyName
        self.key = key
        limits = principal.limits
        mayInterrupt = principal.scopes.contains(.interrupt)
        speaksForOperator = Publisher.operatorScopes.contains(where: principal.scopes.contains)
    }
}
