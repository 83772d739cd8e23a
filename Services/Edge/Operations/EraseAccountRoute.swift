import Models
import OperatorAPI

func eraseAccount(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try call.checkBodySaysNothing()
    let account = try call.account()
    // It has no secret: only this port shows an operator's erasure.
    let erasure = try ErasureRequest.made(of: call.random, hasSecret: false)
    let reply = try await call.send(EraseAccount(account: account, erasure: erasure))
    return .body(BegunErasure(erasure: reply.askedAt == nil ? nil : erasure.id.text))
}
