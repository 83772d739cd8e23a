// Signatures as Apple documents them, without function; re-exports Foundation like Apple's module. The button for SwiftUI is in
// an overlay of both modules.

@_exported public import Foundation
public import SwiftUI
public import UIKit

public typealias ASPresentationAnchor = UIWindow

public protocol ASAuthorizationCredential: NSObjectProtocol {}

open class ASAuthorization: NSObject {
    public struct Scope: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
    }

    open var credential: any ASAuthorizationCredential { ASAuthorizationAppleIDCredential() }
}

public struct ASAuthorizationError: Error {
    public enum Code: Int, Sendable { case canceled = 1001 }

    public let code: Code
}

open class ASAuthorizationRequest: NSObject {}

open class ASAuthorizationController: NSObject {
    public struct RequestOptions: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let preferImmediatelyAvailableCredentials = RequestOptions(rawValue: 1)
    }

    public init(authorizationRequests: [ASAuthorizationRequest]) {}

    open weak var delegate: (any ASAuthorizationControllerDelegate)?
    open weak var presentationContextProvider: (any ASAuthorizationControllerPresentationContextProviding)?

    open func performRequests() {}
    open func performRequests(options: RequestOptions = []) {}
    open func performAutoFillAssistedRequests() {}
    open func cancel() {}
}

public protocol ASAuthorizationControllerDelegate: NSObjectProtocol {
    func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization)
    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error)
}

public protocol ASAuthorizationControllerPresentationContextProviding: NSObjectProtocol {
    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor
}

// Sign in with Apple

open class ASAuthorizationAppleIDRequest: ASAuthorizationRequest {
    open var requestedScopes: [ASAuthorization.Scope]?
    open var nonce: String?
}

open class ASAuthorizationAppleIDProvider: NSObject {
    public enum CredentialState: Int, Sendable { case revoked, authorized, notFound, transferred }

    public class var credentialRevokedNotification: NSNotification.Name { NSNotification.Name("") }

    open func createRequest() -> ASAuthorizationAppleIDRequest { ASAuthorizationAppleIDRequest() }
    open func credentialState(forUserID userID: String) async throws -> CredentialState { .notFound }
}

open class ASAuthorizationAppleIDCredential: NSObject, ASAuthorizationCredential {
    open var user: String { "" }
    open var identityToken: Data? { nil }
    open var authorizationCode: Data? { nil }
}

@MainActor
open class ASAuthorizationAppleIDButton: UIControl {
    public enum ButtonType: Int, Sendable { case signIn, `continue`, signUp }
    public enum Style: Int, Sendable { case white, whiteOutline, black }

    public init(authorizationButtonType type: ButtonType, authorizationButtonStyle style: Style) {
        super.init(frame: .zero)
    }
}

@MainActor @preconcurrency
public struct SignInWithAppleButton: View {
    public struct Label: Sendable {
        public static let signIn = Label()
        public static let signUp = Label()
        public static let `continue` = Label()
    }

    public init(
        _ label: Label = .signIn, onRequest: @escaping (ASAuthorizationAppleIDRequest) -> Void,
        onCompletion: @escaping ((Result<ASAuthorization, any Error>) -> Void)
    ) {}

    public var body: Never { fatalError("a stub") }
}

// Passkeys

public struct ASAuthorizationPublicKeyCredentialUserVerificationPreference: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let required = Self(rawValue: "required")
    public static let preferred = Self(rawValue: "preferred")
    public static let discouraged = Self(rawValue: "discouraged")
}

open class ASAuthorizationPlatformPublicKeyCredentialDescriptor: NSObject {
    public init(credentialID: Data) {}
}

open class ASAuthorizationPlatformPublicKeyCredentialProvider: NSObject {
    public init(relyingPartyIdentifier: String) {}

    open func createCredentialRegistrationRequest(
        challenge: Data, name: String, userID: Data
    ) -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest { .init() }

    open func createCredentialAssertionRequest(
        challenge: Data
    ) -> ASAuthorizationPlatformPublicKeyCredentialAssertionRequest { .init() }
}

open class ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest: ASAuthorizationRequest {
    open var displayName: String?
    open var userVerificationPreference = ASAuthorizationPublicKeyCredentialUserVerificationPreference.preferred
    open var excludedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor] = []
}

open class ASAuthorizationPlatformPublicKeyCredentialAssertionRequest: ASAuthorizationRequest {
    open var userVerificationPreference = ASAuthorizationPublicKeyCredentialUserVerificationPreference.preferred
}

open class ASAuthorizationPlatformPublicKeyCredentialRegistration: NSObject, ASAuthorizationCredential {
    open var credentialID: Data { Data() }
    open var rawClientDataJSON: Data { Data() }
    open var rawAttestationObject: Data? { nil }
}

open class ASAuthorizationPlatformPublicKeyCredentialAssertion: NSObject, ASAuthorizationCredential {
    open var credentialID: Data { Data() }
    open var rawClientDataJSON: Data { Data() }
    open var rawAuthenticatorData: Data! { nil }
    open var signature: Data! { nil }
    open var userID: Data! { nil }
}
