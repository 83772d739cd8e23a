import Models

struct Caller: Sendable {
    let account: AccountID
    let session: SessionID
    let principal: Principal
    let shown: ShownCredential
    /// Nil if the credential is tied to none, or to several and the request names none.
    let program: String?

    /// Nil for a principal that is no session. Throws 403 if the credential does not include the program that the request
    /// names, or includes none. `named` matters only if the credential is tied to programs.
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
