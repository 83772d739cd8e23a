@testable import Push

@Suite("The payloads of announcements")
struct PayloadRulesTests {
    private static func content(
        _ type: AnnouncementType, _ subject: AnnouncementSubject, title: String = "Titre", body: String = "Texte",
        badge: Int = 1
    ) -> PushContent {
        PushContent(type: type, subject: subject, title: title, body: body, badge: badge)
    }

    @Test(
        "Each type has its payload for APNs",
        arguments: [
            (
                AnnouncementType.offer, AnnouncementSubject.number(42),
                #"{"aps":{"alert":{"body":"Texte","title":"Titre"},"badge":1,"sound":"default"},"entityId":"42","offerId":42,"screen":"offer_detail"}"#
            ),
            (
                .event, .number(7),
                #"{"aps":{"alert":{"body":"Texte","title":"Titre"},"badge":1,"sound":"default"},"entityId":"7","offerId":7,"screen":"event_detail","type":"EVENT"}"#
            ),
            (
                .professional, .text("p-9"),
                #"{"aps":{"alert":{"body":"Texte","title":"Titre"},"badge":1,"sound":"default"},"entityId":"p-9","professionalId":"p-9","screen":"professional_detail"}"#
            ),
        ])
    func apns(_ type: AnnouncementType, _ subject: AnnouncementSubject, _ json: String) throws {
        #expect(String(decoding: try PayloadRules.apns(Self.content(type, subject)), as: UTF8.self) == json)
    }

    @Test("FCM gets texts in the data, and iPhones get badge and sound")
    func fcm() throws {
        let json = String(decoding: try PayloadRules.fcm(Self.content(.event, .number(7), badge: 3)), as: UTF8.self)
        #expect(
            json
                == #"{"apns":{"headers":{"apns-expiration":"0","apns-priority":"10"},"payload":{"aps":{"badge":3,"sound":"default"}}},"data":{"entityId":"7","offerId":"7","screen":"event_detail","type":"EVENT"},"notification":{"body":"Texte","title":"Titre"}}"#
        )
    }

    @Test("The largest number stays a number")
    func largestNumber() throws {
        let json = String(decoding: try PayloadRules.apns(Self.content(.offer, .number(.max))), as: UTF8.self)
        #expect(json.contains(#""offerId":9223372036854775807,"#))
    }

    @Test("A subject without an id is refused")
    func noID() {
        let content = Self.content(.offer, .text(""))
        #expect(throws: PayloadRules.Refusal.noSubject) { try PayloadRules.apns(content) }
        #expect(throws: PayloadRules.Refusal.noSubject) { try PayloadRules.fcm(content) }
    }

    @Test("Long texts, quotes and any script are sent unchanged")
    func texts() throws {
        let title = "L'«offre» \"du jour\" / 100 % 🥐"
        let body = String(repeating: "é", count: 500)
        let payload = try PayloadRules.apns(Self.content(.offer, .number(1), title: title, body: body))
        let object = try JSONSerialization.jsonObject(with: payload) as? [String: Any]
        let alert = (object?["aps"] as? [String: Any])?["alert"] as? [String: String]
        #expect(alert == ["title": title, "body": body])
        #expect(payload.count <= PayloadRules.largest)
    }

    @Test("An announcement without texts gets the standard texts of its type")
    func standardTexts() {
        func kinds(_ mark: String) -> StandardTexts.Kinds {
            StandardTexts.Kinds(
                offer: .init(title: "o" + mark, body: "O"), event: .init(title: "e" + mark, body: "E"),
                professional: .init(title: "p" + mark, body: "P"))
        }
        let texts = StandardTexts(languages: [.english: kinds("en"), .french: kinds("fr")], fallback: .english)
        func filled(
            _ type: AnnouncementType, title: String? = nil, body: String? = nil, for tags: String?
        ) -> [String?] {
            let announcement = Announcement(type: type, subject: .number(1), title: title, body: body)
            let filled = texts.filled(announcement, for: tags)
            return [filled.title, filled.body]
        }
        #expect(filled(.offer, for: "fr-CA") == ["ofr", "O"])
        #expect(filled(.event, title: "own", for: "fr_FR") == ["own", "E"])
        #expect(filled(.professional, title: "", body: "own", for: "FR") == ["pfr", "own"])
        for tag in [nil, "en-GB", "de", ""] { #expect(filled(.offer, for: tag).first == "oen") }
    }
}

@Suite("The form of push tokens")
struct TokenFormTests {
    private static let hex = String(repeating: "0aF9", count: 16)

    @Test(
        "The form of a token names its provider",
        arguments: [
            (hex, PushProvider.apns), (hex + "ab", .apns), (String(repeating: "a", count: 160), .apns),
            // Apple promises no length, so hex of whole bytes is a token. An odd number of digits is not.
            ("0123456789abcdef0123456789abcdef0123456789", .apns), (String(hex.dropLast(2)), .apns), ("0f1e", .apns),
            (hex + "a", nil), ("0f1", nil), ("0f", nil),
            ("dQw4w9WgXcQ:APA91bHun4MxP5egoKMwt2KZFBaFUH-1RYqx_abc", .fcm),
            ("fcm-token-1234", .fcm), (String(repeating: "g", count: 10), .fcm),
            ("", nil), ("short:abc", nil), ("with space:abcdef", nil), ("line\nbreak:abcdef", nil),
            ("quote\":abcdefgh", nil), ("slash/abcdefgh:", nil), ("é:abcdefghijk", nil),
            (String(repeating: "g", count: 4096), .fcm), (String(repeating: "g", count: 4097), nil),
            (String(repeating: "ab", count: 200), .apns), (String(repeating: "ab", count: 201), nil),
        ] as [(String, PushProvider?)])
    func provider(_ token: String, _ provider: PushProvider?) {
        #expect(TokenForm.provider(of: token) == provider)
        for named in PushProvider.allCases { #expect(TokenForm.isToken(token, of: named) == (named == provider)) }
    }
}
