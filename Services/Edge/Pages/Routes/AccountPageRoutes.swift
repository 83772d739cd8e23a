import BaliseAPI
import BaliseJSON
import HTTPTypes
import Models

private let accountTemplate = PageTemplate(file: "account.html")

/// Shows the account page. It is the same for all users; its script fills it. The form of a new place of arrivals may
/// ask for the place of the browser.
func showAccountPage(_ call: PageCall) async throws(EdgeError) -> Answer {
    var answer = call.pages.page(
        accountTemplate, title: "account", call.texts, script: "account.js",
        [
            "providers": .markup(call.providerLinks),
            "hasPasskeys": .text(call.signIns.hasPasskeys ? "yes" : "no"),
            "admitsAll": .text(call.signIns.admitsAll ? "yes" : "no"),
        ])
    answer.fields = PageRenderer.fields(imagesFrom: nil, geolocation: "self")
    return answer
}

extension PageCall {
    var providerLinks: String { signIns.providers.map(providerLink).joined(separator: "\n") }

    /// Returns the button of a provider. Its name has only letters, digits and hyphens, so it needs no escaping.
    private func providerLink(_ provider: String) -> String {
        // Companies write their names with a capital letter, and Apple requires it on its button.
        let isCompany = ["apple", "google", "microsoft"].contains(provider)
        let shown = isCompany ? provider.prefix(1).uppercased() + provider.dropFirst() : provider
        let text = texts["signInAt"].replacing("{provider}", with: shown)
        return #"<a class="button" href="\#(PagesAPI.root)\#(PagesRoutes.provider)/\#(provider)">"#
            + "\(PageValue.text(text).html)</a>"
    }

    /// Answers a sign-in. The token is in the cookie, where the page's script cannot see it.
    func signedIn(_ reply: SignedIn) throws(EdgeError) -> Answer {
        .pageSession(reply.profile).with(try sessionCookie(reply))
    }

    func sessionCookie(_ reply: SignedIn) throws(EdgeError) -> HTTPField {
        guard let token = reply.tokens.accessToken, let end = reply.tokens.accessExpiresAt else {
            throw .internalFailure("a session of the page came without an access token")
        }
        return BrowserCookie.pageSession.setting(
            token, seconds: api.seconds(until: end), isSecure: request.headers.isSecure)
    }
}

func getPageFile(_ call: PageCall) async throws(EdgeError) -> Answer {
    let name = call.request.parameters.first ?? ""
    return try Answer(file: EmbeddedDocument.pages[name], named: name, for: call.request)
}

/// Begins a session. The page never refreshes, so its sign-in lasts as long as one access token. If it is not used, it
/// ends earlier than an app's session.
func beginPageSession(_ call: PageCall) async throws(EdgeError) -> Answer {
    // The second request of a sign-in with two steps contains the ticket.
    if try call.api.json().member("ticket") != nil {
        return try call.signedIn(try await call.api.sendSecondStep(try call.api.body(as: TakeSecondStepRequest.self)))
    }
    let body = try call.api.body(as: SignInRequest.self)
    guard let login = body.username ?? body.email else { throw EdgeError(SignInRequest.missingName) }
    let shown = PageSession.token(in: call.request.headers)
    let message = SignIn(
        login: Personal(login), password: body.password, kind: .rotating, isRemembered: false,
        shown: shown.flatMap { Credential.canBeToken($0) ? $0 : nil }, cancelsErasure: body.cancelErasure)
    return try call.signedIn(try await call.api.sendPassword(message))
}

func beginPageSessionByPasskey(_ call: PageCall) async throws(EdgeError) -> Answer {
    let body = try call.api.body(as: SignInWithPasskeyRequest.self)
    let message = SignInWithPasskey(
        assertion: try PasskeyAssertion(id: body.id, body.response), kind: .rotating, isRemembered: false,
        cancelsErasure: body.cancelErasure)
    return try call.signedIn(try await call.api.sendSecret(message))
}

func beginPageSessionByEmailCode(_ call: PageCall) async throws(EdgeError) -> Answer {
    let body = try call.api.body(as: SignInWithEmailCodeRequest.self)
    let message = SignInWithEmailCode(
        email: Personal(body.email), emailCode: body.code, kind: .rotating, isRemembered: false,
        cancelsErasure: body.cancelErasure)
    return try call.signedIn(try await call.api.sendPassword(message))
}

func beginPageSessionByRegistration(_ call: PageCall) async throws(EdgeError) -> Answer {
    try call.signedIn(try await call.api.registerAccount(.rotating))
}

/// Answers the data that no other call shows, which are the first content of the page.
func showPageSession(_ call: PageCall) async throws(EdgeError) -> Answer {
    let caller = try await call.api.authenticator.caller(of: call.request, servesStale: false, accepting: .api)
    return .pageSession(try await call.api.profile(of: caller.account))
}

/// Ends the page's session. Clears the cookie even if the session has already ended.
func endPageSession(_ call: PageCall) async throws(EdgeError) -> Answer {
    let answer: Answer
    do throws(EdgeError) {
        let caller = try await call.api.authenticator.caller(of: call.request, servesStale: false, accepting: .api)
        answer = try await signOut(call.api, caller)
    } catch {
        guard error.status == .unauthorized || error.code == .notFound else { throw error }
        answer = .done("You are signed out.")
    }
    return answer.with(BrowserCookie.pageSession.clearing(isSecure: call.request.headers.isSecure))
}

extension Answer {
    fileprivate static func pageSession(_ profile: AccountProfile) -> Answer {
        var person = JSONObject()
        person.set("id", profile.account.text)
        person.set("username", profile.names.username)
        person.set("email", profile.names.email?.value)
        person.set("emailVerifiedAt", profile.emailVerifiedAt?.date)
        person.set("phone", profile.names.phone?.value)
        person.set("contactEmail", profile.contactEmail?.value)
        person.set("verifiedPhone", profile.verifiedPhone?.value)
        person.set("displayName", profile.shownName)
        person.set("calledName", profile.details.calledName?.value)
        person.set("firstName", profile.details.firstName?.value)
        person.set("lastName", profile.details.lastName?.value)
        person.set("timezone", profile.details.timeZone)
        person.set("passwordChangedAt", profile.passwordChangedAt?.date)
        person.set("verifiedAt", profile.vouchedAt?.date)
        var registration = JSONObject()
        registration.set("at", profile.createdAt.date)
        registration.set("device", profile.registration.device)
        registration.set("location", profile.registration.location?.value ?? profile.registration.country?.value)
        person.set("registration", registration)
        var lastSignIn = JSONObject()
        lastSignIn.set("at", profile.lastLogin.at?.date)
        lastSignIn.set("device", profile.lastLogin.device)
        lastSignIn.set("location", profile.lastLogin.location?.value)
        lastSignIn.set("address", profile.lastLogin.ip?.value)
        person.set("lastSignIn", lastSignIn)
        var body = JSONObject()
        body.set("success", true)
        body.set("data", person)
        return Answer(json: body.bytes)
    }
}

extension AccountProfile {
    /// The display name, or else the first and last name; nil without either.
    var shownName: String? {
        if let name = details.calledName?.value, !name.isEmpty { return name }
        let names = [details.firstName?.value, details.lastName?.value].compactMap { $0 }.filter { !$0.isEmpty }
        return names.isEmpty ? nil : names.joined(separator: " ")
    }
}
