import MessageBus
import Models

struct OwnActs: Sendable {
    private typealias Answer = @Sendable (any OperatorAct, MessageContext) async throws -> any Sendable

    private var answers: [MessageCode: Answer] = [:]

    mutating func on<Act: OperatorAct>(_ handle: @escaping RequestHandling<Act>) {
        answers[Act.code] = { act, context in
            guard let act = act as? Act else { throw BusError.unknownMessage }
            return try await handle(act, context)
        }
    }

    /// The writes of an act note the mark, as at every service.
    func answer<Act: OperatorAct>(_ act: Act, _ mark: ActMark, _ context: MessageContext) async throws -> Act.Reply {
        guard let answer = answers[Act.code] else { throw BusError.unknownMessage }
        let acting = ActingRequest(request: CurrentRequest.validity, act: mark)
        let reply = try await CurrentRequest.$validity.withValue(acting) { try await answer(act, context) }
        guard let reply = reply as? Act.Reply else { throw BusError.unknownMessage }
        return reply
    }
}

private struct ActingRequest: RequestValidity {
    let request: (any RequestValidity)?
    let act: ActMark?

    var deadline: UInt64 { request?.deadline ?? .max }
    var isValid: Bool { request?.isValid ?? true }
}
