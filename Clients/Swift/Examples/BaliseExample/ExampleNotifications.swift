import Balise
import Observation
import UIKit

@MainActor
@Observable
final class ExampleNotifications {
    /// The target of the last tapped notification; nil when it was shown.
    var opened: PushTarget?
    /// The error of the last change of the badge or of a read mark; nil after a success.
    var problem: BaliseError? { responder.problem }

    @ObservationIgnored let source = BaliseRemoteNotifications()
    @ObservationIgnored private let responder: PushResponder
    @ObservationIgnored private let delegate: SystemPushDelegate
    @ObservationIgnored private let registrar: PushRegistrar

    /// Creates the object during the launch. Later, the system would not report the tap that started the app.
    init(_ client: BaliseClient) {
        responder = client.pushResponder(SystemPushCentre())
        delegate = SystemPushDelegate(responder)
        registrar = client.push.registrar(for: PushDevice())
    }

    /// Follows the taps, for as long as the app runs.
    func run() async {
        async let registering: Void = registrar.run()
        async let taking: Void = registrar.use(from: source)
        for await response in responder.responses() { opened = response.target }
        await registering
        await taking
    }

    /// Asks for permission to show notifications, once a user is signed in.
    func start() async {
        // A user who refuses the permission still has the inbox.
        _ = try? await source.start()
        await responder.refreshBadge()
    }

    func showUnread(_ count: Int) async { await responder.showUnread(count) }

    func clear() async {
        opened = nil
        await responder.clearBadge()
    }
}

/// Receives the push token and silent pushes from the system.
final class ExampleAppDelegate: NSObject, UIApplicationDelegate {
    /// Answers silent pushes. The model sets it during the launch, because a push also starts the app without a screen.
    static var answer: (@MainActor (ReceivedPush) async -> Void)?

    /// Passes the tokens to the registrar.
    var source: BaliseRemoteNotifications?

    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data) {
        source?.didRegister(deviceToken)
    }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult {
        await Self.answer?(ReceivedPush(payload: userInfo))
        return .newData
    }
}
