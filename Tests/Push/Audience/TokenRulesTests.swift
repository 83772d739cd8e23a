@testable import Push

@Suite("The rules of push tokens") struct TokenRulesTests {
    private static let ada = AccountID("ada")!
    private static let apple = RegisterPushToken.sample(ada, token: "one")
    private static let google = RegisterPushToken.sample(ada, token: "fcm")
    private static let activity = apple.with { ($0.purpose, $0.activityType) = (.activity, "A") }

    private static let outOfTheRules: [RegisterPushToken] = [
        apple.with { $0.token = SecretText("abc") },
        apple.with { $0.token = SecretText(String(repeating: "a", count: 63)) },
        apple.with { $0.provider = .fcm }, google.with { $0.provider = .apns }, google.with { $0.purpose = .voip },
        apple.with { $0.platform = "toaster" }, apple.with { $0.pushDevice = String(repeating: "h", count: 129) },
        apple.with { $0.pushDevice = "a\0b" }, apple.with { $0.pushDeviceName = Personal("\0") },
        apple.with { $0.appVersion = "1\0" }, apple.with { $0.topic = "no topic/at all" },
        // A Live Activity needs its name and its type, its start only the type. Other tokens have neither.
        apple.with { $0.purpose = .activity }, apple.with { $0.purpose = .activityStart },
        apple.with { $0.activity = "a" }, apple.with { $0.activityType = "A" },
        activity.with { $0.activity = String(repeating: "a", count: 129) }, activity.with { $0.activity = "a\u{0}" },
        google.with { ($0.purpose, $0.activityType) = (.activityStart, "A") },
    ]

    @Test("A registration outside the rules is refused", arguments: outOfTheRules)
    func refused(_ request: RegisterPushToken) {
        let error = #expect(throws: ServiceError.self) { try TokenRules.checked(request) }
        #expect(error?.code == .invalidRequest)
    }

    private func registration(_ change: (inout RegisterPushToken) -> Void) throws -> Registration {
        try TokenRules.checked(Self.apple.with(change))
    }

    @Test(
        "A device name is kept in any script and shortened between characters",
        arguments: [
            (String(repeating: "😀", count: 60), 60), (String(repeating: "日", count: 50), 50),
            (String(repeating: "日", count: 129), 128), (String(repeating: "👨‍👩‍👧", count: 30), 25), ("Ada's iPhone", 12),
        ])
    func names(_ name: String, _ characters: Int) throws {
        let kept = try registration { $0.pushDeviceName = Personal(name) }.pushDeviceName?.value
        #expect(kept == String(name.prefix(characters)))
        #expect(try registration { $0.pushDeviceName = Personal("") }.pushDeviceName == nil)
    }

    @Test(
        "Languages are kept in their canonical form",
        arguments: [
            ("fr_FR", ["fr-FR"]), ("fr-FR@rg=chzzzz, en", ["fr-FR", "en"]), ("iw", ["he"]), ("not a tag", []),
            ("br, fr, *", ["br", "fr"]), (nil, []),
        ] as [(String?, [String])])
    func languages(_ said: String?, _ kept: [String]) throws {
        #expect(try registration { $0.language = said }.languages.map(\.text) == kept)
    }

    @Test("At most eight languages are kept")
    func manyLanguages() throws {
        let many = (0..<40).map { "fr-x-\($0)" }.joined(separator: ", ")
        #expect(try registration { $0.language = many }.languages.count == 8)
    }

    @Test("The parts of an app version may have any size", arguments: ["3.1.20261128", "20261128.1", "3.1.65536"])
    func versions(_ version: String) throws {
        let kept = try registration { $0.appVersion = version }.appVersion
        let facts = DeviceFacts(platform: "ios", version: kept)
        let judge = AudienceJudge(isAmong: { _ in false }, isInTopic: { _ in false }, hasTag: { _ in false })
        let newer = AudienceExpression.appVersion(.atLeast, AppVersion("3.1")!)
        #expect(judge.holds(newer, on: facts) && !judge.holds(.not(newer), on: facts))
    }
}
