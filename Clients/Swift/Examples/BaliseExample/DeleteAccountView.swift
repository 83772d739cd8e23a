import Balise
import SwiftUI

struct DeleteAccountView: View {
    @Environment(ExampleModel.self) private var model
    @State private var password = ""
    @State private var isAsking = false
    @State private var proof: IdentityProof?

    var body: some View {
        Form {
            Section {
                Text("Your account and all its data are erased for good. You cannot undo this.")
            } footer: {
                Text("This includes the places, visitors, lists and keys of the devices that are bound to the account.")
            }
            Section("Confirm that it is you") {
                SecureField("Password", text: $password).textContentType(.password)
                Button("Delete with the password", role: .destructive) { ask(.password(SecretText(password))) }
                    .disabled(password.isEmpty || model.account.isBusy)
                Button("Delete after signing in with Apple", role: .destructive, action: askApple)
                    .disabled(model.account.isBusy)
            }
            ProblemText(model.account.problem)
        }
        .navigationTitle("Delete my account")
        .confirmationDialog("Delete the account for good?", isPresented: $isAsking, titleVisibility: .visible) {
            Button("Delete everything", role: .destructive, action: erase)
        } message: {
            Text("You are signed out everywhere.")
        }
    }

    private func ask(_ proof: IdentityProof) {
        self.proof = proof
        isAsking = true
    }

    private func askApple() {
        Task {
            // If the user cancels, or the sheet cannot be shown, the account stays.
            if let proof = try? await model.apple.identityProof() { ask(proof) }
        }
    }

    private func erase() {
        guard let proof else { return }
        (self.proof, password) = (nil, "")
        Task { await model.account.erase(proof: proof) }
    }
}

struct ErasureView: View {
    @Environment(ExampleModel.self) private var model

    var body: some View {
        Form {
            if let status = model.account.erasureStatus {
                LabeledContent("Done in", value: status.confirmed.joined(separator: ", "))
                if !status.pending.isEmpty {
                    LabeledContent("Under way in", value: status.pending.joined(separator: ", "))
                }
                if let receipt = status.receipt {
                    Section {
                        Text(receipt).font(.footnote)
                    } footer: {
                        Text("The server has signed this receipt. Keep it as a proof.")
                    }
                }
            } else {
                ProgressView()
            }
            Button("Look again") { Task { await model.account.loadErasureStatus() } }
            Button("Done") { model.account.forgetErasure() }
            ProblemText(model.account.problem)
        }
        .navigationTitle("Your account was deleted")
        .task { await model.account.loadErasureStatus() }
    }
}
