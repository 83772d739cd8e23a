import BaliseAPI
public import Foundation

/// Keeps the Live Activity tokens of the signed-in user registered, for starting, updating and ending activities.
///
/// At every start of the app, pass it ActivityKit's token sequences, each in a task of its own, and call ``run()`` in
/// another task. Without a network it repeats registrations and end reports until they succeed.
public actor LiveActivityRegistrar {
    private struct Key: Hashable {
        let activityType: String
        /// The id of the activity; nil for the token that starts activities.
        let activity: String?
    }

    private enum Step: Hashable {
        case token(SecretText)
        case ended
    }

    private let registrations: TokenRegistrations<Key, Step>

    /// The failure of the last attempt; nil after a success, and before the first. `signedOut` until a user signs in.
    public var problem: BaliseError? { get async { await registrations.problem } }

    init(_ pushDevice: PushDevice, api: PushAPI) {
        registrations = TokenRegistrations(for: api, isLast: { $0 == .ended }) { key, step throws(BaliseError) in
            switch step {
            case .token(let token):
                try await api.registerLiveActivity(
                    RegisterLiveActivityRequest(token, activityType: key.activityType, key.activity, of: pushDevice))
            case .ended:
                guard let activity = key.activity else { return }
                try await api.removeLiveActivity(activity)
            }
        }
    }

    /// Registers the tokens that start activities of a type (`Activity<…>.pushToStartTokenUpdates`, iOS 17.2), until
    /// the sequence ends or the task is cancelled.
    /// - Parameter activityType: The name of the app's `ActivityAttributes`.
    public nonisolated func followStarts<Tokens: AsyncSequence>(
        of activityType: String, _ tokens: sending Tokens
    ) async where Tokens.Element == Data {
        await follow(tokens, Key(activityType: activityType, activity: nil))
    }

    /// Registers the tokens of a running activity (`activity.pushTokenUpdates`). When the sequence ends, the server
    /// learns that the activity has ended; cancelling the task reports nothing.
    /// - Parameter activity: The name that the app and its publisher use for the activity.
    /// - Parameter activityType: The name of the app's `ActivityAttributes`.
    public nonisolated func follow<Tokens: AsyncSequence>(
        _ activity: String, type activityType: String, _ tokens: sending Tokens
    ) async where Tokens.Element == Data {
        let key = Key(activityType: activityType, activity: activity)
        await follow(tokens, key)
        if !Task.isCancelled { await registrations.use(.ended, for: key) }
    }

    /// Registers the current and later tokens, until the task is cancelled. A second call ends the first call.
    public func run() async { await registrations.run() }

    private nonisolated func follow<Tokens: AsyncSequence>(_ tokens: sending Tokens, _ key: Key) async
    where Tokens.Element == Data {
        var iterator = tokens.makeAsyncIterator()
        // ActivityKit's sequences do not fail. If one did, it would count as the end of the sequence.
        while let token = try? await iterator.next() {
            await registrations.use(.token(SecretText(hexadecimal(token))), for: key)
        }
    }
}

extension PushAPI {
    /// Creates a registrar that keeps the Live Activity tokens registered across restarts, sign-ins and token changes.
    /// - Parameter pushDevice: The description of this device, sent with each token.
    public func liveActivityRegistrar(for pushDevice: PushDevice) -> LiveActivityRegistrar {
        LiveActivityRegistrar(pushDevice, api: self)
    }
}

#if os(iOS)
    public import ActivityKit

    @available(iOS 16.2, *)
    extension LiveActivityRegistrar {
        /// Keeps the tokens of a running activity registered until it ends, and reports its end to the server.
        /// - Parameter activity: The result of `Activity.request(attributes:content:pushType:)` with the push type
        ///   `.token`, or one of `Activity<…>.activities` after a restart.
        /// - Parameter name: The name that the app and its publisher use for the activity.
        public nonisolated func follow<Attributes: ActivityAttributes>(
            _ activity: Activity<Attributes>, as name: String
        ) async {
            await follow(name, type: String(describing: Attributes.self), activity.pushTokenUpdates)
        }

        /// Keeps the token registered that a publisher needs to start activities of a type.
        @available(iOS 17.2, *)
        public nonisolated func followStarts<Attributes: ActivityAttributes>(of type: Attributes.Type) async {
            await followStarts(of: String(describing: type), Activity<Attributes>.pushToStartTokenUpdates)
        }

        /// Follows every activity of a type that a publisher starts, including activities that already run.
        /// - Parameter name: Reads the publisher's name of an activity from its attributes.
        @available(iOS 17.2, *)
        public nonisolated func followAll<Attributes: ActivityAttributes & SendableMetatype>(
            of type: Attributes.Type, naming name: @escaping @Sendable (Attributes) -> String
        ) async {
            await withDiscardingTaskGroup { group in
                for await activity in Activity<Attributes>.activityUpdates {
                    group.addTask { await self.follow(activity, as: name(activity.attributes)) }
                }
            }
        }
    }
#endif
