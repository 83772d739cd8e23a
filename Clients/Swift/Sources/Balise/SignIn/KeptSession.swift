package import BaliseValues
import Foundation

struct KeptSession: Codable, Hashable, Sendable {
    /// The account's id; nil if the server did not send it.
    var account: String?
    var token: SecretText
    /// The refresh token; nil if `token` itself refreshes the session.
    var refreshToken: SecretText?
    /// When `token` expires, by this device's clock.
    var expiresAt: Date?
    /// The id of the Apple user who signed in, to check the sign-in's validity at Apple; nil for other methods.
    var appleUser: String?
}

extension KeptSession {
    /// Reads a stored session; nil if the data is no session.
    init?(kept data: Data) {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        guard let session = try? decoder.decode(KeptSession.self, from: data), !session.token.value.isEmpty else {
            return nil
        }
        self = session
    }

    func kept() throws(BaliseError) -> Data {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        do { return try encoder.encode(self) } catch {
            throw .storage("the session cannot be put into a form to be kept")
        }
    }
}

/// A session that uses the token of a host app's identity provider.
package struct IssuedSession: Sendable {
    var credential: Credential
    /// Returns a new token when the current token has expired; nil if the host app supplies new tokens unasked.
    let renew: (@Sendable () async -> Credential?)?

    package init(_ credential: Credential, renew: (@Sendable () async -> Credential?)? = nil) {
        (self.credential, self.renew) = (credential, renew)
    }
}

/// Keeps the token of a host app's identity provider where another part of the app reads it.
package protocol IssuedTokenStore: Sendable {
    /// Replaces the kept token, at each start of the app and with each new token.
    func overwrite(with credential: Credential)
    func clear()
}

/// A credential of the current session.
package struct Credential: Hashable, Sendable {
    package var token: SecretText
    package var program: String?
    /// The number of the user's session: a call that was made for one user is not repeated for another.
    var person = 0

    package init(token: SecretText, program: String? = nil) { (self.token, self.program) = (token, program) }

    func of(_ person: Int) -> Credential {
        var credential = self
        credential.person = person
        return credential
    }

    var headers: [String: String] {
        var headers = ["Authorization": "Bearer \(token.value)"]
        headers["program"] = program
        return headers
    }
}
