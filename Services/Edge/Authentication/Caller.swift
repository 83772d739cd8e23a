// Who a request turned out to come from.

import Models

/// A signed-in person, and the session through which they call.
struct Caller: Sendable {
    let account: AccountID
    let session: SessionID
    let principal: Principal
    /// What they have shown, for the service that judges it by itself.
    let shown: ShownCredential
    /// For which program (tenant) they call; nil when the credential is tied to none in particular, or to several of
    /// which none was named.
    let program: String?

    /// Nil for a principal that is no session.
    ///
    /// Throws 403 when the credential does not speak for the program that the request names, or for none at all.
    /// - Parameters:
    ///   - shown: What they have shown.
    ///   - named: The program that the request names. It counts only where the credential is tied to
    ///     programs.
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
    /// The caller is known, and may not use the program.
    fileprivate static func programRefused(_ message: String) -> EdgeError {
        EdgeError(.forbidden, message).keyed(.programNotFound, where: .forbidden)
    }
}
