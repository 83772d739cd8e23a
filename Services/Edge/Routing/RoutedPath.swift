import HTTPTypes

final class RoutedPath: Sendable {
    /// Erases the API's type.
    typealias Call = @Sendable (EdgeRequest) async throws(EdgeError) -> Answer

    /// Unique in its router.
    let id: Int
    let path: String
    /// In metrics and in the request log: the names of its calls, each once, separated by slashes.
    let name: String
    /// In the order of declaration.
    let methods: [HTTPRequest.Method]
    /// In the form of `Allow`.
    let allow: String
    let isLenient: Bool
    private let calls: [Call]

    /// - Parameter routes: All of `api` with this path.
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

    /// HEAD uses the call of GET; its body is dropped when the answer is written.
    func call(for method: HTTPRequest.Method) -> Call? {
        methods.firstIndex(of: method == .head ? .get : method).map { calls[$0] }
    }
}

private func bind<A: API>(_ route: Route<A.Handler>, to api: A) -> RoutedPath.Call {
    { (request: EdgeRequest) async throws(EdgeError) -> Answer in try await api.answer(request, by: route) }
}
