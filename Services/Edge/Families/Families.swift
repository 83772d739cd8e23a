// The table that says which family a path belongs to, before anything else is decided about a request.

/// Which family a path belongs to, and where in it.
///
/// This is settled before routing, so that an answer that no route gives (404, 405, 413, 429, 503) has the form that
/// the client of that path can read.
struct Families: Sendable {
    /// A path's family; no place when the family does not serve it.
    struct Match: Sendable {
        var family: any Family
        var place: Place?
    }

    private let families: [any Family]
    private let fallback: any Family
    private var exact: [String: Match] = [:]
    /// Those whose path counts with other capitals too, by the path in small letters.
    private var lenient: [String: Match] = [:]
    private var templates: [(template: PathTemplate, match: Match)] = []

    /// - Parameters:
    ///   - families: In the order in which they are asked whether they cover an unknown path.
    ///   - fallback: The family whose form is used where none covers a path.
    init(_ families: [any Family], fallback: any Family) {
        self.families = families
        self.fallback = fallback
        for family in families {
            for (position, endpoint) in family.endpoints.enumerated() {
                let match = Match(family: family, place: Place(endpoint: position))
                if let template = PathTemplate(endpoint.path, isLenient: endpoint.isLenient) {
                    templates.append((template, match))
                } else {
                    exact[endpoint.path] = match
                    if endpoint.isLenient { lenient[endpoint.path.lowercased()] = match }
                }
            }
        }
    }

    /// Every path with its methods, for comparing with the API's document.
    var endpoints: [Endpoint] { families.flatMap(\.endpoints) }

    /// Most calls have no parameter and cost one look into a table; a path without parameters also goes before one
    /// with.
    ///
    /// - Parameter headers: nil where none could be read.
    func match(_ path: String, _ headers: RequestHeaders? = nil) -> Match {
        if let match = exact[path] { return match }
        for (template, match) in templates {
            guard let parameters = template.parameters(of: path) else { continue }
            var match = match
            match.place?.parameters = parameters
            return match
        }
        var plain = path.lowercased()
        if plain.count > 1, plain.hasSuffix("/") { plain.removeLast() }
        if let match = lenient[plain] { return match }
        let claimant = headers.flatMap { headers in families.first { $0.claims(path, headers) } }
        return Match(family: claimant ?? families.first { $0.covers(path) } ?? fallback)
    }
}
