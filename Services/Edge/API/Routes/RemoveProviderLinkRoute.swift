import BaliseAPI
import Models

func removeProviderLink(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    guard let link = ProviderLinkID(try call.parameter()) else { throw EdgeError(.notFound, "") }
    _ = try await call.send(
        RemoveProviderLink(
            account: caller.account, link: link, signedInAt: caller.principal.signedInAt, session: caller.session))
    return .done("The link with the provider is removed.")
}
