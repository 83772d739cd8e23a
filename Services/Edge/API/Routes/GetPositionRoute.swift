import BaliseAPI
import Models

func getPosition(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    .enveloped(PositionStatusResponse(try await call.send(GetPosition(account: caller.account))))
}
