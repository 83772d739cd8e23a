/// The allowed topics and tags: whole names, and prefixes that end with `*`.
public struct NamePatterns: Hashable, Sendable {
    public let patterns: [String]

    public init(_ patterns: [String] = []) { self.patterns = patterns }

    public func contains(_ name: String) -> Bool {
        guard AudienceExpression.isName(name) else { return false }
        return patterns.contains { $0.hasSuffix("*") ? name.hasPrefix($0.dropLast()) : name == $0 }
    }

    public var areValid: Bool {
        patterns.allSatisfy { pattern in
            pattern == "*" || AudienceExpression.isName(pattern.hasSuffix("*") ? String(pattern.dropLast()) : pattern)
        }
    }
}
