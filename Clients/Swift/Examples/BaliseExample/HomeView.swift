import Balise
import SwiftUI

struct HomeView: View {
    @Environment(ExampleModel.self) private var model

    var body: some View {
        List {
            Section("Signed in") {
                Text(model.account.user?.username ?? "…")
            }
            Section("Messages") {
                NavigationLink("Inbox") { InboxView() }
                NavigationLink("What I want to hear of") { PreferencesView() }
            }
            Section("Places") {
                NavigationLink("Where my family is") { FamilyMapView() }
                NavigationLink("Share where I am") { SharingView() }
            }
            Section("Who sees me") {
                NavigationLink("The key of this device") { DeviceKeyView() }
                NavigationLink("Who may see me") { AllowedDevicesView() }
            }
            Section("Account") {
                NavigationLink("Where I am signed in") { SessionsView() }
                NavigationLink("Delete my account") { DeleteAccountView() }
                Button("Sign out") { Task { await signOut() } }
            }
            OpenedText(target: model.notifications.opened)
            ProblemText(model.account.problem)
        }
        .navigationTitle("Balise")
        .task { await model.account.load() }
        .task { await model.notifications.start() }
    }

    private func signOut() async {
        await model.session.signOut()
        await model.signedOut()
    }
}
