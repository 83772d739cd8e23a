import BaliseAPI
import HTTPTypes
import Models

/// Shows the security page, which does with forms what the account page does with a script.
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
        // The page shows errors that the user can fix. A failure of the server has a page of its own.
        guard error.status.kind == .clientError, error.code != .rateLimited else { throw error }
        page.error = error
    }
    return try await call.securityPage(of: caller, page)
}

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
    /// Returns the caller of a page, or of a form whose random text was checked; nil if no user is signed in.
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

    private func proof(in form: Query, of caller: Caller) throws(EdgeError) -> PersonProof {
        let password = form.text("password").flatMap { $0.isEmpty ? nil : SecretText($0) }
        return try api.proof(password.map { IdentityProof.password($0) } ?? .recentSignIn, of: caller)
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

    func securityPage(of caller: Caller, _ page: SecurityPage = SecurityPage()) async throws(EdgeError) -> Answer {
        let step = try await api.send(GetSecondStep(account: caller.account))
        let profile = try await api.profile(of: caller.account)
        let proof = base64URL(api.random(16))
        return pages.page(
            template, title: "securityTitle", texts, status: page.error?.statusOfPage ?? .ok,
            [
                "alert": page.error == nil ? said(page.done) : pages.alert(page.error, texts),
                "secondStepForms": .markup(stepForms(step, page, proof)),
                "emailForms": .markup(emailForms(profile, page, proof)),
            ]
        ).with(formCookie(proof))
    }

    func securitySignInPage(_ error: EdgeError? = nil, offersCancelling: Bool = false) -> Answer {
        let proof = base64URL(api.random(16))
        return pages.page(
            signInTemplate, title: "signIn", texts, status: error == nil ? .ok : .badRequest,
            [
                "proof": .text(proof), "alert": pages.alert(error, texts),
                "cancels": takingBackField(isOffered: offersCancelling), "providers": .markup(providerLinks),
            ]
        ).with(formCookie(proof))
    }

    private func stepForms(_ step: SecondStepStatus, _ page: SecurityPage, _ proof: String) -> String {
        var parts: [String] = []
        if !page.recoveryCodes.isEmpty {
            let codes = page.recoveryCodes.map { "<li><code>\(PageValue.text($0.value).html)</code></li>" }
            parts.append(
                "<h3>\(text("recoveryCodes"))</h3>\n<p>\(text("recoveryCodesWhat"))</p>\n<ul>\(codes.joined())</ul>")
        }
        guard step.confirmedAt == nil else {
            parts.append("<p>\(pair("recoveryCodesLeft", String(step.recoveryCodesLeft)))</p>")
            for (action, button) in [
                (SecurityAction.renewCodes, "renewCodes"), (.removeSecondStep, "removeSecondStep"),
            ] {
                parts.append(form(action, button, proof, passwordField("\(action.rawValue)-proof")))
            }
            return parts.joined(separator: "\n")
        }
        if let enrolment = page.enrolment {
            parts.append(
                setUp.html(
                    texts,
                    [
                        "link": .text(enrolment.uri.value), "key": .text(enrolment.secret.value),
                        "picture": .markup(enrolment.uri.qrCode.map(picture) ?? ""),
                    ]))
        } else {
            parts.append(form(.beginSecondStep, "setUpSecondStep", proof))
        }
        if page.enrolment != nil || page.waitsForApp {
            parts.append(form(.confirmSecondStep, "confirmSecondStep", proof, codeField("app-code", "totpCode")))
        }
        return parts.joined(separator: "\n")
    }

    private func emailForms(_ profile: AccountProfile, _ page: SecurityPage, _ proof: String) -> String {
        guard let email = profile.names.email?.value else { return "<p>\(text("none"))</p>" }
        let isConfirmed = profile.emailVerifiedAt != nil
        var parts = [
            """
            <p><bdi>\(PageValue.text(email).html)</bdi><br>\(pair("emailConfirmed", texts[isConfirmed ? "yes" : "no"]))</p>
            """
        ]
        if !isConfirmed {
            if page.waitsForMail {
                parts.append(form(.confirmEmail, "confirmEmail", proof, codeField("mail-code", "emailCode")))
            }
            parts.append(form(.sendEmailCode, "sendEmailCode", proof))
        }
        return parts.joined(separator: "\n")
    }

    private func picture(_ code: SecretText) -> String {
        #"<div class="qr-code" role="img" aria-label="\#(text("totpPicture"))">\#(code.value)</div>"#
    }

    private func form(_ action: SecurityAction, _ button: String, _ proof: String, _ field: String = "") -> String {
        formTemplate.html(
            texts,
            [
                "action": .text(action.rawValue), "proof": .text(proof), "field": .markup(field),
                "button": .text(texts[button]),
            ])
    }

    private func codeField(_ id: String, _ label: String) -> String {
        #"<label for="\#(id)">\#(text(label))</label><input id="\#(id)" name="code" inputmode="numeric" "#
            + #"autocomplete="one-time-code" spellcheck="false" maxlength="32" required>"#
    }

    private func passwordField(_ id: String) -> String {
        #"<label for="\#(id)">\#(text("eraseProof"))</label><input id="\#(id)" name="password" type="password" "#
            + #"autocomplete="current-password" aria-describedby="\#(id)-note">"#
            + #"<p id="\#(id)-note" class="note">\#(text("eraseProofNote"))</p>"#
    }

    private func said(_ done: String?) -> PageValue {
        .markup(done.map { #"<p class="alert done" role="status">\#(text($0))</p>"# } ?? "")
    }

    private func text(_ name: String) -> String { PageValue.text(texts[name]).html }

    /// A label and its value; languages differ in the space before the colon.
    private func pair(_ name: String, _ value: String) -> String {
        let text = texts["pair"].replacing("{label}", with: texts[name]).replacing("{value}", with: value)
        return PageValue.text(text).html
    }
}

private let template = PageTemplate(file: "security.html")
private let signInTemplate = PageTemplate(file: "security-sign-in.html")
private let setUp = PageTemplate(file: "security-set-up.html")
private let formTemplate = PageTemplate(file: "security-form.html")

struct SecurityPage {
    var enrolment: SecondStepEnrolment?
    var waitsForApp = false
    /// The new recovery codes, which are shown only once.
    var recoveryCodes: [SecretText] = []
    var waitsForMail = false
    var done: String?
    var error: EdgeError?
}
