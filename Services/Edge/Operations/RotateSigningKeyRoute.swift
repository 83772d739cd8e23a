// POST /signing-keys/rotate: an operator replaces the key that signs access tokens.

import BaliseJSON
import Models

func rotateSigningKey(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    var json = JSONObject()
    json.set("id", try await call.send(RotateSigningKey()).id)
    return Answer(json: json.bytes)
}
