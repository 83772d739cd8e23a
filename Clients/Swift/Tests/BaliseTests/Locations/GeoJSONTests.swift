@testable import Balise

@Suite("A GeoJSON feature")
struct GeoJSONTests {
    /// The form in which a server writes a place of this SDK.
    static let text =
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[10.5,48]},"properties":{"name":"a","#
        + #""timestamp":"1800000000","horizontalAccuracy":5,"speed":1.25,"batteryLevel":80}}"#

    private var feature: GeoJSONFeature {
        get throws {
            var location = DeviceLocation.at(0, latitude: 48)
            location.speed = 1.25
            location.batteryLevel = 80
            return GeoJSONFeature(device: try .named("a"), location: location)
        }
    }

    @Test("is read and written as servers write it")
    func isReadAndWritten() throws {
        #expect(try GeoJSONFeature(jsonText: Array(Self.text.utf8)) == feature)
        #expect(String(decoding: try feature.data, as: UTF8.self) == Self.text)
    }

    @Test(
        "is not read from another form",
        arguments: [
            (
                #"{"type":"Feature","properties":{"name":"a","timestamp":1,"horizontalAccuracy":1}}"#,
                "geometry is missing"
            ),
            (text.replacingOccurrences(of: "Point", with: "Line"), "geometry is not a point"),
            (
                text.replacingOccurrences(of: "[10.5,48]", with: "[10.5]"),
                "geometry is not a point with two coordinates"
            ),
            (text.replacingOccurrences(of: #""name":"a","#, with: ""), "properties.name is missing"),
        ])
    func isNotRead(_ text: String, _ reason: String) {
        #expect { try GeoJSONFeature(jsonText: Array(text.utf8)) } throws: { "\($0)" == reason }
    }

    @Test("is valid JSON even for an impossible place")
    func survivesNonsense() throws {
        let nowhere = GeoJSONFeature(
            device: try .named("a"),
            location: DeviceLocation(
                recordedAt: Date(timeIntervalSince1970: 0), latitude: .nan, longitude: 1e300,
                horizontalAccuracy: .infinity))
        let value = try JSONDocument(Array(nowhere.data)).root
        #expect(value.member("geometry")?.member("coordinates")?.literal == "[1e+300,0]")
    }

    @Test("is read by a call without credentials")
    func comesFromItsCall() async throws {
        let transport = ScriptedTransport(.json(Self.text), .json("{}"))
        let locations = try await BaliseClient.scripted(transport).locations
        #expect(try await locations.geoJSON(of: .named("a"), as: .named("me")) == feature)
        #expect(try await locations.geoJSON(of: .named("unknown")) == nil)
        #expect(transport.calls.map(\.line) == Array(repeating: "POST /v1/GetLocationGeoJSON", count: 2))
        #expect(transport.calls[0].text == #"{"MiataruGetLocation":[{"Device":"a"}]}"#)
        #expect(transport.calls[0].headers["Authorization"] == nil)
    }

    @Test("of a device with a key is made from GetLocation")
    func fallsBack() async throws {
        let found =
            #"{"Device":"a","Timestamp":"1800000000","Longitude":10.5,"Latitude":48,"HorizontalAccuracy":5,"#
            + #""Speed":1.25,"BatteryLevel":80,"Slogan":null}"#
        let transport = ScriptedTransport(
            .success(.miataru(401)), .json(#"{"MiataruLocation":[\#(found)]}"#), .success(.miataru(401)),
            .json(#"{"MiataruLocation":[null]}"#))
        let locations = try await BaliseClient.scripted(transport).locations
        let converted = try await locations.geoJSON(of: .named("a"), as: .named("me"))
        #expect(converted.map { String(decoding: $0.data, as: UTF8.self) } == Self.text)
        #expect(transport.calls[1].line == "POST /v1/GetLocation")
        #expect(transport.calls[1].text.contains(#""RequestMiataruDeviceID":"me""#))
        #expect(try await locations.geoJSON(of: .named("hidden"), as: .named("me")) == nil)
    }

    @Test("of a device with a key is refused without a reader", arguments: [(401, true), (403, false), (503, false)])
    func needsAReader(_ status: Int, _ isWithoutReader: Bool) async throws {
        let transport = ScriptedTransport(.success(.miataru(status)))
        let locations = try await BaliseClient.scripted(transport, session: nil) { $0.retries = .never }.locations
        // Only after a 401 another way of asking may help.
        let reader = isWithoutReader ? nil : LocationDeviceID("me")
        let error = try await failure { try await locations.geoJSON(of: .named("a"), as: reader) }
        #expect(error.status == status)
        #expect(transport.calls.count == 1)
    }
}
