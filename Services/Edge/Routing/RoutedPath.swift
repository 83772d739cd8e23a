// A path with all of its calls.

import HTTPTypes

/// A path that an API serves, and the calls that it takes.
final class RoutedPath: Sendable {
    /// Answers one call, whoever's it is.
    typealias Call = @Sendable (EdgeRequest) async throws(EdgeError) -> Answer

    /// Tells it from all others of its router.
    let id: Int
    /// The path as it is declared, with its parameters.
    let path: String
    /// What its calls are named in metrics and in the log of requests: their names, each once, with a slash between.
    let name: String
    /// The methods with a call of their own, as they are declared.
    let methods: [HTTPRequest.Method]
    /// All methods that it takes, as `Allow` has them.
    let allow: String
    /// Whether it also counts with other capitals, and with a slash at its end.
    let isLenient: Bool
    private let calls: [Call]

    /// - Parameter routes: All those of `api` with this path.
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

    /// What answers a method; nil for one that the path does not take. What takes GET takes HEAD: the body of that
    /// answer is left out where it is written.
    func call(for method: HTTPRequest.Method) -> Call? {
        methods.firstIndex(of: method == .head ? .get : method).map { calls[$0] }
    }
}

/// The call of a route, whatever its API is.
private func bind<A: API>(_ route: Route<A.Handler>, to api: A) -> RoutedPath.Call {
    { (request: EdgeRequest) async throws(EdgeError) -> Answer in try await api.answer(request, by: route) }
}
