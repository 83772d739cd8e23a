import Models

/// W3C Web Authentication, section 4. Its id is the host of the console's address.
struct ConsoleRelyingParty: Hashable, Sendable {
    let id: String
    let origin: String

    /// `origin` has a scheme, a host and perhaps a port. Nil for an IP address, and for another machine without TLS:
    /// browsers have no passkeys there.
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

    /// The same on this machine, for a listener such as `http://127.0.0.1:8081`.
    init?(listeningAt address: String) {
        let end = address.split(separator: ":").last ?? ""
        let isPort = !end.isEmpty && end.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        self.init(origin: "http://localhost" + (isPort ? ":\(end)" : ""))
    }
}

extension ConsoleAPI {
    /// Without `console.publicUrl`, it is `localhost` with the console's own port only. Other names and ports are refused:
    /// a browser would offer another program on this machine the same passkeys.
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
