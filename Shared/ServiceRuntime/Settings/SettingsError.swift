// Why a program does not start with the settings that it was given.

/// Everything that is wrong with the settings, in sentences for the operator.
public struct SettingsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One problem with one setting.
    public struct Problem: Hashable, Sendable {
        /// A sentence that names the key, where the value came from, what is wrong and what is allowed.
        public let message: String
        /// Whether the command line itself is wrong, and not what is configured.
        public let isUsage: Bool
    }

    /// At least one.
    public let problems: [Problem]

    /// 64 (EX_USAGE) when only the command line is wrong, else 78 (EX_CONFIG).
    public var exitCode: Int32 { problems.allSatisfy(\.isUsage) ? 64 : 78 }

    public var description: String { problems.map(\.message).joined(separator: "\n") }
}
