struct Rider: Sendable {
    let subject = "sub-\(Fresh.nameMark)-\(Fresh.token(16))"
    let email = "r-\(Fresh.nameMark)-\(Fresh.token(12))@example.org"
    let phone = "+336\((0..<8).map { _ in String(Int.random(in: 0...9)) }.joined())"
    let address = Person().address

    /// - Parameters:
    ///   - session: The `sid`.
    ///   - age: In seconds.
    func token(
        of issuer: OpenIDIssuer, session: String? = "sid-1", age: Int64 = 0, lifetime: Int64 = 3600,
        _ claims: [String: String] = [:]
    ) throws -> String {
        let known = ["email": TokenDraft.text(email), "given_name": #""Ada""#, "family_name": #""Lovelace""#]
        return try issuer.token(
            for: subject, session: session, at: OpenIDIssuer.secondsNow() - age, lifetime: lifetime,
            claims: known.merging(claims) { $1 })
    }

    func expiredToken(of issuer: OpenIDIssuer) throws -> String { try token(of: issuer, age: 7200, lifetime: 3600) }
}

extension RunningBalise {
    /// - Parameter isShared: Whether other tests use it too. Then `body` ends it, and it does not count as a test's own.
    static func trusting(
        _ shape: Shape, _ settings: [String: String] = [:], isShared: Bool = false,
        _ body: (RunningBalise, OpenIDIssuer) async throws -> Void
    ) async throws {
        try await OpenIDIssuer.run { issuer in
            let file = FileManager.default.temporaryDirectory.appending(path: "balise-\(Fresh.token(8)).yaml")
            defer { try? FileManager.default.removeItem(at: file) }
            try issuer.configuration(named: "mon-compte", programs: ["breizhgo", "naolib"])
                .write(to: file, atomically: true, encoding: .utf8)
            let all =
                ["BALISE_CONFIG": file.path] + Setting.trustedProxies("127.0.0.0/8") + Setting.patient
                + Setting.logLevel("debug") + settings
            func use(_ balise: RunningBalise) async throws {
                // Each process reads the issuer's keys at its first token.
                try await eventually("the issuer's keys are read") {
                    try await balise.ecovelo(.GET, "users/me", token: Rider().token(of: issuer)).status == 200
                }
                try await body(balise, issuer)
            }
            guard isShared else { return try await withOwn(shape, all, use) }
            let balise = try await start(shape, all, isShared: true)
            defer { balise.removeFolder() }
            try await use(balise)
        }
    }

    /// Checks the rules for all answers of that API.
    /// - Parameter token: The whole field `Authorization`; nil for none.
    func ecovelo(
        _ method: HTTPMethod, _ path: String, _ body: JSON? = nil, token: String? = nil,
        from address: String = Person().address
    ) async throws -> Answer {
        var headers: HTTPHeaders = ["x-forwarded-for": address, "live-mode": "false"]
        if body != nil { headers.add(name: "content-type", value: "application/json") }
        if let token { headers.add(name: "authorization", value: token) }
        let answer = try await call(method, http + "/ecovelo/" + path, body.map { Array($0.encoded.utf8) }, headers)
        APIAnswerRules.judge(answer, method, path)
        return answer
    }

    func oauth(
        _ path: String, _ parameters: KeyValuePairs<String, String>, from address: String = Person().address,
        _ headers: HTTPHeaders = [:]
    ) async throws -> Answer {
        var headers = headers
        headers.add(name: "content-type", value: "application/x-www-form-urlencoded")
        headers.add(name: "x-forwarded-for", value: address)
        let pairs = parameters.map { name, value in
            let text = value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            return "\(name)=\(text)"
        }
        return try await call(.POST, http + "/oauth/" + path, Array(pairs.joined(separator: "&").utf8), headers)
    }

    func exchange(_ token: String, program: String? = nil) async throws -> Answer {
        try await oauth(
            "token",
            [
                "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange", "subject_token": token,
                "subject_token_type": "urn:ietf:params:oauth:token-type:id_token", "program": program ?? "",
            ])
    }
}
