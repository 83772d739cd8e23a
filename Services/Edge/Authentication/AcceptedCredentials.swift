import Models

struct AcceptedCredentials: OptionSet, Sendable {
    let rawValue: Int

    static let session = AcceptedCredentials(rawValue: 1)
    static let identity = AcceptedCredentials(rawValue: 2)
    /// An exchanged token for a web view, where other scripts may run.
    static let exchanged = AcceptedCredentials(rawValue: 4)
    /// A named user's session of the Appwrite account API, by its secret or by its token.
    fileprivate static let namedOfAppwrite = AcceptedCredentials(rawValue: 8)
    static let anonymous = AcceptedCredentials(rawValue: 16)

    static let appwrite: AcceptedCredentials = [.namedOfAppwrite, .anonymous]
    static let api: AcceptedCredentials = [.session, .identity]
    static let ecovelo: AcceptedCredentials = [.session, .identity, .exchanged]

    func check(_ principal: Principal) throws(EdgeError) {
        guard !contains(principal.kind) else { return }
        // The credential is valid, so the program should learn where it may use it.
        if principal.kind == .exchanged {
            throw EdgeError(.forbidden, "an exchanged token is only valid for the Ecovelo API")
        }
        throw .refused(.invalidToken)
    }
}

extension Principal {
    fileprivate var kind: AcceptedCredentials {
        if token != nil { return .exchanged }
        if signInMethod == .anonymous { return .anonymous }
        if signInMethod?.isOfAppwrite == true { return .namedOfAppwrite }
        return signInMethod == .issuer ? .identity : .session
    }
}
