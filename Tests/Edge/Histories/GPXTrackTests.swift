@testable import Edge

@Suite("GPX documents") struct GPXTrackTests {
    private static func document(_ points: String) -> String {
        #"<?xml version="1.0" encoding="UTF-8"?><!-- a walk --><gpx version="1.1"><wpt lat="1" lon="2"/>"#
            + "<trk><name>A &amp; B</name><trkseg>\(points)</trkseg></trk></gpx>\n"
    }

    private func refusal(_ text: String) -> String? {
        do throws(EdgeError) {
            _ = try GPXTrack(Array(text.utf8))
            return nil
        } catch { return error.message }
    }

    @Test("A track point has the values of its elements and of the extensions of any program")
    func values() throws {
        let points = """
            <trkpt lon="-2.50" lat='48.25'><ele> 35.5 </ele><time>2026-01-31T12:00:00Z</time>
            <extensions><b:accuracy xmlns:b="urn:balise:gpx:1">7</b:accuracy><x:speed>1.5</x:speed>
            <balise:batteryLevel>80</balise:batteryLevel></extensions></trkpt>
            <trkpt lat="1e1" lon="0"><time>2026-01-31T12:00:00.25</time></trkpt><trkpt lat="3" lon="4"/>
            """
        let track = try GPXTrack(Array(Self.document(points).utf8))
        func value(_ json: String) -> LocationValue { LocationValue(json: json) }
        #expect(
            track.points == [
                Location(
                    timestamp: value("1769860800"), longitude: value("-2.5"), latitude: value("48.25"),
                    horizontalAccuracy: value("7"), speed: value("1.5"), batteryLevel: value("80"),
                    altitude: value("35.5")),
                Location(
                    timestamp: value("1769860800250"), longitude: value("0"), latitude: value("10"),
                    horizontalAccuracy: value("0")),
            ])
        #expect(track.untimed == 1)
    }

    @Test(
        "A point that cannot be read is refused with its number",
        arguments: [
            (#"<trkpt lat="1" lon="2"/><trkpt lat="1"/>"#, "Track point 2 must have lat and lon."),
            (#"<trkpt lat="x" lon="2"/>"#, "Track point 1: lat must be a number."),
            (
                #"<trkpt lat="1" lon="2"><time>noon</time></trkpt>"#,
                "Track point 1: time must be like 2026-01-31T12:00:00Z."
            ),
            (
                #"<trkpt lat="1" lon="2"><time>2026-01-31T12:00:00Z</time><ele>high</ele></trkpt>"#,
                "Track point 1: ele must be a number."
            ),
        ])
    func badPoints(points: String, message: String) { #expect(refusal(Self.document(points)) == message) }

    @Test(
        "A document that is not whole, or that has a document type, is refused",
        arguments: [
            "", " ", "<gpx>", "<gpx></gpx", "<gpx></x>", "<gpx/><gpx/>", "text<gpx/>", "<gpx/>text", "<gpx a></gpx>",
            "<gpx a=1/>", "<gpx a='<'/>", "<gpx><trkpt lat='&unknown;' lon='1'/></gpx>",
            "<gpx><trkpt lat='1' lon='&amp'/></gpx>", "<gpx><![CDATA[</gpx>",
            "<!DOCTYPE gpx [<!ENTITY a 'b'>]><gpx>&a;</gpx>", "<?xml version='1.0' encoding='UTF-16'?><gpx/>",
            "<kml></kml>", "<gpx><!-- </gpx>", "</gpx>", "< gpx/>",
        ])
    func badDocuments(text: String) { #expect(refusal(text) != nil) }

    @Test("Elements may be nested to a fixed depth, and points have a fixed number")
    func bounds() {
        func nested(_ depth: Int) -> String {
            "<gpx>" + String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth) + "</gpx>"
        }
        #expect(refusal(nested(XMLReader.maximumDepth - 1)) == nil)
        #expect(refusal(nested(XMLReader.maximumDepth)) != nil)
        let point = #"<trkpt lat="1" lon="2"><time>2026-01-31T12:00:00Z</time></trkpt>"#
        let most = String(repeating: point, count: ImportDeviceHistory.maximumPoints)
        #expect(refusal(Self.document(most)) == nil)
        let untimed = #"<trkpt lat="1" lon="2"/>"#
        #expect(refusal(Self.document(most + untimed)) == "The file has more than 20000 track points; split it.")
    }

    @Test(
        "Elements, attributes and comments have a fixed number",
        arguments: [("<gpx>", "<a/>"), ("<gpx>", "<!---->"), ("<gpx>", "<![CDATA[]]>"), ("<gpx", " a=''")])
    func parts(before: String, part: String) {
        let text = before + String(repeating: part, count: XMLReader.maximumParts)
        #expect(refusal(text) == "The body has more than 300000 elements and attributes; split it.")
    }

    @Test("A value has a fixed length, and what is not read has none")
    func lengths() {
        let long = String(repeating: " ", count: XMLReader.maximumTextBytes + 1)
        #expect(refusal(Self.document(#"<trkpt lat="1" lon="2"><name>\#(long)</name></trkpt>"#)) == nil)
        #expect(refusal(Self.document(#"<trkpt lat="1" lon="2"><time>\#(long)</time></trkpt>"#)) != nil)
    }

    private func timed(_ time: String, _ more: String = "") -> String {
        Self.document(#"<trkpt lat="1" lon="2"><time>\#(time)</time>\#(more)</trkpt>"#)
    }

    @Test(
        "A time that histories would read as another one is refused",
        arguments: ["9999-12-31T23:59:59Z", "5138-11-16T09:46:40Z", "1970-01-01T00:00:00Z", "1969-12-31T00:00:00Z"])
    func times(_ time: String) {
        #expect(refusal(timed(time)) == "Track point 1: time must be in the past and after 1970-01-01.")
    }

    @Test("A fraction of a second is kept in every year")
    func fractions() throws {
        let track = try GPXTrack(Array(timed("1970-02-01T00:00:00.500Z").utf8))
        #expect(track.points.map(\.timestamp.json) == ["2678400.5"])
    }

    @Test("A time or height of an extension is not the point's")
    func extensions() throws {
        let more =
            "<ele>5</ele><extensions><y:time>noon</y:time><y:ele>9</y:ele><y:a><time>noon</time></y:a></extensions>"
        let track = try GPXTrack(Array(timed("2026-01-31T12:00:00Z", more).utf8))
        #expect(track.points.map(\.timestamp.json) == ["1769860800"])
        #expect(track.points.map(\.altitude?.json) == ["5"])
    }

    @Test("A byte order mark, comments, sections and references are read")
    func syntax() throws {
        let text =
            "\u{FEFF}<?xml version='1.0'?>\n<gpx:gpx><gpx:trkpt lat='&#x31;' lon='&#50;'><time><!-- x -->"
            + "<![CDATA[2026-01-31T12:00]]>:00Z</time ></gpx:trkpt\n></gpx:gpx>"
        #expect(try GPXTrack(Array(text.utf8)).points.map(\.latitude.json) == ["1"])
    }

    @Test("GPX is told from other media types")
    func mediaTypes() {
        for type in ["application/gpx+xml", "Application/XML; charset=utf-8", "text/xml"] {
            #expect(GPXTrack.isMediaType(type))
        }
        for type in [nil, "", "application/json", "image/svg+xml"] { #expect(!GPXTrack.isMediaType(type)) }
    }
}
