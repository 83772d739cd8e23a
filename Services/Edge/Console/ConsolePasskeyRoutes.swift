import BaliseAPI
import BaliseJSON
import HTTPTypes
import Logging
import Models
import OperatorAPI

/// Begins a sign-in by a passkey. The options list no credentials, so they do not reveal which passkeys exist.
func beginConsolePasskey(_ request: EdgeRequest, _ console: ConsoleAPI) async throws(EdgeError) -> Answer {
    let party = try console.relyingParty(of: request)
    return .body(
        PasskeyRequestOptions(
            challenge: base64URL(console.sessions.challenges.make(for: .signIn)), timeout: ConsoleAPI.timeout,
            rpId: party.id, userVerification: "required"))
}

/// Begins a session by a passkey. It keeps auth-session's secret, so that each call needs the key's current rights.
func beginConsoleSessionByPasskey(_ request: EdgeRequest, _ console: ConsoleAPI) async throws(EdgeError) -> Answer {
    let party = try console.relyingParty(of: request)
    let call = console.operations.call(request, named: "BeginConsoleSession", by: .healthCheck)
    let body = try call.body(as: ShowConsolePasskeyRequest.self)
    let assertion = try PasskeyAssertion(id: body.id, body.response)
    let verified = try await console.operations.access.attempts.verified(
        .token, from: request.address, isWrong: \.meansWrongToken
    ) { () async throws(EdgeError) in
        let challenge = try console.challenge(in: assertion.clientData, for: .signIn)
        let verified = try await call.send(
            VerifyAPIKeyPasskey(assertion: assertion, expected: party.expecting(challenge)))
        guard console.sessions.challenges.spend(challenge, for: .signIn) else { throw .challengeOver }
        return verified
    }
    let principal = verified.principal
    guard principal.apiKey != nil, let role = ConsoleRole(principal.scopes) else {
        throw EdgeError(.forbidden, "the API key of this passkey has none of the scopes view, assist and operate")
    }
    return try await console.begin(.apiKey(principal, showing: .passkey(verified.secret)), role, request)
}

func beginAddingConsolePasskey(_ request: EdgeRequest, _ console: ConsoleAPI) async throws(EdgeError) -> Answer {
    let party = try console.relyingParty(of: request)
    let (session, caller, key) = try await console.keySession(of: request)
    let call = console.operations.call(request, named: "ListConsolePasskeys", by: .healthCheck)
    let passkeys = try await call.send(ListAPIKeyPasskeys(key: key))
    let name = caller.apiKeyName ?? key.text
    return .body(
        PasskeyCreationOptions(
            rp: PasskeyCreationOptions.RelyingParty(id: party.id, name: console.serverName),
            user: PasskeyCreationOptions.User(id: base64URL(key.text.utf8), name: name, displayName: name),
            challenge: base64URL(console.sessions.challenges.make(for: .addition(session: session.id))),
            pubKeyCredParams: [-7, -8, -257].map { PasskeyCreationOptions.Algorithm(alg: $0) },
            timeout: ConsoleAPI.timeout, excludeCredentials: passkeys.map { PasskeyDescription($0.descriptor) },
            authenticatorSelection: PasskeyCreationOptions.Selection(userVerification: "required")))
}

func addConsolePasskey(_ request: EdgeRequest, _ console: ConsoleAPI) async throws(EdgeError) -> Answer {
    let party = try console.relyingParty(of: request)
    let (session, caller, key) = try await console.keySession(of: request)
    let call = console.operations.call(request, named: "AddConsolePasskey", by: caller)
    let body = try call.body(as: AddConsolePasskeyRequest.self)
    let attestation = try PasskeyAttestation(
        RegisterPasskeyRequest(id: body.id, response: body.response, name: body.name))
    let ceremony = ConsoleChallenges.Ceremony.addition(session: session.id)
    let challenge = try console.challenge(in: attestation.clientData, for: ceremony)
    let passkey = try await call.send(
        AddAPIKeyPasskey(key: key, attestation: attestation, expected: party.expecting(challenge), name: body.name))
    // A passkey is stored once by its id, so a parallel request needs no undo.
    _ = console.sessions.challenges.spend(challenge, for: ceremony)
    return .body(ConsolePasskey(passkey), status: .created)
}

/// Removes a passkey of the session's own key. Operators can remove any passkey through the operations port.
func removeOwnConsolePasskey(_ request: EdgeRequest, _ console: ConsoleAPI) async throws(EdgeError) -> Answer {
    let caller = try await console.caller(of: request, for: OperatorCalls.viewers)
    guard let key = try console.session(of: request).caller.apiKey else { throw .needsKey }
    let call = console.operations.call(request, named: "RemoveConsolePasskey", by: caller)
    try call.checkBodySaysNothing()
    return try await call.perform(RemoveAPIKeyPasskey(passkey: try call.passkey(), key: key))
}

extension ConsoleAPI {
    /// The timeout in milliseconds, which the browser gets.
    fileprivate static let timeout = Int(ConsoleChallenges.lifetime) * 1000

    /// Returns the session, and the key that gets the passkey, as the caller: the key that the request shows, such as one
    /// that the page has just made, or the session's own. Without a shown key, throws unless the session has just begun
    /// by a link made with the key, because a passkey outlives the session.
    fileprivate func keySession(
        of request: EdgeRequest
    ) async throws(EdgeError) -> (session: ConsoleSessions.Session, caller: OperatorAccess.Caller, key: APIKeyID) {
        let caller = try await caller(of: request, for: OperatorCalls.viewers)
        let session = try session(of: request)
        if let shown = request.headers.apiKey {
            let principal = try await operations.access.authorize(request, OperatorCalls.viewers.scopes)
            guard let key = principal.apiKey else { throw .needsKey }
            return (session, .apiKey(principal, showing: .apiKey(SecretText(shown))), key)
        }
        guard case .apiKey(let key?, _, _, .apiKey) = session.caller else { throw .needsKey }
        guard sessions.hasJustBegun(session) else {
            throw EdgeError(
                .forbidden,
                "this session is older than five minutes; open a new link that POST /console-links makes with the API key"
            )
        }
        return (session, caller, key)
    }

    fileprivate func challenge(
        in clientData: [UInt8], for ceremony: ConsoleChallenges.Ceremony
    ) throws(EdgeError) -> [UInt8] {
        guard let text = (try? JSONDocument(clientData))?.root.member("challenge")?.string,
            let challenge = base64URLDecoded(text.utf8), sessions.challenges.counts(challenge, for: ceremony)
        else {
            // The operator who adds a passkey is signed in, and must stay signed in.
            if case .addition = ceremony { throw .invalid(EdgeError.challengeOver.message) }
            throw .challengeOver
        }
        return challenge
    }
}

extension ConsoleRelyingParty {
    fileprivate func expecting(_ challenge: [UInt8]) -> PasskeyExpectation {
        PasskeyExpectation(relyingParty: id, origin: origin, challenge: challenge)
    }
}

extension EdgeError {
    fileprivate static let challengeOver = EdgeError(
        .invalidToken, "the sign-in took too long, or this attempt was used before; begin again")
    fileprivate static let needsKey = EdgeError(
        .forbidden,
        "a passkey belongs to an API key: send yours in X-API-Key, or open a link that POST /console-links makes with it"
    )
}
