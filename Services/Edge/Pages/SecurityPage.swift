import HTTPTypes
import Models

private let template = PageTemplate(file: "security.html")
private let signInTemplate = PageTemplate(file: "security-sign-in.html")
private let setUp = PageTemplate(file: "security-set-up.html")
private let formTemplate = PageTemplate(file: "security-form.html")

struct SecurityPage {
    var enrolment: SecondStepEnrolment?
    var waitsForApp = false
    /// Shown only this once.
    var recoveryCodes: [SecretText] = []
    var waitsForMail = false
    var done: String?
    var error: EdgeError?
}

extension PageCall {
    func securityPage(
        of caller: Caller, _ page: SecurityPage = SecurityPage()
    ) async throws(EdgeError) -> Answer {
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
            parts.append("<p>\(text("recoveryCodesLeft")): \(step.recoveryCodesLeft)</p>")
            for (action, button) in [
                (SecurityAction.renewCodes, "renewCodes"), (.removeSecondStep, "removeSecondStep"),
            ] {
                parts.append(form(action, button, proof, passwordField("\(action.rawValue)-proof")))
            }
            return parts.joined(separator: "\n")
        }
        if let enrolment = page.enrolment {
            parts.append(
                setUp.html(texts, ["link": .text(enrolment.uri.value), "key": .text(enrolment.secret.value)]))
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
            <p><bdi>\(PageValue.text(email).html)</bdi><br>\(text("emailConfirmed")): \(text(isConfirmed ? "yes" : "no"))</p>
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

    // MARK: Parts

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
}
