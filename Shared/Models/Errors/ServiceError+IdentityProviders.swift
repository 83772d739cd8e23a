// What a service answers while an identity provider cannot be asked.

extension ServiceError {
    private static let unreachableText = " cannot be asked for its keys; try again"

    /// A token cannot be verified, since its provider cannot be asked for its keys.
    ///
    /// - Parameter provider: Who it is, as the beginning of a sentence for whoever shows the token.
    public static func unreachable(
        _ provider: String = "the identity provider", retryAfter: Int
    ) -> ServiceError {
        ServiceError(.unavailable, provider + unreachableText, retryAfter: retryAfter)
    }

    /// Whether it is that of a provider that cannot be asked.
    public var isOfProvider: Bool { code == .unavailable && message.hasSuffix(ServiceError.unreachableText) }
}
