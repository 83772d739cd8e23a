// Which kinds of credentials open what.

import Models

/// The kinds of credentials of people, as far as they open different things.
struct AcceptedCredentials: OptionSet, Sendable {
    let rawValue: Int

    /// A session by its secret or by its access token.
    static let session = AcceptedCredentials(rawValue: 1)
    /// A token of an identity provider.
    static let identity = AcceptedCredentials(rawValue: 2)
    /// A token that was made by exchange, for a web view: it lies where other scripts may run.
    static let exchanged = AcceptedCredentials(rawValue: 4)
    /// A session of the Appwrite account API that somebody has signed in to, by its secret or by its token.
    fileprivate static let namedOfAppwrite = AcceptedCredentials(rawValue: 8)
    /// The same of nobody in particular.
    static let anonymous = AcceptedCredentials(rawValue: 16)

    /// What opens the Appwrite account API.
    static let appwrite: AcceptedCredentials = [.namedOfAppwrite, .anonymous]
    /// What opens the API of the apps.
    static let api: AcceptedCredentials = [.session, .identity]
    /// What opens the API of the Ecovelo web app.
    static let ecovelo: AcceptedCredentials = [.session, .identity, .exchanged]

    /// Throws for a person whose credential opens something else.
    func check(_ principal: Principal) throws(EdgeError) {
        guard !contains(principal.kind) else { return }
        // It is a credential, and its program should know where it counts.
        if principal.kind == .exchanged {
            throw EdgeError(.forbidden, "an exchanged token is only valid for the Ecovelo API")
        }
        throw .refused(.invalidToken)
    }
}

extension Principal {
    /// Of which kind the credential is. For people only.
    fileprivate var kind: AcceptedCredentials {
        if token != nil { return .exchanged }
        if signInMethod == .anonymous { return .anonymous }
        if signInMethod?.isOfAppwrite == true { return .namedOfAppwrite }
        return signInMethod == .issuer ? .identity : .session
    }
}
