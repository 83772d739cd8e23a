// One run of the system's sheet for Sign in with Apple and passkeys.

#if canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
    public import AuthenticationServices
    import BaliseAPI
    import Foundation

    /// The window over which the system shows its sheet; nil when the app has none at the moment.
    public typealias BalisePresentationAnchor = @MainActor @Sendable () -> ASPresentationAnchor?

    /// Has the system ask the person once, and reads what it answers.
    @MainActor
    final class SystemAuthorization: NSObject {
        /// What the system answers, of which nothing belongs to the main thread any more.
        enum Answer: Sendable {
            case appleID(AppleIDAuthorization)
            case attestation(RegisterPasskeyRequest)
            case assertion(SignInWithPasskeyRequest)
        }

        /// How the run ends; nil when the person has cancelled.
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

        /// Asks the person.
        ///
        /// - Returns: Nil when the person has cancelled.
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
                case .sheet: controller.performRequests()
                case .sheetIfAvailable:
                    #if os(iOS)
                        controller.performRequests(options: .preferImmediatelyAvailableCredentials)
                    #else
                        controller.performRequests()
                    #endif
                case .autoFill:
                    #if os(iOS)
                        controller.performAutoFillAssistedRequests()
                    #else
                        controller.performRequests()
                    #endif
                }
            }
        }

        private func finish(_ outcome: Outcome) {
            continuation?.resume(returning: outcome)
            continuation = nil
        }
    }

    // Not isolated, so that these fit to the protocols whether Apple's declarations bind them to the main actor or not. What
    // the system gives is read before anything leaves its thread.
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
            // The system asks on the main thread, on which its windows are.
            MainActor.assumeIsolated { anchor }
        }
    }

    extension SystemAuthorization.Answer {
        /// Nil for a credential of another kind, and for one that lacks what it has to have.
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
                // Apple declares these as present, without a promise.
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
