// One call of the operations port on its way to a message.

import BaliseJSON
import MessageBus
import Models
import OperatorAPI
import ServiceRuntime

/// One call of the operations port, by who may make it.
struct OperationsCall: Sendable {
    let request: EdgeRequest
    let caller: OperatorAccess.Caller
    /// What the caller has shown; nil for a health check.
    let shown: OperatorCredential?
    let health: ServiceHealth
    let clock: any WallClock
    let audit: CallAudit
    let console: ConsoleSessions
    let backups: BackupJobs
    /// Nil where there is no map.
    let map: OperatorMap?
    /// Throws when the caller may not make this call any more; for answers that take long.
    let isStillCalling: @Sendable () async throws(EdgeError) -> Void
    /// What an operator is shown of the settings.
    let settings: [ShownSetting]
    /// Gives so many random bytes.
    var random: @Sendable (Int) -> [UInt8] = systemRandomBytes

    /// Whether counts of few people stay hidden, as from publishers: from an API key that views and no more, such as that of
    /// metrics. Nil for no, as messages have it.
    var asPublisher: Bool? {
        guard case .apiKey(_, _, let scopes, _) = caller else { return nil }
        return scopes.contains { [.assist, .operate, .support].contains($0) } ? nil : true
    }

    /// The parameters of the address.
    var query: Query { Query(request.query) }

    /// Asks the service that answers `message`.
    func send<R: ServiceRequest>(_ message: R) async throws(EdgeError) -> R.Reply { try await deliver(message) }

    private func deliver<R: ServiceRequest>(_ message: R) async throws(EdgeError) -> R.Reply {
        do throws(BusError) { return try await health.services.send(message, request.context) } catch {
            throw EdgeError(error, asking: R.self)
        }
    }

    /// Has an act done in the caller's name.
    func send<Act: OperatorAct & ServiceRequest>(_ act: Act) async throws(EdgeError) -> Act.Reply {
        try await send(act, to: Act.service)
    }

    /// The same for an act that every service has of its own.
    func send<Act: OperatorAct>(_ act: Act, to service: ServiceName) async throws(EdgeError) -> Act.Reply {
        guard let shown else { throw EdgeError(.authenticationRequired, "send a credential") }
        return try await health.services.send(act, to: service, by: shown, request.context)
    }

    /// Asks the service that answers `message` of what people send as well, and what changes nothing like this.
    func ask<R: ServiceRequest>(_ message: R) async throws(EdgeError) -> R.Reply { try await deliver(message) }

    /// Asks one of the services that answer `message`.
    func ask<R: Request>(_ message: R, at service: ServiceName) async throws(EdgeError) -> R.Reply {
        do throws(BusError) { return try await health.services.send(message, to: service, request.context) } catch {
            throw EdgeError(error, asking: R.self)
        }
    }

    /// Asks the same of every service behind the edge.
    func askAll<R: Request>(_ message: R) async -> [ServiceHealth.Report<R.Reply>] {
        await health.ask(message, request.context)
    }

    /// The object in the body.
    func json() throws(EdgeError) -> JSONValue {
        let value: JSONValue
        do throws(JSONError) { value = try JSONDocument(request.body).root } catch {
            throw .invalid("the body is not JSON: \(error)")
        }
        guard value.kind == .object else { throw .invalid("the body has to be a JSON object") }
        return value
    }

    /// The request in the body.
    func body<Body: OperatorRequest>(as type: Body.Type) throws(EdgeError) -> Body {
        let value = try json()
        try value.checkMembers(knowing: Body.members.map(\.name))
        do throws(JSONShapeError) { return try Body(value) } catch {
            throw .invalid(Body.refusal(at: error.path), field: shownName(error.path))
        }
    }

    /// Throws where a call that takes no body has got one that says something, perhaps that less is to be done.
    func checkBodySaysNothing() throws(EdgeError) {
        guard var members = try? JSONDocument(request.body).root.members, members.next() != nil else { return }
        throw .invalid("this call takes no body; send {}, or nothing")
    }

    /// What the path names at a position, percent-decoded.
    func name(at position: Int = 0) throws(EdgeError) -> String {
        guard request.parameters.indices.contains(position),
            let text = String(percentEncoded: request.parameters[position].utf8)
        else {
            throw .invalid("the address is not percent-encoded UTF-8")
        }
        return text
    }

    /// The account that the path names by its id.
    func account(at position: Int = 0) throws(EdgeError) -> AccountID {
        guard let account = AccountID(try name(at: position)) else {
            throw .invalid("the address has to name an account by its id; GET /accounts/{name} tells it")
        }
        audit.concerns(account)
        return account
    }

    /// The device that the body names.
    func device() throws(EdgeError) -> DeviceID {
        guard let device = DeviceID(try body(as: DeviceRequest.self).device) else {
            throw .invalid(DeviceRequest.wrongDevice, field: "device")
        }
        return device
    }
}
