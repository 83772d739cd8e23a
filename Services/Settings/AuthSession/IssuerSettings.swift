public import Foundation
import Models
public import ServiceRuntime

/// An identity provider whose tokens are accepted, from the settings under `issuers.<name>`.
public struct IssuerSettings: Sendable, Equatable {
    /// A signature algorithm (RFC 7518, section 3.1; RFC 8037, section 3.1). Each needs one type of key.
    public enum Algorithm: String, Sendable, CaseIterable {
        case rs256 = "RS256"
        case rs384 = "RS384"
        case rs512 = "RS512"
        case ps256 = "PS256"
        case ps384 = "PS384"
        case ps512 = "PS512"
        case es256 = "ES256"
        case es384 = "ES384"
        /// ECDSA with P-521 and SHA-512.
        case es512 = "ES512"
        case edDSA = "EdDSA"
    }

    /// How a provider's answer returns through the browser.
    public enum ResponseMode: String, Sendable, CaseIterable {
        /// The answer is in the address (OAuth 2.0 Multiple Response Type Encoding Practices, section 2.1).
        case query
        /// The answer is in a form that the browser posts (OAuth 2.0 Form Post Response Mode).
        case formPost = "form_post"
    }

    /// The source of the keys: a key set (RFC 7517, section 5), or the document that names its address (OpenID Connect
    /// Discovery 1.0, section 4).
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
        /// The claim with the programs that the token is valid for, a text or a list of texts; nil to read no claim.
        public var program: String? = "program"

