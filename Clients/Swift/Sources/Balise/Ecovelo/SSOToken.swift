// What the token of an identity provider was called before `EcoveloConfig`.

public import BaliseAPI

/// A token of the host app's identity provider, as earlier versions took it.
@available(*, deprecated, message: "Give the token to EcoveloConfig(iamToken:programId:theme:).")
public struct SSOToken: Hashable, Sendable {
    /// The token.
    public var accessToken: SecretString

    /// A token.
    public init(accessToken: String) { self.accessToken = SecretString(accessToken) }

    /// The same in the form that takes its place.
    public func config(programId: String? = nil) throws(BaliseError) -> EcoveloConfig {
        try EcoveloConfig(iamToken: accessToken.value, programId: programId)
    }
}
