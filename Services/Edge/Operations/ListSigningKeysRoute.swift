import Models
import OperatorAPI

func listSigningKeys(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let keys = try await call.send(GetSigningKeys()).keys
    return .body(
        SigningKeyList(
            keys: keys.enumerated().map { SigningKeyDescription(id: $1.id, signs: $0 == 0) }))
}
