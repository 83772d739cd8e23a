// The identity providers with which the person who is signed in has linked their account.

public import BaliseAPI

extension BaliseClient {
    /// The identity providers with which the account is linked.
    public var providerLinks: ProviderLinksAPI { ProviderLinksAPI(caller: caller) }
}

/// Lists and removes links with identity providers. `SessionsAPI.finish(_:at:)` with a password makes one. Every call may
/// throw any `BaliseError`.
public struct ProviderLinksAPI: Sendable {
    let caller: APICaller

    /// All links of the account, the latest first.
    public func list() async throws(BaliseError) -> [BaliseProviderLink] {
        try await caller.call(AppCalls.listProviderLinks).data.links
    }

    /// Removes a link, and ends all sessions of the account that began at an identity provider, also this one. Whoever asks
    /// has to have signed in within the last five minutes; otherwise it is the refusal `signInTooOld`. The only way into the
    /// account is the refusal `conflict`.
    public func remove(_ id: String) async throws(BaliseError) {
        try await caller.send(AppCalls.removeProviderLink, at: id)
    }
}
