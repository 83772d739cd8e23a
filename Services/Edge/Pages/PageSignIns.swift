import Models
import ServiceRuntime
import ServiceSettings

struct PageSignIns: Sendable {
    /// Those with a web sign-in, by the operator's names for them.
    let providers: [String]
    let hasPasskeys: Bool
    let address: EdgeAddress

    init(_ settings: Settings) {
        providers = settings.issuers.filter { $0.signIn != nil }.map(\.name)
        hasPasskeys = settings.passkeys.relyingParty != nil
        address = EdgeAddress(settings.http)
    }
}
