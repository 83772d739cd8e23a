// What the app keeps of a session, and what its requests show of it.

import Foundation

/// The tokens of a session, as they are kept between two starts of the app.
struct KeptSession: Hashable, Sendable {
    /// The account, by its id; nil where the server did not say it.
    var account: String?
    /// What requests show.
    var token: SecretString
    /// What the next tokens are asked for with; nil where `token` itself serves for that.
    var refreshToken: SecretString?
    /// Until when `token` counts, by this device's clock.
    var expiresAt: Date?
    /// The Apple user who signed in, by whom the system is asked whether the sign-in still counts at Apple; nil for
    /// every other sign-in.
    var appleUser: String?
}

extension KeptSession {
    private struct Form: Codable {
        var account: String?
        var token: String
        var refreshToken: String?
        var expiresAt: Double?
        var appleUser: String?
    }

    /// The session as it was kept; nil for something else.
    init?(kept data: Data) {
        guard let form = try? JSONDecoder().decode(Form.self, from: data), !form.token.isEmpty else { return nil }
        self.init(
            account: form.account, token: SecretString(form.token),
            refreshToken: form.refreshToken.map(SecretString.init),
            expiresAt: form.expiresAt.map(Date.init(timeIntervalSince1970:)), appleUser: form.appleUser)
    }

    /// What is kept.
    func kept() throws(BaliseError) -> Data {
        let form = Form(
            account: account, token: token.value, refreshToken: refreshToken?.value,
            expiresAt: expiresAt?.timeIntervalSince1970, appleUser: appleUser)
        do {
            return try JSONEncoder().encode(form)
        } catch {
            throw .storage("the session cannot be put into a form to be kept")
        }
    }
}

/// A token of an identity provider, which the host app brings and renews.
struct IssuedSession: Sendable {
    var config: EcoveloConfig
    /// Gives another token when one is over; nil where the host brings the next of its own accord.
    let renew: (@Sendable () async -> EcoveloConfig?)?
}

/// What a request shows of who is signed in.
struct Credential: Hashable, Sendable {
    var token: SecretString
    var program: String?
    /// Counts whose session it is: what one person asked for is not asked for again as another.
    var person = 0

    var headers: [String: String] {
        var headers = ["Authorization": "Bearer \(token.value)"]
        headers["program"] = program
        return headers
    }
}
