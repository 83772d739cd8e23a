import HTTPTypes

/// Determines the API first, so that an answer without a route has the form that the client of that path can read.
struct Router: Sendable {
    /// For comparison with the API's document.
    private(set) var paths: [RoutedPath] = []

    private let apis: [any API]
    private let fallback: any API
    private var exact: [String: RouteMatch] = [:]
    /// Those that ignore case, by their lower-case form.
    private var lenient: [String: RouteMatch] = [:]
    private var templates: [(template: PathTemplate, match: RouteMatch)] = []

    /// `apis` are asked in this order about an unknown path; `fallback` gives the form if none covers it.
    init(_ apis: [any API], fallback: any API) {
        self.apis = apis
        self.fallback = fallback
        for api in apis { register(api) }
    }

    private mutating func register<A: API>(_ api: A) {
        var order: [String] = []
        for route in api.routes where !order.contains(route.path) { order.append(route.path) }
        for relative in order {
            let routes = api.routes.filter { $0.path == relative }
            let path = RoutedPath(paths.count, A.root + relative, routes, of: api)
            paths.append(path)
            let match = RouteMatch(api: api, path: path)
            if let template = PathTemplate(path.path, isLenient: path.isLenient) {
                templates.append((template, match))
            } else {
                exact[path.path] = match
                if path.isLenient { lenient[path.path.lowercased()] = match }
            }
        }
    }

    /// A path without parameters has precedence and costs one table lookup. `headers` is nil if they could not be read.
    func match(_ path: String, _ headers: RequestHeaders? = nil) -> RouteMatch {
        if let match = routed(path), headers.map({ !match.api.passesOn($0) }) ?? true { return match }
        let claimant = headers.flatMap { headers in apis.first { $0.claims(path, headers) } }
        return RouteMatch(api: claimant ?? apis.first { $0.covers(path) } ?? fallback)
    }

    private func routed(_ path: String) -> RouteMatch? {
        if let match = exact[path] { return match }
        for (template, match) in templates {
            guard let parameters = template.parameters(of: path) else { continue }
            var match = match
            match.parameters = parameters
            return match
        }
        var plain = path.lowercased()
        if plain.count > 1, plain.hasSuffix("/") { plain.removeLast() }
        return lenient[plain]
    }
}

struct RouteMatch: Sendable {
    let api: any API
    /// Nil for an unknown path.
    var path: RoutedPath?
    /// In order and still encoded.
    var parameters: [String] = []

    var allow: String { path?.allow ?? "" }

    var name: String { path?.name ?? "unknown" }

    func answer(_ request: EdgeRequest) async throws(EdgeError) -> Answer {
        if let call = path?.call(for: request.method) { return try await call(request) }
        return try await api.answerUnrouted(request, at: path)
    }
}
