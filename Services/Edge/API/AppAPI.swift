import BaliseAPI
import BaliseJSON
import HTTPTypes
import Models

/// The API of the apps under `/api/v1/`. Two existing apps (Meeshy and ALL IN) call it unmodified: one reads answers in an
/// envelope (`success`, `data`), the other at the top level, and one answer serves both. All members of an error are texts,
/// since one app decodes nothing else.
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
    private let live: LiveHub?

    /// - Parameter categories: In the order of display.
    init(
        _ parts: APIParts, allowedOrigins: [String], categories: [String] = ListedCategories.standard.names,
        profileFields: [String] = [], live: LiveHub? = nil
    ) {
        self.live = live
        self.categories = ListedCategories(names: categories)
        self.parts = parts
        self.profileFields = ProfileFieldNames(adding: profileFields)
        // Pages may send any header, but `*` does not cover Authorization (Fetch standard), so it is named.
        crossOrigin = CrossOrigin(allowedOrigins, accepting: "*, Authorization")
    }

    func covers(_ path: String) -> Bool { path.utf8.starts(with: "/api/".utf8) }

    /// JSON, and forms with a JSON part. A body without a content type is read as JSON.
    func wantsBody(_ headers: RequestHeaders) -> Bool {
        headers.contentType == nil || MediaType(headers.contentType).kind == .json
            || MultipartBoundary(headers.contentType) != nil
    }

    func answer(_ request: EdgeRequest, by route: Route<AppHandler>) async throws(EdgeError) -> Answer {
        let call = APICall(
            request: PageSession.authorizing(request), parts: parts, positions: positions, categories: categories,
            profileFields: profileFields, exports: exports, live: live)
        return route.withStatus(try await route.handler.answer(call, for: route.audience, accepting: .api))
            .with(.noStore)
    }

    func render(_ error: EdgeError, method: HTTPRequest.Method, path: String) -> Answer {
        Answer(error, title: error.code.rawValue.lowercased())
    }
}
