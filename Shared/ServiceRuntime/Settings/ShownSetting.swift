// A setting as operators see it.

/// A setting with what counts for it.
public struct ShownSetting: Sendable {
    /// Its names, and what may stand there.
    public let key: ConfigurationKey
    /// The value's text, `<set>` for a secret.
    public let value: String
    /// Where it came from; `default` when no source has it.
    public let source: String
}
