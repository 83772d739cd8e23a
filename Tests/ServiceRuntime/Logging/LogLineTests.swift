@testable import ServiceRuntime

@Suite("Log lines") struct LogLineTests {
    private let output = LogOutput()

    @Test("A JSON line contains time, level, service and message")
    func plain() {
        output.logger().info("ready")
        #expect(
            output.lines() == [
                #"{"time":"2024-02-29T23:59:59.999Z","level":"info","service":"edge","message":"ready"}"#
            ])
    }

    @Test("Request id and client are members of the line, and the rest is sorted under metadata")
    func metadata() {
        var client = ClientInfo()
        client.platform = "ios"
        client.version = "1.0.0"
        client.city = Personal("Brest")
        client.address = Personal("203.0.113.9")
        let context = MessageContext(requestID: "r-1", client: client)
        output.logger().following(context).warning(
            "slow",
            metadata: [
                "status": .shown(200), "took": .shown(0.25), "cached": .shown(false), "path": "/v1/GetLocation",
                "list": .array([.shown(1), "two"]), "map": .dictionary(["b": "2", "a": "1"]),
            ])
        #expect(
            output.lines() == [
                #"{"time":"2024-02-29T23:59:59.999Z","level":"warning","service":"edge","message":"slow","#
                    + #""requestID":"r-1","client":"platform=ios version=1.0.0","metadata":{"cached":false,"#
                    + #""list":[1,"two"],"map":{"a":"1","b":"2"},"path":"/v1/GetLocation","status":200,"took":0.25}}"#
            ])
    }

    @Test("Redacted values never reach the log, however they are logged", arguments: [LogSettings.Format.json, .text])
    func redaction(_ format: LogSettings.Format) throws {
        let city = Personal("Plougastel")
        let key = try #require(DeviceKey("key-nobody-sees"))
        let device = try #require(DeviceID("0123456789-device"))
        let place = LocationValue(json: "48.3904")
        let secret = Secret("operator-secret")
        let logger = output.logger(format)
        logger.info("\(city) \(key) \(device) \(place) \(secret)")
        logger.info(
            "as metadata",
            metadata: [
                "city": .shown(city), "key": .shown(key), "device": .shown(device), "place": .shown(place),
                "secret": .shown(secret), "text": "\(city) \(key) \(device)",
            ])
        let text = output.lines().joined()
        for hidden in ["Plougastel", "nobody-sees", "456789", "48.3904", "operator-secret"] {
            #expect(!text.contains(hidden))
        }
        #expect(text.contains("<redacted>") && text.contains("device(0123…)"))
    }

    @Test("Every line is one valid JSON object, whatever the texts contain")
    func escaping() throws {
        let hostile = "a \"quote\" \\ back \n new \r\t tab \u{0} \u{1b}[31m \u{7f} é 🦭 \u{2028}"
        output.logger().info("\(hostile)", metadata: ["\(hostile)": "\(hostile)", LogKey.requestID: "\(hostile)"])
        let lines = output.lines()
        #expect(lines.count == 1)
        let object = try #require(JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
        #expect(object["message"] as? String == hostile)
        #expect(object["requestID"] as? String == hostile)
        #expect(object["metadata"] as? [String: String] == [hostile: hostile])
    }

    @Test("A text line is one line that cannot steer a terminal")
    func text() {
        output.logger(.text).error("two\nlines \u{1b}[31m", metadata: ["b": "2", "a": .shown(1)])
        #expect(output.lines() == [#"2024-02-29T23:59:59.999Z ERROR    edge: two\nlines \u{1B}[31m a=1 b=2"#])
    }

    @Test("Lines below the level are not written")
    func level() {
        let logger = output.logger(level: .warning)
        logger.info("no")
        logger.warning("yes")
        #expect(output.lines().count == 1)
    }

    @Test("An error is logged with its kind and text, without the data that caused it")
    func errors() throws {
        enum Plain: Error { case broken, withPayload(String) }
        let logger = output.logger()
        let wrong = #"{"Latitude": "a secret place"}"#
        struct Body: Decodable { var Latitude: Double }
        let decoding = try #require(throws: DecodingError.self) {
            try JSONDecoder().decode(Body.self, from: Data(wrong.utf8))
        }
        logger.info("1", metadata: ["cause": .failure(decoding)])
        logger.info("2", metadata: ["cause": .failure(ServiceError(.forbidden, "wrong key"))])
        logger.info("3", metadata: ["cause": .failure(Plain.broken)])
        logger.info("4", metadata: ["cause": .failure(Plain.withPayload("a secret place"))])
        logger.error("5", error: decoding)
        let lines = output.lines()
        #expect(lines[0].contains(#""cause":"no Double at Latitude""#))
        #expect(lines[1].contains(#""cause":"FORBIDDEN: wrong key""#))
        #expect(lines[2].contains(#"Plain.broken"#))
        #expect(lines[3].contains(#"Plain.withPayload""#))
        #expect(lines[4].contains(#""error":"no Double at Latitude""#))
        #expect(!lines.joined().contains("secret place"))
    }

    @Test(
        "Times are UTC in ISO 8601, to the millisecond",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_763_694_096_007, "2025-11-21T03:01:36.007Z"), (4_102_444_799_999, "2099-12-31T23:59:59.999Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
        ])
    func times(_ milliseconds: Int64, _ expected: String) {
        #expect(UnixTime(milliseconds: milliseconds).iso8601 == expected)
    }
}
