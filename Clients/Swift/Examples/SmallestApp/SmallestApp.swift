// The smallest app that receives pushes. A user signs in, and the app registers the device. The app shows each push,
// even while it is open, and the target of a tap. The target needs the capability Push Notifications.

import Balise
import SwiftUI
import UIKit

@main
struct SmallestApp: App {
    @UIApplicationDelegateAdaptor(AppDelegate.self) private var delegate
    @State private var name = ""
    @State private var password = ""
    @State private var message = ""
    private let client: BaliseClient
    private let responder: PushResponder
    private let centre: SystemPushDelegate

    /// Creates the delegate before the launch ends. Later, the system would not report the tap that started the app.
    init() {
        // The server that `make run` starts. The simulator reaches it at this address.
        let server = URL(string: "http://127.0.0.1:8080") ?? URL(fileURLWithPath: "/")
        client = BaliseClient(BaliseConfiguration(server: server))
        responder = client.pushResponder(SystemPushCentre())
        centre = SystemPushDelegate(responder)
    }

    var body: some Scene {
        WindowGroup {
            Form {
                TextField("Name", text: $name)
                SecureField("Password", text: $password)
                Button("Sign in") { Task { await signIn() } }
                Text(message)
            }
            .task { await register() }
            .task { await showTaps() }
        }
    }

    private func signIn() async {
        do {
            try await client.sessions.signIn(name, password: SecretText(password))
            message = "Signed in."
        } catch {
            message = error.localizedDescription
        }
    }

    /// Registers the device for the user who is signed in, now or later, for as long as the app runs.
    private func register() async {
        let (registrar, tokens) = (client.push.registrar(for: PushDevice()), delegate.tokens)
        async let registering: Void = registrar.run()
        async let taking: Void = registrar.use(from: tokens)
        // Without the user's permission the device is registered too: background pushes still arrive.
        _ = try? await tokens.start()
        await taking
        await registering
    }

    private func showTaps() async {
        for await response in responder.responses() {
            message = "Tapped: \(response.push.link?.absoluteString ?? "no link")"
        }
    }
}

final class AppDelegate: NSObject, UIApplicationDelegate {
    let tokens = BaliseRemoteNotifications()

    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data) {
        tokens.didRegister(deviceToken)
    }
}
