import Models

struct ExchangeRules: Sendable {
    let issuer: String
    let audiences: Set<String>
    /// The lifetime of an exchanged token in seconds.
    let lifetime: Int64

    /// Returns the audience of the new token. Throws `forbidden` for an audience that the settings do not allow.
    func audience(_ asked: String?) throws(ServiceError) -> String {
        guard let asked else { return issuer }
        guard asked == issuer || audiences.contains(asked) else {
            throw ServiceError(.forbidden, "this audience is not allowed; oauth.audiences lists the allowed ones")
        }
        return asked
    }

    /// Returns the program of the new token. `programs`, of the shown token, is nil if that token is tied to no
    /// programs. Throws `forbidden` for a program outside `programs`, and for no program if `programs` has none or
    /// several.
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
