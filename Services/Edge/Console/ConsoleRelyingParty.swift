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

    /// The same on this machine.
    ///
    /// - Parameter address: What the console listens on, such as `http://127.0.0.1:8081`.
    init?(listeningAt address: String) {
        let end = address.split(separator: ":").last ?? ""
        let isPort = !end.isEmpty && end.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        self.init(origin: "http://localhost" + (isPort ? ":\(end)" : ""))
    }
}

extension ConsoleAPI {
    /// For whom passkeys are made and shown on the page from which a request comes. Without `console.publicUrl` that is
    /// this machine by its name and the console's own port alone: another name that somebody lets lead here does not count,
    /// nor does the page of another program of this machine, to which a browser would show the same passkeys.
    func relyingParty(of request: EdgeRequest) throws(EdgeError) -> ConsoleRelyingParty {
        let party =
            origin.map { ConsoleRelyingParty(origin: $0) } ?? ConsoleRelyingParty(listeningAt: sessions.address())
        if let party, request.headers.origin == party.origin { return party }
        throw EdgeError(
            .conflict,
            "passkeys do not work at this address: open the console by http://localhost and its port, "
                + "or set console.publicUrl to its https address")
    }
}
