// For which name passkeys of the console are made.

import Models

/// The console as authenticators know it (W3C Web Authentication, section 4: the relying party). Its id is the host of the
/// console's address.
struct ConsoleRelyingParty: Hashable, Sendable {
    let id: String
    /// What the browser says the page is, such as `https://console.example`.
    let origin: String

    /// Nil for an address whose host is an IP address, and for one without TLS on another machine: browsers have no
    /// passkeys there.
    ///
    /// - Parameter origin: A scheme, a host and perhaps a port.
    init?(origin: String) {
        let isSecure = origin.hasPrefix("https://")
        guard isSecure || origin.hasPrefix("http://") else { return nil }
        let host = origin.dropFirst(isSecure ? 8 : 7).prefix { $0 != ":" && $0 != "/" }
        let last = host.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
        guard !host.isEmpty, !host.hasPrefix("["), !last.isEmpty, last.contains(where: { !$0.isNumber }),
            isSecure || host == "localhost"
        else { return nil }
        id = String(host)
        self.origin = origin
    }
}

extension ConsoleAPI {
    /// For whom passkeys are made and shown on the page from which a request comes. Without `console.publicUrl` that is
    /// this machine by its name alone, so that no other name that somebody lets lead here counts.
    func relyingParty(of request: EdgeRequest) throws(EdgeError) -> ConsoleRelyingParty {
        if let origin, let party = ConsoleRelyingParty(origin: origin) { return party }
        if origin == nil, let shown = request.headers.origin, let party = ConsoleRelyingParty(origin: shown),
            party.id == "localhost"
        {
            return party
        }
        throw EdgeError(
            .conflict,
            "a passkey is made for a name, which this address is not: open the console by http://localhost and its port, "
                + "or set console.publicUrl to its https address")
    }
}
