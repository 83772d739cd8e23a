import Models
import OperatorAPI

func rotateSigningKey(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try call.checkBodySaysNothing()
    return .body(NewSigningKey(id: try await call.send(RotateSigningKey()).id))
}
