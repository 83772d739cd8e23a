#if canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
    public import AuthenticationServices
    import BaliseAPI
    import Foundation

    /// Returns the window over which the system shows its sheet; nil when the app has no window at the moment.
    public typealias BalisePresentationAnchor = @MainActor @Sendable () -> ASPresentationAnchor?

    /// Shows the system's sheet once, for Sign in with Apple or a passkey.
    @MainActor
    final class SystemAuthorization: NSObject {
        /// The system's answer as plain values, which may leave the main thread.
        enum Answer: Sendable {
            case appleID(AppleIDAuthorization)
            case attestation(RegisterPasskeyRequest)
            case assertion(SignInWithPasskeyRequest)
        }

        /// The result of the sheet; nil when the user has cancelled.
        private typealias Outcome = Result<Answer?, BaliseError>

        private let controller: ASAuthorizationController
        private let anchor: ASPresentationAnchor
        private var continuation: CheckedContinuation<Outcome, Never>?

        private init(_ request: ASAuthorizationRequest, over anchor: ASPresentationAnchor) {
            controller = ASAuthorizationController(authorizationRequests: [request])
            self.anchor = anchor
            super.init()
            controller.delegate = self
            controller.presentationContextProvider = self
        }

        /// Shows the sheet.
        /// - Returns: Nil when the user has cancelled.
        static func answer(
            to request: ASAuthorizationRequest, over anchor: BalisePresentationAnchor, prompt: PasskeyPrompt = .sheet
        ) async throws(BaliseError) -> Answer? {
            guard let window = anchor() else { throw .system("there is no window to show a sheet over") }
            let run = SystemAuthorization(request, over: window)
            let outcome = await withTaskCancellationHandler {
                await run.perform(prompt)
            } onCancel: {
                Task { @MainActor in run.controller.cancel() }
            }
            guard !Task.isCancelled else { throw .cancelled }
            return try outcome.get()
        }

        private func perform(_ prompt: PasskeyPrompt) async -> Outcome {
            await withCheckedContinuation { continuation in
                self.continuation = continuation
                switch prompt {
                #if os(iOS)
                    case .sheetIfAvailable:
                        controller.performRequests(options: .preferImmediatelyAvailableCredentials)
                    case .autoFill: controller.performAutoFillAssistedRequests()
                #endif
                default: controller.performRequests()
                }
            }
        }

        private func finish(_ outcome: Outcome) {
            continuation?.resume(returning: outcome)
            continuation = nil
        }
    }

    // These methods are `nonisolated`, so that they match the protocols whether or not Apple binds those to the main
    // actor. They copy the values out of the system's objects before anything leaves the thread.
    extension SystemAuthorization: ASAuthorizationControllerDelegate {
        nonisolated func authorizationController(
            controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
        ) {
            let outcome: Outcome
            if let answer = Answer(authorization.credential) {
                outcome = .success(answer)
            } else {
                outcome = .failure(.system("its answer lacks what was asked for"))
            }
            Task { @MainActor in finish(outcome) }
        }

        nonisolated func authorizationController(
            controller: ASAuthorizationController, didCompleteWithError error: any Error
        ) {
            let isCancelled = (error as? ASAuthorizationError)?.code == .canceled
            let outcome: Outcome =
                isCancelled ? .success(nil) : .failure(.system("\(error.localizedDescription) (\(error))"))
            Task { @MainActor in finish(outcome) }
        }
    }

    extension SystemAuthorization: ASAuthorizationControllerPresentationContextProviding {
        nonisolated func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor {
            // The system calls this on the main thread, which owns its windows.
            MainActor.assumeIsolated { anchor }
        }
    }

    extension SystemAuthorization.Answer {
        /// Reads a credential; nil for a credential of another kind, or without a required part.
        fileprivate init?(_ credential: any ASAuthorizationCredential) {
            switch credential {
            case let credential as ASAuthorizationAppleIDCredential:
                guard let authorization = AppleIDAuthorization(credential) else { return nil }
                self = .appleID(authorization)
            case let credential as ASAuthorizationPlatformPublicKeyCredentialRegistration:
                guard let attestationObject = credential.rawAttestationObject else { return nil }
                self = .attestation(
                    RegisterPasskeyRequest(
                        credentialID: credential.credentialID, clientData: credential.rawClientDataJSON,
                        attestationObject: attestationObject))
            case let credential as ASAuthorizationPlatformPublicKeyCredentialAssertion:
                // Apple declares these members as non-optional, but does not guarantee it.
                let parts: (Data?, Data?, Data?) = (
                    credential.rawAuthenticatorData, credential.signature, credential.userID
                )
                guard case (let authenticatorData?, let signature?, let userID?) = parts else { return nil }
                self = .assertion(
                    SignInWithPasskeyRequest(
                        credentialID: credential.credentialID, clientData: credential.rawClientDataJSON,
                        authenticatorData: authenticatorData, signature: signature, userID: userID))
            default: return nil
            }
        }
    }
#endif
