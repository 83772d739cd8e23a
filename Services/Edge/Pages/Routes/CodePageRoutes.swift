import HTTPTypes
import Models

private let template = PageTemplate(file: "code.html")
private let secondStep = PageTemplate(file: "code-second-step.html")

/// The purpose of a mailed code. The raw value is the kind of the message.
private enum CodeUse: String {
    case signIn = "sign-in-code"
    case verification = "email-verification"
    case change = "email-change"
}

/// Shows the page of a code. This does not use up the code, because mail scanners follow links, too.
func showCodePage(_ call: PageCall) async throws(EdgeError) -> Answer {
    let query = Query(call.request.query)
    guard let shown = ShownCode(kind: query.text("kind"), code: query.text("token"), address: query.text("address"))
    else { return call.codeLinkOver }
    let proof = base64URL(call.api.random(16))
    return call.codePage(shown, proof).with(call.formCookie(proof))
}

func takeCodeForm(_ call: PageCall) async throws(EdgeError) -> Answer {
    let form = try call.form()
    guard let proof = call.proof(of: form) else { return call.codeLinkOver }
    if let ticket = form.text("ticket") {
        return try await call.takeSecondStep(SecretText(ticket), form.text("step") ?? "", proof)
    }
    guard
        let shown = ShownCode(
            kind: form.text("kind"), code: form.text("code"), address: form.text("address"),
            cancelsErasure: form.text("cancel") != nil)
    else { return call.codeLinkOver }
    switch shown.use {
    case .signIn: return try await call.signIn(shown, proof)
    case .verification: return try await call.confirm(.verification, shown, proof, done: "emailIsConfirmed")
    case .change: return try await call.confirm(.change, shown, proof, done: "emailIsChanged")
    }
}

private struct ShownCode {
    let use: CodeUse
    let code: String
    /// The address of a sign-in code. The code is valid only together with it.
    let address: String?
    var cancelsErasure = false

    /// Reads the link of a mail. Returns nil for values that no mail contains.
    init?(kind: String?, code: String?, address: String?, cancelsErasure: Bool = false) {
        guard let use = kind.flatMap(CodeUse.init(rawValue:)), let code, use != .signIn || address != nil else {
            return nil
        }
        (self.use, self.code, self.address, self.cancelsErasure) = (use, code, address, cancelsErasure)
    }
}

extension PageCall {
    fileprivate func signIn(_ shown: ShownCode, _ proof: String) async throws(EdgeError) -> Answer {
        let message = SignInWithEmailCode(
            email: Personal(shown.address ?? ""), emailCode: SecretText(shown.code), kind: .rotating,
            isRemembered: false, cancelsErasure: shown.cancelsErasure ? true : nil)
        do throws(EdgeError) { return try enter(try await api.sendPassword(message)) } catch {
            switch error.code {
            case .secondStepNeeded: return secondStepPage(error.ticket ?? SecretText(""), proof)
            case .codeMismatch, .codeExpired, .invalidRequest: return codePage(shown, proof, error)
            case .erasurePending where !shown.cancelsErasure: return codePage(shown, proof, offersCancelling: true)
            case .erasurePending: return signInNotice("erasureTooLate")
            default: throw error
            }
        }
    }

    fileprivate func takeSecondStep(
        _ ticket: SecretText, _ code: String, _ proof: String
    ) async throws(EdgeError) -> Answer {
        // The codes of authenticator apps contain only digits, possibly of another script.
        let isOfApp = !code.contains(where: \.isLetter)
        let message = TakeSecondStep(
            ticket: ticket, shownCode: isOfApp ? SecretText(code) : nil, recoveryCode: isOfApp ? nil : SecretText(code))
        do throws(EdgeError) { return try enter(try await api.sendPassword(message)) } catch {
            switch error.code {
            case .codeMismatch, .invalidRequest: return secondStepPage(ticket, proof, error)
            // The ticket has expired, and the mailed code is used up.
            case .invalidToken, .wrongCredentials: return signInNotice("codeLinkOver")
            default: throw error
            }
        }
    }

    /// Confirms an address. A browser without the page's session confirms nothing, because the account may belong to a
    /// stranger who used the address.
    fileprivate func confirm(
        _ purpose: RequestEmailCode.Purpose, _ shown: ShownCode, _ proof: String, done text: String
    ) async throws(EdgeError) -> Answer {
        guard let caller = try await formCaller() else {
            return pages.notice(
                texts["codeNeedsSession"].replacing("{code}", with: shown.code), title: "emailTitle", texts,
                status: .badRequest)
        }
        do throws(EdgeError) {
            _ = try await api.confirmEmail(purpose, SecretText(shown.code), caller)
        } catch {
            guard [.codeMismatch, .codeExpired, .invalidRequest].contains(error.code) else { throw error }
            return codePage(shown, proof, error)
        }
        return pages.notice(texts[text], title: "emailTitle", texts).with(formCookieClearing)
    }

    func enter(_ reply: SignedIn, to path: String = PagesAPI.root) throws(EdgeError) -> Answer {
        Answer.redirecting(to: SecretText(path)).with(try sessionCookie(reply), formCookieClearing)
    }

    private var formCookieClearing: HTTPField { BrowserCookie.pageForm.clearing(isSecure: request.headers.isSecure) }

    fileprivate func codePage(
        _ shown: ShownCode, _ proof: String, _ error: EdgeError? = nil, offersCancelling: Bool = false
    ) -> Answer {
        let isSignIn = shown.use == .signIn
        let address = PageValue.text(shown.address ?? "").html
        let receiver =
            #"<input type="hidden" name="address" value="\#(address)">"# + "\n<p><bdi>\(address)</bdi></p>"
        let what =
            offersCancelling ? "erasurePendingWhat" : isSignIn ? "signInByCodeWhat" : "confirmByCodeWhat"
        return pages.page(
            template, title: isSignIn ? "signIn" : "emailTitle", texts,
            status: error == nil && !offersCancelling ? .ok : .badRequest,
            [
                "heading": .text(texts[isSignIn ? "signIn" : "emailTitle"]), "what": .text(texts[what]),
                "action": .text(texts[isSignIn ? "signIn" : "confirmEmail"]), "kind": .text(shown.use.rawValue),
                "code": .text(shown.code), "proof": .text(proof), "alert": pages.alert(error, texts),
                "receiver": .markup(shown.address == nil ? "" : receiver),
                "cancels": takingBackField(isOffered: offersCancelling),
            ])
    }

    func secondStepPage(_ ticket: SecretText, _ proof: String, _ error: EdgeError? = nil) -> Answer {
        pages.page(
            secondStep, title: "signIn", texts, status: error == nil ? .ok : .badRequest,
            ["ticket": .text(ticket.value), "proof": .text(proof), "alert": pages.alert(error, texts)])
    }

    fileprivate var codeLinkOver: Answer { signInNotice("codeLinkOver") }
}
