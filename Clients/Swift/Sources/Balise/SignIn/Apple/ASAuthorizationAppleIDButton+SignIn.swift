#if canImport(AuthenticationServices) && canImport(UIKit) && !os(tvOS) && !os(watchOS)
    public import AuthenticationServices
    public import BaliseAPI
    import UIKit

    extension ASAuthorizationAppleIDButton {
        /// Creates Apple's button, which signs in when it is tapped.
        /// - Parameter onResult: Called with the user or the failure. It is not called when the user cancels.
        public convenience init(
            _ apple: AppleSignIn, type: ButtonType = .signIn, style: Style = .black,
            onResult: @escaping @MainActor (Result<BaliseUser, BaliseError>) -> Void
        ) {
            self.init(authorizationButtonType: type, authorizationButtonStyle: style)
            let action = UIAction { _ in
                Task { @MainActor in
                    do throws(BaliseError) {
                        if let user = try await apple.signIn() { onResult(.success(user)) }
                    } catch {
                        onResult(.failure(error))
                    }
                }
            }
            addAction(action, for: .touchUpInside)
        }
    }
#endif
