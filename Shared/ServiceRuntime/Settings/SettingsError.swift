/// All errors in the settings, as sentences for the operator.
public struct SettingsError: Error, Hashable, Sendable, CustomStringConvertible {
    public struct Problem: Hashable, Sendable {
        /// A sentence with the key, the source of the value, the error and the allowed values.
        public let message: String
        /// Whether the command line itself is wrong, and not the configuration.
        public let isUsage: Bool
    }

    /// At least one.
    public let problems: [Problem]

    /// 64 (EX_USAGE) if only the command line is wrong, else 78 (EX_CONFIG).
    public var exitCode: Int32 { problems.allSatisfy(\.isUsage) ? 64 : 78 }

    public var description: String { problems.map(\.message).joined(separator: "\n") }
}
