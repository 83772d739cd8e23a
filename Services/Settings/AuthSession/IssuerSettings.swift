// Settings of the identity providers whose tokens count here.

public import Foundation
public import ServiceRuntime

/// An identity provider whose tokens count here, as the settings have it under `issuers.<name>`.
public struct IssuerSettings: Sendable, Equatable {
    /// A way of signing (RFC 7518, section 3.1; RFC 8037, section 3.1). Each goes with one type of key.
    public enum Algorithm: String, Sendable, CaseIterable {
        /// RSASSA-PKCS1-v1_5 with SHA-2.
        case rs256 = "RS256"
        case rs384 = "RS384"
        case rs512 = "RS512"
        /// RSASSA-PSS with SHA-2.
        case ps256 = "PS256"
        case ps384 = "PS384"
        case ps512 = "PS512"
        /// ECDSA with P-256 and SHA-256.
        case es256 = "ES256"
        /// ECDSA with P-384 and SHA-384.
        case es384 = "ES384"
        /// ECDSA with P-521 and SHA-512.
        case es512 = "ES512"
        /// EdDSA with Ed25519.
        case edDSA = "EdDSA"
    }

    /// How a provider's answer travels back with a person.
    public enum ResponseMode: String, Sendable, CaseIterable {
        /// In the address (OAuth 2.0 Multiple Response Type Encoding Practices, section 2.1).
        case query
        /// In a form that the browser posts (OAuth 2.0 Form Post Response Mode).
        case formPost = "form_post"
    }

    /// Where the keys are found.
    public enum Keys: Sendable, Equatable {
        /// In the key set at this address (RFC 7517, section 5).
        case set(URL)
        /// In the key set that the document at this address names (OpenID Connect Discovery 1.0, section 4).
        case discovery(URL)
    }

    /// The names of the claims that say something of the person; nil for one that is not to be read.
    public struct ClaimNames: Sendable, Equatable {
        public var email: String? = "email"
        public var firstName: String? = "given_name"
        public var lastName: String? = "family_name"
        public var phone: String? = "phone_number"
        /// A text or a list of texts: for which programs the token speaks.
        public var program: String? = "program"

        /// The names of OpenID Connect Core 1.0, section 5.1.
        public init() {}
    }

    /// With what people sign in there through this server (OpenID Connect Core 1.0, section 3.1).
    public struct SignIn: Sendable, Equatable {
        /// What the provider calls this server.
        public var clientID: String
        /// By which it knows this server; nil for a public client.
        public var clientSecret: Secret?
        /// What the person is asked to share, beside `openid`.
        public var scopes: [String]
        /// Where the document is that names the provider's addresses.
        public var discovery: URL
        public var responseMode: ResponseMode

        public init(
            clientID: String, clientSecret: Secret? = nil, scopes: [String] = ["email"], discovery: URL,
            responseMode: ResponseMode = .query
        ) {
            self.clientID = clientID
            self.clientSecret = clientSecret
            self.scopes = scopes
            self.discovery = discovery
            self.responseMode = responseMode
        }
    }

    /// What the operator calls it; for logs and metrics, and in the address at which people sign in there.
    public var name: String
    /// The `iss` of its tokens. Where `tenantPlace` stands in it, that of each tenant has the tenant's id there.
    public var issuer: String
    /// The tenants whose people are let in; all where there is none, or the issuer has no tenants.
    public var tenants: Set<String> = []
    /// Of which the `aud` of a token has to hold one that counts as a credential.
    public var audiences: [String]
    public var algorithms: [Algorithm]
    public var keys: Keys
    /// The programs (tenants) that its people may use.
    public var programs: [String]
    public var claims: ClaimNames
    /// Whether its people need a verified phone number for what they do for a program.
    public var requiresPhone: Bool
    /// Whether a sign-in there counts for both steps, where the account takes a second one.
    public var trustsSecondStep: Bool
    /// Nil where its people do not sign in through this server.
    public var signIn: SignIn?

    /// What stands in the issuer of Microsoft Entra for the id of a tenant, which the claim `tid` of a token says.
    public static let tenantPlace = "{tenantid}"

    public init(
        name: String, issuer: String, audiences: [String], algorithms: [Algorithm] = Algorithm.allCases, keys: Keys,
        programs: [String] = [], claims: ClaimNames = ClaimNames(), requiresPhone: Bool = false,
        trustsSecondStep: Bool = false, signIn: SignIn? = nil
    ) {
        self.name = name
        self.issuer = issuer
        self.audiences = audiences
        self.algorithms = algorithms
        self.keys = keys
        self.programs = programs
        self.claims = claims
        self.requiresPhone = requiresPhone
        self.trustsSecondStep = trustsSecondStep
        self.signIn = signIn
    }
}
