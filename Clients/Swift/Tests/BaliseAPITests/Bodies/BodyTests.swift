// What holds for every body, in the order of the areas.

import BaliseJSON
import Testing

@Suite("Every body")
struct BodyTests {
    static let samples =
        BodySample.envelopes + BodySample.sessions + BodySample.accounts + BodySample.emailCodes + BodySample.devices
        + BodySample.preferences + BodySample.positions + BodySample.pushTokens + BodySample.contents
        + BodySample.announcements
        + BodySample.inbox
        + BodySample.listings + BodySample.ecovelo + BodySample.tokens + BodySample.audiences

    @Test("is written as it is on the wire", arguments: samples)
    func written(_ sample: BodySample) { #expect(sample.write() == sample.text) }

    @Test("is itself when it is read again", arguments: samples)
    func readAgain(_ sample: BodySample) throws { #expect(try sample.isRead(sample.text)) }

    /// A newer server says more, and an old app goes on reading it.
    @Test("passes over members that it does not know", arguments: samples.filter { !$0.keepsAll })
    func unknown(_ sample: BodySample) throws {
        // In each object, but not in what is passed on as it came.
        let unknown = #""aMemberOfTomorrow":{"a":1},"#
        var more = sample.text.replacing(/^{|:{/) { $0.output + unknown }
        for name in ["details", "arguments", "data", "state", "attributes", "apns", "fcm"] {
            more = more.replacing(#""\#(name)":{"# + unknown, with: #""\#(name)":{"#)
        }
        more = more.replacing(",}", with: "}")
        #expect(more != sample.text)
        #expect(try sample.isRead(more))
    }

    @Test("says which member is missing", arguments: samples)
    func missing(_ sample: BodySample) throws {
        let names = try sample.names()
        #expect(sample.needed.isSubset(of: names))
        for name in names {
            let text = try sample.text { $0 != name }
            if sample.needed.contains(name) {
                let error = #expect(throws: JSONShapeError.self) { try sample.isRead(text) }
                #expect(error?.problem == .missing)
                #expect(error?.path == name)
            } else {
                #expect(throws: Never.self) { try sample.isRead(text) }
            }
        }
    }
}
