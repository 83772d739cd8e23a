public import BaliseAPI
public import Foundation

extension PushAPI {
    /// Registers a token of ActivityKit. Registering the same token again has no effect.
    @discardableResult
    public func registerLiveActivity(
        _ token: RegisterLiveActivityRequest
    ) async throws(BaliseError) -> RegisterPushTokenResponse {
        return try await caller.call(AppCalls.registerLiveActivity, body: token).data
    }

    /// Reports that a Live Activity has ended on this device and needs no further updates.
    /// - Parameter activity: Its name at the registration.
    public func removeLiveActivity(_ activity: String) async throws(BaliseError) {
        try await caller.send(AppCalls.removeLiveActivity, at: activity)
    }

    /// Registers the tokens of a Live Activity until the sequence ends, then reports that the activity has ended. With
    /// `activity` nil, it registers the tokens that start activities of the type,
    /// `Activity<…>.pushToStartTokenUpdates`:
    ///
    ///     try await client.push.register(
    ///         activity.pushTokenUpdates, of: "match-7", type: "MatchAttributes", on: device)
    ///
    /// - Parameter activity: The name that the app and its publisher use for the activity.
    /// - Parameter activityType: The name of the app's `ActivityAttributes`.
    public func register<Tokens: AsyncSequence>(
        _ tokens: Tokens, of activity: String?, type activityType: String, on pushDevice: PushDevice
    ) async throws(BaliseError) where Tokens.Element == Data {
        var iterator = tokens.makeAsyncIterator()
        // ActivityKit's sequences do not fail. Treat a failure as the end of the sequence.
        while let token = try? await iterator.next() {
            try await registerLiveActivity(
                RegisterLiveActivityRequest(
                    SecretText(hexadecimal(token)), activityType: activityType, activity, of: pushDevice))
        }
        // Cancelling the task ends the sequence, but not the activity.
        guard let activity, !Task.isCancelled else { return }
        try await removeLiveActivity(activity)
    }
}

extension RegisterLiveActivityRequest {
    init(_ token: SecretText, activityType: String, _ activity: String?, of pushDevice: PushDevice) {
        self.init(
            token: token, activityType: activityType, activity: activity, environment: pushDevice.environment,
            deviceId: pushDevice.deviceID, bundleId: pushDevice.bundleID)
    }
}
