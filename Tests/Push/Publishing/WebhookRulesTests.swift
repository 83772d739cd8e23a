import Crypto

@testable import Push

@Suite("The rules of webhooks")
struct WebhookRulesTests {
    private func event(attempts: Int = 0) -> DueWebhookEvent {
        DueWebhookEvent(
            number: 1, id: "msg_p5jXN8AQM9LWM0D4loKWxJek", body: #"{"test": 2432232314}"#, createdAt: .start,
            attempts: attempts)
    }

    @Test("An address needs https, or http on this machine")
    func addresses() {
        for url in ["https://shop.example/balise", "http://127.0.0.1:8000/a", "http://localhost/", "http://[::1]:1/"] {
            #expect((try? WebhookRules.check(url)) != nil, "\(url)")
        }
        for url in [
            "http://shop.example/", "ftp://127.0.0.1/", "https://", "https://ada:secret@shop.example/", "",
            "shop.example", "https://127.0.0.1:65536/", "https://shop.example:0/",
            "http://127.0.0.1.example/", "https://shop.example/" + String(repeating: "a", count: 2048),
        ] {
            #expect((try? WebhookRules.check(url)) == nil, "\(url)")
        }
    }

    @Test("A secret has 24 to 64 bytes in base64")
    func secrets() {
        func isTaken(_ text: String) -> Bool { (try? WebhookRules.key(SecretText(text))) != nil }
        #expect(isTaken("whsec_" + Data(repeating: 7, count: 24).base64EncodedString()))
        #expect(isTaken("whsec_" + Data(repeating: 7, count: 64).base64EncodedString()))
        #expect(!isTaken("whsec_" + Data(repeating: 7, count: 23).base64EncodedString()))
        #expect(!isTaken("whsec_" + Data(repeating: 7, count: 65).base64EncodedString()))
        #expect(!isTaken(Data(repeating: 7, count: 24).base64EncodedString()))
        #expect(!isTaken("whsec_???"))
    }

    /// The example of the libraries of the Standard Webhooks project.
    @Test("The signature equals the example of the specification")
    func signature() throws {
        let key = try WebhookRules.key(SecretText("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let headers = WebhookRules.headers(of: event(), signedWith: key, at: UnixTime(milliseconds: 1_614_265_330_000))
        #expect(headers.map(\.name) == ["webhook-id", "webhook-timestamp", "webhook-signature"])
        #expect(
            headers.map(\.value) == [
                "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
            ])
    }

    @Test("Pauses between attempts grow, for up to a day")
    func pauses() {
        let pauses = (1...12).map {
            WebhookRules.next(after: $0, of: event(), at: .start).map { $0.rawValue - UnixTime.start.rawValue }
        }
        #expect(pauses.prefix(4) == [5000, 10_000, 20_000, 40_000])
        #expect(pauses.suffix(2) == [3_600_000, 3_600_000])
        let late = UnixTime.start.adding(seconds: WebhookRules.lifetime - 3600)
        #expect(WebhookRules.next(after: 99, of: event(), at: late) != nil)
        #expect(WebhookRules.next(after: 99, of: event(), at: late.adding(seconds: 1)) == nil)
    }
}
