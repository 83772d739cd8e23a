import BaliseAPI
import Models

func operatorGetErasure(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    guard let id = ErasureID(try call.name()) else { throw EdgeError(.notFound, "this erasure does not exist") }
    return .body(ErasureStatus(try await call.send(GetErasure(id: id, secret: nil))))
}
