@testable import Push

@Suite("Canonical JSON")
struct CanonicalJSONTests {
    @Test(
        "Equal values have one canonical text",
        arguments: [
            (
                #"{"b":1,"a":[true,null]}"#,
                [#"{ "a" : [ true, null ] , "b" : 1 }"#, "{\n\t\"a\":[true,null],\r\"b\":1}"]
            ),
            (#"{"é":"/\"\n"}"#, [#"{"\u00e9":"\/\u0022\u000A"}"#, #"{"\u00E9":"\u002f\"\n"}"#]),
            (#"{"x":"😀"}"#, [#"{"x":"\ud83d\ude00"}"#]),
            (#"{"n":150}"#, [#"{"n":1.5e2}"#, #"{"n":150.00}"#, #"{"n":0.15E+3}"#, #"{"n":15e1}"#]),
            (#"{"n":0}"#, [#"{"n":-0}"#, #"{"n":0.00}"#, #"{"n":0e9}"#]),
            (#"{"n":-0.015}"#, [#"{"n":-15e-3}"#, #"{"n":-1.50E-2}"#]),
            (#"{"a":{"c":2,"b":{}},"d":[]}"#, [#"{"d":[],"a":{"b":{},"c":2}}"#]),
        ])
    func same(_ one: String, _ others: [String]) {
        for other in others { #expect(CanonicalJSON.text(other) == CanonicalJSON.text(one), "\(other)") }
        #expect(CanonicalJSON.text(CanonicalJSON.text(one)) == CanonicalJSON.text(one))
    }

    @Test(
        "Different values have different canonical texts",
        arguments: [
            (#"{"a":[1,2]}"#, #"{"a":[2,1]}"#), (#"{"a":1}"#, #"{"a":"1"}"#), (#"{"a":null}"#, "{}"),
            (#"{"id":12345678901234567890}"#, #"{"id":12345678901234567891}"#), (#"{"a":0.1}"#, #"{"a":1}"#),
            (#"{"a":10}"#, #"{"a":1}"#), (#"{"a":1}"#, #"{"a":-1}"#), (#"{"a":1e400}"#, #"{"a":1e401}"#),
            // Composed and decomposed letters differ, as do K and the Kelvin sign.
            (#"{"\u00e9":1}"#, #"{"e\u0301":1}"#), (#"{"a":"K"}"#, #"{"a":"\u212a"}"#),
            (#"{"a":{"b":1,"b":2}}"#, #"{"a":{"b":2,"b":1}}"#),
        ])
    func different(_ one: String, _ other: String) {
        #expect(!CanonicalJSON.text(one).utf8.elementsEqual(CanonicalJSON.text(other).utf8))
    }

    @Test("Members are sorted by code points")
    func order() {
        let json = CanonicalJSON.text(#"{"\ud83d\ude00":1,"\uffee":2,"é":3,"z":4,"e\u0301":5,"":6}"#)
        #expect(
            json.utf8.elementsEqual("{\"\":6e0,\"e\u{301}\":5e0,\"z\":4e0,\"é\":3e0,\"\u{FFEE}\":2e0,\"😀\":1e0}".utf8))
    }

    @Test("Requests that differ only in the spelling of their JSON have the same fingerprint")
    func fingerprints() throws {
        func notification(_ json: String, _ arguments: [String] = ["a", "b"]) -> [OutgoingNotification] {
            let object = JSONDetails(stringLiteral: json)
            var raw = NotificationContent.alert()
            raw.arguments = arguments.map { NotificationArgument(name: $0, value: $0) }
            (raw.data, raw.apns, raw.fcm) = (object, nil, nil)
            var apns = NotificationContent.alert()
            apns.apns = object
            var fcm = NotificationContent.alert()
            fcm.fcm = object
            var activity = NotificationContent.activity(.start)
            activity.liveActivity?.state = object
            var attributes = NotificationContent.activity(.start)
            attributes.liveActivity?.attributes = object
            return [raw, apns, fcm, activity, attributes]
                .map { OutgoingNotification(kind: "news", audience: .everyone, content: $0) }
                + [OutgoingNotification(kind: "news", audience: .everyone, content: .alert(), details: json)]
        }
        let first = notification(#"{"a":1,"b":"é"}"#)
        let again = notification(#"{ "b":"\u00e9", "a":1.0 }"#, ["b", "a"])
        let other = notification(#"{"a":1,"b":"e"}"#)
        for place in first.indices {
            #expect(try first[place].fingerprint == again[place].fingerprint, "\(place)")
            #expect(try first[place].fingerprint != other[place].fingerprint, "\(place)")
            #expect(first[place] != again[place], "\(place)")
        }
        let announced = [#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#].map { details in
            OutgoingNotification.sample.with { $0.details = details }
        }
        #expect(try announced[0].fingerprint == announced[1].fingerprint)
    }
}
