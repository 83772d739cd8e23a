import Testing

@testable import Balise

@Suite("A stream of events")
struct EventStreamParserTests {
    private typealias Event = EventStreamParser.Event

    private static let text =
        "\u{FEFF}retry: 2000\n: comment\n\nevent: place\nid: 1.a\ndata: {\"é\":\ndata: 1}\n\r\ndata:x\r\rid: 2\n\nevent: gone\ndata: y\n\n"
    private static let events = [
        Event(name: "place", data: "{\"é\":\n1}", lastEventID: "1.a"),
        Event(name: "message", data: "x", lastEventID: "1.a"),
        Event(name: "gone", data: "y", lastEventID: "2"),
    ]

    @Test("is read the same wherever it is split", arguments: 0..<text.utf8.count)
    func cut(at place: Int) {
        let bytes = Array(Self.text.utf8)
        var parser = EventStreamParser()
        let events = (parser.read(bytes[..<place]) ?? []) + (parser.read(bytes[place...]) ?? [])
        #expect(events == Self.events)
        #expect(parser.retry == 2000 && parser.lastEventID == "2")
    }

    @Test("has no event that is incomplete")
    func unfinished() {
        var parser = EventStreamParser()
        #expect(parser.read(Array("event: place\ndata: 1\n".utf8)) == [])
        #expect(
            parser.read(Array("retry: soon\nid: a\0b\n\n".utf8)) == [Event(name: "place", data: "1", lastEventID: "")])
        #expect(parser.retry == nil)
    }

    @Test("is given up if a line is too long")
    func endless() {
        var parser = EventStreamParser()
        #expect(parser.read([UInt8](repeating: 0x61, count: EventStreamParser.maximumLine + 1)) == nil)
    }
}
