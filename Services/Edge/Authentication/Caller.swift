import Models

struct Caller: Sendable {
    let account: AccountID
    let session: SessionID
    let principal: Principal
    let shown: ShownCredential
    /// The program of the call. Nil if no program is configured, or if the request must name a program and does not.
    let program: String?

    /// Returns nil for a principal without a session. Throws 403 if the credential's list of programs is empty, or
    /// lacks the program that the request names. `named` matters only for credentials that are tied to programs.
    init?(_ principal: Principal, showing shown: ShownCredential, program named: String?) throws(EdgeError) {
        guard let account = principal.account, let session = principal.session else { return nil }
        self.account = account
        self.session = session
        self.principal = principal
        self.shown = shown
        guard let programs = principal.programs else {
            program = nil
            return
        }
        guard !programs.isEmpty else { throw .programRefused("this token is not valid for any program here") }
        if let named, !programs.contains(named) {
            throw .programRefused("this token is not valid for the program that the request names")
        }
        program = named ?? (programs.count == 1 ? programs[0] : nil)
    }
}

extension EdgeError {
    fileprivate static func programRefused(_ message: String) -> EdgeError {
        EdgeError(.forbidden, message).keyed(.programNotFound, where: .forbidden)
    }
}

struct AcceptedCredentials: OptionSet, Sendable {
    let rawValue: Int

    static let session = AcceptedCredentials(rawValue: 1)
    static let identity = AcceptedCredentials(rawValue: 2)
    /// The caller may show an exchanged token for a web view, where other scripts may run.
    static let exchanged = AcceptedCredentials(rawValue: 4)
    /// The caller may show a named user's session of the Appwrite account API, by its secret or by its token.
    fileprivate static let namedOfAppwrite = AcceptedCredentials(rawValue: 8)
    static let anonymous = AcceptedCredentials(rawValue: 16)

    static let appwrite: AcceptedCredentials = [.namedOfAppwrite, .anonymous]
    static let api: AcceptedCredentials = [.session, .identity]
    static let ecovelo: AcceptedCredentials = [.session, .identity, .exchanged]

    func check(_ principal: Principal) throws(EdgeError) {
        guard !contains(principal.kind) else { return }
        // The credential is valid, so the error tells the program where it may use it.
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
