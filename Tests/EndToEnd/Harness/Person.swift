import Crypto

enum App: String, CaseIterable, Sendable, CustomTestStringConvertible {
    /// Signs in with a user name, refreshes its tokens, reads envelopes.
    case meeshy
    /// Signs in with an e-mail address, keeps one token, reads flat objects.
    case allIn

    var testDescription: String { rawValue }
}

struct Person: Sendable {
    let app: App
    let name = "\(Fresh.nameMark)-\(Fresh.token(8))"
    var email = "e-\(Fresh.nameMark)-\(Fresh.token(12))@example.org"
    var password = "pw-\(Fresh.passwordMark)-\(Fresh.token(12))"
    let address = "10.\(Int.random(in: 0...255)).\(Int.random(in: 0...255)).\(Int.random(in: 1...254))"

    init(_ app: App = .meeshy) { self.app = app }

    var headers: HTTPHeaders {
        guard app == .meeshy else { return ["user-agent": "All%20In/7 CFNetwork/1490.0.4 Darwin/23.2.0"] }
        return [
            "x-meeshy-version": "1.4.0", "x-meeshy-build": "42", "x-meeshy-platform": "ios",
            "x-meeshy-device": "iPhone16,1", "x-meeshy-os": "17.5.1", "x-meeshy-locale": "fr-FR",
            "x-meeshy-timezone": "Europe/Paris", "x-meeshy-country": "FR", "x-meeshy-city": "Lutèce-\(Fresh.cityMark)",
            "user-agent": "Meeshy-iOS/1.4.0 (42) iOS/17.5.1 iPhone16,1",
        ]
    }

    var registration: JSON {
        switch app {
        case .meeshy:
            [
                "username": .string(name), "password": .string(password), "firstName": "Ada",
                "lastName": "Lovelace", "email": .string(email), "systemLanguage": "fr", "regionalLanguage": "fr",
            ]
        case .allIn:
            [
                "firstName": "Ada", "lastName": "Lovelace", "email": .string(email), "password": .string(password),
                "city": "29200", "postalCode": "29200", "birthDate": "1990-12-10", "subscriptionType": "FREE",
            ]
        }
    }

    var credentials: JSON {
        switch app {
        case .meeshy: ["username": .string(name), "password": .string(password), "rememberDevice": true]
        case .allIn: ["email": .string(email), "password": .string(password)]
        }
    }
}

struct SignedInPerson: Sendable {
    var person: Person
    var token: String
    var refreshToken: String?
    let account: String
    let session: String
    let balise: RunningBalise

    func call(_ method: HTTPMethod, _ path: String, _ body: JSON? = nil) async throws -> Answer {
        try await balise.api(method, path, body, token: token, from: person.address, person.headers)
    }

    func status() async throws -> Int { try await call(.GET, "users/me").status }

    func untilRefused() async throws { try await eventually("the session is refused") { try await status() == 401 } }
}

extension Person {
    func signUp(on balise: RunningBalise) async throws -> SignedInPerson {
        var answer = try await balise.hashing.run { try await register(on: balise) }
        // Services that have just started may not have found each other; apps retry too.
        let deadline = ContinuousClock.now + .seconds(10)
        while answer.status == 503, ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(200))
            answer = try await balise.hashing.run { try await register(on: balise) }
        }
        return try signedIn(answer, 201, balise)
    }

    func register(on balise: RunningBalise) async throws -> Answer {
        try await balise.api(.POST, "auth/register", registration, from: address, headers)
    }

    func signIn(on balise: RunningBalise, from address: String? = nil) async throws -> SignedInPerson {
        try signedIn(try await trySignIn(on: balise, from: address), 200, balise)
    }

    func trySignIn(on balise: RunningBalise, from address: String? = nil) async throws -> Answer {
        let path = app == .meeshy ? "auth/login" : "auth/authenticate"
        return try await balise.hashing.run {
            try await balise.api(.POST, path, credentials, from: address ?? self.address, headers)
        }
    }

    private func signedIn(_ answer: Answer, _ status: Int, _ balise: RunningBalise) throws -> SignedInPerson {
        try #require(answer.status == status, "\(answer.status) \(answer.code ?? "")")
        return SignedInPerson(
            person: self, token: try #require(answer.json?["token"]?.text),
            refreshToken: answer.data?["sessionToken"]?.text,
            account: try #require(answer.data?["user"]?["id"]?.text),
            session: try #require(answer.data?["session"]?["id"]?.text), balise: balise)
    }
}

struct Browser {
    let balise: RunningBalise
    var cookies: String?

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

struct AuthenticatorApp {
    private let secret: [UInt8]

    init?(uri: String) {
        guard let items = URLComponents(string: uri)?.queryItems,
            let text = items.first(where: { $0.name == "secret" })?.value
        else { return nil }
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var bits = ""
        for letter in text {
            guard let value = letters.firstIndex(of: letter) else { return nil }
            let digits = String(value, radix: 2)
            bits += String(repeating: "0", count: 5 - digits.count) + digits
        }
        secret = stride(from: 0, to: bits.count / 8 * 8, by: 8).compactMap { start in
            UInt8(bits.dropFirst(start).prefix(8), radix: 2)
        }
    }

    func code(steps: Int64 = 0, at moment: Date = Date()) -> String {
        let counter = UInt64(Int64(moment.timeIntervalSince1970) / 30 + steps)
        let hash = Array(
            HMAC<Insecure.SHA1>.authenticationCode(
                for: withUnsafeBytes(of: counter.bigEndian) { Data($0) }, using: SymmetricKey(data: secret)))
        let start = Int(hash[19] & 15)
        let number = hash[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        return String(String(1_000_000 + number % 1_000_000).dropFirst())
    }
}
