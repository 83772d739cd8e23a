public import Balise
public import BaliseValues

/// A token of the host app's identity provider, the former name of ``EcoveloConfig``.
@available(*, deprecated, message: "Give the token to EcoveloConfig(iamToken:programId:theme:).")
public struct SSOToken: Hashable, Sendable {
    /// The token.
    public var accessToken: SecretText

    /// Creates a token.
    public init(accessToken: String) { self.accessToken = SecretText(accessToken) }

    /// The configuration that replaces this type.
    public func config(programId: String? = nil) throws(BaliseError) -> EcoveloConfig {
        try EcoveloConfig(iamToken: accessToken.value, programId: programId)
    }
}
