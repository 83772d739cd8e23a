import BaliseAPI
import BaliseJSON
import Testing

@Suite("A secret")
struct SecretTests {
    @Test("is never printed")
    func redacted() {
        struct Holder { let secret = SecretText("br_next") }
        let texts = [
            "\(SecretText("br_next"))", String(reflecting: SecretText("br_next")), "\(Holder())",
            "\([SecretText("br_next")])",
        ]
        for text in texts { #expect(!text.contains("br_next") && text.contains("<redacted>")) }
    }

    @Test("is written unchanged")
    func written() {
        var json = JSONObject()
        json.set("token", SecretText("br_next"))
        json.set("none", nil as SecretText?)
        #expect(json.text == #"{"token":"br_next"}"#)
    }
}

@Suite("A time of the day")
struct TimeOfDayTests {
    @Test("is read from its text", arguments: [("00:00", 0), ("09:05", 545), ("22:00", 1320), ("23:59", 1439)])
    func read(_ text: String, _ minutes: Int) throws {
        let time = try #require(BaliseTimeOfDay(text))
        #expect(time.minutes == minutes && time.description == text && time == BaliseTimeOfDay(minutes: minutes))
        #expect(time == BaliseTimeOfDay(hour: minutes / 60, minute: minutes % 60))
    }

    @Test(
        "is not read from any other form",
        arguments: ["", "24:00", "22:60", "9:05", "22:5", "22.00", "+1:00", "1 :00", "22:000", "２２:00"])
    func refused(_ text: String) { #expect(BaliseTimeOfDay(text) == nil) }

    @Test("is between 00:00 and 23:59", arguments: [-1, 1440])
    func bounds(_ minutes: Int) {
        #expect(BaliseTimeOfDay(minutes: minutes) == nil)
        #expect(BaliseTimeOfDay(hour: 0, minute: minutes) == nil)
        #expect(BaliseTimeOfDay(hour: minutes, minute: 0) == nil)
    }
}

@Suite("Details")
struct JSONDetailsTests {
    @Test("are passed on with their original characters")
    func literal() throws {
        let written = #" {"price": 1.50, "a":"\u00e9"} "#
        let details = try #require(JSONDetails(written))
        #expect(details.text == #"{"price": 1.50, "a":"\u00e9"}"# && details.value?.member("price")?.literal == "1.50")
        var json = JSONObject()
        json.set("details", details)
        #expect(json.text == #"{"details":{"price": 1.50, "a":"\u00e9"}}"#)
    }

    @Test("must be a JSON object", arguments: ["", "[]", "1", #""{}""#, #"{"a":1},"b":2"#, "{"])
    func refused(_ text: String) { #expect(JSONDetails(text) == nil) }

    @Test("can be built from members")
    func made() {
        var object = JSONObject()
        object.set("price", 1.5)
        #expect(JSONDetails(object).text == #"{"price":1.5}"#)
        #expect(JSONDetails(JSONObject()).text == "{}")
    }
}

@Suite("A publisher's id")
struct AnnouncementSubjectTests {
    @Test(
        "keeps its type, number or text",
        arguments: [(#"{"id":15}"#, 15), (#"{"id":"15"}"#, "15"), (#"{"id":"été"}"#, "été")]
            as [(String, AnnouncementSubject)])
    func types(_ text: String, _ subject: AnnouncementSubject) throws {
        #expect(try JSONDocument(Array(text.utf8)).root.needed("id") == subject)
        var json = JSONObject()
        json.set("id", subject)
        #expect(json.text == text)
    }

    @Test("is not read from any other type", arguments: ["1.5", "true", "[]", "{}", "9223372036854775808"])
    func refused(_ literal: String) throws {
        let json = try JSONDocument(Array(#"{"id":\#(literal)}"#.utf8)).root
        #expect(throws: JSONShapeError.self) { try json.needed("id", as: AnnouncementSubject.self) }
    }
}

@Suite("A word of the API")
struct OpenWordTests {
    @Test("is kept if this version does not know it")
    func kept() throws {
        let json = try JSONDocument(Array(#"{"type":"CONCERT"}"#.utf8)).root
        let kind: AnnouncementType = try json.needed("type")
        #expect(kind == AnnouncementType(rawValue: "CONCERT"))
        #expect("\(kind)" == "CONCERT")
    }
}

extension JSONObject {
    var text: String { String(decoding: bytes, as: UTF8.self) }
}

@Suite("The definition of a call")
struct CallDefinitionTests {
    @Test("has its path from the root of the server")
    func path() {
        #expect(AppCalls.signIn.path == "/api/v1/auth/login")
        #expect(EcoveloCalls.getCyclist.path == "/ecovelo/users/me")
    }

    @Test("fills the parameters of its path in order")
    func parameters() {
        #expect(AppCalls.explainRecipient.path(filling: ["a%2Fb", "c"]) == "/api/v1/announcements/a%2Fb/recipients/c")
        #expect(AppCalls.markRead.path(filling: ["7"]) == "/api/v1/notifications/7/read")
        #expect(AppCalls.getProfileInEnvelope.path(filling: []) == "/api/v1/auth/me")
    }
}
