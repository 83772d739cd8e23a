// What a token may be exchanged for.

import Models

/// The rules of token exchange.
struct ExchangeRules: Sendable {
    /// What Balise calls itself as an audience.
    let issuer: String
    /// For whom else tokens may be made.
    let audiences: Set<String>
    /// How many seconds a token counts at most.
    let lifetime: Int64

    /// For whom the new token is to count. Throws `forbidden` for others than the operator has named.
    func audience(_ asked: String?) throws(ServiceError) -> String {
        guard let asked else { return issuer }
        guard asked == issuer || audiences.contains(asked) else {
            throw ServiceError(.forbidden, "this audience is not allowed; oauth.audiences lists the allowed ones")
        }
        return asked
    }

    /// For which program the new token is to speak. Throws `forbidden` for one that the shown token does not speak for.
    /// - Parameter programs: those of the shown token; nil when it is tied to none.
    func program(_ asked: String?, of programs: [String]?) throws(ServiceError) -> String? {
        guard let programs else {
            if asked == nil { return nil }
            throw ServiceError(.forbidden, "the token is not bound to programs, so leave out the program")
        }
        guard let asked else {
            if programs.count == 1 { return programs.first }
            if programs.isEmpty { throw ServiceError(.forbidden, "the token is not valid for any program here") }
            throw ServiceError(.forbidden, "the token is valid for several programs; name one of them")
        }
        guard programs.contains(asked) else {
            throw ServiceError(.forbidden, "the token is not valid for this program")
        }
        return asked
    }
}
