import BaliseAPI
import HTTPTypes
import Models

/// Does with forms what the account page does with a script.
func showSecurityPage(_ call: PageCall) async throws(EdgeError) -> Answer {
    guard let caller = try await call.formCaller() else { return call.securitySignInPage() }
    return try await call.securityPage(of: caller)
}

func takeSecurityForm(_ call: PageCall) async throws(EdgeError) -> Answer {
    let form = try call.form()
    guard let proof = call.proof(of: form) else { return call.formOver }
    let action = form.text("action").flatMap(SecurityAction.init(rawValue:))
    if action == .signIn { return try await call.signIn(form, proof) }
    guard let caller = try await call.formCaller() else { return call.securitySignInPage() }
    guard let action else { return call.formOver }
    var page = SecurityPage()
    do throws(EdgeError) { try await call.act(action, form, caller, &page) } catch {
        // The page shows errors that the user can fix; a server failure is a page of its own.
        guard error.status.kind == .clientError, error.code != .rateLimited else { throw error }
        page.error = error
    }
    return try await call.securityPage(of: caller, page)
}

/// The raw value is in the form.
enum SecurityAction: String {
    case signIn = "sign-in"
    case beginSecondStep = "begin-second-step"
    case confirmSecondStep = "confirm-second-step"
    case renewCodes = "renew-codes"
    case removeSecondStep = "remove-second-step"
    case sendEmailCode = "send-email-code"
    case confirmEmail = "confirm-email"
}

extension PageCall {
    /// For a page, or for a form whose random text was checked.
    func formCaller() async throws(EdgeError) -> Caller? {
        do throws(EdgeError) {
            return try await api.authenticator.caller(
                of: PageSession.authorizingForm(request), servesStale: false, accepting: .api)
        } catch {
            guard error.status == .unauthorized else { throw error }
            return nil
        }
    }

    fileprivate var formOver: Answer {
        pages.notice(
            texts["formOver"], title: "securityTitle", texts, status: .badRequest,
            then: (PagesAPI.root + PagesRoutes.security, "again"))
    }

    fileprivate func act(
        _ action: SecurityAction, _ form: Query, _ caller: Caller, _ page: inout SecurityPage
    ) async throws(EdgeError) {
        let (account, code) = (caller.account, SecretText(form.text("code") ?? ""))
        switch action {
        case .signIn: break
        case .beginSecondStep:
            try RecentSignIn.check(caller.principal, at: api.clock.now())
            page.enrolment = try await api.send(
                BeginTOTP(account: account, signedInAt: caller.principal.signedInAt, session: caller.session))
        case .confirmSecondStep:
            page.waitsForApp = true
            page.recoveryCodes = try await api.sendPassword(
                ConfirmTOTP(
                    account: account, signedInAt: caller.principal.signedInAt, shownCode: code, session: caller.session)
            ).recoveryCodes
            page.done = "secondStepAdded"
        case .renewCodes:
            let proof = try proof(in: form, of: caller)
            page.recoveryCodes = try await api.send(
                RenewRecoveryCodes(account: account), proving: proof, by: caller
            ).recoveryCodes
            page.done = "codesRenewed"
        case .removeSecondStep:
            let proof = try proof(in: form, of: caller)
            _ = try await api.send(RemoveTOTP(account: account), proving: proof, by: caller)
            page.done = "secondStepRemoved"
        case .sendEmailCode:
            try api.count(.emailCode)
            _ = try await api.send(RequestEmailCode(account: account, purpose: .verification))
            (page.waitsForMail, page.done) = (true, "emailCodeSent")
        case .confirmEmail:
            page.waitsForMail = true
            _ = try await api.confirmEmail(.verification, code, caller)
            page.done = "emailIsConfirmed"
        }
    }

    /// The password, or else a recent sign-in.
    private func proof(in form: Query, of caller: Caller) throws(EdgeError) -> PersonProof {
        let password = form.text("password").flatMap { $0.isEmpty ? nil : SecretText($0) }
        return try api.proof(RequestErasureRequest(password: password), of: caller)
    }

    fileprivate func signIn(_ form: Query, _ proof: String) async throws(EdgeError) -> Answer {
        let cancels = form.text("cancel") != nil
        let message = SignIn(
            login: Personal(form.text("login") ?? ""), password: SecretText(form.text("password") ?? ""),
            kind: .rotating, isRemembered: false, cancelsErasure: cancels ? true : nil)
        do throws(EdgeError) {
            return try enter(try await api.sendPassword(message), to: PagesAPI.root + PagesRoutes.security)
        } catch {
            switch error.code {
            case .secondStepNeeded: return secondStepPage(error.ticket ?? SecretText(""), proof)
            case .wrongCredentials, .accountGone, .invalidRequest: return securitySignInPage(error)
            case .erasurePending: return securitySignInPage(error, offersCancelling: !cancels)
            default: throw error
            }
        }
    }
}
