import BaliseJSON
import HTTPTypes
import MessageBus
import Models
import OperatorAPI
import ServiceRuntime

struct OperationsCall: Sendable {
    let request: EdgeRequest
    let caller: OperatorAccess.Caller
    /// The credential of the caller; nil for a health check.
    let shown: OperatorCredential?
    let health: ServiceHealth
    let history: HistoryRecorder
    let clock: any WallClock
    let audit: CallAudit
    let console: ConsoleSessions
    let map: OperatorMap?
    /// Throws if the caller is no longer authorized. It is for long answers.
    let isStillCalling: @Sendable () async throws(EdgeError) -> Void
    let settings: [ShownSetting]
    /// The names of the known query parameters; nil if any is allowed.
    let parameters: [String]?
    var random: @Sendable (Int) -> [UInt8] = systemRandomBytes

    /// Whether small counts are hidden, as for an API key that only views. Nil means no, as in messages.
    var asPublisher: Bool? {
        guard case .apiKey(_, _, let scopes, _) = caller else { return nil }
        return scopes.contains { [.assist, .operate, .support].contains($0) } ? nil : true
    }

    /// The query. Call `finish` on it before its values are used.
    var query: Query {
        var query = Query(request.query)
        if let parameters { query.checkNames(knowing: parameters) }
        return query
    }

    func send<R: ServiceRequest>(_ message: R) async throws(EdgeError) -> R.Reply { try await ask(message) }

    func send<Act: OperatorAct & ServiceRequest>(_ act: Act) async throws(EdgeError) -> Act.Reply {
        try await send(act, to: Act.service)
    }

    func send<Act: OperatorAct>(_ act: Act, to service: ServiceName) async throws(EdgeError) -> Act.Reply {
        guard let shown else { throw EdgeError(.authenticationRequired, "send a credential") }
        return try await health.services.send(act, to: service, by: shown, request.context)
    }

    /// Sends a message that users send, too. It is no operator act, so it must not change anything.
    func ask<R: ServiceRequest>(_ message: R) async throws(EdgeError) -> R.Reply {
        try await health.services.ask(message, request.context)
    }

    func ask<R: Request>(_ message: R, at service: ServiceName) async throws(EdgeError) -> R.Reply {
        try await health.services.ask(message, of: service, request.context)
    }

    func perform<Act: OperatorAct & ServiceRequest>(_ act: Act) async throws(EdgeError) -> Answer {
        _ = try await send(act)
        return Answer(.noContent)
    }

    func json() throws(EdgeError) -> JSONValue {
        let value: JSONValue
        do throws(JSONError) { value = try JSONDocument(request.body).root } catch {
            throw .invalid("the body is not JSON: \(error)")
        }
        guard value.kind == .object else { throw .invalid("the body has to be a JSON object") }
        return value
    }

    func body<Body: OperatorRequest>(as type: Body.Type) throws(EdgeError) -> Body {
        let value = try json()
        do throws(JSONShapeErrors) { return try Body(exact: value) } catch {
            // Misspelt names come first, because a misspelt name is the reason why the right name is missing.
            let (misspelt, others) = (error.all.filter(\.isOfUnknown), error.all.filter { !$0.isOfUnknown })
            throw EdgeError((misspelt + others).flatMap { wrong($0, in: Body.self) })
        }
    }

    private func wrong<Body: OperatorRequest>(_ error: JSONShapeError, in body: Body.Type) -> [WrongMember] {
        switch error.problem {
        case .unknown, .unknownInside, .refused: error.wrongMembers
        default: [WrongMember(error.path, Body.refusal(at: error.path))]
        }
    }

    /// Throws for a body with content, because the content may have been meant to limit the call.
    func checkBodySaysNothing() throws(EdgeError) {
        guard var members = try? JSONDocument(request.body).root.members, members.next() != nil else { return }
        throw .invalid("this call takes no body; send {}, or nothing")
    }

    func name(at position: Int = 0) throws(EdgeError) -> String {
        guard request.parameters.indices.contains(position),
            let text = String(percentEncoded: request.parameters[position].utf8)
        else {
            throw .invalid("the address is not percent-encoded UTF-8")
        }
        return text
    }

    func account(at position: Int = 0) throws(EdgeError) -> AccountID {
        guard let account = AccountID(try name(at: position)) else {
            throw .invalid("the address has to name an account by its id; GET /accounts/{name} returns it")
        }
        audit.concerns(account)
        return account
    }

    /// Returns the account in the address. Throws 404 if it does not exist. It is for calls to services that keep no
    /// accounts and would act for an account that nobody has.
    func presentAccount() async throws(EdgeError) -> AccountID {
        try await send(FindAccount(login: Personal(try account().text), by: .id)).account
    }

    func device() throws(EdgeError) -> DeviceID {
        guard let device = DeviceID(try body(as: DeviceRequest.self).device) else {
            throw .invalid(DeviceRequest.refusal(of: "device"), field: "device")
        }
        return device
    }
}
