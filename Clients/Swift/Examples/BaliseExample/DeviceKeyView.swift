import Balise
import SwiftUI

struct DeviceKeyView: View {
    @Environment(ExampleModel.self) private var model
    @State private var hasKey: Bool?
    @State private var isClaimed = false
    @State private var isAskingToProtect = false
    @State private var isAskingToReset = false
    @State private var problem: BaliseError?

    var body: some View {
        Form {
            Section {
                LabeledContent("Protected by a key", value: hasKey == true ? "yes" : "no")
                LabeledContent("Bound to your account", value: isClaimed ? "yes" : "no")
            } footer: {
                Text(
                    """
                    Without a key everybody who knows the id of this device can write in its name, and read where it is \
                    unless a list says who may.
                    """)
            }
            if hasKey == false && !isClaimed { Button("Protect this device") { isAskingToProtect = true } }
            if hasKey == true && !isClaimed {
                Button("Bind it to my account") { attempt { _ = try await $0.claim($1) } }
            }
            if isClaimed { Button("The key was lost: reset it", role: .destructive) { isAskingToReset = true } }
            ProblemText(problem)
        }
        .navigationTitle("DeviceKey")
        .task { await read() }
        .confirmationDialog("Protect this device?", isPresented: $isAskingToProtect, titleVisibility: .visible) {
            Button("Make a key") { attempt { try await $0.set(for: $1) } }
        } message: {
            Text(
                """
                The key is kept on this iPhone alone, and in no backup. If you lose it, you can no \
                longer send places of this device, choose who sees it, or delete its data. Bind the device to your \
                account afterwards; then you can reset the key.
                """)
        }
        .confirmationDialog("Reset the key?", isPresented: $isAskingToReset, titleVisibility: .visible) {
            Button("Reset the key", role: .destructive) { attempt { try await $0.reset($1) } }
        } message: {
            Text(
                "The old key counts no more: other apps that write in the name of this device have to be given the new one."
            )
        }
    }

    private func attempt(_ work: @escaping @Sendable (DeviceKeys, LocationDeviceID) async throws -> Void) {
        Task {
            do {
                try await work(model.client.locations.keys, model.device)
                problem = nil
            } catch {
                problem = error as? BaliseError
            }
            await read()
        }
    }

    private func read() async {
        let keys = model.client.locations.keys
        do throws(BaliseError) {
            hasKey = try await keys.key(for: model.device) != nil
            isClaimed = try await keys.claimed().contains { $0.device == model.device.text }
        } catch {
            problem = error
        }
    }
}
