import Balise
import Foundation
import Observation
import UIKit

@MainActor
@Observable
final class ExampleModel {
    /// Of the server that `make run` starts, as the simulator sees it.
    private static let server = URL(string: "http://127.0.0.1:8080") ?? URL(fileURLWithPath: "/")
    /// The key of the device's id in the app's defaults. It is no secret; its key is in the Keychain.
    private static let deviceSetting = "miataru-device"

    let client: BaliseClient
    let session: BaliseSessionModel
    let account: BaliseAccountModel
    let inbox: BaliseInboxModel
    let notifications: ExampleNotifications
    let apple: AppleSignIn
    /// This device to the people with whom its person shares where they are.
    let device: LocationDeviceID

    init() {
        client = BaliseClient(BaliseConfiguration(server: Self.server))
        session = BaliseSessionModel(client)
        account = BaliseAccountModel(client)
        inbox = BaliseInboxModel(client)
        notifications = ExampleNotifications(client)
        apple = client.appleSignIn(SystemAppleIDAuthorizer { UIApplication.shared.exampleWindow })
        let known = UserDefaults.standard.string(forKey: Self.deviceSetting).flatMap { LocationDeviceID($0) }
        device = known ?? LocationDeviceID()
        UserDefaults.standard.set(device.text, forKey: Self.deviceSetting)
    }

    /// Follows who is signed in, whether Apple still vouches for them, and what they tap on, for as long as the app runs.
    func run() async {
        async let watching: Void = apple.run()
        async let notifying: Void = notifications.run()
        await session.run()
        await watching
        await notifying
    }

    /// Shows nothing of one person to the next.
    func signedOut() async {
        inbox.clear()
        await notifications.clear()
    }
}

extension UIApplication {
    /// The window that the person is looking at.
    fileprivate var exampleWindow: UIWindow? {
        connectedScenes.compactMap { $0 as? UIWindowScene }.flatMap(\.windows).first(where: \.isKeyWindow)
    }
}
