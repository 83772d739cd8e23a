// How an app of an Ecovelo host uses the SDK. The article of the product `BaliseEcovelo` shows this code;
// `.ci/check-articles --write` copies it there.

import Balise
import BaliseEcovelo
import Foundation

// snippet.web
@MainActor
func openWebApp(
    _ client: BaliseClient, at page: URL, with token: String,
    renewing freshToken: @escaping @Sendable () async -> String?
) async throws -> EcoveloWebHost {
    let host = try EcoveloWebHost(client, page: page)
    host.onFinish = { finish in print("close the web view: \(finish)") }
    let config = try EcoveloConfig(iamToken: token, programId: "breizhgo", theme: EcoveloTheme(primary: "#0055A4"))
    await host.launch(config) {
        guard let token = await freshToken() else { return nil }
        return try? EcoveloConfig(iamToken: token, programId: "breizhgo")
    }
    return host
}
// snippet.end
