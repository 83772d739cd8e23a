import Models

/// The console as a relying party (W3C Web Authentication, section 4). Its id is the host of the console's address.
struct ConsoleRelyingParty: Hashable, Sendable {
    let id: String
    /// The origin of the page in the browser, such as `https://console.example`.
    let origin: String

    /// Nil for an IP address, and for another machine without TLS: browsers have no passkeys there.
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
    /// - Parameter address: The address of the console's listener, such as `http://127.0.0.1:8081`.
    init?(listeningAt address: String) {
        let end = address.split(separator: ":").last ?? ""
        let isPort = !end.isEmpty && end.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        self.init(origin: "http://localhost" + (isPort ? ":\(end)" : ""))
    }
}

extension ConsoleAPI {
    /// The relying party of the page that sent a request. Without `console.publicUrl`, it is `localhost` with the
    /// console's own port only. Other names that point here are refused, and so is another program's port on this
    /// machine, because a browser would offer it the same passkeys.
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