        /// Takes the names of OpenID Connect Core 1.0, section 5.1.
        public init() {}
    }

    /// The client for sign-ins at the provider through this server (OpenID Connect Core 1.0, section 3.1).
    public struct SignIn: Sendable, Equatable {
        public var clientID: String
        /// The client's secret; nil for a public client.
        public var clientSecret: Secret?
        public var scopes: [String]
        public var discovery: URL
        public var responseMode: ResponseMode

        public init(
            clientID: String, clientSecret: Secret? = nil, scopes: [String] = ["email"], discovery: URL,
            responseMode: ResponseMode = .query
        ) {
            (self.clientID, self.clientSecret, self.scopes) = (clientID, clientSecret, scopes)
            (self.discovery, self.responseMode) = (discovery, responseMode)
        }
    }

    /// The operator's name for the provider, for logs, metrics and the sign-in address.
    public var name: String
    /// The `iss` of the provider's tokens. If it contains `tenantPlace`, each tenant's id is inserted there.
    public var issuer: String
    /// The tenants whose users may sign in; empty if all may sign in, and for an issuer without tenants.
    public var tenants: Set<String> = []
    /// A token is a credential only if it contains one of these audiences.
    public var audiences: [String]
    public var algorithms: [Algorithm]
    public var keys: Keys
    /// The programs that the provider's users may use.
    public var programs: [String]
    public var claims: ClaimNames
    /// Whether the provider's users need a verified phone number for their actions in a program.
    public var requiresPhone: Bool
    /// Whether a sign-in at the provider replaces both steps, if the account has a second step.
    public var trustsSecondStep: Bool
    /// The client for web sign-ins; nil if its users do not sign in through this server.
    public var signIn: SignIn?

    /// The placeholder for the tenant's id in the issuer of Microsoft Entra; the claim `tid` contains the id.
    public static let tenantPlace = "{tenantid}"

    public init(
        name: String, issuer: String, audiences: [String], algorithms: [Algorithm] = Algorithm.allCases, keys: Keys,
        programs: [String] = [], claims: ClaimNames = ClaimNames(), requiresPhone: Bool = false,
        trustsSecondStep: Bool = false, signIn: SignIn? = nil
    ) {
        (self.name, self.issuer, self.audiences) = (name, issuer, audiences)
        (self.algorithms, self.keys, self.programs) = (algorithms, keys, programs)
        (self.claims, self.requiresPhone) = (claims, requiresPhone)
        (self.trustsSecondStep, self.signIn) = (trustsSecondStep, signIn)
    }

    private static let group = "issuers"

    /// Reads all providers, and reports conflicts between the sources.
    fileprivate static func readAll(_ reader: inout SettingsReader) -> [IssuerSettings] {
        var issuers: [IssuerSettings] = []
        let apple = reader.earlier(AppleSettings.self).issuer
        var owners = [apple: "apple.issuer"]
        owners[reader.earlier(SessionSettings.self).issuer] = "sessions.issuer"
        reader.readGroups(under: group, of: "a provider", read: { IssuerSettings($0, &$1) }) { issuer, reader in
            if issuer.issuer == apple, issuer.audiences.isEmpty {
                // Users sign in at Apple through its web page. The tokens of Apple are not accepted as credentials.
                owners[apple] = nil
            }
            if let owner = owners[issuer.issuer] {
                reader.report("\(group).\(issuer.name).issuer: \(issuer.issuer) is the value of \(owner) already.")
            }
            owners[issuer.issuer] = "\(group).\(issuer.name).issuer"
            issuers.append(issuer)
        }
        return issuers
    }

    /// Reads a provider; nil if a required value is missing, which is reported.
    private init?(_ name: String, _ reader: inout SettingsReader) {
        let isReference = name == "<name>"
        let path = "\(IssuerSettings.group).\(name)"
        let problems = reader.problems.count
        let issuer = reader.readOptional(
            "\(path).issuer", .issuer, "The `iss` of the identity provider's tokens. Required.")
        let tenants = reader.read(
            "\(path).tenants", .words("a tenant's id"), default: [],
            "The tenants (`tid`) whose users may sign in, if the issuer contains `{tenantid}`. By default, all.")
        let audiences = reader.read(
            "\(path).audiences", .words("an audience such as com.example.app"), default: [],
            "The app's ids at the provider; the `aud` of the provider's tokens must contain one of them. Required, unless users "
                + "only sign in on the provider's web page (clientId).")
        let algorithms = reader.read(
            "\(path).algorithms", .algorithms, default: Algorithm.allCases,
            "The allowed signature algorithms of the provider's tokens.")
        let keysURL = reader.readOptional(
            "\(path).keysUrl", .webAddress("https://example.com/keys"), shownAs: "by discovery",
            "The address of the provider's keys (a JSON Web Key Set), instead of discovery.")
        let discoveryURL = reader.readOptional(
            "\(path).discoveryUrl", .webAddress("https://example.com/.well-known/openid-configuration"),
            shownAs: "<issuer>/.well-known/openid-configuration",
            "The address of the provider's discovery document, which names the keys.")
        let programs = reader.read(
            "\(path).programs", .words("a program's name"), default: [],
            "The programs (tenants) that the provider's users may use.")
        let standard = ClaimNames()
        var claims = ClaimNames()
        claims.email = reader.claim("\(path).claims.email", default: standard.email, "the e-mail address")
        claims.firstName = reader.claim("\(path).claims.firstName", default: standard.firstName, "the first name")
        claims.lastName = reader.claim("\(path).claims.lastName", default: standard.lastName, "the last name")
        claims.phone = reader.claim("\(path).claims.phone", default: standard.phone, "the phone number")
        claims.program = reader.claim(
            "\(path).claims.program", default: standard.program, "the program or programs that a token is for")
        let requiresPhone = reader.read(
            "\(path).requiresPhone", .flag, default: false,
            "Whether the provider's users need a verified phone number to get a token for a program.")
        let trustsSecondStep = reader.read(
            "\(path).trustsSecondStep", .flag, default: false,
            "Whether a sign-in at the provider replaces the second step of an account. Set it only if the provider asks "
                + "its users for a second step itself.")
        let clientID = reader.readOptional(
            "\(path).clientId", .text,
            "This server's client id at the provider. With it, users can sign in on the provider's web page.")
        let clientSecret = reader.readSecret(
            "\(path).clientSecret", length: 1...1024,
            "The provider's secret for clientId. Without it, only PKCE protects the sign-in.")
        let scopes = reader.read(
            "\(path).scopes", .words("a scope such as profile"), default: ["email"],
            "The scopes to ask for when users sign in on the provider's web page, in addition to `openid`.")
        let responseMode: ResponseMode? = reader.readOptional(
            "\(path).responseMode", .word, shownAs: "form_post at Apple for name or email, else query",
            "How the provider sends its answer: in the address or in a form.")
        let allowsHTTP = reader.read(
            "\(path).allowHttp", .flag, default: false,
            "Whether the provider's addresses may begin with http:// at names with a dot too. Allow it only on a network that is safe without TLS."
        )
        guard !isReference, reader.problems.count == problems else { return nil }
        if issuer == nil { reader.report("\(path).issuer is missing; set it to the `iss` of the provider's tokens.") }
        if clientSecret != nil, clientID == nil {
            reader.report("\(path).clientSecret is set without \(path).clientId; set both.")
        }
        let place = IssuerSettings.tenantPlace
        if let issuer, issuer.contains(place), discoveryURL == nil, keysURL == nil || clientID != nil {
            reader.report(
                "\(path).discoveryUrl is missing; an issuer with \(place) has no document of its own, so set it to "
                    + "that of all tenants, such as "
                    + "https://login.microsoftonline.com/organizations/v2.0/.well-known/openid-configuration.")
        }
        if !tenants.isEmpty, issuer?.contains(place) == false {
            reader.report("\(path).tenants is set, and \(path).issuer has no \(place); leave tenants out.")
        }
        if audiences.isEmpty, clientID == nil {
            reader.report("\(path).audiences is missing; set it to the `aud` of the provider's tokens.")
        }
        if keysURL != nil, discoveryURL != nil {
            reader.report("\(path).keysUrl and \(path).discoveryUrl are both set; only one may be.")
        }
        if !allowsHTTP {
            let addresses = [
                ("issuer", issuer.flatMap { URL(string: $0) }), ("keysUrl", keysURL), ("discoveryUrl", discoveryURL),
            ]
            for (key, address) in addresses {
                guard let address, !address.isSafeFromOthers else { continue }
                reader.report(
                    "\(path).\(key): \(address.absoluteString) is not encrypted, so an attacker on the network could sign in "
                        + "as any user; use https, or set \(path).allowHttp to true if the network is safe.")
            }
        }
        guard let issuer, reader.problems.count == problems,
            let discovery = discoveryURL ?? IssuerSettings.discovery(of: issuer)
        else { return nil }
        let keys = keysURL.map(Keys.set) ?? .discovery(discovery)
        // Apple sends names and addresses only in a form.
        let needsForm =
            issuer == reader.earlier(AppleSettings.self).issuer && !Set(scopes).isDisjoint(with: ["email", "name"])
        let signIn = clientID.map {
            SignIn(
                clientID: $0, clientSecret: clientSecret, scopes: scopes, discovery: discovery,
                responseMode: responseMode ?? (needsForm ? .formPost : .query))
        }
        self.init(
            name: name, issuer: issuer, audiences: audiences, algorithms: algorithms, keys: keys, programs: programs,
            claims: claims, requiresPhone: requiresPhone, trustsSecondStep: trustsSecondStep, signIn: signIn)
        self.tenants = Set(tenants)
    }

    /// Returns the address of the discovery document (OpenID Connect Discovery 1.0, section 4).
    private static func discovery(of issuer: String) -> URL? {
        URL(string: (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer) + "/.well-known/openid-configuration")
    }
}

