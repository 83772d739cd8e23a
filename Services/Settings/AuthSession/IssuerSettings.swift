public import Foundation
public import ServiceRuntime

/// An identity provider whose tokens are accepted, from the settings under `issuers.<name>`.
public struct IssuerSettings: Sendable, Equatable {
    /// A signature algorithm (RFC 7518, section 3.1; RFC 8037, section 3.1). Each needs one type of key.
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
        case edDSA = "EdDSA"
    }

    /// How a provider's answer returns through the browser.
    public enum ResponseMode: String, Sendable, CaseIterable {
        /// In the address (OAuth 2.0 Multiple Response Type Encoding Practices, section 2.1).
        case query
        /// In a form that the browser posts (OAuth 2.0 Form Post Response Mode).
        case formPost = "form_post"
    }

    /// A key set (RFC 7517, section 5), or the document that names it (OpenID Connect Discovery 1.0, section 4).
    public enum Keys: Sendable, Equatable {
        case set(URL)
        case discovery(URL)
    }

    /// The names of the claims about the user; nil for claims that are ignored.
    public struct ClaimNames: Sendable, Equatable {
        public var email: String? = "email"
        public var firstName: String? = "given_name"
        public var lastName: String? = "family_name"
        public var phone: String? = "phone_number"
        /// A text or a list of texts: the programs that the token is valid for.
        public var program: String? = "program"

        /// The names of OpenID Connect Core 1.0, section 5.1.
        public init() {}
    }

    /// The client for sign-ins at the provider through this server (OpenID Connect Core 1.0, section 3.1).
    public struct SignIn: Sendable, Equatable {
        public var clientID: String
        /// Nil for a public client.
        public var clientSecret: Secret?
        public var scopes: [String]
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

    /// The operator's name for it, for logs, metrics and the sign-in address.
    public var name: String
    /// The `iss` of its tokens. If it contains `tenantPlace`, each tenant's id is inserted there.
    public var issuer: String
    /// Empty for all, and for an issuer without tenants.
    public var tenants: Set<String> = []
    /// A token must contain one of them to be a credential.
    public var audiences: [String]
    public var algorithms: [Algorithm]
    public var keys: Keys
    /// Tenants that its users may use.
    public var programs: [String]
    public var claims: ClaimNames
    /// Whether its users need a verified phone number for their actions in a program.
    public var requiresPhone: Bool
    /// Whether a sign-in there replaces both steps, if the account has a second one.
    public var trustsSecondStep: Bool
    /// Nil if its users do not sign in through this server.
    public var signIn: SignIn?

    /// The placeholder for the tenant's id in the issuer of Microsoft Entra; the claim `tid` contains the id.
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
