import HTTPTypes

/// Finds the route of a request. It determines the API first, so that an answer without a route has the form that the
/// client of that path can read.
struct Router: Sendable {
    /// All paths, for comparison with the API's document.
    private(set) var paths: [RoutedPath] = []

    private let apis: [any API]
    private let fallback: any API
    private var exact: [String: RouteMatch] = [:]
    /// The paths that ignore case, under their lower-case form.
    private var lenient: [String: RouteMatch] = [:]
    private var templates: [(template: PathTemplate, match: RouteMatch)] = []

    /// `apis` are asked in this order about an unknown path; `fallback` gives the error's form if none covers it.
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

    /// Returns the match of a path. A path without parameters that is written exactly has precedence and takes one
    /// table lookup. `headers` is nil if they could not be read.
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
    /// The matched path; nil for an unknown path.
    var path: RoutedPath?
    /// The parameters of the path, in order and still encoded.
    var parameters: [String] = []

    var allow: String { path?.allow ?? "" }

    var name: String { path?.name ?? "unknown" }

    func answer(_ request: EdgeRequest) async throws(EdgeError) -> Answer {
        if let call = path?.call(for: request.method) { return try await call(request) }
        return try await api.answerUnrouted(request, at: path)
    }
}

final class RoutedPath: Sendable {
    /// A call without its API's type.
    typealias Call = @Sendable (EdgeRequest) async throws(EdgeError) -> Answer

    /// The number of the path, unique in its router.
    let id: Int
    let path: String
    /// The name in metrics and in the request log: the names of its calls, each once, separated by slashes.
    let name: String
    /// The methods in the order of declaration.
    let methods: [HTTPRequest.Method]
    /// The methods in the form of `Allow`.
    let allow: String
    let isLenient: Bool
    private let calls: [Call]

    init<A: API>(_ id: Int, _ path: String, _ routes: [Route<A.Handler>], of api: A) {
        self.id = id
        self.path = path
        var names: [String] = []
        for route in routes where !names.contains(route.name) { names.append(route.name) }
        name = names.joined(separator: "/")
        methods = routes.map(\.method)
        let taken = methods.flatMap { $0 == .get ? [.get, .head] : [$0] } + [.options]
        allow = taken.map(\.rawValue).joined(separator: ", ")
        isLenient = routes.contains(where: \.isLenient)
        calls = routes.map { bind($0, to: api) }
    }

    /// Returns the call of a method; nil for other methods. HEAD uses the call of GET, whose body is not written.
    func call(for method: HTTPRequest.Method) -> Call? {
        methods.firstIndex(of: method == .head ? .get : method).map { calls[$0] }
    }
}

private func bind<A: API>(_ route: Route<A.Handler>, to api: A) -> RoutedPath.Call {
    { (request: EdgeRequest) async throws(EdgeError) -> Answer in try await api.answer(request, by: route) }
}

/// A path with parameters. A part `{name}` matches any text of at least one character without `/`.
struct PathTemplate: Sendable {
    private let prefix: String
    /// The parts from the first parameter on; nil means a parameter.
    private let parts: [String?]
    private let isLenient: Bool

    /// Makes a template; nil for a path without parameters. `isLenient` ignores case in fixed parts, and a final slash.
    init?(_ path: String, isLenient: Bool = false) {
        guard let parameter = path.firstIndex(of: "{") else { return nil }
        self.isLenient = isLenient
        prefix = String(path[..<parameter])
        parts = path[parameter...].split(separator: "/", omittingEmptySubsequences: false).map {
            $0.hasPrefix("{") ? nil : String($0)
        }
    }

    func parameters(of path: String) -> [String]? {
        let begins = isLenient ? path.utf8.starts(with: prefix.utf8, by: isSame) : path.utf8.starts(with: prefix.utf8)
        guard begins else { return nil }
        var rest = path.utf8.dropFirst(prefix.utf8.count)
        if isLenient, rest.last == UInt8(ascii: "/") { rest.removeLast() }
        var parameters: [String] = []
        for (position, part) in parts.enumerated() {
            let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            // Every part except the last must be followed by another part.
            guard (end == rest.endIndex) == (position == parts.count - 1) else { return nil }
            let text = rest[..<end]
            if let part {
                guard text.elementsEqual(part.utf8, by: isSame) else { return nil }
            } else {
                guard !text.isEmpty else { return nil }
                parameters.append(String(Substring(text)))
            }
            if end < rest.endIndex { rest = rest[rest.index(after: end)...] }
        }
        return parameters
    }

    private func isSame(_ one: UInt8, _ other: UInt8) -> Bool {
        one == other || isLenient && lowercased(one) == lowercased(other)
    }

    private func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
