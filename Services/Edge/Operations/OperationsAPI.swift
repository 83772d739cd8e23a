import BaliseAPI
import HTTPTypes
import Logging
import Models
import NIOCore
import OperatorAPI
import ServiceRuntime

/// Health, metrics, and operators' actions, on a port of its own. Errors are problem documents (RFC 9457).
struct OperationsAPI: API {
    let name = "operations"
    let routes: [Route<OperationsHandler>] = OperationsRoutes.all

    let access: OperatorAccess
    let console: ConsoleSessions
    private let map: OperatorMap?
    private let health: ServiceHealth
    private let history: HistoryRecorder
    private let clock: any WallClock
    private let settings: [ShownSetting]

    init(
        _ health: ServiceHealth, _ access: OperatorAccess, console: ConsoleSessions = ConsoleSessions(),
        settings: [ShownSetting] = [], map: OperatorMap? = nil, history: HistoryRecorder? = nil,
        clock: any WallClock = SystemClock()
    ) {
        self.map = map
        self.health = health
        self.history = history ?? HistoryRecorder(health, clock: clock)
        self.access = access
        self.console = console
        self.settings = settings
        self.clock = clock
    }

    func covers(_ path: String) -> Bool { true }

    func wantsBody(_ headers: RequestHeaders) -> Bool { MediaType(headers.contentType).kind == .json }

    func answer(_ request: EdgeRequest, by route: Route<OperationsHandler>) async throws(EdgeError) -> Answer {
        if route.name == "livez", let proof = access.proof(requestedBy: request) {
            return Answer(.ok, .plainText, ByteBuffer(string: "proof \(proof)\n")).unstored
        }
        let asking = request.withoutBody
        return try await answer(request, by: route, try await access.check(request, for: route.audience)) {
            () async throws(EdgeError) in
            _ = try await access.check(asking, for: route.audience)
        }
    }

    /// Answers a caller that was checked. `isStillCalling` throws if the caller is no longer authorized.
    func answer(
        _ request: EdgeRequest, by route: Route<OperationsHandler>, _ caller: OperatorAccess.Caller,
        isStillCalling: @escaping @Sendable () async throws(EdgeError) -> Void
    ) async throws(EdgeError) -> Answer {
        let changes = route.method != .get
        if changes { try access.checkChange(request) }
        let call = call(
            request, named: route.name, route.handler.audit, by: caller, knowing: route.handler.parameters,
            isStillCalling: isStillCalling)
        try route.handler.check(call.query)
        let answer = route.withStatus(
            try await call.audit.record { () async throws(EdgeError) in
                if changes, !route.handler.takesBody { try call.checkBodySaysNothing() }
                return try await route.handler.answer(call)
            }
        ).unstored
        // This logs who changed something. The service's own log has the target of the change.
        if changes, route.handler.audit == .change {
            let metadata: Logger.Metadata = [
                "event": "operator-change", "call": "\(route.name)", "operator": "\(caller)",
            ]
            request.logger.notice("an operator changed something", metadata: metadata)
        }
        return answer
    }

    func call(
        _ request: EdgeRequest, named name: String, _ scope: AuditScope = .change, by caller: OperatorAccess.Caller,
        knowing parameters: [String]? = nil,
        isStillCalling: @escaping @Sendable () async throws(EdgeError) -> Void = { () async throws(EdgeError) in }
    ) -> OperationsCall {
        let shown = access.credential(of: caller)
        return OperationsCall(
            request: request, caller: caller, shown: shown, health: health, history: history, clock: clock,
            audit: CallAudit(name, scope, by: caller, showing: shown, health.services, request.context),
            console: console, map: map, isStillCalling: isStillCalling, settings: settings, parameters: parameters)
    }

    /// Answers an unknown path. An unauthorized caller does not learn which paths exist.
    func answerUnrouted(_ request: EdgeRequest, at path: RoutedPath?) async throws(EdgeError) -> Answer {
        let isOpen = routes.contains { OperationsAPI.root + $0.path == path?.path && $0.audience == .anybody }
        _ = try await access.check(request, for: isOpen ? .anybody : OperatorCalls.viewers)
        guard path != nil else {
            let hint = OperatorAccess.hint(at: request.path) ?? ""
            throw EdgeError(.notFound, "there is nothing at this address" + hint)
        }
        return try standardAnswer(request, at: path)
    }

    func render(_ error: EdgeError, method: HTTPRequest.Method, path: String) -> Answer {
        var answer = Answer.body(
            ProblemDetails(
                title: error.status.reasonPhrase, status: error.status.code,
                detail: error.message.isEmpty ? nil : error.message, wrongMembers: error.shownWrongMembers,
                requestId: error.requestID),
            status: error.status)
        answer.contentType = .problem
        if error.status == .unauthorized {
            answer.fields.append(HTTPField(name: .wwwAuthenticate, value: "Bearer"))
        }
        return answer
    }
}

extension Answer {
    var unstored: Answer {
        var answer = self
        answer.fields.removeAll { $0.name == .cacheControl }
        answer.fields.append(.noStore)
        return answer
    }
}
