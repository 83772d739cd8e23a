import BaliseAPI
import HTTPTypes
import Models

/// Sends an archive with all of the user's data. This requires the same proof as an erasure.
func exportAccount(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let proof = try call.proof(of: caller)
    let place = try call.exports?.enter(caller.account, from: call.request.address)
    let archive = ExportArchive(
        account: caller.account, services: call.services, context: call.request.context, now: call.clock.now())
    let subjects: [ExportArchive.OwnedSubject]
    do throws(EdgeError) {
        // The subjects are read first, so that the user is not notified of an export that could not begin.
        subjects = try await archive.subjects()
        _ = try await call.send(BeginExport(account: caller.account), proving: proof, by: caller)
    } catch {
        call.exports?.takeBack(caller.account)
        throw error
    }
    return Answer(archive: archive.stream(subjects, holding: place))
}

/// Asks for the account's erasure. Without a proof in the body, the user must have signed in recently.
func requestErasure(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let proof = try call.proof(of: caller)
    let erasure = try ErasureRequest.made(of: call.random, hasSecret: true)
    let reply = try await call.send(EraseAccount(account: caller.account, erasure: erasure), proving: proof, by: caller)
    // Another request has erased the account first, so this request has no erasure to follow.
    guard let askedAt = reply.askedAt, let secret = erasure.secret else { throw .refused(.accountGone) }
    let id = erasure.id.text
    return Answer.enveloped(
        RequestedErasure(id: id, secret: secret, askedAt: askedAt.date, erasesAt: reply.dueAt?.date), status: .accepted
    ).with(HTTPField(name: .location, value: "\(AppAPI.root)erasures/\(id)"))
}

extension ErasureRequest {
    static func made(of random: (Int) -> [UInt8], hasSecret: Bool) throws(EdgeError) -> ErasureRequest {
        do throws(ServiceError) { return try ErasureRequest(random: random, hasSecret: hasSecret) } catch {
            throw EdgeError(error.code, error.message)
        }
    }
}

extension APICall {
    /// Returns the proof in the body that the user makes the request. A session alone is not enough.
    func proof(of caller: Caller) throws(EdgeError) -> PersonProof {
        try proof(body(as: IdentityProof.self), of: caller)
    }

    func proof(_ body: IdentityProof, of caller: Caller) throws(EdgeError) -> PersonProof {
        switch (body.password, body.identityToken, body.passkey, body.emailCode) {
        case (let password?, nil, nil, nil) where body.nonce == nil: return .password(password)
        case (nil, let token?, nil, nil):
            return .identityToken(token, nonce: body.nonce)
        case (nil, nil, let passkey?, nil) where body.nonce == nil:
            return .passkey(try PasskeyAssertion(id: passkey.id, passkey.response, in: "passkey."))
        case (nil, nil, nil, let code?) where body.nonce == nil: return .emailCode(code)
        case (nil, nil, nil, nil) where body.nonce == nil:
            try RecentSignIn.check(caller.principal, at: clock.now())
            return .recentSignIn
        default:
            throw .invalid(
                "Send one proof: the password, a code by mail, an identity token with its nonce, or a passkey.")
        }
    }

    /// Sends an act. Only wrong passwords and codes count for the limit, because only these can be guessed. `proof` is
    /// nil for anonymous sessions.
    func send<Act: ProvenAct>(
        _ act: Act, proving proof: PersonProof?, by caller: Caller
    ) async throws(EdgeError) -> Act.Reply {
        let message = Proven(act, session: caller.session, proof: proof, shown: caller.shown)
        do throws(EdgeError) {
            return proof?.identityToken == nil && proof?.assertion == nil
                ? try await sendPassword(message) : try await sendSecret(message)
        } catch {
            throw error.code == .wrongCredentials ? error.asWrongCurrentPassword : error
        }
    }
}

/// Answers how far an erasure is. It takes the secret issued with the id, because no session may exist any more.
func getErasure(_ call: APICall) async throws(EdgeError) -> Answer {
    guard let secret = call.request.headers.erasureSecret, !secret.isEmpty else {
        throw .invalid("Send the header X-Erasure-Secret with the secret that you got together with the id.")
    }
    let message = GetErasure(id: try call.id(), secret: SecretText(secret))
    // A wrong secret gets the same answer as an unknown erasure.
    return .enveloped(ErasureStatus(try await call.sendSecret(message, isWrong: { $0.code == .notFound })))
}

extension ErasureStatus {
    init(_ reply: GetErasure.Reply) {
        let erasure = reply.erasure
        self.init(
            id: erasure.id.text,
            state: erasure.dueAt != nil ? .scheduled : reply.receipt == nil ? .pending : .done,
            askedAt: erasure.askedAt.date, erasesAt: erasure.dueAt?.date, completedAt: erasure.completedAt?.date,
            confirmed: erasure.confirmed.map(\.service.description),
            pending: erasure.pending.map(\.description), receipt: reply.receipt)
    }
}
