#if canImport(AuthenticationServices) && canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
    public import AuthenticationServices
    public import BaliseAPI
    public import SwiftUI

    /// Apple's button, which signs in when it is tapped.
    ///
    ///     BaliseAppleSignInButton(apple) { result in … }
    ///         .frame(height: 44)
    ///
    /// SwiftUI itself shows the sheet over the button's window. The button does not use the authorizer of its
    /// `AppleSignIn`.
    public struct BaliseAppleSignInButton: View {
        private let apple: AppleSignIn
        private let label: SignInWithAppleButton.Label
        private let onResult: @MainActor (Result<BaliseUser, BaliseError>) -> Void
        @State private var nonce: AppleNonce?

        /// Creates a button.
        /// - Parameter onResult: Called with the user or the failure. It is not called when the user cancels.
        public init(
            _ apple: AppleSignIn, label: SignInWithAppleButton.Label = .signIn,
            onResult: @escaping @MainActor (Result<BaliseUser, BaliseError>) -> Void
        ) {
            (self.apple, self.label, self.onResult) = (apple, label, onResult)
        }

        /// The button that SwiftUI shows.
        public var body: some View {
            SignInWithAppleButton(label) { request in
                let nonce = apple.makeNonce()
                self.nonce = nonce
                request.prepareForBalise(hashedNonce: nonce.hashed)
            } onCompletion: { result in
                finish(result)
            }
        }

        private func finish(_ result: Result<ASAuthorization, any Error>) {
            let authorization: AppleIDAuthorization?
            switch result {
            case .success(let answer):
                authorization = (answer.credential as? ASAuthorizationAppleIDCredential)
                    .flatMap(AppleIDAuthorization.init)
            case .failure(let error):
                if (error as? ASAuthorizationError)?.code == .canceled { return }
                return onResult(.failure(.system("\(error.localizedDescription) (\(error))")))
            }
            guard let authorization, let nonce else {
                return onResult(.failure(.system("its answer lacks what was asked for")))
            }
            Task {
                do throws(BaliseError) {
                    onResult(.success(try await apple.signIn(with: authorization, nonce: nonce)))
                } catch {
                    onResult(.failure(error))
                }
            }
        }
    }
#endif
