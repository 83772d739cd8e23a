public import BaliseAPI

extension BaliseClient {
    /// The identity providers that the account is linked with.
    public var providerLinks: ProviderLinksAPI { ProviderLinksAPI(caller: caller) }
}

/// Lists and removes links to identity providers. `SessionsAPI.finish(_:at:)` with a password creates one. Every call
/// may throw any `BaliseError`.
public struct ProviderLinksAPI: Sendable {
    let caller: APICaller

    /// The account's links, the latest first.
    public func list() async throws(BaliseError) -> [BaliseProviderLink] {
        try await caller.call(AppCalls.listProviderLinks).data.links
    }

    /// Removes a link, and ends all the account's sessions that began at an identity provider, including this one.
    /// Fails with `signInTooOld` unless the user signed in within five minutes, with `conflict` for the only way to
    /// sign in.
    public func remove(_ id: String) async throws(BaliseError) {
        try await caller.send(AppCalls.removeProviderLink, at: id)
    }
}
