// POST /signing-keys/rotate: an operator replaces the key that signs access tokens.

import BaliseJSON
import Models

extension OperationsCall {
    func rotateSigningKey() async throws(EdgeError) -> Answer {
        var json = JSONObject()
        json.set("id", try await send(RotateSigningKey()).id)
        return Answer(json: json.bytes)
    }
}