struct IssuerList: SettingsSection {
    static let parts: [ServiceName: [String]] = [.authSession: ["issuers"], .edge: ["issuers"]]

    var issuers: [IssuerSettings]

    init(_ reader: inout SettingsReader) { issuers = IssuerSettings.readAll(&reader) }
}

extension SectionNames { var issuerList: IssuerList.Type { IssuerList.self } }

extension Settings {
    public var issuers: [IssuerSettings] {
        get { self.issuerList.issuers }
        set { self.issuerList.issuers = newValue }
    }
}

extension SettingsReader {
    fileprivate mutating func claim(_ name: String, default standard: String?, _ what: String) -> String? {
        read(name, .claim, default: standard, "The claim that holds \(what).")
    }
}

extension ValueForm where Value == String? {
    /// The name of a claim (RFC 7519, section 4), or `none`; in the file an empty text is the same.
    fileprivate static let claim = ValueForm(
        type: "claim", allowed: "the name of a claim, or none",
        read: { (pieces) throws(InvalidValue) in
            let text = pieces.joined(separator: ",")
            guard text.utf8.count <= 200 else { throw InvalidValue("is too long") }
            return text.isEmpty || text == "none" ? nil : text
        }, write: { $0 ?? "none" }, takesEmptyText: true)
}

extension ValueForm where Value == String {
    /// The issuer's name (OpenID Connect Core 1.0, section 2). It is not normalized, because tokens repeat it exactly.
    fileprivate static let issuer = ValueForm.plain(
        "issuer", allowed: "an address such as https://id.example.com, without query and fragment",
        refusal: "is not an issuer"
    ) { text in
        guard let parts = URLComponents(string: text), let host = parts.host else { return false }
        return ["http", "https"].contains(parts.scheme ?? "") && !host.isEmpty && parts.query == nil
            && parts.fragment == nil && parts.user == nil
    }
}

extension ValueForm where Value == [IssuerSettings.Algorithm] {
    fileprivate static let algorithms = {
        let words = IssuerSettings.Algorithm.allCases.map(\.rawValue).joined(separator: ", ")
        let list = ValueForm.list("words", of: "one of \(words)") {
            IssuerSettings.Algorithm(rawValue: $0)
        } write: {
            $0.rawValue
        }
        return ValueForm(
            type: list.type, allowed: "a list with commas, each one of \(words)",
            read: { (pieces) throws(InvalidValue) in
                let algorithms = try list.read(pieces)
                guard !algorithms.isEmpty else { throw InvalidValue("leaves no way to sign") }
                return algorithms
            }, write: list.write)
    }()
}
