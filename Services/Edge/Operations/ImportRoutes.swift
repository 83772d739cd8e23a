import BaliseAPI
import Models
import OperatorAPI

func beginAccountImport(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let body = try call.body(as: BeginAccountImportRequest.self)
    return .body(BegunAccountImport(token: try await call.send(BeginAccountImport(source: body.source)).token))
}

/// Imports accounts. Without a token nothing is written, and the answer only shows which users have an account.
func importAccounts(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let body = try call.body(as: ImportAccountsRequest.self)
    guard let token = body.token else {
        call.audit.looks(at: [])
        return .body(try await call.ask(PreviewAccountImport(source: body.source, users: body.users)))
    }
    return .body(try await call.ask(ImportAccounts(token: token, source: body.source, users: body.users)))
}

func endAccountImport(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    .body(try await call.send(EndAccountImport(token: try call.body(as: EndAccountImportRequest.self).token)))
}
