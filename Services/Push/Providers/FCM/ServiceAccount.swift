import CryptoExtras
import Foundation
import Models
import ServiceRuntime

struct ServiceAccount: Sendable {
    static let scope = "https://www.googleapis.com/auth/firebase.messaging"
    /// The lifetime of an assertion in seconds, which is Google's maximum.
    static let lifetime: Int64 = 3600

    let project: String
    let tokenURL: URL
    private let email: String
    private let keyID: String
    private let key: _RSA.Signing.PrivateKey

    private static func unreadable(_ what: String) -> UnreadableCredential {
        UnreadableCredential(
            description: "push.fcm.serviceAccount \(what); give the JSON file of the service account as Google has it")
    }

    init(json: String) throws(UnreadableCredential) {
        guard let file = try? JSONDecoder().decode(File.self, from: Data(json.utf8)) else {
            throw Self.unreadable("lacks project_id, private_key_id, private_key, client_email or token_uri")
        }
        guard let key = try? _RSA.Signing.PrivateKey(pemRepresentation: file.private_key) else {
            throw Self.unreadable("has a private_key that is no RSA key in PEM")
        }
        guard let url = URL(string: file.token_uri), ["http", "https"].contains(url.scheme ?? ""), url.host != nil,
            url.hasPossiblePort
        else { throw Self.unreadable("has a token_uri that is no address") }
        let isName = file.project_id.utf8.allSatisfy { byte in
            byte.isASCIILowercase || byte.isASCIIDigit || "-:.".utf8.contains(byte)
        }
        guard isName, !file.project_id.isEmpty else { throw Self.unreadable("has a project_id that is none") }
        self.key = key
        project = file.project_id
        tokenURL = url
        email = file.client_email
        keyID = file.private_key_id
    }

    /// Returns a signed assertion (RFC 7523, section 2.1): a JWT by RS256.
    func assertion(at now: UnixTime) throws -> SecretText {
        let seconds = now.rawValue / 1000
        let claims = Claims(
            aud: tokenURL.absoluteString, exp: seconds + ServiceAccount.lifetime, iat: seconds, iss: email,
            scope: ServiceAccount.scope)
        let header = try jwtPart(["alg": "RS256", "kid": keyID, "typ": "JWT"])
        let body = "\(header).\(try jwtPart(claims))"
        let signature = try key.signature(for: Data(body.utf8), padding: .insecurePKCS1v1_5)
        return SecretText("\(body).\(base64URL(signature.rawRepresentation))")
    }

    private struct File: Decodable {
        let project_id: String
        let private_key_id: String
        let private_key: String
        let client_email: String
        let token_uri: String
    }

    private struct Claims: Encodable {
        let aud: String
        let exp: Int64
        let iat: Int64
        let iss: String
        let scope: String
    }
}
