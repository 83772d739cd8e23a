import Balise
import SwiftUI

struct SignInView: View {
    @Environment(ExampleModel.self) private var model
    @State private var login = ""
    @State private var password = ""

    var body: some View {
        Form {
            if case .signedOut(.ended) = model.session.state {
                Text("The session was ended from another device, or was not used for a long time.")
            }
            if case .signedOut(.appleCredentialGone) = model.session.state {
                Text("This app may no longer use your Apple Account. Sign in again to allow it.")
            }
            Section("With a password") {
                TextField("Name, address or phone number", text: $login)
                    .textContentType(.username)
                    .textInputAutocapitalization(.never)
                    .autocorrectionDisabled()
                SecureField("Password", text: $password)
                    .textContentType(.password)
                Button("Sign in", action: signIn)
                    .disabled(login.isEmpty || password.isEmpty || model.session.isBusy)
            }
            Section {
                BaliseAppleSignInButton(model.apple) { model.session.take($0) }
                    .frame(height: 44)
            } footer: {
                Text("The server learns neither your name nor your address.")
            }
            ProblemText(model.session.problem)
        }
        .navigationTitle("Sign in")
    }

    private func signIn() {
        let (login, secret) = (login, SecretText(password))
        password = ""
        Task { await model.session.signIn(login, password: secret) }
    }
}
