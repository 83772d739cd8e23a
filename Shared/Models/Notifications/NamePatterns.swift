// Names of topics and tags, and beginnings of such.

/// Which names an operator allows: whole ones, and beginnings with `*` behind them.
public struct NamePatterns: Hashable, Sendable {
    /// As they were written.
    public let patterns: [String]

    public init(_ patterns: [String] = []) { self.patterns = patterns }

    /// Whether a name is one of them.
    public func contains(_ name: String) -> Bool {
        guard AudienceExpression.isName(name) else { return false }
        return patterns.contains { $0.hasSuffix("*") ? name.hasPrefix($0.dropLast()) : name == $0 }
    }

    /// Whether each is a name, or the beginning of one.
    public var areValid: Bool {
        patterns.allSatisfy { pattern in
            pattern == "*" || AudienceExpression.isName(pattern.hasSuffix("*") ? String(pattern.dropLast()) : pattern)
        }
    }
}
