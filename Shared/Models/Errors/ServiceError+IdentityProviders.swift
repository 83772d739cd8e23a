extension ServiceError {
    private static let unreachableText = " cannot be asked for its keys; try again"

    /// A token cannot be verified, because its provider's keys are unavailable.
    ///
    /// - Parameter provider: The provider, as the beginning of a sentence for the caller.
    public static func unreachable(
        _ provider: String = "the identity provider", retryAfter: Int
    ) -> ServiceError {
        ServiceError(.unavailable, provider + unreachableText, retryAfter: retryAfter)
    }

    /// Whether the reason is an unreachable provider.
    public var isOfProvider: Bool { code == .unavailable && message.hasSuffix(ServiceError.unreachableText) }
}
