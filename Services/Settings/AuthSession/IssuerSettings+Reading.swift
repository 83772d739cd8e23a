import Foundation
import Models
public import ServiceRuntime

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

extension IssuerSettings {
    private static let group = "issuers"

    /// Reports conflicts between the sources.
    fileprivate static func readAll(_ reader: inout SettingsReader) -> [IssuerSettings] {
        let names = reader.names(under: group) { _ = IssuerSettings("<name>", &$0) }
        // The reference shows each key once, with a placeholder for the provider's name.
        if names.isEmpty { _ = IssuerSettings("<name>", &reader) }
        var issuers: [IssuerSettings] = []
        let apple = reader.earlier(AppleSettings.self).issuer
        var owners = [apple: "apple.issuer"]
        owners[reader.earlier(SessionSettings.self).issuer] = "sessions.issuer"
        for name in names {
            guard isName(name) else {
                reader.report(
                    "\(group).\(name): a provider's name has 1 to 32 lower-case letters, digits and hyphens, and begins "
                        + "with a letter.")
                continue
            }
            guard let issuer = IssuerSettings(name, &reader) else { continue }
            if issuer.issuer == apple, issuer.audiences.isEmpty {
                // Users sign in at Apple on its web page. Its tokens are not accepted as credentials.
                owners[apple] = nil
            }
            if let owner = owners[issuer.issuer] {
                reader.report("\(group).\(name).issuer: \(issuer.issuer) is the value of \(owner) already.")
            }
            owners[issuer.issuer] = "\(group).\(name).issuer"
            issuers.append(issuer)
        }
        return issuers
    }

    /// Nil if a required value is missing, which is reported.
    private init?(_ name: String, _ reader: inout SettingsReader) {
        let isReference = name == "<name>"
        let path = "\(IssuerSettings.group).\(name)"
        let problems = reader.problems.count
        let issuer = reader.readOptional(
            "\(path).issuer", .issuer, "The `iss` of the identity provider's tokens. Required.")
        let tenants = reader.read(
            "\(path).tenants", .words, default: [],
            "The tenants (`tid`) whose users may sign in, if the issuer contains `{tenantid}`. By default, all.")
        let audiences = reader.read(
            "\(path).audiences", .words, default: [],
            "The app's ids at the provider; the `aud` of its tokens must contain one of them. Required, unless its users only "
                + "sign in on its web page (clientId).")
        let algorithms = reader.read(
            "\(path).algorithms", .algorithms, default: Algorithm.allCases,
            "The allowed signature algorithms of its tokens.")
        let keysURL = reader.readOptional(
            "\(path).keysUrl", .webAddress("https://example.com/keys"), shownAs: "by discovery",
            "The address of its keys (a JSON Web Key Set), instead of discovery.")
        let discoveryURL = reader.readOptional(
            "\(path).discoveryUrl", .webAddress("https://example.com/.well-known/openid-configuration"),
            shownAs: "<issuer>/.well-known/openid-configuration",
            "The address of its discovery document, which names its keys.")
        let programs = reader.read(
            "\(path).programs", .words, default: [], "The programs (tenants) that its users may use.")
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
            "Whether its users need a verified phone number to get a token for a program.")
        let trustsSecondStep = reader.read(
            "\(path).trustsSecondStep", .flag, default: false,
            "Whether a sign-in there replaces the second step of an account. Set it only if the provider asks its "
                + "users for a second step itself.")
        let clientID = reader.readOptional(
            "\(path).clientId", .text,
            "This server's client id at the provider, to let users sign in on its web page. Without it they cannot.")
        let clientSecret = reader.readSecret(
            "\(path).clientSecret", length: 1...1024,
            "The provider's secret for clientId. Without it, only PKCE protects the sign-in.")
        let scopes = reader.read(
            "\(path).scopes", .words, default: ["email"],
            "The scopes to ask for when users sign in on its web page, in addition to `openid`.")
        let responseMode: ResponseMode? = reader.readOptional(
            "\(path).responseMode", .word, shownAs: "form_post at Apple for name or email, else query",
            "How the provider sends its answer: in the address or in a form.")
        let allowsHTTP = reader.read(
            "\(path).allowHttp", .flag, default: false,
            "Whether its addresses may begin with http:// at names with a dot too. Allow it only on a network that is safe without TLS."
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

    /// OpenID Connect Discovery 1.0, section 4.
    private static func discovery(of issuer: String) -> URL? {
        URL(string: (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer) + "/.well-known/openid-configuration")
    }

    private static func isName(_ text: String) -> Bool {
        guard (1...32).contains(text.utf8.count), ("a"..."z").contains(text.prefix(1)) else { return false }
        return text.utf8.allSatisfy { $0.isASCIILowercase || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
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
    /// OpenID Connect Core 1.0, section 2. It is not normalized: tokens repeat it exactly.
    fileprivate static let issuer = ValueForm.single(
        "issuer", allowed: "an address such as https://id.example.com, without query and fragment",
        read: { (text) throws(InvalidValue) in
            guard let parts = URLComponents(string: text), ["http", "https"].contains(parts.scheme ?? ""),
                let host = parts.host, !host.isEmpty, parts.query == nil, parts.fragment == nil, parts.user == nil
            else { throw InvalidValue("is not an issuer") }
            return text
        }, write: { $0 })
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
