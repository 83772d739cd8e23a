@Suite("Settings: the issuer of Balise's tokens") struct TokenIssuerTests {
    private func problems(_ issuer: String, _ address: String?) -> [String] {
        var environment = ["BALISE_SESSIONS_ISSUER": issuer]
        environment["BALISE_HTTP_PUBLIC_URL"] = address
        do throws(SettingsError) {
            _ = try Settings.load(arguments: [], environment: environment)
            return []
        } catch { return error.problems.map(\.message) }
    }

    @Test(
        "is a word, or the address of the edge",
        arguments: [
            ("balise", nil), ("balise", "https://balise.example"), ("https://balise.example", nil),
            ("https://balise.example", "https://balise.example"), ("https://balise.example/", "https://balise.example"),
            ("https://balise.example", "https://balise.example/"),
            ("https://balise.example/at", "https://balise.example/at"),
        ] as [(String, String?)])
    func good(_ issuer: String, _ address: String?) {
        #expect(problems(issuer, address) == [])
    }

    @Test(
        "is no other address, since clients refuse metadata that name one",
        arguments: [
            ("https://tokens.example", "https://balise.example"), ("http://balise.example", "https://balise.example"),
            ("https://balise.example/at", "https://balise.example"),
        ])
    func bad(_ issuer: String, _ address: String) {
        #expect(
            problems(issuer, address) == [
                "sessions.issuer: \(issuer) is another address than http.publicUrl (\(address)), and clients refuse metadata "
                    + "that name another issuer than the one they asked; set it to \(address), or to a word that is no "
                    + "address."
            ])
    }
}
