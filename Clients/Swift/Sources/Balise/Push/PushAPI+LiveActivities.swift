// The calls about Live Activities, which a publisher starts, changes and ends by pushes.

public import BaliseAPI
public import Foundation

extension PushAPI {
    /// Registers a token that ActivityKit gave. The same token again is no second one.
    @discardableResult
    public func registerLiveActivity(
        _ token: RegisterLiveActivityRequest
    ) async throws(BaliseError) -> RegisterPushTokenResponse {
        return try await caller.call(AppCalls.registerLiveActivity, body: token).data
    }

    /// Says that a Live Activity has ended here, and is to be changed no more.
    ///
    /// - Parameter activity: What it was registered as.
    public func removeLiveActivity(_ activity: String) async throws(BaliseError) {
        try await caller.send(AppCalls.removeLiveActivity, at: activity)
    }

    /// Registers each token of a Live Activity as ActivityKit gives it out, until there are no more of them, and then
    /// says that the activity has ended. With `activity` nil, registers each token that starts activities of the type.
    ///
    /// Pass `activity.pushTokenUpdates`, or `Activity<…>.pushToStartTokenUpdates`:
    ///
    ///     try await client.push.register(
    ///         activity.pushTokenUpdates, of: "match-7", type: "MatchAttributes", on: device)
    ///
    /// - Parameters:
    ///   - tokens: The tokens as they come.
    ///   - activity: What the app and its publisher call the activity.
    ///   - activityType: The name of the app's `ActivityAttributes`.
    ///   - pushDevice: What the server is told of this push device.
    public func register<Tokens: AsyncSequence>(
        _ tokens: Tokens, of activity: String?, type activityType: String, on pushDevice: PushDevice
    ) async throws(BaliseError) where Tokens.Element == Data {
        var iterator = tokens.makeAsyncIterator()
        // ActivityKit's sequences do not fail; one that does has no more tokens.
        while let token = try? await iterator.next() {
            try await registerLiveActivity(
                RegisterLiveActivityRequest(
                    SecretString(hexadecimal(token)), activityType: activityType, activity, of: pushDevice))
        }
        // A task that is cancelled ends the sequence, and not the activity.
        guard let activity, !Task.isCancelled else { return }
        try await removeLiveActivity(activity)
    }
}

extension RegisterLiveActivityRequest {
    init(_ token: SecretString, activityType: String, _ activity: String?, of pushDevice: PushDevice) {
        self.init(
            token: token, activityType: activityType, activity: activity, environment: pushDevice.environment,
            deviceId: pushDevice.deviceID, bundleId: pushDevice.bundleID)
    }
}
