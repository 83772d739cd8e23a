public import BaliseAPI

extension BaliseClient {
    /// Calls about the signed-in user's push devices.
    public var push: PushAPI { PushAPI(caller: caller, tokenStore: tokenStore, configuration: configuration) }
}

/// Registers, mutes and removes push devices. Every call may throw any `BaliseError`. Use a ``registrar(for:)`` to keep
/// an app registered. A token is removed with the session that registered it, so a sign-out needs no extra call.
public struct PushAPI: Sendable {
    let caller: APICaller
    let tokenStore: SessionTokenStore
    let configuration: BaliseConfiguration

    /// Registers a token for the user. A repetition changes nothing. A token of another user becomes this user's token.
    @discardableResult
    public func register(_ token: RegisterPushTokenRequest) async throws(BaliseError) -> RegisterPushTokenResponse {
        try await caller.call(AppCalls.registerPushToken, body: token).data
    }

    /// Returns a registrar, whose `run()` keeps this app registered across restarts, sign-ins and token changes.
    /// - Parameter pushDevice: The description of this device, sent with each token.
    public func registrar(for pushDevice: PushDevice) -> PushRegistrar { PushRegistrar(pushDevice, api: self) }

    /// Returns the user's tokens on all devices, the last registered first, without the secret tokens themselves.
    public func tokens() async throws(BaliseError) -> [RegisteredPushToken] {
        try await caller.call(AppCalls.listPushTokens).tokens
    }

    /// Mutes a push device, or unmutes it. The id of another user's token fails with `notFound`.
    @discardableResult
    public func setMuted(_ isMuted: Bool, token id: String) async throws(BaliseError) -> RegisteredPushToken {
        try await caller.call(AppCalls.mutePushToken, at: id, body: MutePushTokenRequest(muted: isMuted)).data
    }

    /// Replaces the tags of a push device. Publishers can address it by them. A tag that the operator has not defined
    /// fails with `invalidRequest`, the id of another user's token with `notFound`.
    public func setTags(_ tags: [String], token id: String) async throws(BaliseError) {
        try await caller.send(AppCalls.setDeviceTags, at: id, body: SetDeviceTagsRequest(tags: tags))
    }

    /// Removes a token.
    /// - Parameter id: The token's `id`. An id of another user fails with `notFound`.
    public func remove(token id: String) async throws(BaliseError) {
        try await caller.send(AppCalls.removePushToken, at: id)
    }

    /// Removes the user's registration of a token that this app has.
    /// - Returns: The number of removed tokens: 0 or 1.
    @discardableResult
    public func remove(_ token: SecretText) async throws(BaliseError) -> Int {
        try await caller.call(AppCalls.removePushTokens, body: RemovePushTokensRequest(token: token)).deletedCount
    }

    /// Sends a test notification to the user's own push devices. Fails with `notFound` if the user has no push device.
    /// - Returns: The result for each device.
    public func sendTest(_ test: SendTestPushRequest) async throws(BaliseError) -> [PushDelivery] {
        try await caller.call(AppCalls.sendTestPush, body: test).data.deliveries
    }

    /// Registers a token of ActivityKit, as a ``liveActivityRegistrar(for:)`` does. Repeating the call changes nothing.
    @discardableResult
    public func registerLiveActivity(
        _ token: RegisterLiveActivityRequest
    ) async throws(BaliseError) -> RegisterPushTokenResponse {
        try await caller.call(AppCalls.registerLiveActivity, body: token).data
    }

    /// Reports that a Live Activity has ended on this device and needs no further updates.
    /// - Parameter activity: The name that the activity was registered with.
    public func removeLiveActivity(_ activity: String) async throws(BaliseError) {
        try await caller.send(AppCalls.removeLiveActivity, at: activity)
    }
}

extension RegisterLiveActivityRequest {
    init(_ token: SecretText, activityType: String, _ activity: String?, of pushDevice: PushDevice) {
        self.init(
            token: token, activityType: activityType, activity: activity, environment: pushDevice.environment,
            deviceId: pushDevice.deviceID, bundleId: pushDevice.bundleID)
    }
}
