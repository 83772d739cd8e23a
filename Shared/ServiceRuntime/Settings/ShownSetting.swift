/// A setting with its effective value.
public struct ShownSetting: Sendable {
    public let key: ConfigurationKey
    /// `<set>` for a secret.
    public let value: String
    /// The source; `default` if no source has it.
    public let source: String
}
