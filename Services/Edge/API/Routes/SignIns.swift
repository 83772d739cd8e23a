import BaliseAPI
import HTTPTypes
import Models

/// Signs in. A `username` gets tokens that refresh, because its app refreshes them. An `email` gets one secret that is
/// valid as long as the session, because its app never refreshes.
func signIn(_ call: APICall) async throws(EdgeError) -> Answer {
    let body = try call.body(as: SignInRequest.self)
    guard let login = body.username ?? body.email else { throw EdgeError(SignInRequest.missingName) }
    // The header may contain an earlier, perhaps expired credential. It only shows that the app was signed in before.
    var shown: SecretText?
    if case .token(let token)? = try? Credential.ofPerson(call.request.headers) { shown = token }
    let reply = try await call.sendPassword(
        SignIn(
            login: Personal(login), password: body.password, kind: body.username == nil ? .opaque : .rotating,
            isRemembered: body.rememberDevice ?? true, shown: shown, cancelsErasure: body.cancelErasure))
    return try call.signedIn(reply)
}

/// Signs in with Apple. The app gets tokens that refresh, unless it says that it never refreshes (`kind` is `opaque`).
func signInWithApple(_ call: APICall) async throws(EdgeError) -> Answer {
    let body = try call.body(as: SignInWithAppleRequest.self)
    let reply = try await call.sendSecret(
        SignInWithApple(
            identityToken: body.identityToken, nonce: body.nonce, authorizationCode: body.authorizationCode,
            kind: body.kind ?? .rotating, cancelsErasure: body.cancelErasure, redirectURI: body.redirectUri))
    return try call.signedIn(reply)
}

func redeemSignInCode(_ call: APICall) async throws(EdgeError) -> Answer {
    let body = try call.body(as: RedeemSignInCodeRequest.self)
    let message = RedeemSignInCode(
        signInCode: body.code, verifier: body.codeVerifier, kind: body.kind ?? .rotating, password: body.password,
        makesAccount: body.makeAccount, cancelsErasure: body.cancelErasure)
    let reply = body.password == nil ? try await call.sendSecret(message) : try await call.sendPassword(message)
    return try call.signedIn(reply)
}

/// Takes a notification of Apple, which repeats it unless the answer is 2xx.
func takeAppleNotification(_ call: APICall) async throws(EdgeError) -> Answer {
    let body = try call.body(as: AppleNotification.self)
    _ = try await call.sendSecret(TakeAppleNotification(payload: body.payload))
    return .done("Taken.")
}

func register(_ call: APICall) async throws(EdgeError) -> Answer {
    try call.signedIn(try await call.registerAccount())
}

extension APICall {
    /// Makes an account and its first session. Without a `kind`, the names in the body decide.
    func registerAccount(_ kind: SessionKind? = nil) async throws(EdgeError) -> SignedIn {
        try count(.registration)
        let json = try self.json()
        let body = try RegisterRequest(readFrom: json)
        let names = AccountNames(username: body.username, email: body.email, phoneNumber: body.phoneNumber)
        guard names != AccountNames() else { throw EdgeError(RegisterRequest.missingName) }
        let message = Register(
            names: names, password: body.password,
            details: try ProfileDetails(body, json, profileFields, client: request.headers.client),
            kind: kind ?? (names.username == nil ? .opaque : .rotating))
        // A taken name counts as a wrong password, so searching for names is no faster than guessing passwords.
        do throws(EdgeError) { return try await sendPassword(message, isWrong: \.meansTakenName) } catch {
            throw error.ofRegistration
        }
    }
}

extension EdgeError {
    /// The error of a registration. The account may exist already when its session fails. A lasting failure keeps its
    /// own text, because it also prevents creating accounts.
    fileprivate var ofRegistration: EdgeError {
        guard [.unavailable, .overloaded, .timedOut].contains(code), !isLasting else { return self }
        var error = self
        error.message = "the account may exist now: sign in, or send the same registration again within a minute"
        error.isTold = true
        return error
    }
}

func listProviderLinks(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let links = try await call.send(ListProviderLinks(account: caller.account)).map { link in
        BaliseProviderLink(id: link.id.text, issuer: link.issuer, linkedAt: link.linkedAt?.date)
    }
    return .enveloped(BaliseProviderLinkList(links: links, totalCount: links.count))
}

func removeProviderLink(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let message = RemoveProviderLink(
        account: caller.account, link: try call.id(), signedInAt: caller.principal.signedInAt, session: caller.session)
    return try await call.send(message, done: "The link with the provider is removed.")
}

func takeSecondStep(_ call: APICall) async throws(EdgeError) -> Answer {
    try call.signedIn(try await call.sendSecondStep(try call.body(as: TakeSecondStepRequest.self)))
}

extension APICall {
    func sendSecondStep(_ body: TakeSecondStepRequest) async throws(EdgeError) -> SignedIn {
        guard (body.code == nil) != (body.recoveryCode == nil) else {
            throw .invalid("Send either a code of the app or a recovery code.", field: "code")
        }
        return try await sendPassword(
            TakeSecondStep(ticket: body.ticket, shownCode: body.code, recoveryCode: body.recoveryCode))
    }
}

/// Begins to add a second step. It could lock the user out, so this requires a recent sign-in.
func beginTOTP(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let message = BeginTOTP(account: caller.account, signedInAt: caller.principal.signedInAt, session: caller.session)
    var enrolment = try await call.send(message)
    enrolment.qrCode = enrolment.uri.qrCode
    return .enveloped(enrolment)
}

/// Confirms a second step. The recent sign-in was checked when the app got the secret, which waits for an hour.
func confirmTOTP(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: ConfirmSecondStepRequest.self)
    let message = ConfirmTOTP(
        account: caller.account, signedInAt: caller.principal.signedInAt, shownCode: body.code, session: caller.session)
    return .enveloped(try await call.sendPassword(message))
}

func getSecondStep(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let status = try await call.send(GetSecondStep(account: caller.account))
    return .enveloped(
        SecondStepState(
            isActive: status.confirmedAt != nil, confirmedAt: status.confirmedAt?.date,
            lastUsedAt: status.lastUsedAt?.date, recoveryCodesLeft: status.recoveryCodesLeft))
}

func removeTOTP(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let proof = try call.proof(of: caller)
    _ = try await call.send(RemoveTOTP(account: caller.account), proving: proof, by: caller)
    return .done("The second step is removed.")
}

func renewRecoveryCodes(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let proof = try call.proof(of: caller)
    return .enveloped(try await call.send(RenewRecoveryCodes(account: caller.account), proving: proof, by: caller))
}
