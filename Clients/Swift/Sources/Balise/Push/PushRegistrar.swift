public import BaliseAPI

/// Keeps the app's push tokens registered for the signed-in user.
///
/// At every start, pass it the system's tokens, and call ``run()`` in a task of its own. It registers a token again
/// after each sign-in, and repeats that without a network. After a refusal it waits for another token or sign-in.
///
///     let registrar = client.push.registrar(for: PushDevice())
///     Task { await registrar.run() }
///     // In didRegisterForRemoteNotificationsWithDeviceToken:
///     await registrar.use(.apns(deviceToken))
public actor PushRegistrar {
    /// One of each kind: a device can have both an APNs and an FCM token.
    private let registrations: TokenRegistrations<PushTokenKind, PushDeviceToken>

    /// The failure of the last attempt; nil after a success, and before the first. `signedOut` until a user signs in.
    public var problem: BaliseError? { get async { await registrations.problem } }

    init(
        _ pushDevice: PushDevice, api: PushAPI, tokenStore: SessionTokenStore, pause: any BaliseSleeper,
        random: any BaliseRandomSource
    ) {
        registrations = TokenRegistrations(tokenStore: tokenStore, pause: pause, random: random) {
            _, token throws(BaliseError) in
            try await api.register(RegisterPushTokenRequest(token, of: pushDevice))
        }
    }

    /// Registers a token. It replaces the previous one of its kind.
    public func use(_ token: PushDeviceToken) async { await registrations.use(token, for: token.kind) }

    /// Forgets the token of a kind that the app no longer uses. The server keeps it until it is removed there.
    public func forget(_ kind: PushTokenKind) async { await registrations.forget(kind) }

    /// Registers the current and later tokens, until the task is cancelled. A second call ends the first.
    public func run() async { await registrations.run() }
}
