import MessageBus
import Models

extension Services {
    /// Has an act done in the name of the operator with this credential. auth-session authorizes it and writes the
    /// audit log.
    func send<Act: OperatorAct>(
        _ act: Act, to service: ServiceName, by shown: OperatorCredential, _ context: MessageContext
    ) async throws(EdgeError) -> Act.Reply {
        do {
            return try await send(try ActForOperator(act, at: service, by: shown), context).read(to: Act.self)
        } catch let error as BusError {
            throw EdgeError(error, asking: Act.self)
        } catch {
            var failure = EdgeError(.internalFailure, "")
            failure.cause = "the act cannot be coded: \(error)"
            throw failure
        }
    }
}
