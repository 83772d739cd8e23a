import Balise
import Foundation
import Observation
import UIKit

@MainActor
@Observable
final class ExampleModel {
    /// The server that `make run` starts. The simulator reaches it at this address.
    private static let server = URL(string: "http://127.0.0.1:8080") ?? URL(fileURLWithPath: "/")
    /// The key of the device's id in the app's defaults. The id is no secret; the device's key is in the Keychain.
    private static let deviceSetting = "miataru-device"

    let client: BaliseClient
    let session: BaliseSessionModel
    let account: BaliseAccountModel
    let inbox: BaliseInboxModel
    let notifications: ExampleNotifications
    let apple: AppleSignIn
    /// The id of this device. Its owner gives the id to users who may see its places.
    let device: LocationDeviceID
    /// How this device shares its places; nil until the files are open.
    private(set) var sharing: BaliseSharingModel?
    @ObservationIgnored private var places: LocationSharing?
    /// The places of the members of all circles.
    let family: BaliseFamilyModel

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
        family = BaliseFamilyModel(client)
        ExampleAppDelegate.answer = { [weak self] push in await self?.answer(push) }
        // This runs outside a view's task, because the system also starts the app in the background, without a screen.
        Task { await share() }
    }

    private func share() async {
        let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
        // On a phone that was not unlocked since its start, the files are unreadable. The next start opens them.
        let opened = try? await client.locations.sharing(
            of: device, from: BackgroundLocationSource(), in: folder.appendingPathComponent("places"),
            watchesArrivals: true)
        guard let opened else { return }
        places = opened
        let shown = BaliseSharingModel(opened)
        sharing = shown
        async let showing: Void = shown.run()
        await opened.run()
        await showing
    }

    /// Follows the session, the user's consent at Apple and tapped notifications, for as long as the app runs.
    func run() async {
        async let watching: Void = apple.run()
        async let notifying: Void = notifications.run()
        await session.run()
        await watching
        await notifying
    }

    /// Answers a silent push that asks where this device is.
    func answer(_ push: ReceivedPush) async {
        guard push.askedDevice == device else { return }
        // If the mode cannot be stored, the place is as fresh as the mode lets it be.
        try? await places?.answerQuestion()
    }

    /// Clears the data of the user who has signed out.
    func signedOut() async {
        await sharing?.setPower(.off)
        inbox.clear()
        await notifications.clear()
    }
}

extension UIApplication {
    fileprivate var exampleWindow: UIWindow? {
        connectedScenes.compactMap { $0 as? UIWindowScene }.flatMap(\.windows).first(where: \.isKeyWindow)
    }
}
