// Keeps the tokens of Live Activities registered.

import BaliseAPI
public import Foundation

/// Keeps the tokens of Live Activities registered for the person who is signed in: those by which activities are started,
/// and those by which a running one is changed and ended.
///
/// Give it the sequences of ActivityKit, each in a task of its own, at every start of the app, and call ``run()`` in
/// another one. Without network a registration is repeated until it succeeds, and so is the word that an activity has
/// ended.
public actor LiveActivityRegistrar {
    private struct Key: Hashable {
        let activityType: String
        /// Nil for the token that starts activities.
        let activity: String?
    }

    private enum Step: Hashable {
        case token(SecretString)
        case ended
    }

    private let registrations: TokenRegistrations<Key, Step>

    /// Why the last attempt failed; nil when it succeeded, and before the first. `signedOut` until somebody signs in.
    public var problem: BaliseError? { get async { await registrations.problem } }

    init(
        _ pushDevice: PushDevice, api: PushAPI, tokenStore: SessionTokenStore, pause: any BaliseSleeper,
        random: any BaliseRandomSource
    ) {
        registrations = TokenRegistrations(
            tokenStore: tokenStore, pause: pause, random: random, isLast: { $0 == .ended }
        ) { key, step throws(BaliseError) in
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

    /// Takes the tokens by which activities of a type are started (`Activity<…>.pushToStartTokenUpdates`, iOS 17.2), until
    /// there are no more of them or the task is cancelled.
    ///
    /// - Parameter activityType: The name of the app's `ActivityAttributes`.
    public nonisolated func followStarts<Tokens: AsyncSequence>(
        of activityType: String, _ tokens: sending Tokens
    ) async where Tokens.Element == Data {
        await follow(tokens, Key(activityType: activityType, activity: nil))
    }

    /// Takes the tokens by which a running activity is changed (`activity.pushTokenUpdates`), until there are no more of
    /// them; the activity has ended then, and the server is told. When the task is cancelled it has not.
    ///
    /// - Parameters:
    ///   - activity: What the app and its publisher call the activity.
    ///   - activityType: The name of the app's `ActivityAttributes`.
    public nonisolated func follow<Tokens: AsyncSequence>(
        _ activity: String, type activityType: String, _ tokens: sending Tokens
    ) async where Tokens.Element == Data {
        let key = Key(activityType: activityType, activity: activity)
        await follow(tokens, key)
        if !Task.isCancelled { await registrations.use(.ended, for: key) }
    }

    /// Registers what there is and what comes, until the task is cancelled. A second call ends the first.
    public func run() async { await registrations.run() }

    private nonisolated func follow<Tokens: AsyncSequence>(_ tokens: sending Tokens, _ key: Key) async
    where Tokens.Element == Data {
        var iterator = tokens.makeAsyncIterator()
        // ActivityKit's sequences do not fail; one that does has no more tokens.
        while let token = try? await iterator.next() {
            await registrations.use(.token(SecretString(hexadecimal(token))), for: key)
        }
    }
}

extension PushAPI {
    /// Keeps the tokens of Live Activities registered over restarts, sign-ins and changes.
    ///
    /// - Parameter pushDevice: What the server is told of this push device with each token.
    public func liveActivityRegistrar(for pushDevice: PushDevice) -> LiveActivityRegistrar {
        LiveActivityRegistrar(
            pushDevice, api: self, tokenStore: tokenStore, pause: configuration.pause, random: configuration.random)
    }
}
