import BaliseAPI
import Models

func listProviderLinks(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let links = try await call.send(ListProviderLinks(account: caller.account)).map { link in
        BaliseProviderLink(id: link.id.text, issuer: link.issuer, linkedAt: link.linkedAt?.date)
    }
    return .enveloped(BaliseProviderLinkList(links: links, totalCount: links.count))
}
