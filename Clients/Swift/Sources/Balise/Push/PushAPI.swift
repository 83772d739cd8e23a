// The calls about the push devices on which the person who is signed in is reached.

public import BaliseAPI

extension BaliseClient {
    /// The push devices on which the person who is signed in is reached.
    public var push: PushAPI { PushAPI(caller: caller, tokenStore: tokenStore, configuration: configuration) }
}

/// Registers push devices for what is pushed, and mutes and removes them. Every call may throw any `BaliseError`.
///
/// An app keeps itself registered by a ``registrar(for:)``. A token goes with the session that registered it, so
/// nothing has to be done at sign-out.
public struct PushAPI: Sendable {
    let caller: APICaller
    let tokenStore: SessionTokenStore
    let configuration: BaliseConfiguration

    /// Registers a token for the person who is signed in. The same token again is no second one, and one that somebody
    /// else had is theirs no more.
    @discardableResult
    public func register(_ token: RegisterPushTokenRequest) async throws(BaliseError) -> RegisterPushTokenResponse {
        return try await caller.call(AppCalls.registerPushToken, body: token).data
    }

    /// Keeps this app registered over restarts, sign-ins and changes of its token.
    ///
    /// - Parameter pushDevice: What the server is told of this push device with each token.
    public func registrar(for pushDevice: PushDevice) -> PushRegistrar {
        PushRegistrar(
            pushDevice, api: self, tokenStore: tokenStore, pause: configuration.pause, random: configuration.random)
    }

    /// The person's tokens on all push devices, the last registered first. None shows the token itself.
    public func tokens() async throws(BaliseError) -> [RegisteredPushToken] {
        return try await caller.call(AppCalls.listPushTokens).tokens
    }

    /// Leaves a push device in peace, or ends that.
    ///
    /// - Parameter isMuted: Whether it is left in peace.
    /// - Parameter id: The token's `id`; one that is not the person's is the refusal `notFound`.
    @discardableResult
    public func setMuted(_ isMuted: Bool, token id: String) async throws(BaliseError) -> RegisteredPushToken {
        try await caller.call(AppCalls.mutePushToken, at: id, body: MutePushTokenRequest(muted: isMuted)).data
    }

    /// Says what the push device of a token is, for publishers who send to such devices; in place of what was said before.
    /// A tag that the operator has not named is the refusal `invalidRequest`.
    ///
    /// - Parameter id: The token's `id`; one that is not the person's is the refusal `notFound`.
    public func setTags(_ tags: [String], token id: String) async throws(BaliseError) {
        try await caller.send(AppCalls.setDeviceTags, at: id, body: SetDeviceTagsRequest(tags: tags))
    }

    /// Has nothing pushed to a token any more.
    ///
    /// - Parameter id: The token's `id`; one that is not the person's is the refusal `notFound`.
    public func remove(token id: String) async throws(BaliseError) {
        try await caller.send(AppCalls.removePushToken, at: id)
    }

    /// Has nothing pushed any more to a token that this app holds.
    ///
    /// - Returns: How many tokens there were: 0 or 1.
    @discardableResult
    public func remove(_ token: SecretString) async throws(BaliseError) -> Int {
        try await caller.call(AppCalls.removePushTokens, body: RemovePushTokensRequest(token: token)).deletedCount
    }

    /// Sends something to the person's own push devices, as if it had been announced. Without any it is the refusal
    /// `notFound`.
    ///
    /// - Returns: What became of it on each.
    public func sendTest(_ test: SendTestPushRequest) async throws(BaliseError) -> [PushDelivery] {
        try await caller.call(AppCalls.sendTestPush, body: test).data.deliveries
    }
}
