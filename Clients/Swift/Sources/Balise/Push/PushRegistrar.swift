// Registers the app's push tokens with the server: at its start, at each sign-in, and when a token changes.

public import BaliseAPI

/// Keeps the app's push tokens registered for the person who is signed in.
///
/// At every start, the app hands over the tokens that the system gives it, and calls ``run()`` in a task of its own. A
/// token is registered for whoever is signed in, and again after each sign-in. Without network the registration is
/// repeated until it succeeds. After a refusal it waits for another token or another sign-in.
///
///     let registrar = client.push.registrar(for: PushDevice())
///     Task { await registrar.run() }
///     // In didRegisterForRemoteNotificationsWithDeviceToken:
///     await registrar.use(.apns(deviceToken))
public actor PushRegistrar {
    /// One of each kind: a push device has both an APNs and an FCM token.
    private let registrations: TokenRegistrations<PushTokenKind, PushDeviceToken>

    /// Why the last attempt failed; nil when it succeeded, and before the first. `signedOut` until somebody signs in.
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

    /// Takes a token that the system has given to the app, in place of the former one of its kind.
    public func use(_ token: PushDeviceToken) async { await registrations.use(token, for: token.kind) }

    /// Forgets the token of a kind, because the app asks for none any more. The server keeps it until it is removed
    /// there.
    public func forget(_ kind: PushTokenKind) async { await registrations.forget(kind) }

    /// Registers what there is and what comes, until the task is cancelled. A second call ends the first.
    public func run() async { await registrations.run() }
}
