import Balise
import SwiftUI

struct PreferencesView: View {
    @Environment(ExampleModel.self) private var model
    @State private var editor: PreferencesEditor?
    @State private var status: PreferencesStatus?
    @State private var problem: BaliseError?

    var body: some View {
        Form {
            if let status {
                Section("Tell me of") {
                    Toggle("New offers", isOn: choice(status.shown, \.notifyNewOffers))
                    Toggle("New professionals", isOn: choice(status.shown, \.notifyNewProNearby))
                    Toggle("Local events", isOn: choice(status.shown, \.notifyLocalEvents))
                }
                Section {
                    Stepper(
                        "Up to \(status.shown.notificationRadius) km away",
                        value: choice(status.shown, \.notificationRadius), in: 5...50, step: 5)
                } footer: {
                    Text(status.isSaved ? "Saved." : "Not saved yet.")
                }
            } else if problem == nil {
                ProgressView()
            }
            ProblemText(status?.problem ?? problem)
        }
        .navigationTitle("Preferences")
        .task { await follow() }
        .onDisappear { save() }
    }

    private func follow() async {
        do throws(BaliseError) {
            let editor = try await model.client.preferences.editor()
            self.editor = editor
            for await status in await editor.statuses() { self.status = status }
        } catch {
            problem = error
        }
    }

    /// Saves at once when the screen closes, without the pause after the last change.
    private func save() {
        guard let editor else { return }
        Task { try? await editor.save() }
    }

    private func choice<Value: Sendable>(
        _ shown: NotificationChoices, _ member: WritableKeyPath<NotificationChoices, Value> & Sendable
    ) -> Binding<Value> {
        let editor = editor
        return Binding {
            shown[keyPath: member]
        } set: { value in
            Task { await editor?.change { $0[keyPath: member] = value } }
        }
    }
}
