import Balise
import Observation
import UIKit

@MainActor
@Observable
final class ExampleNotifications {
    /// The tapped notifications that are not shown yet.
    var opened: PushTarget?
    /// Why the number on the icon is not the right one.
    var problem: BaliseError? { responder.problem }

    @ObservationIgnored let source = BaliseRemoteNotifications()
    @ObservationIgnored private let responder: PushResponder
    @ObservationIgnored private let delegate: SystemPushDelegate
    @ObservationIgnored private let registrar: PushRegistrar

    /// At the start of the app, for else the system does not tell of the tap that started it.
    init(_ client: BaliseClient) {
        responder = client.pushResponder(SystemPushCentre())
        delegate = SystemPushDelegate(responder)
        registrar = client.push.registrar(for: PushDevice())
    }

    /// For as long as the app runs.
    func run() async {
        async let registering: Void = registrar.run()
        async let taking: Void = registrar.use(from: source)
        for await response in responder.responses() { opened = response.target }
        await registering
        await taking
    }

    /// Asks for permission to show notifications, once a user is signed in.
    func start() async {
        // A user who refuses still has the inbox.
        _ = try? await source.start()
        await responder.refreshBadge()
    }

    func showUnread(_ count: Int) async { await responder.showUnread(count) }

    func clear() async {
        opened = nil
        await responder.clearBadge()
    }
}

/// Is told the token by the system.
final class ExampleAppDelegate: NSObject, UIApplicationDelegate {
    /// Where tokens go.
    var source: BaliseRemoteNotifications?

    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data) {
        source?.didRegister(deviceToken)
    }
}
