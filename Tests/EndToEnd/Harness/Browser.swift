/// A browser: follows redirections, and keeps the cookies of Balise.
struct Browser {
    let balise: RunningBalise
    var cookies: String?

    /// Follows redirections until one leaves the web, and returns that.
    mutating func follow(_ address: String) async throws -> URL {
        var address = address
        for _ in 1...5 {
            let isOfBalise = address.hasPrefix(balise.http)
            let headers: HTTPHeaders = isOfBalise ? HTTPHeaders(cookies.map { [("cookie", $0)] } ?? []) : [:]
            let answer = try await balise.call(.GET, address, nil, headers)
            try #require(answer.status == 302, "\(answer)")
            if isOfBalise, let cookie = answer.headers.first(name: "set-cookie") {
                cookies = cookie.split(separator: ";").first.map(String.init)
            }
            address = try #require(answer.headers.first(name: "location"))
            if !address.hasPrefix("http") { return try #require(URL(string: address)) }
        }
        throw TooFar()
    }

    private struct TooFar: Error {}
}
