@testable import Push

@Suite("Names in a notification") struct ExactNameTests {
    private func check(_ change: (inout NotificationContent) -> Void) throws {
        var content = NotificationContent.alert()
        change(&content)
        try NotificationRules.check(content, mayInterrupt: true)
    }

    @Test(
        "Names with different bytes are different",
        arguments: [#"{"\u00e9":"1","e\u0301":"2"}"#, #"{"K":"1","\u212a":"2"}"#, #"{"Å":"1","\u212b":"2"}"#])
    func different(_ data: String) throws {
        try check { $0.data = JSONDetails(data) }
        try check { $0.fcm = #"{"data":\#(data)}"# }
        try check { $0.apns = JSONDetails(data) }
        // A name with the same bytes in both is a duplicate; with other bytes it is not.
        try check { ($0.data, $0.apns) = (#"{"\u00e9":"1"}"#, #"{"e\u0301":"2"}"#) }
    }

    @Test("Names reach the push with their own bytes")
    func reachPush() throws {
        var content = NotificationContent.alert()
        content.data = #"{"\u00e9":"1","e\u0301":"2"}"#
        for provider in PushProvider.allCases {
            let payload = try rendered(content, for: provider).payload
            #expect(payload.hasBytes(of: "\"\u{E9}\":") && payload.hasBytes(of: "\"e\u{301}\":"))
        }
    }

    @Test(
        "A combining mark after a reserved prefix does not hide it",
        arguments: [#"{"google.\u0301x":"1"}"#, #"{"gcm.\u0308":"1"}"#, #"{"google.x":"1"}"#])
    func reserved(_ data: String) {
        #expect(throws: ServiceError.self) { try check { $0.data = JSONDetails(data) } }
        #expect(throws: ServiceError.self) { try check { $0.fcm = #"{"data":\#(data)}"# } }
    }

    @Test("Header names for APNs are ASCII")
    func headers() throws {
        #expect(throws: ServiceError.self) { try check { $0.fcm = #"{"apns":{"headers":{"apns-topic\u0301":"x"}}}"# } }
        try check { $0.fcm = #"{"apns":{"headers":{"apns-x":"x"}}}"# }
    }

    @Test("Actions with different bytes are different, and are counted separately")
    func actions() throws {
        let actions = ["\u{E9}", "e\u{301}"].map { NotificationAction(id: $0, title: "T") }
        try check { $0.actions = actions }
        var content = NotificationContent.alert()
        content.actions = [actions[0]]
        func counted(_ action: String) -> CountedInteraction? {
            let interaction = NotificationInteraction(
                notification: NotificationID("n")!, action: action, at: UnixTime(milliseconds: 5))
            return content.counted(
                interaction, with: 1, beginsAt: UnixTime(milliseconds: 0), at: UnixTime(milliseconds: 10))
        }
        #expect(counted("\u{E9}") != nil && counted("e\u{301}") == nil)
    }

    @Test("An argument is found only by its exact name")
    func arguments() {
        #expect(throws: ServiceError.self) {
            try check {
                $0.texts = [NotificationText(language: "en", title: "{\u{212A}}")]
                $0.arguments = [NotificationArgument(name: "K", value: "1")]
            }
        }
    }

    @Test("A kind is found only by its exact name")
    func kinds() {
        let kinds = NotificationKinds(naming: [NotificationKind("K")])
        #expect(kinds["K"] != nil && kinds["\u{212A}"] == nil)
    }

    @Test("Push devices are distinguished by the bytes of their names")
    func pushDevices() {
        func key(_ name: String) -> PushDeviceKey { PushDeviceKey(pushDevice: name, session: "s") }
        #expect(key("\u{E9}") != key("e\u{301}") && key("\u{E9}") == key("\u{E9}"))
    }

    @Test("Two spellings of one language are the same")
    func languages() throws {
        try check {
            $0.texts = ["pt-BR", "zh_TW"].map { NotificationText(language: $0, title: "T") }
            $0.fallbackLanguage = "pt-br"
        }
        for twice in [["zh_TW", "zh-tw"], ["he", "iw"], ["fr", "fr-u-ca-gregory"]] {
            #expect(throws: ServiceError.self) {
                try check { $0.texts = twice.map { NotificationText(language: $0, title: "T") } }
            }
        }
    }
}

extension String {
    fileprivate func hasBytes(of text: String) -> Bool { utf8.contains(Array(text.utf8)) }
}
